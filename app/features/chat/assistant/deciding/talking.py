"""What is said beside goods and orders: greetings, small talk, the assistant itself, notes, haggling."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.acts import Question
from app.features.chat.assistant.deciding.answering import by_title
from app.features.chat.assistant.deciding.mind import Mind, Say, quoted
from app.features.chat.assistant.documents.answers import answer_to
from app.features.chat.assistant.documents.topics import TOPICS
from app.features.chat.assistant.language.goods import BEGINS, NAMES
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold, stem, words
from app.features.chat.assistant.products.matching import Product, spread
from app.features.chat.assistant.reading.details.change import banknote, is_change
from app.features.chat.assistant.reading.understand import language_of
from app.features.conversations import cart as carts
from app.features.conversations.state import Cart, Pending
from app.features.conversations.summary import money
from app.ops.expressions import expression


def who(mind: Mind) -> None:
    """Questions about the assistant itself."""
    acts = mind.acts
    if acts.asks_who:
        mind.say("who", shop=mind.shop.name or "loja")
    if acts.asks_help:
        mind.say("help")
    if acts.asks_picture:
        mind.say("no_picture")
    if acts.laughs and not (acts.asks_something or acts.method or acts.way or acts.changes):
        mind.say("smile")
    if acts.private:
        mind.say("private")
    if acts.meddles:
        mind.say("meddled")
    if acts.asks_change:
        _change(mind)
    if acts.wants_notice:
        _notice(mind)


def _change(mind: Mind) -> None:
    """What comes back of the note that was told; else for which it is wanted."""
    noted = mind.cart.notes.split("; ")
    summary, paid = mind.state.summary, banknote([*noted, *mind.acts.notes])
    if paid is None:
        mind.say("change_for")
    elif (
        summary is not None and mind.state.awaiting_confirmation and not mind.acts.notes and paid >= summary.total_cents
    ):
        language = mind.acts.language
        back = money(paid - summary.total_cents, language)
        mind.say("change_back", total=money(summary.total_cents, language), paid=money(paid, language), back=back)
    elif not mind.acts.notes:
        mind.say("change_noted", paid=money(paid, mind.acts.language))


_LAUGHS_IN = expression(r"\b(?:k{2,}|(?:ha|he|rs){2,}h?|lol)\b")


def jokes(mind: Mind) -> bool:
    """`são pros meus irmãos hahaha, vão brigar`: no goods are named, nothing is counted or asked."""
    goods, text = mind.shop.goods, fold(mind.acts.text)
    plain = not any(word.isdigit() or goods.place(word) == BEGINS for word in words(text))
    return plain and "?" not in text and not mind.acts.asks_something and _LAUGHS_IN.search(text) is not None


def _notice(mind: Mind) -> None:
    """The shopper wants to hear when something is back."""
    named = _gone_by_name(mind)
    if mind.shop.notifies and named is not None:
        mind.say("notice_of", name=named.name)
        return
    gone = mind.focus is not None and not mind.focus.in_stock
    if mind.shop.notifies and (gone or mind.state.sold_out is not None):
        mind.say("notice_noted")
        return
    mind.say("no_notice")
    mind.pending = Pending("person")


def _gone_by_name(mind: Mind) -> Product | None:
    """`me avisa quando a bola verde chegar`: the one thing of that name that is sold out."""
    said = {stem(word) for word in words(mind.acts.text) if mind.shop.goods.place(word) >= NAMES}
    gone = [one for one in mind.shop.shelf if said and not one.in_stock and said <= set(map(stem, words(one.name)))]
    return gone[0] if len(gone) == 1 else None


# `se for menos de 30 reais ela quer 2`, of what is spoken of
_AT_PRICE = expression(
    r"\b(?:se|caso|if)\b.*\b(?:menos|abaixo|ate|por|under|below|less|for)\s+(?:(?:d[eo]|que|than)\s+)?(?:r?\$\s*)?\d{1,5}\b(?!\s*(?:un|dias|horas|cm|kg|g\b|ml|days))"
)
_WHAT_IF = expression(r"(?:(?:mas|ah|ta|entao|and|but)\s+)*(?:e\s+se|what\s+if)\b")

# `e se meu marido gostar, aí eu levo`: a condition of the order, whatever was asked before
_WOULD_TAKE = expression(r"\b(?:levo|compro|fecho|pego|quero|i'?ll\s+(?:take|buy|get))\b")


def _condition(mind: Mind) -> None:
    """`se vier quebrado, como fica?` asks the shop; another condition is no order yet."""
    what_if = _WHAT_IF.match(fold(mind.acts.text)) is not None and not mind.state.awaiting_confirmation
    asks = mind.acts.asks_something or "?" in mind.acts.text or what_if
    found = answer_to(mind.shop.passages, Question("", mind.acts.text)) if asks else None
    before = mind.state.dialogue.topic
    takes = _WOULD_TAKE.search(fold(mind.acts.text)) is not None
    # `mas e se eu já tiver aberto`, after a question on exchanges
    if what_if and found is None and before in TOPICS and not takes:
        found = answer_to(mind.shop.passages, Question(before, mind.acts.text))
    if found is None and _AT_PRICE.search(fold(mind.acts.text)) and mind.focus is not None and not mind.cart.lines:
        prices = {each.price_cents for each in mind.focus.each}
        told = any(one.what == "price_is" for one in mind.says)
        if len(prices) == 1 and (cents := prices.pop()) is not None and not told:
            mind.says.append(Say("price_is", {"name": mind.focus.name, "cents": str(cents)}))
    mind.says.append(Say("text", text=found) if found else Say("conditional"))


def small_talk(mind: Mind) -> None:
    """Small talk, and what is said without changing anything."""
    acts, pending = mind.acts, mind.state.dialogue.pending
    if acts.empties:
        mind.changed = False
        cancels = not mind.cart.lines and "cancel" in mind.acts.text.lower()
        emptied = "emptied_beside" if mind.state.orders else "emptied"
        number = str(mind.state.orders[-1].number) if mind.state.orders else ""
        mind.say(emptied if mind.cart.lines else "no_order" if cancels else "no", number=number)
        mind.focus = mind.focus if len(mind.cart.lines) == 1 else None  # `pensando bem, quero 4 sim`
        mind.listed = mind.listed if mind.cart.lines or acts.changes else ()  # a yes takes up nothing that was let go
        mind.cart = Cart()
    # `caro demais, deixa pra lá` asks for no price
    if acts.haggles and not acts.empties and (mind.cart.lines or not acts.no):
        _haggle(mind)
    asks = acts.asks_something and acts.text.rstrip().endswith("?")  # `peraí, aguenta quantos quilos?`
    if acts.hesitates and not asks and not (acts.changes or ((acts.way or acts.method) and not acts.holds)):
        made = mind.state.orders and not mind.cart.lines
        mind.say("no_hurry_made" if made else "no_hurry", number=str(mind.state.orders[-1].number) if made else "")
    elif acts.conditional and not acts.looks:
        if not (acts.questions and "?" in acts.text):  # `se eu abrir e não gostar, posso trocar?` is answered as asked
            _condition(mind)
    elif acts.tells and not (mind.says or acts.asks_something or mind.changed or acts.known != type(acts.known)()):
        mind.say("heard" if mind.cart.lines else "told")
    elif acts.looking:
        mind.say("looking")
    if mind.says or acts.changes or acts.questions or acts.looks or acts.about:
        return
    if acts.no and not acts.empties:
        mind.say("what_to_change" if mind.cart.lines and pending and pending.kind in ("confirm", "method") else "no")
    elif acts.thanks:
        mind.say("thanks")
    elif acts.leaves:
        mind.say("goodbye")
    elif (
        acts.greets
        and acts.known.name is None
        and not (acts.method or mind.changed or acts.asks_something or acts.checkout)
    ):
        greet(mind)


def asides(mind: Mind) -> None:
    """What is said beside the order: what else is asked of it, no answer yet; what could be taken; what a document is
    about."""
    by_title.tell(mind)
    acts, asked = mind.acts, mind.state.dialogue.pending
    if acts.notes:
        _notes(mind, acts.notes)
    if acts.suggest and mind.listed:
        mind.show(spread(mind.listed), "suggested")
        mind.pending = Pending("choose", mind.listed)
    if (
        not (acts.unsure or acts.exclaims)
        or acts.asks_something
        or mind.says
        or mind.changed
        or acts.changes
        or acts.looks
    ):
        return
    mind.say("not_known_fine" if acts.unsure else "exclaimed")
    mind.pending = asked


def _notes(mind: Mind, notes: Sequence[str]) -> None:
    """What is asked of the order stands in its summary; of one that was made, the team reads it here."""
    if mind.state.orders and not mind.cart.lines:
        mind.say("note_seen")
        return
    for note in notes:
        if is_change(note):  # `melhor troco pra 50`
            for other in filter(is_change, mind.cart.notes.split("; ")):
                mind.cart = carts.without_notes(mind.cart, other)
        mind.cart = carts.with_note(mind.cart, note)
    wishes = [note for note in notes if not is_change(note)]
    if wishes:
        mind.say("note_taken", notes="; ".join(wishes)[: carts.MAX_NOTES])
    if len(wishes) < len(notes):  # which takes nobody's leave
        mind.say("change_kept", notes="; ".join(note for note in notes if note not in wishes))
    mind.changed = mind.changed or bool(mind.cart.lines)


def _haggle(mind: Mind) -> None:
    """A price is no quantity: the price stands, the shop's own discount is told."""
    line = mind.cart.lines[-1] if mind.cart.lines else None
    found = quoted(mind, "discount")
    if len(mind.cart.lines) > 1 or (line is None and mind.focus is None):
        mind.say("price_stands")
    else:
        name, cents = (line.name, line.unit_price_cents) if line else (mind.focus.name, mind.focus.price_cents)  # type: ignore[union-attr]
        prices = {each.price_cents for each in mind.focus.each} if mind.focus and not line else {cents}
        if cents is None or len(prices) > 1:
            mind.say("price_stands")
        else:
            mind.says.append(Say("price_is", {"name": name, "cents": str(cents)}))
            asked = mind.state.dialogue.pending
            waits = asked is not None and asked.kind == "quantity"  # for as many as were asked about
            if line is None and mind.focus is not None and mind.focus.product_id and not waits:
                mind.pending = Pending("quantity", (mind.focus,))  # what is counted next is of this
    if found:
        mind.says.append(Say("text", text=found))
    mind.changed = mind.changed or (bool(mind.cart.lines) and not mind.acts.conditional)


# `quero fazer um pedido`, and of nothing yet.
_BEGINS = expression(
    r"\b(?:quero|queria|gostaria\s+de|posso|preciso|vim|vou|da\s+(?:pra|para)|como\s+(?:eu\s+)?faco\s+(?:pra|para))\s+(?:te\s+|eu\s+)?"
    r"(?:(?:comprar|encomendar|pedir)(?:\s+(?:com\s+voces|ai|aqui|uma?s?\s+coisas?|algo))*|"
    r"(?:fazer|montar|abrir|dar)?\s*(?:(?:o|meu|um|uma|uns|umas|outr[oa]|mais|novo|nova)\s+)+(?:pedid\w+|encomenda|compra\w*|orcamento)(?:\s+(?:com\s+voces|ai|aqui|nov[oa]))*)\W*$|"
    r"\b(?:vi|vim|achei|encontrei|conheci|peguei|indicaram)\b.*\b(?:instagram|insta|facebook|face|anuncio|google|tiktok|site|status|stories|indicacao|numero|contato)\b|\bver\s+(?:tudo\s+)?o\s+que\s+(?:voces\s+)?(?:tem|vendem)\W*$|"
    r"\b(?:quero|queria|vou\s+querer)\s+(?:comprar\s+|pedir\s+|levar\s+)?(?:mais|outras?)\s+(?:algumas?\s+|umas\s+)?(?:coisas?|produtos?|itens)\W*$"
)


def begins(mind: Mind) -> bool:
    """It says that something is to be bought, and not what."""
    return not (mind.cart.lines or mind.acts.greets) and _BEGINS.search(spelt_out(fold(mind.acts.text))) is not None


def greet(mind: Mind) -> None:
    """The shop's own greeting, or one with its name."""
    english = mind.acts.language == "en"
    shop = mind.shop
    own = shop.greeting if language_of(shop.greeting, mind.acts.language) == mind.acts.language else ""
    if own.endswith("?"):  # it asks already
        mind.says.append(Say("text", text=own))
        return
    if re.search(r"\b(?:tudo\s+b|td\s+b|como\s+vai|how\s+are\s+you)", fold(mind.acts.text)):
        place = ""
        mind.says.append(
            Say("greet", {"own": "Tudo bem, obrigado!" if not english else "Fine, thank you!", "shop": place})
        )
        return
    place = "" if not shop.name else (f" at {shop.name}" if english else f" na {shop.name}")
    mind.says.append(Say("greet", {"own": own, "shop": place}))
