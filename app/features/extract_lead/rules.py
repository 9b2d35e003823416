"""From a conversation to profile fields, without a model; and the checks every extraction passes. Pure."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from app.features.chat.assistant.language.words import content_words, fold, words
from app.features.extract_lead import addresses, patterns
from app.features.extract_lead.patterns import Fact
from app.features.extract_lead.types import Extracted, LeadMessage, ModelAnswer
from app.ops.expressions import expression

MAX_INTERESTS = 10
UNPROVEN = 0.4
_SUBJECT = r"([a-z0-9][a-z0-9 -]{1,80})"
_LIKES = expression(
    rf"\b(?:gosto\s+(?:muito\s+)?d[eoa]s?|adoro|amo|curto|sou\s+fa\s+d[eoa]|i\s+(?:like|love))\s+(?={_SUBJECT})"
)
_SEEKS = expression(
    r"\b(?:procur\w+|busc\w+|quero|queria|preciso\s+de|interess\w+\s+(?:em|por)|vende[mn]?|tem|looking\s+for|"
    rf"i\s+(?:want|need)|do\s+you\s+have)\s+{_SUBJECT}"
)
_ENDS = expression(
    r"\b(?:pra|pro|para|porque|pois|mas|que|se|quando|no\s+pix|na\s+entrega|ate|por\s+favor|but|for\s+my|because|with|"
    r"(?:e\s+)?(?:adoro|amo|gosto)|e\s+curto|(?:no|nos|aos|todo)\s+(?:fim|fins|fds|domingos?|sabados?|dias?)|on\s+weekends)\b"
)
_NEGATED = expression(r"\b(?:nao|nem|nunca|not|don't|no)\s+(?:\w+\s+){0,2}$")
# `minha esposa adora`, `meu pai quer`: somebody else's.
_OTHERS = expression(
    r"\b(?:meu|minha|meus|minhas|ele|ela|eles|elas|my|his|her)\s+\w+\s+(?:\w+\s+)?$|\b(?:ele|ela|eles|elas|he|she|they)\s+$"
)
_NO_INTERESTS = frozenset(
    """falar atendente pessoa saber ver pagar comprar trocar cancelar pedido frete entrega desconto troca garantia
    horario cartao boleto pix ajuda prazo pai mae filho filha esposa marido amigo amiga namorado namorada""".split()  # noqa: SIM905
)
_ASKS_NAME = expression(r"\bnome\b|\bcomo\s+(?:voce\s+)?se\s+chama\b|\bcom\s+quem\b|\bname\b")
_TEXT_FIELDS: Mapping[str, Callable[[str], Fact | None]] = {
    "name": patterns.find_name,
    "phone": patterns.find_phone,
    "email": patterns.find_email,
}
Fields = dict[str, Any]


def by_rules(messages: Sequence[LeadMessage]) -> Fields:
    """What the shopper said about themselves, by pattern; the latest word on each field counts."""
    fields: Fields = {}
    address: dict[str, str] = {}
    asked = ""
    for at, message in enumerate(messages):
        if message.role != "user":
            asked = fold(message.content)
            continue
        own = patterns.without_others(message.content)
        for field, find in _TEXT_FIELDS.items():
            if fact := find(own):
                fields[field] = Extracted(fact.value, fact.confidence, at)
        if "name" not in fields and _ASKS_NAME.search(asked) and (name := patterns.bare_name(message.content)):
            fields["name"] = Extracted(name.value, name.confidence, at)
        if found := addresses.find(patterns.without_elsewhere(message.content)):
            address |= found.parts
            fields["address"] = Extracted(address, 0.8, at)
        if cep := patterns.find_cep(message.content) or _bare_cep(message.content, asked):
            address["zip"] = cep.value
            fields["address"] = Extracted(address, max(cep.confidence, 0.8), at)
        if cpf := patterns.find_cpf(own):
            fields.setdefault("custom_attributes", {})["cpf"] = Extracted(cpf.value, cpf.confidence, at)
        asked = ""
    if interests := _interests(messages):
        fields["interests"] = interests
    return fields


def _bare_cep(text: str, asked: str) -> Fact | None:
    """Eight digits that answer a question for the CEP."""
    digits = _digits(text)
    alone = re.fullmatch(r"\s*\d{2}\.?\d{3}[\s-]?\d{3}\s*\.?", text) is not None
    return Fact(digits, 0.85) if alone and re.search(r"\bcep\b|\bpostal\b|\bzip\b", asked) else None


def _interests(messages: Sequence[LeadMessage]) -> Extracted | None:
    """What the shopper says to like (rather sure) or looks for (somewhat sure)."""
    found: dict[str, float] = {}
    for message in messages:
        if message.role != "user":
            continue
        text = fold(message.content)
        written = {fold(word): word.lower() for word in re.findall(r"[\w'-]+", message.content)}
        for pattern, confidence in ((_LIKES, 0.8), (_SEEKS, 0.6)):
            for match in pattern.finditer(text):
                before = text[max(0, match.start() - 200) : match.start()]
                if _NEGATED.search(before) or _OTHERS.search(before):
                    continue
                for wish in _wishes(match[1]):
                    found.setdefault(_as_written(wish, written), confidence)
    if not found:
        return None
    kept = dict(list(found.items())[-MAX_INTERESTS:])
    return Extracted(list(kept), round(sum(kept.values()) / len(kept), 2))


def _wishes(subject: str) -> list[str]:
    """`corrida e yoga` are two."""
    said = _ENDS.split(subject, maxsplit=1)[0]
    wishes = [content_words(part) for part in re.split(r"\s+(?:e|and)\s+", said)]
    return [wish for wish in wishes if 0 < len(wish.split()) <= 4 and not _NO_INTERESTS & set(wish.split())]


def _as_written(query: str, written: Mapping[str, str]) -> str:
    """The folded words of a query with the accents they had."""
    return " ".join(written.get(word, word) for word in query.split())


def of_model(answer: ModelAnswer, messages: Sequence[LeadMessage]) -> Fields:
    """A model's answer as fields: in normal form, and no surer than the shopper's own words allow."""
    said = " \n ".join(message.content for message in messages if message.role == "user")
    fields: Fields = {}
    if answer.name and answer.name.value.strip():
        value = " ".join(answer.name.value.split())[:200]
        proven = set(words(value)) <= set(words(said))
        fields["name"] = Extracted(value, _confidence(answer.name.confidence, proven))
    if answer.phone and (phone := patterns.find_phone(answer.phone.value)):
        proven = _digits(phone.value)[-8:] in _digits(said)
        fields["phone"] = Extracted(phone.value, _confidence(answer.phone.confidence, proven))
    if answer.email and (email := patterns.find_email(answer.email.value)):
        fields["email"] = Extracted(email.value, _confidence(answer.email.confidence, email.value in said.lower()))
    if answer.address:
        parts = {k: v.strip()[:300] for k, v in msgspec.to_builtins(answer.address).items() if isinstance(v, str)}
        if zip_code := _digits(parts.pop("zip", "")):
            parts |= {"zip": zip_code} if len(zip_code) == 8 and zip_code in _digits(said) else {}
        if parts := {key: value for key, value in parts.items() if value}:
            fields["address"] = Extracted(parts, _confidence(answer.address.confidence, True))
    if answer.interests and (
        likes := list(dict.fromkeys(x.strip()[:200] for x in answer.interests.value if x.strip()))
    ):
        fields["interests"] = Extracted(likes[:MAX_INTERESTS], _confidence(answer.interests.confidence, True))
    for found in (answer.custom_attributes or [])[:20]:
        if found.key.strip() and found.value.strip():
            attribute = Extracted(found.value.strip()[:500], _confidence(found.confidence, True))
            fields.setdefault("custom_attributes", {})[found.key.strip()[:64]] = attribute
    if answer.profile_summary and answer.profile_summary.value.strip():
        text = answer.profile_summary.value.strip()[:2000]
        fields["profile_summary"] = Extracted(text, _confidence(answer.profile_summary.confidence, True))
    return fields


def changed(fields: Fields, existing: Mapping[str, Any], min_confidence: float) -> Fields:
    """The fields that are sure enough and say something new."""
    delta: Fields = {}
    for name, found in fields.items():
        if name == "custom_attributes":
            known = existing.get(name)
            known = known if isinstance(known, dict) else {}
            if inner := changed(found, known, min_confidence):
                delta[name] = inner
            continue
        news = _news(name, found.value, existing.get(name))
        if news is not None and found.confidence >= min_confidence:
            delta[name] = Extracted(news, found.confidence, found.message)
    return delta


def _news(name: str, value: Any, known: Any) -> Any:
    """What of a value is not known yet; None when all of it is."""
    if name == "phone":
        # Brazilian mobiles are written with and without the ninth digit.
        return None if known and _digits(str(known))[-8:] == _digits(value)[-8:] else value
    if isinstance(value, list):
        old = {fold(str(item)) for item in known} if isinstance(known, list) else set()
        return [item for item in value if fold(item) not in old] or None
    if isinstance(value, dict):
        old_parts = known if isinstance(known, dict) else {}
        return {k: v for k, v in value.items() if fold(str(old_parts.get(k, ""))) != fold(str(v))} or None
    return None if known is not None and fold(str(known)).split() == fold(str(value)).split() else value


def _confidence(stated: float, proven: bool) -> float:
    """A model's own confidence, capped where the shopper never wrote the value."""
    bounded = min(max(stated, 0.0), 1.0) if stated == stated else 0.0  # NaN is not itself
    return round(bounded if proven else min(bounded, UNPROVEN), 2)


def _digits(text: str) -> str:
    return "".join(char for char in text if char.isascii() and char.isdigit())
