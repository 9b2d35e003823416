"""Forms: reading fields with their bounds, and showing a refused form again with what was typed.

Tests: test_forms.py.
"""

import json
import re
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import Response

from app.storefront import refusals
from app.storefront.backend import ApiError
from app.storefront.desk import open_desk
from app.storefront.i18n import money
from app.storefront.rendering import language_of, render, text
from app.storefront.security import safe_redirect

View = Callable[[Request], Awaitable[Response]]
_COUNT = re.compile(r"\d{1,3}(?:[.\s]\d{3})+|\d+", re.ASCII)
_REAIS = re.compile(r"(\d{1,3}(?:[.\s]\d{3})+|\d+)(?:[.,](\d{1,2}))?")
_KEY = re.compile(r"[A-Za-z0-9_-]{20,80}")
_MAX_CENTS = 10**12
_CHANGED = "Isto mudou enquanto você editava. Veja o que mudou e salve de novo para ficar com o seu."
# Of a page of five hundred rows.
_MOST_FIELDS = 5_000
# Bytes of one field: a text that is too long is said so by its form. The guard bounds the whole.
_MOST_PART = 16 << 20


class FormError(Exception):
    """One field is not acceptable. `message` is Portuguese source text, with its values."""

    def __init__(self, name: str, message: str, **values: object) -> None:
        super().__init__(f"{name}: {message}")
        self.name, self.message, self.values = name, message, values


class ChangedMeanwhileError(Exception):
    """Somebody else has changed what the form changes. `changes`: field, before, now, in words; `mine`: the fields that
    were changed in the form.
    """

    def __init__(self, changes: Collection[tuple[str, str, str]], mine: Iterable[str]) -> None:
        super().__init__(changes)
        self.changes, self.mine = changes, frozenset(name.removesuffix("_cents") for name in mine)


@dataclass(frozen=True)
class Refusal:
    """Why a form was refused, and what had been typed and ticked, for the page that shows it again.

    `changes` and `mine` are those of a ChangedMeanwhileError; None: all that was typed is shown again.
    """

    message: str
    fields: Mapping[str, str] = field(default_factory=dict)
    draft: Mapping[str, str] = field(default_factory=dict)
    ticked: Collection[tuple[str, str]] = ()
    problem: Mapping[str, Any] = field(default_factory=dict)
    changes: Collection[tuple[str, str, str]] = ()
    mine: Collection[str] | None = None

    def keeps(self, name: str) -> bool:
        """Whether an input shows what was typed. One that is called `options-name-0` is of the field `options`."""
        return self.mine is None or name.partition("-")[0] in self.mine

    def blames(self, *fields: str) -> bool:
        """Whether an input of one of the fields is at fault."""
        return any(name.partition("-")[0] in fields for name in self.fields)


class Form:
    """The fields of a submitted form. Text is stripped; an absent field is empty."""

    def __init__(self, data: FormData) -> None:
        self._data = data

    def text(self, name: str, *, required: bool = False, limit: int = 100_000) -> str:
        """A text field. Raises FormError when it is empty though required, or too long."""
        value = self.raw(name).replace("\r\n", "\n").strip()
        if "\0" in value:
            raise FormError(name, "O texto contém um caractere inválido.")
        if required and not value:
            raise FormError(name, "Preencha este campo.")
        if len(value) > limit:
            raise FormError(name, "O texto é longo demais.")
        return value

    def raw(self, name: str) -> str:
        """The field exactly as sent (passwords)."""
        value = self._data.get(name)
        return value if isinstance(value, str) else ""

    def optional(self, name: str, *, limit: int = 100_000) -> str | None:
        """A text field; None when empty."""
        return self.text(name, limit=limit) or None

    def integer(self, name: str, *, low: int = 0, high: int = 2_000_000_000) -> int | None:
        """A whole number within bounds; None when empty."""
        value = self.text(name, limit=40)
        if not value:
            return None
        count = read_count(value)
        if count is None:
            raise FormError(name, "Informe um número inteiro válido.")
        if count < low:
            raise FormError(name, "Informe um número a partir de %(low)s.", low=low)
        if count > high:
            raise FormError(name, "Informe um número até %(high)s.", high=high)
        return count

    def cents(self, name: str) -> int | None:
        """An amount in reais as people type it (1.234,56) in cents; None when empty."""
        value = self.text(name, limit=40)
        return parse_reais(name, value) if value else None

    def flag(self, name: str) -> bool:
        """A checkbox."""
        return bool(self._data.get(name))

    def many(self, name: str) -> list[str]:
        """Every value of a repeated field."""
        return [value for value in self._data.getlist(name) if isinstance(value, str) and value]

    def file(self, name: str) -> UploadFile | None:
        """An uploaded file; None when none was chosen."""
        value = self._data.get(name)
        return value if isinstance(value, UploadFile) and value.filename else None

    def files(self, name: str) -> list[UploadFile]:
        """Every uploaded file of a field."""
        return [value for value in self._data.getlist(name) if isinstance(value, UploadFile) and value.filename]

    def opened(self) -> dict[str, Any]:
        """What the form was opened with (the field `opened`, JSON); nothing when it does not say."""
        try:
            read = read_json(self.raw("opened"))
        except ValueError:
            return {}
        return read if isinstance(read, dict) else {}

    def changed(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Those of the fields that say something else than the form was opened with: all when it does not tell."""
        opened = self.opened()
        return {name: value for name, value in fields.items() if name not in opened or differ(value, opened[name])}

    def key(self) -> str | None:
        """The form's own Idempotency-Key (the field `request_key`); None when it is not one of our making."""
        value = self.raw("request_key")
        return value if _KEY.fullmatch(value) else None

    def draft(self) -> dict[str, str]:
        """What was typed, without passwords, to fill the form again."""
        items = self._data.multi_items()
        return {key: value for key, value in items if isinstance(value, str) and "password" not in key}

    def ticked(self) -> set[tuple[str, str]]:
        """Name and value of every field, as boxes of one name differ by their value."""
        return {(key, value) for key, value in self._data.multi_items() if isinstance(value, str)}


def read_json(written: str | bytes) -> Any:
    """JSON that a page has sent. Raises ValueError, also for what is nested too deep or holds half a character."""
    try:
        read = json.loads(written)
        json.dumps(read, ensure_ascii=False).encode()
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    return read


def differ(one: Any, other: Any) -> bool:
    """Whether two values of a field are two: nothing is an empty text, and a browser ends lines its own way."""
    return bool(_plain(one) != _plain(other))


def _plain(value: Any) -> Any:
    return str(value or "").replace("\r\n", "\n").strip() if isinstance(value, str | None) else value


def read_count(value: str) -> int | None:
    """`1.000`, `1 000`, `12` → a whole number; None for anything else: 1.5 is not 15."""
    text = value.replace("\u00a0", " ").strip()
    return int(re.sub(r"[.\s]", "", text)) if _COUNT.fullmatch(text) else None


def parse_reais(name: str, value: str) -> int:
    """`1.234,56`, `R$ 12`, `12.5` → cents. Raises FormError for anything else."""
    match = _REAIS.fullmatch(value.replace("\u00a0", " ").removeprefix("R$").strip())
    if not match:
        raise FormError(name, "Informe um valor em reais, como 12,50.")
    cents = int(re.sub(r"[.\s]", "", match[1])) * 100 + int((match[2] or "0").ljust(2, "0"))
    if cents > _MAX_CENTS:
        raise FormError(name, "O valor é alto demais.")
    return cents


async def read_form(request: Request) -> Form:
    """The submitted form; read once per request."""
    known = getattr(request.state, "form", None)
    if not isinstance(known, Form):
        known = Form(await request.form(max_files=5, max_fields=_MOST_FIELDS, max_part_size=_MOST_PART))
        request.state.form = known
    return known


def confirmed(question: str, *, amount: str = "") -> Callable[[View], View]:
    """Decorate a POST handler that takes something away: it runs when the form says `confirmed`, else we ask.

    With scripts the question was asked before the form was sent (`data-confirm`, desk.js). `question` is Portuguese
    source text; under it stands what the form's field `named` says, or the money of its field `amount`: without any
    the handler is left to refuse it. Stands below `submits`.
    """

    def decorate(handler: View) -> View:
        @wraps(handler)
        async def wrapper(request: Request) -> Response:
            await open_desk(request)
            form = await read_form(request)
            cents = form.cents(amount) if amount else None
            if form.flag("confirmed") or (amount and not cents):
                return await handler(request)
            named = money(language_of(request), cents) if cents else form.raw("named")
            fields, back = form.draft(), _came_from(request)
            return render(request, "confirm.html", question=question, named=named, fields=fields, back=back)

        return wrapper

    return decorate


def _came_from(request: Request) -> str:
    """The page whose form was sent; the dashboard when the browser does not say."""
    try:
        page = urlsplit(request.headers.get("referer", ""))
    except ValueError:  # `http://[`
        return safe_redirect(None)
    return safe_redirect(f"{page.path}?{page.query}" if page.query else page.path)


def submits(view: View) -> Callable[[View], View]:
    """Decorate a POST handler: when it is refused, `view` is shown again with the reason and what was typed.

    A missing record is no refusal of the form: ApiError 404 without a named field passes through.
    """

    def decorate(handler: View) -> View:
        @wraps(handler)
        async def wrapper(request: Request) -> Response:
            try:
                return await handler(request)
            except FormError as error:
                status = 422
                message = text(request, error.message, **error.values)
                refusal = Refusal(message, {error.name: message})
            except ChangedMeanwhileError as error:
                status = 409
                refusal = Refusal(_CHANGED, changes=error.changes, mine=error.mine)
            except ApiError as error:
                status = refusals.error_status(error.status)
                refusal = _refused(error, (await read_form(request)).draft())
            form = await read_form(request)
            draft = {name: value for name, value in form.draft().items() if refusal.keeps(name)}
            request.state.refusal = replace(refusal, draft=draft, ticked=form.ticked())
            response = await view(request)
            response.status_code = status if response.status_code < 400 else response.status_code
            return response

        return wrapper

    return decorate


def _refused(error: ApiError, draft: Mapping[str, str]) -> Refusal:
    """What to say of a refusal of the backend. What is wrong with no field of the form is said above it."""
    message, fields, unplaced = refusals.error_message(error), {}, ""
    for pointer, detail in error.errors.items():
        name = _field_at(pointer, draft)
        said = refusals.field_message(detail, name)
        fields[name] = said
        unplaced = unplaced or ("" if name in draft else said)
    return Refusal(unplaced or message, fields, problem=error.problem)


def _field_at(pointer: str, draft: Mapping[str, str]) -> str:
    """The form's field that a pointer means (`/discount_cents` is `discount`); its last part where there is none."""
    parts = pointer.split("/")[:0:-1]
    names = [name for part in parts for name in (part, part.removesuffix("_cents"))]
    return next((name for name in names if name in draft), parts[0] if parts else "")
