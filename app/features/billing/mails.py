"""Mails about usage and payments: Portuguese first, English below, as text and HTML."""

from html import escape
from typing import Literal

import msgspec

from app.clients.email import Mail

NoticeKind = Literal["usage-alert", "overage-failed", "overage-action"]


class Addressee(msgspec.Struct, frozen=True):
    """Who gets the mail."""

    email: str
    name: str


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """What the mail is about; the numbers mean tokens, the amount cents."""

    kind: NoticeKind
    period: str
    used: int = 0
    prepaid: int = 0
    amount_cents: int = 0


_TEXTS: dict[NoticeKind, tuple[str, str, str]] = {
    "usage-alert": (
        "Uso de tokens em {period}: {percent}%",
        "Sua empresa usou {used} dos {prepaid} tokens disponíveis em {period} ({percent}%). "
        "Você pode comprar mais tokens ou mudar de plano na página de cobrança.",
        "Your company has used {used} of the {prepaid} tokens available in {period} ({percent}%). "
        "You can buy more tokens or change the plan on the billing page.",
    ),
    "overage-failed": (
        "Não foi possível cobrar o excedente de {period}",
        "A cobrança de {amount} pelo uso excedente de {period} foi recusada. O excedente automático foi desligado: "
        "confira o cartão na página de cobrança.",
        "The charge of {amount} for the overage of {period} was declined. Automatic overage has been switched off: "
        "please check the card on the billing page.",
    ),
    "overage-action": (
        "Confirme a cobrança do excedente de {period}",
        "O banco pede a sua confirmação para a cobrança de {amount} pelo uso excedente de {period}. O excedente "
        "automático foi desligado até lá: abra a página de cobrança.",
        "Your bank asks you to confirm the charge of {amount} for the overage of {period}. Automatic overage is off "
        "until then: please open the billing page.",
    ),
}


def compose(notice: Notice, addressee: Addressee, *, key: str) -> Mail:
    """The mail of a notice."""
    subject, portuguese, english = _TEXTS[notice.kind]
    values = {
        "period": notice.period,
        "used": _grouped(notice.used),
        "prepaid": _grouped(notice.prepaid),
        "percent": str(notice.used * 100 // notice.prepaid) if notice.prepaid else "100",
        "amount": _reais(notice.amount_cents),
    }
    paragraphs = [f"Olá, {addressee.name}!" if addressee.name else "Olá!"]
    paragraphs += [portuguese.format(**values), english.format(**values)]
    return Mail(
        to=addressee.email,
        subject=subject.format(**values),
        text="\n\n".join(paragraphs) + "\n",
        html="".join(f"<p>{escape(paragraph)}</p>" for paragraph in paragraphs),
        key=key,
        kind=notice.kind,
    )


def _grouped(number: int) -> str:
    return f"{number:,}".replace(",", ".")


def _reais(cents: int) -> str:
    return f"R$ {_grouped(cents // 100)},{cents % 100:02}"
