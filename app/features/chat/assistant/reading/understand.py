"""What a message means, given what the conversation is at. Pure; tests: tests/features/chat/test_understanding.py."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.acts import Acts, Mention
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.english_terms import named_in_english
from app.features.chat.assistant.language.goods import Goods, current, known_as
from app.features.chat.assistant.language.words import fold, says, stem, words
from app.features.chat.assistant.reading.accounting import read_all
from app.features.chat.assistant.reading.announced import announced
from app.features.chat.assistant.reading.asked_change import as_change
from app.features.chat.assistant.reading.cart_talk import of_lines
from app.features.chat.assistant.reading.checking import checked
from app.features.chat.assistant.reading.clauses import split_clauses
from app.features.chat.assistant.reading.counted_anew import counted_anew
from app.features.chat.assistant.reading.coupons import drops_coupon, told_coupon, without_coupon
from app.features.chat.assistant.reading.draft import Reading
from app.features.chat.assistant.reading.for_whom import for_everybody, for_nobody_known
from app.features.chat.assistant.reading.giving_up import gives_all_up
from app.features.chat.assistant.reading.how_fetched import how_fetched
from app.features.chat.assistant.reading.how_paid import how_paid
from app.features.chat.assistant.reading.kind_preferred import swapped_as_preferred
from app.features.chat.assistant.reading.languages import without_language
from app.features.chat.assistant.reading.left_open import of_the_rest
from app.features.chat.assistant.reading.looks import shown_first, without_story
from app.features.chat.assistant.reading.made import of_made_order
from app.features.chat.assistant.reading.made_for import made_for, text_given, told_of_one
from app.features.chat.assistant.reading.mains import at_home
from app.features.chat.assistant.reading.merging import shared_out
from app.features.chat.assistant.reading.named_before import nothing_at_home
from app.features.chat.assistant.reading.notes import told_notes
from app.features.chat.assistant.reading.only_the_rest import GOES_ON
from app.features.chat.assistant.reading.own_sizes import size_sought
from app.features.chat.assistant.reading.people import asked_data, disputed_data
from app.features.chat.assistant.reading.places import half_cep_in
from app.features.chat.assistant.reading.praise import without_praise
from app.features.chat.assistant.reading.quarters import without_quarter
from app.features.chat.assistant.reading.refusals import not_that, not_yet
from app.features.chat.assistant.reading.refused_first import after_refusal
from app.features.chat.assistant.reading.rewording import reworded
from app.features.chat.assistant.reading.same_but import of_the_story
from app.features.chat.assistant.reading.sizing import size_for_all
from app.features.chat.assistant.reading.splitting import split_mentions
from app.features.chat.assistant.reading.swap_reasons import as_reasons
from app.features.chat.assistant.reading.thanking import only_thanks
from app.features.chat.assistant.reading.together import settle, without_house
from app.features.chat.assistant.reading.told_in_lines import told_in_lines
from app.features.chat.assistant.reading.usual import as_usual
from app.features.chat.assistant.reading.ways import tell_way, without_way
from app.features.conversations.consent import agrees, agrees_to, refuses
from app.features.conversations.state import ConversationState, Known, Language, Pending
from app.features.shipping.types import ShippingRule
from app.ops.expressions import expression

_LIKED_BUT = expression(
    r"\b(?:gostei|gosto|amei|adorei|curti|achei\s+lind[oa]|(?:i\s+)?(?:like|love)d?)\b.*(?:\b(?:mas|porem|but)\b|,)\s*.*\b(?:nao|n|not|won't|don't)\b"
)
_BRINGS = expression(
    r"(?<!na )\b(?:entreg(?:a|ar|ue|uem|am)|mand(?:a|ar|em)|envi(?:a|ar|e|o)|deliver(?:ed)?|ship(?:ped)?|send|sent)\b"
)
_MEASURE = expression(r"\d+(?:,\d+)?[a-z]{1,2}")
_NUMERO = expression(r"(?<=[^\W\d]\s)(?:n[ºo°.]?\s+|nº\s*|n(?=\d\b))(?=\d{1,2}\b(?!:\d))", re.IGNORECASE)
_NUMERO_ALONE = expression(r"^\W*n[ºo°.]?\s*(?=\d{1,2}\W*$)", re.IGNORECASE)
# `deixa, vou buscar mesmo`, `deixa, passo na loja e pego`: no refusal, but how it is got after all.
_LET_ME = expression(
    r"(?:\bah+\W+)?\bdeixa\s*,?\s*(?=(?:que\s+)?(?:eu\s+)?(?:(?:vou|passo|prefiro|posso)\s+)?(?:(?:a[ií]|l[aá]|pra|para|n?a\s+loja|e)\s+)*(?:busc|retir|peg)\w+"
    r"|(?:que\s+)?(?:eu\s+)?passo\s+(?:a[ií]|l[aá]|na\s+loja)\b(?![^.;!?\n]*\b(?:v(?:er|ejo)|olh\w+|escolh\w+|decid\w+|conhe\w+|outr[ao]|depois|dia)\b))",
    re.IGNORECASE,
)
# `que pena, ia querer uns 5. valeu`: what is wanted no more
_UNREAL = expression(
    r"\b(?:ia|iamos)\s+(?:querer|levar|comprar|pedir|pegar|encomendar|fechar)\b|\bteria\s+(?:levado|comprado|pedido|fechado)\b|"
    r"\b(?:queria|gostaria\s+de)\s+ter\s+(?:levado|comprado|pedido)\b|\bwas\s+(?:going|gonna|hoping|planning)\s+to\s+(?:get|take|buy|order)\b|"
    r"\bwould(?:'ve|\s+have)\s+(?:taken|bought|ordered|got)\b"
)
# `o Diego tava querendo um saquê mas desistiu`
_GAVE_UP = expression(
    r"\b(?:tava|estava|queria|ia\s+querer|tinha\s+pedido|wanted|was\s+going\s+to)\b[^.;!?\n]*\b(?:mas|so\s+que|porem|but)\s+(?:ja\s+|depois\s+|ai\s+|s?he\s+)?"
    r"(?:desistiu|mudou\s+de\s+ideia|nao\s+(?:quer|vai\s+querer)(?:\s+mais)?\s*(?:$|[.,;!])|gave\s+up|changed\s+(?:his|her)\s+mind)"
)
# `meu vizinho quer uma bomba, mas ele vai chamar vocês`
_THEMSELVES = expression(
    r"\b(?:el[ea]s?|s?he|they)\s+(?:mesm[oa]s?\s+)?(?:(?:vai|vao|vem|vao\s+vir|is\s+going\s+to|will|'ll)\s+)?(?:te\s+|you\s+)?"
    r"(?:cham\w+|fal\w+\s+com|ped\w+|compr\w+|message|call|order|contact)\b|\bshe'll\s+(?:message|call|order)|\bhe'll\s+(?:message|call|order)"
)
# Words of Portuguese and of English.
_OF_BOTH = frozenset(["a", "as", "do", "for", "hmm", "me", "more", "no", "show", "to"])
_CONTRACTION = expression(r"[a-z]'(?:s|m|d|ll|re|ve|t)$")
_SHOW_ME = expression(r"\bshow\s+me\b")
_TAKES_UP = expression(
    r"(?:(?:ah|entao|ok)\s+)*(?:pode(?:\s+ser)?|quero(?:\s+sim)?|isso|faz|please|yes|sure)\s*(?:[.,!;]|$)"
)
_WRAPPED = expression(
    r"^(?!.*\b(?:nao|not|sem|without)\b).*\b(?:quero|queria|pode|coloca|faz|manda|com|please|i'?d\s+like|with)\b.*\b(?:embrulh\w*|embal\w*|presente|wrap\w*|gift)\b"
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


def _understand(said: str, state: ConversationState, shipping: Sequence[ShippingRule]) -> Acts:
    spoken = as_usual(without_language(said), state)
    spoken = as_change(swapped_as_preferred(after_refusal(spoken), state.cart.lines), state.cart.lines)
    message = how_fetched(how_paid(spoken, state), state, shipping)
    cards, rest = announced(message)
    uses, rest = made_for(rest) if "?" not in rest else ((), rest)
    texts, rest = text_given(rest, state.dialogue.pending)
    of_one, rest = told_of_one(rest, state.cart.lines)
    wants_to_hear = asked_data(message, state, [rule.name for rule in shipping if rule.kind == "pickup"])
    known = Known()
    if wants_to_hear:
        rest = ""
    elif not _answers_choice(rest, state):  # `Rosa` is a colour here
        known, rest = told_in_lines(rest, state)
        rest = without_quarter(rest)
    disputes = disputed_data(message, state) if known == Known() else None
    dropped = drops_coupon(rest)
    coupon, rest = (None, without_coupon(rest)) if dropped else told_coupon(rest, state.dialogue)
    addressed = bool(known.address or known.cep or state.known.address or state.known.cep)
    notes, rest = told_notes(rest, state, ruled=bool(shipping), addressed=addressed)
    notes = (*cards, *uses, *texts, *of_one, *notes)
    rest = _LET_ME.sub("", rest)
    before: Language = "en" if _begins_in_english(message, state) else state.dialogue.language
    language = language_of(message, before if state.dialogue.greeted else language_of(said, before))
    rest = _NUMERO.sub("número ", rest)  # `1 anzol n 4` refuses nothing
    if state.dialogue.pending is not None and state.dialogue.pending.kind == "choose":
        rest = _NUMERO_ALONE.sub("número ", rest)
    anew, rest = counted_anew(rest, state)
    told = of_lines(rest, state)
    of_cart, rest = told or ((), rest)
    checks, folded = checked(reworded(rest, language, state), state.cart.lines)
    for_all, folded = size_for_all(folded)
    volts, folded = at_home(folded, state)
    yes, no = agrees(rest) or folded == GOES_ON, refuses(rest)
    asked = state.dialogue.pending
    yes = yes and not (asked is not None and fold(rest).strip(" .!") in _values(asked))  # `S` is a size here
    thanks = asked is not None and asked.kind == "quantity" and only_thanks(folded, agrees=yes)
    yes = yes and not thanks  # `blz, obrigado`, to `quer levar?`
    agreed = state.summary is not None and agrees_to(state.summary, message, current(), offers_else=state.offers_else)
    reading = Reading(state, shipping)
    reading.wears = for_all or volts or None
    reading.text, reading.message = folded, message
    if checks or told or anew:
        reading.note(total=True)
    unread = _read(reading, message, folded, known, answers=yes or no or agreed or thanks, agrees=yes)
    if thanks:
        reading.note(thanks=True)
    waits = state.dialogue.pending is not None and state.dialogue.pending.kind not in ("delivery", "method")
    if (yes or no) and not (agreed or waits or state.cart.lines) and says(words(folded), v.THANKS):
        reading.note(thanks=True)
    brought = known.cep is not None and "?" not in message and _BRINGS.search(folded) is not None
    sent = brought and known.address is not None
    tell_way(reading, notes, brought=brought or known.address is not None, sent=sent)
    _of_moods(reading)
    if of_the_story(reading, unread):
        unread = ()
    unread = nothing_at_home(reading, unread)
    settle(reading)
    if known.cep or known.address:
        without_house(reading)
    told_too = for_everybody(folded, shared_out(of_the_rest(reading.changes)[:MAX_CHANGES]))
    reading.changes = [*anew, *told_too, *of_cart]  # `azul, errei. e faz 35 em vez de 30`: as many in the other kind
    if reading.found.get("empties") and (of_cart or anew):
        reading.changes.clear()
    if whose := for_nobody_known(folded, reading.changes):
        unread = (*unread, whose)
    no = no or _refuses_offer(reading)
    wraps = _wraps(reading, yes)
    return Acts(
        message,
        language,
        known,
        agrees=agreed,
        coupon=coupon,
        drops_coupon=dropped,
        notes=notes if agreed else (*notes, *wraps),
        changes=tuple(reading.changes),
        looks=tuple(reading.looks),
        about=_told_once(reading.about),
        wonders=tuple(reading.wonders),
        questions=tuple(reading.questions),
        traits=reading.traits,
        recalls=reading.recalls,
        unread=tuple(dict.fromkeys(piece if piece in fold(message) else message.strip() for piece in unread)),
        asked=" ".join(reading.asked) or (folded if reading.found.get("asks_something") else ""),
        asks=tuple(reading.asks),
        half_cep=half_cep_in(message) if state.cart.lines and not state.dialogue.half_cep else "",
        disputes=disputes,
        asks_data=wants_to_hear,
        wears=reading.wears or size_sought(reading.looks),
        not_that=not_that(fold(message)),
        checks=tuple(reading.mention(part) for told in checks for part in split_mentions(told)),
        **({"yes": yes, "no": no} | reading.found),  # type: ignore[arg-type]
    )


def _read(reading: Reading, message: str, folded: str, known: Known, *, answers: bool, agrees: bool) -> tuple[str, ...]:
    """Read the clauses, unless the message is an answer alone; the pieces that stand in no act. answers: it is a yes or
    a no; agrees: a yes."""
    state, asked = reading.state, reading.state.dialogue.pending
    if (of_order := of_made_order(fold(message), state, known)) is not None:
        reading.note(**({"complains": True} if of_order == "complaint" else {"after_sale": of_order}))
    elif not answers:
        clauses = as_reasons(split_clauses(folded))
        reading.asks = [one.text for one in clauses if one.asks]
        unread = read_all(reading, clauses)
        if gives_all_up(message, state):
            reading.changes, reading.looks = [], []
            reading.found = {"empties": True}
            return ()
        wishes = reading.questions or reading.changes or any(not it.guess and it.mention.words for it in reading.looks)
        if signs.BROKEN.search(without_praise(folded)) and signs.BOUGHT.search(folded) and not wishes:
            reading.looks.clear()
            reading.note(complains=True)
        return unread
    elif agrees and reading.shipping and asked is not None and asked.kind == "delivery":
        for clause in split_clauses(folded):  # `pode mandar` is a way, too
            without_way(reading, clause)
    return ()


def _told_once(about: Sequence[Mention]) -> tuple[Mention, ...]:
    """`o da nasa né? quanto é?`: what the second is about is told by the first."""
    return tuple(dict.fromkeys(one for at, one in enumerate(about) if one != Mention() or at == 0))


def _of_moods(reading: Reading) -> None:
    """What doubt, advice and a question announced mean for the rest."""
    asked = reading.state.dialogue.pending
    if "?" not in reading.message and not_yet(f"{reading.text} {fold(reading.message)}"):
        reading.found.pop("no", None)
        reading.note(holds=True, hesitates=True)
    if reading.found.get("hesitates") and len(reading.changes) > reading.hesitated:
        reading.found.pop("hesitates")  # `deixa eu ver... uma 4 queijos media`
    if reading.found.get("hesitates") and not signs.WANT.search(reading.text):  # `a rosa é linda, mas vou pensar`
        reading.changes = [one for one in reading.changes if one.kind not in ("want", "add")]
    if reading.found.get("hesitates") and asked is not None and asked.kind == "choose":
        reading.changes.clear()  # `é pro gol, mas não sei se é G5 ou G6`
    if reading.found.get("no") and _LIKED_BUT.search(reading.text):
        reading.changes.clear()  # `gostei da preta, mas não vou levar`
    if reading.recalls is not None and _THEMSELVES.search(reading.text):
        reading.looks = [one for one in reading.looks if not one.guess]
    if _GAVE_UP.search(reading.text):
        reading.changes = [one for one in reading.changes if one.kind not in ("want", "add")]
        reading.looks = [one for one in reading.looks if not one.guess]
        reading.note(tells=True)
    ends = reading.found.get("thanks") or reading.found.get("leaves") or reading.found.get("no")
    if ends and _UNREAL.search(reading.text):
        reading.changes.clear()
        reading.looks.clear()
    wished = [set(map(stem, one.mention.words)) for one in reading.changes if one.kind in ("want", "add")]
    reading.looks = [  # `a média tem? se tiver quero 2 médias`
        one for one in reading.looks if one.parts or set(map(stem, one.mention.words)) not in wished
    ]
    shown_first(reading)
    without_story(reading)
    spoken_of = reading.state.dialogue.focus or reading.state.dialogue.listed or reading.state.cart.lines
    if reading.found.get("service") and not spoken_of:  # `vocês cortam o cano? só preciso de 2 metros`
        reading.changes = [one for one in reading.changes if not _only_measures(one.mention)]
    if reading.found.get("suggest"):
        reading.looks = [one for one in reading.looks if not one.guess]
    if reading.found.get("asks_something") or reading.found.get("refused"):
        reading.found.pop("asks_help", None)  # `uma dúvida`, and then which


def _only_measures(mention: Mention) -> bool:
    return bool(mention.words) and all(map(_MEASURE.fullmatch, mention.words))


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
