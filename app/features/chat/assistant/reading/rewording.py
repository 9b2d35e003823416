"""A message in the words that the rules read: what is said in many ways is said in one. Pure."""

import re

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
from app.features.chat.assistant.reading.asides.purposes import without_purpose
from app.features.chat.assistant.reading.asides.reasons import without_goal
from app.features.chat.assistant.reading.asides.relative import with_one_verb
from app.features.chat.assistant.reading.asides.remarks import without_remarks
from app.features.chat.assistant.reading.asides.told_aloud import without_quoted
from app.features.chat.assistant.reading.asides.told_of_people import without_asides
from app.features.chat.assistant.reading.asides.told_twice import told_twice
from app.features.chat.assistant.reading.changes.all_sized import all_sized
from app.features.chat.assistant.reading.changes.around_a_swap import around_a_swap
from app.features.chat.assistant.reading.changes.both_in import both_in
from app.features.chat.assistant.reading.changes.edits import as_exchanges, dear_first
from app.features.chat.assistant.reading.changes.english_phrases import read_as
from app.features.chat.assistant.reading.changes.few_left import few_left
from app.features.chat.assistant.reading.changes.fewer_of_one import fewer_of_one
from app.features.chat.assistant.reading.changes.instead_of_shown import instead_of_shown
from app.features.chat.assistant.reading.changes.left_as_it_is import left_as_it_is
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
from app.features.chat.assistant.reading.counts.spoken_counts import counts_apart
from app.features.chat.assistant.reading.counts.sums import as_sum, of_their_list
from app.features.chat.assistant.reading.counts.those_shown import those_shown
from app.features.chat.assistant.reading.counts.thousands import in_full
from app.features.chat.assistant.reading.counts.whom_first import told_anew, whom_first
from app.features.chat.assistant.reading.details.coming_by import with_ones_own
from app.features.chat.assistant.reading.kinds.apposition import that_of_measure, with_traits
from app.features.chat.assistant.reading.kinds.by_model import by_model
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
from app.features.chat.assistant.reading.said_plainly import said_plainly
from app.features.conversations.state import ConversationState, Language
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


def reworded(text: str, language: Language, state: ConversationState) -> str:
    """The text as it is read: folded, in Portuguese, with what stands for several things said of each."""
    told = spelt_out(
        another_alike(
            without_alike(without_outcome(without_goal(taken_as_told(without_quoted(fold(_LAUGHS.sub(", ", text)))))))
        )
    )
    told = line_by_line(told_anew(whom_first(told)), state.cart.lines)
    told = few_left(put_right(around_a_swap(instead_of_shown(told, state), state)), state)
    told = without_asides(counts_behind(size_behind(one_for_each(told, state.cart.lines))))
    told = counted_again(without_circumstances(told))
    told = left_as_it_is(told, state) if state.cart.lines else other_of_it(told)
    told = counts_apart(without_purpose(told), state)
    told = value_first(each_counted(without_trade(with_value_behind(told))))
    told = without_known(asked_in_two(kind_of_each(told)), state)
    told = beside_it(only_the_rest(told, state), state)
    folded = with_ones_own(kind_behind(part_alone(each_measured(of_their_list(said_plainly(told, state))))))
    folded = whose_number(pointed_at_nothing(folded, state), state)
    folded = wish_first(without_remarks(may_be(fewer_of_one(folded, state.cart.lines), state)))
    folded = in_full(by_sides(with_days(without_clock(sizes_of_people(told_twice(folded)))), state), state)
    folded = added_up(as_wishes(of_changed_minds(as_sold(folded), state)), names_before(state))
    if language == "en":
        watered = sold_in_english(without_uses(folded), names_before(state))
        folded = partly_otherwise(counted_in_packs(watered), state.cart.lines)
    lines = state.cart.lines
    folded = the_other(one_and_other(with_one_verb(those_shown(folded, state)), lines), state)
    folded = all_sized(by_empties(folded, state), lines)
    folded = taken_out(with_traits(with_otherwise(as_it_stays(folded, lines))), lines)
    folded = by_model(folded, lines)
    folded = of_the_mains(resumed(filled(that_of_measure(folded)), lines), state)
    folded = by_number(as_called(recoloured(both_in(folded, state), lines)), lines)
    for word, goods in HOMONYMS.items():
        if current().place(goods) >= NAMES:
            folded = as_goods(_WORN.sub("usa ", folded) if current().place(goods) < BEGINS else folded, word)
    folded = as_deeds(without_them(folded))
    folded = lettered(unwrapped(read_as(folded) if language == "en" else folded), state)
    same = same_size(_SAME_MODEL.sub("", folded), state)
    same = in_kinds(of_them_all(named_in_full(packs_first(each_pointed(specified(without_containers(same)))))))
    folded = with_each(in_their_kind(spread_sizes(under_head(kinds_under_head(in_size_of_head(of_one(same)))))))
    folded = as_lots(without_use(count_told_first(folded, state), state))
    for step in (each_of_size, all_together, half_and_half, as_sum):
        folded = step(folded)
    return as_exchanges(dear_first(folded, state.cart.lines), state.cart.lines)
