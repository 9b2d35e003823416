"""/stores/{id}/synonyms, /coupons, /shipping: what a store calls things, gives off and charges. Templates: stores/.

Tests: test_store_rules.py.
"""

import re
from datetime import datetime, timedelta, tzinfo
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront import i18n
from app.storefront.backend import ApiError, Json
from app.storefront.desk import Desk, open_desk
from app.storefront.edits import edits
from app.storefront.forms import Form, FormError, confirmed, read_form, submits
from app.storefront.pages.common import PAGE_SIZE, offset_of, record_id, together
from app.storefront.refusals import field_message
from app.storefront.rendering import done, language_of, render

_MOST_GROUPS, _BLANK_RULES = 500, 3
# Of the calendar, and not wholly of the backend's.
_LAST_YEAR = 9999
# Field of the forms → its name for people.
GROUPS, RULES = {"groups": "Palavras que querem dizer o mesmo"}, {"rules": "Formas de entrega"}
_RULE_TEXTS = ("name", "kind", "price", "above", "cep_from", "cep_to", "days")
_PRICES = ("price_cents", "above_cents")
_CEP = re.compile(r"[0-9]{5}-?[0-9]{3}")
# What the backend says of a group of synonyms → what people read.
_GROUP_ERRORS = (
    ("apart", "Linha %(line)s: para a busca, estas palavras já são a mesma. Escreva outra."),
    ("length", "Linha %(line)s: no máximo 30 palavras, de até 80 letras cada uma."),
    ("", "Linha %(line)s: cada palavra leva ao menos uma letra ou um número, e nenhuma barra em pé."),
)


async def _page(request: Request, template: str, path: str, query: Json = None, **more: Any) -> Response:
    """A page of one store with what the backend has under `path`, and what else its template takes."""
    desk, store_id = await open_desk(request), record_id(request)
    store, answer = await together(
        desk.backend.get(f"/internal/stores/{store_id}"), desk.backend.get(path.format(store_id), **(query or {}))
    )
    return render(request, template, store=store, answer=answer, store_switch_path="/stores", **more)


async def show_synonyms(request: Request) -> Response:
    """The words that mean the same in this store."""
    return await _page(request, "stores/synonyms.html", "/internal/stores/{}/synonyms")


@submits(show_synonyms)
async def save_synonyms(request: Request) -> Response:
    """Replace them: a group a line, words divided by commas."""
    desk, form, store_id = await open_desk(request), await read_form(request), record_id(request)
    groups, lines = [], []
    for number, line in enumerate(form.text("groups", limit=50_000).splitlines(), start=1):
        words = [word for part in line.replace("=", ",").split(",") if (word := part.strip())]
        if len(words) == 1:
            raise FormError(
                "groups", "Linha %(line)s: escreva ao menos duas palavras, separadas por vírgula.", line=number
            )
        if words:
            groups.append(words)
            lines.append(number)
    if len(groups) > _MOST_GROUPS:
        raise FormError("groups", "O texto é longo demais.")
    path = f"/internal/stores/{store_id}/synonyms"
    now = "\n".join(", ".join(group) for group in (await desk.backend.get(path))["groups"])
    await edits(request, {"groups": form.text("groups")}, {"groups": now}, GROUPS)
    try:
        await desk.backend.put(path, {"groups": groups})
    except ApiError as error:
        raise _at_line(error, lines) from error
    return done(request, f"/stores/{store_id}/synonyms", "Sinônimos salvos. A próxima busca já os usa.")


def _at_line(error: ApiError, lines: list[int]) -> Exception:
    """What is wrong with a group, at the line it stands in; any other refusal as it is."""
    for pointer, detail in error.errors.items():
        if found := re.match(r"/groups/([0-9]+)", pointer):
            message = next(message for part, message in _GROUP_ERRORS if part in detail)
            return FormError("groups", message, line=lines[int(found[1])])
    return error


async def show_coupons(request: Request) -> Response:
    """The coupons of a store, with how often each was used."""
    desk = await open_desk(request)
    until = partial(i18n.until, language_of(request), zone=_zone(desk))
    offset = offset_of(request)
    # One more than is shown tells whether there is a next page.
    query = {"store_id": record_id(request), "limit": PAGE_SIZE + 1, "offset": offset}
    return await _page(
        request, "stores/coupons.html", "/internal/coupons", query, until=until, size=PAGE_SIZE, offset=offset
    )


@submits(show_coupons)
async def create_coupon(request: Request) -> Response:
    """A new coupon."""
    desk, form, store_id = await open_desk(request), await read_form(request), record_id(request)
    kind = form.text("kind")
    body: dict[str, Any] = {"store_id": store_id, "code": form.text("code", required=True, limit=40), "kind": kind}
    if kind == "percent":
        body["value"] = form.integer("value", low=1, high=100)
    elif kind == "fixed":
        body["value"] = form.cents("value")
    elif form.text("value"):
        raise FormError("value", "Frete grátis não leva valor: apague este campo.")
    if kind in ("percent", "fixed") and not body["value"]:
        raise FormError("value", "Preencha este campo.")
    body |= {
        "min_subtotal_cents": form.cents("min_subtotal") or 0,
        "max_uses": form.integer("max_uses", low=1),
        "ends_at": _end_of(form, "ends_on", _zone(desk)),
    }
    await desk.backend.post("/internal/coupons", body, key=form.key())
    return done(request, f"/stores/{store_id}/coupons", "Cupom criado.")


def _zone(desk: Desk) -> tzinfo:
    """In which the days of a coupon are meant: the company's, whoever looks."""
    return i18n.zone_of(desk.company.timezone)


def _end_of(form: Form, name: str, zone: tzinfo) -> str | None:
    """The end of a day as the shop's customers know it, as an instant; None when no day is given."""
    day = form.text(name, limit=10)
    if not day:
        return None
    try:
        begun = datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=zone)
    except ValueError:
        raise FormError(name, "Informe uma data válida.") from None
    if begun.year == _LAST_YEAR:
        raise FormError(name, "Informe uma data válida.")
    if begun + timedelta(days=1) <= datetime.now(zone):
        raise FormError(name, "Este dia já passou.")
    return (begun + timedelta(days=1)).isoformat()


async def switch_coupon(request: Request) -> Response:
    """Turn a coupon on or off."""
    desk, form = await open_desk(request), await read_form(request)
    on = form.raw("active") == "1"
    await desk.backend.patch(f"/internal/coupons/{record_id(request, 'coupon_id')}", {"active": on})
    return done(request, f"/stores/{record_id(request)}/coupons", "Cupom ligado." if on else "Cupom desligado.")


@confirmed("Remover este cupom?")
async def delete_coupon(request: Request) -> Response:
    """Remove a coupon; orders keep what it gave them."""
    desk = await open_desk(request)
    await desk.backend.delete(f"/internal/coupons/{record_id(request, 'coupon_id')}")
    return done(request, f"/stores/{record_id(request)}/coupons", "Cupom removido.")


async def show_shipping(request: Request) -> Response:
    """How orders of a store get to people, and for how much."""
    desk, store_id = await open_desk(request), record_id(request)
    store, answer = await together(
        desk.backend.get(f"/internal/stores/{store_id}"),
        desk.backend.get(f"/internal/stores/{store_id}/shipping-rules"),
    )
    form = getattr(request.state, "form", None)
    rows = _typed_rows(form) if form else [_as_texts(rule) for rule in answer["rules"]]
    rows += [dict.fromkeys(_RULE_TEXTS, "")] * _BLANK_RULES
    opened = {"rules": _plain_rules(answer["rules"])}
    return render(
        request,
        "stores/shipping.html",
        store=store,
        rows=rows,
        opened=opened,
        store_switch_path="/stores",
    )


def _plain_rules(rules: list[Json]) -> list[Json]:
    """What rules say, without what they leave open."""
    return [{name: value for name, value in rule.items() if value is not None} for rule in rules]


def _said(request: Request, _name: str, rules: list[Json]) -> str:
    """The ways to get an order in words, with what they cost."""
    language = language_of(request)
    prices = ([rule["name"], *(i18n.money(language, rule[name]) for name in _PRICES if name in rule)] for rule in rules)
    return ", ".join(" ".join(words) for words in prices) or "–"


def _as_texts(rule: Json) -> dict[str, Any]:
    named = {"price": rule["price_cents"], "above": rule["above_cents"]}
    return {name: rule.get(name) if name not in named else _reais(named[name]) for name in _RULE_TEXTS}


def _reais(cents: int | None) -> str:
    return "" if cents is None else f"{cents // 100},{cents % 100:02d}"


def _typed_rows(form: Form) -> list[dict[str, str]]:
    """The rows as they were typed, each at its place, up to the last that says anything."""
    rows = [{name: form.text(f"{name}-{row}", limit=200) for name in _RULE_TEXTS} for row in range(_row_count(form))]
    while rows and not any(value for name, value in rows[-1].items() if name != "kind"):
        rows.pop()
    return rows


def _row_count(form: Form) -> int:
    return min(form.integer("rows", high=500) or 0, 500)


@submits(show_shipping)
async def save_shipping(request: Request) -> Response:
    """Replace the rules by the rows that say anything."""
    desk, form, store_id = await open_desk(request), await read_form(request), record_id(request)
    rows = [
        row
        for row in range(_row_count(form))
        if any(form.text(f"{name}-{row}") for name in _RULE_TEXTS if name != "kind")
    ]
    path = f"/internal/stores/{store_id}/shipping-rules"
    rules = _plain_rules([_rule(form, row) for row in rows])
    now = _plain_rules((await desk.backend.get(path))["rules"])
    await edits(request, {"rules": rules}, {"rules": now}, RULES, _said)
    try:
        await desk.backend.put(path, {"rules": rules})
    except ApiError as error:
        raise _at_row(error, rows) from error
    return done(request, f"/stores/{store_id}/shipping", "Formas de entrega salvas.")


def _at_row(error: ApiError, rows: list[int]) -> Exception:
    """What is wrong with a rule, at the field of its row; any other refusal as it is."""
    for pointer, detail in error.errors.items():
        if found := re.fullmatch(r"/rules/([0-9]+)/([a-z_]+)", pointer):
            name = found[2].removesuffix("_cents")
            return FormError(f"{name}-{rows[int(found[1])]}", field_message(detail, name))
    return error


def _rule(form: Form, row: int) -> dict[str, Any]:
    """A row as the backend takes it. Raises FormError for what its kind lacks, and for what it has no use for."""
    kind = form.text(f"kind-{row}")
    rule: dict[str, Any] = {
        "name": form.text(f"name-{row}", required=True, limit=100),
        "kind": kind,
        "price_cents": form.cents(f"price-{row}"),
        "above_cents": form.cents(f"above-{row}"),
        "days": form.integer(f"days-{row}", high=365),
    }
    if kind in ("fixed", "cep_range") and rule["price_cents"] is None:
        raise FormError(f"price-{row}", "Informe o preço desta entrega; 0 quando é grátis.")
    if kind == "free_above" and rule["above_cents"] is None:
        raise FormError(f"above-{row}", "Informe a partir de que valor a entrega é grátis.")
    for name in ("cep_from", "cep_to"):
        if kind == "cep_range":
            rule[name] = _cep(form, f"{name}-{row}")
        elif form.text(f"{name}-{row}"):
            raise FormError(f"{name}-{row}", "Para entregar só nestes CEPs, escolha “Preço por faixa de CEP”.")
    return rule


def _cep(form: Form, name: str) -> str:
    cep = form.text(name, required=True, limit=9)
    if not _CEP.fullmatch(cep):
        raise FormError(name, "Informe o CEP com oito números.")
    return cep


routes = [
    Route("/stores/{id}/synonyms", show_synonyms, methods=["GET"]),
    Route("/stores/{id}/synonyms", save_synonyms, methods=["POST"]),
    Route("/stores/{id}/coupons", show_coupons, methods=["GET"]),
    Route("/stores/{id}/coupons", create_coupon, methods=["POST"]),
    Route("/stores/{id}/coupons/{coupon_id}", switch_coupon, methods=["POST"]),
    Route("/stores/{id}/coupons/{coupon_id}/delete", delete_coupon, methods=["POST"]),
    Route("/stores/{id}/shipping", show_shipping, methods=["GET"]),
    Route("/stores/{id}/shipping", save_shipping, methods=["POST"]),
]
