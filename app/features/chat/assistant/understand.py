"""What a message means, given what the conversation is at. Pure; tests: tests/features/chat/test_understanding.py."""

import re
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from app.features.chat.assistant import signs
from app.features.chat.assistant import vocabulary as v
from app.features.chat.assistant.accounting import read_all
from app.features.chat.assistant.acts import Acts, Change, Look, Mention, Question
from app.features.chat.assistant.cities import cep_of
from app.features.chat.assistant.clauses import split_clauses
from app.features.chat.assistant.counts_first import count_told_first, without_use
from app.features.chat.assistant.coupons import drops_coupon, told_coupon, without_coupon
from app.features.chat.assistant.edits import as_exchanges
from app.features.chat.assistant.ellipses import filled
from app.features.chat.assistant.english_phrases import read_as
from app.features.chat.assistant.english_sizes import partly_otherwise
from app.features.chat.assistant.english_terms import named_in_english, without_uses
from app.features.chat.assistant.goods import BEGINS, NAMES, Goods, current, known_as
from app.features.chat.assistant.letters import lettered
from app.features.chat.assistant.lots import as_lots, price_of_lot
from app.features.chat.assistant.made import of_made_order
from app.features.chat.assistant.merging import (
    counted_kinds,
    each_last,
    each_of_size,
    each_weighed,
    half_and_half,
    shared_out,
)
from app.features.chat.assistant.notes import announced, told_notes
from app.features.chat.assistant.people import asked_data, disputed_data, told_about_oneself
from app.features.chat.assistant.places import half_cep_in, place_in
from app.features.chat.assistant.reading import Reading
from app.features.chat.assistant.sizing import same_size, size_for_all, size_in, spread_sizes, with_each
from app.features.chat.assistant.spelling import spelt_out
from app.features.chat.assistant.sums import as_sum
from app.features.chat.assistant.thanking import only_thanks
from app.features.chat.assistant.ways import tell_way, without_way
from app.features.chat.assistant.words import HOMONYMS, as_goods, fold, number, says, without_clock, words
from app.features.chat.assistant.wrapped import unwrapped
from app.features.conversations.consent import agrees, agrees_to, refuses
from app.features.conversations.state import ConversationState, Known, Language, Pending
from app.features.shipping.types import ShippingRule

_BRINGS = re.compile(r"\b(?:entreg(?:a|ar|ue|uem|am)|mand(?:a|ar|em)|envi(?:a|ar|e)|deliver|ship|send)\b")
_COUNT = r"(\d{1,2}|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|doze)"
_PEOPLE = re.compile(rf"\bsomos\s+(?:em\s+)?{_COUNT}\b|\b(?:pra|para)\s+{_COUNT}\s+(?:pessoas|criancas|convidados)\b")
_FOR_EACH_ONE = re.compile(r"\b(?:(?:pra|para)\s+)?cada\s+(?:um|uma|pessoa|crianca|convidado)\b(?!\s+(?:de|custa|sai))")
# `anzol n 4`, `anzol n2`, `nº 2`
_NUMERO = re.compile(r"(?<=[^\W\d]\s)(?:n[ºo°.]?\s+|nº\s*|n(?=\d\b))(?=\d{1,2}\b)", re.IGNORECASE)
_NUMERO_ALONE = re.compile(r"^\W*n[ºo°.]?\s*(?=\d{1,2}\W*$)", re.IGNORECASE)
# `uma G, mesma cor`: as what was taken is, unless something else is said
_SAME = re.compile(r",?\s*\b(?:(?:d[oa]|n[oa]|[oa]|com|in|of)\s+)*(?:the\s+)?(?:mesm[oa]\s+cor|same\s+colou?r)(?!.*\?)")
# For somebody, who may need another size.
_SOMEBODY = re.compile(
    r"\b(?:pr[ao]|para|for)\s+(?:[oa]\s+|my\s+|meu\s+|minha\s+)?(?:el[ea]|outr[oa]|mim|filh\w+|irm\w+|marido|esposa|mae|pai|menin\w+|mais\s+\w+|cacula|"
    r"me|him|her|son|daughter|kid|other)\b|\b(?:o|a|d[oa])\s+outr[oa]\b"
)
# `deixa, vou buscar mesmo`: no refusal, but how it is got after all.
_LET_ME = re.compile(
    r"(?:\bah+\W+)?\bdeixa\s*,?\s*(?=(?:que\s+)?(?:eu\s+)?(?:(?:vou|passo|prefiro|posso)\s+)?(?:(?:a[ií]|l[aá]|pra|para)\s+)*(?:busc|retir|peg)\w+)",
    re.IGNORECASE,
)
# Words of Portuguese and of English.
_OF_BOTH = frozenset(["a", "as", "do", "for", "me", "more", "no", "show", "to"])
_CONTRACTION = re.compile(r"[a-z]'(?:s|m|d|ll|re|ve|t)$")
_SHOW_ME = re.compile(r"\bshow\s+me\b")
_PRICE_ALONE = re.compile(
    r"(?:(?:qual|quais|e|os?|a)\s+)*(?:(?:preco|valor)(?:es|s)?)(?:\s+(?:de\s+cada|del[ea]s))?|quanto(?:\s+(?:custa|e|eh|sai|fica|ta|da)\w*)?|how\s+much(?:\s+(?:is\s+that|are\s+they))?"
)
_TAKES_UP = re.compile(
    r"(?:(?:ah|entao|ok)\s+)*(?:pode(?:\s+ser)?|quero(?:\s+sim)?|isso|faz|please|yes|sure)\s*(?:[.,!;]|$)"
)
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
    known = Known()
    if wants_to_hear:
        rest = ""
    elif not _answers_choice(rest, state):  # `Rosa` is a colour here
        known, rest = told_about_oneself(rest, state)
    disputes = disputed_data(message, state) if known == Known() else None
    dropped = drops_coupon(rest)
    coupon, rest = (None, without_coupon(rest)) if dropped else told_coupon(rest, state.dialogue)
    addressed = bool(known.address or known.cep or state.known.address or state.known.cep)
    notes, rest = told_notes(rest, state, ruled=bool(shipping), addressed=addressed)
    notes = (*cards, *notes)
    rest = _LET_ME.sub("", rest)
    language = language_of(message, "en" if _begins_in_english(message, state) else state.dialogue.language)
    rest = _NUMERO.sub("número ", rest)  # `1 anzol n 4` refuses nothing
    if state.dialogue.pending is not None and state.dialogue.pending.kind == "choose":
        rest = _NUMERO_ALONE.sub("número ", rest)
    folded = _spoken(rest, language, state)
    for_all, folded = size_for_all(folded)
    yes, no = agrees(rest), refuses(rest)
    asked = state.dialogue.pending
    if yes and asked is not None and fold(rest).strip(" .!") in _values(asked):
        yes = False  # `S` is a size here
    thanks = asked is not None and asked.kind == "quantity" and only_thanks(folded, agrees=yes)
    yes = yes and not thanks  # `blz, obrigado`, to `quer levar?`
    agreed = state.summary is not None and agrees_to(state.summary, message, offers_else=state.offers_else)
    reading = Reading(state, shipping)
    reading.wears = for_all or None
    reading.text = folded
    unread = _read(reading, message, folded, known, answers=yes or no or agreed or thanks, agrees=yes)
    if thanks:
        reading.note(thanks=True)
    waits = state.dialogue.pending is not None and state.dialogue.pending.kind not in ("delivery", "method")
    if (yes or no) and not (agreed or waits or state.cart.lines) and says(words(folded), v.THANKS):
        reading.note(thanks=True)
    brought = known.cep is not None and "?" not in message and _BRINGS.search(folded) is not None
    tell_way(reading, notes, brought=brought or known.address is not None)
    _of_moods(reading)
    if _of_the_story(reading, unread):
        unread = ()
    for settle in _TOGETHER:
        settle(reading)
    reading.changes = _for_everybody(folded, shared_out(reading.changes[:MAX_CHANGES]))
    found = {"yes": yes, "no": no} | reading.found
    return Acts(
        message,
        language,
        known,
        agrees=agreed,
        coupon=coupon,
        drops_coupon=dropped,
        notes=notes if agreed else (*notes, *_wraps(reading, yes)),
        changes=tuple(reading.changes),
        looks=tuple(reading.looks),
        about=tuple(reading.about),
        wonders=tuple(reading.wonders),
        questions=tuple(reading.questions),
        traits=reading.traits,
        recalls=reading.recalls,
        unread=tuple(dict.fromkeys(piece if piece in fold(message) else message.strip() for piece in unread)),
        asked=" ".join(reading.asked) or (folded if reading.found.get("asks_something") else ""),
        half_cep=half_cep_in(message) if state.cart.lines and not state.dialogue.half_cep else "",
        disputes=disputes,
        asks_data=wants_to_hear,
        wears=reading.wears or _size_sought(reading.looks),
        **found,  # type: ignore[arg-type]
    )


def _spoken(text: str, language: Language, state: ConversationState) -> str:
    """The text as it is read: folded, in Portuguese, with what stands for several things said of each."""
    folded = without_clock(spelt_out(fold(text)))
    if language == "en":
        folded = partly_otherwise(without_uses(folded), state.cart.lines)
    folded = filled(folded)
    for word, goods in HOMONYMS.items():
        if current().place(goods) >= NAMES:
            folded = as_goods(folded, word)
    if language == "en":
        folded = read_as(folded)
    folded = lettered(unwrapped(folded), state)
    folded = with_each(spread_sizes(same_size(_SAME.sub(" ", folded), state)))
    folded = as_lots(without_use(count_told_first(folded, state), state))
    for told in (each_last, each_weighed, each_of_size, half_and_half, as_sum):
        folded = told(folded)
    return as_exchanges(folded, state.cart.lines)


def _read(reading: Reading, message: str, folded: str, known: Known, *, answers: bool, agrees: bool) -> tuple[str, ...]:
    """Read the clauses, unless the message is an answer alone; the pieces that stand in no act. answers: it is a yes or
    a no; agrees: a yes."""
    state, asked = reading.state, reading.state.dialogue.pending
    if (of_order := of_made_order(fold(message), state, known)) is not None:
        reading.note(**({"complains": True} if of_order == "complaint" else {"after_sale": of_order}))
    elif not answers:
        unread = read_all(reading, split_clauses(folded))
        wishes = reading.questions or reading.changes or any(not it.guess and it.mention.words for it in reading.looks)
        if signs.BROKEN.search(folded) and signs.BOUGHT.search(folded) and not wishes:
            reading.looks.clear()
            reading.note(complains=True)
        return unread
    elif agrees and reading.shipping and asked is not None and asked.kind == "delivery":
        for clause in split_clauses(folded):  # `pode mandar` is a way, too
            without_way(reading, clause)
    return ()


def _of_the_story(reading: Reading, unread: Sequence[str]) -> bool:
    """`minha irmã comprou a vela de canela e amou, quero 2`: of what the message tells of. True: it was left unread."""
    if len(reading.changes) != 1 or reading.looks or reading.about or reading.wonders:
        return False
    wanted = reading.changes[0]
    told = reading.recalls or (reading.mention(unread[0]) if unread else None)
    if told is None or wanted.kind not in ("want", "add") or not wanted.mention.empty or wanted.corrects:
        return False
    left = reading.recalls is None
    named = tuple(word for word in told.words if current().place(word) >= NAMES)
    if any(current().place(word) == BEGINS for word in named):
        reading.changes[0] = replace(wanted, mention=replace(wanted.mention, words=named, soft=told.soft))
        reading.recalls = None
        return left
    return False


def _of_moods(reading: Reading) -> None:
    """What doubt, advice and a question announced mean for the rest."""
    asked = reading.state.dialogue.pending
    if reading.found.get("hesitates") and asked is not None and asked.kind == "choose":
        reading.changes.clear()  # `é pro gol, mas não sei se é G5 ou G6`
    if reading.found.get("suggest"):
        reading.looks = [one for one in reading.looks if not one.guess]
    if reading.found.get("asks_something") or reading.found.get("refused"):
        reading.found.pop("asks_help", None)  # `uma dúvida`, and then which


def _ordered_at_once(reading: Reading) -> None:
    """`tábua de bambu e faca do chef, retirada, pix`: goods that are named with how to pay or to get them."""
    if reading.changes or not (reading.found.get("method") or reading.found.get("way")) or reading.asked:
        return
    named = [one for look in reading.looks for one in look.parts or (look.mention,)]
    begins = all(any(current().place(word) == BEGINS for word in one.words) for one in named)
    if named and begins and all(one.guess for one in reading.looks):
        reading.changes, reading.looks = [Change("want", one) for one in named], []


def _listed_along(reading: Reading) -> None:
    """`1 caneca com foto, caixa de presente, pix`: goods that stand in a list of wishes without a count."""
    wished = reading.changes and all(one.kind in ("want", "add") and not one.corrects for one in reading.changes)
    if not wished or reading.asked or not (reading.found.get("method") or reading.found.get("way")):
        return
    for look in [one for one in reading.looks if one.guess and not one.parts]:
        named = (*look.mention.soft, *look.mention.words)
        if named and current().place(named[0]) == BEGINS:
            reading.looks.remove(look)
            reading.changes.append(Change("want", replace(look.mention, words=named, soft=())))


def _kinds_counted(reading: Reading) -> None:
    """`preciso de colete, 2 G e um infantil`: so many of each kind of what was named first."""
    if not reading.changes and (kinds := counted_kinds(reading.looks)):
        reading.changes, reading.looks = kinds, reading.looks[:-2]


def _valued_each(reading: Reading) -> None:
    """`o direito é -2,00 e o esquerdo -1,50, uma caixa de cada`: one of each value that was told."""
    if len(reading.valued) > 1 and reading.changes and reading.changes[-1].mention.every:
        each = reading.changes.pop()
        picks = [Mention(product_id=one, quantity=each.mention.quantity) for one in reading.valued]
        reading.changes += [replace(each, mention=pick) for pick in picks]
        reading.traits = None


def _asked_together(reading: Reading) -> None:
    """`estojo, flanela e spray, quanto ficam os três?`: the question is about what was named."""
    named = [one for look in reading.looks for one in look.parts or (look.mention,)]
    if len(named) > 1 and not reading.about and reading.asked and _PRICE_ALONE.fullmatch(reading.asked[-1]):
        reading.about, reading.looks = named, []  # `coca lata e coca 2 litros, qual o valor?`
    if not (reading.about and reading.about[-1].every and not reading.about[-1].words and reading.looks):
        return
    if len(named) == (reading.about[-1].of or len(named)):
        reading.about, reading.looks = named, []


def _in_own_size(reading: Reading) -> None:
    """`uso M`: what is named without a size is meant in that one, also in the messages after it."""
    size = reading.wears or _told_before(reading)
    if not size:
        return
    reading.looks = [replace(one, mention=_sized(one.mention, size)) for one in reading.looks]
    reading.changes = [replace(one, mention=_worn(reading, _sized(one.mention, size))) for one in reading.changes]
    if reading.traits is not None and not reading.traits.soft:  # `tem na cor rosa? uso M`
        reading.traits = replace(reading.traits, soft=(size,))


def _told_before(reading: Reading) -> str:
    """The size that an earlier message told, as long as the cart is all in that one and nobody else is named."""
    held = {own for line in reading.state.cart.lines if (own := size_in(line.name))}
    size = reading.state.dialogue.size
    return "" if reading.found.get("tells") or held - {size} or _SOMEBODY.search(reading.text) else size


def _size_sought(looks: Sequence[Look]) -> str:
    """`preciso de uniforme tamanho 6`: the size of what is looked for."""
    soft = looks[-1].mention.soft if looks else ()
    return soft[-1] if len(soft) == 2 and soft[0] in ("tamanho", "numero", "size") else ""


def _to_town(reading: Reading) -> None:
    """`to em Londrina, quanto fica?`: what it costs to get it there."""
    town = place_in(reading.text)
    if not reading.found.get("total") or cep_of(town) is None:
        return
    named = set(words(town))
    reading.looks = [one for one in reading.looks if not (one.guess and named >= {*one.mention.words})]
    reading.questions.append(Question("freight", reading.text))


def _wraps(reading: Reading, yes: bool) -> tuple[str, ...]:
    """A yes to what the shop tells of wrapping gifts is asked of the order."""
    dialogue = reading.state.dialogue
    said = yes or _TAKES_UP.match(reading.text) is not None
    if dialogue.topic != "gift" or not said or not (dialogue.focus or reading.state.cart.lines):
        return ()
    return ("embalar para presente" if dialogue.language == "pt" else "wrap as a gift",)


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


def _no_matter_which(reading: Reading) -> None:
    """`tanto faz a cor`, of what is wished for."""
    if reading.any:
        reading.changes = [
            replace(one, mention=replace(one.mention, any=True)) if one.kind in ("want", "add") else one
            for one in reading.changes
        ]


_TOGETHER: tuple[Callable[[Reading], None], ...] = (
    _ordered_at_once,
    _listed_along,
    _kinds_counted,
    _as_looks,
    _in_one_look,
    _ranked,
    _to_town,
    _valued_each,
    price_of_lot,
    _asked_together,
    _in_own_size,
    _no_matter_which,
)
"""What the clauses mean together, in the order in which it is settled."""


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


def _answers_choice(text: str, state: ConversationState) -> bool:
    """It is one of the values that a question leaves to choose from, and nothing else."""
    waits = [one for one in (state.dialogue.pending, *state.dialogue.open) if one is not None and one.kind == "choose"]
    return any(fold(text).strip(" .!") in _values(one) for one in waits)


def _values(asked: Pending) -> set[str]:
    """The options' values that a question leaves to choose from."""
    return {fold(value) for option in asked.options for one in option.each for value in one.options.values()}


def _begins_in_english(message: str, state: ConversationState) -> bool:
    """`3 keychains`, where nothing was said before that tells the language."""
    dialogue = state.dialogue
    begun = state.cart.lines or state.orders or dialogue.listed or dialogue.pending or dialogue.focus
    return not begun and named_in_english(message)


def language_of(text: str, before: Language) -> Language:
    """English when the words are; in doubt the language of the conversation so far."""
    tokens = words(text)
    english = sum((t in v.ENGLISH and t not in _OF_BOTH) or _CONTRACTION.search(t) is not None for t in tokens)
    english += _SHOW_ME.search(fold(text)) is not None
    portuguese = sum(t in v.PORTUGUESE and t not in _OF_BOTH for t in tokens)
    if english == portuguese:
        return before
    return "en" if english > portuguese else "pt"
