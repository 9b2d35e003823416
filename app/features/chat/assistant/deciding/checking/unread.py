"""What of a message was not understood: quoted at once, and open until it is told anew or let go."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.deciding.checking.asking_again import MISUNDERSTANDINGS
from app.features.chat.assistant.deciding.checking.reckoning import differs
from app.features.chat.assistant.deciding.checking.unheard import PIECE, missed
from app.features.chat.assistant.deciding.checking.unmoved import unmoved
from app.features.chat.assistant.deciding.mind import GOES_BACK, Mind, says_else
from app.features.chat.assistant.language.goods import BEGINS, NAMES
from app.features.chat.assistant.language.signs import ADD, COUNTED, WANT
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.vocabulary import EVERYDAY, FILLER, FIRST_NAMES, NO_GOODS
from app.features.chat.assistant.language.words import NUMBERS, fold, is_colour, number, stem, words
from app.features.chat.assistant.products.matching import SIZED, shares
from app.features.chat.assistant.reading.asides.remarks import BEYOND_PURSE, COMES_BY
from app.features.chat.assistant.reading.counts.what_if import is_supposed
from app.features.conversations.state import CartLine, Pending
from app.ops.expressions import expression

_THAT_IS_ALL = expression(
    r"\b(?:so\s+isso|mais\s+nada|nada\s+(?:mais|nao)|deixa(?:\s+(?:pra\s+la|quieto|isso|fora))?$|esquece|sem\s+(?:isso|ela)|"
    r"that'?s\s+(?:all|it)|never\s?mind|forget\s+it)"
)

# `esse é pra minha mãe` asks for nothing.
_FOR_WHOM = expression(r"\b(?:pra|para|pro|for)\s+(?:[ao]s?\s+)?(?:meu|minha|meus|minhas|my|our)\s+\w+")
_SENTENCE = expression(r"[^.?!;\n]+[.?!;]?")
_RECOUNTS = expression(
    r"\b(?:faz|deixa|make\s+it)\s+(?:so\s+|pra\s+|logo\s+)?(?P<many>\d{1,3}|uma?|dois|duas|tres|quatro|cinco|seis|two|three|four)\b"
    r"(?=\s+(?:em\s+vez|ao\s+inves|no\s+lugar|instead|so\b|pacotes?|caixas?|unidades?|pares?)|\s*(?:$|[.,;!\n]))"
)
# `quero os três, a meia é a infantil`: so many of what was spoken of
_ALL_OF_SO_MANY = expression(
    r"\b(?:quero|queria|levo|leva|manda|me\s+ve|pode\s+ser|fico\s+com|vou\s+(?:querer|levar|ficar\s+com)|i(?:'ll|\s+will)\s+take|i\s+want|give\s+me)\s+"
    r"(?:[oa]s|all)\s+(?P<many>dois|duas|tres|quatro|two|three|four|[2-4])(?:\s+(?:sim|entao|mesmo|then))*(?=\s*(?:$|[,.;!\n]))"
)
_CONDITION = expression(r"(?:(?:ah+|entao|bom|mas|e|ok|vixe|poxa|puts|olha|well|oh|but|and)[\s,]+)*(?:se|caso|if)\s")
_LAUGHS = expression(r"\bk{3,}|\b(?:ha){2,}|\brs(?:rs)+\b|\blo+l\b")
_NOT_SOLD = frozenset("code coupon codigo cupom desconto discount nome name troco change frete delivery".split())  # noqa: SIM905
_WRONG = expression(r"\b(?:errad[oa]s?|trocad[oa]s?|invertid[oa]s?|outr[oa]s?|wrong|other)\b")
# `not the expansion, just the game`: no more than what was taken
_RESTRICTS = expression(r"\b(?:just|only|so|apenas|somente)\s+(?:the\s+|[oa]s?\s+)?([a-z]{3,})")
_KIND = expression(r"\b([a-z]{3,})\s+d[eoa]s?\s+([a-z]{3,})\b")
_MORE_OF_IT = expression(r"\b(?:mais|outr[oa]s?|more|another|igua(?:l|is)|same)\b")
# `usa o cupom aí`, of which no code was told
_USES_COUPON = expression(
    r"\b(?:us[ae]r?|aplic\w+|coloc\w+|poe|bota|com|use|apply|with)\s+(?:o|esse|este|meu|the|my|that|this)\s+(?:cupo[mn]|coupon)\b"
)
# `a de veludo, ela merece`
_THE_ONE = expression(
    r"(?:(?:ah+|entao|quero|prefiro|pode\s+ser|e|melhor)\s+)*[oa]s?\s+(?:d[eoa]s?\s+)?(?P<what>[a-z]{3,})"
)
# `só ela, a de 6 jogadores eu não preciso`
_NOT_NEEDED = expression(
    r"(?:^|(?<=[,.;!\n]))\s*(?:e\s+|mas\s+|and\s+)?(?:[oa]s?|the)\s+(?P<what>[^,.;!\n]*?)\s+(?:(?:eu|i|we|a\s+gente)\s+)?"
    r"(?:(?:nao|n)\s+(?:precis\w+|quero|queremos|vou\s+(?:querer|levar))|don'?t\s+(?:need|want))(?:\s+(?:mais|nao|agora|now))*\s*(?=[,.;!\n]|$)"
)
MOST_QUOTED = 80
_COMMON = FILLER | EVERYDAY


def quote(mind: Mind) -> None:
    """The part of the message that was not understood; what it names stays open unless that was taken besides."""
    if lost := _not_there(mind):  # told already; whether it goes on without is asked before anything is closed
        mind.unread = lost
        return
    asks = any(said.what in ("list", "choose_option", "ask_delivery", "details") for said in mind.says)
    piece = (unread := mind.acts.unread[0] if mind.acts.unread else "") or missed(mind)
    if not piece or mind.handed or not (mind.changed or asks):
        return
    taken = bool(unread) and _is_taken(mind, piece)
    if not taken:
        mind.unread = piece
    if not asks and not (taken and not any(map(str.isdigit, piece))):  # another question comes first
        mind.say("unread", piece=piece)


def traced(mind: Mind) -> tuple[object, ...]:
    """What a wish may have changed: the cart, what is asked, what is said."""
    return mind.cart, mind.pending, len(mind.open), len(mind.says)


def note_untraced(mind: Mind, wanted: Change, before: tuple[object, ...]) -> None:
    """A wish with a price or a word of the goods that has changed nothing and is not so already: `the regular 1.80`,
    which nothing costs."""
    told = wanted.mention
    names = any(mind.shop.goods.place(word) >= NAMES for word in told.words)
    if wanted.corrects or wanted.kind in ("exchange", "only"):
        return
    if traced(mind) != before or not (names or told.price_cents is not None) or _is_so(mind, [wanted]):
        return
    said = (*told.words, *told.soft)
    pieces = [piece.strip() for piece in PIECE.split(fold(mind.acts.text))]
    lost = next((piece for piece in pieces if said and said[0] in words(piece)), "")
    if lost:
        mind.leave_unread(lost[:MOST_QUOTED])


def set_aside_untold(mind: Mind) -> None:
    """`great, add one of those`, behind a question that was not answered: of that, and no more of what is in the cart.
    It is asked what is meant."""
    held = {line.product_id for line in mind.cart.lines}
    dialogue = mind.state.dialogue
    waits = dialogue.pending is not None and dialogue.pending.kind in ("choose", "quantity")
    if not (dialogue.untold and held) or waits or _MORE_OF_IT.search(fold(mind.acts.text)):
        return
    lost = [one for one in mind.acts.changes if _points(one) and not (_meant(mind) - held)]
    if lost:
        pieces = [piece.strip() for piece in _SENTENCE.findall(mind.acts.text)]
        mind.unread = next((piece for piece in pieces if ADD.search(spelt_out(fold(piece)))), pieces[0])[:MOST_QUOTED]
        mind.changed = True
        mind.acts = replace(mind.acts, changes=tuple(one for one in mind.acts.changes if one not in lost))


def _coupon_meant(mind: Mind) -> str:
    """The coupon that is to be used and that nobody told."""
    acts = mind.acts
    known = acts.coupon or mind.cart.coupon_code or acts.drops_coupon or acts.no or "?" in acts.text
    found = None if known else _USES_COUPON.search(fold(acts.text))
    return found[0] if found else ""


def _chosen_in_vain(mind: Mind) -> str:
    """One of the shop's goods that is pointed at first of all, and that nothing was done about."""
    acts = mind.acts
    looks = any(not one.guess for one in acts.looks) or any(said.what == "list" for said in mind.says)
    done = acts.changes or looks or acts.about or acts.wonders or acts.traits is not None or acts.no
    first = _SENTENCE.findall(acts.text.replace(",", "."))[:1]
    found = _THE_ONE.fullmatch(fold(first[0]).strip(" .?!;")) if first and mind.cart.lines and not done else None
    sold = found is not None and mind.shop.goods.place(found["what"]) >= NAMES
    held = found is not None and any(shares([found["what"]], line.name) for line in mind.cart.lines)
    return first[0].strip(" .?!;") if sold and not held else ""


def _points(wanted: Change) -> bool:
    """It adds what was spoken of and names nothing."""
    return wanted.kind == "add" and wanted.mention.empty and not wanted.mention.measure and wanted.old is None


def _meant(mind: Mind) -> set[str]:
    """What was shown or told of last."""
    shown = (*mind.listed, *([mind.focus] if mind.focus else []))
    return {each.product_id for one in shown for each in one.each}


def _not_there(mind: Mind) -> str:
    """What was wished for beside what was taken and was not found: counted, one of several, called by words of the
    goods, or to come for a line."""
    same = mind.cart.lines == mind.state.cart.lines and mind.pending is None
    if same or mind.unread or mind.handed:
        return ""
    lost = [said.values.get("query", "").strip('"') for said in mind.says if said.what == "nothing"]
    changes = [one for one in mind.acts.changes if one.kind in ("want", "add")]
    wishes = [mention for one in changes for mention in (one.mention, *one.parts)]
    wished = {word for one in wishes for word in one.words}
    counted = {x for one in wishes if _is_for_certain(mind, one) for x in one.words if x not in one.without}
    wished -= set(_RESTRICTS.findall(fold(mind.acts.text)))
    wished = {word for word in wished if word in counted or mind.shop.goods.place(word) >= NAMES}
    bare = {word for one in wishes if not one.words for word in one.soft}  # `põe as 2`, `uma G`, `1 jogo`
    wished |= {word for word in bare if not any(shares([word], line.name) for line in mind.cart.lines)}
    wished |= {word for one in mind.acts.changes if one.kind == "exchange" and one.old for word in one.mention.words}
    return next((one for one in lost if not wished.isdisjoint(words(one))), "")


def _is_for_certain(mind: Mind, mention: Mention) -> bool:
    """Counted or behind an article, and no joke (`e um genro que preste kkk`), no name and not put right at once; of
    several words that no goods have `o time merece` may be a sentence, and `um time completo` is none."""
    first = mention.words[0] if mention.words else ""
    if not first or first in FIRST_NAMES | _NOT_SOLD or any(one.corrects for one in mind.acts.changes):
        return False
    joke = _LAUGHS.search(mind.acts.text) is not None and mention.quantity in (None, 1)
    named = len(mention.words) == 1 or any(mind.shop.goods.place(word) for word in mention.words)
    some = "uma?|uns|umas|an" + ("|a" if mind.acts.language == "en" else "")
    led = re.search(rf"\b(?:{some}{'|the|[oa]s?' if named else ''})\s+{re.escape(first)}\b", fold(mind.acts.text))
    return not joke and (mention.quantity is not None or led is not None)


def _is_taken(mind: Mind, piece: str) -> bool:
    """All the goods that a piece names are lines that this message changed."""
    before = {line.product_id: line.quantity for line in mind.state.cart.lines}
    lines = [line for line in mind.cart.lines if before.get(line.product_id) != line.quantity]
    held = {line.product_id for line in mind.cart.lines}
    lines += [line for line in mind.state.cart.lines if line.product_id not in held]
    said = [word for word in words(fold(piece)) if len(word) > 2 and word not in FILLER]
    named = [word for word in said if mind.shop.goods.place(word) == BEGINS] or [
        word for word in said if any(shares([word], line.name) for line in lines)
    ]
    kinds = [word for word in said if mind.shop.goods.place(word) == NAMES or is_colour(word)]
    told = _KIND.findall(fold(piece))  # `bolo no pote de ninho`, where the one of chocolate was put in
    kinds += [kind for head, kind in told if kind not in FILLER and mind.shop.goods.place(head) >= NAMES]
    return bool(named) and all(any(shares([word], line.name) for line in lines) for word in [*named, *kinds])


def keep(mind: Mind) -> None:
    """What stays open: a part that was not understood, which line is to have a size; what is wanted no more is let go,
    and the order goes on."""
    supposed = not mind.acts.changes and is_supposed(spelt_out(fold(mind.acts.text)))
    if not (supposed or mind.repeats) and (
        doubt := mind.unread
        or _not_there(mind)
        or _coupon_meant(mind)
        or _chosen_in_vain(mind)
        or _without_effect(mind)
        or _on_condition(mind)
        or _fewer_than_all(mind)
        or _in_vain(mind)
        or unmoved(mind)[:MOST_QUOTED]
        or differs(mind)[:MOST_QUOTED]
    ):
        mind.unread, mind.changed = doubt, True  # so that it is asked at once whether to go on without it
        mind.says = [said for said in mind.says if said.what != "no_hurry"]
    else:  # which is to come out is asked once more before anything is closed
        mind.unread = mind.acts.text.strip()[:MOST_QUOTED] if _asks_whose(mind) else _still_unread(mind)
    before = _still_resized(mind)
    if size := mind.acts.resizes or (before.query if before else ""):
        mind.say("which_resized", size=size.upper() if size.isalpha() else size)
        mind.pending = Pending("resize", query=size, shown=before.shown + 1 if before else 0)
    if not mind.acts.lets_go:
        return
    mind.changed = bool(mind.cart.lines)
    if not mind.cart.lines:
        mind.say("no")


def _still_resized(mind: Mind) -> Pending | None:
    """Which line is to be in another size was asked, and how it is paid or fetched came instead of an answer."""
    acts, asked = mind.acts, mind.state.dialogue.pending
    answers = acts.changes or acts.no or acts.lets_go or acts.empties or mind.pending is not None
    if asked is None or asked.kind != "resize" or answers or mind.cart.lines != mind.state.cart.lines:
        return None
    return asked if asked.shown < MISUNDERSTANDINGS else None


def _asks_whose(mind: Mind) -> bool:
    """Somebody wants theirs no more, and the message has taken nothing out: `tira um estojo, minha mulher não quer`."""
    return mind.acts.whose and mind.cart.lines == mind.state.cart.lines


def _still_unread(mind: Mind) -> str:
    """The part of an earlier message that was not understood, unless goods were told since or it is let go."""
    acts, asked = mind.acts, mind.state.dialogue.pending
    lets_go = asked is not None and asked.kind == "unread" and (acts.yes or acts.checkout)
    told = _changes_of_it(mind) or mind.pending is not None
    left = _besides(mind) if shares(acts.lets_go, mind.state.dialogue.unread) else mind.state.dialogue.unread
    done = acts.no or acts.empties or _THAT_IS_ALL.search(fold(acts.text)) is not None
    return "" if told or lets_go or done else left


def _besides(mind: Mind) -> str:
    """What that part names besides the goods that are let go: `cabo de 2 m e o suporte`, `tira o suporte`."""
    pieces = [piece.strip() for piece in PIECE.split(mind.state.dialogue.unread)]
    kept = [piece for piece in pieces if piece and not shares(mind.acts.lets_go, piece)]
    named = [piece for piece in kept if any(len(x) > 2 and x not in _COMMON | NO_GOODS for x in words(fold(piece)))]
    return " e ".join(named)


def _changes_of_it(mind: Mind) -> bool:
    """The cart has been changed in what that part spoke of, as far as it names goods or counts them."""
    held = {line.product_id: line.quantity for line in mind.state.cart.lines}
    lines = [line for line in mind.cart.lines if held.get(line.product_id) != line.quantity]
    left = {line.product_id for line in mind.cart.lines}
    lines += [line for line in mind.state.cart.lines if line.product_id not in left]
    said = [word for word in words(spelt_out(fold(mind.state.dialogue.unread))) if word not in NO_GOODS]
    known = [line.name for line in (*mind.state.cart.lines, *mind.cart.lines)]
    named = [word for word in said if any(shares([word], name) for name in known)]
    if not named and _RECOUNTS.search(spelt_out(fold(mind.state.dialogue.unread))):  # so many, of what is in the cart
        return any(line.product_id in held for line in lines)
    if not named and lines and all(_is_exchanged(one, lines) for one in lines):
        return False
    return bool(lines) and (not named or any(shares([word], line.name) for word in named for line in lines))


def _is_exchanged(line: CartLine, lines: Sequence[CartLine]) -> bool:
    """Another kind of the same has come for it, or it for that."""
    base = line.name.partition(" (")[0]
    return any(one.product_id != line.product_id and one.name.partition(" (")[0] == base for one in lines)


def _without_effect(mind: Mind) -> str:
    """A message that would change the cart and has not: what it names was not found, or it puts right what stays as it
    was. The next yes is none to the order, but to going on without."""
    acts, told = mind.acts, {said.what for said in mind.says}
    same = bool(mind.cart.lines) and mind.cart == mind.state.cart and mind.pending is None
    wishes = [one for one in acts.changes if one.kind != "remove" and (not one.mention.empty or one.old is not None)]
    wishes += _told_of_lines(mind)
    if not same or mind.handed or "?" in acts.text or not wishes or any(one.mention.every for one in wishes):
        return ""
    left = [] if says_else(mind) or acts.yes or acts.hesitates or acts.leaves else _left_over(mind, wishes)
    if _is_so(mind, wishes) and not left:
        return ""
    sold = any(map(mind.shop.goods.place, _named(wishes)))
    counts = any(one.mention.quantity is not None for one in wishes)
    if not (sold or counts) and acts.method not in (None, mind.cart.payment_method):  # `ai, que burra! muda pra pix`
        return ""
    lost = "nothing" in told and sold
    corrects = any(one.corrects or one.kind in ("exchange", "only") for one in wishes)
    unheard = (corrects or left) and told <= {"nothing"} and GOES_BACK.search(fold(acts.text)) is None
    return acts.text.strip()[:MOST_QUOTED] if lost or unheard else ""


def _fewer_than_all(mind: Mind) -> str:
    """`quero os três`, of which the message has put in fewer, or asked about: the others are not passed over."""
    found = _ALL_OF_SO_MANY.search(spelt_out(fold(mind.acts.text))) if mind.cart.lines else None
    if found is None or mind.state.cart.lines or mind.handed:
        return ""
    some = sum(line.quantity for line in mind.cart.lines) + len(mind.open)
    return found[0] if some < (number(found["many"]) or 0) else ""


def _on_condition(mind: Mind) -> str:
    """`se não tem os 12, faz 8 do de 10`: a wish beside a condition, which is not carried out and not passed over."""
    acts = mind.acts
    same = bool(mind.cart.lines) and mind.cart == mind.state.cart and mind.pending is None
    if not (acts.conditional and same) or mind.handed or acts.no:
        return ""
    for said in _SENTENCE.findall(acts.text):
        text = spelt_out(fold(said)).strip()
        wishes = COUNTED.search(text) or ADD.search(text) or WANT.search(text)
        counts = any(word in NUMBERS or word.isdigit() or mind.shop.goods.place(word) == BEGINS for word in words(text))
        if _CONDITION.match(text) and "?" not in text and wishes and counts:
            return str(said).strip()[:MOST_QUOTED]
    return ""


def _in_vain(mind: Mind) -> str:
    """`aliás faz três em vez de duas`: it would change the cart, has not, and nothing is asked."""
    acts = mind.acts
    told = {said.what for said in mind.says}
    last = acts.changes[-1] if len(acts.changes) > 1 else None
    recounts = last is not None and last.kind == "want" and last.mention.empty and last.mention.quantity is not None
    if "not_in_cart" in told and recounts:
        mind.cart = mind.state.cart  # `tira um spot, deixa 3` counts spots, and nothing else
    if not mind.cart.lines and "not_in_cart" in told and any(one.kind == "want" for one in acts.changes):
        return str(acts.text).strip()[:MOST_QUOTED]  # `vou querer, mas tira um spot`
    same = bool(mind.cart.lines) and mind.cart == mind.state.cart and mind.pending is None
    if not same or mind.handed or acts.no or acts.conditional or acts.hesitates or acts.agrees:
        return ""
    if "?" in acts.text:  # `põe numa caixa? 1 só pros dois`
        counts = [one for one in acts.changes if one.mention.quantity is not None and not one.mention.words]
        return str(acts.text).strip()[:MOST_QUOTED] if counts and not _is_so(mind, counts) else ""
    found = _RECOUNTS.search(spelt_out(fold(acts.text)))
    vain = found is not None and all(number(found["many"]) != line.quantity for line in mind.cart.lines)
    asked = any(said.what == "what_product" for said in mind.says)
    asks = asked and bool(acts.changes) and WANT.search(spelt_out(fold(acts.text))) is not None
    return str(acts.text).strip()[:MOST_QUOTED] if vain or asks else ""


def _told_of_lines(mind: Mind) -> list[Change]:
    """`o mel tá errado`: what is said of a line of the cart and is no wish."""
    named = [one.mention for one in mind.acts.looks if one.guess and one.mention.words]
    lines = " ".join(line.name for line in mind.cart.lines)
    return [Change("want", one) for one in named if any(shares([word], lines) for word in one.words)]


def _left_over(mind: Mind, wishes: Sequence[Change]) -> list[str]:
    """Words of the message that stand in no wish and in no line of the cart."""
    known = {stem(word) for word in _named(wishes)}
    known |= SIZED if any(wish.mention.soft for wish in wishes) else frozenset()  # `o pequeno` is read as P
    lines = " ".join(one.name for one in mind.cart.lines)
    text = _FOR_WHOM.sub(" ", BEYOND_PURSE.sub(" ", COMES_BY.sub("", fold(mind.acts.text))))
    text = _NOT_NEEDED.sub(lambda found: found[0] if shares(words(found["what"]), lines) else " ", text)
    return _WRONG.findall(text) or [
        word
        for word in words(text)
        if len(word) > 2 and word not in _COMMON and stem(word) not in known and not shares([word], lines)
    ]


def _is_so(mind: Mind, wishes: Sequence[Change]) -> bool:
    """The cart holds already what is wished for: each of it, what is said of no name of the same line."""
    lines: list[CartLine] = list(mind.cart.lines)
    for wish in wishes:
        said, count = (*wish.mention.words, *wish.mention.soft), wish.mention.quantity
        lines = list(mind.cart.lines) if wish.mention.words else lines
        lines = [
            one for one in lines if all(shares([word], one.name) for word in said) and count in (None, one.quantity)
        ]
        if wish.kind == "exchange" or wish.mention.by_price or not lines:
            return False
    return True


def _named(wishes: Sequence[Change]) -> list[str]:
    mentions = [one for wish in wishes for one in (wish.mention, wish.old, *wish.parts) if one is not None]
    return [word for one in mentions for word in (*one.words, *one.soft)]
