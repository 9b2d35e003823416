"""A Brazilian address in a sentence, in parts: street, number, complement, district, city, state, CEP. Pure.

It ends where the sentence goes on to something else, so what follows it is not lost in it.
"""

import re
from dataclasses import dataclass, field

from app.ops.expressions import expression

_TYPE = (
    r"(?:rua|r\.|avenida|aven\.|av\.?|travessa|trav\.|tv\.|alameda|al\.|passagem|psg\.?|praça|praca|pça\.?|rodovia|rod\.|estrada|estr\.|"
    r"largo|quadra|vila|viela|ladeira|beco|passarela|servid[ãa]o)"
)
# No word's end: the `no` of `rua Bueno 415`, the `r.` of `rua dr. Elpídio 77`
_APART = r"(?<![^\W\d_])"
# A house's number after such a street, not `rua x 22, 2 shampoos`.
_NUMBERED = (
    r"(?:\s*,\s*|\s+)(?:(?:n(?:um|[ºo°.])?|n[uú]mero|number|#|casa|lote|lt)\b\.?\s*\d|\d{3,5}\b(?!\s?-\s?\d{3}\b)"
    r"|(?<=[\s,])\d{1,2}\s*(?:[,;.\n]|$|ap\w*\b|bl\w*\b|casa\b))"
)
_BLOCK_AND_LOT = r"(?:quadra|qd|qda|q)\.?\s*(?P<block>\d{1,4}[a-z]?)\s*,?\s*(?:lote|lt|l)\.?\s*(?P<lot>\d{1,4}[a-z]?)\b"
# `Rua 10 qd. 4 lt. 5 n 20`
_LOTTED = expression(
    rf"\b(?P<street>{_TYPE}\s+(?:(?:[a-z]{{1,2}}-?)?\d{{1,4}}[a-z]?|[^\n;,\d?!]{{2,60}}?))\s*,?\s*\b{_BLOCK_AND_LOT}"
    r"(?:\s*,?\s*(?:n(?:um|[ºo°])?\.?|n[uú]mero|casa)\s*(?P<number>\d{1,5}[a-z]?)\b)?",
    re.IGNORECASE,
)
# Brasília and Palmas have no streets: `QNM 17 conjunto B casa 22`, `SQS 308 bloco C apto 201`, `SQN 210 Bloco C, 305`
_SECTOR = expression(
    r"\b(?P<street>(?!qu[ea]\b)(?:s[a-z]{2,3}|q[a-z]{1,2}|cl[ns]w?|ar[sn][eo])\s*\d{1,4}"
    r"(?:(?:\s*,)?\s*(?:conj(?:unto|\.)?|bloco|bl\.?|lote|lt\.?)\s*[a-z0-9]{1,3}\b)+)"
    r"\s*(?:,?\s*(?:casa|lote|lt\.?|ap(?:to|artamento|t\.?|\.)?|n[ºo°]?)|,)\s*(?P<number>\d{1,4})\b(?!\s?-?\s?\d{3})",
    re.IGNORECASE,
)
# `QNA 12 casa 30`, of which the letters are those of a sector
_SECTOR_HOUSE = expression(
    r"\b(?P<street>(?:qn[a-jl-r]|q[reisl]|qms|sq[ns]|sh[a-z]{2})\s*\d{1,4})\s*,?\s*(?:casa|lote|lt\.?)\s*(?P<number>\d{1,4})\b",
    re.IGNORECASE,
)
_STREET = expression(
    # `rua 15 n 80`, `Rua T-37, 1200`: some towns number their streets
    rf"\b(?P<street>{_TYPE}\s+(?:(?:[a-z]{{1,2}}[\s-]?)?\d{{1,4}}[a-z]?(?={_NUMBERED})|(?:\d{{1,2}}\s+d[eoa]\s+)?(?:(?!{_APART}{_TYPE}\s)[^\n;,\d?!]){{1,60}}?))"
    rf"\s*,?\s*(?:{_APART}(?:n(?:um|[ºo°])?\.?\s*|n[uú]mero\s*|number\s*|#\s*|casa\s+|lote\s+|lt\s+))?(?P<number>\d{{1,6}}(?:-?[a-zA-Z]\b)?|s/?n\b)(?![\d.,]*\d|\s?-\s?\d{{3}}\b)",
    re.IGNORECASE,
)
# `ship it to 12 Rua das Flores`, `45 Paulista Avenue`: as it is said in English
_NUMBER_FIRST = expression(
    rf"(?:^|\b(?:to|at|is|address:?|in)\s+)(?P<number>\d{{1,5}}[a-z]?)\s+(?P<street>{_TYPE}(?:\s+(?:[A-Za-zÀ-ÿ'’]{{2,20}}|[deao])){{1,5}}|"
    r"(?:[A-ZÀ-Ý0-9][\wÀ-ÿ'’]*\s+){1,4}(?:street|st|avenue|ave|road|rd|lane|drive|square|boulevard|blvd)\b\.?)(?=\s*(?:[,.;\n]|$))",
    re.IGNORECASE,
)
_CEP = expression(
    r"(?:\b(?:(?:e\s+)?(?:o|meu|com|the)\s+)?(?:cep|zip(?:\s+code)?)\s*(?:[ée]|eh|is)?\s*:?\s*)?(?<![0-9.-])([0-9]{2}\.?[0-9]{3})-?([0-9]{3})(?![0-9-])",
    re.IGNORECASE,
)
# What is counted or lettered inside of a house (`ap 12 B`, `bloco C`), and what a house may have one of.
_WITHIN = (
    r"(?:apto?\.?|apartamento|apartment|flat|unit|room|quarto|su[ií]te|ap\.?|bloco|bl\.?|casa|sala|torre|conjunto|conj\.?|cj\.?|lote|andar|loja|"
    r"fundos|sobrado|cobertura|kitnet)(?![^\W\d_])"
)
_COMPLEMENT = expression(
    rf"(?:complemento\s*:?\s*)?(?:(?:quadra|qd)\.?\s*\d{{1,4}}\s*,?\s*(?:lote|lt)\.?\s*\d{{1,4}}|casa\s+d[eo]s?\s+fundos\b|"
    rf"{_WITHIN}\s*(?:n[ºo°]?\.?\s*)?(?:\d{{1,6}}(?:-?[a-z]|\s(?:b|(?-i:[A-DF-NP-Z])))?\b|[b-d]\b|(?-i:[A-Z])\b)|"
    rf"(?:bloco|bl\.?|torre|apto?\.?|ap\.?)\s+[a-z]\b|{_WITHIN}(?=\s*(?:[,.;\n-]|$)))",
    re.IGNORECASE,
)
_UF = "AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO".split()  # noqa: SIM905
_CITY_UF = expression(rf"^(?P<city>[^\d,/-]{{2,40}}?)\s*(?:[-/,]\s*|\s)(?P<state>{'|'.join(_UF)})\b\.?$", re.IGNORECASE)
# `zona 2`, `setor 7 sul`: districts that are numbered
_NUMBERED_DISTRICT = expression(
    r"(?:(?:bairro|jd\.?|jardim|vila|vl\.?|parque|pq\.?|conjunto|conj\.?)\s+[^\d]{2,30}\s)?(?:zona|setor|gleba|etapa|fase|distrito)\s+(?:\d{1,3}|[ivx]{1,4})"
    r"(?:\s+(?:norte|sul|leste|oeste))?",
    re.IGNORECASE,
)
_TOWN_BEHIND = expression(r"(?:\s+(?:d[eoa]s?\s+)?(?-i:[A-ZÀ-Ý])[a-zà-ÿ'’]{2,}){1,3}", re.IGNORECASE)
_DISTRICT = expression(r"^(?:no\s+|na\s+)?(?:bairro|b\.)\s*:?\s*", re.IGNORECASE)
_NOT_PLACES = expression(
    r"\b(?:eu|quero|queria|vou|pago|pagar|pagamento|pix|dinheiro|cart[aã]o|entreg\w*|meu|minha|nome|cpf|telefone|tel|fone|phone|"
    r"whats\w*|zap|celular|e-?mail|me\s+chamo|sou|obrigad\w*|por\s+favor|pode|sim|n[aã]o|manda\w*|confirm\w*|fech\w*|"
    r"motoboy|sedex|pac|correios?|expressa|retira\w*|receb\w*|quem|fala|falar|procurar?|aos\s+cuidados|deixa\w*|leave|ask|for|receives?|courier|adicion\w*|coloca|troca|tira|mas|que|se|quando|aceita|tem|qual|quanto|demora\w*|chega\w*|prazo|frete|voc[eê]s?|vcs?|how|when|what|does|my|name|please|pay\w*|want|i|yes|no|but|cash|change|it|it'?s|is|the|to|and|can|could|will|we|are|this|thanks?|money|today|tomorrow|now|deliver\w*|pick\w*|collect\w*|arriv\w*)\b"
    r"|@|\+?\(?\d{2}\)?\s?9?\d{4}[\s-]?\d{4}|\d{3}\.\d{3}\.\d{3}",
    re.IGNORECASE,
)
# `rua Sete 99, em nome de Ana`, `… centro e pago`: the words before what is no place any more
_LEADS_ON = expression(r"(?:(?:^|\s+)(?:e|é|eh|vai|em|no|na|o|a|com|pra|para|in|under|and|the))+\s*$", re.IGNORECASE)
_NO_NAME = expression(r"(?:(?:em|de|d[ao]s?|n[ao]s?|perto|l[aá]|aqui|ali)\b\s*)*", re.IGNORECASE)
# A sentence of its own behind district and postal code: `…, Floresta, 31010-360. Renata Coutinho`
_PERSON = expression(
    r"(?!(?:bairro|jardim|jd|vila|vl|parque|pq|centro|residencial|conjunto|setor|distrito|cidade|nova?|s[ãa]o|santa|santo|porto|"
    r"belo|rio|campo|monte|lagoa|praia|dona|seu|sra?)\b)"
    r"(?-i:[A-ZÀ-Ý][a-zà-ÿ'’]+(?:\s+(?:d[aeo]s?\s+)?[A-ZÀ-Ý][a-zà-ÿ'’]+){1,3})",
    re.IGNORECASE,
)
_STREET_BEFORE = expression(
    r"\b(?P<street>(?:rua|r\.|avenida|av\.?|alameda|travessa)\s+[^,;\n\d?!]{0,40}(?:(?:[a-z]-?)?\d{1,4})?)[\s,]*$",
    re.IGNORECASE,
)
# What a street lies in, told before it: `Loteamento Europa, quadra 22 lote 9`, `aqui no Costa e Silva, rua Inambu 20`
_AREA_BEFORE = expression(
    r"\b(?:(?:bairro|aqui\s+n[oa])\s+(?P<named>[^\W\d_]{3,}(?:\s+[^\W\d_]+){0,3}?)|"
    r"(?P<area>(?:conjunto|loteamento|residencial|condom[ií]nio|jardim|parque|vila)\s+[^\W\d_]+(?:\s+[^\W\d_]+){0,3}?))\s*,?\s*$",
    re.IGNORECASE,
)
_BLOCK = expression(r"[\s,]+(?:quadra|qd)\.?$", re.IGNORECASE)
_LOT = expression(r"\s*,?\s*(?:lote|lt)\.?\s*(\d{1,4}[a-z]?)\b", re.IGNORECASE)
# What a district's name begins with, shortened: `St. Bueno`, `Cond. das Flores`
_SHORTENED = "".join(
    rf"(?<!\b[{one[0].upper()}{one[0]}]{one[1:]})" for one in ("st", "jd", "vl", "pq", "ed", "res", "cond", "conj")
)
_PIECE = expression(rf"\s*(?:,|;|\n|\s-\s|\s–\s|(?<=[a-zà-ÿ]){_SHORTENED}\.\s|(?<=[A-Z]{{2}})\.\s)\s*")


@dataclass(frozen=True, slots=True)
class Address:
    """The parts that were said, and where in the text they stand."""

    parts: dict[str, str] = field(default_factory=dict)
    start: int = 0
    end: int = 0

    @property
    def line(self) -> str:
        """In one line, as people write it."""
        part = self.parts
        street = ", ".join(part[key] for key in ("street", "number") if key in part)
        place = "/".join(part[key] for key in ("city", "state") if key in part)
        return ", ".join(text for text in (street, part.get("complement"), part.get("district"), place) if text)


def find(text: str) -> Address | None:
    """The last street or sector with its number, and the parts that follow it; None when there is none."""
    matches = (
        list(_STREET.finditer(text[:4000]))
        or list(_SECTOR.finditer(text[:4000]))
        or list(_SECTOR_HOUSE.finditer(text[:4000]))
        or list(_NUMBER_FIRST.finditer(text[:4000]))
    )
    lotted = list(_LOTTED.finditer(text[:4000]))
    if lotted and (not matches or lotted[-1].end() > matches[-1].start()):
        return _in_lots(lotted[-1], text)
    if not matches:
        return None
    match = matches[-1]
    street = " ".join(match["street"].split()).strip(" ,.-")
    named = street.partition(" ")[2]
    if len(named) > 1 and (_NOT_PLACES.search(named) or _NO_NAME.fullmatch(named)):  # `na praça em 2015`
        return None
    parts = {"street": street, "number": match["number"].replace("-", "").upper()}
    start, end = match.start(), match.end()
    if re.match(r"quadra\b.*\b(?:lote|lt)\b", match[0], re.IGNORECASE):
        parts["number"] = f"lote {parts['number']}"
        if before := _STREET_BEFORE.search(text[:start]):  # `rua 15, quadra 3, lote 4`
            parts |= {"street": before["street"].strip(), "number": f"{street} {parts['number']}"}
            start = before.start()
    elif (block := _BLOCK.search(street)) and (lot := _LOT.match(text, end)):  # `rua Tapajós qd 12 lt 8`
        parts |= {"street": street[: block.start()], "number": f"quadra {parts['number']} lote {lot[1]}"}
        end = lot.end()
    consumed = _following(text[end:], parts)
    return Address(parts, _area_before(text[:start], parts), end + consumed)


def _area_before(before: str, parts: dict[str, str]) -> int:
    """Where the address begins: at what the street lies in, told before it; its district where none follows."""
    found = _AREA_BEFORE.search(before)
    area = (found["named"] or found["area"]) if found else ""
    if found is None or _NOT_PLACES.search(area) or re.match(r"(?i)(?:casa|loja|obra|mesm[oa]|trabalho|porta)\b", area):
        return len(before)
    if "city" not in parts and "district" in parts:
        parts["city"] = parts.pop("district")
    if "district" not in parts:
        parts["district"] = area
    elif found["area"]:
        parts["street"] = f"{area}, {parts['street']}"
    else:
        return len(before)
    return found.start("named" if found["named"] else "area")


def _in_lots(match: re.Match[str], text: str) -> Address | None:
    """A street whose houses are told by block and lot, and by a number besides where they have one."""
    street = " ".join(match["street"].split()).strip(" ,.-")
    named = street.partition(" ")[2]
    if _NOT_PLACES.search(named) or _NO_NAME.fullmatch(named):
        return None
    lot = f"quadra {match['block']} lote {match['lot']}"
    parts = {"street": street, "number": match["number"] or lot}
    if match["number"]:
        parts["complement"] = lot
    consumed = _following(text[match.end() :], parts)
    return Address(parts, _area_before(text[: match.start()], parts), match.end() + consumed)


def _following(rest: str, parts: dict[str, str]) -> int:
    """Read pieces after the number into parts; how far they reach."""
    at = reached = 0
    places: list[str] = []
    while (beside := _COMPLEMENT.match(rest[at:].lstrip(" ,-"))) and beside[0].strip():  # `ap 12 bloco B`
        skipped = len(rest[at:]) - len(rest[at:].lstrip(" ,-"))
        _complete(parts, beside[0])
        at = reached = at + skipped + len(beside[0].rstrip())
    for _ in range(6):
        gap = re.match(r"(?:\s*(?:,|\n|;|-|–|\.)\s*|\s+)", rest[at:])
        start = at + (gap.end() if gap else 0)
        if gap is None or start >= len(rest):
            break
        if cep := _CEP.match(rest, start):
            parts["zip"] = (cep[1] + cep[2]).replace(".", "")
            at = reached = cep.end()
            continue
        boundary = _PIECE.search(rest, start)
        stop = boundary.start() if boundary else len(rest)
        if cep := _CEP.search(rest, start, stop):
            stop = cep.start()
        piece = rest[start:stop]
        cut = _NOT_PLACES.search(piece)
        joined = _LEADS_ON.search(piece[: cut.start()]) if cut else None
        if cut:
            piece = piece[: joined.start() if joined else cut.start()]
        said = piece.strip(" ,.-")
        if places and "zip" in parts and set(gap[0]) & {".", "\n"} and _PERSON.fullmatch(said):
            break
        if said and not _place(said, parts, places):
            break
        if said:
            reached = start + len(piece.rstrip(" ,.-"))
        if cut or not said:
            break
        at = stop
    _name_places(places, parts)
    return reached


def _place(said: str, parts: dict[str, str], places: list[str]) -> bool:
    """Whether a piece belongs to an address; noted when it does."""
    if (found := _COMPLEMENT.fullmatch(said)) and found[0].partition(" ")[0] not in parts.get("complement", ""):
        _complete(parts, found[0])
        return True
    if said.upper() in _UF:
        parts["state"] = said.upper()
        return True
    if (zone := _NUMBERED_DISTRICT.match(said)) and _TOWN_BEHIND.fullmatch(said[zone.end() :]) and not places:
        places += [zone[0], said[zone.end() :].strip()]  # `zona 7 Maringá`
        return True
    numbered = any(char.isdigit() for char in said) and not _NUMBERED_DISTRICT.fullmatch(said)
    if len(said) > 60 or len(said.split()) > 6 or numbered or "?" in said or "!" in said:
        return False
    if len(places) > 1 or ("zip" in parts and any(_CITY_UF.match(place) for place in places)):  # then comes a name
        return False
    places.append(said)
    return True


def _complete(parts: dict[str, str], more: str) -> None:
    told = " ".join(more.split())
    parts["complement"] = f"{parts['complement']}, {told}" if "complement" in parts else told


def _name_places(places: list[str], parts: dict[str, str]) -> None:
    """District, then city: what was called a district is one; a name before a state is a city."""
    for place in places:
        called = _DISTRICT.match(place)
        name = place[called.end() :].strip() if called else place
        if (city := _CITY_UF.match(name)) and not called:
            before, _, last = city["city"].strip().partition(" ")
            if before.lower() == "centro" and last:
                parts.setdefault("district", before)
                parts["city"] = last
            else:
                parts["city"] = city["city"].strip()
            parts["state"] = city["state"].upper()
        elif called or "district" not in parts:
            parts["district"] = name
        elif "city" not in parts:
            parts["city"] = name
    if "state" in parts and "city" not in parts and "district" in parts and len(places) == 1:
        parts["city"] = parts.pop("district")
