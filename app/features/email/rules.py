"""What a reset link may point to, and the text of the mail. Pure; tests/features/test_email.py."""

from collections.abc import Iterable
from hashlib import sha256
from html import escape
from urllib.parse import urlsplit

from app.clients.email import Mail

_PORTS = {"http": 80, "https": 443}


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


def reset_key(reset_url: str) -> str:
    """The mail's idempotency key: one mail per link, however often it is asked for."""
    return f"reset-password/{sha256(reset_url.encode()).hexdigest()[:32]}"


def reset_mail(to: str, reset_url: str, name: str | None) -> Mail:
    """The mail, in Portuguese and English, as text and HTML."""
    plain_name = " ".join("".join(c if c.isprintable() else " " for c in name or "").split())
    return Mail(
        to=to,
        subject="Redefinir sua senha / Reset your password",
        text=_text(reset_url, plain_name),
        html=_html(escape(reset_url), escape(plain_name)),
        key=reset_key(reset_url),
        kind="reset-password",
    )


def _text(url: str, name: str) -> str:
    return f"""Olá{f", {name}" if name else ""}!

Recebemos um pedido para redefinir a sua senha. Abra este endereço para escolher uma nova; ele vale por 1 hora:

{url}

Se não foi você, ignore esta mensagem: a sua senha continua a mesma.

--

Hello{f", {name}" if name else ""}!

We received a request to reset your password. Open this address to choose a new one; it is valid for 1 hour:

{url}

If it was not you, ignore this message: your password stays the same.
"""


def _html(url: str, name: str) -> str:
    button = (
        "display:inline-block;padding:12px 20px;border-radius:8px;background:#1a56db;color:#ffffff;text-decoration:none"
    )
    return f"""<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><title>Redefinir sua senha</title></head>
<body style="font-family:Arial,sans-serif;color:#1f2937;max-width:560px;margin:0 auto;padding:24px;line-height:1.5">
<p>Olá{f", {name}" if name else ""}!</p>
<p>Recebemos um pedido para redefinir a sua senha. O botão vale por 1 hora.</p>
<p><a href="{url}" style="{button}">Escolher nova senha</a></p>
<p>Se não foi você, ignore esta mensagem: a sua senha continua a mesma.</p>
<hr style="border:none;border-top:1px solid #e5e7eb;margin:24px 0">
<div lang="en">
<p>Hello{f", {name}" if name else ""}!</p>
<p>We received a request to reset your password. The button is valid for 1 hour.</p>
<p><a href="{url}" style="{button}">Choose a new password</a></p>
<p>If it was not you, ignore this message: your password stays the same.</p>
</div>
<p style="color:#6b7280;font-size:13px;word-break:break-all">{url}</p>
</body></html>
"""
