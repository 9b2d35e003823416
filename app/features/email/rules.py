"""What a mailed link may point to, and the texts of the mails. Pure; tests/features/test_email.py."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from typing import Literal
from urllib.parse import urlsplit

from app.clients.email import Mail

_PORTS = {"http": 80, "https": 443}

Purpose = Literal["reset-password", "confirm-email"]


@dataclass(frozen=True, slots=True)
class _Words:
    """A mail in one language."""

    subject: str
    hello: str
    asked: str
    button: str
    lasts: str
    otherwise: str


_WORDS: dict[Purpose, tuple[_Words, _Words]] = {
    "reset-password": (
        _Words(
            "Redefinir sua senha",
            "Olá",
            "Recebemos um pedido para redefinir a sua senha.",
            "Escolher nova senha",
            "O link vale por 1 hora.",
            "Se não foi você, ignore esta mensagem: a sua senha continua a mesma.",
        ),
        _Words(
            "Reset your password",
            "Hello",
            "We received a request to reset your password.",
            "Choose a new password",
            "The link is valid for 1 hour.",
            "If it was not you, ignore this message: your password stays the same.",
        ),
    ),
    "confirm-email": (
        _Words(
            "Confirmar seu novo e-mail",
            "Olá",
            "Recebemos um pedido para entrar na sua conta com este endereço de e-mail.",
            "Confirmar este e-mail",
            "O link vale por 1 hora.",
            "Se não foi você, ignore esta mensagem: nada muda.",
        ),
        _Words(
            "Confirm your new e-mail",
            "Hello",
            "We received a request to sign in to your account with this e-mail address.",
            "Confirm this e-mail",
            "The link is valid for 1 hour.",
            "If it was not you, ignore this message: nothing changes.",
        ),
    ),
}


def origin(url: str) -> tuple[str, str, int] | None:
    """Scheme, host and port; None for what a browser might read otherwise than we do."""
    if not url.isprintable() or " " in url or "\\" in url:
        return None
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not parts.hostname or "@" in parts.netloc:
        return None
    return parts.scheme, parts.hostname.rstrip("."), port or _PORTS[parts.scheme]


def is_trusted(url: str, trusted: Iterable[str]) -> bool:
    """True when the URL's origin is one of ours: nobody sends our users to another site in our name."""
    asked = origin(url)
    return asked is not None and asked in {origin(other) for other in trusted if other}


def link_key(purpose: Purpose, url: str) -> str:
    """The mail's idempotency key: one mail per link, however often it is asked for."""
    return f"{purpose}/{sha256(url.encode()).hexdigest()[:32]}"


def link_mail(purpose: Purpose, to: str, url: str, name: str | None) -> Mail:
    """The mail that carries the link, in Portuguese and English, as text and HTML."""
    plain_name = " ".join("".join(c if c.isprintable() else " " for c in name or "").split())
    both = _WORDS[purpose]
    return Mail(
        to=to,
        subject=" / ".join(words.subject for words in both),
        text="\n--\n\n".join(_text(words, url, plain_name) for words in both),
        html=_html(both, escape(url), escape(plain_name)),
        key=link_key(purpose, url),
        kind=purpose,
    )


def _text(words: _Words, url: str, name: str) -> str:
    return f"""{words.hello}{f", {name}" if name else ""}!

{words.asked}
{words.button}:

{url}

{words.lasts} {words.otherwise}
"""


def _html(both: tuple[_Words, _Words], url: str, name: str) -> str:
    button = (
        "display:inline-block;padding:12px 20px;border-radius:8px;background:#1a56db;color:#ffffff;text-decoration:none"
    )
    portuguese, english = (
        f"""<p>{words.hello}{f", {name}" if name else ""}!</p>
<p>{words.asked} {words.lasts}</p>
<p><a href="{url}" style="{button}">{words.button}</a></p>
<p>{words.otherwise}</p>"""
        for words in both
    )
    return f"""<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><title>{both[0].subject}</title></head>
<body style="font-family:Arial,sans-serif;color:#1f2937;max-width:560px;margin:0 auto;padding:24px;line-height:1.5">
{portuguese}
<hr style="border:none;border-top:1px solid #e5e7eb;margin:24px 0">
<div lang="en">
{english}
</div>
<p style="color:#6b7280;font-size:13px;word-break:break-all">{url}</p>
</body></html>
"""
