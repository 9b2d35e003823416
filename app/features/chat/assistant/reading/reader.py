"""Reads a message clause by clause into acts: the first that recognises a clause says what it means. Pure."""

import re

from msgspec.structs import replace

from app.features.chat.assistant.acts import Look, Mention
from app.features.chat.assistant.documents.topics import topics_of
from app.features.chat.assistant.language import ranks, signs
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.prices import TOO_DEAR
from app.features.chat.assistant.language.words import in_portuguese, says, words
from app.features.chat.assistant.products.mentions import thing_in
from app.features.chat.assistant.products.name_words import name_words
from app.features.chat.assistant.reading import wishes
from app.features.chat.assistant.reading.asides.going_along import joins
from app.features.chat.assistant.reading.asides.pictured import pictured_goods
from app.features.chat.assistant.reading.asides.praise import without_goods, without_praise
from app.features.chat.assistant.reading.asides.told_aloud import told_aloud, weighs
from app.features.chat.assistant.reading.changes import resizing, swapping
from app.features.chat.assistant.reading.changes.edits import edits
from app.features.chat.assistant.reading.changes.owners import gives_up
from app.features.chat.assistant.reading.changes.staying import stays_alone
from app.features.chat.assistant.reading.choosing.either import wants_either
from app.features.chat.assistant.reading.choosing.left_open import goes_without, takes_note, tells_number
from app.features.chat.assistant.reading.choosing.otherwise import otherwise
from app.features.chat.assistant.reading.choosing.picking import (
    answers_choice,
    any_of,
    asked_of,
    chosen,
    picked,
    ranked,
    valued,
)
from app.features.chat.assistant.reading.clauses import Clause, only_takes_back, split_clauses
from app.features.chat.assistant.reading.counts import lists
from app.features.chat.assistant.reading.details import ways
from app.features.chat.assistant.reading.details.cards import without_card
from app.features.chat.assistant.reading.details.coming_by import brings_back, comes_by
from app.features.chat.assistant.reading.draft import Reading
from app.features.chat.assistant.reading.kinds import sizing, sought
from app.features.chat.assistant.reading.kinds.excluding import backs_out, exclude, excludes, lets_go
from app.features.chat.assistant.reading.kinds.narrowing import counted_behind
from app.features.chat.assistant.reading.questions import of_clauses
from app.features.chat.assistant.reading.questions.aftersales import after_sale, cancels
from app.features.chat.assistant.reading.questions.deeds import priced_deed
from app.features.chat.assistant.reading.questions.looking import only_sees
from app.features.chat.assistant.reading.questions.looks import shows_all
from app.features.chat.assistant.reading.splitting import split_mentions
from app.features.follow_ups.rules import wants_notice
from app.ops.expressions import expression

# `aqui é a atendente`: who says so asks for nobody.
_SPEAKS_AS = expression(
    r"\b(?:aqui\s+(?:e|eh|quem\s+fala\s+e)|(?:eu\s+)?sou|this\s+is)\s+(?:[oa]\s+|the\s+)?(?:atend|gerent|don[oa]|vend|manager|owner)"
)
_SEEKS_WORK = expression(
    r"\b(?:contrat(?:a|am|ando)|vagas?|empregos?|curriculo|trabalhar\s+(?:ai|com\s+voces|na\s+loja)|hiring|jobs?|vacanc\w+)\b"
)
# `oi tudo bem?` asks nothing of the shop.
_HOW_ARE_YOU = expression(
    r"(?:(?:oi+e?|ola|opa|eai|e\s+ai|alo|hi|hello|hey|bom\s+dia|boa\s+(?:tarde|noite)|good\s+(?:morning|afternoon|evening)|tudo|bem|bom|joia|certo|beleza|blz|"
    r"com\s+voces?|contigo|por\s+ai|como\s+(?:vai|voces?\s+estao|voce\s+esta)|how\s+are\s+you(?:\s+doing)?|how\s+is\s+it\s+going|gente|pessoal|moc[ao]|there)[\s,!]*)+"
)
_WAITS = expression(r"\b(?:pera|perai|espera|calma|aguenta)\b")
_WITH_COUPON = expression(
    r",?\s*\b(?:(?:com|usando|aplicando|e|with|using)\s+)+(?:(?:o|the|meu|my|esse)\s+)?(?:desconto\s+d[oe]\s+)?(?:cupo[mn]|coupon)\b"
    r"(?:\s+(?:aplicado|de\s+desconto|mesmo|entao))*"
)
# When it was, in a story.
_THEN = expression(
    r"\b(?:n?[oa]\s+)?(?:mes|semana|ano|natal|verao|inverno)\s+(?:passad|retrasad)[oa]\b|\b(?:ante)?ontem\b|\b(?:n?o\s+)?outro\s+dia\b|"
    r"\blast\s+(?:week|month|year|time|summer|christmas)\b|\byesterday\b"
)
_DISCOUNTED = expression(r"\b(?:com|with)\s+(?:o\s+|the\s+)?(?:desconto|discount)\b")
_SIZE_ALONE = expression(rf"(?:(?:n?[oa]|de|em|in|e|and)\s+)*(?:tamanho|numero|size)\s+({sizing.VALUE})")
# Who wears it, and how often.
_LEFT_OF_WAY = expression(r"\W*(?:(?:e|tambem|also|too|melhor|prefiro|mesmo|entao|rather|instead)\b\W*)+")
_WHO_WEARS = frozenset("eu ele ela i he she normalmente geralmente sempre mesmo acho que usually normally".split())  # noqa: SIM905


def read(reading: Reading, clause: Clause) -> None:
    """One clause: the first reader that recognises it."""
    if otherwise(reading, clause, read):
        return
    if clause.asks and not reading.size and _HOW_ARE_YOU.fullmatch(clause.text):
        reading.note(greets=True)
        return
    if comes_by(reading, clause) or brings_back(reading, clause):
        return
    if clause.asks:
        _of_question(reading, clause.text)
    if clause.lead and signs.GREETING.search(clause.lead):
        reading.note(greets=True)
    if goes_without(reading, clause) or tells_number(reading, clause) or takes_note(reading, clause):
        return
    if (excluded := excludes(reading, clause)) is not None:
        if excluded[0].text:
            read(reading, excluded[0])
        exclude(reading, excluded[1])
        return
    if _tells_size(reading, clause) or any_of(reading, clause):
        return
    clause = _without_any(reading, clause)
    goes_on = clause.asks or signs.WANT.search(clause.text) or signs.AT_PRICE.search(clause.text)
    if only_takes_back(clause) or (reading.ended and not goes_on):
        return
    clause = _without_terms(reading, clause)
    if clause.text and not any(recognises(reading, clause) for recognises in _READERS):
        _of_nothing_else(reading, clause)


def _of_question(reading: Reading, text: str) -> None:
    """What a question asks, and the work that it asks the shop for."""
    reading.asked.append(text)
    if does := signs.SERVICE.match(text):
        english = does["does"] or does["possible"]
        reading.note(service=in_portuguese(english)[0] if english else does["verb"] or does["can"])
    elif deed := priced_deed(text):
        reading.note(service=deed)


def _tells_size(reading: Reading, clause: Clause) -> bool:
    """`eu uso 40`, `do you have it in gray? size 42`: what is worn, and nothing else."""
    if wears := signs.WEARS.search(clause.text):
        reading.wears = wears[1]
        rest = words(signs.WEARS.sub(" ", clause.text))
        goods = clause.asks or any(current().place(word) >= NAMES for word in rest)
        once = wears[0].startswith(("usava", "vestia", "wore")) and not goods
        if once or set(rest) <= _WHO_WEARS:  # `antes de emagrecer eu usava 44`
            sized = replace(clause, text=f"tamanho {wears[1]}", told=False)
            if not chosen(reading, sized):  # `uso 40`, to `qual tamanho?`
                reading.note(tells=True)
            return True
    if (reading.looks or reading.traits) and (own := _SIZE_ALONE.fullmatch(clause.text)):
        reading.wears = own[1]
        return True
    return False


def _without_terms(reading: Reading, clause: Clause) -> Clause:
    """The clause without how it is got and paid, which are noted; empty: it says nothing else."""
    if reading.state.cart.coupon_code and (told := _WITH_COUPON.search(clause.text)):  # `pix com o cupom`
        clause = replace(clause, text=f"{clause.text[: told.start()]} {clause.text[told.end() :]}".strip())
    if not clause.asks and signs.PIX.match(clause.text) and _DISCOUNTED.search(clause.text):
        reading.note(method=reading.method_in(clause.text)[0])  # `pix com desconto`
    if reading.shipping and not (clause.conditional or clause.told or answers_choice(reading, clause)):
        clause = ways.without_way(reading, clause)
        if not clause.text or (reading.found.get("way") and _LEFT_OF_WAY.fullmatch(clause.text)):
            return replace(clause, text="")
    return without_card(reading, clause)


def _of_nothing_else(reading: Reading, clause: Clause) -> None:
    """Thanks and greetings, or a question that no reader knows."""
    size = reading.size
    _small_talk(reading, clause.text)
    if clause.asks and reading.size == size and len(words(clause.text)) > (1 if reading.changes else 2):
        reading.note(asks_something=True)  # `quero o amadeirado. dura bastante?`


def _without_any(reading: Reading, clause: Clause) -> Clause:
    """`me manda uma zara, tanto faz a cor`: that is settled, and the rest is read."""
    asked = reading.state.dialogue.pending
    if clause.asks or clause.negated or (asked is not None and asked.kind not in ("choose", "quantity")):
        return clause
    text = ranks.ANY.sub(" ", clause.text).strip()
    if text == clause.text or not (text or reading.changes):
        return clause
    reading.any = True
    return replace(clause, text=text)


def _own_thing(reading: Reading, clause: Clause) -> bool:
    """`meu notebook ta lento, é um notebook antigo`: more of what one has."""
    thing = signs.IS_A.match(clause.text)
    if thing is None or thing["noun"] not in reading.owned or clause.asks:
        return False
    reading.note(tells=True)
    return True


def _counted(reading: Reading, clause: Clause) -> bool:
    aside = TOO_DEAR.search(clause.text) or signs.OWN_THING.match(clause.text) or only_sees(clause.text)
    beside = None if aside else lists.counted_goods(reading, clause)
    for other in split_clauses(beside or ""):  # `2 cimento e me diz o total`
        read(reading, other)
    return beside is not None


def _wearers(reading: Reading, clause: Clause) -> bool:
    return not clause.asks and sought.of_several(reading, clause.text)


def _meddles(reading: Reading, clause: Clause) -> bool:
    """What would change how the assistant works; what is haggled over in the same breath is read on."""
    if not signs.MEDDLES.search(clause.text):
        return False
    reading.note(meddles=True)
    reading.ended = True
    return not signs.AT_PRICE.search(clause.text)


def _service(reading: Reading, clause: Clause) -> bool:
    text = clause.text
    if (found := signs.ORDER_ID.search(text)) and says(words(text), v.SENT):
        reading.note(shipped=found[0])
    elif signs.IDENTITY.search(text):
        wished = "falo" in text and (reading.looks or reading.changes or reading.found.get("tells"))
        reading.note(**{"wants_person" if wished else "asks_who": True})
    elif signs.OF_OTHERS.search(text):
        reading.note(private=True)
    elif wants_notice(text):
        reading.note(wants_notice=True)
    elif signs.PICTURE.search(text) and not (signs.SENDS_PICTURE.search(text) or pictured_goods(text)):
        reading.note(asks_picture=True)
    elif (
        signs.PERSON.search(without_goods(text))
        and not _SPEAKS_AS.search(text)
        and not (signs.CLAIMS.search(text) or _SEEKS_WORK.search(text))
        and not re.search(r"\bnao\s+(?:quero|precis\w+)\b", text)
    ):
        reading.note(wants_person=True)
    elif signs.CHANGE_OF.search(text):
        reading.note(asks_change=True)
    elif signs.BEWILDERED.fullmatch(text) and not (reading.state.orders and not reading.state.cart.lines):
        reading.note(**{"total" if reading.state.cart.lines else "asks_help": True})
    elif signs.HELP.search(text) and not topics_of(text):
        reading.note(asks_help=True)
    elif signs.COMPLAINT.search(without_praise(without_goods(text))) and not (
        clause.asks and "exchange" in topics_of(text)
    ):
        reading.note(complains=True)
    else:
        return False
    return True


def _mood(reading: Reading, clause: Clause) -> bool:
    """What is only looked at, put off, told of others or made conditional changes nothing."""
    text = clause.text
    if signs.FOR_EACH.match(text) and not reading.changes and any(x.quantity > 1 for x in reading.state.cart.lines):
        reading.note(tells=True)
    if signs.FOR_EACH.match(text):
        return bool(reading.changes or reading.found.get("tells"))
    if signs.PAYS_LATER.search(text):
        return False
    if signs.GIVES_UP.fullmatch(text) and not (reading.state.cart.lines and signs.CANCEL.search(text)):
        put_off = reading.state.cart.lines and "proxima" in text
        reading.note(**{"hesitates" if put_off else "no": True})
        reading.ended = True
        return True
    if _WAITS.search(clause.lead) and text.startswith("que "):  # `peraí que tocou a campainha`
        reading.note(hesitates=True)
        return True
    if len(words(text)) <= 4 and not clause.asks and says(words(text)[:2], v.THANKS) and not signs.WANT.search(text):
        reading.note(thanks=True)
        return True
    if told_aloud(clause):
        reading.note(tells=True)
    elif signs.LOOKING.search(text):
        reading.note(looking=True)
    elif signs.LAUGHS.fullmatch(text):
        reading.note(laughs=True)
    elif signs.EXCLAIMS.fullmatch(text):
        reading.note(exclaims=True)
    elif signs.UNSURE.fullmatch(text) and reading.method_in(text)[0] is None:
        reading.note(unsure=True)
    elif signs.NOT_WITHOUT.search(text) or (_has_answered(reading) and signs.NOT_IT.fullmatch(text)):
        reading.note(no=True)
    elif signs.HESITATES.search(signs.PUT_OFF.sub(" ", text) if signs.WANT.search(text) or clause.told else text):
        reading.note(hesitates=True)
    elif clause.conditional and not (clause.asks or topics_of(text)):
        if not wishes.supposed(reading, clause):
            reading.note(conditional=True)
            _supposes(reading, clause.text)
    elif _is_background(clause):
        _told_of(reading, clause)
    elif clause.asks or signs.WANT.search(text) or not _liked_by(reading, clause):
        return False
    return True


def _told_of(reading: Reading, clause: Clause) -> None:
    """What is told of others, of other days or of one's own things: what it names may be come back to."""
    text = clause.text
    if advised := signs.ADVISED.search(text):
        reading.advised = int(advised[1])
    reading.note(tells=True)
    named, soft = name_words(_THEN.sub(" ", text))
    if named and (reading.recalls is None or any(current().place(word) for word in named)):
        reading.recalls = Mention(tuple(named), tuple(soft))
    if signs.OWN_THING.search(text):
        reading.owned.update(named)
        is_so = re.search(r"\s(?:e|eh|is)\s+(?:uma?\s+|a\s+)?(\w[\w ]*)$", text)
        own, kind = name_words(is_so[1]) if is_so else ([], [])
        reading.own_is = Mention(tuple(own), tuple(kind))
    _liked_by(reading, clause)
    _advised_to_get(reading, clause)


def _has_answered(reading: Reading) -> bool:
    """Something was shown or taken, which may not be what was meant."""
    return bool(reading.state.cart.lines or reading.state.dialogue.listed or reading.state.dialogue.focus)


def _supposes(reading: Reading, text: str) -> None:
    """`se minha irmã quiser eu levo 2 mantas`: they are spoken of, and so they are meant by `só 1 por enquanto`."""
    dialogue, (named, soft) = reading.state.dialogue, name_words(thing_in(text))
    goods = tuple(word for word in named if current().place(word) >= NAMES)
    spoken_of = reading.recalls or dialogue.focus or dialogue.listed or dialogue.pending
    if not spoken_of and any(current().place(word) == BEGINS for word in goods):
        reading.recalls = Mention(goods, tuple(word for word in soft if not word.isdigit()))


def _liked_by(reading: Reading, clause: Clause) -> bool:
    """`ele gosta de sapato social`: what may be looked at for somebody."""
    liked = None if clause.negated else signs.LIKED_BY.search(clause.text)
    named, soft = name_words(thing_in(liked["what"])) if liked else ([], [])
    if named:
        reading.fancies.append(Look(Mention(tuple(named), tuple(soft)), guess=True))
        reading.looks.append(reading.fancies[-1])
    return bool(named)


def _advised_to_get(reading: Reading, clause: Clause) -> None:
    """`o pedreiro mandou comprar argamassa`: what is looked for."""
    thing = None if clause.negated else signs.ADVISED_THING.search(clause.text)
    named, soft = name_words(thing_in(thing["what"])) if thing else ([], [])
    if thing and named:
        several = [reading.mention(part) for part in split_mentions(thing["what"])]
        parts = tuple(several) if len(several) > 1 and all(one.words for one in several) else ()
        reading.looks.append(Look(Mention(tuple(named), tuple(soft)), parts=parts))


def _is_background(clause: Clause) -> bool:
    text = clause.text
    own = signs.OWN_THING.search(text) is not None and not topics_of(text)
    return (clause.told or own) and not (clause.asks or signs.PAID.search(text) or signs.CLAIMS.search(text))


def _small_talk(reading: Reading, text: str) -> None:
    tokens = words(text)
    if says(tokens, v.THANKS):
        reading.note(thanks=True)
    elif says(tokens, v.GOODBYE - {"falou"}) or "falou" in tokens:  # `faltou dizer o tamanho` takes no leave
        reading.note(leaves=True)
    elif signs.GREETING.search(text):
        reading.note(greets=True)
    elif signs.CHECKOUT.search(text):
        reading.note(checkout=True)


# In this order: the first that recognises a clause says what it means.
_READERS = (
    _meddles, joins, gives_up, _service, _own_thing, backs_out, lets_go, counted_behind, resizing.resizes,
    shows_all, edits, chosen, stays_alone, wants_either, ranked, asked_of, valued, picked, weighs,
    _counted, _wearers, _mood, after_sale, cancels, sought.asked, of_clauses.haggles, swapping.swaps,
    of_clauses.question, wishes.statement,
)  # fmt: skip
