"""What a message means, given what the conversation is at. Pure; tests: tests/features/chat/test_understanding.py."""

import re
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from app.features.chat.assistant.acts import Acts, Change, Mention
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.english_terms import named_in_english
from app.features.chat.assistant.language.goods import BEGINS, Goods, current, known_as
from app.features.chat.assistant.language.words import fold, says, words
from app.features.chat.assistant.products.matching import Product
from app.features.chat.assistant.reading.accounting import read_all
from app.features.chat.assistant.reading.as_meant import as_meant, foreign_size
from app.features.chat.assistant.reading.asides.bargaining import bargains, without_bargain
from app.features.chat.assistant.reading.asides.languages import without_language
from app.features.chat.assistant.reading.asides.nods import as_nod
from app.features.chat.assistant.reading.asides.praise import without_praise
from app.features.chat.assistant.reading.asides.refused_first import after_refusal
from app.features.chat.assistant.reading.asides.taking_leave import takes_leave
from app.features.chat.assistant.reading.asides.thanking import only_thanks
from app.features.chat.assistant.reading.changes.asked_change import as_change
from app.features.chat.assistant.reading.changes.cart_talk import of_lines
from app.features.chat.assistant.reading.changes.checking import checked
from app.features.chat.assistant.reading.changes.counted_anew import counted_anew
from app.features.chat.assistant.reading.changes.giving_up import gives_all_up
from app.features.chat.assistant.reading.changes.kind_preferred import swapped_as_preferred
from app.features.chat.assistant.reading.changes.letting_go import asks_how_to_take_off
from app.features.chat.assistant.reading.changes.offered_as_cart import edits_offer, with_offered
from app.features.chat.assistant.reading.changes.only_the_rest import GOES_ON
from app.features.chat.assistant.reading.changes.put_back import put_back
from app.features.chat.assistant.reading.changes.said_anew import said_anew
from app.features.chat.assistant.reading.changes.said_shortly import said_shortly
from app.features.chat.assistant.reading.changes.swap_reasons import as_reasons
from app.features.chat.assistant.reading.changes.that_is_all import that_is_all
from app.features.chat.assistant.reading.choosing.count_agreed import count_agreed
from app.features.chat.assistant.reading.choosing.left_open import of_the_rest
from app.features.chat.assistant.reading.choosing.refusals import not_that
from app.features.chat.assistant.reading.choosing.yes_first import yes_first
from app.features.chat.assistant.reading.clauses import split_clauses
from app.features.chat.assistant.reading.counts.for_whom import for_everybody, for_nobody_known
from app.features.chat.assistant.reading.counts.short_of import short_of_free
from app.features.chat.assistant.reading.counts.so_many import pairs_of_one
from app.features.chat.assistant.reading.details.how_fetched import how_fetched, leaves
from app.features.chat.assistant.reading.details.how_paid import how_paid
from app.features.chat.assistant.reading.details.places import half_cep_in
from app.features.chat.assistant.reading.details.told_beside import Beside, told_beside, values_of
from app.features.chat.assistant.reading.details.ways import tell_way, without_way
from app.features.chat.assistant.reading.draft import Reading
from app.features.chat.assistant.reading.kinds.by_range import in_range_told
from app.features.chat.assistant.reading.kinds.mains import at_home
from app.features.chat.assistant.reading.kinds.merging import shared_out
from app.features.chat.assistant.reading.kinds.own_sizes import size_sought
from app.features.chat.assistant.reading.kinds.same_but import of_the_story
from app.features.chat.assistant.reading.moods import of_moods
from app.features.chat.assistant.reading.plainly import priced_by_shelf, settled_by_shelf
from app.features.chat.assistant.reading.questions.made import of_made_order
from app.features.chat.assistant.reading.questions.named_before import nothing_at_home
from app.features.chat.assistant.reading.rewording import reworded
from app.features.chat.assistant.reading.splitting import split_mentions
from app.features.chat.assistant.reading.together import settle, without_house
from app.features.chat.assistant.reading.usual import as_usual
from app.features.conversations.consent import agrees, agrees_to, refuses
from app.features.conversations.state import ConversationState, Known, Language
from app.features.shipping.types import ShippingRule
from app.ops.expressions import expression

_NUMERO = expression(r"(?<=[^\W\d]\s)(?:n[ºo°.]?\s+|nº\s*|n(?=\d\b))(?=\d{1,2}\b(?!:\d))", re.IGNORECASE)
_NUMERO_ALONE = expression(r"^\W*n[ºo°.]?\s*(?=\d{1,2}\W*$)", re.IGNORECASE)
# Words of Portuguese and of English.
_OF_BOTH = frozenset(["a", "as", "delivery", "do", "for", "hmm", "me", "more", "no", "pickup", "show", "to"])
_CONTRACTION = expression(r"[a-z]'(?:s|m|d|ll|re|ve|t)$")
_SHOW_ME = expression(r"\bshow\s+me\b")
_OF_IT = expression(r"\b(?:[dn]?el[ea]s?|it|them)\b")
_TAKES_UP = expression(
    r"(?:(?:ah|entao|ok)\s+)*(?:pode(?:\s+ser)?|quero(?:\s+sim)?|isso|faz|please|yes|sure)\s*(?:[.,!;]|$)"
)
_WRAPPED = expression(
    r"^(?!.*\b(?:nao|not|sem|without)\b).*\b(?:quero|queria|pode|coloca|faz|manda|com|please|i'?d\s+like|with)\b.*\b(?:embrulh\w*|embal\w*|presente|wrap\w*|gift)\b"
)
# `meu neto Lucas busca aí`: who comes, by what they are
_KIN_NAMED = expression(
    rf"(?P<kin>\b(?i:(?:[oa]\s+)?(?:meu|minha|my))\s+(?i:{v.KIN}))\s+[A-ZÀ-Ü][a-zà-ü]+"
    r"(?=\s+(?i:(?:que\s+)?(?:busca|pega|retira|passa|vai\s+(?:buscar|pegar|retirar|passar|pagar)|vem|paga|recebe|will|picks|comes|pays))\b)"
)
MAX_CHANGES = 15
"""How many things of one message are looked up."""


def understand(
    message: str,
    state: ConversationState,
    shipping: Sequence[ShippingRule] = (),
    goods: Goods = Goods(),  # noqa: B008 - frozen
    shelf: Sequence[Product] = (),
) -> Acts:
    """Everything the message says. shipping: the shop's rules, whose names a shopper may say; goods: which of its words
    are of the shop's goods; shelf: the goods that are called so."""
    with known_as(goods):
        for in_plain_words in (that_is_all, put_back, said_anew, as_nod):
            message = in_plain_words(message, state)
        edits = edits_offer(state, message, shelf)
        acts = _understand(message, with_offered(state) if edits else state, shipping, shelf)
        acts = replace(acts, haggles=acts.haggles or bargains(message))
        return replace(acts, edits_offer=True, total=True) if edits else acts


def _understand(
    said: str, state: ConversationState, shipping: Sequence[ShippingRule], shelf: Sequence[Product]
) -> Acts:
    said = said_shortly(without_bargain(said), state.cart.lines)
    told_weight = in_range_told(pairs_of_one(without_language(said), shelf), state, shelf)
    spoken = yes_first(as_usual(as_meant(short_of_free(told_weight, state), state, shelf), state), state)
    spoken = as_change(swapped_as_preferred(after_refusal(spoken), state.cart.lines), state.cart.lines)
    spoken = _KIN_NAMED.sub(r"\g<kin>", spoken)
    paid = how_paid(spoken, state)
    message = paid if leaves(said, state) else how_fetched(paid, state, shipping)
    told = told_beside(message, state, shipping)
    language = _language(said, message, state)
    rest = _NUMERO.sub("número ", told.rest)  # `1 anzol n 4` refuses nothing
    if state.dialogue.pending is not None and state.dialogue.pending.kind == "choose":
        rest = _NUMERO_ALONE.sub("número ", rest)
    plain = settled_by_shelf(rest, state, shelf)
    rest = plain.rest
    anew, rest = counted_anew(rest, state)
    lines = of_lines(rest, state)
    of_cart, rest = lines or ((), rest)
    checks, folded = checked(reworded(rest, language, state), state.cart.lines)
    volts, folded = at_home(folded, state)
    reading = Reading(state, shipping)
    reading.wears = volts or None
    reading.text, reading.message = folded, message
    reading.changes = list(plain.changes)
    if checks or lines or anew:
        reading.note(total=True)
    goes = takes_leave(said, state)
    nothing = _Answer(yes=False, no=False, agrees=False, thanks=False)
    answer = nothing if plain.changes or goes else _answer(reading, rest)
    unread = _read(reading, told.known, answer)
    tell_way(reading, told.notes, brought=told.brought(message, folded), sent=told.sent(message, folded))
    of_moods(reading)
    if of_the_story(reading, unread):
        unread = ()
    unread = nothing_at_home(reading, unread)
    if leaves(said, state) and not (reading.changes or reading.questions or "?" in said):
        reading.looks = []
        reading.found.pop("way", None)
        reading.note(leaves=True)
    if goes:
        reading.changes = [one for one in reading.changes if one.mention.quantity is not None]
        reading.found.pop("way", None)
        reading.note(leaves=True)
    settle(reading)
    if priced := priced_by_shelf(reading.text, shelf):
        reading.about = list(priced)
    if plain.changes:  # `o primeiro pesa no bolso`, beside what is wished for, wishes for nothing
        reading.changes = [one for one in reading.changes if one.mention.position is None or one in plain.changes]
    if told.known.cep or told.known.address:
        without_house(reading)
    _put_together(reading, anew, of_cart)
    count_agreed(reading)
    if reading.found.get("meddles"):  # what it bids is looked for nowhere
        reading.looks, unread = [], ()
        reading.changes = [one for one in reading.changes if _names_goods(one)]
    if whose := for_nobody_known(folded, reading.changes):
        unread = (*unread, whose)
    plainly = bool(plain.changes) and tuple(reading.changes) == plain.changes
    return _acts(reading, told, answer, language, unread, checks, plainly=plainly, foreign=foreign_size(said, shelf))


class _Answer(Struct, frozen=True):
    """What a message answers to what was asked or shown. agrees: to exactly the summary; thanks: it says no more."""

    yes: bool
    no: bool
    agrees: bool
    thanks: bool

    @property
    def alone(self) -> bool:
        """Nothing else is to be read in it."""
        return self.yes or self.no or self.agrees or self.thanks


def _answer(reading: Reading, rest: str) -> _Answer:
    """Of a message, as far as it is not told beside (rest)."""
    state, asked = reading.state, reading.state.dialogue.pending
    yes, no = agrees(rest) or reading.text == GOES_ON, refuses(rest)
    yes = yes and not (asked is not None and fold(rest).strip(" .!") in values_of(asked))  # `S` is a size here
    thanks = asked is not None and asked.kind == "quantity" and only_thanks(reading.text, agrees=yes)
    yes = yes and not thanks  # `blz, obrigado`, to `quer levar?`
    agreed = state.summary is not None and agrees_to(
        state.summary, reading.message, current(), offers_else=state.offers_else
    )
    return _Answer(yes, no, agreed, thanks)


def _put_together(reading: Reading, anew: Sequence[Change], of_cart: Sequence[Change]) -> None:
    """The changes of all its parts, in the order in which they hold."""
    told_too = for_everybody(reading.text, shared_out(of_the_rest(reading.changes)[:MAX_CHANGES]))
    reading.changes = [*anew, *told_too, *of_cart]  # `azul, errei. e faz 35 em vez de 30`: as many in the other kind
    if reading.found.get("empties") and (of_cart or anew):
        reading.changes.clear()


def _acts(
    reading: Reading,
    told: Beside,
    answer: _Answer,
    language: Language,
    unread: Sequence[str],
    checks: Sequence[str],
    *,
    plainly: bool,
    foreign: str,
) -> Acts:
    """All of it; a yes and a no as the reading found them, where it did."""
    state, message = reading.state, reading.message
    no = answer.no or _refuses_offer(reading)
    wraps = _wraps(reading, answer.yes)
    return Acts(
        message,
        language,
        told.known,
        agrees=answer.agrees,
        coupon=told.coupon,
        drops_coupon=told.drops_coupon,
        notes=told.notes if answer.agrees else (*told.notes, *wraps),
        changes=tuple(reading.changes),
        plainly=plainly,
        looks=tuple(reading.looks),
        about=_of_named(reading, _told_once(reading.about)),
        wonders=tuple(reading.wonders),
        questions=tuple(reading.questions),
        traits=reading.traits,
        recalls=reading.recalls,
        unread=tuple(dict.fromkeys(piece if piece in fold(message) else message.strip() for piece in unread)),
        asked=" ".join(reading.asked) or (reading.text if reading.found.get("asks_something") else ""),
        asks=tuple(reading.asks),
        half_cep=half_cep_in(message) if state.cart.lines and not state.dialogue.half_cep else "",
        disputes=told.disputes,
        asks_data=told.asks_data,
        wears=reading.wears or size_sought(reading.looks),
        not_that=not_that(fold(message)),
        foreign=foreign,
        checks=tuple(reading.mention(part) for one in checks for part in split_mentions(one)),
        **({"yes": answer.yes, "no": no} | reading.found),  # type: ignore[arg-type]
    )


def _read(reading: Reading, known: Known, answer: _Answer) -> tuple[str, ...]:
    """Read the clauses, and the thanks in it, unless it is an answer alone; the pieces that stand in no act."""
    state = reading.state
    unread = _read_clauses(reading, known, answer)
    if answer.thanks:
        reading.note(thanks=True)
    waits = state.dialogue.pending is not None and state.dialogue.pending.kind not in ("delivery", "method")
    answers = (answer.yes or answer.no) and not (answer.agrees or waits or state.cart.lines)
    if answers and says(words(reading.text), v.THANKS):
        reading.note(thanks=True)
    return unread


def _names_goods(wish: Change) -> bool:
    """It points at something, or a word of it is one of the shop's goods: not `quero resolver isso`."""
    return not wish.mention.words or any(current().place(word) for word in wish.mention.words)


def _read_clauses(reading: Reading, known: Known, answer: _Answer) -> tuple[str, ...]:
    """The pieces of its clauses that stand in no act."""
    state, asked = reading.state, reading.state.dialogue.pending
    message, folded = reading.message, reading.text
    if (of_order := of_made_order(fold(message), state, known)) is not None:
        reading.note(**({"complains": True} if of_order == "complaint" else {"after_sale": of_order}))
    elif not answer.alone:
        lines = state.cart.lines
        clauses = as_reasons(split_clauses(folded))
        clauses = [
            replace(one, asks=True) if asks_how_to_take_off(one.text, message, lines) else one for one in clauses
        ]
        reading.asks = [one.text for one in clauses if one.asks]
        unread = read_all(reading, clauses)
        if gives_all_up(message, state):
            reading.changes, reading.looks = [], []
            reading.found = {"empties": True}
            return ()
        wishes = (
            reading.questions
            or any(map(_names_goods, reading.changes))
            or any(not it.guess and it.mention.words for it in reading.looks)
        )
        if signs.BROKEN.search(without_praise(folded)) and signs.BOUGHT.search(folded) and not wishes:
            reading.looks.clear()
            reading.note(complains=True)
        return unread
    elif answer.yes and reading.shipping and asked is not None and asked.kind == "delivery":
        for clause in split_clauses(folded):  # `pode mandar` is a way, too
            without_way(reading, clause)
    return ()


def _told_once(about: Sequence[Mention]) -> tuple[Mention, ...]:
    """`o da nasa né? quanto é?`: what the second is about is told by the first."""
    return tuple(dict.fromkeys(one for at, one in enumerate(about) if one != Mention() or at == 0))


def _of_named(reading: Reading, about: tuple[Mention, ...]) -> tuple[Mention, ...]:
    """`e o kit festa que vi no site, o que vem nele?` asks of the kit, whatever was shown before."""
    named = [one.mention for one in reading.looks if one.guess and one.mention.words]
    sold = len(named) == 1 and any(current().place(word) == BEGINS for word in (*named[0].words, *named[0].soft))
    if about != (Mention(),) or not sold or reading.changes or not _OF_IT.search(" ".join(reading.asked)):
        return about
    return (named[0],)


def _refuses_offer(reading: Reading) -> bool:
    """`essa não`, to the one thing that is offered."""
    asked, wished = reading.state.dialogue.pending, reading.changes or reading.looks or reading.about or reading.wonders
    offered = asked is not None and asked.kind == "quantity" and len(asked.options) == 1
    return offered and not wished and not_that(fold(reading.message))


def _wraps(reading: Reading, yes: bool) -> tuple[str, ...]:
    """A yes to what the shop tells of wrapping gifts is asked of the order."""
    dialogue = reading.state.dialogue
    if dialogue.topic != "gift" or not (dialogue.focus or reading.state.cart.lines):
        return ()
    if not (yes or _TAKES_UP.match(reading.text) or _wants_it_wrapped(reading)):
        return ()
    return ("embalar para presente" if dialogue.language == "pt" else "wrap as a gift",)


def _wants_it_wrapped(reading: Reading) -> bool:
    """`quero com embrulho então`, told after it was asked about: asked about no more."""
    if "?" in reading.message or _WRAPPED.search(reading.text) is None:
        return False
    reading.questions = [one for one in reading.questions if one.topic != "gift"]
    return True


def _language(said: str, message: str, state: ConversationState) -> Language:
    """What a message is written in. said: as it came, which decides before anybody was greeted."""
    before: Language = "en" if _begins_in_english(message, state) else state.dialogue.language
    return language_of(message, before if state.dialogue.greeted else language_of(said, before))


def _begins_in_english(message: str, state: ConversationState) -> bool:
    """`3 keychains`, where nothing was said before that tells the language."""
    dialogue = state.dialogue
    begun = state.cart.lines or state.orders or dialogue.listed or dialogue.pending or dialogue.focus
    return not begun and named_in_english(message)


# `rua I 18`, `rua u, 8`: a street's letter is no word
_LETTERED = expression(r"\b(?:rua|r\.|av\.?|avenida|travessa|quadra|bloco|bl|torre)\s+[a-z]\b", re.IGNORECASE)


def language_of(text: str, before: Language) -> Language:
    """English when the words are; in doubt the language of the conversation so far."""
    tokens = words(_LETTERED.sub(" ", text))
    english = sum((t in v.ENGLISH and t not in _OF_BOTH) or _CONTRACTION.search(t) is not None for t in tokens)
    english += _SHOW_ME.search(fold(text)) is not None
    portuguese = sum(t in v.PORTUGUESE and t not in _OF_BOTH for t in tokens)
    if english == portuguese:
        return before
    return "en" if english > portuguese else "pt"
