"""Words of shoppers: folding, misspellings, numbers, prices. Pure; tests: tests/features/chat/test_understanding.py."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from app.features.chat.assistant import vocabulary as v
from app.features.chat.assistant.english import IN_PORTUGUESE

# The accents that NFKD takes off letters, by Unicode's blocks of combining marks.
_COMBINING = re.compile(r"[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]")
_DIMINUTIVE = re.compile(r"([a-z]{3,}?)z?inh([oa])s?")
_WORD = re.compile(r"[a-z0-9]+(?:[-'][a-z0-9]+)*")

NUMBERS = {
    "um": 1, "uma": 1, "dois": 2, "duas": 2, "tres": 3, "quatro": 4, "cinco": 5, "seis": 6, "sete": 7, "oito": 8,
    "nove": 9, "dez": 10, "onze": 11, "doze": 12, "treze": 13, "catorze": 14, "quatorze": 14, "quinze": 15,
    "dezesseis": 16, "dezessete": 17, "dezoito": 18, "dezenove": 19, "vinte": 20, "trinta": 30, "quarenta": 40,
    "cinquenta": 50, "sessenta": 60, "setenta": 70, "oitenta": 80, "noventa": 90, "cem": 100, "duzentos": 200,
    "duzentas": 200, "trezentos": 300, "trezentas": 300, "quatrocentos": 400, "quinhentos": 500, "mil": 1000,
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "hundred": 100,
}  # fmt: skip

_UNITS = "|".join(word for word, value in NUMBERS.items() if value < 10)
_TEENS = "|".join(word for word, value in NUMBERS.items() if 10 <= value < 20)
_TENS = "|".join(word for word, value in NUMBERS.items() if 20 <= value < 100)
_COMPOUND = re.compile(
    rf"\b(?:(?P<hundreds>cento|duzent[oa]s|trezent[oa]s|quatrocentos|quinhentos)\s+e\s+"
    rf"(?:(?P<teens>{_TEENS})|(?P<tens>{_TENS})(?:\s+e\s+(?P<units>{_UNITS}))?|(?P<few>{_UNITS}))"
    rf"|(?P<many>{_TENS})(?:\s+e\s+|-)(?P<more>{_UNITS}))\b"
)

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


@lru_cache(maxsize=512)
def fold(text: str) -> str:
    """Lower case without accents; apostrophes and spaces of one kind. A turn asks for the same text several times."""
    if text.isascii():
        return text.lower()
    text = text.replace("\u2019", "'").replace("\u00a0", " ").replace("\u00ba", "o").replace("\u00aa", "a")
    return _COMBINING.sub("", unicodedata.normalize("NFKD", text.lower()))


_SHORT = {
    "qto": "quanto", "qnto": "quanto", "qnt": "quanto", "qt": "quanto", "qts": "quantos", "qtos": "quantos",
    "qtas": "quantas", "qta": "quanta",
    "qdo": "quando", "qd": "quando", "qnd": "quando", "hj": "hoje", "amh": "amanha", "tb": "tambem", "tbm": "tambem",
    "pq": "porque", "vlr": "valor", "q": "que", "oq": "o que", "dps": "depois", "mt": "muito", "mto": "muito",
    "msm": "mesmo", "nn": "nao", "kd": "cade", "aki": "aqui", "naum": "nao", "ctz": "certeza", "vcs": "voces",
    "ces": "voces", "ceis": "voces",
    "vc": "voce", "c/": "com",
    "p/": "para", "cmg": "comigo", "td": "tudo", "bjs": "", "fds": "fim de semana", "und": "unidades",
    "unds": "unidades", "pct": "pacote", "pcts": "pacotes", "cx": "caixa", "cxs": "caixas",
    "tam": "tamanho", "qro": "quero", "kero": "quero", "qero": "quero", "qria": "queria",
    "agr": "agora", "dnv": "de novo", "dnovo": "de novo", "pfvr": "por favor", "pfr": "por favor", "ka": "ca",
    "vdd": "verdade", "ql": "qual", "bjo": "", "pfv": "por favor", "neh": "ne",
    "u": "you", "ur": "your", "pls": "please", "plz": "please", "wanna": "want to",
    "grandona": "grande", "grandao": "grande", "pequenininha": "pequena", "pequenininho": "pequeno",
    "pequeninha": "pequena",
    "maiorzinho": "maior", "maiorzinha": "maior", "menorzinho": "menor", "menorzinha": "menor",
    "lookin": "looking", "whats": "what's", "hows": "how is", "im": "i'm", "ill": "i'll", "id": "i'd", "dont": "don't",
    "doesnt": "doesn't", "cant": "can't", "hes": "he's", "shes": "she's", "theres": "there's", "ppl": "people",
    "tmrw": "tomorrow", "tmr": "tomorrow", "b4": "before", "thx": "thanks", "ty": "thanks", "gonna": "going to",
    "gotta": "got to", "cuz": "because", "tho": "though", "yep": "yes", "yup": "yes", "yeah": "yes",
    "gimme": "give me", "lemme": "let me",
}  # fmt: skip


# When somebody comes is no count: `passo depois das 5`.
_CLOCK = re.compile(
    r"\b(?:(?:agora\s+)?sao|it'?s)\s+\d{1,2}\s*(?:h(?:oras?)?\b|:\d\d|am\b|pm\b)|\b(?:(?:depois|antes|a\s+partir|la)\s+(?:d|pel)?as|umas|la\s+pelas)\s+\d{1,2}(?:\s*h(?:oras?)?\b|:\d\d|\b(?!\s*[a-z]{3,}))"
)


def without_clock(text: str) -> str:
    """A folded text without the hours it names."""
    return _CLOCK.sub(" ", text)


def _half(found: re.Match[str]) -> str:
    """`dois e meio` in digits."""
    return f"{number(found[1])},50"


def _weighed(found: re.Match[str]) -> str:
    """`um quilo e meio`, `dois litros e meio` as measures."""
    many = found["count"] or found["many"]
    return f"{number(many) or 1},5 {found['unit'] or found['one']}"


def _whole(found: re.Match[str]) -> str:
    """`sessenta e quatro` in digits."""
    parts = [word for word in found.groupdict().values() if word]
    return str(sum(100 if word == "cento" else NUMBERS[word] for word in parts))


_LEAVES = "alfaces?|couves?|rucula|agriao|repolhos?|acelga|chicoria|almeirao|espinafre|brocolis|salsao|manjericao"
# `a gente retira e paga` is told of oneself.
_OUR_DEEDS = {
    "retira": "retiro", "busca": "busco", "pega": "pego", "passa": "passo", "paga": "pago", "vai": "vou",
    "quer": "quero", "leva": "levo", "precisa": "preciso", "prefere": "prefiro", "fica": "fico",
}  # fmt: skip


def _of_oneself(found: re.Match[str]) -> str:
    return f"eu {_OUR_DEEDS[found[1]]}"


_MEASURES = r"(?:kgs?|kilos?|quilos?|litros?|metros?|lit(?:er|re)s?|met(?:er|re)s?)"
_LETTER = r"(?:pp|p|m|gg|g|xgg|xg)\b"
# Names of goods that are said to hold somebody up, too, and the form they are read in as goods: `2 kg da pera`.
HOMONYMS = {"pera": "peras"}
_HOLDS_UP = re.compile(
    r"(?:^\s*|[.!?;\n]\s*|\b(?:nao|n|mas|ah+|ih+|ops?|opa|oi|calma|hm+|ai|eita|ixi|no|oh)\W+)pera"
    r"(?=\s*(?:[,.!;]|$)|\s+(?:ai|um|uns|so|que|la|deixa|vou|nao|n|eu|ta|na)\b)"
)


def as_goods(folded: str, word: str) -> str:
    """A folded text with such a word as goods, but where it holds somebody up: `não, pera, uma só`."""
    held = {found.end() for found in _HOLDS_UP.finditer(folded)}
    return re.sub(rf"\b{word}\b", lambda found: found[0] if found.end() in held else HOMONYMS[word], folded)


# What says nothing of which goods are meant, and a name that would be read as a count.
_IDIOMS = (
    # `rosa p combinar com o banheiro`, and not the size
    (re.compile(r"\bp\s+(?=(?:[a-z]{3,}(?:ar|er|ir)|minha|meu|mim|ele|ela|presente)\b)"), "pra "),
    # `troca uma por G`
    (
        re.compile(
            r"\b((?:troc|mud|pass)\w*)\s+(uma?|dois|duas|tres|[1-9])\s+(?=(?:por|pra|para|pro|pela?)\s+(?:[oa]\s+|uma?\s+)?"
            r"(?:tamanho\b|numero\b|tam\b|pp?\b|m\b|gg?\b|xgg?\b|\d{2}\b|(?!dois|duas|tres|quatro|cinco|seis|outr)[a-z]{4,}))"
        ),
        r"\1 \2 delas ",
    ),
    # `2 com gás e 2 sem`
    (
        re.compile(
            r"\b(com|sem|with|without)\s+([a-z]{3,})((?:\s*,|\s+e|\s+and)\s+(?:\d{1,3}|uma?|dois|duas|tres|quatro|cinco|seis|two|three)\s+(?:com|sem|with|without))(?=\s*(?:$|[,.;!?]))"
        ),
        r"\1 \2\3 \2",
    ),
    # `meia dúzia de brahma e meia de skol`
    (re.compile(r"(\b(?:meia\s+)?duzia\s+d.*?\be\s+meia)\s+(?=de\s)"), r"\1 duzia "),
    # Courtesy, no condition.
    (
        re.compile(
            r"\bse\s+(?:der\s+tempo|puder(?:em)?|(?:for|fosse)\s+possivel|nao\s+for\s+incomodo)\b\s*,?\s*(?=[a-z])"
        ),
        "",
    ),
    # `2 metros e 40`
    (re.compile(r"\b(\d{1,2})\s*(?:m|metros?)\s+e\s+(\d{2})\b(?!\s*(?:un|caix|sac|pec|metr|cm))"), r"\1,\2 m"),
    # `troca p tam 10`
    (
        re.compile(
            r"\b((?:troc|mud|alter|pass)\w*(?:\s+[a-z]{2,}){0,4})\s+p\s+(?=(?:[oa]\s+)?(?:tamanho\b|numero\b|\d|gg?\b|m\b))"
        ),
        r"\1 pra ",
    ),
    # `the 4 person tent`, `a tent for two people`: the number is the thing's.
    (
        re.compile(
            r"\b(\d{1,2}|two|three|four|five|six|eight)[\s-](?:persons?|people|man|men|seater|burner|season|door|drawer|speed)\s+"
            r"([a-z]{3,})\b"
        ),
        r"\2 \1",
    ),
    (
        re.compile(r"\b([a-z]{3,})\s+for\s+(\d{1,2}|two|three|four|five|six|eight)\s+(?:persons?|people|adults)\b"),
        r"\1 \2",
    ),
    (re.compile(r"(?<=[a-z])\s+c\s+(?=(?:[oa]s?|meu|minha|el[ea]|voce|um|uma|certeza)\b)"), " com "),
    # `the 2 you have`
    (
        re.compile(
            r"\b(?:the|[oa]s)\s+(\d{1,3}|two|three|dois|duas|tres)\s+"
            r"(?:that\s+)?(?:you\s+(?:have|got)|que\s+(?:(?:voces?|ainda)\s+)*te[mn]|left|available)\b"
        ),
        r"\1",
    ),
    (re.compile(r"\b(?:at\s+)?full\s+price\b"), " "),
    (_COMPOUND, _whole),
    (re.compile(rf"\ba\s+gente\s+(?:ja\s+|so\s+)?({'|'.join(_OUR_DEEDS)})\b"), _of_oneself),
    (re.compile(r"(?<![\w'-])d\s+(?=\w)"), "de "),
    # Letters that count sizes are no grams and metres: `3 calcinhas M e 2 G`.
    (
        re.compile(
            rf"(\b[a-z]{{3,}}\s+(?:tamanho\s+)?{_LETTER}\s*(?:,|\be\b|\+|\bmais\b)\s*\d{{1,2}})\s+(?={_LETTER}(?!\s*[a-z]))"
        ),
        r"\1 tamanho ",
    ),
    (
        re.compile(rf"\b(\d{{1,2}})\s+({_LETTER})\s*(?:,|e|mais)\s*(\d{{1,2}})\s+({_LETTER})(?!\s*[a-z])"),
        r"\1 tamanho \2 e \3 tamanho \4",
    ),
    # What somebody sends for is wanted now.
    (
        re.compile(
            r"\b(?:[oa]\s+)?(?:meu|minha|nossa|nosso)\s+\w+\s+(?:pediu|mandou|encomendou)\s+(?:(?:pra|para)\s+(?:eu\s+)?)?(?:(?:comprar|pegar|levar|pedir|trazer)\s+)?"
            r"(?=mais\s+uma?\b|(?:mais\s+)?(?:\d{1,4}|dois|duas|tres|quatro|cinco|seis|dez)\b(?!\s+(?:reais|dias|horas|vezes)))(?!.*\b(?:ontem|passad[oa]|anteontem|outro\s+dia|ultima\s+vez|ano|mes)\b)"
        ),
        "quero ",
    ),
    (re.compile(rf"\bpes?\s+de\s+(?={_LEAVES})"), "unidades de "),
    (
        re.compile(r"\b(?:bag|box|bottle|can|pack|packet|sack|carton|jar|bunch|tray|tub)(?:e?s)?\s+of\s+(?=[a-z]{3,})"),
        "",
    ),
    (
        re.compile(r"(\b\d+)\s+(?:n?o|pelo|ao|at\s+the)\s+(?:preco|valor|price)\s+(?:normal|cheio|mesmo|full)\b"),
        r"\1 unidades",
    ),
    (re.compile(r"\b(?:n?o|pelo|ao|at\s+the)\s+(?:preco|valor|price)\s+(?:normal|cheio|mesmo|full)\b"), " "),
    (re.compile(r"\b(bom\s+di|boa\s+tard|boa\s+noit)([ae])\2+\b"), r"\1\2"),
    (re.compile(r"\bp(?:ra|ara|ro)\s+ca\b|\bmais\s+ou\s+menos\b|\bmore\s+or\s+less\b"), " "),
    (re.compile(r"\bx[\s-]+tudo\b"), "xtudo"),
    (re.compile(r"\bso\s+que\s+(?!se\b)"), " "),
    (
        re.compile(
            rf"\b(?P<count>\d{{1,3}}|an?|{_UNITS})\s*(?P<unit>{_MEASURES})\s+(?:e\s+mei[oa]|and\s+a\s+half)\b"
            rf"|\b(?P<many>\d{{1,3}}|{_UNITS})\s+(?:e\s+mei[oa]|and\s+a\s+half)\s+(?P<one>{_MEASURES})\b"
        ),
        _weighed,
    ),
    (re.compile(r"\b[qk]u?ilinhos?\b"), "quilo"),
    (re.compile(r"\b(?:mei[oa]|half(?:\s+an?)?)\s+(?:quilo|kilo|kg)\b"), "500g"),
    (re.compile(r"\b(?:mei[oa]|half(?:\s+an?)?)\s+(?:litro|lit(?:er|re))\b"), "500ml"),
    (re.compile(r"\b(?:um\s+)?quarto\s+de\s+(?:quilo|kilo|kg)\b"), "250g"),
    (re.compile(r"(?<!as )(?<!das )\b(um|uma|dois|duas|tres|quatro|cinco|\d)\s+e\s+mei[oa]\b(?!\s+(?:da|de))"), _half),
    (re.compile(r"\bmoto\s+boy\b"), "motoboy"),
    (re.compile(r"\bof\s+(?=(?:those|these|them)\b)"), ""),
    # Why something goes is no haggling: `tira a tesoura que ta cara`.
    (
        re.compile(
            r"\b((?:tir|remov|retir)[ae]r?\s+(?:\w+\s+){1,4}?)(?:que|porque|pois)\s+(?:ela|ele)?\s*"
            r"(?:ta|esta|e|eh|ficou|achei|saiu|tao)\s+(?:\w+\s+)?(?:car[oa]s?|salgad[oa]s?)\b"
        ),
        r"\1",
    ),
    (
        re.compile(
            r"\bse\s+(?:desse|der|puder(?:em)?|tiver(?:em)?(?=\s+(?:poe|bota|coloca|manda|inclui)))\s*,?\s*(?:ja\s+)?(?=(?:manda|coloca|bota|poe|separa|inclui)\b)"
        ),
        " ",
    ),
    (re.compile(r"\b(?:a\s+|em\s+)?pronta\s+entrega\b"), "estoque"),
    (
        re.compile(
            r"\b(?:em\s+vez|ao\s+inves|no\s+lugar)\s+d[eoa]s?\s+(\S+(?:\s+\S+){0,3}?)\s*(?:,|\b(?:eu\s+)?(?:quero|prefiro|coloca|manda|bota)\b)\s*"
        ),
        r"troca \1 por ",
    ),
    (
        re.compile(
            r"\b(?:quero|prefiro|coloca|manda|poe|bota|me\s+ve)\s+([^,.;!?]+?)\s+(?:em\s+vez|ao\s+inves|no\s+lugar)\s+d[eoa]s?\s+([^,.;!?]+)"
        ),
        r"troca \2 por \1",
    ),
    (re.compile(r"\bpor\s+gentileza\b|\bse\s+(?:for\s+)?possivel\b"), " "),
    (re.compile(r"(?:^|(?<=\n))\s*(?:[-•*·]|\d\))\s+"), ""),
)
# Laughter beside words means nothing; a message of nothing else is left as it is.
_LAUGHTER = re.compile(
    r"(?:(?<=\w)\s+|^\s*(?=\w+\s+\w))(?:k{2,}|(?:rs)+|(?:ha|he|hi|hua|ua){2,}[hs]*|(?:ha|he|hi)h+|lol)\b"
)
_STRETCHED = re.compile(r"(?!\biii\b)([a-jl-z])\1{2,}")
_SPACES = re.compile(r"[ \t]{2,}")
_SHORT_WORD = re.compile(r"(?<![\w-])(?:[cp]/|[a-z]+)(?![\w-])")


# `a stove, three canisters n a lantern`
_N = re.compile(
    r"(?<=[a-z])\s+n\s+(?=(?:an?|the|my|cash|pay|paying|two|three|four|one|i|i'll|i'm|its|it's|pick|collect)\b)|(?<=\bup)\s+n\s+"
)


def spelt_out(folded: str) -> str:
    """A folded text with the short forms of chats as their words: `qto` is `quanto`."""
    text = _SHORT_WORD.sub(lambda match: _SHORT.get(match[0], match[0]), _SPACES.sub(" ", folded))
    text = _N.sub(" and ", text)
    text = _STRETCHED.sub(r"\1", _LAUGHTER.sub(" ", text))
    for idiom, plain in _IDIOMS:
        text = idiom.sub(plain, text)
    return text


def words(text: str) -> list[str]:
    """The folded words of a text."""
    return _WORD.findall(fold(text))


_IRREGULAR = {"paes": "pao", "caes": "cao", "maes": "mae"}


def stem(word: str) -> str:
    """A word without the endings that differ between a question and a product's name."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) > 4 and word.endswith(("oes", "aes")):
        return word[:-3] + "ao"
    if len(word) > 4 and word.endswith("is"):
        return word[:-2] + "l"
    word = word[:-1] if word.endswith("s") and (len(word) > 3 or word.endswith("es")) else word
    return word[:-1] if len(word) > 4 and word[-1] in "aoe" else word


_COLOURS = frozenset(map(stem, v.COLOURS))


def is_colour(word: str) -> bool:
    """It names a colour, in any of its forms."""
    return stem(word) in _COLOURS


def without_diminutive(word: str) -> str | None:
    """`ursinho` is a small `urso`; None where a word is no such form."""
    found = _DIMINUTIVE.fullmatch(word)
    if found is None:
        return None
    root = f"{found[1][:-2]}c" if found[1].endswith("qu") else found[1]  # `coquinha`
    return f"{root}{found[2]}"


def in_portuguese(word: str) -> tuple[str, ...]:
    """What a catalogue in Portuguese calls the thing an English word names; empty when the word is not known."""
    singular = word[:-1] if word.endswith("s") and not word.endswith("ss") else word
    shorter = f"{word[:-3]}y" if word.endswith("ies") else word[:-2] if word.endswith("es") else word
    return IN_PORTUGUESE.get(word) or IN_PORTUGUESE.get(singular) or IN_PORTUGUESE.get(shorter) or ()


@lru_cache(maxsize=4096)
def one_edit(left: str, right: str) -> bool:
    """True when one typing slip (a letter more, less, other, or two swapped) makes one word of the other."""
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
