"""What the assistant does about a message. Pure: tools are asked for by `yield`.

`decide` is a generator: it yields the calls of a round and is sent what they answered; it returns the conversation's
new state and what to say. It reads no earlier reply; all it knows is the state.
"""

from collections.abc import Generator

import msgspec

from app.features.chat.assistant.acts import Acts
from app.features.chat.assistant.deciding import stories, talking
from app.features.chat.assistant.deciding.answering import (
    abroad,
    advising,
    allergies,
    answered,
    best_told,
    by_chart,
    by_purpose,
    describing,
    found_told,
    gifts,
    how_many,
    informing,
    last_look,
    offered,
    second_look,
    showing,
    traits,
    who_buys,
    wondering,
)
from app.features.chat.assistant.deciding.cart import buying, choosing, joining, kind_chosen, kind_instead, same_again
from app.features.chat.assistant.deciding.checking import making_sure, unread
from app.features.chat.assistant.deciding.checking.as_written import as_written
from app.features.chat.assistant.deciding.checking.asking_again import (
    MISUNDERSTANDINGS,
    asks_again,
    goes_back,
    shows_again,
)
from app.features.chat.assistant.deciding.checking.still_open import still_to_choose, told_alone
from app.features.chat.assistant.deciding.mind import (
    MAX_ROUNDS,
    Ask,
    Done,
    Mind,
    Say,
    Shop,
    Steps,
    outcome,
    quoted,
    quoted_whole,
    quoted_word,
)
from app.features.chat.assistant.deciding.ordering import aftersales, by_card, checkout, coupons, receiving
from app.features.chat.assistant.documents.answers import answer_to
from app.features.chat.assistant.products.matching import spread
from app.features.chat.assistant.reading.changes.offered_as_cart import with_offered
from app.features.chat.assistant.reading.details import places
from app.features.conversations import cart as carts
from app.features.conversations.consent import affirms, judge, may_refuse
from app.features.conversations.state import Cart, ConversationState, Pending
from app.features.conversations.summary import method_name, money

_SHOWS = frozenset(("list", "details", "fact", "cart", "summary", "choose_option"))
Decision = Generator[list[Ask], list[Done], tuple[ConversationState, list[Say]]]
_LOOK_UPS = frozenset(("search_products", "filter_products_by_price", "get_product_details"))


def decide(state: ConversationState, acts: Acts, shop: Shop) -> Decision:
    """The turn's calls, then its outcome."""
    state = with_offered(state) if acts.edits_offer else state
    dialogue = state.dialogue
    mind = Mind(state, acts, shop, state.cart, dialogue.listed, dialogue.focus, dialogue.query, dialogue.shown)
    mind.seen, mind.open = dialogue.seen, list(dialogue.open)
    yield from _counted(mind, _run(mind))
    found_told.without_told(mind)
    yield from _counted(mind, second_look.tell(mind))
    yield from _counted(mind, advising.for_need(mind))
    advising.tell_limits(mind)
    yield from joining.still_cancels(mind)
    unread.quote(mind)
    informing.of_codes(mind)
    if not mind.says:
        yield from _lost(mind)
    elif shows_again(mind) or asks_again(mind):
        yield from _asked_twice(mind)
    advising.of_kind_told(mind)
    who_buys.tell_scale(mind)
    sought, told = not acts.changes and any(not one.guess for one in acts.looks), {one.what for one in mind.says}
    if sought and "nothing" in told and told.isdisjoint(_SHOWS):
        mind.focus = None  # `quero um` is not of what was spoken of before
        mind.listed = mind.listed if len(mind.listed) > 1 else ()
    second_look.without_thanks(mind)
    last_look.answer(mind)
    how_many.answer(mind)
    best_told.tell(mind)
    receiving.tell_name(mind)
    if state.orders and mind.cart.lines and not state.cart.lines:
        joining.as_new_order(mind)
    if places.lacks_number(acts.known.address):
        mind.says = [Say("noted_street"), *(said for said in mind.says if said.what != "noted")]
    state = outcome(mind)
    dialogue = msgspec.structs.replace(state.dialogue, coupon=coupons.coupon_named(mind.says) or dialogue.coupon)
    return msgspec.structs.replace(state, dialogue=dialogue), as_written(mind.says, acts.text)


def _counted(mind: Mind, steps: Steps) -> Steps:
    """The steps, with their rounds counted: a turn has only so many, and the last are for the order. What would be
    looked up beyond them is told as not found."""
    done: list[Done] | None = None
    while True:
        try:
            asks = next(steps) if done is None else steps.send(done)
        except StopIteration:
            return
        orders = mind.cart.lines and (mind.cart.payment_method or mind.acts.method)
        most = MAX_ROUNDS if orders else MAX_ROUNDS + 1
        if mind.rounds >= most and all(ask.name in _LOOK_UPS for ask in asks):
            done = [Done(ask.name, {}) for ask in asks]
            continue
        mind.rounds += 1
        done = yield asks


def _run(mind: Mind) -> Steps:
    if (yield from _settled(mind)):
        return
    if who_buys.tells_age(mind):
        return
    yield from kind_instead.take(mind)
    kind_chosen.take(mind)
    talking.who(mind)
    by_chart.size_up(mind)
    yield from allergies.tell(mind)
    yield from stories.recall(mind)
    if mind.acts.empties and mind.acts.changes:  # `esquece, quero só 2`
        mind.cart, mind.acts = Cart(), msgspec.structs.replace(mind.acts, empties=False)
    offered.said_again(mind)
    yield from buying.change(mind)
    joining.take_over(mind)
    if mind.acts.whose and mind.cart.lines == mind.state.cart.lines:
        mind.says.append(Say("cart", {"asks": ""}, cart=mind.cart, coupon=mind.shop.coupon))
        mind.say("whose")
    receiving.take_in(mind)
    unread.keep(mind)
    _method(mind)
    talking.small_talk(mind)
    talking.asides(mind)
    yield from _answer(mind)
    yield from _close(mind)


def _settled(mind: Mind) -> Generator[list[Ask], list[Done], bool]:
    """What leaves nothing else to do: a complaint, an answer to our question, an order that was made, a yes."""
    if same_again.take(mind):
        return True
    acts = mind.acts
    if acts.complains and informing.of_damage(mind):
        return True
    if acts.complains:
        informing.of_mishap(mind)
    if acts.wants_person or acts.complains:
        yield from answered.hand_over(mind, *(("complaint", "complaint") if acts.complains else ("asked", "human")))
        return True
    if acts.shipped:
        yield from aftersales.ship(mind, acts.shipped)
        return True
    if answered.refuses_all(mind) or (yield from answered.to_question(mind)):
        return True
    if informing.of_data(mind):
        _reminder(mind)
        return True
    if acts.after_sale is not None:
        yield from aftersales.answer(mind, acts.after_sale)
        return True
    if making_sure.was_on_condition(mind):
        return True
    again = acts.coupon in (None, mind.cart.coupon_code)
    if acts.agrees and again and mind.state.awaiting_confirmation and not (acts.changes or acts.way):
        yield from checkout.place(mind)
        return True
    return False


def _answer(mind: Mind) -> Steps:
    """Questions to the shop, and what is asked or looked for of goods."""
    for question in mind.acts.questions:
        answer = answer_to(mind.shop.passages, receiving.as_it_comes(mind, question), about=informing.about_what(mind))
        told = abroad.tell(mind, question.topic) or (yield from describing.of_goods(mind, question, answer))
        told = told or (yield from gifts.wrapping(mind, question, answer))
        if not told:
            informing.answer(mind, question.topic, answer)
    acts = mind.acts
    serves = acts.service and (
        informing.charges(mind, acts.service)
        or (not (acts.changes and mind.changed) and informing.does(mind, acts.service))
    )
    if informing.of_sending(mind) or serves:
        about = acts.about if len(acts.asks) > 1 else ()  # `quanto fica a grama? vcs plantam?`
        mind.acts = acts = msgspec.structs.replace(acts, looks=(), wonders=(), about=about)
    named = any(one.words for one in acts.about)  # `quanto é a geleia? quais sabores?`
    looked_for = named or (bool(acts.looks) and not mind.listed)  # `tem capinha? quais cores?`: of what is found
    if acts.traits is not None and not (looked_for and acts.traits.empty):
        yield from traits.answer(mind, acts.traits)
    yield from describing.about(mind)
    receiving.with_goods_asked(mind)
    need = acts.looks[0].mention.words if acts.suggest and acts.looks else ()
    shown_for_use = (yield from gifts.show(mind)) or (yield from by_purpose.show(mind))
    if not shown_for_use and not (need and (yield from advising.by_need(mind, need))):
        yield from showing.look(mind)
    if acts.traits is not None and looked_for and acts.traits.empty and not any(one.variants for one in mind.listed):
        yield from traits.answer(mind, acts.traits)
    informing.measures(mind)
    yield from wondering.wonder(mind)
    yield from describing.of_what_was_taken(mind)
    shown = any(say.what in ("list", "details", "fact", "text") for say in mind.says)
    if acts.suggest and not mind.changed and not shown:
        yield from advising.advise(mind)


def _method(mind: Mind) -> None:
    """How the shopper wants to pay, or does not."""
    by_card.settle(mind)
    acts = mind.acts
    if acts.method is not None:
        mind.changed = mind.changed or bool(mind.cart.lines)
        if not mind.cart.lines and not mind.says and not acts.looks and not acts.questions:
            made = mind.state.orders[-1] if mind.state.orders else None
            if made is not None:
                name = method_name(made.payment_method, acts.language)
                mind.say("method_of_made", number=str(made.number), method=name)
            elif not mind.listed:
                mind.say("method_noted", method=method_name(acts.method, acts.language))
            elif mind.state.dialogue.pending is None or mind.state.dialogue.pending.kind not in ("choose", "quantity"):
                choosing.choose(mind, spread(mind.listed), None, "which_of" if len(mind.listed) > 1 else "found")
        mind.cart = carts.with_method(mind.cart, acts.method)
    if acts.refused is not None and acts.method in (None, acts.refused):  # else `pix não, dinheiro`
        mind.cart = carts.with_method(mind.cart, None)
        mind.say("method_refused", method=method_name(acts.refused, acts.language))
        mind.pending = Pending("method") if mind.cart.lines else None


def _close(mind: Mind) -> Steps:
    """The cart after a change, or the question that is still open."""
    acts, cart = mind.acts, mind.cart
    told = acts.known != type(acts.known)()
    if mind.pending is not None and mind.pending.kind == "resize":
        return
    if mind.pending is not None and mind.pending.kind == "delivery" and not mind.changed:
        _confirm_again(mind)
        return
    if mind.pending is not None and mind.pending.kind in ("choose", "quantity") and not acts.questions:
        if told:
            mind.says.insert(0, Say("noted"))
        if cart.lines and cart.lines != mind.state.cart.lines:  # what was taken is told before what is asked
            mind.says.insert(0, Say("cart", {"asks": ""}, cart=cart, coupon=mind.shop.coupon))
        return
    if still_to_choose(mind, told=told):
        return
    if not cart.lines:
        told_alone(mind, told)
        return
    if making_sure.tells_otherwise(mind):
        return
    if acts.holds and cart.lines == mind.state.cart.lines:
        if told:
            mind.says.insert(0, Say("noted"))
        return
    wants_summary = acts.total or acts.checkout or (acts.yes and not mind.says)
    if mind.changed or wants_summary or (told and (mind.state.awaiting_confirmation or not mind.says)):
        if told and not mind.changed:
            mind.says.insert(0, Say("noted"))
        yield from checkout.present(mind)
        return
    if told and all(say.what != "noted" for say in mind.says):
        mind.says.insert(0, Say("noted"))
    if mind.says and all(say.what == "thanks" for say in mind.says):
        return
    heard = any(say.what == "heard" for say in mind.says)
    conditional = acts.conditional and not acts.questions
    if acts.hesitates or conditional or acts.leaves or acts.refused or (acts.no and not told):
        return
    if acts.tells and not heard:
        return
    if making_sure.asked_at_summary(mind):
        yield from checkout.present(mind)
        return
    _reminder(mind)


def _reminder(mind: Mind) -> None:
    """After an answer on the way: the question that waits."""
    if not mind.says:
        return
    listing = any(say.what in ("list", "details") for say in mind.says)
    if _confirm_again(mind):
        mind.pending = Pending("confirm")
    elif not listing and mind.cart.lines and mind.cart.payment_method is None:
        mind.say("ask_payment")
        mind.pending = Pending("method")


def _confirm_again(mind: Mind) -> bool:
    """The summary still holds, and a yes would be to it: which one, and its total."""
    summary = mind.state.summary
    if summary is None or not summary.open or judge(summary, mind.acts.text) != "keeps":
        return False
    mind.say("confirm_again", reference=summary.reference, total=money(summary.total_cents, mind.acts.language))
    return True


def _lost(mind: Mind) -> Steps:
    """Not understood: say so; the second time in a row call a person."""
    if mind.acts.no or mind.acts.leaves:
        mind.say("no" if mind.acts.no else "goodbye")
        return
    if talking.begins(mind):
        mind.say("what_now")
        return
    if (mind.acts.greets and not mind.cart.lines) or mind.acts.thanks:  # with a word that is not known
        _greeted(mind)
        return
    if mind.state.orders and not mind.cart.lines and affirms(mind.acts.text):
        mind.say("all_set", number=str(joining.last_number(mind)))
        return
    if mind.acts.yes:
        _agreed_to_what(mind)
        return
    asked = mind.state.dialogue.pending
    if (asks := mind.acts.asks_something or bool(mind.acts.asked)) and (
        found := quoted(mind, "") or quoted_whole(mind) or quoted_word(mind)
    ):
        mind.says.append(Say("text", text=found))
        return
    if asked is not None and not asks and goes_back(mind, asked):
        return
    if mind.cart.lines and talking.jokes(mind):
        mind.say("smile")
        yield from checkout.present(mind)
        return
    yield from _misunderstood(mind)


def _greeted(mind: Mind) -> None:
    """A greeting or a thanks, beside words that are not known."""
    if mind.acts.asks_something and len(mind.acts.text) > 20:
        mind.say("dont_know")
        mind.pending = Pending("person")
    elif mind.acts.greets:
        talking.greet(mind)
    else:
        mind.say("thanks")


def _agreed_to_what(mind: Mind) -> None:
    """A yes where nothing waits for one: to what is shown, if anything is."""
    asked = mind.state.dialogue.pending
    if mind.listed and not mind.state.orders:
        head = "which_of" if len(mind.listed) > 1 else "found"
        choosing.choose(mind, spread(mind.listed), asked.quantity if asked else None, head)
    else:
        mind.say("what_now" if not mind.state.orders else "all_set", number=str(joining.last_number(mind)))


def _misunderstood(mind: Mind) -> Steps:
    """Say what is not understood, and go on with the order; the second time in a row call a person."""
    mind.lost = True
    if mind.state.dialogue.misunderstood + 1 >= MISUNDERSTANDINGS:
        yield from answered.hand_over(mind, "misunderstood", "misunderstood")
        return
    if mind.cart.lines and mind.state.awaiting_confirmation and not mind.acts.asks_something:
        asks = "?" in mind.acts.text and len(mind.acts.text.split()) > 3
        mind.say("not_told" if asks else "unknown_word")
        _reminder(mind)
        return
    asked = mind.state.dialogue.pending
    waits = asked is not None and asked.kind in ("method", "delivery")
    chooses = asked is not None and asked.kind in ("choose", "quantity")
    doubts = mind.acts.asks_something or chooses or may_refuse(mind.acts.text)
    if mind.cart.lines and (waits or not doubts):
        mind.say("unknown_word")
        yield from checkout.present(mind)
        return
    mind.say("dont_know" if mind.acts.asks_something else "unknown")
    if mind.acts.asks_something:
        mind.pending = Pending("person")


def _asked_twice(mind: Mind) -> Steps:
    """Ask more plainly; the second time in a row call a person."""
    mind.lost = True
    again = mind.pending is not None and mind.pending.times >= MISUNDERSTANDINGS
    if again or mind.state.dialogue.misunderstood + 1 >= MISUNDERSTANDINGS:
        mind.says = []
        yield from answered.hand_over(mind, "misunderstood", "misunderstood")
    elif mind.pending is not None and mind.pending.kind == "delivery":
        mind.says.insert(0, Say("pick_way"))
