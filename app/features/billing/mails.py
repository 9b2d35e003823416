"""Mails about usage and payments: Portuguese first, English below, as text and HTML."""

from html import escape
from typing import Literal

import msgspec

from app.clients.email import Mail

NoticeKind = Literal[
    "usage-alert",
    "blocked",
    "overage-failed",
    "overage-action",
    "overage-receipt",
    "topup-receipt",
    "receipt",
    "payment-failed",
    "plan-ended",
    "card-expiring",
]


class Addressee(msgspec.Struct, frozen=True):
    """Who gets the mail."""

    email: str
    name: str


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """What the mail is about; the numbers mean tokens, the amount cents. `subject`: an invoice, a plan, a card."""

    kind: NoticeKind
    period: str = ""
    subject: str = ""
    used: int = 0
    prepaid: int = 0
    amount_cents: int = 0
    url: str | None = None


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
    "blocked": (
        "Os tokens de {period} acabaram",
        "Sua empresa usou todos os tokens disponíveis em {period}: os agentes respondem apenas que estão "
        "indisponíveis. Compre mais tokens, mude de plano ou permita o excedente na página de cobrança.",
        "Your company has used all tokens available in {period}: the agents only answer that they are unavailable. "
        "Buy more tokens, change the plan or allow overage on the billing page.",
    ),
    "overage-receipt": (
        "Recibo: excedente de {period}",
        "Recebemos {amount} pelo uso excedente de {period}. Obrigado!",
        "We have received {amount} for the overage of {period}. Thank you!",
    ),
    "topup-receipt": (
        "Recibo: {used} tokens",
        "Recebemos {amount} e creditamos {used} tokens. Obrigado!",
        "We have received {amount} and credited {used} tokens. Thank you!",
    ),
    "receipt": (
        "Recibo da fatura {subject}",
        "Recebemos {amount} pela fatura {subject}. Obrigado!",
        "We have received {amount} for invoice {subject}. Thank you!",
    ),
    "payment-failed": (
        "Não foi possível cobrar a fatura {subject}",
        "O pagamento de {amount} da fatura {subject} não foi aceito. Confira o cartão na página de cobrança para "
        "manter o seu plano.",
        "The payment of {amount} for invoice {subject} was not accepted. Please check the card on the billing page to "
        "keep your plan.",
    ),
    "plan-ended": (
        "Seu plano {subject} terminou",
        "O plano {subject} terminou e sua empresa está agora no plano gratuito. Você pode assinar de novo na página "
        "de cobrança; nada foi apagado.",
        "The plan {subject} has ended and your company is on the free plan now. You can subscribe again on the billing "
        "page; nothing has been deleted.",
    ),
    "card-expiring": (
        "Seu cartão final {subject} vence em {period}",
        "O cartão final {subject} vence em {period}. Cadastre outro na página de cobrança para que nada pare.",
        "The card ending in {subject} expires in {period}. Please add another one on the billing page so that nothing "
        "stops.",
    ),
}


def compose(notice: Notice, addressee: Addressee, *, key: str) -> Mail:
    """The mail of a notice."""
    subject, portuguese, english = _TEXTS[notice.kind]
    values = {
        "period": notice.period,
        "subject": notice.subject,
        "used": _grouped(notice.used),
        "prepaid": _grouped(notice.prepaid),
        "percent": str(notice.used * 100 // notice.prepaid) if notice.prepaid else "100",
        "amount": _reais(notice.amount_cents),
    }
    paragraphs = [f"Olá, {addressee.name}!" if addressee.name else "Olá!"]
    paragraphs += [portuguese.format(**values), english.format(**values)]
    if notice.url is not None:
        paragraphs.append(notice.url)
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
