"""A gift that is looked for, where nothing is named: what the shop calls one, or tells to be for such a person; and
what one is wrapped in, where that is sold."""

from collections.abc import Generator

from msgspec.structs import replace

from app.features.chat.assistant.acts import Change, Look, Mention, Question
from app.features.chat.assistant.deciding.answering.searching import in_range
from app.features.chat.assistant.deciding.answering.showing import invite
from app.features.chat.assistant.deciding.cart.choosing import FOUND, SHOWN, products_of
from app.features.chat.assistant.deciding.cart.putting import put_in
from app.features.chat.assistant.deciding.mind import Ask, Done, Mind
from app.features.chat.assistant.language.giving import GIFT, GIFT_SOUGHT
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.products.ages import for_age, for_whom, meant_for
from app.features.chat.assistant.products.matching import first
from app.ops.expressions import expression

_WRAPPING = expression(
    r"\b(?:embal\w*|embrulh\w*|caix\w*|sacol\w*|saco|saquinho|papel)\s+(?:(?:de|para|pra|grande|media|pequen[oa])\s+)*presente\b|"
    r"\bgift\s*(?:wrap\w*|bag|box)"
)

_IN_WHAT = expression(r"\b(caixa|caixinha|embalagem|sacola|sacolinha|saquinho)\b")


def show(mind: Mind) -> Generator[list[Ask], list[Done], bool]:
    """Show such goods within the price that is told; False where none is looked for, or there are none."""
    acts, text = mind.acts, fold(mind.acts.text)
    wish = acts.looks[0] if acts.looks else Look()
    named = any(one.mention.words for one in acts.looks)
    if not acts.suggest or named or mind.changed or not mind.may_search or not GIFT_SOUGHT.search(text):
        return False
    whom = meant_for(text)
    done = yield [Ask("search_products", {"query": query, "limit": FOUND}) for query in ("presente", *whom)]
    found = {one.product_id: one for answer in done for one in products_of(answer)}
    gifts = [
        one
        for one in found.values()
        if one.in_stock and in_range(one, wish)
        if GIFT.search(fold(f"{one.name} {one.category or ''}")) or any(word in fold(one.description) for word in whom)
    ]
    gifts = for_whom(text, for_age(text, gifts))
    gifts = [one for one in gifts if not _WRAPPING.search(fold(one.name))] or gifts  # what it is wrapped in is none
    if gifts:
        mind.show(first(gifts, SHOWN), "found")
        invite(mind, wish)
    return bool(gifts)


def wrapping(mind: Mind, question: Question, answer: str | None) -> Generator[list[Ask], list[Done], bool]:
    """`vocês embrulham pra presente?`, of which no document tells, or one by what is sold for it: what that is; False:
    nothing."""
    boxed = _IN_WHAT.search(question.text)
    if question.topic != "gift" or (answer and not boxed) or mind.acts.notes or not mind.may_search:
        return False
    query = boxed[1] if boxed and answer else "embalagem presente"
    done = yield [Ask("search_products", {"query": query, "limit": FOUND})]
    told, there = fold(answer or ""), [one for one in products_of(done[-1]) if one.in_stock]
    found = [one for one in there if (fold(one.name) in told if answer else _WRAPPING.search(fold(one.name)))]
    if found:
        counts = [one.mention.quantity for one in mind.acts.changes if not one.mention.words]
        asked = [said for said in mind.says if said.what in ("which", "what_product")]
        if len(found) == len(counts) == 1 and counts[0] and (mind.unread or asked):  # `1 só pros dois`, in one breath
            mind.says = [said for said in mind.says if said not in asked]
            mind.open = [one for one in mind.open if one in mind.state.dialogue.open]
            mind.pending, mind.unread = None, ""
            put_in(mind, Change("add", Mention(pointing=True)), found[0], counts[0])
        else:
            mind.show(first(found, SHOWN), "found")
            invite(mind)
        mind.acts = replace(mind.acts, questions=tuple(one for one in mind.acts.questions if one != question))
    return bool(found)
