"""What so much of some goods comes to, asked in many ways: `se eu pegasse 5 kg de tomate e 2 alfaces dava quanto?`"""

from collections.abc import Sequence

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.products.counts import counted
from app.features.chat.assistant.products.matching import Product
from app.features.chat.assistant.products.name_words import product_words
from app.features.chat.assistant.products.weighing import measured
from app.features.chat.assistant.reading.splitting import split_mentions
from app.ops.expressions import expression

_COMES_TO = r"(?:d[ae](?:va|ria)?|fica(?:va|ria|m)?|sai(?:a|ria|riam)?|custa(?:va|ria|m)?|seria[m]?|e|eh)"
_HOW_MUCH = (
    rf"(?:(?:ia\s+dar|{_COMES_TO})\s+(?:(?:por|em|tudo)\s+)*quanto|"
    rf"quanto\s+(?:(?:e\s+)?que\s+)?(?:ia\s+dar|{_COMES_TO})(?:\s+tudo)?|"
    rf"quanto\s+(?:(?:{_COMES_TO})\s+)?(?:[oa]s\s+(?:dois|duas|tres)|tudo|junt[oa]s?|both))"
)
_TAKES = r"(?:peg|lev|compr|ped|quis|quer)\w+"
_FORMS = (
    # `se eu levar 5kg de cebola e 2 de pera quanto dá?`, `5 kg de cebola dá quanto?`
    expression(
        rf"(?:^|(?<=[.!?;\n]))\W*(?:(?:oi|e|ah|entao|mas|so)\W+)*(?:se\s+(?:eu\s+|a\s+gente\s+)?(?:fosse\s+)?{_TAKES}\s+)?(?P<goods>[^?.;!\n]+?)\s*,?\s+{_HOW_MUCH}\s*(?=[?.;!\n]|$)"
    ),
    # `me faz a conta: 5 kg de cebola e 5 kg de batata`, `queria saber quanto ficaria 5 kg de cebola`
    expression(
        r"(?:^|(?<=[.!?;\n]))\W*(?:.{0,30}\b)?(?:(?:faz|calcula|soma|ve)\s+(?:(?:a|uma|pra\s+mim)\s+)*(?:conta|soma|total)?\s*(?:de|d[oa]s?)?\s*:?|"
        rf"quanto\s+(?:ia\s+dar|{_COMES_TO})(?:\s+(?:tudo|se\s+eu\s+{_TAKES}))?)\s+(?P<goods>[^?.;!\n]+?)\s*(?=[?.;!\n]|$)"
    ),
)
_LEADS = (
    r"(?:(?:oi+e?|ola|opa|e|ai|ah|entao|mas|so|hi|hey|hello|hoje|agora|and|ok|gente|bom\s+dia|"
    r"boa\s+(?:tarde|noite))\W+)*"
)
_ALL_THAT = (
    r"(?:(?:isso|isto|tudo|ess[ea]s?\s+(?:pedido|lista|compra|coisas)|a\s+(?:lista|compra)|"
    r"[oa]\s+(?:pedido\s+)?del[ea]s?)\s+)"
)
_QUOTE = "['\"\u2018\u2019\u201c\u201d]"
# `minha amiga me mandou a lista do que comprou: 2 molduras e 1 fita. isso tudo dá quanto?`
_THEIR_LIST = expression(
    rf"(?:^|(?<=[.!?;\n]))\s*{_LEADS}(?:(?:[oa]s?|the|uma?|an?|my|meus?|minhas?)\s+)*"
    r"(?!(?:eu|quem|que|voces?|vcs?|gente|loja|you|who)\b)[a-z]{3,}(?:\s+(?:minha|meu|of\s+mine|d[aeo]\s+\w+))?\s+(?:(?:ja|me|aqui|so|just)\s+)*"
    r"(?:mandou|mostrou|passou|enviou|comprou|levou|pegou|pediu|encomendou|sent|showed|bought|got|ordered|texted)\b"
    rf"(?:[^.;!?\n:'\"]*?(?::\s*{_QUOTE}?|{_QUOTE})|\s)\s*(?P<goods>[^.?;!\n:'\"]+?)\s*{_QUOTE}?[\s.,;!?]+{_LEADS}"
    rf"(?:{_ALL_THAT}+{_HOW_MUCH}|{_HOW_MUCH}\s+{_ALL_THAT}*(?:isso|tudo|del[ea])|"
    r"how\s+much\s+(?:is|was|would|does|do|are)\s+(?:all\s+(?:of\s+)?)?(?:that|it|this|those|everything|hers|his)\b[^.?!\n]*)\s*(?=[?.;!\n]|$)"
)
# `minha cunhada me mandou o que ela comprou aí: 2 molduras e 1 fita. achei muita coisa`, which asks for nothing
_WHAT_THEY_GOT = expression(
    rf"(?P<story>(?:^|(?<=[.!?;\n]))\s*{_LEADS}(?:(?:[oa]s?|uma?|an?|my|meus?|minhas?)\s+)*(?!(?:eu|voces?|i|you)\b)[a-z]{{3,}}\s+(?:(?:ja|me|aqui|so)\s+)*"
    r"(?:mandou|mostrou|passou|enviou|contou|sent|showed|told|texted)\s+(?:(?:me|us|a\s+lista|the\s+list)\s+)*(?:d?o\s+|of\s+)?(?:que|what)\s+(?:(?:el[ea]s?|s?he|they)\s+)?(?:ja\s+)?"
    r"(?:(?:comprou|compraram|levou|levaram|pegou|pegaram|encomendou|encomendaram|bought|got|ordered)\b[^.;!?\n:]*|(?:pediu|pediram)\s+(?:ai|com\s+voces?|n[oa]|ontem|semana|mes|da\s+ultima)\b[^.;!?\n:]*)):"
    r"\s*[^.;!?\n]+(?P<behind>[.;!?\n]?)(?!.*\b(?:quero|queria|manda|me\s+ve|separa|quanto|igual|mesm[oa]|want|i'?ll|same|how\s+much)\b)"
)
_OF_LIST = expression(r"\s*(?:,(?!\d)|\se\s|\sand\s)\s*(?:(?:e|and)\s+)?")
_COUNTED = expression(r"^(?:\d|uma?\b|dois|duas|tres|quatro|cinco|seis|meia\b|mei[oa]\b|an?\s|one|two|three|four)")


def as_sum(text: str) -> str:
    """The folded message, in which such a question is `quanto fica …?`; as it is, where no goods are counted in it."""
    for form in _FORMS:
        found = form.search(text)
        if found is None:
            continue
        parts = split_mentions(found["goods"])
        places = [max(map(current().place, product_words(part)), default=0) for part in parts]
        together = (
            len(parts) > 1 and min(places) == BEGINS and "," not in found["goods"]
        )  # `faca e amolador, quanto os dois?`
        if together or all(_COUNTED.match(part) and at >= NAMES for part, at in zip(parts, places, strict=True)):
            return f"{text[: found.start()]} quanto fica {found['goods']}? {text[found.end() :].lstrip('?.!')}".strip()
    return text


def of_their_list(text: str) -> str:
    """The folded message, in which what somebody else has bought is only priced: `quanto fica 2 molduras e 1 fita?`;
    where nothing is asked of it, it is left out."""
    text = _WHAT_THEY_GOT.sub(r"\g<story>\g<behind>", text)
    found = _THEIR_LIST.search(text)
    parts = _OF_LIST.split(found["goods"]) if found else []
    goods = current()
    named = [any(goods.place(word) >= NAMES for word in product_words(part)) for part in parts]
    if found is None or not (all(named) and all(map(_COUNTED.match, parts))):
        return text
    return f"{text[: found.start()]} quanto fica {' e '.join(parts)}? {text[found.end() :].lstrip('?.! ')}".strip()


def how_many(product: Product, mention: Mention) -> int | None:
    """How many of a product a mention means; None where it says none, or so much does not go."""
    return measured(product, mention.measure) if mention.measure else counted(product, mention.quantity, mention)


def counts_of(products: Sequence[Product], mentions: Sequence[Mention]) -> tuple[int, ...]:
    """How many of each; empty where one does not go."""
    counts = [how_many(one, said) or (0 if said.measure else 1) for one, said in zip(products, mentions, strict=True)]
    return tuple(counts) if all(counts) else ()
