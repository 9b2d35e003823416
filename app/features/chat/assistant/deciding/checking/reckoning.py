"""Whether the cart is what a message says of it: what a sentence counts, sizes, colours or exchanges shows there.

A second reading, by itself and far simpler than the ones that made the cart, so that a mistake is not made twice: what
it finds otherwise is asked about before anything is closed. Pure.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from app.features.chat.assistant.deciding.checking.amounts_said import measured_otherwise, more_in_all, named_again
from app.features.chat.assistant.deciding.checking.sentences import (
    amount_of,
    base_of,
    called,
    counted,
    holds,
    is_it,
    is_of_packs,
    kind_of,
    measures_in,
    options_of,
    said_of,
)
from app.features.chat.assistant.deciding.checking.unsaid import (
    BUT,
    beside_or_instead,
    came_unsaid,
    counts_unsaid,
    doubled,
    each_is_lost,
    exchanged_unsaid,
    gone_by_asking,
    kinds_lost,
)
from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.language.english_names import in_catalogues
from app.features.chat.assistant.language.goods import BEGINS, NAMES, forms
from app.features.chat.assistant.language.signs import ADD, WANT
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.vocabulary import FILLER, NO_GOODS
from app.features.chat.assistant.language.words import fold, is_colour, number, words
from app.features.chat.assistant.products.counts import lot_in
from app.features.chat.assistant.products.matching import shares
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

# What tells already why a line stays as it is.
_LACKS = frozenset(("sold_out", "too_little", "not_in_cart", "nothing", "list"))
_SENTENCE = expression(r"(?:[^.?!;\n]|(?<=\d)\.(?=\d))+[.?!;\n]*")
_QUOTED = expression(r"[\"“][^\"”]*[\"”]|(?<!\w)'[^']*'(?!\w)")
_EXCHANGES = expression(
    r"\b(?:troc(?!o)\w*|troqu\w+|mud[ae]\w*|substitu\w+|em\s+vez|ao\s+inves|swap\w*|switch|change|instead|replace)\b"
    r"|\btir[ae]r?\b(?!\s+(?:um[a]?\s+)?(?:duvidas?|foto\w*|o\s+frete|a\s+(?:taxa|entrega)))|\bremov\w+"
)
_INSTEAD_OF = expression(r"\b(?:instead\s+of|em\s+vez\s+d|ao\s+inves\s+d|no\s+lugar\s+d)")
_OF_FEET = expression(r": (?:tamanho|size) \d{2}(?:;|$)")
# `troca o suéter pra mim?`, which asks for no answer
_REQUEST = expression(r"^\W*(?:(?:e|ai|entao|and)\s+)?(?:troca|tira|muda|swap|change)\b")
_SWAPPED = expression(
    r"\b(?:troc(?:a|ar|ue|o)|swap)\s+(?:(?:so|ai|pra\s+mim|por\s+favor|the|[oa]s?)\s+)*(?P<old>[^,.;!?\n]+?)\s+"
    r"(?:pel[oa]s?|por(?!\s+favor)|for)\b"
)
_DENIES = expression(
    r"\b(?:nao|sem|not|no|em\s+vez|no\s+lugar|ao\s+inves|instead|troc\w+|mud\w+|tir\w+|esgot\w+|igual\w*|same|acab\w+)\b"
)
_BUT_FOR = expression(r"\b(?:tudo|resto|menos|exceto|except|everything|rest|all\s+but)\b")
# What somebody has already got.
_STORY = expression(r"\b(?:comprou|comprei|pegou|peguei|levou|levei|ganhou|ganhei|bought|got)\b")
_CORRECTS = expression(
    r"\b(?:alias|na\s+verdade|digo|quer\s+dizer|melhor|ops|opa|corrig\w+|errei|minto|(?:nao\s+)?(?:pera\w*|espera)|wait|actually|scrap|sorry|i\s+mean)\b"
)
_TAKES_OUT = expression(
    r"\b(?:tira|tire|tirar|remove|take\s+out)\s+(?:so\s+|apenas\s+|only\s+)?(?P<many>\d{1,2}|[a-z]+)\s+(?P<what>[^,.;!?\n]+)"
)
_LEAVES = expression(
    r"(?:\b(?:deixa|mantem|leave|keep|make\s+it)|(?:^|[,;]|\b(?:e|entao|mas|pode)\s)\s*faz)\s+(?:so\s+|apenas\s+|com\s+|only\s+)?"
    r"(?P<many>uma?|one|dois|duas|tres|quatro|cinco|two|three|four|five|[1-9])\b(?!\s*(?:an(?:os?|inhos)|mes(?:es)?|dias?|horas?)\b)"
)
_NOT_WANTED = expression(
    r"\b(?:nao|sem|not|don't|no|n|tir\w+|cancel\w*|remov\w+|troc\w+|instead|vez|lugar|esquec\w+|se|if|ja|already|tenho|have|desist\w+|ganh\w+)\b"
)
_PAUSE = expression(r"[,;]|\s(?:e|and|mas|but)\s")
_LAST_PIECE = expression(r"(?:^|[,;]|\s(?:e|and)\s)(?:(?![,;]|\s(?:e|and)\s).)*$")


def differs(mind: Mind) -> str:
    """The sentence that says something of the cart which is not so; empty: there is none, or something is asked."""
    before, now, acts = mind.state.cart.lines, mind.cart.lines, mind.acts
    asked = mind.pending is not None or acts.unread or acts.no or acts.conditional or acts.hesitates or mind.handed
    whole = _QUOTED.sub(" ", acts.text)
    lost = each_is_lost(mind, whole) or beside_or_instead(whole, before, now)
    if now and lost and mind.pending is None and not mind.handed:
        return acts.text.strip()
    if not now or asked or any(_OF_FEET.search(one.values["notes"]) for one in mind.says if one.what == "note_taken"):
        return ""  # `37 preto`: the number is in the order's notes
    sentences = _SENTENCE.findall(whole)
    for at, said in enumerate(sentences):
        put_right = any(_CORRECTS.search(fold(one)) for one in sentences[at + 1 :])
        if _is_otherwise(mind, said, put_right=put_right):
            return str(said).strip()
    in_sets = any(one.what == "in_sets" for one in mind.says)  # which tells how many that are
    by_counts = came_unsaid(whole, before, now) or (not in_sets and counts_unsaid(mind, acts.text))
    by_counts = by_counts or doubled(mind, acts.text)
    by_counts = by_counts or measured_otherwise(acts.text, now) or more_in_all(acts.text, before, now)
    by_counts = by_counts or named_again(acts.text, before, now)
    unsaid = by_counts or gone_by_asking(sentences, before, now) or exchanged_unsaid(acts.text, before, now)
    return acts.text.strip() if unsaid else ""


def _is_otherwise(mind: Mind, said: str, *, put_right: bool) -> bool:
    """What one sentence says is not so. put_right: a sentence behind it says otherwise."""
    before, now = mind.state.cart.lines, mind.cart.lines
    text = in_catalogues(spelt_out(fold(said)), mind.shop.goods)
    asks, told = "?" in said, {one.what for one in mind.says}
    if _STORY.search(text) or (asks and not _REQUEST.search(text)):
        return False
    if told.isdisjoint(_LACKS) and (_stays(text, before, now) or _was_never_there(mind, text, before)):
        return True
    last = "" if put_right or "in_sets" in told else _CORRECTS.split(text)[-1]
    return not asks and (
        _is_counted_otherwise(last, before, now)
        or _is_called_otherwise(mind, last)
        or _is_of_another_kind(said, text, now)
        or _leaves_another_count(text, before, now)
        or (_DENIES.search(text) is None and kinds_lost(mind, said))
        or _is_lost(mind, _LAST_PIECE.sub("", text) if put_right else _without_corrected(text))
    )


def _came(text: str, before: Sequence[CartLine], now: Sequence[CartLine]) -> bool:
    """The text names, not by its colour or size alone, what has come into the cart."""
    held = {line.product_id for line in before}
    named = called(text, [replace(line, name=base_of(line)) for line in now if line.product_id not in held])
    return bool(named)


def _stays(text: str, before: Sequence[CartLine], now: Sequence[CartLine]) -> bool:
    """An exchange or a removal names lines, and each of them is as it was: `em vez de uma pantufa faz duas`."""
    named = called(text, before) if _EXCHANGES.search(text) and not _BUT_FOR.search(text) else []
    if _INSTEAD_OF.search(text):  # `two of those instead of the kit`, and there are two kits now
        left = {line.product_id: line.quantity for line in now}
        return _grows(_INSTEAD_OF.split(text)[-1], before, left) and not _came(text, before, now)
    return bool(named) and all(line in now for line in named) and not _came(text, before, now)


def _grows(text: str, before: Sequence[CartLine], left: dict[str, int]) -> bool:
    """Lines are named, and there is as much of each, or more."""
    named = called(text, before)
    return bool(named) and all(left.get(line.product_id, 0) >= line.quantity for line in named)


def _was_never_there(mind: Mind, text: str, before: Sequence[CartLine]) -> bool:
    """What is exchanged is called as goods of which none is in the cart: `troca o scania vermelho pelo branco`."""
    found = _SWAPPED.search(text)
    heads = [word for word in words(found["old"]) if mind.shop.goods.place(word) >= NAMES] if found else []
    heads = [word for word in heads if not word[0].isdigit() and word not in NO_GOODS and not is_colour(word)]
    unknown = bool(heads and before) and not any(shares([word], line.name) for word in heads for line in before)
    return unknown and not _came(text, before, mind.cart.lines)


def _is_counted_otherwise(text: str, before: Sequence[CartLine], now: Sequence[CartLine]) -> bool:
    """`queria dois azul e um vermelho`, and there is one blue one."""
    held = {line.product_id: line.quantity for line in before}
    told = [number(word) or 0 for word in words(text)]
    for count, led, behind in counted(text):
        own = [word for word in behind if any(shares([word], line.name) for line in now)]
        near = bool(own) and own[0] in behind[:2]  # `2 vidros da amarela`, and not `duas irmãs vamos aprender crochê`
        named = [line for line in now if near and all(shares([word], line.name) for word in own)]
        if not named or (led and any(one.quantity == count and shares([led], one.name) for one in now)):
            continue  # `branca 5, preta 3`
        many = [line.quantity for line in named]
        moved = [abs(line.quantity - held.get(line.product_id, 0)) for line in named]
        were = [line.quantity for line in before if all(shares([word], line.name) for word in own)]
        in_name = any(count in map(number, words(line.name)) for line in named)
        lots = any(
            line.quantity % count == 0 or line.quantity * (lot_in(fold(line.name)) or 0) == count for line in named
        )
        parts = any(count + one in many for one in told)  # `2 pra Bruna, o Caio quer 1`
        if BUT.search(text):
            many += _of_kinds(named, now)  # `10 brancas, mas 4 vermelhas`: six and four
        if not (in_name or lots or parts or count in (*many, sum(many), len(many), *moved, *were)):
            return True
    return False


def _is_called_otherwise(mind: Mind, text: str) -> bool:
    """`20 de carne suave`, and of meat another kind came: a word by which the shop's goods are called is missing."""
    goods, now = mind.shop.goods, mind.cart.lines
    for count, _, behind in counted(text):
        named = [word for word in behind[:2] if len(word) > 3 and goods.place(word) >= NAMES and not is_of_packs(word)]
        lines = [line for line in now if line.quantity == count and any(shares([word], line.name) for word in named)]
        held = {line.product_id: line.quantity for line in mind.state.cart.lines}
        lines = [line for line in lines if held.get(line.product_id) != count]
        if lines and not any(all(_is_called_by(word, line.name) for word in named) for line in now):
            return True
    return False


def _is_lost(mind: Mind, text: str) -> bool:
    """`2 crepes, 2 guaraná lata e 1 refri`: so many of the shop's goods, and neither the cart nor an answer has any."""
    if _NOT_WANTED.search(text):
        return False
    goods, lines = mind.shop.goods, (*mind.state.cart.lines, *mind.cart.lines)
    told = [line.name for line in lines]
    told += [value for said in mind.says if said.what != "note_taken" for value in said.values.values()]
    told += [each.name for said in mind.says for one in said.listed for each in one.each]
    told += [one.query for one in mind.open]
    held = {line.product_id for line in mind.state.cart.lines}
    came = called(text, [line for line in mind.cart.lines if line.product_id not in held])
    wished = came or WANT.search(text) or ADD.search(text)
    for count, _, behind in counted(text, least=1 if wished else 2):
        least = BEGINS if count == 1 else NAMES
        named = [word for word in behind[:1] if word.isalpha() and goods.place(word) >= least]
        # `1 carretel`, which may hold something, where the shop sells such
        packs = any(is_of_packs(word) and not (holds(word) and goods.place(word) == BEGINS) for word in named)
        named = [word for word in named if not (is_colour(word) or packs or word in FILLER)]
        if named and not any(shares(named, name) for name in told):
            return True
    return False


def _without_corrected(text: str) -> str:
    """`2 guaranás e 1 coca, quer dizer, 1 cola`: without the piece that is taken back."""
    *firsts, last = _CORRECTS.split(text)
    kept = [_LAST_PIECE.sub("", one.rstrip(" ,.")) for one in firsts]
    return " , ".join([*kept, last])


def _is_called_by(word: str, name: str) -> bool:
    """`3 refis fv-100`: each part of what is written with a dash is in the name."""
    return shares(forms(word), name) or all(shares([part], name) for part in word.split("-"))


def _is_all_of_it(said: str, value: str, line: CartLine) -> bool:
    """`50 kg`, of two that hold 25."""
    whole = amount_of(said)
    return isinstance(whole, float) and whole in {
        amount * line.quantity for size, _ in measures_in(value) if isinstance(amount := amount_of(size), float)
    }


def _is_of_another_kind(said: str, text: str, now: Sequence[CartLine]) -> bool:
    """A sentence that names a line says a size or colour that no line has: `2 kits 1:72`, and they are 1:48."""
    if _DENIES.search(text):
        return False
    named = [word for word in words(text) if len(word) > 2 and not is_colour(word)]
    shared = {line.product_id: sum(shares([word], base_of(line)) for word in named) for line in now}
    for line in now:
        if not 0 < shared[line.product_id] == max(shared.values()):
            continue  # `6kg malte pale ale` tells nothing of another malt
        for value in options_of(line):
            kind = kind_of(value)
            told = said_of(kind, said, text) if kind else set()
            if not told or any(is_it(one, value, kind) or _is_all_of_it(one, value, line) for one in told):
                continue
            others = [one for one in now if one is not line]
            if any(not any(shares([one], other.name) for other in others) for one in told):
                return True
    return False


def _leaves_another_count(text: str, before: Sequence[CartLine], now: Sequence[CartLine]) -> bool:
    """`tira uma calabresa, deixa só duas`, and none is left of three."""
    left = {line.product_id: line.quantity for line in now}
    if (found := _TAKES_OUT.search(text)) and (many := number(found["many"])):
        named = called(" ".join(words(found["what"])[:4]), before)
        held = {line.product_id for line in before}
        gone = len(named) == 1 and named[0].quantity > many and named[0].product_id not in left
        if gone and all(line.product_id in held for line in now):
            return True
    kept = _LEAVES.search(text)
    if kept is None or not before:
        return False
    piece = _PAUSE.split(text[: kept.start()])[-1]
    told = called(piece, now)  # `e o uramaki deixa só 1`
    counts = [told[0].quantity] if len(told) == 1 else [*left.values(), *_of_kinds(now, now)]
    return number(kept["many"]) not in counts


def _of_kinds(named: Sequence[CartLine], now: Sequence[CartLine]) -> list[int]:
    """How many there are of each thing, in all its kinds: `faz dois, um preto e um bege`."""
    return [sum(line.quantity for line in now if base_of(line) == base_of(one)) for one in named]
