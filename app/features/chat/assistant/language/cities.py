"""The larger towns of Brazil and the beginning of their postal codes, by which the shop's rules are asked. Pure."""

from app.features.chat.assistant.language.words import fold
from app.ops.expressions import expression

_CITIES = {
    "sao paulo": "01310", "guarulhos": "07010", "osasco": "06010", "santo andre": "09010",
    "sao bernardo do campo": "09710", "campinas": "13010", "jundiai": "13201", "piracicaba": "13400",
    "ribeirao preto": "14010", "franca": "14400", "sao jose do rio preto": "15010", "bauru": "17010",
    "sorocaba": "18010", "santos": "11010", "sao jose dos campos": "12210", "rio de janeiro": "20040",
    "niteroi": "24020", "sao goncalo": "24400", "duque de caxias": "25010", "petropolis": "25610",
    "nova iguacu": "26210", "campos dos goytacazes": "28010", "vitoria": "29010", "vila velha": "29100",
    "belo horizonte": "30110", "contagem": "32010", "betim": "32600", "governador valadares": "35010",
    "ipatinga": "35160", "divinopolis": "35500", "ouro preto": "35400", "juiz de fora": "36010", "barbacena": "36200",
    "varginha": "37002", "lavras": "37200", "pouso alegre": "37550", "pocos de caldas": "37701", "uberaba": "38010",
    "uberlandia": "38400", "montes claros": "39400", "salvador": "40020", "feira de santana": "44001",
    "vitoria da conquista": "45000", "aracaju": "49010", "recife": "50010", "olinda": "53010", "caruaru": "55002",
    "maceio": "57020", "joao pessoa": "58010", "campina grande": "58400", "natal": "59010", "mossoro": "59600",
    "fortaleza": "60010", "teresina": "64000", "sao luis": "65010", "belem": "66010", "ananindeua": "67000",
    "santarem": "68005", "macapa": "68900", "manaus": "69005", "boa vista": "69301", "rio branco": "69900",
    "brasilia": "70040", "taguatinga": "72010", "ceilandia": "72210", "aguas claras": "71900", "guara": "71010",
    "sobradinho": "73010", "planaltina": "73310", "aparecida de goiania": "74905", "goiania": "74003",
    "anapolis": "75020", "porto velho": "76801", "palmas": "77001",
    "cuiaba": "78005", "campo grande": "79002", "curitiba": "80010", "ponta grossa": "84010", "cascavel": "85801",
    "foz do iguacu": "85851", "londrina": "86010", "maringa": "87013", "florianopolis": "88010", "itajai": "88301",
    "blumenau": "89010", "joinville": "89201", "porto alegre": "90010", "canoas": "92010", "caxias do sul": "95010",
    "pelotas": "96010", "santa maria": "97010",
}  # fmt: skip
TOWNS = "|".join(_CITIES)
"""The towns, folded, as a pattern."""
_SHORT = {
    "bh": "belo horizonte",
    "poa": "porto alegre",
    "rj": "rio de janeiro",
    "rio": "rio de janeiro",
    "sp": "sao paulo",
    "jf": "juiz de fora",
    "mg": "belo horizonte",
    "sc": "florianopolis",
    "santa catarina": "florianopolis",
    "rs": "porto alegre",
    "ms": "campo grande",
    "mt": "cuiaba",
    "go": "goiania",
    "df": "brasilia",
    "ba": "salvador",
    "pe": "recife",
    "ce": "fortaleza",
}


def cep_of(place: str) -> str | None:
    """A postal code of the town that a place names; None where it is not known."""
    town = " ".join(fold(place).split()).strip(" .,!?")
    town = _SHORT.get(town, town)
    begins = next(
        (cep for name, cep in _CITIES.items() if town == name or town.startswith((f"{name} ", f"{name},"))), None
    )
    return f"{begins}000" if begins else None


_REGIONS = (
    ("sudeste", "0", "3"),
    ("nordeste", "4", "65"),
    ("norte", "66", "69"),
    ("centro-oeste", "70", "767"),
    ("norte", "768", "77"),
    ("centro-oeste", "78", "79"),
    ("sul", "80", "99"),
)
_REGION = expression(r"\b(sudeste|sul|nordeste|norte|centro[\s-]oeste)\b")


def leaves_out(sentence: str, cep: str) -> bool:
    """The sentence names regions of Brazil, and not the one in which a postal code is."""
    told = {name.replace(" ", "-") for name in _REGION.findall(fold(sentence))}
    region = next((name for name, low, high in _REGIONS if low <= cep and cep[: len(high)] <= high), "")
    return bool(told) and region not in told


_NAMED = expression(rf"\b(?:em|de|in|from|near)\s+(?P<town>{TOWNS})\b")
_NAMED_FIRST = expression(
    rf"\b(?:pra|para|pro|ate|to)\s+(?P<town>{TOWNS})\b.*\b(?:entreg|frete|envi|mand|deliver|ship)"
)
# `minha mãe mora em Recife, vocês mandam pra ela?`
_LIVES = expression(
    rf"\b(?:mor(?:a|o|am|amos)|lives?)\s+(?:la\s+|aqui\s+)?(?:em|no|na|in)\s+(?P<town>{TOWNS})\b.*\b(?:entreg|frete|envi|mand|cheg|deliver|ship|send)"
)
_POINTS_THERE = expression(r"\b(?:ca|la|aqui|there|here)\b")


def town_pointed_at(message: str) -> str:
    """The town that a message names before it points there or asks of sending: `sou de Pelotas, entregam aqui?`, `pra
    Natal quanto é o frete?`; empty where there is none that is known."""
    told = fold(message)
    if first := _NAMED_FIRST.search(told) or _LIVES.search(told):
        return first["town"]
    named = _NAMED.search(told)
    return named["town"] if named and _POINTS_THERE.search(told, named.end()) else ""


_ABROAD = expression(
    r"\b(?:(?:fora\s+d[oe]|out(?:side)?\s+(?:of\s+)?)\s*(?:bra[sz]il|pais)|(?:n?o|pro|para\s+o)\s+exterior|outro\s+pais|abroad|overseas|internationally|my\s+(?:home\s+)?country|"
    r"another\s+country|estados\s+unidos|(?:the\s+)?u\.?s\.?a\.?|(?<=the\s)us|united\s+(?:states|kingdom)|america|eua|(?:the\s+)?u\.?k\.?|england|inglaterra|scotland|ireland|irlanda|"
    r"europ[ea]|portugal|lisbo[na]|spain|espanha|fran(?:ce|ca)|paris|germany|alemanha|berlin|ital(?:y|ia)|holanda|netherlands|belgium|belgica|switzerland|suica|austria|"
    r"sweden|suecia|norway|noruega|denmark|dinamarca|finland|finlandia|poland|polonia|greece|grecia|russia|canada|mexico|argentina|uruguay|uruguai|"
    r"chile|paraguay|paraguai|bolivia|peru|colombia|japan|japao|china|india|australia|new\s+zealand|nova\s+zelandia|south\s+africa|angola|mocambique|israel|"
    r"london|londres|new\s+york|nova\s+york|miami|orlando|dubai|buenos\s+aires)\b"
)
_ABROAD_TOLD = expression(
    r"\b(?:exterior|fora\s+do\s+(?:brasil|pais)|outros?\s+paises|internaciona(?:l|is|lmente)|abroad|overseas|international(?:ly)?|outside\s+(?:of\s+)?brazil)\b"
)


def names_abroad(message: str) -> str:
    """The country or town abroad that a message names, or what stands for one; empty where it names none."""
    found = _ABROAD.search(fold(message))
    return found[0] if found is not None else ""


def tells_abroad(sentence: str) -> bool:
    """It tells whether anything is sent out of the country."""
    return _ABROAD_TOLD.search(fold(sentence)) is not None
