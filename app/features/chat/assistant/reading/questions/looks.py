"""What a clause wishes to see: by name, by price, more of the same. Pure."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from app.features.chat.assistant.acts import Change, Look, Mention
from app.features.chat.assistant.language import ranks, signs
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.prices import price_range
from app.features.chat.assistant.language.words import fold, in_portuguese, is_colour, number, says, stem, verbal, words
from app.features.chat.assistant.products.mentions import ANY_NUMBER, thing_in
from app.features.chat.assistant.products.name_words import is_size, name_words
from app.features.chat.assistant.reading import verbs
from app.features.chat.assistant.reading.clauses import Clause
from app.features.chat.assistant.reading.draft import Reading
from app.features.chat.assistant.reading.splitting import split_mentions
from app.ops.expressions import expression

_ONE = expression(r"^(?:(?:entao|ok|quero|vou\s+(?:querer|levar)|fico\s+com|pode\s+ser|me\s+ve)\s+)*(?:[oa]|the)\s+\S")
# `bom demais`, and not `as demais`
_VERY = expression(r"(?<=\w)(?<!\bos)(?<!\bas)\s+demais(?=\s*$)")
_ANOTHER_ORDER = expression(r"\b(?:outro|novo|another|new)\s+(?:pedido|order)\b")
_ALL_OF_IT = expression(
    r"\b(?:cardapio|menu|catalogo|catalog(?:ue)?|tabela\s+de\s+precos?|lista\s+de\s+(?:precos?|produtos))\b(?!\s+d[aeo])"
    r"|^(?:os?\s+|as?\s+)?(?:precos?|valores|tabela|lista|novidades|lancamentos)\W*$"
)
_AGE = expression(r"\b(?:(?:de|com|uns)\s+)?\d{1,2}\s+an(?:os|inhos?)\b")
# `me mostra todas as botas`, `manda a lista dos modelos`: to be seen, and no word of taking them.
_SHOW_ALL = expression(
    r"(?:(?:me|pode|podes|poderia|consegue|da|tem|como|pra|para|quero|queria|gostaria|de|voces?|eu|can|could|i|you|want|would|like|to|please)\s+)*"
    r"(?:(?:mostr\w+|list(?:a|ar|e)|ver|show|see|list)\s+(?:me\s+)?(?:a\s+lista\s+)?(?:(?:de|d[oa]s|of)\s+)?"
    r"(?:tod[oa]s?|tudo|all|both|amb[oa]s|[oa]s\s+(?:dois|duas|tres|quatro|[2-4]))\b"
    r"|(?:mand|pass|envi|mostr)\w+\s+(?:(?:[oa]s?|uma)\s+)?(?:lista|relacao|opcoes|modelos|catalogo|tabela)\b"
    r"|(?:send|give|show)\s+(?:me\s+)?(?:(?:the|a)\s+)?(?:(?:full|whole)\s+)?(?:list|options|catalog(?:ue)?)\b)"
    r"(?P<what>.*)"
)
# `só tem esses?`, `the rest of the sunscreens`: what comes next of what is listed
_THE_REST = expression(
    r"(?:(?:e|ah|mas|ok|and|but|me|mostr\w+|ver|quero|queria|manda|show|see|are|is|there|do|you|have|got|tem|voces|quais|can|could|i|please)\s+)*"
    r"(?:(?P<all>so\s+(?:tem\s+)?(?:ess[ea]s?|est[ea]s?|isso)|(?:that|those|these)\s+(?:all|it|everything))(?:\s+(?:ai|mesmo|que\s+tem|opcoes|modelos|of\s+them|you(?:'ve)?|have|got))*"
    r"|o\s+rest(?:o|ante)|the\s+rest|(?:(?:any|some|the)\s+)?(?:others?(?:\s+ones?)?|more(?:\s+ones?)?)|mais(?:\s+alg(?:um|uma|uns|umas))?)"
    r"(?:\s+(?:of\s+(?:the|them|those|these)|d[oae]s?))?(?P<what>(?:\s+[a-z]+){0,3})"
)


# `o que vocês têm aí?`
_WHAT_THERE_IS = expression(
    r"(?:(?:e|me\s+diz|entao|ai)\s+)*(?:o\s+)?que\s+(?:(?:e\s+que|tudo|(?P<more>mais))\s+)*(?:(?:voces?|a\s+loja)\s+)?(?:tem|vende[m]?)(?:\s+(?:ai|hoje|na\s+loja|pra\s+vender|disponivel|de\s+bom))*"
    r"|what\s+(?:else\s+)?do\s+you\s+(?:have|sell|got)(?:\s+(?:there|today|in\s+stock))*"
)

# `tem 3?`, of what was named before it
_SO_MANY = expression(
    r"(?:(?:e|ai|voces|ainda|sera\s+que|do\s+you|you)\s+)*(?:tem|teria[m]?|have|got)\s+(?:(?:uns|umas|pelo\s+menos|at\s+least|about)\s+)?"
    rf"(?P<count>{ANY_NUMBER})(?:\s*(?:unidades?|un|pecas?|pares?|del[ae]s?|dess[ae]s?|ai|ainda|em\s+estoque|disponive\w+|units?|of\s+(?:it|them|those)|in\s+stock|left))*"
)

_MOST = 12  # so many are counted without a word for it; a greater number is a size


def _has_so_many(reading: Reading, clause: Clause) -> bool:
    """Whether there are so many of what was just named, else of what is spoken of; nothing else is looked for."""
    found = _SO_MANY.fullmatch(clause.text) if clause.asks and not clause.negated else None
    if found is None or reading.sizes:  # of what comes in sizes `tem 40?` asks for one
        return False
    dialogue, count = reading.state.dialogue, number(found["count"]) or 1
    sized = count > _MOST and found["count"] == clause.text.split()[-1]
    if sized and not (reading.looks and reading.looks[-1].mention.words):
        return False
    if sized:  # `calça skinny`, `tem 44?`
        last = reading.looks[-1].mention
        reading.looks[-1] = replace(
            reading.looks[-1], guess=False, mention=replace(last, soft=(*last.soft, found["count"]))
        )
    elif reading.looks and reading.looks[-1].mention.words:
        reading.looks[-1] = replace(reading.looks[-1], guess=False, quantity=count)
    elif not reading.changes and dialogue.focus is None and len(dialogue.listed) != 1 and not reading.state.cart.lines:
        return False
    elif not reading.changes:
        reading.about.append(Mention())
    reading.note(asks_something=True)
    return True


def shows_all(reading: Reading, clause: Clause) -> bool:
    """Several are to be shown, by what they are called, else those that come next."""
    if _has_so_many(reading, clause):
        return True
    if _the_rest(reading, clause):
        reading.looks.append(Look(more=True))
        return True
    if clause.asks and (there := _WHAT_THERE_IS.fullmatch(clause.text)):
        shown = bool(reading.state.dialogue.listed)
        reading.looks.append(Look(more=bool(there["more"]) and shown))
        return True
    found = None if clause.negated or clause.told else _SHOW_ALL.fullmatch(clause.text)
    if found is None or signs.PICTURE.search(clause.text):
        return False
    named, soft = name_words(thing_in(found["what"]))
    more = not (named or soft) and bool(reading.state.dialogue.listed)
    reading.looks.append(Look(Mention(tuple(named), tuple(soft)), more=more))
    return True


def _the_rest(reading: Reading, clause: Clause) -> bool:
    """More of what is listed is meant, called as it was looked for or not at all."""
    dialogue = reading.state.dialogue
    found = None if clause.negated or clause.told else _THE_REST.fullmatch(clause.text)
    if found is None or len(dialogue.listed) < 2 or dialogue.pending is None or dialogue.pending.kind != "choose":
        return False
    if found["all"] and not clause.asks:  # `só isso`, which closes
        return False
    called = {stem(word) for one in dialogue.listed for word in words(fold(one.base or one.name))}
    called |= set(map(stem, words(dialogue.query)))
    return all(called & set(map(stem, (word, *in_portuguese(word)))) for word in words(found["what"]))


# `quantos pacotes preciso pra todas as cartas?`
_SO_MANY_NEEDED = expression(r"(?:quant[oa]s?\b.*\bprecis\w+|how\s+(?:many|much)\b.*\bneed)\b")


def looks(reading: Reading, clause: Clause, text: str) -> bool:
    if clause.asks and _SO_MANY_NEEDED.match(clause.text):
        return False
    low, high, rest = price_range(_AGE.sub(" ", text))
    order = verbs.by_price(text)
    if order:
        for sign in (ranks.CHEAPEST, ranks.DEAREST, ranks.SMALLEST, ranks.LARGEST):
            rest = sign.sub(" ", rest)
    asked = reading.state.dialogue.pending
    if (
        order
        and not clause.asks
        and max(reading.listed, len(reading.state.dialogue.seen)) > 1
        and ((asked and asked.kind in ("choose", "quantity")) or (reading.listed > 1 and _ONE.search(text)))
        and not name_words(rest)[0]
    ):
        reading.changes.append(Change("want", Mention(soft=tuple(name_words(rest)[1]), by_price=order)))
        return True
    if order is None and _more(reading, text, low, high):
        return True
    if (
        low is None
        and high is None
        and order is None
        and not (signs.LOOK.search(text) or signs.SEES.search(text) or _ALL_OF_IT.search(text))
    ):
        return False
    plain = thing_in(signs.LOOK.sub(" ", signs.SEES.sub(" ", _ALL_OF_IT.sub(" ", rest))))
    named, soft = name_words(plain)
    parts = [name_words(part) for part in split_mentions(plain)]
    if len(parts) > 1 and parts[0][0] and not all(map(is_colour, parts[0][0])):
        of_it = [part for part in parts[1:] if all(map(is_colour, part[0])) and all(map(is_size, part[1]))]
        if len(of_it) == len(parts) - 1:  # `tem camiseta preta e branca?`: the thing, in all that it comes in
            reading.looks.append(Look(Mention(tuple(word for word in parts[0][0] if not is_colour(word))), low, high))
            return True
    if len(parts) == 2 and all(part[0] for part in parts) and low is None and high is None and order is None:
        reading.looks += [Look(Mention(tuple(part[0]), tuple(part[1]))) for part in parts]
        return True
    ranked = order and (low, high) == (None, None) and len(parts) > 1 and all(part[0] for part in parts)
    if ranked and not (clause.asks or signs.LOOK.search(text) or signs.SEES.search(text)):
        several = [(reading.mention(part), verbs.by_price(part)) for part in split_mentions(text)]
        each = tuple(replace(one, by_price=own) for one, own in several)
        # `cúrcuma de 250 g e a menor canela`: that one alone
        reading.looks.append(Look(Mention(tuple(named), tuple(soft)), guess=True, parts=each))
        return True
    catalogue = says(words(text), v.CATALOGUE) or _ALL_OF_IT.search(text) is not None
    if not named and not soft and low is None and high is None and order is None and not catalogue:
        return False
    reading.looks.append(Look(Mention(tuple(named), tuple(soft)), low, high, order))
    return True


def _more(reading: Reading, text: str, low: float | None, high: float | None) -> bool:
    if _ANOTHER_ORDER.search(text):
        return False
    more = says(words(_VERY.sub(" ", text)), v.MORE) and (low, high) == (None, None) and not signs.ADD.search(text)
    named = name_words(text)[0]
    shown = reading.state.dialogue.listed or reading.state.dialogue.focus
    if more and shown and not [word for word in named if word not in v.MORE]:
        reading.looks.append(Look(more=True))
        return True
    return False


def shown_first(reading: Reading) -> None:
    """`ela quer uma boina. o que vocês têm?`: what is wished for is to be shown, and nothing besides."""
    wishes = [one for one in reading.changes if one.kind in ("want", "add")]
    asked = [at for at, one in enumerate(reading.looks) if one == Look()]
    if not asked or len(wishes) != 1 or not wishes[0].mention.words or wishes[0].parts:
        return
    reading.changes.remove(wishes[0])
    reading.looks[asked[0]] = Look(replace(wishes[0].mention, quantity=None))


# `caiu uma vez`, `guardar o celular`, `parar o carro`: something done, and no goods
_MEASURE = expression(r"\d+(?:[.,]\d+)?(?:cm|mm|m|kg|g|l|ml)")
_HAVE_TO = (
    r"\b(?:te(?:nho|mos)\s+(?:que|de)|preciso|have\s+to|need\s+to)\s+"
    r"(?!(?:comprar|pedir|encomendar|buy|get|order|de|d[eo]|um|uma)\b)[a-z]+r?\b"
)
_TAKE_TO = (
    r"\b(?:vou\s+(?:de|com)\s+|(?:levar|usar|viajar|ir|take|use)\s+(?:(?:it|el[ea])\s+)?(?:pra|para|pro|n[oa]|to|in)\s+)"
    r"(?:(?:[oa]|meu|minha|my|the)\s+)?"
)
_WHEN = frozenset("antes depois cedo logo before after earlier sooner".split())  # noqa: SIM905
_DONE = expression(r"[a-z]{2,}(?:[aei]r|iu|ou|ei|ava|ando|endo|indo)")


def without_story(reading: Reading) -> None:
    """`o blazer é quente? trabalho na rua e Recife tá um forno`: beside a question about goods or the shop, what is
    called as nothing in the shop and no word asks for is part of the story."""
    reading.changes[:] = [one for one in reading.changes if not (one.mention.words and set(one.mention.words) <= _WHEN)]
    if reading.asks:
        reading.changes[:] = [one for one in reading.changes if not _is_duty(one.mention, reading.text)]
    named = any(current().place(word) >= NAMES for clause in reading.asks for word in words(clause))
    if not (reading.asks and (named or reading.questions or reading.about or reading.state.dialogue.focus)):
        return
    kept = [one for one in reading.looks if not _is_story(one, reading.asks, reading.text)]
    sought = [one for one in kept if any(current().place(word) >= NAMES for word in one.mention.words)]
    held = (
        []
        if sought or not named
        else [one for one in kept if one.mention.words and all(map(_is_described, one.mention.words))]
    )
    kept = [one for one in kept if one not in held]
    reading.asks += [f"tem {' '.join(one.mention.words)}" for one in held]  # `é de quê? tem catupiry de verdade`
    if len(kept) < len(reading.looks):
        reading.note(asks_something=True)
    reading.looks[:] = kept


def _is_duty(mention: Mention, text: str) -> bool:
    """`a bolsa é grande? tenho que levar notebook`: what is nothing of the shop's, and what is to be done with it."""
    said = mention.words
    if not said or mention.quantity is not None or any(map(current().place, said)):
        return False
    word = re.escape(said[0])
    return re.search(rf"{_HAVE_TO}[^.;!?]*\b{word}|{_TAKE_TO}{word}", text) is not None


def _is_described(word: str) -> bool:
    return current().place(word) == 1 or word in v.EVERYDAY


def _is_story(look: Look, asks: Sequence[str], text: str) -> bool:
    said = look.mention.words
    if said and all(map(_MEASURE.fullmatch, said)):  # `meu colchão tem 28 cm`, and not `tem 28 cm?`
        return not any(re.match(r"\d+", word)[0] in clause for word in said for clause in asks)  # type: ignore[index]
    told = (
        re.search(rf"\b(?:[oa]|meu|minha|my|the)\s+{re.escape(said[0])}\s+(?:e|eh|vai|sera|foi|ta|is|will)\b", text)
        if said
        else None
    )
    if look.guess and told and not any(current().place(word) == BEGINS for word in said):
        return True  # `a festa é só sábado`
    if not said or any(current().place(word) >= NAMES for word in said):
        return False
    deed = _DONE.fullmatch(said[0]) is not None and (len(said) > 1 or not verbal(said[0]))
    return look.guess or deed or set(said) <= _WHEN or _is_duty(look.mention, text)
