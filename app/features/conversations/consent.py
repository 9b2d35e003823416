"""Whether a message is a yes to the summary shown. The backend judges, no model does. Pure.

A piece of the message has to be a yes in every word: affirmative, polite, or a repetition of the summary. What stands
beside it may be anything that changes nothing: no question, refusal, condition, delay, number, or goods.
So a change, a question, a condition, a refusal or a story alone is never taken for one, whatever its words.
"""

import re
from typing import Literal

from app.features.chat.assistant.language.goods import Goods
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.vocabulary import FIRST_NAMES
from app.features.chat.assistant.language.words import fold, is_colour, number, stem, words
from app.features.conversations import consent_words as w
from app.features.conversations.approval import APPROVES
from app.features.conversations.closing import closes, may_close
from app.features.conversations.consent_words import squeezed
from app.features.conversations.heard import is_cut
from app.features.conversations.leave import LEAVE, SPOKE
from app.features.conversations.restated import terms_again, without_restated
from app.features.conversations.state import Summary
from app.features.conversations.warm_words import PAYS_NOW, unwrapped_yes
from app.features.extract_lead.patterns import bare_name, find_address, find_name, without_facts
from app.ops.expressions import expression

Judgement = Literal["yes", "keeps", "voids"]


def _plain(text: str) -> str:
    """Folded, short forms spelt out, without greetings, the idioms of going ahead as the yes they are."""
    return w.GO_AHEAD.sub("sim", w.AT_THIS_PRICE.sub("", w.GREETS.sub(" ", spelt_out(fold(text)))))


def _tokens(message: str) -> list[str]:
    return words(_plain(message))


def agrees(message: str) -> bool:
    """A plain yes, to whatever was asked."""
    if "?" in message or any(sign in message for sign in w.NO_SIGNS) or is_cut(message):
        return False
    tokens = _tokens(message)
    said = any(squeezed(token) in w.YES for token in tokens) or _signed(message)
    return said and all(squeezed(token) in w.YES or squeezed(token) in w.POLITE for token in tokens)


def _signed(message: str) -> bool:
    return any(sign in message for sign in w.YES_SIGNS)


def affirms(message: str) -> bool:
    """Nothing but affirmative and polite words, though it may be asked: `confirmado né?`"""
    return agrees(message.replace("?", " ").replace("né", " ").replace(" ne ", " "))


def may_refuse(message: str) -> bool:
    """Among words that are not understood stands a no or an if: no summary is put before somebody who said so."""
    return any(sign in message for sign in w.NO_SIGNS) or w.MAY_REFUSE.search(spelt_out(fold(message))) is not None


def agrees_to_cancel(message: str) -> bool:
    """A plain yes to cancelling an order, or the word itself once more."""
    if "?" in message or any(sign in message for sign in w.NO_SIGNS) or is_cut(message):
        return False
    message = w.WANTED_NO_MORE.sub(" , ", fold(message))
    tokens = _tokens(message)
    cancels = any(token in w.CANCELLING for token in tokens)
    known = w.CANCELLED if cancels else w.CANCELLING
    said = cancels or any(squeezed(token) in w.YES - w.PRAISE for token in tokens) or _signed(message)
    plain = all(token in known or squeezed(token) in w.YES or squeezed(token) in w.POLITE for token in tokens)
    return (said and plain) or _cancels_in_a_sentence(message)


def _cancels_in_a_sentence(message: str) -> bool:
    """`sim, quero cancelar o pedido do mel mesmo`, `isso, minha irmã já comprou uma`: a yes or the word itself, and
    nothing beside it that holds back or asks for something else."""
    text = _plain(message)
    pieces = [piece for piece in w.JOINS.split(text) if words(piece)]
    asked = [
        piece
        for piece in pieces
        if w.CANCELS.search(piece) or ({*map(squeezed, words(piece))} <= w.AGREES and len(pieces) > 1)
    ]
    if any(w.WISHED.search(piece) for piece in pieces if piece not in asked):
        return False
    return bool(asked) and w.CANCELS_NOT.search(text) is None


def forbids_cancelling(message: str) -> bool:
    """It says that nothing is to be cancelled: `não quero cancelar não`."""
    return w.NOT_CANCELLED.search(spelt_out(fold(message))) is not None


def wants_code(message: str) -> bool:
    """It asks for the Pix key or code, and says nothing else."""
    return w.WANTS_CODE.fullmatch(_plain(message).strip()) is not None


def refuses(message: str) -> bool:
    """A plain no, to whatever was asked."""
    tokens = _tokens(message)
    if (message.strip() and not message.strip(w.REFUSING_SIGNS)) or w.KEEPS.fullmatch(" ".join(tokens)):
        return True
    if tokens in (["deixa"], ["nada"], ["esquece"]):
        return True
    return (
        bool(tokens)
        and tokens[0] in ("nao", "n", "no", "nope", "nah", "ah", "agora", "acho")
        and not w.NOES.isdisjoint(tokens)
        and all(token in w.NO_ONLY for token in tokens)
    )


_OF_ORDER = expression(r"\b(?:pedidos?|resumo|compra|order|summary)\b")


def agrees_to(summary: Summary, message: str, goods: Goods | None = None, *, offers_else: bool) -> bool:
    """A consent to the summary; where other goods were offered last (`Quer levar?`), only one that names the order."""
    return is_consent(summary, message, goods) and (not offers_else or _OF_ORDER.search(fold(message)) is not None)


def is_consent(summary: Summary, message: str, goods: Goods | None = None) -> bool:
    """True when the message agrees to the summary as it stands."""
    return judge(summary, message, goods) == "yes"


def signed_yes(message: str) -> tuple[str, str]:
    """`sim, Fernanda Couto`: the yes and the name under it, a first name and more; else neither."""
    yes, _, name = message.strip(" .!\n").partition(",")
    if not name:
        yes, _, name = message.strip(" .!\n").partition(". ")
    parts = words(fold(name))
    known = len(parts) > 1 and parts[0] in FIRST_NAMES and not any(map(is_colour, parts))
    return (yes, name.strip()) if known and agrees(yes) and bare_name(name) is not None else ("", "")


def judge(summary: Summary, message: str, goods: Goods | None = None) -> Judgement:
    """A yes; what leaves the summary standing (a question, data, a thank-you, a story); or what makes it void. goods:
    the message's words that the shop's goods carry; where they are not known, what may be a yes leaves it standing."""
    if not summary.open or is_cut(message):
        return "voids"
    message = message if summary.name else signed_yes(message)[0] or message
    rest = w.CALLED.sub(r"\g<yes>", spelt_out(fold(without_facts(message))))
    rest = w.ASKS_CODE.sub(" ", _plain(unwrapped_yes(rest)))
    rest = PAYS_NOW.sub(" ", rest) if summary.payment_method != "cod" else w.CARD_THEN.sub("pagamento", rest)
    if summary.coupon_code is None:
        rest = w.WITHOUT_COUPON.sub(" ", rest)
    if summary.shipping_option and w.FETCHED.search(fold(summary.shipping_option)):
        rest = w.NOT_SENT.sub(" ", w.COMES.sub(" ", rest))
    rest = _said_again(summary, APPROVES.sub(" ", LEAVE.sub(" ", SPOKE.sub(" ", rest))))
    rest = terms_again(summary, _without_only(summary, w.HURRY.sub(" ", w.ALL_OF_IT.sub(" ", rest))))
    if any(sign in message for sign in w.NO_SIGNS) or _new_data(summary, message) or w.ONLY_THIS.search(rest):
        return "voids"
    if summary.payment_method != "cod" and "?" not in message and w.PAYS_THEN.search(rest):
        return "voids"
    asks = "?" in w.ASKS_CODE.sub("", fold(message)) or w.ASKS_LATE.search(rest) is not None
    told = w.TELLS_DATA.search(fold(message)) is not None
    if not (asks or told) and not w.DOUBTS.search(_without_shown(summary, rest)) and _agrees(summary, message, rest):
        return "yes"
    if not (asks or told) and not w.DOUBTS.search(_without_shown(summary, rest)):
        if goods is not None and closes(summary, message, rest, goods):
            return "yes"
        if goods is None and may_close(summary, message, rest):
            return "keeps"
    if w.WANTS_CODE.fullmatch(rest.strip()) or w.PAUSES.fullmatch(rest.strip()):
        return "keeps"
    tokens = words(w.CASH_BACK.sub(" ", rest) if asks else rest)
    doubts = w.CHANGES
    if asks and len(tokens) > 3:
        doubts = doubts - w.IN_QUESTIONS - (w.EXCHANGES if w.OF_EXCHANGE.search(rest) else frozenset())
    counts = [token for token in tokens if number(token) is not None]
    if asks and len(summary.lines) == 1:  # `tem desconto levando 6?`, of six
        counts = [token for token in counts if number(token) != summary.lines[0].quantity]
    if counts or any(token in doubts for token in tokens):
        return "voids"
    asks = asks or (bool(tokens) and tokens[0] in w.ASKS)
    tells = all(_stands_beside(summary, piece) for piece in w.JOINS.split(rest))
    return "keeps" if asks or tells or all(token in w.SMALL_TALK for token in tokens) else "voids"


def _said_again(summary: Summary, text: str) -> str:
    """`é esse`, `um de cada`: the text with what agrees by pointing as the yes it is, and without the count that each
    line has."""
    text = w.TAKES_IT.sub("sim", text)
    counts = {line.quantity for line in summary.lines}
    if len(summary.lines) == 1:
        return w.THIS_ONE.sub("sim", text)
    return w.SO_MANY_OF_EACH.sub(lambda told: " " if counts == {number(told["n"])} else told[0], text)


def _without_shown(summary: Summary, rest: str) -> str:
    """Without `com o bege` of what the summary shows: nobody is to be asked."""
    names = {stem(word) for line in summary.lines for word in words(line.name)}
    names |= {stem(word) for word in w.OF_METHOD[summary.payment_method]}  # `confirma com pix`
    return w.WITH.sub(lambda told: " " if stem(told["what"]) in names else told[0], rest)


def _without_only(summary: Summary, rest: str) -> str:
    """`só ela` and `só a manual` say again what a summary of one thing says, `só as linguiças` what one of nothing but
    such says; of others they would leave some out."""
    single = len(summary.lines) == 1 and summary.lines[0].quantity == 1
    names = [{stem(word) for word in words(line.name)} for line in summary.lines]

    def repeats(what: str) -> bool:
        return _repeats(summary, what) or all(stem(what) in name for name in names)

    return w.ONLY_THIS.sub(lambda only: " " if (repeats(only["what"]) if only["what"] else single) else only[0], rest)


def _agrees(summary: Summary, message: str, rest: str) -> bool:
    """One piece is a plain yes, the others change nothing."""
    signed = _signed(message)
    rest = without_restated(summary, rest)
    pieces: list[str] = []
    for piece in w.JOINS.split(rest):
        because = w.REASON.search(piece)
        cut = because is not None and _is_yes(summary, piece[: because.start()])
        pieces += (
            [piece[: because.start()], w.OWN_TIME.sub(" ", piece[because.end() :])] if cut and because else [piece]
        )
    said = [piece for piece in pieces if _is_yes(summary, piece)]
    return bool(said or signed) and all(_stands_beside(summary, piece) for piece in pieces if piece not in said)


def _is_yes(summary: Summary, piece: str) -> bool:
    tokens = words(piece)
    said = {squeezed(token) for token in tokens} & w.YES
    if said == {"quero"} and w.CODE & set(tokens):  # `quero a chave` wishes for it before there is an order
        return False
    return bool(said) and all(_repeats(summary, token) for token in tokens)


def _stands_beside(summary: Summary, piece: str) -> bool:
    """It only repeats the summary, or tells what neither changes nor delays it."""
    tokens = words(piece)
    if all(_repeats(summary, token) for token in tokens):
        return True
    holds = any(
        token in w.HOLDS
        or token in w.CHANGES
        or token in w.ASKS
        or number(token) is not None
        or (summary.address and w.FETCHED.match(token))
        for token in tokens
        if not _repeats(summary, token)
    )
    return not holds and w.TELLS.search(piece.strip()) is not None


def _repeats(summary: Summary, token: str) -> bool:
    """The word agrees, is polite, or says again what the summary says."""
    if token in w.BRINGS and w.FETCHED.search(fold(summary.shipping_option or "")):
        return False
    if token in w.OF_METHOD[summary.payment_method]:
        return True
    if len(summary.lines) == 1:
        line = summary.lines[0]
        if (count := number(token)) is not None:
            return count == line.quantity
        if stem(token) in {stem(word) for word in words(line.name)} and not token.isdigit():
            return True
    elif number(token) is not None:
        return False
    short = squeezed(token)
    return short in w.YES or short in w.POLITE or _sends(summary, token)


def _sends(summary: Summary, token: str) -> bool:
    """`pode enviar`, or the way it is to come by its name; of what is fetched `entrega` would change something."""
    own = words(summary.shipping_option or "")
    return token in own or (token in w.SENDING and not any(w.FETCHED.match(word) for word in own))


def _new_data(summary: Summary, message: str) -> bool:
    """Another postal code changes what the shipping costs, once it has been quoted; another name or address is not
    what was shown."""
    shown = summary.text.lower()
    ceps = [re.sub(r"\D", "", one) for one in re.findall(r"\b\d{5}-?\d{3}\b", message)]
    if summary.shipping_cents is not None and any(one not in shown.replace("-", "") for one in ceps):
        return True
    fetched = w.FETCHED.search(fold(summary.shipping_option or "")) is not None
    address = find_address(message) if summary.address or fetched else None
    name = find_name(message) if summary.name else None
    told = [fact.value.lower() for fact in (address, name) if fact is not None]
    return any(re.search(rf"\b{re.escape(one)}\b", shown) is None for one in told)
