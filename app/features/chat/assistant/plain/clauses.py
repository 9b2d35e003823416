"""The clauses of a message, one after the other: what each wishes, changes, or says besides. Pure."""

from collections.abc import Sequence

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.language.words import SMALL_COUNT, number
from app.features.chat.assistant.plain import idioms as said_so
from app.features.chat.assistant.plain.editing import counts_last, edited, goes_out, measures_last
from app.features.chat.assistant.plain.instead import in_its_place
from app.features.chat.assistant.plain.lexicon import SAYS_NOTHING, WISH
from app.features.chat.assistant.plain.phrases import MOST_TOGETHER, Phrase, Unclear, names, phrases_of
from app.features.chat.assistant.plain.sharing import MOST_KINDS
from app.features.chat.assistant.plain.shelf import Kind, Shelf
from app.features.chat.assistant.plain.tokens import tokens
from app.features.chat.assistant.plain.wording import (
    counts_strange,
    heads_list,
    in_halves,
    in_letters_of,
    names_more,
    only_plans,
    only_remarks,
    says_what,
    takes_it,
    without_asides,
    without_lack,
    without_lots,
    worded,
)
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

# `white in G then. two of them`
_OF_THEM = expression(
    rf"\W*(?:(?:i'?ll\s+(?:take|have)|quero|manda|levo)\s+)?(?P<n>{SMALL_COUNT})\s+(?:(?:of\s+)?(?:them|those|these)|d(?:ess|el)[ae]s?)(?:\s+(?:please|pfv|por\s+favor))*\W*"
)


class Clauses:
    """What was read of them so far. phrases: goods that are wished for; edits: what becomes of lines of the cart; rest:
    the clauses that say something else; kept: one leaves the cart as it is; asks: one of the rest is a question; this:
    what was spoken of last is meant; anew: a second thought; so_many: no more than what is counted; strange: what
    the shelf does not have is counted; only: nothing besides these is to be there; room: something was taken out just
    before; chooses: it is open which kind; of_all: keys that all have; each: so many of each (None: as many as are
    told), and whether that is of each kind."""

    def __init__(
        self, shelf: Shelf, lines: Sequence[CartLine], focus: Sequence[Kind], *, room: bool, chooses: bool
    ) -> None:
        self.shelf, self.lines, self.focus, self.room, self.chooses = shelf, lines, focus, room, chooses
        self.held = [kind for line in lines if (kind := shelf.of(line.product_id))]
        self.counts = {line.product_id: line.quantity for line in lines}
        self.phrases: list[Phrase] = []
        self.edits: list[Change] = []
        self.rest: list[str] = []
        self.only: list[Kind] = []
        self.of_all: list[str] = []
        self.each: tuple[int | None, bool] | None = None
        self.strange = self.so_many = self.kept = self.asks = self.this = self.anew = self.pays = False
        self._end = ""  # the sign behind the clause before, then behind this one

    @property
    def this_named(self) -> bool:
        """`esse mesmo, o liso preto`: what is meant was named beside it."""
        return any(phrase.keys and phrase.definite for phrase in self.phrases)

    @property
    def begun(self) -> bool:
        """Something was read."""
        return bool(self.phrases or self.edits or self.kept)

    def read(self, said: str, end: str, *, asks: bool) -> None:
        """The next; end: the sign behind it; asks: its sentence does. Raises Unclear."""
        whole, text = worded(said, self.shelf)
        if said_so.STORY.search(whole) and ":" in end:
            raise Unclear("a story")  # `ela me mandou o que pediu: 2 bolos`
        if not whole.strip() or self._says_nothing(said, whole, text, end):
            return
        if "?" in self._end and said_so.GOES_ON.match(text):
            raise Unclear("asks on")
        self._end = end
        if (those := _OF_THEM.fullmatch(text)) and self.phrases and self.phrases[-1].count is None:
            self.phrases[-1].count, self.phrases[-1].wished = number(those["n"]), True
            return
        text = self._to_the_point(text, end)
        if ":" in end and (each := said_so.EACH.search(text)) and not self.begun and not self._calls(text):
            self.each = number(each["n"]) or 1, False  # `um de cada desses do grande: …`, of what comes
            return
        if not asks and (self._recounts(text) or counts_last(self.edits, text)):
            return
        told = in_letters_of(self.focus, without_asides(self.shelf, in_halves(self.shelf, text)))
        besides = said_so.FITS.fullmatch(told) or (only_plans(self.shelf, told) and not self.begun)
        letter = said_so.LETTER.fullmatch(told) if not (self.begun or asks or self.chooses) else None
        sized = [kind for kind in self.focus if letter is not None and {letter["letter"]} in kind.options]
        if len(sized) == 1:
            self.phrases.append(Phrase(1, wished=True, only=sized[0]))
        elif names(self.shelf, told) and not besides:
            self.so_many = self.so_many or said_so.ONLY.search(told) is not None
            self._of_goods(said_so.THE_SAME.sub(" ", said_so.ONLY.sub(" ", told)), asks=asks)
        else:
            self._besides(said if asks or told == text else told, told, end)

    def _calls(self, text: str) -> bool:
        """It has a word of a name."""
        return any(
            len(word) > 2 and self.shelf.key(word) in self.shelf.names for word in tokens(text) if word.isalpha()
        )

    def _to_the_point(self, text: str, end: str) -> str:
        """A clause without how it is paid, what is asked along with it, and what makes it a second thought."""
        text = said_so.SHARED_BEHIND.sub(" ", self._without_way(without_lack(self.shelf, text), end))
        if said_so.IN_TOTAL.search(text) and names(self.shelf, text):
            text, self.anew = said_so.IN_TOTAL.sub(" ", text), True
        if (along := said_so.ASKS_ALONG.search(text)) and names(self.shelf, text[: along.start()]):
            self.rest.append(f"{along[0]}?")
            text = text[: along.start()]
        if said_so.MIDWAY.search(text):
            text, self.anew = said_so.MIDWAY.sub(" ", text), True
        return said_so.NOT_NEEDED.sub(" ", text) if said_so.TAKES_OUT.search(text) else text

    def _says_nothing(self, said: str, whole: str, text: str, end: str) -> bool:
        """It waits, greets, tells how many people there are or what for, or that the cart is right."""
        if said_so.WAITS.fullmatch(text) or (":" in end and said_so.ANNOUNCES.fullmatch(text)):
            return True
        if ":" in end and WISH.search(text) and heads_list(self.shelf, text):
            return True
        settled = (
            said_so.IN_ALL.fullmatch(text) or said_so.REST_STAYS.fullmatch(text) or said_so.ANNOUNCES.fullmatch(text)
        )
        if self.begun and (settled or self._tells_how_many(text)):
            return True
        if self._closes(whole) or said_so.PEOPLE.fullmatch(said_so.LEADS.sub("", whole)):
            self.kept = True
            return True
        all_of = said_so.ALL_OF.match(text) if self.begun else None
        if all_of is not None and (numbered := f"#{all_of['what'].strip().replace(',', '.')}") in self.shelf.keys:
            self.of_all.append(numbered)  # `tudo 2,5`
            return True
        if all_of is not None and names(self.shelf, all_of["what"]):
            self.of_all += [key for phrase in phrases_of(self.shelf, all_of["what"]) for key in phrase.keys]
            return True
        if ("?" not in end and only_remarks(self.shelf, text, begun=self.begun)) or (
            (self.anew or self.edits) and said_so.KIN_TOO.fullmatch(whole)
        ):
            return True
        if WISH.search(text):
            return False
        if self.begun and said_so.WHY_NOT.match(text):
            return True
        purpose = said_so.PURPOSE.match(said) and said_so.WAYS.search(text) is None
        return bool(purpose or (self.begun and said_so.WHY.match(text)))

    def _recounts(self, text: str) -> bool:
        """Another count of the one line that was spoken of last, or that there is."""
        told = said_so.RECOUNTS.fullmatch(text)
        lines = [kind for kind in self.focus if kind in self.held] or self.held
        if told is None or self.begun or len(lines) != 1:
            return False
        if not (self.anew or told["verb"].startswith("make") or said_so.SECOND.match(text)):
            return False  # perhaps of others
        self.edits.append(Change("want", Mention(product_id=lines[0].product.product_id, quantity=number(told["n"]))))
        return True

    def _tells_how_many(self, text: str) -> bool:
        """`as 4 estampas`, of what is taken of each."""
        told = said_so.SO_MANY_OF_EACH.fullmatch(text)
        kinds = [phrase for phrase in self.phrases if phrase.only is not None]
        return told is not None and bool(kinds) and number(told["n"]) == len(kinds)

    def _closes(self, text: str) -> bool:
        """`só essas 4 então`: so many as there are."""
        only, counts = said_so.THOSE_ONLY.fullmatch(text), self.counts.values()
        return only is not None and number(only["n"] or "") in {sum(counts), len(counts), *counts}

    def _without_way(self, text: str, end: str) -> str:
        """How it is paid and got is left to the rules."""
        way = said_so.WAYS.search(text)
        if way is None or self.shelf.key(way["way"]) is not None or not names(self.shelf, text[: way.start()]):
            return text
        self.rest.append(f"{way[0]}{end.replace('?', '.')}")
        self.pays = True
        return text[: way.start()]

    def _of_goods(self, text: str, *, asks: bool) -> None:
        out = said_so.OUT_FRONT.search(text) or said_so.OUT_BEHIND.search(text)
        if out is not None and not asks and (gone := goes_out(self.shelf, text, out["what"], self.phrases, self.held)):
            self.edits += gone[0]
            return
        if self.room or self.edits or said_so.TAKES_OUT.search(text) or said_so.ONE_MORE.search(text):
            text = said_so.IN_PLACE.sub(" ", text)
        if not asks and (put := in_its_place(self.shelf, text, self.phrases, self.counts, self.held)):
            self._change(put)
        elif only := said_so.ONLY_THE.search(text):
            self._only(text[: only.start()], only["what"])
        elif not asks and any(form.search(said_so.LEADS.sub("", text)) for form in said_so.SWAPPED):
            self._change(edited(self.shelf, said_so.LEADS.sub("", text), self.lines, self.held))
        elif said_so.EDITS.search(text) and not (asks and said_so.SWAPS.search(text) is None):
            told = said_so.BECAUSE.sub(" ", text)
            self._edit(said_so.ALONG.sub(" ", told) if said_so.MAKES.search(told) else told)
        else:
            told = said_so.LEADS.sub(" ", text)
            self.anew = self.anew or (told != text and said_so.SECOND.match(text) is not None)
            self._wish(told if self.anew else text, asks=asks)

    def _change(self, done: Sequence[Change]) -> None:
        """What a clause edits; none: it leaves the cart as it is. What was told to go before may be told so again, or
        what comes for it: `pinho não, troca por coco`."""
        self.kept = self.kept or not done
        again = {(one.old or one.mention).product_id for one in done if one.kind in ("remove", "exchange")}
        self.edits = [one for one in self.edits if not (one.kind == "remove" and one.mention.product_id in again)]
        self.edits += done

    def _only(self, before: str, text: str) -> None:
        """`só a capa e as duas pulseiras`: nothing besides them is to be there."""
        if names(self.shelf, before) or said_so.OTHERWISE.search(before):
            raise Unclear("only")
        for phrase in phrases_of(self.shelf, text):
            kinds = self.shelf.having(phrase.keys, self.held) if phrase.keys else []
            if not kinds or phrase.traits:
                raise Unclear("only what")
            self.only += kinds
            if len(kinds) == 1 and phrase.count:
                product_id = kinds[0].product.product_id
                self.edits.append(Change("want", Mention(product_id=product_id, quantity=phrase.count)))
            elif phrase.count not in (None, len(kinds), sum(self.counts[one.product.product_id] for one in kinds)):
                raise Unclear("only so many")
        self.kept = True

    def _besides(self, said: str, text: str, end: str) -> None:
        """It names no goods: it tells more of what was named, or is left to the rules."""
        if self._tells_more(text, end):
            return
        sums = said_so.ASKS_SUM.fullmatch(text) and any(phrase.wished for phrase in self.phrases)
        if said_so.PRAISE.fullmatch(text) or said_so.FITS.fullmatch(text) or sums:
            self.rest.append(f"{said}{end}")
            return
        way = said_so.WAYS.search(text)
        self.pays = self.pays or (way is not None and "?" not in end)
        before = text[: way.start()] if way is not None else text
        other = said_so.OTHERWISE.search(before) or said_so.EDITS.search(before) or takes_it(before)
        if (other and "?" not in end) or ("?" in end and said_so.OF_THEM.search(text)):
            raise Unclear(f"besides {other}")
        if self.begun and said_so.HAS_ONE.match(text):
            raise Unclear("has one")
        if self.begun and "?" not in end and names_more(self.shelf, before):
            raise Unclear("more of them, or others")
        self.strange = self.strange or ("?" not in end and counts_strange(text))
        self.so_many = self.so_many or said_so.ONLY.search(text) is not None
        self.rest.append(f"{said}{end}")
        self.asks = self.asks or "?" in end

    def _tells_more(self, text: str, end: str) -> bool:
        if self._took_out() and (said_so.AGAIN_OUT.fullmatch(text) or said_so.LATER.fullmatch(text)):
            return True
        if measures_last(self.edits, text):
            return True
        if said_so.SECOND.fullmatch(text):
            self.anew = True
            return True
        if said_so.THIS_ONE.fullmatch(text) and self.focus:
            self.this = True
            return True
        if self._of_each_shown(text, end) or self._is_extreme(text, end):
            return True
        if not self.phrases:
            takes = said_so.TAKES_IT.fullmatch(text) if self.focus and "?" not in end else None
            if takes is not None:  # `quero uma, e uma mangueira`
                self.phrases.append(Phrase(1, points=True, wished=True, definite=takes["one"] is None))
            return takes is not None
        last = self.phrases[-1]
        if self.each is None and (each := said_so.EACH.search(text)):
            self._of_each(each[0])  # `quero capinha, uma de cada cor`
            return True
        if last.count is None and said_so.JUST_ONE.fullmatch(text):
            last.count = 1
            return True
        sized = said_so.LETTER.fullmatch(text)
        if sized is not None and last.keys and self.shelf.having([*last.keys, sized["letter"]]):
            last.keys.append(sized["letter"])  # `um macacão rosa, tamanho RN`
            return True
        if said_so.ONE_IS.match(text):
            return True
        if said_so.ONE_FOR_EACH.fullmatch(text) and (last.count or 1) > 1:
            return True
        if said_so.SHARED.match(text) is None:
            return False
        counts = [phrase.count or 1 for phrase in self.phrases]
        if len(said_so.EACH_OF.findall(text)) not in (counts[-1], sum(counts)):
            raise Unclear("shared otherwise")
        return True  # `um pra mim e um pro meu filho`

    def _took_out(self) -> bool:
        return bool(self.edits) and self.edits[-1].kind == "remove"

    def _wish(self, text: str, *, asks: bool) -> None:
        if self.only:
            raise Unclear("only these, and more")
        liked = None if asks else said_so.LIKES.search(text)
        text = self._of_each(text if liked is None else text[: liked.start()])
        verb = WISH.search(text)
        wish = verb or liked or (None if asks else said_so.ALONG.search(text))
        story = said_so.KIN_NEEDS.search(text) or said_so.STORY.search(text[verb.start() if verb else 0 :])
        if other := said_so.OTHERWISE.search(without_lots(self.shelf, text)) or story:
            raise Unclear(f"otherwise {other[0]}")
        lots = said_so.HALF_A_LOT.sub(r"1 \g<0>", text) if self.shelf.key("meio") in self.shelf.values else text
        found = phrases_of(self.shelf, lots, begun=self.begun)
        if asks and not (wish and all(phrase.count for phrase in found)):
            raise Unclear("asks")
        if self._counts_last(found, wish=wish is not None) or (not asks and self._tells_of_edit(found)):
            return
        if not verb and not liked and wish and not all(says_what(self.shelf, one.keys) for one in found):
            wish = None
        listed = not asks and "+" in text and len(found) > 1  # `capa preta + película`
        for phrase in found:
            phrase.definite = phrase.definite or listed
            phrase.puts = said_so.PUTS.search(text) is not None
            phrase.wished = wish is not None or listed or (bool(self.phrases) and self.phrases[-1].wished)
        self.phrases += found

    def _is_extreme(self, text: str, end: str) -> bool:
        """`o de maracujá, o maior que tiver`, `vou no maior`, of what was shown"""
        told = said_so.EXTREME.fullmatch(text)
        if told is None or "?" in end or not (self.phrases or self.focus):
            return False
        if not self.phrases:
            self.phrases.append(Phrase(1, points=True, wished=True))
        self.phrases[-1].extreme = "largest" if told["largest"] else "least"
        self.phrases[-1].wished = True
        return True

    def _tells_of_edit(self, found: Sequence[Phrase]) -> bool:
        """`troca a de carne pela de frango, de 12 também`: said of what comes."""
        kind = self.shelf.of(self.edits[-1].mention.product_id) if self.edits and self.edits[-1].old else None
        return kind is not None and all(
            phrase.count is None and phrase.keys and self.shelf.having(phrase.keys, [kind]) for phrase in found
        )

    def _counts_last(self, found: Sequence[Phrase], *, wish: bool) -> bool:
        """`o de doce de leite! quero 2`, `chia, o pacote de 500 g. dois desse`"""
        last, own = self.phrases[-1] if self.phrases else None, found[0] if len(found) == 1 else None
        if last is None or own is None or last.count is not None or own.keys or own.more or not own.count:
            return False
        if not (wish or own.points):
            return False
        last.count, last.wished = own.count, True
        return True

    def _of_each_shown(self, text: str, end: str) -> bool:
        """`quero um de cada`, of what was shown in several kinds."""
        told = said_so.EACH.search(text)
        if told is None or "?" in end or self.each is not None or self.edits or self.phrases:
            return False
        if ":" in end and not told["unit"]:
            self.each = number(told["n"]) or 1, False  # of what comes
            return True
        left = tokens(f"{text[: told.start()]} {text[told.end() :]}")
        if any(word not in SAYS_NOTHING and not WISH.fullmatch(word) and word.isalnum() for word in left):
            return False  # `one of each in M`
        kinds = [kind for kind in self.focus if kind.product.in_stock]
        most = MOST_KINDS if told["kind"] else MOST_TOGETHER
        if not 1 < len(kinds) <= most or len({kind.base for kind in kinds}) != 1 or told["unit"]:
            return False
        self.phrases += [Phrase(number(told["n"]) or 1, wished=True, only=kind) for kind in kinds]
        return True

    def _of_each(self, text: str) -> str:
        """`3 de cada: carne e queijo`, `um treloso de cada sabor`: the text without it."""
        told, of_kind = said_so.EACH.search(text), said_so.OF_EACH_KIND.search(text)
        if told is None:
            if of_kind is None or self.each is not None or self.edits:
                return text
            self.each = None, True  # `uma polo de cada cor`
            return f"{text[: of_kind.start()]} {text[of_kind.end() :]}"
        unit = told["unit"] if told["unit"] and self.shelf.key(told["unit"]) else ""
        left = f"{text[: told.start()]} {unit} {text[told.end() :]}"
        shown = not self.phrases and not names(self.shelf, left) and self._end.strip() != ":"
        if self.each is not None or self.edits or shown:
            raise Unclear("of each")
        self.each = number(told["n"]) or 1, told["kind"] not in (None, "um", "uma", "one")
        return left

    def _edit(self, text: str) -> None:
        told = said_so.LEADS.sub(" ", said_so.ONE_OF.sub("1 ", text))
        for piece in said_so.VERBS_APART.split(told):
            if self._took_out() and said_so.AGAIN_OUT.fullmatch(piece):
                continue
            if other := said_so.OTHERWISE.search(piece):
                raise Unclear(f"otherwise {other[0]}")
            if said_so.EDITS.search(piece):
                if said_so.MAKES_SURE.search(piece) or (self.so_many and said_so.TAKES_OUT.search(piece)):
                    raise Unclear("makes sure")
                self._change(edited(self.shelf, piece, self.lines, self.held))
            elif names(self.shelf, piece):
                self.anew = self.anew or told != text  # `melhor 20 azuis`, perhaps for others
                self._wish(piece, asks=False)
