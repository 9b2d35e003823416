"""Reads a message clause by clause into acts: the first reader that recognises a clause says what it means. Pure."""

import re
from collections.abc import Sequence

import msgspec

from app.features.chat.assistant import signs, verbs
from app.features.chat.assistant import vocabulary as v
from app.features.chat.assistant.acts import AfterSale, Change, ChangeKind, Look, Mention, Question
from app.features.chat.assistant.answers import topics_of, without_topics
from app.features.chat.assistant.clauses import Clause
from app.features.chat.assistant.matching import shares
from app.features.chat.assistant.mentions import name_words, read_mention, split_counts, split_mentions
from app.features.chat.assistant.prices import price_range
from app.features.chat.assistant.receiving import fetches
from app.features.chat.assistant.words import says, words
from app.features.chat.delivery import PICKUP, named_in
from app.features.conversations.state import ConversationState, Language
from app.features.follow_ups.rules import wants_notice
from app.features.orders.types import PaymentMethod
from app.features.shipping.types import ShippingRule

_AMOUNT = re.compile(r"(?:r\$\s*)?\b\d+(?:[.,]\d{1,2})?\s*(?:reais|real|conto\w*|pilas?)?\b")

_TWO_DIGITS = frozenset(map(str, range(10, 100)))
_AGAINST = re.compile(r"\b(?:pr[oa]s?|para\s+[oa]s?|ou|vs|versus|or)\b")


class Reader:
    """Collects the acts of a message, clause by clause."""

    def __init__(
        self, message: str, state: ConversationState, language: Language, shipping: Sequence[ShippingRule] = ()
    ) -> None:
        self.state = state
        self.shipping = shipping
        self.language = language
        self.listed = len(state.dialogue.listed)
        self.sizes = _sizes(state)
        self.found: dict[str, object] = {}
        self.changes: list[Change] = []
        self.looks: list[Look] = []
        self.about: list[Mention] = []
        self.wonders: list[Mention] = []
        self.questions: list[Question] = []
        self.wanted = False  # the clause before wished for something: `2 cafe, 1 acucar`

    def note(self, **acts: object) -> None:
        """Remember acts that are said once."""
        self.found |= acts

    def read(self, clause: Clause) -> None:
        """One clause: the first reader that recognises it."""
        if clause.lead:
            self._lead(clause.lead)
        if self.shipping and not (clause.asks or clause.conditional or clause.told):
            clause = self._without_way(clause)
            if not clause.text:
                return
        for reader in (
            self._service, self._mood, self._after_sale, self._cancels, self._haggles, self._question, self._statement,
        ):  # fmt: skip
            if reader(clause):
                return
        self._small_talk(clause.text)

    def _without_way(self, clause: Clause) -> Clause:
        """Takes out how the goods are to come: to be fetched, or an option by its name."""
        pending = self.state.dialogue.pending
        asked = pending.options if pending is not None and pending.kind == "delivery" else ()
        mention = read_mention(clause.text, listed=len(asked)) if asked else Mention()
        at = mention.position or (mention.quantity if not mention.words else None)
        fetched, rest = fetches(clause.text)
        if clause.negated:
            return clause
        if asked and at is not None and 1 <= at <= len(asked):
            self.note(way=asked[at - 1].name)
            return msgspec.structs.replace(clause, text="")
        if asked and (order := verbs.by_price(clause.text)) in ("cheapest", "dearest"):
            ranked = sorted(asked, key=lambda option: option.price_cents or 0, reverse=order == "dearest")
            self.note(way=ranked[0].name)
            return msgspec.structs.replace(clause, text="")
        if fetched and any(rule.kind == "pickup" for rule in self.shipping):
            self.note(way=PICKUP)
            return msgspec.structs.replace(clause, text=verbs.strip(rest))
        if (name := named_in(self.shipping, clause.text)) is not None:
            self.note(way=name)
            named = set(words(name))
            left = " ".join(word for word in clause.text.split() if not set(words(word)) & named)
            return msgspec.structs.replace(clause, text="" if not name_words(left)[0] and asked else verbs.strip(left))
        return clause

    def _lead(self, lead: str) -> None:
        if signs.GREETING.search(lead):
            self.note(greets=True)

    def _service(self, clause: Clause) -> bool:
        text = clause.text
        if (found := signs.ORDER_ID.search(text)) and says(words(text), v.SENT):
            self.note(shipped=found[0])
        elif signs.IDENTITY.search(text):
            self.note(asks_who=True)
        elif wants_notice(text):
            self.note(wants_notice=True)
        elif signs.HELP.search(text) and not topics_of(text):
            self.note(asks_help=True)
        elif signs.PICTURE.search(text):
            self.note(asks_picture=True)
        elif signs.PERSON.search(text) and not re.search(r"\bnao\s+(?:quero|precis\w+)\b", text):
            self.note(wants_person=True)
        elif signs.COMPLAINT.search(text) and not (clause.asks and "exchange" in topics_of(text)):
            self.note(complains=True)
        else:
            return False
        return True

    def _mood(self, clause: Clause) -> bool:
        """What is only looked at, put off, told of others or made conditional changes nothing."""
        text = clause.text
        if signs.LOOKING.search(text):
            self.note(looking=True)
        elif signs.LAUGHS.fullmatch(text):
            self.note(laughs=True)
        elif signs.HESITATES.search(text):
            self.note(hesitates=True)
        elif clause.conditional and not (clause.asks or topics_of(text)):
            self.note(conditional=True)
        elif self._is_background(clause):
            self.note(tells=True)
        else:
            return False
        return True

    def _is_background(self, clause: Clause) -> bool:
        text = clause.text
        own = signs.OWN_THING.search(text) is not None and not topics_of(text)
        return (clause.told or own) and not (clause.asks or signs.PAID.search(text) or signs.CLAIMS.search(text))

    def _after_sale(self, clause: Clause) -> bool:
        text, empty = clause.text, not self.state.cart.lines
        act: AfterSale | None = None
        if signs.PAID.search(text) and not clause.negated:
            act = "paid"
        elif signs.CANCEL_ORDER.search(text) and (empty or self.state.orders) and not clause.negated:
            act = "cancel"
        elif signs.STATUS.search(text) and empty:
            act = "status"
        elif signs.RESEND.search(text) and empty and self.state.orders and not clause.negated and not self._names(text):
            act = "resend"
        elif signs.CANCEL.search(text) and empty and self.state.orders:
            act = "cancel"
        if act is not None:
            self.note(after_sale=act)
        return act is not None

    def _names(self, text: str) -> bool:
        """It names a product besides."""
        rest = signs.PIX.sub(" ", signs.OF_CODE.sub(" ", text))
        return bool(name_words(rest)[0]) and bool(signs.WANT.search(text))

    def _cancels(self, clause: Clause) -> bool:
        if not signs.CANCEL.search(clause.text) or clause.asks:
            return False
        rest = name_words(signs.CANCEL.sub(" ", clause.text))[0]
        if rest and any(shares(rest, line.name) for line in self.state.cart.lines):
            self.changes += [Change("remove", read_mention(" ".join(rest), listed=self.listed, sizes=self.sizes))]
        else:
            self.note(empties=True)
        return True

    def _haggles(self, clause: Clause) -> bool:
        text = clause.text
        sets = signs.AT_PRICE.search(text) and not clause.asks and not signs.LOOK.search(text)
        if not (sets or signs.HAGGLE.search(text) or signs.CLAIMS.search(text)) or price_range(clause.text)[:2] != (
            None,
            None,
        ):
            return False
        self.note(haggles=True)
        mention = read_mention(_AMOUNT.sub(" ", text), listed=self.listed, sizes=self.sizes)
        if mention.words and not self.state.cart.lines:
            self.about.append(msgspec.structs.replace(mention, quantity=None))
        return True

    def _question(self, clause: Clause) -> bool:
        """Questions: to the shop, about the cart, about a product."""
        text = clause.text
        if signs.TOTAL.search(text) and self.state.cart.lines and "freight" not in topics_of(text):
            self.note(total=True)
            return True
        method, rest = self._method_in(text)
        topics = topics_of(rest if (method == "cod" and not clause.asks) else text)
        if method and not clause.asks:
            topics = [topic for topic in topics if topic not in ("methods", "delivery")]
        if signs.EXCHANGE.search(text) and self.state.cart.lines and signs.FOR.search(text):
            topics = [topic for topic in topics if topic != "exchange"]
        asked = (
            clause.asks or not signs.WANT.search(text) or signs.SEES.search(text) is not None or "exchange" in topics
        )
        priced = signs.PRICE_OF.search(text) is not None and set(topics) <= {"methods"}
        listing = not clause.asks and verbs.starts_with_count(text)
        if (
            topics
            and not listing
            and not priced
            and (asked or not method)
            and (clause.asks or not self._shops(text, topics))
        ):
            self.questions += [Question(topic, text) for topic in topics[:3]]
            self.note(asks_something=True)
            if (sought := signs.SOUGHT.search(without_topics(text))) and (named := name_words(sought[1]))[0]:
                self.looks.append(Look(Mention(tuple(named[0]), tuple(named[1]))))
            return True
        return self._supposes(clause) or self._about(clause)

    def _supposes(self, clause: Clause) -> bool:
        """`e se eu levar 2?`: what so many come to, of what is spoken of or named."""
        found = signs.SUPPOSES.match(clause.text)
        if not clause.asks or found is None:
            return False
        mention = read_mention(clause.text[found.end() :], listed=self.listed, sizes=self.sizes)
        spoken_of = self.state.dialogue.focus is not None or len(self.state.cart.lines) == 1
        if mention.quantity is None or (mention.empty and not spoken_of) or (mention.soft and not mention.words):
            return False
        self.about.append(mention)
        self.note(asks_something=True)
        return True

    def _shops(self, text: str, topics: list[str]) -> bool:
        """A wish for goods in which a topic's word is only part of a name or of the payment."""
        return (
            bool(signs.WANT.search(text))
            and not signs.SEES.search(text)
            and bool(name_words(without_topics(text))[0])
            and not ({"exchange", "discount", "freight"} & set(topics))
        )

    def _about(self, clause: Clause) -> bool:
        text = clause.text
        if found := signs.DIFFERENCE.search(text):
            self._compares(text[found.end() :])
            return True
        asks_price, asks_more = signs.PRICE_OF.search(text), signs.MORE_OF.search(text) or signs.STOCK_OF.search(text)
        if not (asks_price or asks_more) or signs.CHEAPEST.search(text) or signs.DEAREST.search(text):
            return False
        if price_range(text)[:2] != (None, None) or (
            signs.WANT.search(text) and not signs.SEES.search(text) and not clause.asks
        ):
            return False
        rest = self._method_in(text)[1]
        for pattern in (signs.PRICE_OF, signs.MORE_OF, signs.STOCK_OF, signs.SEES):
            rest = pattern.sub(" ", rest)
        mention = read_mention(verbs.strip(rest), listed=self.listed, sizes=self.sizes)
        known = self.state.dialogue.focus or self.state.dialogue.listed or self.state.cart.lines
        if mention.empty and not known:
            return False
        self.about.append(mention)
        self.note(asks_something=True)
        return True

    def _compares(self, text: str) -> None:
        """`o cabo de 1 pro de 2 metros`: the second takes its noun from the first."""
        parts = [part for piece in split_mentions(text) for part in _AGAINST.split(piece) if part.strip()]
        mentions = [read_mention(part, listed=self.listed, sizes=self.sizes) for part in parts[:2]]
        nouns = tuple(word for word in mentions[0].words if not word[0].isdigit()) if mentions else ()
        for mention in mentions:
            own = any(not word[0].isdigit() for word in mention.words) or mention.position is not None
            self.about.append(mention if own else msgspec.structs.replace(mention, words=(*nouns, *mention.words)))
        self.note(asks_something=True)

    def _method_in(self, text: str) -> tuple[PaymentMethod | None, str]:
        """The method a clause names, and the clause without it."""
        if found := signs.PIX.search(text):
            rest = f"{text[: found.start()]} , {text[found.end() :]}"
            return ("manual_pix" if found["manual"] else "pix"), rest
        pending = self.state.dialogue.pending
        if found := signs.COD.search(text):
            bare = (
                len(words(text)) <= 6
                or signs.COD_ASKS.search(found[0]) is not None
                or (pending and pending.kind == "method")
            )
            if bare or self.state.cart.lines or signs.WANT.search(text):
                return "cod", f"{text[: found.start()]} , {text[found.end() :]}"
        return None, text

    def _statement(self, clause: Clause) -> bool:
        """How to pay, and what to put into the cart or show."""
        method, rest = self._method_in(clause.text)
        done = False
        if method is not None and not clause.asks:
            if clause.negated and not clause.corrects and not name_words(rest)[0]:
                if signs.WANT.search(rest) and not signs.PAYING.search(clause.text):
                    self.note(no=True)
                else:
                    self.note(refused=method)
                return True
            self.note(method=method)
            done = True
        elif method is None and signs.CARD.search(clause.text) and not clause.negated:
            self.note(card=True)
            return True
        rest = verbs.strip(rest)
        if not rest:
            return done
        return (
            self._change(clause, rest, method) or self._look(clause, rest) or self._bare_mention(clause, rest) or done
        )

    def _change(self, clause: Clause, text: str, method: PaymentMethod | None) -> bool:
        if clause.asks:
            return False
        kind = verbs.kind(text)
        corrects = clause.corrects
        if kind == "exchange":
            return self._exchange(text, corrects)
        if kind is None and clause.corrects and (self.state.cart.lines or self.changes) and not clause.negated:
            kind = "want"
        if kind is None and (
            verbs.starts_with_count(text) or (self.wanted and re.match(r"^(?:uma?|o|a|os|as)\s", text))
        ):
            kind = "want"
        if kind is None and method is not None and name_words(text)[0] and not signs.LOOK.search(text):
            kind = "want"
        if kind is None or (kind == "want" and self._only_looks(text)):
            return False
        if kind == "only" and not name_words(verbs.without_verbs(text))[0]:
            kind, corrects = "want", True
        refuses_it = clause.negated and kind in ("want", "add")
        made = [
            change
            for part in split_mentions(verbs.without_verbs(text)) or [""]
            if (change := self._one(kind, part, text, corrects))
        ]
        if not made:
            return False
        self.wanted = not refuses_it
        if refuses_it:
            self._refused(made)
            return True
        self.changes += made
        if kind == "want" and signs.CHECKOUT.search(text) and not made:
            self.note(checkout=True)
        return True

    def _only_looks(self, text: str) -> bool:
        if signs.SEES.search(text):
            return True
        if says(words(text), v.CATALOGUE - {"disponivel", "produto"}) and not name_words(text)[0]:
            return True
        if price_range(text)[:2] != (None, None):
            return True
        vague = re.search(r"\b(?:preciso|i\s+need)\b", text)
        counted = re.search(r"\b(?:\d+|duas|dois|tres|quatro|cinco|seis|meia|duzia\w*|two|three)\b", text)
        return bool(vague and not counted)

    def _one(self, kind: ChangeKind, part: str, text: str, corrects: bool) -> Change | None:
        mention = read_mention(part, listed=self.listed, sizes=self.sizes)
        if order := verbs.by_price(text):
            mention = msgspec.structs.replace(mention, by_price=order)
        dialogue = self.state.dialogue
        has_context = bool(self.state.cart.lines or dialogue.focus or dialogue.listed or dialogue.pending)
        if (
            mention.empty
            and mention.quantity is None
            and not mention.pointing
            and not (has_context and verbs.points_by_verb(text))
        ):
            return None
        if kind == "want" and signs.PREFER.search(text):
            corrects = True
        several = [read_mention(piece, listed=self.listed, sizes=self.sizes) for piece in split_counts(part)]
        return Change(kind, mention, corrects=corrects, parts=tuple(several) if len(several) > 1 else ())

    def _refused(self, made: list[Change]) -> None:
        """`nao quero a azul`: out of the cart when it is there, otherwise only not wanted."""
        for change in made:
            names = change.mention.words
            if names and any(shares(list(names), line.name) for line in self.state.cart.lines):
                self.changes.append(Change("remove", change.mention))
        self.note(no=True)

    def _exchange(self, text: str, corrects: bool) -> bool:
        body = verbs.without_verbs(signs.EXCHANGE.sub(" ", text))
        parts = signs.FOR.split(f" {body}", maxsplit=1)
        old = (
            read_mention(parts[0], listed=self.listed, sizes=self.sizes)
            if len(parts) > 1 and parts[0].strip()
            else None
        )
        new = read_mention(parts[-1], listed=self.listed, sizes=self.sizes)
        if new.empty and new.quantity is None:
            return False
        if new.empty and old is not None and not old.empty:  # `muda as brancas pra 5`
            self.changes.append(Change("want", msgspec.structs.replace(old, quantity=new.quantity)))
            return True
        if new.empty:
            self.changes.append(Change("want", new, corrects=True))
            return True
        if not self.state.cart.lines:
            self.changes.append(Change("want", new, corrects=corrects))
            return True
        self.changes.append(Change("exchange", new, old if old is not None and not old.empty else None))
        return True

    def _look(self, clause: Clause, text: str) -> bool:
        low, high, rest = price_range(text)
        order = verbs.by_price(text)
        if order:
            for sign in (signs.CHEAPEST, signs.DEAREST, signs.SMALLEST, signs.LARGEST):
                rest = sign.sub(" ", rest)
        asked = self.state.dialogue.pending
        if (
            order
            and not clause.asks
            and self.listed > 1
            and asked
            and asked.kind == "choose"
            and not name_words(rest)[0]
        ):
            self.changes.append(Change("want", Mention(soft=tuple(name_words(rest)[1]), by_price=order)))
            return True
        if order is None and self._more(text, low, high):
            return True
        if low is None and high is None and order is None and not (signs.LOOK.search(text) or signs.SEES.search(text)):
            return False
        plain = signs.LOOK.sub(" ", signs.SEES.sub(" ", rest))
        named, soft = name_words(plain)
        parts = [name_words(part) for part in split_mentions(plain)]
        if len(parts) == 2 and all(part[0] for part in parts) and low is None and high is None and order is None:
            self.looks += [Look(Mention(tuple(part[0]), tuple(part[1]))) for part in parts]
            return True
        catalogue = says(words(text), v.CATALOGUE)
        if not named and not soft and low is None and high is None and order is None and not catalogue:
            return False
        self.looks.append(Look(Mention(tuple(named), tuple(soft)), low, high, order))
        return True

    def _more(self, text: str, low: float | None, high: float | None) -> bool:
        more = says(words(text), v.MORE) and (low, high) == (None, None)
        named = name_words(text)[0]
        if more and self.state.dialogue.listed and not [word for word in named if word not in v.MORE]:
            self.looks.append(Look(more=True))
            return True
        return False

    def _bare_mention(self, clause: Clause, text: str) -> bool:
        """A mention and nothing else: an answer to our question, or the name of what is looked for."""
        pending = self.state.dialogue.pending
        mention = read_mention(text, listed=self.listed, sizes=self.sizes)
        if mention.empty and mention.quantity is None:
            return False
        if says(words(text), v.LIKING) and mention.position is not None:
            return False
        if says(words(text), v.THANKS | v.GOODBYE) and not mention.words:
            return False
        if clause.negated:
            return False
        if clause.asks:
            known = [*self.state.dialogue.listed]
            if known and (
                mention.position
                or any(
                    shares(list(mention.words) or list(mention.soft), each.name) for item in known for each in item.each
                )
            ):
                self.about.append(mention)
                self.note(asks_something=True)
                return True
            if mention.words and len(mention.words) <= 4:
                self.wonders.append(mention)
            self.note(asks_something=True)
            return True
        if (
            pending is not None
            and pending.kind in ("choose", "quantity")
            and (mention.quantity is not None or not mention.empty)
        ):
            fits = (
                mention.empty
                or mention.position is not None
                or any(
                    shares([*mention.words, *mention.soft], each.name)
                    for option in pending.options
                    for each in option.each
                )
            )
            if fits:
                self.changes.append(Change("want", mention, bare=mention.empty))
                return True
        if mention.empty:
            self.changes.append(Change("want", mention, bare=True))
            return True
        if mention.position is not None or mention.every:
            self.changes.append(Change("want", mention))
            return True
        if mention.words and len(words(text)) <= 6:
            self.looks.append(Look(mention, guess=True))
            return True
        return False

    def _small_talk(self, text: str) -> None:
        tokens = words(text)
        if says(tokens, v.THANKS):
            self.note(thanks=True)
        elif says(tokens, v.GOODBYE):
            self.note(leaves=True)
        elif signs.GREETING.search(text):
            self.note(greets=True)
        elif signs.CHECKOUT.search(text):
            self.note(checkout=True)


def _sizes(state: ConversationState) -> frozenset[str]:
    """The numbers that are sizes now, because what is spoken of comes in them: `39` is no quantity of shoes."""
    dialogue = state.dialogue
    asked = dialogue.pending.options if dialogue.pending else ()
    spoken_of = [each for item in (*asked, *dialogue.listed) for each in item.each]
    known = {value for each in spoken_of for value in each.options.values() if value.isdigit()}
    focus = dialogue.focus
    if focus is not None and any(value in _TWO_DIGITS for value in focus.options.values()):
        return _TWO_DIGITS | known  # another number than the one chosen
    return frozenset(known)
