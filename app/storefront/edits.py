"""Forms over a record that others change meanwhile: what was changed in the form is saved, and nothing else.

Such a form carries what it was opened with (`f.opened`): what its fields say, by name. Tests: test_edits.py.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from starlette.requests import Request

from app.storefront import i18n
from app.storefront.forms import ChangedMeanwhileError, Form, differ, read_form
from app.storefront.labels import label
from app.storefront.rendering import language_of, text

# Letters of a long text that are shown, and of these before what differs.
_SHOWN, _LED = 160, 40
# Fields whose values are codes.
_CODES = ("status", "channels", "manual_pix_key_type")

Say = Callable[[Request, str, Any], str]


def said(request: Request, name: str, value: Any) -> str:
    """A field's value as a person reads it."""
    language = language_of(request)
    if name.endswith("_cents"):
        return i18n.money(language, value)
    if name in _CODES and value:
        return ", ".join(label(language, code) for code in (value if isinstance(value, list) else [value]))
    return i18n.readable(language, value)


async def edits(
    request: Request, fields: Mapping[str, Any], now: Mapping[str, Any], names: Mapping[str, str], say: Say = said
) -> dict[str, Any]:
    """Those of the form's fields that were changed in it; all of them when it does not tell how it was opened.

    `now` is what the record says of each field, `names` what people call them (Portuguese source text). Raises
    ChangedMeanwhileError when one of them says something else by now than it did, and than it is to say.
    """
    form = await read_form(request)
    opened, mine = form.opened(), form.changed(fields)
    if any(name in opened and differ(now[name], opened[name]) and differ(now[name], mine[name]) for name in mine):
        raise await changed_meanwhile(request, mine, now, names, say)
    return mine


async def changed_meanwhile(
    request: Request, mine: Mapping[str, Any], now: Mapping[str, Any], names: Mapping[str, str], say: Say = said
) -> ChangedMeanwhileError:
    """The refusal that tells all that somebody else has changed since the form was opened."""
    opened = (await read_form(request)).opened()
    changes = [
        (text(request, word), *_excerpts(_before(say, request, name, opened[name]), say(request, name, now[name])))
        for name, word in names.items()
        if name in opened and differ(now[name], opened[name])
    ]
    return ChangedMeanwhileError(changes, mine)


def _excerpts(before: str, now: str) -> tuple[str, str]:
    """Two texts from where they begin to differ, when they are long."""
    shorter = min(len(before), len(now))
    same = next((at for at in range(shorter) if before[at] != now[at]), shorter)
    start = max(0, same - _LED) if max(len(before), len(now)) > _SHOWN else 0
    return _excerpt(before, start), _excerpt(now, start)


def _excerpt(said: str, start: int) -> str:
    end = start + _SHOWN
    return ("…" if start else "") + said[start:end] + ("…" if end < len(said) else "")


def _before(say: Say, request: Request, name: str, value: Any) -> str:
    """In words what a field said, by a browser's account."""
    try:
        return say(request, name, value)
    except (AttributeError, KeyError, TypeError):
        return "–"


def relinked(linked: Iterable[str], form: Form, boxes: str) -> list[str]:
    """What is linked once the form is saved: `boxes` are what is ticked, `shown` those that were as it was opened.

    What others have linked and unlinked meanwhile stays so.
    """
    shown, ticked = set(form.many("shown")), set(form.many(boxes))
    return sorted((set(linked) | (ticked - shown)) - (shown - ticked))
