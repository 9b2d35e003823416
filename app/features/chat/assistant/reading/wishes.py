"""What a clause wishes for: how to pay, what to put into the cart, what to see. Pure."""

import re

import msgspec

from app.features.chat.assistant.acts import Change, ChangeKind, Look, Mention
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.prices import price_range
from app.features.chat.assistant.language.words import is_colour, is_sentence, says, stem, verbal, words
from app.features.chat.assistant.products.matching import SIZED, Product, of_listed, shares
from app.features.chat.assistant.products.mentions import thing_in
from app.features.chat.assistant.products.name_words import name_words
from app.features.chat.assistant.products.weighing import is_loose
from app.features.chat.assistant.reading import verbs
from app.features.chat.assistant.reading.changes.also import is_so
from app.features.chat.assistant.reading.changes.counting import (
    counts_anew,
    counts_off,
    names_several,
    put_right,
    sets,
    volumes,
)
from app.features.chat.assistant.reading.changes.swapping import exchange, told_line
from app.features.chat.assistant.reading.choosing.picking import other_kind
from app.features.chat.assistant.reading.choosing.refusals import FAILS, refused, refuses_one
from app.features.chat.assistant.reading.clauses import Clause
from app.features.chat.assistant.reading.counts.one_of_each import of_each
from app.features.chat.assistant.reading.details.cards import wants_cards
from app.features.chat.assistant.reading.draft import Reading
from app.features.chat.assistant.reading.kinds import sought
from app.features.chat.assistant.reading.kinds.narrowing import ONE_MORE, another_size, narrows
from app.features.chat.assistant.reading.questions.asking import of_the_focus
from app.features.chat.assistant.reading.questions.looks import looks
from app.features.chat.assistant.reading.questions.of_clauses import may_pay
from app.features.chat.assistant.reading.splitting import is_known, list_in, may_be_goods, split_counts, split_mentions
from app.features.orders.types import PaymentMethod
from app.ops.expressions import expression

# `mesma coisa`, of an order after another: paid as that was
_AS_BEFORE = expression(
    r"(?:(?:tudo|e|com)\s+)*(?:a\s+mesma\s+coisa|mesma\s+coisa|do\s+mesmo\s+jeito|tudo\s+igual|same\s+as\s+before|same\s+way)\b\s*"
)
# `é com enchimento né? não é só a capa`
_NOT_ONLY = expression(
    r"(?:e\s+)?(?:nao|n)\s+(?:e|eh|vem|sao|tem)\s+(?:so|apenas|somente)\b|(?:it'?s|that'?s|is)?\s*not\s+(?:just|only)\b"
)
# `1 e 2`, of a list
_PLACES = expression(r"(?:[oa]\s+)?([1-9])\s*(?:e|and|&)\s*(?:[oa]\s+)?([1-9])(?:\s+por\s+favor)?")
_CHILD_AGE = expression(
    r"\b(?:menin[oa]|crianca|filh[oa]|sobrinh[oa]|net[oa]|bebe|boy|girl|kid)\s+(?:de\s+|com\s+)?\d{1,2}\s+(?:an(?:os|inhos)|meses)\b"
)
# `esse mesmo com o protetor`
_THIS_AND = expression(
    r"^(?P<this>(?:n?ess[ea]|n?est[ea]|el[ea]|isso|this|that|it)(?:\s+(?:mesm[oa]|ai|one))?)\s+(?:com|junto\s+com|mais|with|plus)\s+(?=(?:[oa]s?|uma?|the|an?)\s)"
)
# `só a do iphone 13`
_ANOTHER_OF_IT = expression(r"^\W*(?:so\s+)?(?:[oa]s?|the\s+one)\s+(?:d[eoa]s?|p(?:ra|ara|ro)|of|for|com|sem)\s")
_EACH_ONE = expression(r"\b(?:uma?|an?|one|\d{1,2}|dois|duas|tres)\s+[a-z]{3,}")
_REST_PREFERS = expression(r"(?:melhor|prefiro|preferia|rather|no|o|mesmo|entao|e|tambem|also|too|\s)+")
_WITH = expression(r"^(?:(?:junto\s+)?com|mais|with|and|e|plus|also)\s+(?:[oa]s?|uma?|the|a)\s+[a-z]{3}")


def statement(reading: Reading, clause: Clause) -> bool:
    """How to pay, and what to put into the cart or show."""
    method, rest = reading.method_in(clause.text)
    if method is None and reading.state.orders and reading.state.cart.lines and _AS_BEFORE.match(rest):
        method, rest = reading.state.orders[-1].payment_method, _AS_BEFORE.sub(" ", rest)
    done = False
    if method is not None and clause.asks and may_pay(reading, clause.text):
        reading.note(method=method)
        return True
    if method is not None and FAILS.search(clause.text):  # `meu pix tá bloqueado`
        reading.note(refused=method)
        return True
    if (
        clause.negated
        and method is not None
        and (signs.CODE_LOST.search(clause.text) or signs.CODE_FAILS.search(clause.text))
    ):
        reading.note(checkout=True, wants_code=True)  # `não chegou o pix`, of an order that is not made yet
        return True
    if method is not None and not clause.asks:
        lets_go = verbs.kind(rest) == "remove"  # `sem pix`, `não precisa do pix`
        named = name_words(verbs.without_verbs(rest) if lets_go else rest)[0]
        if (clause.negated or lets_go) and not (clause.corrects or named):
            if signs.WANT.search(rest) and not signs.PAYING.search(clause.text):
                reading.note(no=True)
            else:
                reading.note(refused=method)
            return True
        reading.note(method=method)
        done = True
    elif method is None and signs.CARD.search(clause.text) and not clause.negated and not wants_cards(clause.text):
        reading.note(card=True)
        return True
    rest = verbs.strip(_CHILD_AGE.sub(" ", rest))
    if not rest or (done and _REST_PREFERS.fullmatch(rest)):  # `melhor pix` is of no goods
        return done
    return (
        _change(reading, clause, rest, method)
        or looks(reading, clause, rest)
        or _bare_mention(reading, clause, rest)
        or done
    )


def supposed(reading: Reading, clause: Clause) -> bool:
    """`se tiver camiseta preta eu levo duas`: whether there is one is looked up, and nothing is ordered."""
    found = signs.IF_THERE.match(clause.text)
    if found is None:
        return False
    named, soft = name_words(found["what"])
    quantity = reading.mention(verbs.without_verbs(found["rest"])).quantity
    if (trait := sought.read(reading, found["what"])) is not None:
        reading.traits = msgspec.structs.replace(trait, quantity=quantity)
        return True
    if not named:
        return False
    reading.looks.append(Look(Mention(tuple(named), tuple(soft)), quantity=quantity, supposed=True))
    return True


def _change(reading: Reading, clause: Clause, text: str, method: PaymentMethod | None) -> bool:
    if clause.asks:
        return False
    if _NOT_ONLY.match(text):
        reading.note(tells=True)
        return True
    if narrows(reading, f"{clause.lead} {text}".strip()) or counts_anew(reading, text):
        return True
    kind, corrects = verbs.kind(text), clause.corrects
    if kind == "add" and is_so(reading, text):
        reading.note(total=True)
        return True
    if kind == "exchange":
        return exchange(reading, text, corrects)
    if kind is None and _wants_without_verb(reading, clause, text, method):
        kind = "want"
    if kind is None or (kind == "want" and _only_looks(text)):
        return False
    if method is not None and signs.PREFER.search(text) and not reading.mention(signs.PREFER.sub(" ", text)).words:
        return False  # `melhor pix`
    plain = verbs.without_verbs(text)
    if kind == "only" and not reading.mention(plain).words:
        kind, corrects = "want", True
    wanted = kind in ("want", "add")
    if wanted and not clause.negated and reading.takes_sought(reading.mention(plain)):
        return True
    made = [
        change
        for part in split_mentions(_THIS_AND.sub(r"\g<this>, ", plain)) or [""]
        if (change := _one(reading, kind, part, text, corrects))
    ]
    counted = len(made) > 1 and wanted and not clause.negated and made[0].mention.quantity is not None
    if counted and not made[0].mention.pointing and reading.takes_sought(made[0].mention):
        made = made[1:]  # `amei o tapete, queria dois e uma touca`
    made = volumes(made)
    if len(made) == 1 and made[0].mention.every and of_each(reading, made[0].mention):
        return True
    if not made:
        return False
    if kind == "add" and reading.changes and all(one.mention.empty and one.mention.quantity is None for one in made):
        reading.changes[-1] = msgspec.structs.replace(reading.changes[-1], kind="add")
        return True  # `2 do preto, coloca junto`: the verb of what was said before it
    made = [made[0], *(msgspec.structs.replace(one, corrects=False) for one in made[1:])]
    if kind == "add" and (corrects or sets(reading, text)):
        made = put_right(reading, f"{clause.lead} {text}", made)
    reading.wanted = not (clause.negated and wanted)
    if not reading.wanted:
        refused(reading, made)
        return True
    reading.changes += made
    return True


def _wants_without_verb(reading: Reading, clause: Clause, text: str, method: PaymentMethod | None) -> bool:
    """`3 do segundo`, `um de cada`, `não, a verde`: no verb says that it is wanted, and it is."""
    lines = reading.state.cart.lines
    if not clause.negated and counts_off(reading, text):
        return True
    if (reading.listed or reading.changes or reading.looks or len(lines) > 1) and reading.mention(text).every:
        return True
    if verbs.starts_with_count(text):
        return True
    if not clause.negated and clause.corrects and (lines or reading.changes):
        return True
    if not clause.negated and ((reading.wanted and may_be_goods(text)) or names_several(reading, text)):
        return True
    return method is not None and bool(name_words(text)[0]) and not signs.LOOK.search(text)


def _only_looks(text: str) -> bool:
    if signs.SEES.search(text):
        return True
    if says(words(text), v.CATALOGUE - {"disponivel", "produto"}) and not name_words(text)[0]:
        return True
    if price_range(text)[:2] != (None, None):
        return True
    vague = re.search(r"(?<!nao )(?<!n )\b(?:preciso|i\s+need)\b", text)
    ones = len(_EACH_ONE.findall(text))
    if ones > 1 or (ones and _lists_goods(text)):  # `preciso de um capacete e uma luva`
        return False
    counted = re.search(r"\b(?:\d+|duas|dois|tres|quatro|cinco|seis|meia|duzia\w*|one|two|three)\b", text)
    return bool(vague and not counted)


def _lists_goods(text: str) -> bool:
    """`I need pruning shears and a pair of gloves`: several things, each called so by the shop."""
    parts = split_mentions(verbs.without_verbs(text))
    return len(parts) > 1 and all(any(current().place(word) >= NAMES for word in words(part)) for part in parts)


def _one(reading: Reading, kind: ChangeKind, part: str, text: str, corrects: bool) -> Change | None:
    mention = reading.mention(part, of_cart=kind == "remove")
    counts = kind == "remove" or (kind == "want" and mention.quantity is not None and not mention.pointing)
    if counts and mention.empty and (told := told_line(reading)) is not None:
        mention = msgspec.structs.replace(told, quantity=mention.quantity)  # `a baguete meu marido já trouxe, tira`
    if corrects and mention.measure and mention.empty and not _weighs(reading, mention.measure):  # `não, de 2 metros`
        mention = Mention((mention.measure,), quantity=mention.quantity)
    if order := verbs.by_price(part if len(split_mentions(text)) > 1 else text):
        mention = msgspec.structs.replace(mention, by_price=order)
    dialogue = reading.state.dialogue
    has_context = bool(reading.state.cart.lines or dialogue.focus or dialogue.listed or dialogue.pending)
    if (
        mention.empty
        and mention.quantity is None
        and not mention.pointing
        and not (has_context and verbs.points_by_verb(text))
    ):
        return None
    if mention.empty and not mention.pointing and reading.liked is not None:  # `gostei do segundo, quero 2`
        mention = msgspec.structs.replace(reading.liked, quantity=mention.quantity)
    if mention.empty and mention.quantity is None and reading.advised is not None:
        mention = msgspec.structs.replace(mention, quantity=reading.advised)
    if kind == "want" and another_size(reading, mention) and ONE_MORE.search(text):  # `quero outra tam 10`
        kind = "add"
    elif kind == "want" and (signs.PREFER.search(text) or another_size(reading, mention)):
        corrects = True
    if kind == "only" and reading.state.cart.lines and _ANOTHER_OF_IT.search(part):
        corrects = True  # of what is in the cart
    several = [reading.mention(piece) for piece in split_counts(part)]
    corrects = corrects and not (mention.every and not mention.words)  # `aliás as duas`, and not the one instead
    return Change(kind, mention, corrects=corrects, parts=tuple(several) if len(several) > 1 else ())


def _weighs(reading: Reading, measure: str) -> bool:
    """What is spoken of is sold loose: `na verdade 3kg`."""
    focus, lines = reading.state.dialogue.focus, reading.state.cart.lines
    own = [of_listed(focus)] if focus is not None else [Product(line.product_id, line.name) for line in lines[-1:]]
    return any(is_loose(one, measure) for one in own)


def _costs(mention: Mention, cents: int | None) -> bool:
    """`o de 119`"""
    told = mention.soft[0] if len(mention.soft) == 1 and mention.soft[0].isdigit() else None
    return told is not None and cents is not None and cents // 100 == int(told)


def _is_bare(mention: Mention) -> bool:
    """A number or a pointing word alone; `2 sacos` counts and is no place in a list."""
    return mention.empty and not (mention.pointing and mention.quantity)


def _bare_mention(reading: Reading, clause: Clause, text: str) -> bool:
    """A mention and nothing else: an answer to our question, or the name of what is looked for."""
    if (both := _PLACES.fullmatch(text)) and not clause.asks and max(int(both[1]), int(both[2])) <= reading.listed:
        reading.changes += [Change("want", Mention(position=int(at))) for at in both.groups()]
        return True
    mention = reading.mention(text)
    if mention.empty and mention.quantity is None and not mention.measure:
        return _points_at_offered(reading, clause, text, mention)
    said = words(text)
    if says(said, v.LIKING) and mention.position is not None:
        reading.liked = mention
    if says(said, v.LIKING) and (mention.position is not None or set(said) <= v.LIKING | v.FILLER):
        return False
    if says(said, v.THANKS | v.GOODBYE) and not mention.words:
        return False
    if clause.negated:
        return refuses_one(reading, text)
    if reading.changes and is_sentence(text) and not clause.asks and not is_known(mention):
        reading.note(tells=True)  # why it is wished for
        return True
    if clause.asks:
        _asked_about(reading, mention, clause.text)
        return True
    if (change := _taken(reading, clause, text, mention)) is not None:
        several = tuple(reading.mention(part) for part in split_mentions(text))
        whole = len(several) < 2 or change.parts or not all(one.words for one in several)
        # `one small basket and the little honey`
        reading.changes.append(change if whole else msgspec.structs.replace(change, parts=several))
        return True
    if mention.empty:
        if not reading.takes_sought(mention):
            reading.changes.append(Change("want", mention, bare=_is_bare(mention)))
        return True
    return _sought(reading, text, mention)


def _points_at_offered(reading: Reading, clause: Clause, text: str, mention: Mention) -> bool:
    """`esse mesmo`, of what our question offers."""
    pending = reading.state.dialogue.pending
    offered = pending is not None and pending.kind in ("choose", "quantity")
    points = mention.pointing and offered and not (clause.asks or clause.negated) and len(words(text)) <= 3
    if points:
        reading.changes.append(Change("want", mention))
    return points


def _asked_about(reading: Reading, mention: Mention, text: str) -> None:
    """`e a azul?`: of what was shown; else it may be a product or anything else."""
    focus, shown = reading.state.dialogue.focus, [x for item in reading.state.dialogue.listed for x in item.each]
    named, soft = list(mention.words) or list(mention.soft), mention.soft or tuple(mention.measure.split())
    spoken_of = shown or focus is not None
    if mention.by_price and spoken_of and not any(current().place(word) >= NAMES for word in named):
        reading.about.append(Mention(by_price=mention.by_price))  # `is the small one enough?`
        reading.note(asks_something=True)
        return
    sought = reading.looks and not reading.looks[-1].guess and not reading.looks[-1].more
    goods = any(current().place(word) >= NAMES and not is_colour(word) for word in mention.words)
    if sought and goods and mention.quantity in (None, 1):
        parts = [reading.mention(part) for part in split_mentions(text)]
        each = parts if all(any(current().place(word) >= NAMES for word in one.words) for one in parts) else [mention]
        reading.looks += [Look(msgspec.structs.replace(one, quantity=None)) for one in each]  # `tem tiara? e varinha?`
    elif shown and (mention.position or any(shares(named, each.name) for each in shown)):
        reading.about.append(mention)
    elif soft and not mention.words and focus is not None:
        reading.about.append(msgspec.structs.replace(mention, soft=soft))  # `e o de 2,5?`, of what was told of in 10
    elif mention.words and len(mention.words) <= 6:
        reading.wonders.append(of_the_focus(reading, text, mention))
    reading.note(asks_something=True)


def _taken(reading: Reading, clause: Clause, text: str, mention: Mention) -> Change | None:
    """What a mention takes though no verb says so; None: nothing yet."""
    if _answers(reading, mention):
        return Change("want", mention, bare=_is_bare(mention))
    if another_size(reading, mention) and ONE_MORE.search(text):  # `e uma G`
        return Change("add", msgspec.structs.replace(mention, quantity=1))
    if another_size(reading, mention):  # `sim, mas no GG`
        return Change("want", mention, corrects=True)
    if mention.empty:
        return None
    priced = mention.price_cents is not None and (reading.listed or (reading.state.cart.lines and mention.quantity))
    if mention.position is not None or mention.every or priced:
        return Change("want", mention)
    changes = reading.changes
    joins = re.search(r"\b(?:e|and)$", clause.lead) is not None and bool(reading.state.cart.lines or changes)
    joins = joins or bool(changes and (changes[-1].kind == "remove" or _WITH.match(clause.text)))
    if mention.words and joins:  # `e o vidas secas pra ela`, `o de 6 rosas, com o ursinho`
        return Change("add", mention)
    if (mention.words or mention.soft) and mention.quantity is not None:  # `massinha 5 unidades`, `2 bandejas`
        return Change("want", mention)
    return other_kind(reading, text, mention)


def _answers(reading: Reading, mention: Mention) -> bool:
    """It chooses of what our question offers, or counts it."""
    pending = reading.state.dialogue.pending
    if pending is None or pending.kind not in ("choose", "quantity"):
        return False
    offered = [each for option in pending.options for each in option.each]
    if mention.empty:
        return mention.quantity is not None and not _names_another(reading, [each.name for each in offered])
    # Of one thing that was offered another is no answer: `e vinho rosé?` after an `Espumante Rosé`.
    head = mention.words[:1] if pending.kind == "quantity" and len(mention.words) > 1 else ()
    return (
        mention.position is not None
        or mention.price_cents is not None
        or (bool(mention.words) and all(stem(word) in SIZED for word in mention.words))
        or any(_costs(mention, each.price_cents) for each in offered)
        or any(shares(head or [*mention.words, *mention.soft], each.name) for each in offered)
    )


def _names_another(reading: Reading, offered: list[str]) -> bool:
    """`ah, então é o de cobre, um só`: the count behind a name is of what is called so, and not of what was offered."""
    told = reading.looks[-1].mention.words if reading.looks and reading.looks[-1].guess else ()
    goods = [word for word in told if current().place(word) >= NAMES]
    return bool(goods) and not any(all(shares([word], name) for word in goods) for name in offered)


def _sought(reading: Reading, text: str, mention: Mention) -> bool:
    """The name of one thing, or of several, that is looked for."""
    thing = thing_in(text)
    pieces, listed = list_in(thing)
    if not (mention.words and (len(words(thing)) <= 6 or listed)) or all(map(verbal, mention.words)):
        return False
    parts = tuple(reading.mention(piece) for piece in pieces) if len(pieces) > 1 else ()
    parts = parts if all(one.words for one in parts) else ()
    reading.looks.append(Look(mention, by_price=mention.by_price, guess=True, parts=parts))
    return True
