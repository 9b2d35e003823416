"""What was found for several wishes as one list, and what tells that a thing is as it was asked for."""

from collections.abc import Sequence

import msgspec

from app.features.chat.assistant.acts import Look, Mention
from app.features.chat.assistant.deciding.answering import telling
from app.features.chat.assistant.deciding.mind import Mind, Say
from app.features.chat.assistant.documents.answers import sentence_with
from app.features.chat.assistant.language.goods import NAMES
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.products.matching import Product, shares, together
from app.features.conversations.state import Pending


def in_one_list(mind: Mind, begun: int) -> None:
    """Several things found one after the other stand in one list. begun: how much had been said before."""
    lists = [one for one in mind.says[begun:] if one.what == "list" and one.values.get("head") == "found"]
    if len(lists) < 2 or any(one.told for one in lists):
        return
    whole = msgspec.structs.replace(lists[0], listed=tuple(item for one in lists for item in one.listed))
    mind.says = [whole if one is lists[0] else one for one in mind.says if one not in lists[1:]]


def shown_by(mind: Mind) -> set[str]:
    """The ids of what this message has shown already."""
    return {each.product_id for said in mind.says for item in said.listed for each in item.each}


def sought_first(mind: Mind, most: int) -> tuple[list[Look], bool]:
    """What is looked for, before what is only named beside a question; True: something is looked for."""
    wishes = sorted(mind.acts.looks[:most], key=lambda one: one.guess and bool(mind.acts.asks))
    return wishes, bool(mind.acts.asks) and any(not one.guess for one in wishes)


def tell_described(mind: Mind, found: Sequence[Product], mention: Mention) -> None:
    """`o trem é bivolt?`: the sentence that has the words by which alone a thing was found, before it is shown."""
    if "?" not in mind.acts.text or len({one.group or one.product_id for one in found}) != 1:
        return
    product = found[0]
    asked = [word for word in mention.words if not shares([word], product.name)]
    told = telling.fact_for(telling.facts({"description": product.description}), " ".join(asked), product.name)
    if told is None or any(told[1].strip(". ") not in one.description for one in found):  # of one of its kinds alone
        return
    if told[0] >= len(asked) and not any(one.text == told[1] for one in mind.says):
        mind.says.insert(len(mind.says) - 1, Say("text", text=told[1]))


def without_told(mind: Mind) -> None:
    """`quanto é a pasta? tem açúcar?`: what is told of the one thing answers, and no sugar is shown."""
    told = [one for said in mind.says if said.what == "details" for one in said.products]
    if len(told) != 1 or "?" not in mind.acts.text:
        return
    words = [look.mention.words for look in mind.acts.looks if look.mention.words]
    described = f"{told[0].description} {told[0].about}"
    needless = [one for one in words if shares(one, described) and not shares(one, told[0].name)]
    lists = [one for one in mind.says if one.what == "list" and not one.told]
    if len(needless) == len(words) == len(lists) == 1:
        mind.says = [one for one in mind.says if one not in lists]
        thing = together([told[0]])
        mind.listed, mind.focus, mind.pending = tuple(thing), thing[0], Pending("quantity", tuple(thing))


def of_service(mind: Mind, mention: Mention) -> bool:
    """`quanto é a aula de surf?`, `any surf lessons?`, where surfboards are sold and no lessons: the sentence of the
    documents that has both words, before the goods that have one."""
    goods, named = mind.shop.goods, mention.words
    if len(named) < 2 or mention.quantity is not None:
        return False
    last = f"{named[-2]} {named[-1]}" in fold(mind.acts.text)  # what it is stands last in English
    head = named[-1] if mind.acts.language == "en" and last else named[0]
    others = [word for word in named if word != head]
    if not goods.strange(head) or not any(goods.place(word) >= NAMES for word in others):
        return False
    told = sentence_with(mind.shop.passages, head, others)
    if told is not None:
        mind.says.append(Say("text", text=told))
    return told is not None
