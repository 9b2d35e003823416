"""Options of what is spoken of by their values: `220` of two voltages, `17 quilos` of two ranges, `a mel e a verde`.

Pure.
"""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from app.features.chat.assistant.acts import Change, ChangeKind, Mention
from app.features.chat.assistant.documents.topics import topics_of
from app.features.chat.assistant.language import ranks, signs
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import COUNT, NUMBER_WORDS, fold, is_colour, number, says, stem, words
from app.features.chat.assistant.products.ages import for_child
from app.features.chat.assistant.products.matching import of_listed, shares
from app.features.chat.assistant.products.name_words import name_words, product_words
from app.features.chat.assistant.reading import verbs
from app.features.chat.assistant.reading.choosing.references import refer
from app.features.chat.assistant.reading.choosing.several_choices import answer_and_more, each_its_own, of_all, referred
from app.features.chat.assistant.reading.choosing.things import Reference, own_choice, share_of
from app.features.chat.assistant.reading.clauses import TOO_MUCH, Clause
from app.features.chat.assistant.reading.draft import Reading
from app.features.chat.assistant.reading.kinds.sizing import first_words
from app.features.chat.assistant.reading.splitting import split_mentions
from app.features.conversations.state import Listed, Pending
from app.ops.expressions import expression

_RANK_FIRST = expression(
    r"(?:e\s+)?(?:[oa]|ess[ea]|the)\s+(?:mais\s+(?:barat|car|pequen|em\s+conta|grand)|menor|maior|cheap|small|larg|bigg|most)"
)
_SUBJECT = expression(
    r"^(?:(?:and|but|ok|so)\s+)*(?:(?:how|what|which)\s+(?:\w+\s+){0,2}?)?"
    r"(?:is|are|does|do|can|could|will|has|have|would)\s+(?=(?:the|this|that)\s)"
    r"|^(?:(?:e|mas|entao)\s+)*(?=(?:[oa]|ess[ea]|aquel[ea])\s+(?:d[eoa]\s+)?\w+\s+\w)"
)
_LONGEST = 5
_EITHER_NUMBER = expression(r"\b(\d{1,4})\s*(?:[a-z]{1,3}\s+)?(?:or|ou)\s+(?:the\s+|[oa]\s+|d[eoa]\s+)*(\d{1,4})\b")
_OF_EACH = expression(r"\b(?:de|of)\s+(?:cada|each)\b")
_MOST_EACH = 6
_NUMBER = expression(
    r"(?<![\d.,])(\d{1,4}(?:[.,]\d)?)(?![\d.,]*\d)(?!\s*(?:x\b|un\b|unid|pares?\b|pecas?\b|reais|real|conto))"
)
_COUNT_BEFORE = expression(rf"\b(\d{{1,3}}|{NUMBER_WORDS})\s+(?:[a-z]+\s+)?(?:d[eoa]s?\s+)?$")
_COUNTED = expression(rf"\b{COUNT}\s+([a-z]{{3,}})")
_RANGE = expression(r"\b(\d{1,4})\s*(?:[a-z]{1,4}\s*)?(?:a|ao|ate|-)\s*(\d{1,4})")
_DIGITS = expression(r"(\d+(?:[.,]\d+)?)[a-z]*")
# `a que não é de carbono` chooses; `não quero a de carbono` does not.
_THAT_IS_NOT = expression(r"(?:(?:quero|prefiro|manda|pode\s+ser)\s+)?(?:[oa]|the\s+one)\s+(?:que|q|that)\b")
_WITHOUT = expression(r"(?:(?:[oa]|the\s+one)\s+)?(?:sem|without)\s")
_OTHER = expression(
    r"(?:(?:quero|prefiro|manda|pode\s+ser|e|eh|entao)\s+)*(?:[oa]|the)\s+(?:outr[oa]|other(?:\s+one)?)"
)
# What was settled on, after all.
_THEN = expression(
    r"^(?:(?:ah|ok|ta|bom|entao|vou\s+(?:n|de|querer)|fico\s+com|quero|pode\s+ser)\s*)*(?:[oa]|the)\s+[a-z]+\b.*\b(?:entao|mesmo|then|instead)\b"
)
_ALONE = expression(
    r"(?:(?:n?o|e|eh|em|in|the|pode\s+ser|seria)\s+)*(\d{1,2}|[a-z]{1,3})(?:\s+(?:mesmo|por\s+favor|please))?"
)
_OR = expression(r"\b(?:ou|or)\b")
_ALL_OF_THEM = expression(r"(?:[oa]s\s+d[eo]\s|the\s+(?:\S+\s+){1,3}ones\b)")  # `as de 1 kg`


def chosen(reading: Reading, clause: Clause) -> bool:
    """An answer to a choice that is open: which of them, and how many. Several choices wait in line; the first that it
    fits is answered."""
    dialogue = reading.state.dialogue
    asked = dialogue.pending if dialogue.pending and dialogue.pending.kind in ("choose", "quantity") else None
    waits = [one for one in (asked, *dialogue.open) if one is not None]
    refused = waits and clause.negated and not _THAT_IS_NOT.match(clause.text) and reading.excepted == ()
    if refused and (out := refer(clause.text, waits[0].options)):
        reading.excepted = tuple(one for each in out for one in each.products)
    if not waits or clause.asks or clause.told or clause.conditional:
        return False
    if clause.negated and not _THAT_IS_NOT.match(clause.text):
        return False
    method, text = reading.method_in(clause.text)
    if two := _EITHER_NUMBER.search(text):  # `5 or 10, which is cheaper?`
        shown = [each for one in waits for option in one.options for each in option.each]
        if all(any(_holds(one, told) for one in shown) for told in two.groups()):
            return True
    plain = [word for word in words(text) if current().place(word) != BEGINS]  # else `top M`, where tops are sold
    if says(plain, v.LIKING) and not signs.WANT.search(text):
        return False  # liking is no wish
    kind = "want" if _WITHOUT.match(text) else verbs.kind(text) or "want"
    if kind not in ("want", "add") or (clause.corrects and reading.state.cart.lines):
        return False
    before = reading.changes[-1].mention if reading.changes else None
    if before is not None and not before.among and verbs.kind(text) is None:
        return False  # it tells more of what was named just before
    text = _as_size(before, waits, text)
    if before is None and (each := of_all([*dialogue.open, *waits], text)):
        reading.changes += [Change(kind, mention) for mention in each]
        if method is not None:
            reading.note(method=method)
        return True
    for one in waits:
        if found := _meant(reading, one, text):
            if method is not None:
                reading.note(method=method)
            _choose(reading, kind, text, one, found)
            return True
    own = each_its_own([*dialogue.open, *waits], text) or answer_and_more(
        waits, verbs.without_verbs(text), reading.mention
    )
    if before is None and own:
        reading.changes += [Change(kind, mention) for mention in own]
        if method is not None:
            reading.note(method=method)
        return True
    return False


def answers_choice(reading: Reading, clause: Clause) -> bool:
    """`a mais grossa` chooses of the lines, and is no way to `Mato Grosso`."""
    asked = reading.state.dialogue.pending
    return asked is not None and asked.kind == "choose" and bool(refer(clause.text, asked.options))


def _meant(reading: Reading, asked: Pending, text: str) -> list[Reference] | None:
    before = reading.changes[-1].mention.among if reading.changes else ()
    if len(before) > 1 and verbs.by_price(text):  # `aro 14, o mais barato`: of those that were meant before
        return refer(text, [each for option in asked.options for each in option.each if each.product_id in before])
    if found := referred(text, asked.options):
        return found
    every = [each.product_id for option in asked.options for each in option.each]
    if reading.excepted and _OTHER.fullmatch(text):  # `não quero de carbono, a outra`
        return [Reference(tuple(one for one in every if one not in reading.excepted))]
    small = for_child(text, [of_listed(each) for option in asked.options for each in option.each])
    if len(words(text)) <= 5 and len(small) < len(every):  # `é pra criança`
        return [Reference(tuple(one.product_id for one in small))]
    return None


def _choose(reading: Reading, kind: ChangeKind, text: str, asked: Pending, found: Sequence[Reference]) -> None:
    """Take what a choice refers to, or tell closer what was named just before."""
    before = reading.changes[-1].mention if reading.changes else None
    own = [own_choice(asked, reading.state.dialogue.open, each) for each in found]
    mentions = [
        Mention(
            among=_without(each.products, reading.excepted), quantity=each.quantity or share_of(one, own.count(one))
        )
        for each, one in zip(found, own, strict=True)
    ]
    if len(mentions) == 1 and _OF_EACH.search(text):  # `uma de cada cor no M`
        mentions = [replace(mentions[0], among=(one,)) for one in mentions[0].among[:_MOST_EACH]]
    told = [replace(one, quantity=each.quantity) for one, each in zip(mentions, found, strict=False)]
    every = len(told) == 1 and _ALL_OF_THEM.match(text) is not None  # `uma de frango e uma de queijo, as de 1 kg`
    if len(told) == len(mentions) and _told_closer(reading, told, every=every):
        return
    if before is not None and len(mentions) == 1 and (closer := _closer(before, told[0])):
        reading.changes[-1] = replace(reading.changes[-1], mention=closer)
    elif before is not None and is_colour(text.strip()) and not _coloured(before, asked.options):
        either = dict.fromkeys((*before.among, *mentions[0].among))  # `2 do primeiro, preto`, which comes in no colour
        reading.changes[-1] = replace(reading.changes[-1], mention=replace(before, among=tuple(either)))
    else:
        kind = "exchange" if len(mentions) == 1 and _instead(reading, text, mentions[0], asked.options) else kind
        reading.changes += [Change(kind, mention) for mention in mentions]


def any_of(reading: Reading, clause: Clause) -> bool:
    """`qualquer uma`, `vc escolhe`, to a choice that is open."""
    dialogue = reading.state.dialogue
    asked = dialogue.pending if dialogue.pending and dialogue.pending.kind == "choose" else None
    waits = next((one for one in (asked, *dialogue.open) if one is not None), None)
    if waits is None or clause.told or reading.changes or not ranks.ANY.search(clause.text):
        return False
    rest = ranks.ANY.sub(" ", clause.text).strip()
    if rest and clause.asks:
        return False
    found = refer(rest, waits.options) if rest else None
    if rest and not found and (name_words(rest)[0] or len(words(rest)) > 3):
        return False
    among = found[0].products if found else tuple(each.product_id for option in waits.options for each in option.each)
    reading.changes.append(Change("want", Mention(among=among, quantity=waits.quantity, any=True)))
    return True


def _instead(reading: Reading, text: str, told: Mention, entries: Sequence[Listed]) -> bool:
    """`a rosa então`, where the blue one is in the cart: that takes its place."""
    if _THEN.search(text) is None or told.quantity not in (None, 1) or signs.ADD.search(text):
        return False
    named = {each.name for entry in entries for each in entry.each if each.product_id in told.among}
    plain = {tuple(word for word in first_words(name) if not is_colour(word)) for name in named}
    lines = [tuple(word for word in first_words(line.name) if not is_colour(word)) for line in reading.state.cart.lines]
    return len(plain) == 1 and lines.count(next(iter(plain))) == 1


def _as_size(before: Mention | None, waits: Sequence[Pending], text: str) -> str:
    """`a rosa, 6`: a number alone, behind a choice among what comes in it, is the size."""
    alone = _ALONE.fullmatch(text)
    if before is None or not before.among or alone is None:
        return text
    meant = [each for one in waits for option in one.options for each in option.each if each.product_id in before.among]
    sized = any(fold(value) == alone[1] for one in meant for value in one.options.values())
    return f"tamanho {alone[1]}" if sized else text


def _without(products: tuple[str, ...], excepted: tuple[str, ...]) -> tuple[str, ...]:
    """`não o amadeirado, o outro de 100`"""
    return tuple(one for one in products if one not in excepted) or products


def _coloured(mention: Mention, entries: Sequence[Listed]) -> bool:
    told = (each for entry in entries for each in entry.each if each.product_id in mention.among)
    return any(is_colour(word) for one in told for word in words(fold(f"{one.name} {' '.join(one.options.values())}")))


def ranked(reading: Reading, clause: Clause) -> bool:
    """A question about the cheapest or smallest of the list: `o mais barato serve pra pele seca?`"""
    order = verbs.by_price(clause.text) if _RANK_FIRST.match(clause.text) else None
    if order is None or not clause.asks or len(reading.state.dialogue.listed) < 2:
        return False
    reading.about.append(Mention(by_price=order))
    reading.note(asks_something=True)
    return True


def asked_of(reading: Reading, clause: Clause) -> bool:
    """`is the 500 dishwasher safe?`, `o de 20 carrega quantas vezes?`: of the one that it is about."""
    begins = _SUBJECT.match(clause.text) if clause.asks else None
    listed = reading.state.dialogue.listed
    if begins is None or len(listed) < 2 or topics_of(clause.text) or signs.PRICE_OF.search(clause.text):
        return False
    said = clause.text[begins.end() :].split()
    for count in range(min(len(said) - 1, _LONGEST), 1, -1):
        meant = refer(" ".join(said[:count]), listed) or []
        if len(meant) == 1 and len(meant[0].products) == 1:
            own = meant[0].products[0]
            at = next(at for at, one in enumerate(listed, 1) if own in {each.product_id for each in one.each})
            reading.about.append(Mention(position=at))
            reading.note(asks_something=True)
            return True
    return False


def _told_closer(reading: Reading, told: Sequence[Mention], *, every: bool) -> bool:
    """`os dois coral. top M e calcinha G`: each tells more of the one of those that it is of. every: of all of them."""
    changes, left = list(reading.changes), [at for at, one in enumerate(reading.changes) if one.mention.among]
    if len(left) < 2:
        return False
    for one in told:
        fits = [(at, closer) for at in left if (closer := _closer(changes[at].mention, one))]
        if not fits:
            return False
        for at, closer in fits if every else fits[:1]:
            changes[at] = replace(changes[at], mention=closer)
            left.remove(at)
    reading.changes = changes
    return True


def _closer(before: Mention, told: Mention) -> Mention | None:
    """`a preta, tamanho M`: one of those that were meant before."""
    both = tuple(one for one in before.among if one in told.among)
    if not both or (before.quantity and told.quantity):
        return None
    return replace(before, among=both, quantity=before.quantity or told.quantity)


def picked(reading: Reading, clause: Clause) -> bool:
    """An answer by number, where it fits one option alone and is neither its place nor a count of it."""
    asked = reading.state.dialogue.pending
    quiet = clause.negated or TOO_MUCH.match(clause.text) or len(words(clause.text)) > 9
    if asked is None or asked.kind not in ("choose", "quantity") or quiet:
        return False
    numbers = _NUMBER.findall(clause.text)
    options = [each for option in asked.options for each in option.each]
    if len(numbers) != 1 or not options or _with_others(clause.text, options):
        return False
    found = [one for one in options if _holds(one, numbers[0])]
    several = len(options) > 1 or clause.asks
    if len(found) != 1 or not several or _counts(reading, clause.text, numbers[0], len(asked.options)):
        return False
    mention = Mention(product_id=found[0].product_id)
    if clause.asks:
        reading.about.append(mention)
        reading.note(asks_something=True)
    else:
        reading.changes.append(Change("want", mention))
    return True


def _with_others(text: str, options: Sequence[Listed]) -> bool:
    """`quero um de 700 com nutella`: goods that are none of the options."""
    behind = split_mentions(verbs.without_verbs(text))[1:]
    named = [word for part in behind for word in words(part) if current().place(word) >= NAMES]
    return any(not any(shares([word], each.name) for each in options) for word in named)


def valued(reading: Reading, clause: Clause) -> bool:
    """Options of what is spoken of by their own values: `a mel e a verde, uma de cada`, `meu grau é -1,50`."""
    kinds = _variants(reading)
    if clause.negated or clause.asks or len(kinds) < 2:
        return False
    if reading.state.cart.lines and verbs.kind(clause.text) == "exchange":  # `troca o cinza pelo branco`
        return False
    text = clause.text.replace(".", ",")
    said = sorted((found.start(), value) for value in _values(kinds) if (found := _said(value, text)))
    chosen = [[one for one in kinds if value in one.options.values()] for _, value in said]
    plain = len(said) == 1 and "," in said[0][1]
    own = clause.told or signs.OWN_THING.search(clause.text) is not None
    if not (len(said) > 1 or plain) or any(len(found) != 1 for found in chosen):
        return False
    if not own and _names_else(kinds, text, said):
        return False
    if own:
        reading.valued = [found[0].product_id for found in chosen]
        if not plain:  # shown together, for the wish that may follow
            reading.traits = Mention(soft=tuple(fold(value) for _, value in said))
            reading.note(asks_something=True)
    if len(said) > 1 and not own and _OR.search(text):  # `branca ou verde`: one of them, to be asked which
        either = tuple(found[0].product_id for found in chosen)
        reading.changes.append(Change("want", Mention(among=either)))
        return True
    if plain or not own:
        starts = [at for at, _ in said]
        counts = [_COUNT_BEFORE.search(text[before:at]) for before, at in zip([0, *starts], starts, strict=False)]
        for count, one in zip(counts, chosen, strict=True):
            quantity = number(count[1]) if count else None
            reading.changes.append(Change("want", Mention(product_id=one[0].product_id, quantity=quantity)))
    return True


def other_kind(reading: Reading, text: str, mention: Mention) -> Change | None:
    """`a preta`, of the one thing in the cart: that takes its place; of the one that is spoken of: that is wanted."""
    lines, focus = reading.state.cart.lines, reading.state.dialogue.focus
    if not lines and focus is not None and focus.options and mention.words and all(map(is_colour, mention.words)):
        own = next((word for word in words(fold(focus.base or focus.name)) if not is_colour(word)), "")
        wished = own and not (reading.changes or reading.looks) and re.match(r"(?:[oa]|the)\s", text) is not None
        return Change("want", replace(mention, noun=own)) if wished else None
    lines = lines if len(lines) == 1 else tuple(one for one in lines if any(map(is_colour, words(fold(one.name)))))
    coloured = bool(mention.words) and all(is_colour(word) for word in mention.words)
    if not coloured or len(lines) != 1 or reading.changes or reading.looks or re.match(r"[oa]s?\s|the\s", text) is None:
        return None
    noun = next((word for word in words(fold(lines[0].name)) if not is_colour(word)), "")
    return Change("exchange", replace(mention, noun=noun)) if noun else None


def _variants(reading: Reading) -> list[Listed]:
    """The kinds of the one thing that is asked about or was shown."""
    dialogue = reading.state.dialogue
    asked = dialogue.pending.options if dialogue.pending and dialogue.pending.kind in ("choose", "quantity") else ()
    kinds = {one.product_id: one for item in (*asked, *dialogue.listed) for one in item.each if one.options}
    groups = {one.group for one in kinds.values()}
    return list(kinds.values()) if len(groups) == 1 else []


def _values(kinds: Sequence[Listed]) -> list[str]:
    return list(dict.fromkeys(value for one in kinds for value in one.options.values()))


def _said(value: str, text: str) -> re.Match[str] | None:
    told = fold(value).replace(".", ",").lstrip("+")
    if told in ("a", "e", "o"):  # no article
        return re.search(rf"\b(?:letra|tamanho|tipo|letter)\s+{told}\b", text)
    if told[-1:].isdigit():
        return re.search(rf"(?<![\d,]){re.escape(told)}(?![\d]|,\d)", text)
    return re.search(rf"\b{re.escape(told[:-1] if len(told) > 4 else told)}\w{{0,2}}\b", text) if told else None


def _names_else(kinds: Sequence[Listed], text: str, said: Sequence[tuple[int, str]]) -> bool:
    """Something besides the thing, its options and everyday words is named."""
    known = {stem(word) for one in kinds for word in words(f"{one.base} {one.name} {' '.join(one.options)}")}
    known |= {stem(word) for _, value in said for word in words(fold(value))}
    if any(stem(one[1]) not in known and current().place(one[1]) == BEGINS for one in _COUNTED.finditer(text)):
        return True  # `e imprime 3 fotos`, though a photo is an everyday word
    return any(stem(word) not in known and word not in v.EVERYDAY and word[0].isalpha() for word in name_words(text)[0])


def _counts(reading: Reading, text: str, number: str, shown: int) -> bool:
    """`2` of a list is its second; `2 sacos da de 15` counts; what names more than the number is read elsewhere."""
    if number.isdigit() and int(number) <= shown and not re.search(rf"\b[oa]\s+de\s+{number}\b", text):
        return True
    mention = reading.mention(text)
    weighs = re.search(r"\b(?:pesa|peso|tem|com|mede|usa|calca|veste|weighs?)\b", text) is not None
    return bool(mention.words) and not weighs


def _holds(option: Listed, number: str) -> bool:
    told = fold(" ".join([option.name, *option.options.values()]))
    for token in product_words(told):
        if (found := _DIGITS.fullmatch(token)) and found[1].replace(",", ".") == number.replace(",", "."):
            return True
    whole = float(number.replace(",", "."))
    return any(int(low) <= whole <= int(high) for low, high in _RANGE.findall(told))
