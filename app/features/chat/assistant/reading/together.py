"""What the clauses of a message mean together, beyond each by itself. Pure."""

import re
from collections.abc import Callable
from itertools import pairwise

from msgspec.structs import replace

from app.features.chat.assistant.acts import Change, Look, Mention, Question
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.cities import cep_of
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import is_colour, words
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.name_words import is_size
from app.features.chat.assistant.reading.choosing.references import refer
from app.features.chat.assistant.reading.choosing.value_behind import number_behind, value_behind
from app.features.chat.assistant.reading.counts.for_whom import for_grown_ups, for_people
from app.features.chat.assistant.reading.counts.lots import price_of_lot
from app.features.chat.assistant.reading.details.places import place_in
from app.features.chat.assistant.reading.draft import Reading
from app.features.chat.assistant.reading.kinds.own_sizes import in_own_size
from app.features.chat.assistant.reading.questions.named_before import (
    asked_if_all_there,
    asked_of_the_named,
    both_offered,
    so_many_stay,
)
from app.ops.expressions import expression

_PRICE_ALONE = expression(
    r"(?:(?:qual|quais|e|os?|a)\s+)*(?:(?:preco|valor)(?:es|s)?)(?:\s+(?:de\s+cada|del[ea]s))?|quanto(?:\s+(?:custa|e|eh|sai|fica|ta|da)\w*)?|how\s+much(?:\s+(?:is\s+that|are\s+they))?"
)


# `é a de 20. quanto ela custa?`
_PRICE_OF_IT = expression(
    r"(?:(?:e|mas|ai|entao)\s+)*(?:(?:el[ea]s?|ess[ea]s?)\s+)?(?:quanto(?:\s+e)?(?:\s+que)?(?:\s+(?:el[ea]s?|ess[ea]s?|isso))?(?:\s+(?:custa\w*|e|eh|sai\w*|fica\w*|ta|esta|vale))?|"
    r"(?:custa\w*|sai|ta|fica|e)\s+quanto|(?:qual|que)\s+(?:(?:e|eh|seria)\s+)?(?:o\s+)?(?:preco|valor)|how\s+much(?:\s+(?:is|does|are))?(?:\s+(?:it|that|this|one|they))*(?:\s+cost)?|"
    r"what(?:'s|\s+is)\s+(?:the|its)\s+price)(?:\s+(?:d?el[ea]s?|d?ess[ea]s?|disso|of\s+(?:it|that)|mesmo|cada|uma?|ai|a\s+unidade))*"
)


_EACH_WITH = expression(
    r"(?:^|[,;.]\s*|\be\s+)(?:(?:[oa]s\s+)?(?:dois|duas|tres|quatro|cinco|\d)|amb[oa]s|tod[oa]s(?:\s+el[ea]s)?|both(?:\s+of\s+them)?|all(?:\s+of\s+them)?)\s+(?:com|with)\s+[a-z]"
)


def _only_asked(reading: Reading) -> None:
    """`ah entendi, é a de 20. quanto ela custa?` tells what the question is about, and takes none."""
    told = [one.mention for one in reading.changes]
    alone = len(told) == 1 and reading.changes[0].kind == "want" and not reading.changes[0].corrects
    named = alone and (len(told[0].among) == 1 or (not told[0].among and bool(told[0].words or told[0].soft)))
    if not named or told[0].quantity is not None or reading.state.dialogue.open:
        return
    if signs.WANT.search(reading.text) or not (reading.asked and _PRICE_OF_IT.fullmatch(reading.asked[-1])):
        return
    one = Mention(product_id=told[0].among[0]) if told[0].among else told[0]
    reading.about, reading.changes = [one], []


def _describes_what_it_asks(reading: Reading) -> None:
    """`serve pra escada? acende embaixo e apaga em cima`: behind a question, what is in no cart and no goods are called
    is told of it, and is nothing to be taken out."""
    if not (reading.asked and (reading.about or reading.wonders or reading.found.get("asks_something"))):
        return
    lines = reading.state.cart.lines

    def known(mention: Mention) -> bool:
        said = (*mention.words, *mention.soft)
        return not said or any(current().place(x) >= NAMES or any(shares([x], y.name) for y in lines) for x in said)

    reading.changes = [one for one in reading.changes if one.kind != "remove" or known(one.mention)]


def _with_it(reading: Reading) -> None:
    """`com nutella e morango`, said after the bowl was put in: these too."""
    if reading.changes or len(reading.looks) != 1 or not reading.state.cart.lines or "?" in reading.message:
        return
    parts = reading.looks[0].parts or (reading.looks[0].mention,)
    sold = all(one.words and all(current().place(word) >= NAMES for word in one.words) for one in parts)
    if sold and re.match(r"(?:e\s+)?(?:com|with)\s+[a-z]{3,}", reading.text):
        reading.changes, reading.looks = [Change("add", one) for one in parts], []


def _each_with_it(reading: Reading) -> None:
    """`uma P e uma M, as duas com nome`, of what the shop has apart: as many of that; where nothing but the noun says
    so, it is shown."""
    changes, look = list(reading.changes), reading.looks[-1] if reading.looks else None
    beside = changes.pop() if changes and changes[-1].mention.having else None
    told = beside.mention if beside else look.mention if look and look.guess else Mention()
    held = {word for one in changes for word in one.mention.words}
    apart = all(current().place(word) >= NAMES and word not in held for word in told.words)
    if not (told.having and apart and changes and _EACH_WITH.search(reading.text)):
        return
    if told.quantity is not None or any(one.kind not in ("want", "add") for one in changes):
        return
    many = sum(one.mention.quantity or 1 for one in changes)
    if beside:
        reading.changes[-1] = replace(beside, mention=replace(told, quantity=many))
    elif look:
        reading.looks[-1] = replace(look, guess=False, quantity=many, parts=())


def _ordered_at_once(reading: Reading) -> None:
    """`tábua de bambu e faca do chef, retirada, pix`: goods that are named with how to pay or to get them."""
    if reading.changes or not (reading.found.get("method") or reading.found.get("way")) or reading.asked:
        return
    named = [one for look in reading.looks for one in look.parts or (look.mention,)]
    begins = all(any(current().place(word) == BEGINS for word in one.words) for one in named)
    if named and begins and all(one.guess for one in reading.looks):
        reading.changes, reading.looks = [Change("want", one) for one in named], []


def _listed_along(reading: Reading) -> None:
    """`1 caneca com foto, caixa de presente, pix`, `preciso de pó e 1 oxigenada`: goods that stand in a list of wishes
    without a count."""
    wished = reading.changes and all(one.kind in ("want", "add") and not one.corrects for one in reading.changes)
    says_how = reading.found.get("method") or reading.found.get("way")
    goods = all(any(current().place(word) == BEGINS for word in one.mention.words) for one in reading.changes)
    if not wished or reading.asked or "?" in reading.message or not (says_how or goods):
        return
    for look in [one for one in reading.looks if not (one.parts or one.by_price or one.min_price or one.max_price)]:
        named = (*look.mention.soft, *look.mention.words)
        begins = bool(named) and current().place(named[0]) == BEGINS
        if begins or not (look.guess or all(current().place(word) < NAMES for word in named)):
            reading.looks.remove(look)
            reading.changes.append(Change("want", replace(look.mention, words=named, soft=())))


def _kind_counted(reading: Reading) -> None:
    """`lâmpada de 12 W, 3 amarelas`, `tem ipê? quero 10 amarelo e 5 roxo`, `quanto é o ipê? me vê 3 roxo`: so many of
    these kinds of what was named first."""
    named = [one.mention for one in reading.looks if not (one.parts or one.supposed)] or reading.about
    if not reading.changes or len(named) != 1 or len(reading.looks) > 1:
        return
    sought = named[0]
    wishes = [replace(one, mention=own, parts=()) for one in reading.changes for own in one.parts or (one.mention,)]
    kinds = all(one.mention.words and one.mention.quantity for one in wishes) and all(
        0 < current().place(word) < NAMES or is_colour(word) for one in wishes for word in one.mention.words
    )
    goods = bool(sought.words) and current().place(sought.words[0]) >= NAMES and sought.quantity is None
    if kinds and goods and all(one.kind == "want" and not one.corrects for one in wishes):
        told = [(one, (*sought.words, *one.mention.words), (*sought.soft, *one.mention.soft)) for one in wishes]
        reading.changes = [replace(one, mention=replace(one.mention, words=w, soft=s)) for one, w, s in told]
        reading.looks = []


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


def _in_what_it_comes(reading: Reading) -> None:
    """`adorei a jaqueta, tem M?`, `queria um vestido, tem no G?`: a size or a colour alone is asked of what was named
    just before."""
    looks, changes = reading.looks, reading.changes
    wished = len(looks) == len(changes) == 1 and changes[0].kind in ("want", "add")
    if reading.traits is not None or not (wished or len(looks) == 2):
        return
    named, told = changes[0].mention if wished else looks[0].mention, looks[-1].mention
    alone = all(map(is_colour, told.words)) and all(map(is_size, told.soft)) and (told.words or told.soft)
    goods = any(current().place(word) >= NAMES and not is_colour(word) for word in named.words)
    parted = changes[0].parts or changes[0].old or changes[0].either if wished else looks[0].parts
    if not (alone and goods) or parted or named.soft or (told.words and any(map(is_colour, named.words))):
        return
    whole = replace(named, words=(*named.words, *told.words), soft=told.soft)
    if wished:
        reading.changes, reading.looks = [replace(changes[0], mention=whole)], []
    else:
        reading.looks = [replace(looks[0], mention=whole, guess=False)]


_NEEDS = expression(r"\b(?:preciso|precisamos|precisando|vou\s+precisar|i\s+need|we\s+need)\b")


def _needed(reading: Reading) -> bool:
    """`preciso de cloro, algicida, clarificante e estojo`: a list of things by their names is an order for them."""
    named = [one for look in reading.looks for one in look.parts or (look.mention,)]
    plain = all(not (one.by_price or one.min_price or one.max_price or one.more) for one in reading.looks)
    goods = all(any(current().place(word) == BEGINS for word in one.words) for one in named)
    return plain and goods and len(named) > 2 and "?" not in reading.message and _NEEDS.search(reading.text) is not None


def _listed_needs(reading: Reading) -> None:
    """Three things and more that are needed, or one of each of those that are looked for."""
    named = [one for look in reading.looks for one in look.parts or (look.mention,)]
    each = reading.changes[0].mention if len(reading.changes) == 1 and not reading.changes[0].corrects else None
    if not reading.changes and not reading.asked and _needed(reading):
        reading.changes, reading.looks = [Change("want", one) for one in named], []
        return
    whole = each is not None and each.every and each.quantity and not (each.words or each.soft)
    plain = len(named) > 1 and all(one.words and one.quantity is None for one in named)
    if whole and plain and each is not None:  # `an enamel mug and a notebook, one of each`
        told = [replace(one, quantity=each.quantity) for one in named]
        reading.changes, reading.looks = [Change("want", one) for one in told], []


_ONE_SUCH = expression(
    r"\b(?:quero|queria|vou\s+querer|quero\s+ver|preciso\s+de|i\s+(?:want|need)|i'?d\s+like)\s+(?:uma?|\d{1,2}|dois|duas|tres|one|two|an?)\s+(?:(?:de|do|da|em|in)\s+)?"
    r"(?P<kind>[a-z-]{3,}(?:\s+[a-z-]{3,})?)(?:\s+ones?)?\s*(?:$|[.,;!])"
)


def _one_of_what_it_asks(reading: Reading) -> None:
    """`tem vaso de cerâmica? queria um terracota`: what is wished for by its colour or kind alone is of what was asked
    for in the same breath."""
    if len(reading.changes) != 1 or len(reading.looks) != 1 or reading.looks[0].guess or reading.looks[0].parts:
        return
    wanted, sought = reading.changes[0], reading.looks[0].mention
    own, found = wanted.mention, _ONE_SUCH.search(reading.text)
    kinds = own.words and not own.soft and all(current().place(word) < BEGINS or is_colour(word) for word in own.words)
    goods = any(current().place(word) == BEGINS for word in sought.words)
    if not (found and kinds and goods and wanted.kind == "want" and set(own.words) <= set(words(found["kind"]))):
        return
    reading.changes = [replace(wanted, mention=replace(own, words=(*sought.words, *own.words), soft=sought.soft))]
    reading.looks = []


def _taken_out_once(reading: Reading) -> None:
    """`o boné não, tira o boné`"""
    told = [one for one in reading.changes if one.kind == "remove"]
    if len(told) > len(dict.fromkeys(told)):
        once = dict.fromkeys(told)
        reading.changes = [one for one in reading.changes if one.kind != "remove"] + list(once)


def _of_the_trait(reading: Reading) -> None:
    """`tem no M? quero 2`: what is wished for in the same breath is what was asked for."""
    trait, wanted = reading.traits, reading.changes[-1] if len(reading.changes) == 1 else None
    if trait is None or trait.empty or wanted is None or wanted.kind not in ("want", "add"):
        return
    told, dialogue = wanted.mention, reading.state.dialogue
    entries = (*dialogue.listed, *(dialogue.pending.options if dialogue.pending else ()))
    own = [one for each in refer(" ".join([*trait.words, *trait.soft]), entries) or () for one in each.products]
    if told.among and (both := tuple(one for one in told.among if one in own)):
        told = replace(told, among=both)
    elif told.empty and own:
        told = replace(told, among=tuple(dict.fromkeys(own)), pointing=False)
    elif told.empty:
        told = replace(told, words=trait.words, soft=trait.soft, pointing=False)
    else:
        return
    reading.changes, reading.traits = [replace(wanted, mention=told, bare=False)], None
    if not (reading.questions or reading.wonders or reading.about):
        reading.found.pop("asks_something", None)


def _only_liked(reading: Reading) -> None:
    """`um amigo que ama café, o que vocês têm de kit?`: what is liked is not looked for beside that."""
    others = [one.mention for one in reading.looks if one not in reading.fancies and not one.guess]
    asks = any(one.words or any(current().place(word) == BEGINS for word in one.soft) for one in others)
    if asks:
        reading.looks = [one for one in reading.looks if one not in reading.fancies]


def _pointed_at_and_counted(reading: Reading) -> None:
    """`isso. quero 1 e mais uma chaleira`: what was pointed at is what is counted, once."""
    for at, (this, so_many) in enumerate(pairwise(reading.changes)):
        bare = this.mention == Mention(pointing=True) and so_many.mention == Mention(quantity=so_many.mention.quantity)
        if bare and so_many.mention.quantity and {this.kind, so_many.kind} <= {"want", "add"}:
            counted = replace(this.mention, quantity=so_many.mention.quantity)
            reading.changes[at : at + 2] = [replace(this, mention=counted)]
            return


def _to_town(reading: Reading) -> None:
    """`to em Londrina, quanto fica?`: what it costs to get it there."""
    town = place_in(reading.text)
    if not reading.found.get("total") or cep_of(town) is None:
        return
    named = set(words(town))
    reading.looks = [one for one in reading.looks if not (one.guess and named >= {*one.mention.words})]
    reading.questions.append(Question("freight", reading.text))


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


def _no_matter_which(reading: Reading) -> None:
    """`tanto faz a cor`, of what is wished for."""
    if reading.any:
        reading.changes = [
            replace(one, mention=replace(one.mention, any=True)) if one.kind in ("want", "add") else one
            for one in reading.changes
        ]


_TOGETHER: tuple[Callable[[Reading], None], ...] = (
    asked_if_all_there,
    _only_asked,
    _describes_what_it_asks,
    _only_liked,
    for_people,
    value_behind,
    number_behind,
    _with_it,
    _each_with_it,
    both_offered,
    _ordered_at_once,
    _listed_along,
    _kind_counted,
    _as_looks,
    _in_one_look,
    _ranked,
    _to_town,
    _valued_each,
    price_of_lot,
    asked_of_the_named,
    _asked_together,
    _in_what_it_comes,
    _listed_needs,
    _one_of_what_it_asks,
    _taken_out_once,
    _pointed_at_and_counted,
    _of_the_trait,
    in_own_size,
    _no_matter_which,
    for_grown_ups,
    so_many_stay,
)


def settle(reading: Reading) -> None:
    """Join, limit and complete the wishes of all clauses."""
    for joined in _TOGETHER:
        joined(reading)


def without_house(reading: Reading) -> None:
    """`mudou o rolê, rua Vaz 270 zona 2 87010-420`: beside an address a number counts nothing, unless it was asked how
    many, and words that no goods have are no wish without a verb."""
    asked, goods = reading.state.dialogue.pending, current()
    if asked is not None and asked.kind in ("choose", "quantity"):
        return
    wishes = signs.WANT.search(reading.text) or signs.ADD.search(reading.text)

    def is_told(one: Change) -> bool:
        known = any(goods.place(word) or is_colour(word) for word in one.mention.words)
        plain = one.kind == "want" and one.mention == Mention(one.mention.words)
        return (one.bare and one.mention.empty) or bool(plain and one.mention.words and not known and not wishes)

    reading.changes = [one for one in reading.changes if not is_told(one)]
