"""A message in the words that the rules read: what is said in many ways is said in one. Pure."""

import re
from collections.abc import Callable, Iterable, Sequence

from app.features.chat.assistant.language.containers import without_containers
from app.features.chat.assistant.language.english_names import as_sold as sold_in_english
from app.features.chat.assistant.language.english_terms import without_uses
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import HOMONYMS, as_goods, fold, with_days, without_clock
from app.features.chat.assistant.reading.asides.advised import taken_as_told
from app.features.chat.assistant.reading.asides.circumstances import without_circumstances
from app.features.chat.assistant.reading.asides.goods_first import wish_first
from app.features.chat.assistant.reading.asides.known_lack import without_known
from app.features.chat.assistant.reading.asides.outcomes import without_outcome
from app.features.chat.assistant.reading.asides.own_trade import without_trade
from app.features.chat.assistant.reading.asides.pauses import turning_to_the_shop
from app.features.chat.assistant.reading.asides.purposes import without_purpose
from app.features.chat.assistant.reading.asides.reasons import without_goal
from app.features.chat.assistant.reading.asides.relative import with_one_verb
from app.features.chat.assistant.reading.asides.remarks import without_remarks
from app.features.chat.assistant.reading.asides.talk_plainly import talk_plainly
from app.features.chat.assistant.reading.asides.told_aloud import without_quoted
from app.features.chat.assistant.reading.asides.told_of_people import without_asides
from app.features.chat.assistant.reading.asides.told_twice import told_twice
from app.features.chat.assistant.reading.asides.wavering import wavering
from app.features.chat.assistant.reading.changes.all_sized import all_sized
from app.features.chat.assistant.reading.changes.around_a_swap import around_a_swap
from app.features.chat.assistant.reading.changes.both_in import both_in
from app.features.chat.assistant.reading.changes.edits import as_exchanges, dear_first
from app.features.chat.assistant.reading.changes.english_phrases import read_as
from app.features.chat.assistant.reading.changes.few_left import few_left
from app.features.chat.assistant.reading.changes.fewer_of_one import fewer_of_one
from app.features.chat.assistant.reading.changes.in_its_place import in_its_place
from app.features.chat.assistant.reading.changes.instead_of_shown import instead_of_shown
from app.features.chat.assistant.reading.changes.left_as_it_is import left_as_it_is
from app.features.chat.assistant.reading.changes.letting_go import let_go
from app.features.chat.assistant.reading.changes.line_by_line import line_by_line
from app.features.chat.assistant.reading.changes.may_be import may_be
from app.features.chat.assistant.reading.changes.one_and_other import one_and_other, the_other
from app.features.chat.assistant.reading.changes.only_the_rest import only_the_rest
from app.features.chat.assistant.reading.changes.owners import of_changed_minds
from app.features.chat.assistant.reading.changes.put_right import put_right
from app.features.chat.assistant.reading.changes.recolouring import recoloured
from app.features.chat.assistant.reading.changes.second_thoughts import counted_again, resumed
from app.features.chat.assistant.reading.changes.staying import as_it_stays
from app.features.chat.assistant.reading.changes.taking_out import taken_out
from app.features.chat.assistant.reading.choosing.either import as_sold
from app.features.chat.assistant.reading.choosing.extremes import of_each_choice
from app.features.chat.assistant.reading.choosing.otherwise import with_otherwise
from app.features.chat.assistant.reading.counts.bare_lists import each_pointed
from app.features.chat.assistant.reading.counts.counts_behind import counts_behind
from app.features.chat.assistant.reading.counts.counts_first import count_told_first, without_use
from app.features.chat.assistant.reading.counts.each_counted import each_counted
from app.features.chat.assistant.reading.counts.each_wants import as_wishes
from app.features.chat.assistant.reading.counts.ellipses import filled
from app.features.chat.assistant.reading.counts.empties import by_empties, names_before
from app.features.chat.assistant.reading.counts.for_whom import without_them
from app.features.chat.assistant.reading.counts.headed import (
    in_size_of_head,
    kinds_under_head,
    named_in_full,
    under_head,
)
from app.features.chat.assistant.reading.counts.letters import lettered
from app.features.chat.assistant.reading.counts.lots import as_lots
from app.features.chat.assistant.reading.counts.numbered import by_number
from app.features.chat.assistant.reading.counts.one_for_each import one_for_each
from app.features.chat.assistant.reading.counts.packs_behind import packs_first
from app.features.chat.assistant.reading.counts.pointed_at_nothing import pointed_at_nothing
from app.features.chat.assistant.reading.counts.shares import added_up
from app.features.chat.assistant.reading.counts.so_many import so_many
from app.features.chat.assistant.reading.counts.spoken_counts import counts_apart
from app.features.chat.assistant.reading.counts.sums import as_sum, of_their_list
from app.features.chat.assistant.reading.counts.those_shown import those_shown
from app.features.chat.assistant.reading.counts.thousands import in_full
from app.features.chat.assistant.reading.counts.what_if import as_price
from app.features.chat.assistant.reading.counts.whom_first import told_anew, whom_first
from app.features.chat.assistant.reading.details.coming_by import with_ones_own
from app.features.chat.assistant.reading.details.paying_then import paid_then
from app.features.chat.assistant.reading.kinds.apposition import that_of_measure, with_traits
from app.features.chat.assistant.reading.kinds.by_model import by_model
from app.features.chat.assistant.reading.kinds.each_kind import in_each_kind
from app.features.chat.assistant.reading.kinds.each_measured import each_measured
from app.features.chat.assistant.reading.kinds.english_sizes import counted_in_packs, partly_otherwise
from app.features.chat.assistant.reading.kinds.in_kinds import in_kinds
from app.features.chat.assistant.reading.kinds.kind_of_each import kind_of_each
from app.features.chat.assistant.reading.kinds.mains import of_the_mains
from app.features.chat.assistant.reading.kinds.merging import (
    all_together,
    each_of_size,
    half_and_half,
)
from app.features.chat.assistant.reading.kinds.one_beside import beside_it
from app.features.chat.assistant.reading.kinds.other_of_it import other_of_it
from app.features.chat.assistant.reading.kinds.own_sizes import sizes_of_people
from app.features.chat.assistant.reading.kinds.same_but import another_alike
from app.features.chat.assistant.reading.kinds.set_names import as_called
from app.features.chat.assistant.reading.kinds.size_behind import size_behind
from app.features.chat.assistant.reading.kinds.sizing import by_sides, of_one, same_size, spread_sizes, with_each
from app.features.chat.assistant.reading.kinds.specified import specified
from app.features.chat.assistant.reading.kinds.told_of_all import in_their_kind, of_them_all, without_alike
from app.features.chat.assistant.reading.kinds.value_behind import with_value_behind
from app.features.chat.assistant.reading.kinds.value_first import value_first
from app.features.chat.assistant.reading.kinds.whose_number import whose_number
from app.features.chat.assistant.reading.kinds.wrapped import unwrapped
from app.features.chat.assistant.reading.questions.asked_in_two import asked_in_two
from app.features.chat.assistant.reading.questions.before_asked import kind_behind
from app.features.chat.assistant.reading.questions.deeds import as_deeds
from app.features.chat.assistant.reading.questions.named_before import part_alone
from app.features.conversations.state import CartLine, ConversationState, Language
from app.ops.expressions import expression

# `calça 23, serve?`, where no trousers are sold
_WORN = expression(r"(?:^|(?<=[.,;!\n]))\s*calca\s+(?=(?:o\s+|numero\s+|tamanho\s+)?\d{2})")
# Laughter and a bare call between words are a pause: `não cabe kkk vê o G`, `vai ser assim ó um bolo`
_LAUGHS = expression(
    r"\s+[óÓ](?=\s+[^\W_])|(?<=[^\W_])\s+(?:k{3,}|(?:ha){2,}h?|(?:rs){1,4}|lol)\s+"
    r"(?=(?:(?:ent[aã]o|a[ií]|mas|e|me)\s+)*(?:v[eê]|quero|queria|manda|bota|p[oõ]e|coloca|troca|tira|faz|pode|vai|na\s+verdade)\b)",
    re.IGNORECASE,
)
# `película pro mesmo celular`: the model is that of what was taken.
_SAME_MODEL = expression(
    r"\s\b(?:pr[oa]|para|pra|d[oa]|for|of)\s+(?:[oa]\s+|the\s+|that\s+)?(?:mesm[oa]|same)\s+(?:celular|aparelho|modelo|telefone|phone|model|device|bike|bicicleta|bicycle|carro|car|moto|notebook|laptop)\b"
)


_Step = Callable[[str, ConversationState, Language], str]


def _of_text(step: Callable[[str], str]) -> _Step:
    """It needs no more than the text."""
    return lambda text, _state, _language: step(text)


def _of_state(step: Callable[[str, ConversationState], str]) -> _Step:
    """It also needs what the conversation is at."""
    return lambda text, state, _language: step(text, state)


def _of_lines(step: Callable[[str, Sequence[CartLine]], str]) -> _Step:
    """It also needs what is in the cart."""
    return lambda text, state, _language: step(text, state.cart.lines)


def _of_names(step: Callable[[str, Iterable[str]], str]) -> _Step:
    """It also needs the names of what was spoken of."""
    return lambda text, state, _language: step(text, names_before(state))


def _in_english(step: _Step) -> _Step:
    """It reads a message in English, and leaves others as they are."""
    return lambda text, state, language: step(text, state, language) if language == "en" else text


def _paused(text: str) -> str:
    return fold(_LAUGHS.sub(", ", text))


def _talked_plainly(text: str, state: ConversationState) -> str:
    return talk_plainly(text, buying=bool(state.cart.lines))


def _stays_or_other(text: str, state: ConversationState) -> str:
    return left_as_it_is(text, state) if state.cart.lines else other_of_it(text)


def _of_this_shop(text: str) -> str:
    """Words of two meanings, in the one that the shop's goods have."""
    for word, goods in HOMONYMS.items():
        if current().place(goods) >= NAMES:
            text = as_goods(_WORN.sub("usa ", text) if current().place(goods) < BEGINS else text, word)
    return text


def _of_that_model(text: str) -> str:
    return _SAME_MODEL.sub("", text)


# In turn: each reads what those before it have written.
_STEPS: tuple[_Step, ...] = (
    # what is told around a wish: quotes, goals, what came of it
    *map(_of_text, (_paused, without_quoted, taken_as_told, without_goal, without_outcome, without_alike)),
    _of_text(another_alike),
    _of_text(spelt_out),
    *map(_of_text, (whom_first, told_anew)),
    # what goes in another's place
    _of_lines(line_by_line),
    *map(_of_state, (instead_of_shown, around_a_swap)),
    _of_text(put_right),
    _of_state(few_left),
    # counts and sizes behind what they are of
    _of_lines(one_for_each),
    *map(_of_text, (size_behind, counts_behind, without_asides, without_circumstances, counted_again)),
    _of_state(_stays_or_other),
    _of_text(without_purpose),
    _of_state(counts_apart),
    *map(_of_text, (with_value_behind, without_trade, each_counted, value_first, kind_of_each, asked_in_two)),
    *map(_of_state, (without_known, only_the_rest, beside_it)),
    # in the words of the shop, wishes first
    _of_state(_talked_plainly),
    *map(_of_text, (turning_to_the_shop, as_price)),
    *map(_of_state, (of_each_choice, paid_then)),
    *map(_of_text, (wavering, in_each_kind)),
    _of_state(in_its_place),
    _of_lines(let_go),
    _of_state(so_many),
    *map(_of_text, (of_their_list, each_measured, part_alone, kind_behind, with_ones_own)),
    *map(_of_state, (pointed_at_nothing, whose_number)),
    _of_lines(fewer_of_one),
    _of_state(may_be),
    *map(_of_text, (without_remarks, wish_first, told_twice, sizes_of_people, without_clock, with_days)),
    *map(_of_state, (by_sides, in_full)),
    _of_text(as_sold),
    _of_state(of_changed_minds),
    _of_text(as_wishes),
    _of_names(added_up),
    _in_english(_of_text(without_uses)),
    _in_english(_of_names(sold_in_english)),
    _in_english(_of_text(counted_in_packs)),
    _in_english(_of_lines(partly_otherwise)),
    # what was shown, and what is in the cart
    _of_state(those_shown),
    _of_text(with_one_verb),
    _of_lines(one_and_other),
    *map(_of_state, (the_other, by_empties)),
    *map(_of_lines, (all_sized, as_it_stays)),
    *map(_of_text, (with_otherwise, with_traits)),
    *map(_of_lines, (taken_out, by_model)),
    *map(_of_text, (that_of_measure, filled)),
    _of_lines(resumed),
    *map(_of_state, (of_the_mains, both_in)),
    _of_lines(recoloured),
    _of_text(as_called),
    _of_lines(by_number),
    *map(_of_text, (_of_this_shop, without_them, as_deeds)),
    _in_english(_of_text(read_as)),
    _of_text(unwrapped),
    _of_state(lettered),
    # one thing in several kinds and sizes
    _of_text(_of_that_model),
    _of_state(same_size),
    *map(
        _of_text,
        (without_containers, specified, each_pointed, packs_first, named_in_full, of_them_all, in_kinds, of_one),
    ),
    *map(_of_text, (in_size_of_head, kinds_under_head, under_head, spread_sizes, in_their_kind, with_each)),
    *map(_of_state, (count_told_first, without_use)),
    *map(_of_text, (as_lots, each_of_size, all_together, half_and_half, as_sum)),
    *map(_of_lines, (dear_first, as_exchanges)),
)


def reworded(text: str, language: Language, state: ConversationState) -> str:
    """The text as it is read: folded, in Portuguese, with what stands for several things said of each."""
    for step in _STEPS:
        text = step(text, state, language)
    return text
