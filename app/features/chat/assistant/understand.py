"""What a message means, given what the conversation is at. Pure; tests: tests/features/chat/test_understanding.py."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from app.features.chat.assistant import signs
from app.features.chat.assistant import vocabulary as v
from app.features.chat.assistant.accounting import read_all
from app.features.chat.assistant.acts import Acts, Change, Look, Mention
from app.features.chat.assistant.clauses import split_clauses
from app.features.chat.assistant.edits import as_exchanges
from app.features.chat.assistant.english_phrases import read_as
from app.features.chat.assistant.goods import BEGINS, NAMES, Goods, current, known_as
from app.features.chat.assistant.merging import counted_kinds, each_last, half_and_half, shared_out
from app.features.chat.assistant.notes import announced, told_notes
from app.features.chat.assistant.people import asked_data, disputed_data, told_about_oneself
from app.features.chat.assistant.places import half_cep_in
from app.features.chat.assistant.reading import Reading
from app.features.chat.assistant.receiving import drops_coupon, told_coupon, without_coupon
from app.features.chat.assistant.ways import tell_way, without_way
from app.features.chat.assistant.words import fold, number, says, spelt_out, without_clock, words
from app.features.conversations.consent import agrees, is_consent, refuses
from app.features.conversations.state import ConversationState, Known, Language
from app.features.shipping.types import ShippingRule

_BRINGS = re.compile(r"\b(?:entreg(?:a|ar|ue|uem|am)|mand(?:a|ar|em)|envi(?:a|ar|e)|deliver|ship|send)\b")
_COUNT = r"(\d{1,2}|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|doze)"
_PEOPLE = re.compile(rf"\bsomos\s+(?:em\s+)?{_COUNT}\b|\b(?:pra|para)\s+{_COUNT}\s+(?:pessoas|criancas|convidados)\b")
_FOR_EACH_ONE = re.compile(r"\b(?:(?:pra|para)\s+)?cada\s+(?:um|uma|pessoa|crianca|convidado)\b(?!\s+(?:de|custa|sai))")
# `anzol n 4`, `anzol n2`, `nº 2`
_NUMERO = re.compile(r"(?<=[^\W\d]\s)(?:n[ºo°.]?\s+|nº\s*|n(?=\d\b))(?=\d{1,2}\b)", re.IGNORECASE)
# `uma branca, mesmo tamanho`: as what was taken is, unless something else is said
_SAME = re.compile(
    r",?\s*\b(?:(?:d[oa]|n[oa]|[oa]|com|in|of)\s+)*(?:the\s+)?(?:mesm[oa]\s+(?:tamanho|numero|cor)|same\s+(?:size|colou?r))(?!.*\?)"
)
# Of an order that was made: something of it is to be otherwise.
_ALTERS = re.compile(
    r"\bera\s+(?:(?:pra|para)\s+ser\s+)?(?:so\s+)?(?=\d|uma?\b|dois|duas|tres|quatro|cinco)|^(?:(?:ops|ih|ah|eita|poxa)\W+)*errei\b|^(?:\W|ah|olha)*mudei\s+de\s+ideia\s*[.!]*$|\b(?:made\s+a\s+mistake|changed\s+my\s+mind)\b|"
    r"^(?:(?:no|oh|sorry|actually|oops|wait|hey|please|can\s+you)\W+)*(?:(?:make|change)\s+(?:it|that)(?:\s+to)?|i\s+meant|i\s+wanted|it\s+should\s+(?:be|have\s+been))\s+(?:an?|one|two|three|four|five|six|\d{1,2})\b|"
    r"\b(?:can|could)\s+(?:you|i|we)\s+(?:please\s+)?(?:deliver|ship|send|pick|pay|collect)\b.*\binstead\b|\b(?:chang|switch)\w*\s+(?:it|that|this)\s+to\s+(?:delivery|pickup|pick\s?up|shipping|cash|pix)\b|"
    r"\b(?:mud|troc|alter|chang)\w*\s+(?:(?:o|a|meu|my|the)\s+)*(?:pedido|endereco|order|address|(?:pra|para|to)\s+(?:entrega|retirada|delivery|pickup))\b|"
    r"\b(?:adicion|acrescent|inclu|coloc|bot|add|por\b|poe\b)\w*\b.*\b(?:no|nesse|ao|to\s+my|to\s+the)\s+(?:mesmo\s+|meu\s+)?(?:pedido|order)\b|"
    r"\b(?:esqueci|faltou)\b.*\bcupo[mn]\b"
)
# Words of Portuguese and of English.
_OF_BOTH = frozenset(["a", "as", "do", "for", "me", "more", "no", "show", "to"])
_CONTRACTION = re.compile(r"[a-z]'(?:s|m|d|ll|re|ve|t)$")
_SHOW_ME = re.compile(r"\bshow\s+me\b")
MAX_CHANGES = 15
"""How many things of one message are looked up."""


def understand(
    message: str,
    state: ConversationState,
    shipping: Sequence[ShippingRule] = (),
    goods: Goods = Goods(),  # noqa: B008 - frozen
) -> Acts:
    """Everything the message says. shipping: the shop's rules, whose names a shopper may say; goods: which of its words
    are of the shop's goods."""
    with known_as(goods):
        return _understand(message, state, shipping)


def _understand(message: str, state: ConversationState, shipping: Sequence[ShippingRule]) -> Acts:
    cards, rest = announced(message)
    wants_to_hear = asked_data(message, state)
    known, rest = (Known(), "") if wants_to_hear else told_about_oneself(rest, state)
    disputes = disputed_data(message, state) if known == Known() else None
    dropped = drops_coupon(rest)
    coupon, rest = (None, rest) if dropped else told_coupon(rest)
    if dropped:
        rest = without_coupon(rest)
    notes, rest = told_notes(rest, state, ruled=bool(shipping))
    notes = (*cards, *notes)
    language = language_of(message, state.dialogue.language)
    reading = Reading(state, shipping)
    folded = without_clock(spelt_out(fold(_NUMERO.sub("número ", rest))))
    if language == "en":
        folded = read_as(folded)
    folded = as_exchanges(half_and_half(each_last(_SAME.sub(" ", folded))), state.cart.lines)
    rest = _NUMERO.sub("número ", rest)  # `1 anzol n 4` refuses nothing
    yes, no = agrees(rest), refuses(rest)
    asked = state.dialogue.pending
    agreed = state.summary is not None and is_consent(state.summary, message)
    unread: tuple[str, ...] = ()
    if state.orders and not state.cart.lines and signs.CODE_LOST.search(folded):
        reading.note(after_sale="resend")
    elif state.orders and not state.cart.lines and known == Known() and _alters(fold(message)):
        reading.note(after_sale="alter")
    elif not (yes or no or agreed):
        unread = read_all(reading, split_clauses(folded))
        wishes = (
            reading.questions or reading.changes or any(not one.guess and one.mention.words for one in reading.looks)
        )
        if signs.BROKEN.search(folded) and signs.BOUGHT.search(folded) and not wishes:
            reading.looks.clear()
            reading.note(complains=True)
    elif yes and shipping and asked is not None and asked.kind == "delivery":
        for clause in split_clauses(folded):  # `pode mandar` is a way, too
            without_way(reading, clause)
    waits = asked is not None and asked.kind not in ("delivery", "method")
    if (yes or no) and not (agreed or waits or state.cart.lines) and says(words(folded), v.THANKS):
        reading.note(thanks=True)
    brought = known.cep is not None and "?" not in message and _BRINGS.search(folded) is not None
    tell_way(reading, notes, brought=brought or known.address is not None)
    if reading.found.get("hesitates") and asked is not None and asked.kind == "choose":
        reading.changes.clear()  # `é pro gol, mas não sei se é G5 ou G6`
    if reading.found.get("suggest"):
        reading.looks = [one for one in reading.looks if not one.guess]
    if reading.found.get("asks_something"):
        reading.found.pop("asks_help", None)  # `uma dúvida`, and then which
    _of_the_story(reading, unread)
    _ordered_at_once(reading)
    if not reading.changes and (kinds := counted_kinds(reading.looks)):
        reading.changes, reading.looks = kinds, reading.looks[:-2]
    _as_looks(reading)
    _in_one_look(reading)
    _ranked(reading)
    if len(reading.valued) > 1 and reading.changes and reading.changes[-1].mention.every:
        each = reading.changes.pop()  # `o direito é -2,00 e o esquerdo -1,50, uma caixa de cada`
        picks = [Mention(product_id=one, quantity=each.mention.quantity) for one in reading.valued]
        reading.changes += [replace(each, mention=pick) for pick in picks]
        reading.traits = None
    if reading.about and reading.about[-1].every and not reading.about[-1].words and reading.looks:
        named = [one for look in reading.looks for one in look.parts or (look.mention,)]
        if len(named) == (reading.about[-1].of or len(named)):  # `estojo, flanela e spray, quanto ficam os três?`
            reading.about, reading.looks = named, []
    if reading.wears is not None:
        reading.looks = [replace(one, mention=_sized(one.mention, reading.wears)) for one in reading.looks]
        reading.changes = [replace(one, mention=_sized(one.mention, reading.wears)) for one in reading.changes]
        reading.changes = [replace(one, mention=_worn(reading, one.mention)) for one in reading.changes]
        if reading.traits is not None and not reading.traits.soft:  # `tem na cor rosa? uso M`
            reading.traits = replace(reading.traits, soft=(reading.wears,))
    reading.changes = _for_everybody(folded, shared_out(reading.changes[:MAX_CHANGES]))
    found = {"yes": yes, "no": no} | reading.found
    half_cep = half_cep_in(message) if state.cart.lines and not state.dialogue.half_cep else ""
    return Acts(
        message,
        language,
        known,
        agrees=agreed,
        coupon=coupon,
        drops_coupon=dropped,
        notes=notes,
        changes=tuple(reading.changes),
        looks=tuple(reading.looks),
        about=tuple(reading.about),
        wonders=tuple(reading.wonders),
        questions=tuple(reading.questions),
        traits=reading.traits,
        recalls=reading.recalls,
        unread=tuple(dict.fromkeys(piece if piece in fold(message) else message.strip() for piece in unread)),
        asked=" ".join(reading.asked) or (folded if reading.found.get("asks_something") else ""),
        half_cep=half_cep,
        disputes=disputes,
        asks_data=wants_to_hear,
        **found,  # type: ignore[arg-type]
    )


def _of_the_story(reading: Reading, unread: Sequence[str]) -> None:
    """`minha irmã comprou a vela de canela e amou, quero 2`: of what the message tells of."""
    if len(reading.changes) != 1 or reading.looks or reading.about or reading.wonders:
        return
    wanted = reading.changes[0]
    told = reading.recalls or (reading.mention(unread[0]) if unread else None)
    if told is None or wanted.kind not in ("want", "add") or not wanted.mention.empty or wanted.corrects:
        return
    named = tuple(word for word in told.words if current().place(word) >= NAMES)
    if any(current().place(word) == BEGINS for word in named):
        reading.changes[0] = replace(wanted, mention=replace(wanted.mention, words=named, soft=told.soft))
        reading.recalls = None


def _ordered_at_once(reading: Reading) -> None:
    """`tábua de bambu e faca do chef, retirada, pix`: goods that are named with how to pay or to get them."""
    if reading.changes or not (reading.found.get("method") or reading.found.get("way")) or reading.asked:
        return
    named = [one for look in reading.looks for one in look.parts or (look.mention,)]
    begins = all(any(current().place(word) == BEGINS for word in one.words) for one in named)
    if named and begins and all(one.guess for one in reading.looks):
        reading.changes, reading.looks = [Change("want", one) for one in named], []


def _in_one_look(reading: Reading) -> None:
    """`e vinho rosé, qual o mais barato?`, `um presente, até uns 150`: one wish to see."""
    if len(reading.looks) < 2 or reading.looks[-1].mention.words:
        return
    last, before = reading.looks[-1], reading.looks[-2]
    bounds = (last.min_price, last.max_price)
    if not last.by_price and (bounds == (None, None) or (before.min_price, before.max_price) != (None, None)):
        return
    low, high = bounds if bounds != (None, None) else (before.min_price, before.max_price)
    mention = Mention() if set(before.mention.words) <= v.EVERYDAY else before.mention
    one = replace(
        before, mention=mention, by_price=last.by_price or before.by_price, min_price=low, max_price=high, guess=False
    )
    reading.looks[-2:] = [one]


def _ranked(reading: Reading) -> None:
    """`a lavender perfume, the cheaper one`: of what is wished for."""
    if not (reading.changes and reading.looks):
        return
    last, look = reading.changes[-1], reading.looks[-1]
    if look.by_price and not look.mention.words and last.kind == "want" and last.mention.words:
        reading.changes[-1] = replace(last, mention=replace(last.mention, by_price=look.by_price))
        reading.looks.pop()


def _as_looks(reading: Reading) -> None:
    """`quero dar um livro, até 50 reais, o que você indica?` wishes to be shown some, and takes none."""
    bounded = any(one.max_price is not None or one.min_price is not None for one in reading.looks)
    if not (bounded or reading.found.get("suggest")):
        return
    vague = [
        one for one in reading.changes if one.kind == "want" and one.mention.words and one.mention.quantity in (None, 1)
    ]
    for one in vague if len(vague) == len(reading.changes) else ():
        reading.changes.remove(one)
        open_ = [at for at, look in enumerate(reading.looks) if not look.mention.words]
        if open_:
            look = reading.looks[open_[0]]
            reading.looks[open_[0]] = replace(look, mention=replace(one.mention, quantity=None))
        else:
            reading.looks.append(Look(replace(one.mention, quantity=None)))


def _for_everybody(folded: str, changes: list[Change]) -> list[Change]:
    """`somos em 4, uma marmita pra cada um`: so many of it."""
    people = _PEOPLE.search(folded)
    named = [one for one in changes if one.mention.words]
    if people is None or len(named) != 1 or not _FOR_EACH_ONE.search(folded):
        return changes
    many, wanted = number(people[1] or people[2]), named[0]
    others = [one for one in changes if one is not wanted and not (one.bare and one.mention.empty)]
    if many is None or wanted.mention.quantity not in (None, 1) or others:
        return changes
    return [replace(wanted, mention=replace(wanted.mention, quantity=many))]


def _sized(mention: Mention, size: str) -> Mention:
    return mention if mention.soft or not mention.words else replace(mention, soft=(size,))


def _worn(reading: Reading, mention: Mention) -> Mention:
    """`eu uso M, quero preta`: of those that are meant the ones in that size."""
    dialogue = reading.state.dialogue
    shown = [
        each
        for item in (*dialogue.listed, *(dialogue.pending.options if dialogue.pending else ()))
        for each in item.each
    ]
    fit = {one.product_id for one in shown if reading.wears in {fold(value) for value in one.options.values()}}
    among = tuple(one for one in mention.among if one in fit)
    return replace(mention, among=among) if among else mention


def _alters(folded: str) -> bool:
    """Something of an order that was made is to be otherwise, and it is not to be cancelled."""
    return _ALTERS.search(folded) is not None and signs.CANCEL.search(folded) is None


def language_of(text: str, before: Language) -> Language:
    """English when the words are; in doubt the language of the conversation so far."""
    tokens = words(text)
    english = sum((t in v.ENGLISH and t not in _OF_BOTH) or _CONTRACTION.search(t) is not None for t in tokens)
    english += _SHOW_ME.search(fold(text)) is not None
    portuguese = sum(t in v.PORTUGUESE and t not in _OF_BOTH for t in tokens)
    if english == portuguese:
        return before
    return "en" if english > portuguese else "pt"
