"""The link of an invitation and its mail. Pure; tests/features/test_invitations.py.

The token is the invitation's id with a keyed hash of it: nothing in the database opens a company.
"""

import hmac
from html import escape
from uuid import UUID

from app.clients.email import Mail
from app.features.members.types import MemberRole
from app.ops.vault import Vault

_HEX = 32
_ROLES = {"manager": ("gerente", "manager"), "attendant": ("atendente", "attendant")}


def token_of(vault: Vault, invitation_id: UUID) -> str:
    """What the link of an invitation ends with."""
    return invitation_id.hex + vault.hash("invitation", invitation_id.hex)


def invitation_of(vault: Vault, token: str) -> UUID | None:
    """The invitation of a token; None when it is none of ours."""
    try:
        invitation_id = UUID(hex=token[:_HEX])
    except ValueError:
        return None
    wanted = token_of(vault, invitation_id)
    return invitation_id if hmac.compare_digest(wanted.encode(), token.encode("utf-8", "surrogatepass")) else None


def invitation_mail(invitation_id: UUID, *, to: str, company: str, inviter: str, role: MemberRole, url: str) -> Mail:
    """The mail, in Portuguese and English, as text and HTML."""
    company, inviter = _plain(company), _plain(inviter)
    return Mail(
        to=to,
        subject=f"Convite para {company} / Invitation to {company}",
        text=_text(url, company, inviter, _ROLES[role]),
        html=_html(escape(url), escape(company), escape(inviter), _ROLES[role]),
        key=f"invitation/{invitation_id.hex}",
        kind="invitation",
    )


def _plain(name: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())


def _text(url: str, company: str, inviter: str, role: tuple[str, str]) -> str:
    return f"""Olá!

{inviter} convidou você para trabalhar em {company} como {role[0]}. Abra este endereço para aceitar;
ele vale por 7 dias:

{url}

Se você não esperava este convite, ignore esta mensagem.

--

Hello!

{inviter} has invited you to work at {company} as {role[1]}. Open this address to accept; it is valid for 7 days:

{url}

If you did not expect this invitation, ignore this message.
"""


def _html(url: str, company: str, inviter: str, role: tuple[str, str]) -> str:
    button = (
        "display:inline-block;padding:12px 20px;border-radius:8px;background:#1a56db;color:#ffffff;text-decoration:none"
    )
    return f"""<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><title>Convite para {company}</title></head>
<body style="font-family:Arial,sans-serif;color:#1f2937;max-width:560px;margin:0 auto;padding:24px;line-height:1.5">
<p>Olá!</p>
<p>{inviter} convidou você para trabalhar em <strong>{company}</strong> como {role[0]}. O botão vale por 7 dias.</p>
<p><a href="{url}" style="{button}">Ver o convite</a></p>
<p>Se você não esperava este convite, ignore esta mensagem.</p>
<hr style="border:none;border-top:1px solid #e5e7eb;margin:24px 0">
<div lang="en">
<p>Hello!</p>
<p>{inviter} has invited you to work at <strong>{company}</strong> as {role[1]}. The button is valid for 7 days.</p>
<p><a href="{url}" style="{button}">See the invitation</a></p>
<p>If you did not expect this invitation, ignore this message.</p>
</div>
<p style="color:#6b7280;font-size:13px;word-break:break-all">{url}</p>
</body></html>
"""
