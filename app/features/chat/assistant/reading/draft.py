"""What has been read of a message so far, and what is known of the conversation it belongs to. Pure."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from app.features.chat.assistant.acts import Change, Look, Mention, PriceOrder, Question
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import NUMBER_WORDS, fold, in_portuguese, number, stem, words
from app.features.chat.assistant.products.counts import PAIRS
from app.features.chat.assistant.products.matching import Product, of_listed, shares
from app.features.chat.assistant.products.mentions import AMOUNT, ANY_NUMBER, read_mention
from app.features.chat.assistant.products.name_words import PACKED, SETS, product_words
from app.features.chat.assistant.products.weighing import is_measured
from app.features.conversations.state import ConversationState, Listed
from app.features.orders.types import PaymentMethod
from app.features.shipping.types import ShippingRule
from app.ops.expressions import expression

_LETTERS = {
    **dict.fromkeys(("pequeno", "pequena"), "p"), **dict.fromkeys(("medio", "media", "medium"), "m"), "grande": "g",
    "small": "s", "large": "l",
}  # fmt: skip
_SIZE_LETTERS = frozenset(["P", "M", "G", "S", "L"])
_SIZES_BY_WORD: dict[str, PriceOrder] = {
    **dict.fromkeys(("pequeno", "pequena", "pequenininho", "pequenininha", "small", "little"), "smallest"),
    **dict.fromkeys(("grande", "grandao", "grandona", "large", "big"), "largest"),
}
_OF_SIZE = expression(r"\b(?:d[eoa]|n[oa]|of)\s+(?:\d|um[a]?|dois|duas|tres)\b")
_LOT = expression(
    rf"(?:[ao]s?\s+|(?P<count>{NUMBER_WORDS}|\d{{1,2}})\s+)?(?:duzias?|dz)(?:\s+(?:inteiras?|fechadas?|mesmo|entao|completas?))*"
)
_THE_ONE = expression(r"(?:[oa]s?|the)\s+\d")  # `make that the 1 liter`
_THOSE = expression(r"\b(?:[dn]?aquel[ea]s?|d?ess[ea]s?|those|these)\s+[a-z]+$")
_SIZE_NOTED = expression(r": (?:tamanho|size) \d\d\b")
_HAVING = expression(
    rf"(?:mais\s+|outr[oa]\s+)?(?:(?:{ANY_NUMBER})\s+)?(?:com|sem|with|without|(?:[oa]\s+)?ao)\s+[a-z]{{3,}}$"
)
_OF = expression(rf"(?:(?:[oa]s?|{ANY_NUMBER})\s+)?d[eo]\s+[a-z]{{3,}}$")
_WEIGHT = expression(r"\d+(?:,\d+)?k?g")
# `se eu ficar 2 dias`, of how long
_LASTS = expression(
    rf"\b(?:{ANY_NUMBER})\s+(?P<unit>dias?|noites?|horas?|semanas?|mes(?:es)?|days?|nights?|hours?|weeks?|months?)\b"
)
_PAIR = frozenset(["par", "pares", "pair", "pairs"])
_PAYS = expression(r"(?:(?:que|e|ai|eu|a\s+gente)\s+)*pag")
# What stands beside a way of paying and says no more: `forma de pagamento: pix`, `vou de pix`.
_OF_PAYING = frozenset(
    """forma pagamento metodo meio opcao pagar pago pague faco fazer faz vou vai quero queria prefiro escolho fico com
    de da o a no na via por pelo pela ser pode eu mesmo msm daqui e eh esse entao i i'll will pay want to the payment
    method using prefer hora pago moco rapaz""".split()  # noqa: SIM905
)
# `Tubo com 10 comprimidos`
_PACKS_SO_MUCH = expression(r"(?<!\d\s)\b([a-z]{3,})\s+(?:com|de|of|with)\s+\d")
# What things may be packed in besides those of PACKED, which are goods as often.
_PACKINGS = frozenset("tubo tubos bisnaga bisnagas refil refis tube tubes tub tubs jar jars packet packets".split())  # noqa: SIM905
_TWO_DIGITS = frozenset(map(str, range(10, 100)))


class Reading:
    """Collects the acts of a message, clause by clause."""

    def __init__(self, state: ConversationState, shipping: Sequence[ShippingRule] = ()) -> None:
        self.state = state
        self.shipping = shipping
        self.listed = len(state.dialogue.listed)
        self.sizes = _sizes(state)
        self.found: dict[str, object] = {}
        self.changes: list[Change] = []
        self.looks: list[Look] = []
        self.fancies: list[Look] = []  # `ele ama café`: those that tell what somebody likes
        self.about: list[Mention] = []
        self.wonders: list[Mention] = []
        self.questions: list[Question] = []
        self.asked: list[str] = []  # the clauses that ask, as far as they were read as questions
        self.asks: list[str] = []  # all that ask
        self.traits: Mention | None = None
        self.recalls: Mention | None = None
        self.owned: set[str] = set()  # `meu notebook ta lento`
        self.own_is = Mention()  # `minha cama é queen`: what one's own thing is
        self.wears: str | None = None  # `ele calça 37`
        self.text = ""  # the whole message, as it is read
        self.message = ""  # as it was written
        self.valued: list[str] = []  # `meu olho direito é -2,00`: the products of these values
        self.ended = False  # `deixa`: what follows is the reason
        self.liked: Mention | None = None  # `gostei do segundo`
        self.excepted: tuple[str, ...] = ()  # `não o amadeirado`: products of the choice that are not meant
        self.advised: int | None = None  # `meu pedreiro falou 50 caixas`
        self.gives_up: str | None = None  # `a vizinha desistiu`: who
        self.any = False  # `tanto faz a cor`
        self.latest: list[Change] = []  # of the last clause that made any
        self.hesitated = 0  # so many wishes were read before the doubt
        self.wanted = False  # the clause before wished for something: `2 cafe, 1 acucar`

    @property
    def size(self) -> int:
        """How much has been read so far."""
        collected = (self.found, self.changes, self.looks, self.about, self.wonders, self.questions, self.valued)
        alone = (self.traits, self.recalls, self.wears, self.liked, self.advised)
        return sum(map(len, collected)) + sum(one is not None for one in alone) + self.ended + self.any

    def note(self, **acts: object) -> None:
        """Remember acts that are said once."""
        if acts.get("hesitates"):
            self.hesitated = len(self.changes)
        self.found |= acts

    def _weighs_sought(self, mention: Mention) -> bool:
        """`tem picanha? quero 2 kg`: so much of it."""
        sought = self.looks[-1].mention if self.looks else self.about[-1] if self.about else Mention()
        if self.changes or not sought.words or len(mention.words) != 1 or not _WEIGHT.fullmatch(mention.words[0]):
            return False
        (self.looks or self.about).pop()
        self.changes.append(Change("want", replace(sought, measure=mention.words[0])))
        return True

    def takes_sought(self, mention: Mention) -> bool:
        """`tem garrafa? manda 2`: so many of what the same message looks for, not of anything before it."""
        if self._weighs_sought(mention):
            return True
        if not mention.empty or (mention.quantity is None and not mention.pointing) or self.changes:
            return False
        if self.wonders and not (self.looks or self.about):  # `abacate tá bom? quero 4`
            self.changes.append(Change("want", replace(self.wonders.pop(), quantity=mention.quantity)))
            return True
        if not self.looks and self.about and not self.about[-1].empty:
            priced = self.about.pop()
            if priced.position is not None or self.state.dialogue.listed:  # `o segundo ta quanto? quero 2`
                self.changes.append(Change("want", replace(priced, quantity=mention.quantity)))
                return True
            self.looks.append(Look(Mention(priced.words, priced.soft)))
        if not self.looks or (self.looks[-1].guess and (mention.quantity is None or mention.pointing)):
            return False
        sought = self.looks[-1]
        if sought.guess:  # `tapete de banheiro, 2`: its name and how many is an order
            self.looks.pop()
            self.changes.append(Change("want", replace(sought.mention, quantity=mention.quantity)))
            return True
        self.looks[-1] = replace(sought, quantity=mention.quantity or 1, wanted=not sought.supposed)
        return True

    def method_in(self, text: str) -> tuple[PaymentMethod | None, str]:
        """The method a clause names, and the clause without it."""
        if found := signs.PIX.search(text):
            rest = f"{text[: found.start()]} , {text[found.end() :]}"
            return ("manual_pix" if found["manual"] else "pix"), rest if set(words(rest)) - _OF_PAYING else ""
        pending = self.state.dialogue.pending
        if found := signs.COD.search(text):
            bare = (
                len(words(text)) <= 6
                or signs.COD_ASKS.search(found[0]) is not None
                or (pending and pending.kind == "method")
            )
            if bare or self.state.cart.lines or signs.WANT.search(text):
                rest = f"{text[: found.start()]} , {text[found.end() :]}"
                return "cod", rest if set(words(rest)) - _OF_PAYING else ""
        asked = (pending and pending.kind == "method") or (self.state.cart.lines and _PAYS.match(text))
        if asked and signs.AT_THE_DOOR.fullmatch(text):
            return "cod", ""
        if pending and pending.kind == "method" and (found := signs.ONE_OF_TWO.fullmatch(text)):
            return ("cod" if found["second"] else "pix"), ""  # as they were offered
        return None, text

    def mention(self, text: str, *, of_cart: bool = False) -> Mention:
        """A product as a part of a clause points at it. of_cart: by its place in the cart, too."""
        if (lot := _LOT.fullmatch(text.strip(" ,.!"))) and (ids := self._in_lots()):  # `a dúzia inteira`
            return Mention(among=ids, quantity=number(lot["count"]) if lot["count"] else None)
        text = _LASTS.sub(lambda told: told[0] if current().place(told["unit"]) >= NAMES else " ", text)
        listed = max(self.listed, len(self.state.cart.lines)) if of_cart else self.listed
        mention = self._measured(text, self._lettered(read_mention(text, listed=listed, sizes=self.sizes)))
        mention = self._so_packed(self._called_by_packing(_by_adjective(self._in_packs(mention), text)))
        mention = self._with_or_without(mention, text)
        if mention.soft and not mention.words and _PAIR.issuperset(mention.soft):  # `I'll take a pair`
            two = re.search(r"\b(?:2|dois|duas|two)\b", fold(self.message)) is not None  # `vocês têm 2? quero o par`
            return replace(mention, soft=(), pointing=True, quantity=mention.quantity or (2 if two else None))
        if not mention.words and len(mention.soft) == 1 and self._is_thing(mention.soft[0]):
            return replace(mention, words=mention.soft, soft=())  # `quero o conjunto`, which is called so
        if mention.quantity is None or mention.words or not mention.soft or not PACKED.issuperset(mention.soft):
            return mention
        if self._differ(mention.soft):
            return mention
        packing = mention.soft[0]
        if current().place(packing) == BEGINS and re.search(rf"\b{packing}\s+d[eo]\s+[a-z]", text):  # `um rolo de lã`
            return replace(mention, words=(packing,), soft=mention.soft[1:])
        return replace(
            mention, soft=(), pointing=True, packed=mention.soft[0]
        )  # `2 sacos` of the only thing there is just counts

    def _is_thing(self, word: str) -> bool:
        """It packs or sizes other goods, but a name of the shop begins with it and nothing is spoken of that it chooses
        from."""
        dialogue = self.state.dialogue
        chooses = dialogue.focus or dialogue.listed or dialogue.pending or self.changes or self.looks
        return not chooses and len(word) > 3 and word.isalpha() and current().place(word) == BEGINS

    def _with_or_without(self, mention: Mention, text: str) -> Mention:
        """`2 com gás`, where waters are named or spoken of: a water; `5 de queijo`, after an `esfiha de calabresa`."""
        of = _OF.fullmatch(text) is not None and current().place(mention.words[0] if mention.words else "") == NAMES
        if not mention.words or mention.noun or not (of or _HAVING.match(text)):
            return mention
        dialogue, before = self.state.dialogue, self.changes[-1].mention.words if self.changes else ()
        shown = [*dialogue.listed, *([dialogue.focus] if dialogue.focus else [])]
        names = [each.name for item in shown for each in item.each] or [one.name for one in self.state.cart.lines[-1:]]
        heads = set(before[:1]) or {product_words(fold(name))[0] for name in names}
        if of and not all(re.match(r"\w+\s+d[eo]\s", fold(name)) for name in names):
            return mention
        return replace(mention, noun=heads.pop()) if len(heads) == 1 else mention

    def _in_lots(self) -> tuple[str, ...]:
        """What comes by the dozen of what is asked about."""
        dialogue = self.state.dialogue
        waits = [*([dialogue.pending] if dialogue.pending else []), *dialogue.open]
        each = [one for asked in waits for option in asked.options for one in option.each]
        return tuple(dict.fromkeys(one.product_id for one in each if "duzia" in words(one.name)))

    def _in_packs(self, mention: Mention) -> Mention:
        """`3 pacotes da G`, where what is spoken of comes in G: the packing names nothing, and only counts; as in
        `o pacote de 50`, of the one thing that holds so many."""
        packing = [word for word in mention.soft if word in PACKED]
        others = tuple(word for word in mention.soft if word not in PACKED)
        if mention.words or not packing or not others or self._differ(tuple(packing)):
            return mention
        focus = self.state.dialogue.focus
        shown = [shares(others, each.name) for each in self._shown()]
        sold = any(current().place(word) == BEGINS for word in packing)
        pair = not PAIRS.isdisjoint(packing)  # `o par do de 3` are two of it
        numbered = all(map(str.isdigit, others)) and focus is not None and focus.options and not (sold or pair)
        if numbered and focus is not None and shares(others, focus.name):
            return replace(mention, soft=others)
        if mention.quantity is None:
            return mention
        return replace(mention, soft=others) if any(shown) and not all(shown) and not sold else mention

    def _called_by_packing(self, mention: Mention) -> Mention:
        """`4 bottles`, where one line of the cart is called so: its name, and no packing of what is spoken of."""
        if mention.words or not mention.soft or not PACKED.issuperset(mention.soft):
            return mention
        held = [line for line in self.state.cart.lines if shares(mention.soft, line.name)]
        return replace(mention, words=mention.soft, soft=()) if len(held) == 1 else mention

    def _so_packed(self, mention: Mention) -> Mention:
        """`3 tubos`, of the one thing that is spoken of, which the shop says comes in one, or of a packing that no
        goods are called by: so many of it. `os dois pacotes` are two of it, too."""
        dialogue, said = self.state.dialogue, (*mention.words, *mention.soft)
        word = said[0] if len(said) == 1 and (mention.words or said[0] in SETS) else ""
        focus = dialogue.focus or (dialogue.listed[0] if len(dialogue.listed) == 1 else None)
        packed = bool(mention.soft) and PACKED.issuperset(mention.soft) and not mention.words
        if packed and mention.of and focus is not None and len(focus.each) == 1 and len(dialogue.listed) < 2:
            return replace(mention, soft=(), every=False, of=None, pointing=True, quantity=mention.of)
        if word in SETS and mention.pointing and mention.quantity is not None:  # `1 jogo dela`
            return replace(mention, soft=())
        if not word or mention.quantity is None or focus is None or current().place(word) >= NAMES:
            return mention
        told = set(map(stem, _PACKS_SO_MUCH.findall(fold(focus.about))))
        packs = word in _PACKINGS or any(stem(one) in told for one in (word, *in_portuguese(word)))
        return replace(mention, words=(), soft=(), pointing=True) if packs else mention

    def _measured(self, text: str, mention: Mention) -> Mention:
        """`me separa 2 kg` counts what is spoken of where that is sold so; `de 2 kg` tells which."""
        if _OF_SIZE.search(text) or _THE_ONE.match(text):
            return mention
        if len(mention.words) != 1 or mention.quantity is not None or not AMOUNT.fullmatch(measure := mention.words[0]):
            return mention
        dialogue = self.state.dialogue
        focus = [dialogue.focus] if dialogue.focus else list(dialogue.listed if len(dialogue.listed) == 1 else ())
        waits = [option for asked in dialogue.open for option in asked.options]
        spoken_of = [of_listed(each) for item in (*focus, *waits) for each in item.each] or [
            Product(line.product_id, line.name) for line in self.state.cart.lines[-1:]
        ]
        spoken_of += [of_listed(each) for item in dialogue.listed for each in item.each] if not focus else []
        if any(shares([measure], each.name) for item in dialogue.listed for each in item.each):
            return mention
        counted = len(self.changes) > 0 or any(is_measured(one, measure) for one in spoken_of)
        return replace(mention, words=(), pointing=True, measure=measure) if counted else mention

    def _lettered(self, mention: Mention) -> Mention:
        """`o médio` of what comes in P, M and G."""
        told = [word for word in mention.words if word in _LETTERS]
        if not told:
            return mention
        dialogue = self.state.dialogue
        shown = [*dialogue.listed, *([dialogue.focus] if dialogue.focus else [])]
        shown += dialogue.pending.options if dialogue.pending else ()
        if any(value.upper() in _SIZE_LETTERS for item in shown for one in item.each for value in one.options.values()):
            left = tuple(word for word in mention.words if word not in told)
            return replace(mention, words=left, soft=(*mention.soft, *(_LETTERS[word] for word in told)))
        return mention

    def _differ(self, soft: tuple[str, ...]) -> bool:
        """Some of what was shown comes in it, some does not."""
        held = [shares(soft, each.name) for each in self._shown()]
        return any(held) and not all(held)

    def _shown(self) -> list[Listed]:
        """Each of what was listed last and of what is asked about."""
        dialogue = self.state.dialogue
        asked = dialogue.pending.options if dialogue.pending else ()
        return [each for item in (*dialogue.listed, *asked) for each in item.each]


def _by_adjective(mention: Mention, text: str) -> Mention:
    """`o perfume de lavanda pequeno`, `the small one of lavender`, where nothing is called so: the smallest of them."""
    if len(mention.words) == 1 and stem(mention.words[0]) in _SIZES_BY_WORD and _THOSE.search(text):
        return replace(mention, words=(), pointing=True)  # `30 daquelas pequenas`
    packing = mention.soft[0] if mention.soft and len(mention.words) == 1 else ""
    if packing in PACKED and mention.words[0] in _SIZES_BY_WORD and current().place(packing) == BEGINS:
        mention = replace(mention, words=(packing, *mention.words), soft=mention.soft[1:])  # `a caixa grande`
    if len({_SIZES_BY_WORD[word] for word in mention.words if word in _SIZES_BY_WORD}) > 1:
        return mention  # `a forma é grande ou pequena?` asks what it is like
    for word in (mention.words[-1:], mention.words[:1]) if len(mention.words) > 1 else ():
        order = _SIZES_BY_WORD.get(word[0])
        if order is not None and not any(called in current().places for called in (word[0], stem(word[0]))):
            return replace(mention, words=tuple(one for one in mention.words if one != word[0]), by_price=order)
    return mention


def _sizes(state: ConversationState) -> frozenset[str]:
    """The numbers that are sizes now, because what is spoken of comes in them: `39` is no quantity of shoes."""
    dialogue = state.dialogue
    asked = dialogue.pending.options if dialogue.pending else ()
    spoken_of = [each for item in (*asked, *dialogue.listed) for each in item.each]
    known = {value for each in spoken_of for value in each.options.values() if value.isdigit()}
    focus = dialogue.focus
    told = focus is not None and _SIZE_NOTED.search(state.cart.notes)  # `na verdade 42`, of a size that is a note
    if told or (focus is not None and any(value in _TWO_DIGITS for value in focus.options.values())):
        return _TWO_DIGITS | known  # another number than the one chosen
    return frozenset(known)
