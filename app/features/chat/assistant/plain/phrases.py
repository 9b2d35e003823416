"""A clause as phrases: a count, and the words of goods behind it. Pure."""

from dataclasses import dataclass, field

from app.features.chat.assistant.language.words import is_colour, number, stem
from app.features.chat.assistant.plain import lexicon as x
from app.features.chat.assistant.plain.shelf import Kind, Shelf
from app.features.chat.assistant.plain.tokens import ONE, TIES, UNITS, is_number, measure, tokens

_SIZE = frozenset(("tamanho", "tam", "size"))
MOST_TOGETHER = 4
"""So many kinds are taken by `um de cada`, or by `os 4`."""


class Unclear(Exception):
    """It cannot be read plainly; says why."""


@dataclass
class Phrase:
    """So many of what is called by some keys.

    said: the words of these; traits: what only a description may have; definite, plural: `o`, `os` stands before it;
    more: beside what is there; wished, puts: with a verb that does; tied: a `de` led it, and no noun; weighed: how much
    of it stands first; sized: `largest` where it is called large, `least` where small; extreme: `largest` or `least` of
    its kinds; points: at what was spoken of; measure: so much of what is sold by it; pack: what it is counted in; only:
    the kind, where it is known already; kinds: those it may name.
    """

    count: int | None = None
    keys: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    definite: bool = False
    plural: bool = False
    more: bool = False
    wished: bool = False
    puts: bool = False
    tied: bool = False
    weighed: bool = False
    sized: str = ""
    extreme: str = ""
    measure: str = ""
    points: bool = False
    traits: list[str] = field(default_factory=list)
    pack: str = ""
    only: Kind | None = None
    kinds: list[Kind] = field(default_factory=list)


def is_of_goods(shelf: Shelf, word: str) -> bool:
    """A word that names goods by itself."""
    key = shelf.key(word)
    if key is None or (len(word) < 3 and word in TIES | x.AND | ONE | x.LETTERS):
        return False
    return word not in x.SAYS_NOTHING or (key in shelf.heads and len(word) > 3)


def names(shelf: Shelf, text: str) -> bool:
    """It says something of goods, or counts what may be."""
    said = [word for word in tokens(text) if word not in _SIZE]
    if any(is_of_goods(shelf, one) for one in said):
        return True
    if any(_told_by_key(shelf, said[at], said[at + 1]) for at in range(len(said) - 1)):
        return True
    counts = [at for at, one in enumerate(said) if number(one) and one not in ONE]
    behind = [said[at + 1] if at + 1 < len(said) else "" for at in counts]
    strange = all(one.isalpha() and one not in x.TALKS and not x.PACK.fullmatch(one) for one in behind)
    return bool(counts) and not (strange and x.WISH.search(text) is None)  # `são 10 crianças`


def _told_by_key(shelf: Shelf, now: str, behind: str) -> bool:
    """`500 g`, `de 50`, `3 GG`: a measure, number or letter that names something on the shelf."""
    if is_number(now) and behind in UNITS and measure(now, behind) in shelf.keys:
        return True
    if number(now) and behind in x.LETTERS:
        return behind in shelf.values
    return now == "de" and is_number(behind) and f"#{behind}" in shelf.keys


def phrases_of(shelf: Shelf, text: str, *, begun: bool = True) -> list[Phrase]:
    """Those of a clause. begun: goods were named before it. Raises Unclear."""
    return _Phrases(shelf, tokens(text), begun=begun).read()


class _Phrases:
    """Reads the tokens of one clause from left to right."""

    def __init__(self, shelf: Shelf, said: list[str], *, begun: bool) -> None:
        self.shelf, self.said, self.begun = shelf, said, begun
        self.found: list[Phrase] = []
        self.now: Phrase | None = None
        self.at = 0
        self.aside = False  # told why, or for whom

    def read(self) -> list[Phrase]:
        """All of them. Raises Unclear."""
        self.at = self._beginning()
        while self.at < len(self.said):
            self._step(self.said[self.at])
        self._close()
        return self.found

    def _beginning(self) -> int:
        """What stands before the first wish says nothing of it, where no goods and no numbers are in it."""
        wish = next((at for at, word in enumerate(self.said) if x.WISH.fullmatch(word)), 0)
        before = self.said[:wish]
        return 0 if any(is_of_goods(self.shelf, word) or is_number(word) for word in before) else wish

    def _peek(self, away: int = 1) -> str:
        at = self.at + away
        return self.said[at] if 0 <= at < len(self.said) else ""

    def _close(self) -> None:
        now = self.now
        if now is not None and now.points and not now.keys and now.count is None:
            now.count = 1  # `quero esse e a correia preta`
        if now is not None and (now.keys or now.count is not None):
            self.found.append(now)
        self.now, self.aside = None, False

    def _here(self) -> Phrase:
        if self.now is None:
            self.now = Phrase(tied=self._peek(-1) in ("de", "of", "com", "with", "ao", "aos"))
        return self.now

    def _step(self, word: str) -> None:
        if word in ":()+":
            self._close()
        elif is_number(word) or number(word) or (word in ("a", "an") and self._counts_a()):
            self._number(word)
        elif word in x.AND and not (word == "mais" and number(self._peek(-1))):
            self._and()
        elif self.now is not None and word in x.FOR | x.BECAUSE and not self._of_name(word):
            self._turn_aside(word)
        elif self.aside:
            self._pass_by(word)
        elif not self._points(word):
            self._say(word)
        self.at += 1

    def _of_name(self, word: str) -> bool:
        """`castanha do para`, the `Castanha-do-Pará`."""
        return word == "para" and self._peek(-1) == "do"

    def _points(self, word: str) -> bool:
        if word in ("outro", "outra") and self._peek(-1) in ("o", "a") and (self.found or self.now):
            self._close()
            self.now = Phrase(1)  # `um com coca e o outro com guaraná`
        elif word in x.POINTS:
            raise Unclear(f"points {word}")
        elif word in x.THIS:
            self._here().points = True
        else:
            return False
        return True

    def _say(self, word: str) -> None:
        if word in ("more", "mais", "extra") and self.now is not None and self.now.count and not self.now.keys:
            self.now.more = True
        elif word == "sem":
            self._without()
        elif word in TIES:
            self._tie(word)
        else:
            self._word(word)

    def _counts_a(self) -> bool:
        """`a` of English, of which no Portuguese is told: it counts behind a wish or a tie."""
        return self._peek(-1) in ("add", "get", "have", "want", "need", "take", "like", "and", "with", "buy")

    def _number(self, word: str) -> None:
        if self.aside and self._peek() in x.AGES:
            return  # `pro meu véinho de 14 anos`
        if self._measure(word) or self._number_of_name(word):
            return
        count = 1 if word in ("a", "an") else number(word)
        now, before, behind = self.now, self._peek(-1), self._peek()
        if behind == "x" and is_number(self._peek(2)):
            raise Unclear("a measure of two sides")
        if word == "one" and ((now is not None and now.keys) or (before == "the" and self.begun)):
            return  # `the black one`, `the one with 5 outlets`
        if count is None or not self._counts(word):
            raise Unclear(f"number {word}")
        if now is not None and not now.keys and now.count is None:
            now.count = count
        elif now is not None and now.keys and now.count is None and not self.aside and self._counts_behind(word):
            now.count, now.more = count, before == "mais"
            self.at += 1 if x.PACK.fullmatch(behind) else 0
            self._close()
        elif not (self.aside and word in ONE and not (is_of_goods(self.shelf, behind) or x.PACK.fullmatch(behind))):
            self._close()
            self.now = Phrase(count, more=before in ("mais", "+", "another") or behind in ("more", "mais"))

    def _counts(self, word: str) -> bool:
        """It counts goods: `preciso de 4`, `as 2 camisetas`; and not `de 39`, `os 4`."""
        before = self._peek(-1)
        if before in x.OF_SIZE or before in ("nas", "nos") or word == "0":
            return False  # `põe G nas duas`
        if word in ONE or before not in ("de", "por", *x.ARTICLES):
            return True
        if before in x.ARTICLES:
            if not self._peek() and x.WISH.fullmatch(self._peek(-2)) and f"#{word}" not in self.shelf.keys:
                return (number(word) or 0) > MOST_TOGETHER  # `separa as 120`, and not `quero os 2`
            return any(one and self.shelf.key(one) in self.shelf.names for one in (self._peek(), self._peek(2)))
        return self._needs()

    def _needs(self) -> bool:
        """`preciso de 4` counts."""
        return self._peek(-1) == "de" and self._peek(-2).startswith(("precis", "gostaria"))

    def _counts_behind(self, word: str) -> bool:
        """`camiseta preta 2`, `gaiola preta, uma`."""
        behind = self._peek()
        if word in ONE:
            return not behind
        return not behind or behind in x.AND or behind == "so" or x.PACK.fullmatch(behind) is not None

    def _measure(self, word: str) -> bool:
        behind, now = self._peek(), self.now
        if behind not in UNITS or word in ("a", "an"):
            return False
        key = measure(word if is_number(word) else str(number(word)), behind)
        if key not in self.shelf.keys:
            if behind in x.LETTERS and behind in self.shelf.values:
                return False
            if key.endswith(("w", "v", "gb", "mah", "pol")):
                raise Unclear(f"measure {key}")
        unit = key.lstrip("0123456789.")
        measured = now is not None and any(one[0].isdigit() and one.endswith(unit) for one in now.keys)
        if measured and self._peek(-1) not in TIES:
            self._close()  # `um quilo de feijão meio quilo de quinoa`
        here = self._here()
        here.tied = here.tied and not self._needs()
        here.weighed = here.weighed or not here.keys
        here.keys.append(key)
        self.at += 1
        return True

    def _number_of_name(self, word: str) -> bool:
        """`cartucho 664`, `tamanho 42`, `do de 34`: no count, where what is named comes in it."""
        key = f"#{word if is_number(word) else number(word)}"
        if word in ONE or key not in self.shelf.keys or self._needs():
            return False
        named = self.now is not None and bool(self.now.keys)
        fits = self.now is not None and named and bool(self.shelf.having([*self.now.keys, key]))
        led = self._peek(-1) in x.LEADS_NUMBER or self.shelf.key(self._peek(-1)) in self.shelf.axes
        behind = self.shelf.key(self._peek())
        again = self.now is not None and self.now.count is None and not led and behind in self.shelf.heads
        sized = self._peek(-1) in ONE and not named and key in self.shelf.values  # `uma 6 e uma 8`
        if led or (fits and is_number(word) and not again) or (sized and is_number(word)):
            self._here().keys.append(key)
            return True
        return False

    def _and(self) -> None:
        now = self.now
        if now is not None and now.keys and (now.keys[-1], self.shelf.key(self._peek())) in self.shelf.joined:
            return
        self._close()

    def _turn_aside(self, word: str) -> None:
        behind = self._peek(2) if word == "for" and self._peek() in ("the", "my", "a", "an") else self._peek()
        key, now = self.shelf.key(behind), self._here()
        named = word in x.FOR and key is not None and now.keys and self.shelf.having([*now.keys, key])
        self.aside = not named

    def _pass_by(self, word: str) -> None:
        if x.WISH.fullmatch(word) and self._peek():
            self._close()
        elif is_of_goods(self.shelf, word) and self.shelf.key(word) in self.shelf.heads and not self._is_purpose():
            raise Unclear(f"aside {word}")

    def _is_purpose(self) -> bool:
        """`a brass coin for the berimbau`, right behind what it is for."""
        return self._peek(-2) in x.FOR and self._peek(-1) in (*x.ARTICLES, "my", "meu", "minha")

    def _without(self) -> None:
        key = f"!{stem(self._peek())}"
        if self.now is None or key not in self.shelf.keys:
            raise Unclear("without")
        self.now.keys.append(key)
        self.at += 1

    def _tie(self, word: str) -> None:
        behind = self._peek()
        if word in ("com", "with") and self.now is not None and self.now.points and not self.now.keys:
            self._close()  # `quero essa com a capa`
        elif word in ("com", "with") and self._comes_beside(behind):
            count = self.now.count if self.now is not None else None
            self._close()
            self.now = Phrase(count)  # `2 pizzas com borda`
            return
        bare = word in ("de", "com", "with", "ao", "aos") or (word == "of" and behind != "the")
        nameless = self.now is not None and not (self.now.keys or self.now.pack)
        if bare and self.now is not None and nameless and not self._peek(-1).startswith("gost"):
            self.now.tied = True
        of_goods = is_of_goods(self.shelf, behind) or behind in TIES - x.ARTICLES
        if word not in x.ARTICLES | x.DEFINITE or not of_goods:
            return
        if self.now is not None and self.now.keys and self.shelf.key(behind) in self.shelf.heads:
            self._close()
        now = self._here()
        now.definite = now.definite or word in x.DEFINITE
        now.plural = now.plural or word in ("os", "as")

    def _comes_beside(self, behind: str) -> bool:
        """What it comes with is sold by itself, and nothing is called by both."""
        key, now = self.shelf.key(behind), self.now
        named = now is not None and now.count is not None and bool(now.keys)
        return named and key in self.shelf.heads and not (now and self.shelf.having([*now.keys, key or ""]))

    def _word(self, word: str) -> None:
        key, now = self.shelf.key(word), self.now
        if key is None and word in x.LETTERS:
            raise Unclear(f"letter {word}")
        led = key in self.shelf.heads and len(word) > 3 and self._peek(-1) in TIES  # `da forma de 20`
        if word in x.SAYS_NOTHING and not led and (now is None or (now.count is None and not now.keys)):
            key = None
        packs = x.PACK.fullmatch(word) and now is not None and now.count is not None and not now.keys
        if packs and now is not None and not now.pack and (key is None or self._peek() in TIES):
            now.pack = word
        elif key is not None:
            self._here().keys.append(key)
            self._here().said.append(word)
        elif now is not None and now.keys and word not in x.SAYS_NOTHING and (trait := self.shelf.trait(word)):
            now.traits.append(trait)
        elif word in x.SIZED:
            self._here().sized = "largest" if word in x.LARGE else "least"
        elif word in x.SAYS_NOTHING or len(word) < 2 or x.PACK.fullmatch(word) or stem(word) in self.shelf.axes:
            return
        elif self._peek(-1) in TIES and self.shelf.key(self._peek()) in self.shelf.values:
            return  # `da luz branca`
        elif is_colour(word) or self.begun or self.found or now is not None or not self._wish_follows():
            raise Unclear(f"unknown {word}")

    def _wish_follows(self) -> bool:
        return any(number(word) or x.WISH.fullmatch(word) for word in self.said[self.at + 1 :])
