"""In what a thing is to be had, as it is told: each option's values, with the price where it hangs on them. Pure."""

from collections.abc import Sequence
from itertools import groupby

from app.features.chat.assistant.products.matching import Product
from app.features.conversations.state import Language, Listed
from app.features.conversations.summary import money
from app.features.products.variants import choices

_IN_ENGLISH = {
    "tamanho": "size",
    "número": "size",
    "numeração": "size",
    "cor": "colour",
    "voltagem": "voltage",
    "sabor": "flavour",
    "tipo": "kind",
    "modelo": "model",
    "peso": "weight",
    "quantidade": "quantity",
    "pacote": "pack",
    "preço": "price",
}
MOST_PRICES = 6
"""Where an option has more prices than this, they are asked for one by one."""


def told_kinds(variants: Sequence[Listed] | Sequence[Product], language: Language) -> list[str]:
    """`Cor: Azul, Preta` and `Quantidade: 100 por R$ 69,90, 500 e 1000 por R$ 119,90`, for each option that is open."""
    had = choices(variant.options for variant in variants)
    if len(had) > 1 and 1 < len(variants) <= MOST_PRICES and (each := _each(variants, list(had), language)):
        return [each]
    return [
        f"{option_name(option, language)}: {_told(variants, option, values, language)}"
        for option, values in had.items()
    ]


def _each(variants: Sequence[Listed] | Sequence[Product], options: Sequence[str], language: Language) -> str:
    """`Ninho, 3 kg por R$ 210,00; Ninho, 1,5 kg por R$ 115,00`, where no option alone makes the price; else nothing."""
    prices = {one.price_cents for one in variants}
    decides = any(_decides(variants, option) for option in options)
    if decides or None in prices or len(prices) < 2:
        return ""
    by = "for" if language == "en" else "por"
    return "; ".join(
        f"{', '.join(filter(None, map(one.options.get, options)))} {by} {money(one.price_cents or 0, language)}"
        for one in variants
    )


def _decides(variants: Sequence[Listed] | Sequence[Product], option: str) -> bool:
    """Those of one value cost the same."""
    values = {one.options.get(option) for one in variants}
    return len({(one.options.get(option), one.price_cents) for one in variants}) == len(values)


def option_name(option: str, language: Language) -> str:
    """What an option is called: `Cor`, `Colour`; as the shop calls it where no English word is known."""
    return _IN_ENGLISH.get(option.lower(), option).capitalize() if language == "en" else option


def _told(
    variants: Sequence[Listed] | Sequence[Product], option: str, values: Sequence[str], language: Language
) -> str:
    """The values; with their prices where these differ, and by nothing else."""
    prices = [{one.price_cents for one in variants if one.options.get(option) == value} for value in values]
    alone = [each.pop() for each in prices if len(each) == 1]
    runs = [(list(run), cents) for cents, run in groupby(zip(values, alone, strict=False), key=lambda pair: pair[1])]
    if len(alone) < len(values) or None in alone or not 1 < len(runs) <= MOST_PRICES:
        return ", ".join(values)
    last, by = (" and ", "for") if language == "en" else (" e ", "por")
    return ", ".join(
        f"{last.join([*filter(None, [', '.join(names[:-1])]), names[-1]])} {by} {money(int(cents or 0), language)}"
        for names, cents in (([value for value, _ in run], cents) for run, cents in runs)
    )
