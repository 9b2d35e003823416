"""Words of shoppers: folding, misspellings, numbers, prices. Pure; tests: tests/features/chat/test_understanding.py."""

import re
import unicodedata
from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import pairwise

from app.features.chat.assistant.language import vocabulary as v
from app.features.search.english import words_for
from app.ops.expressions import expression

# The accents that NFKD takes off letters, by Unicode's blocks of combining marks.
_COMBINING = expression(r"[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]")
_DIMINUTIVE = expression(r"(?P<root>[a-z]{2,}?)(?P<z>z?)inh(?P<ending>[oa])s?")
# Goods that end in a z or in -gua themselves.
_OWN_Z = frozenset("arroz noz luz giz cruz xadrez verniz raiz cuscuz capuz juiz".split())  # noqa: SIM905
_OWN_U = frozenset("agu regu lingu egu".split())  # noqa: SIM905
_PLURAL_ROOTS = {"ae": "ao", "oe": "ao", "ai": "al", "ei": "el", "oi": "ol"}
_WORD = expression(r"[a-z0-9]+(?:[-'][a-z0-9]+)*")

NUMBERS = {
    "um": 1, "uma": 1, "dois": 2, "duas": 2, "tres": 3, "quatro": 4, "cinco": 5, "seis": 6, "sete": 7, "oito": 8,
    "nove": 9, "dez": 10, "onze": 11, "doze": 12, "treze": 13, "catorze": 14, "quatorze": 14, "quinze": 15,
    "dezesseis": 16, "dezessete": 17, "dezoito": 18, "dezenove": 19, "vinte": 20, "trinta": 30, "quarenta": 40,
    "cinquenta": 50, "sessenta": 60, "setenta": 70, "oitenta": 80, "noventa": 90, "cem": 100, "duzentos": 200,
    "duzentas": 200, "trezentos": 300, "trezentas": 300, "quatrocentos": 400, "quinhentos": 500, "seiscentos": 600,
    "setecentos": 700, "oitocentos": 800, "novecentos": 900, "mil": 1000,
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "hundred": 100,
}  # fmt: skip
NUMBER_WORDS = "|".join(NUMBERS)
COUNT_WORDS = "|".join(word for word, value in NUMBERS.items() if value < 31)
"""What goods are counted by in words, as a part of an expression."""
COUNT = rf"(?:\d{{1,3}}|{NUMBER_WORDS})"
SMALL_COUNT = rf"(?:\d{{1,2}}|{COUNT_WORDS})"


ORDINALS = {
    "primeiro": 1, "primeira": 1, "segundo": 2, "segunda": 2, "terceiro": 3, "terceira": 3, "quarto": 4, "quarta": 4,
    "quinto": 5, "quinta": 5, "sexto": 6, "sexta": 6, "setimo": 7, "oitavo": 8, "nono": 9, "decimo": 10,
    "ultimo": -1, "ultima": -1,
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1,
    "1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "5th": 5,
}  # fmt: skip

# One edit away from a word of ours, but words of their own.
_FALSE_FRIENDS = frozenset(
    """frente frevo prata preto preta prazer gato gatos carta certa verde venda menta quarta quarto corpo camisa
    camisas linho banho bolsa bolsas forro valor seguro casa caso parte porta ponta curta justa festa resta teste
    prega entre older border chip shop stop hello hero""".split()  # noqa: SIM905 - a word list reads better so
)


# `fusca 1:64`, in which the models of a shop come; `às 1:30` is an hour
_SCALE = expression(
    r"(?<![\d:.,])(?<!\bas )(?<!\bàs )(?<!\bat )1:(12|18|24|32|34|35|43|48|50|64|72|76|87|144)"
    r"(?![\d:]|\s*(?:am|pm|h)\b)"
)


@lru_cache(maxsize=512)
def fold(text: str) -> str:
    """Lower case without accents; apostrophes and spaces of one kind, a scale (`1:64`) as one word. A turn asks for the
    same text several times."""
    text = _SCALE.sub(r"1x\1", text) if "1:" in text else text
    if text.isascii():
        return text.lower()
    text = text.replace("\u2019", "'").replace("\u00a0", " ").replace("\u00ba", "o").replace("\u00aa", "a")
    return _COMBINING.sub("", unicodedata.normalize("NFKD", text.lower()))


# When somebody comes is no count: `passo depois das 5`.
_CLOCK = expression(
    r"\b(?:at|around|about|by|as|umas|la\s+pelas)?\s*\d{1,2}(?::\d\d)?\s*(?:am|pm|a\.m\.|p\.m\.)(?!\w)|"
    r"\b(?:(?:agora\s+)?sao|it'?s)\s+\d{1,2}\s*(?:h(?:oras?)?\b|:\d\d|am\b|pm\b)|\b(?:(?:depois|antes|a\s+partir|la)\s+(?:d|pel)?as|umas|la\s+pelas)\s+\d{1,2}(?:\s*h(?:oras?)?\b|:\d\d|\b(?!\s*[a-z]{3,}))"
)


def without_clock(text: str) -> str:
    """A folded text without the hours it names."""
    return _CLOCK.sub(" ", text)


# Days that are called like places of a list: `passo aí segunda`, `quarta eu busco`, `preciso pra sexta`.
_DAY = r"(?P<day>segunda|quarta|quinta|sexta)"
_COMES = (
    r"(?:pass[oa]|busc[oa]|retir[oa]|peg[oa]|venho|vem|apareco|volto|cheg[ao]m?|entreg[aou]\w*|receb\w+|viaj\w+|precis[oa]|abrem?|"
    r"vou\s+(?:ai|la|passar|buscar|retirar|pegar)|(?:posso|consigo|quero|da\s+pra)\s+(?:passar|buscar|retirar|pegar|ir))"
)
_AS_DAY = expression(
    rf"\b(?:{_COMES}(?:\s+(?:ai|la|aqui|isso|ele|ela|tudo|na\s+loja|de\s+novo|so))*\s+(?:(?:n|ness|pr)a\s+|pra\s+a\s+|ate\s+(?:a\s+)?|para\s+)?|"
    rf"(?:ai|la|(?:hoje|amanha)(?:\s+(?:ja\s+)?(?:e|eh))?|desde|so|proxima|toda|ate|dia|de)\s+){_DAY}\b(?!\s*-?\s*feira|\s+(?:opcao|da\s+lista|del[ae]s))"
)
_DAY_AHEAD = expression(
    rf"\b{_DAY}(?=\s+(?:que\s+vem|de\s+manha|a\s+tarde|a\s+noite|cedo|as\s+\d|(?:(?:eu|ai|a\s+gente|(?:meu|minha)\s+\w+)\s+)*{_COMES})\b)"
)


def with_days(text: str) -> str:
    """A folded text with the days of the week it names written in full, which are no places of a list."""
    for sign in (_AS_DAY, _DAY_AHEAD):
        text = sign.sub(lambda found: f"{found[0]}-feira", text)
    return text


# Names of goods that are verbs, too: the form they are read in as goods (`2 kg da pera`, `calça 42`) and as verbs.
DEVERBAL: dict[str, tuple[str, ...]] = {
    "revelar": ("revelacao",), "imprimir": ("impressao", "revelacao"), "print": ("impressao", "revelacao"),
    "encadernar": ("encadernacao",), "plastificar": ("plastificacao",), "bordar": ("bordado",),
    "gravar": ("gravacao",), "afiar": ("afiacao",),
}  # fmt: skip
"""What is asked for by a verb where the shop sells the deed: `revelar 24 fotos`."""
HOMONYMS = {"pera": "peras", "calca": "calcas", "faca": "facas"}
_VERBS = {"pera": "pera", "calca": "usa", "faca": "faca"}
_AS_VERB = expression(
    r"\b(?:quem|que|el[ea]s?|(?:meu|minha|nosso|nossa)\s+\w+|[oa]\s+(?:mais\s+)?(?:nov[oa]|velh[oa]|filh|menin|garot|irma|mulher|marid|mae|pai|sobrinh|net|crianca|bebe)\w*)\s+calca"
    r"(?=\s+(?:[on]o?\s+|tamanho\s+|numero\s+)*\d)"
    r"|(?:^\s*|[.!?;\n]\s*|\b(?:nao|n|mas|ah+|ih+|ops?|opa|oi|calma|hm+|ai|eita|ixi|no|oh)\W+)pera"
    r"(?=\s*(?:[,.!;]|$)|\s+(?:ai|um|uns|so|que|la|deixa|vou|nao|n|eu|ta|na|el[ea]s?|minha|meu|mudei|errei|esqueci|lembrei|acho|melhor|"
    r"troca|muda|tira|poe|coloca|bota)\b)"
    r"|(?<!\bde )(?<!\buma )(?<!\btem )faca"
    r"(?=\s+(?:uma?|[oa]s?|meu|minha|por|isso|ess[ea]|favor|me|pra|logo|ja|assim|tudo|dois|duas|\d))"
    r"|\b(?:que|nao|n|me|se|quer)\s+faca"
)


def as_goods(folded: str, word: str) -> str:
    """A folded text with such a word as goods, but where it is a verb: `não, pera, uma só`, `ela calça 36`."""
    if word == "calca":  # `eu calço 37`
        folded = re.sub(r"\bcalco\b(?=\s+(?:[on]o?\s+|tamanho\s+|numero\s+)*\d)", _VERBS[word], folded)
    held = {found.end() for found in _AS_VERB.finditer(folded)}
    return re.sub(rf"\b{word}\b", lambda found: (_VERBS if found.end() in held else HOMONYMS)[word], folded)


def words(text: str) -> list[str]:
    """The folded words of a text."""
    return _WORD.findall(fold(text))


_IRREGULAR = (
    {"luzes": "luz", "nozes": "noz", "paes": "pao", "caes": "cao", "maes": "mae"}
    | {
        "crua": "cru",
        "cruas": "cru",
    }
    | {f"{word}s": f"{word}l" for word in ("barri", "canti", "funi", "perfi", "refi", "fuzi", "ani")}
)


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """A word without the endings that differ between a question and a product's name."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) > 4 and word.endswith(("oes", "aes")):
        return word[:-3] + "ao"
    if len(word) > 4 and word.endswith("ao"):
        return word
    if len(word) > 4 and word.endswith(("ais", "eis", "ois", "uis")):  # `azuis`; but `tênis`, `lápis`, `biquínis`
        return word[:-2] + "l"
    word = word[:-2] if len(word) > 6 and word.endswith("eses") else word  # `franceses`
    word = word[:-1] if word.endswith("s") and (len(word) > 3 or word.endswith("es")) else word
    return word[:-1] if len(word) > 4 and word[-1] in "aoe" else word


_COLOURS = frozenset(map(stem, v.COLOURS))


def is_colour(word: str) -> bool:
    """It names a colour, in any of its forms."""
    return stem(word) in _COLOURS


def without_diminutive(word: str) -> str | None:
    """`ursinho` is a small `urso`, and behind a z stands the noun itself: `chazinho`, `pãezinhos`; None where a word is
    no such form."""
    found = _DIMINUTIVE.fullmatch(word)
    if found is None:
        return None
    root, ending = found["root"], found["ending"]
    if found["z"] and (len(root) > 2 or root in ("pe", "pa")):
        root = f"{root[:-1]}m" if root.endswith(("an", "en", "in", "on", "un")) else root  # `pudinzinho`
        return f"{root}z" if f"{root}z" in _OWN_Z else f"{root[:-2]}{_PLURAL_ROOTS.get(root[-2:], root[-2:])}"
    if root in _OWN_Z:
        return root
    if len(root) < 3:
        return None
    if root.endswith("qu"):  # `coquinha`
        root = f"{root[:-2]}c"
    elif root.endswith("gu") and root not in _OWN_U:  # `manguinha`
        root = root[:-1]
    return f"{root}{ending}"


@lru_cache(maxsize=16384)
def in_portuguese(word: str) -> tuple[str, ...]:
    """What a catalogue in Portuguese calls the thing an English word names; empty when the word is not known."""
    return words_for(word)


@lru_cache(maxsize=4096)
def one_edit(left: str, right: str) -> bool:
    """True when one typing slip (a letter more, less, other, or two swapped) makes one word of the other."""
    left, right = left.replace("ch", "x"), right.replace("ch", "x")  # which sound alike
    if left == right:
        return True
    if abs(len(left) - len(right)) > 1:
        return False
    at = 0
    while at < min(len(left), len(right)) and left[at] == right[at]:
        at += 1
    rest_l, rest_r = left[at:], right[at:]
    if rest_l[1:] == rest_r or rest_l == rest_r[1:] or rest_l[1:] == rest_r[1:]:
        return True
    return len(rest_l) > 1 and len(rest_r) > 1 and rest_l[:2] == rest_r[1::-1] and rest_l[2:] == rest_r[2:]


def slipped(known: str, own: str, written: str, word: str) -> bool:
    """Two stems one slip apart; in the first letter only if the words are, too: `Simone` is no `kimono`."""
    return one_edit(known, own) and (known[0] == own[0] or one_edit(written, word))


def says(text_words: Iterable[str], vocabulary: frozenset[str]) -> bool:
    """True when one of the words is in the vocabulary, or a slip away from a word of at least five letters."""
    return any(meant(word, vocabulary) is not None for word in text_words)


@lru_cache(maxsize=8192)
def meant(word: str, vocabulary: frozenset[str]) -> str | None:
    """The vocabulary's word this one stands for, or None."""
    if word in vocabulary:
        return word
    if len(word) < 5 or word in _FALSE_FRIENDS or word.isdigit():
        return None
    return next((known for known in vocabulary if len(known) >= 5 and _slip(word, known)), None)


def _slip(word: str, known: str) -> bool:
    """One edit; of two short words another letter makes another word (`graxa` is no `grata`)."""
    if len(word) == len(known) == 5 and sorted(word) != sorted(known):
        return False
    return one_edit(word, known)


def number(word: str) -> int | None:
    """The small number a word stands for (`2`, `dois`, `two`)."""
    if word.isdigit():
        return int(word) if len(word) <= 6 else None
    return NUMBERS.get(word)


def content_words(text: str) -> str:
    """The words of a text that may name a product, in their order."""
    keep = [word for word in words(text) if word not in v.FILLER and word not in v.TALK]
    keep = [word for word in keep if meant(word, v.GREETINGS | v.THANKS) is None]
    if keep and (number(keep[0]) or 100) < 100:  # `2 camisetas`: a quantity, no part of the name
        keep = keep[1:]
    return "" if all(word.isdigit() for word in keep) else " ".join(keep)


def reais(value: float, language: str = "pt") -> str:
    """`R$ 1.234,50` (in English `R$ 1,234.50`)."""
    plain = f"{value:,.2f}"
    if language == "pt":
        plain = plain.replace(",", "\x00").replace(".", ",").replace("\x00", ".")
    return f"R$ {plain}"


def in_order(said: Iterable[str], text: str) -> list[str]:
    """The words in the order in which a folded text has them; those that it lacks come last."""

    def place(word: str) -> int:
        return next((at for form in (word, stem(word)) if (at := text.find(form)) >= 0), len(text))

    return sorted(said, key=place)


_VERB = expression(
    r"[a-z]{3,}(?:ando|endo|indo|aram|eram|iram|avam?|aria|eria|iria|asse|esse|ou|ei|eu|amos|emos|imos)|[a-z]{3,}[aei]r"
)
_NO_VERBS = frozenset(
    """celular colar talher hamburguer burger acucar poster colher mulher abajur lugar polegar flower sweater powder
    pulsar altar radar solar militar escolar lunar popular elixir caviar nectar cober boxer blazer pager freezer mixer
    timer adidas""".split()  # noqa: SIM905
)


def verbal(word: str) -> bool:
    """It has the ending of a verb."""
    return _VERB.fullmatch(word) is not None and word not in _NO_VERBS and not in_portuguese(word)


# A pronoun that does something or to which something is done; not `pra ela`, `it's`
_WHO = expression(
    r"(?<!\bpra\s)(?<!\bpara\s)(?<!\bpro\s)(?<!\bde\s)(?<!\bcom\s)(?<!\bfor\s)(?<!\bof\s)(?<!\bwith\s)(?<!\bto\s)(?<!\blike\s)"
    r"\b(?:eu|el[ea]s?|gente|se|me|te|lhes?|i|he|she|we|they|it|him|them|us)\b(?!')|^no\s+[a-z]+\s+(?:in|on|at|for|left|to)\b"
)


def is_sentence(text: str) -> bool:
    """Somebody does something in it or has none of something, and no goods are called so: `a gente se vira`, `no room
    in my bag`."""
    return _WHO.search(text) is not None


def tied_in(text: str, word: str, ties: Collection[str]) -> bool:
    """A text has the word right behind one of these: `com gás`."""
    return any(one in ties and stem(other) == stem(word) for one, other in pairwise(words(fold(text))))
