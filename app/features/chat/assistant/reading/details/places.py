"""An address and a postal code that are told in pieces, over several messages or as corrections. Pure.

What is told is read twice in a turn, by the caller and by the assistant: to apply a piece again changes nothing.
"""

import re

from msgspec import Struct

from app.features.chat.assistant.language.cities import cep_of, town_pointed_at
from app.features.chat.assistant.language.goods import current
from app.features.chat.assistant.language.vocabulary import NO_GOODS
from app.features.chat.assistant.language.words import fold, words
from app.features.conversations.state import ConversationState
from app.features.extract_lead import addresses
from app.ops.expressions import expression

_FILLER = (
    r"(?:(?:ah|oh|ops|opa|pera[ií]?|espera|digo|ali[aá]s|quer\s+dizer|oi|ok|sim|n[aã]o|mas|[ée]|eh|ent[aã]o|na\s+verdade|desculp[ae]|esqueci(?:\s+d[aeo])?|falt(?:ou|a)|"
    r"coloca|p[õo]e|corrige|only|it'?s|it\s+is|sorry|wait|actually|the|my|house|street(?=\s+number)|o|a|meu|minha|complemento)\b(?:\s*[,:])?\s*)*"
)
_TYPE = (
    r"(?:rua|r\.|avenida|av\.?|travessa|tv\.|alameda|al\.|passagem|psg\.?|pra[çc]a|rodovia|estrada|largo|viela|ladeira|beco|"
    r"servid[ãa]o)"
)
_NAME = r"(?:\s+(?:[A-Za-zÀ-ÿ'’]{2,20}|[deao]|\d{1,2}\s+de)){1,6}"
# `rua 15`, `avenida T-9`, which lack the house's number; `rua B 10` and `rua XV 100` have it
_STREET_NAME = rf"(?:{_NAME}|\s+(?:[a-z]{{1,2}}-?)?\d{{1,4}})"
_PLACE = expression(r"[A-Za-zÀ-ÿ'’]{3,}(?:\s+[A-Za-zÀ-ÿ'’]{2,}){0,3}")
_LIVES = (
    r"(?:(?:eu\s+)?mor[oa]\s+|fica\s+|entreg\w*\s+|mand\w*\s+|envi\w*\s+|pr[ao]\s+|para\s+|"
    r"meu\s+endere[çc]o\s+[ée]?\s*|my\s+address\s+is\s+)?"
)
_STREET = expression(
    rf"^{_FILLER}{_LIVES}(?:[ée]\s+)?(?:n[ao]\s+|em\s+|a\s+)?(?P<street>{_TYPE}{_STREET_NAME})\s*[.,]?$", re.IGNORECASE
)
_CALLED = expression(
    rf"^{_FILLER}(?P<type>{_TYPE})\s+(?:(?:certa|correta)\s+)?(?:[ée]|eh)\s+(?P<name>[A-Za-zÀ-ÿ'\s]{{3,50}})$",
    re.IGNORECASE,
)
# `quero 1 boné, entregar na rua das flores`
_SENT_TO = expression(
    rf"\b(?:entreg\w+|mand\w+|envi\w+|moro|deliver\w*|ship\w*|send)\s+(?:\w+\s+){{0,2}}?(?:na|no|em|pr[ao]|to|at|on)\s+(?P<street>{_TYPE}{_STREET_NAME})\s*(?=[,.;\n]|$)",
    re.IGNORECASE,
)
_NOT_STREETS = expression(
    r"\b(?:que|pix|quero|n[aã]o|pago|dinheiro|cep|bairro|cidade|qual|onde|perto|fica)\b", re.IGNORECASE
)
# `o nome da rua tá errado, é rua das Acácias Brancas`
_WRONG_STREET = expression(
    rf"^(?:(?:o\s+nome\s+d)?a\s+)?rua\s+(?:t[aá]|est[aá])\s+errad[oa]\s*[,.:]?\s*(?:(?:[ée]|o\s+certo\s+[ée]|a\s+certa\s+[ée])\s+)?(?P<street>{_TYPE}{_NAME})$",
    re.IGNORECASE,
)
_NUMBERED = r"n(?:[úu]mero(?:\s+(?:certo|correto|da\s+casa))?|[ºo°]\.?|\.|umber)?"
_NUMBER = expression(
    rf"^{_FILLER}(?P<called>{_NUMBERED}\s*(?:[ée]|eh|is|:)?\s*)?(?P<number>\d{{1,5}}[a-z]?)$", re.IGNORECASE
)
_NO_NUMBER = expression(r"^(?:[ée]\s+)?(?:n[aã]o\s+tem\s+n[úu]mero|sem\s+n[úu]mero|s/n|no\s+number)$", re.IGNORECASE)
_WRONG_NUMBER = expression(
    rf"\b(?:mud|troc|alter|corri[gj]|chang)\w*\s+(?:o\s+|the\s+)?{_NUMBERED}\s+(?:pra|para|por|to)\s+|"
    rf"\b{_NUMBERED}\s+(?:t[aá]|est[aá]|is)\s+(?:errad[oa]|trocad[oa]|wrong)\s*[,.]?\s*(?:(?:digitei|escrevi|coloquei|botei|i\s+typed)\s+\w+\s*[,.]?\s*)?(?:[ée]|eh|o\s+certo\s+[ée]|it'?s)\s+",
    re.IGNORECASE,
)
_OLD = r"(?P<old>\d{1,6}[a-z]?)"
_NEW = r"(?P<new>\d{1,6}[a-z]?)"
_FIXES = (
    expression(
        rf"^{_FILLER}(?:{_NUMBERED}\s*(?:[ée]\s*)?)?(?P<kind>ap\w*\.?\s+|casa\s+|bloco\s+)?{_NEW}\s*,?\s*(?:e\s+)?(?:n[aã]o|not)\s+(?:[ée]\s+|o\s+)?{_OLD}$",
        re.IGNORECASE,
    ),
    expression(
        rf"^(?:ah\s+|ops\s+)?(?:n[aã]o\s+[ée]|it'?s\s+not)\s+(?:o\s+)?(?P<kind>ap\w*\.?\s+|casa\s+|bloco\s+)?{_OLD}\s*,?\s*(?:[ée]|mas|e\s+sim|it'?s)\s+(?:o\s+)?(?:ap\w*\s+)?{_NEW}$",
        re.IGNORECASE,
    ),
)
_LOT = r"(?:quadra|qd|lotes?|lt)\.?\s*\d{1,4}[a-z]?\b"
_COMPLEMENT = expression(
    rf"^{_FILLER}(?P<complement>(?:(?:{_LOT}|(?:apto?\.?|apartamento|ap\.?|bloco|bl\.?|casa|sala|torre|fundos|sobrado)\s*(?:n[ºo°]\s*)?(?:\d{{1,5}}\s?[a-z]?|[a-z])?\b)\s*,?\s*){{1,3}})$",
    re.IGNORECASE,
)
_NEAR = expression(
    rf"^{_FILLER}(?P<near>(?:perto|ao\s+lado|em\s+frente|pr[óo]ximo|atr[áa]s|next\s+to|near|behind)\b[^?]{{3,60}})$",
    re.IGNORECASE,
)
_DISTRICT = expression(
    rf"^{_FILLER}(?:n[ao]\s+)?bairro\s*(?:certo\s+)?(?:[ée]\s+|:\s*)?(?P<district>[A-Za-zÀ-ÿ'\s]{{3,40}}?)(?:\s*,?\s*n[aã]o\s+(?:[ée]\s+)?[\wÀ-ÿ\s]+)?$",
    re.IGNORECASE,
)
# `setor Bueno`, `jd das Palmeiras`: a district by what it is called
_QUARTER = expression(
    rf"^{_FILLER}(?:n[ao]\s+)?(?P<district>(?:(?:setor|jardim|jd\.?|vila|parque|pq\.?|residencial|loteamento)\s+[a-zÀ-ÿ'\s]{{3,40}}|centro))$",
    re.IGNORECASE,
)
_CITY = expression(
    r"^(?:(?:na|a|em)\s+)?cidade\s*(?:[ée]\s+|:\s*|de\s+)?(?P<city>[A-Za-zÀ-ÿ'\s]{3,40}?)(?:\s*[-/,]\s*(?P<state>[A-Za-z]{2}))?$",
    re.IGNORECASE,
)
_HALF_CEP = expression(
    r"^(?:(?:o\s+)?(?:meu\s+)?(?:cep|zip)\s*(?:[ée]|eh|is|:)?\s*)?(?P<cep>\d{2}\.?\d{3})\s*-?$", re.IGNORECASE
)
_OTHER_HALF = expression(
    r"^(?:(?:e\s+)?(?:o\s+)?(?:final|resto|fim)\s*(?:[ée]|:)?\s*|e\s+|-|–|tra[çc]o\s+)?\s*(?P<end>\d{3})\s*\.?$",
    re.IGNORECASE,
)
_CEP = expression(
    r"(?:\b(?:(?:o\s+)?cep|zip(?:\s+code)?)\s*(?:(?:[ée]|eh|is)\s+)?:?\s*|\b)\d{5}-?\d{3}\b", re.IGNORECASE
)
_BESIDE = expression(
    r"^(?P<number>(?:n\s*|n[úu]mero\s+)?\d{1,5}[a-z]?)\s+(?P<rest>(?:ap|casa|bloco|bl|sala|fundos|torre|bairro|quadra|qd|lote|lt)\b.*)$",
    re.IGNORECASE,
)


# Where to a message asks about or tells of: `entregam em Vinhedo?`
_TO_PLACE = expression(
    r"\b(?:moro|moramos|estou|to|sou|i\s+live|i'?m)\s+(?:em|in|de|from)\s+(?P<home>[^\W\d][\w' -]{2,40}?)\s*"
    r"(?:[?,.!;]|$|\b(?:e|quanto|qto|qnto|how)\b)"
    r"|\b(?:entreg\w*|envi\w*|mand\w*|despach\w*|frete|deliver\w*|ship\w*|send|sent|post(?:ed)?|mail(?:ed)?)\b(?:\s+(?:aqui|a[ií]|l[aá]|tamb[eé]m|it|them)\b)?\s+"
    r"(?:em|pra|para|pro|p|no|na|to|in)\s+"
    r"(?:o\s+)?(?!(?:domic[ií]lio|casa|m[aã]os)\b)(?P<place>(?:sp|rj|mg|sc|rs|ms|mt|go|df|ba|pe|ce|bh|poa)(?=\s+capital|\s*[?,.!;]|\s*$)|"
    r"[^\W\d][\w' -]{2,40}?)"
    r"(?:\s+capital)?\s*(?:[?,.!;]|$|\b(?:cep|e|ou|é|eh|ta|fica|sai|custa|da|qto|quanto)\b)"
    r"|\b(?:em|pra|para|pro)\s+(?!(?:hoje|amanh|depois|domingo|s[áa]bado|segunda|ter[çc]a|quarta|quinta|sexta|feriado|natal|casa|mim|c[áa]\b|aqui|a[íi]\b|l[áa]\b|qu|onde|ess|est|outr|tod|presente|retir|entreg))"
    r"(?P<ahead>[^\W\d][\w'-]+(?:\s+(?!voc[êe]s|vcs|c[êe]s)[\w'-]+){0,3})\s+(?:voc[êe]s|vcs|c[êe]s)\s+(?:tamb[ée]m\s+|tb\s+)?(?:entreg|envi|mand|despach)\w+",
    re.IGNORECASE,
)


# `Rua: … Número: … Bairro: …`: a form that was filled in.
_LABEL = expression(
    r"\s*[,;\n]?\s*\b(?P<label>endere[çc]o|end|rua|avenida|av|logradouro|n[úu]mero|n[ºo°]|complemento|compl|bairro|cidade|munic[íi]pio|estado|uf|cep|nome(?:\s+completo)?|telefone|street|number|city)\s*[:=]\s*",
    re.IGNORECASE,
)


def unlabelled(message: str) -> str:
    """A form that was filled in, as people write an address: `Rua X, número 50, bairro Centro`; else the message."""
    labels = list(_LABEL.finditer(message))
    if len(labels) < 2:
        return message
    pieces = [message[: labels[0].start()].strip()]
    for found, after in zip(labels, [*labels[1:], None], strict=True):
        told = message[found.end() : after.start() if after else len(message)].strip(" ,;.\n")
        label = found["label"].lower()
        if not told:
            continue
        if label in ("rua", "avenida", "av") and re.match(rf"{_TYPE}\s", told, re.IGNORECASE):
            label = ""
        keeps = {"rua", "avenida", "av", "cep", "bairro", "nome", "nome completo", "telefone"}
        if label in ("número", "numero", "number") or (label[:1] == "n" and len(label) == 2):
            label, keeps = "número", keeps | {"número"}
        pieces.append(f"{label} {told}" if label in keeps else told)
    return ", ".join(piece for piece in pieces if piece)


_NAMED = expression(r"[A-Za-zÀ-ÿ'’. ]{2,40}")


class Piece(Struct, frozen=True):
    """What a message adds: the whole address as it is then, or the postal code; rest: what else it says."""

    address: str | None = None
    cep: str | None = None
    rest: str = ""


def piece_in(message: str, state: ConversationState, *, buying: bool) -> Piece | None:
    """None: the message tells no piece of an address, or nothing that there is something to add it to."""
    text = " ".join(message.split()).strip(" .!")
    if "?" in text or len(text) > 200:
        return None
    if begun := state.dialogue.half_cep:
        if found := _OTHER_HALF.match(text):
            return Piece(cep=begun + found["end"])
    elif buying and half_cep_in(text):
        return Piece()
    base = _parts(state.known.address)
    if buying and not base.get("street") and (house := _house_beside_cep(text, state.known.cep)) is not None:
        return house
    if buying and (beside := _beside_cep(text)) is not None:
        return beside
    parts = _street(text) if buying else None
    if parts is not None and base.get("street", "").lower() == parts["street"].lower():
        return Piece(state.known.address)  # it is read twice
    if parts is not None and "street" not in base:  # the house's number was told before its street
        parts = base | parts
    parts = parts or _corrected(text, base, state)
    if parts is not None:
        line = addresses.Address(parts).line
        return Piece(line if "street" in parts or "number" not in parts else f"nº {line}")
    if (sent := _SENT_TO.search(text)) and _is_street(sent["street"]) and addresses.find(text) is None:
        begins = sent["street"].strip()
        return Piece(begins, rest=f"{text[: sent.start()]} {text[sent.end() :]}")
    return None


def _beside_cep(text: str) -> Piece | None:
    """`Rua das Flores, Centro, 37200-000`: a street without its number, and the postal code."""
    cep = _CEP.search(text)
    street, *places = [one.strip(" .-") for one in _CEP.sub("", text).split(",") if one.strip(" .-")] or [""]
    parts = _street(street) if cep is not None else None
    if (
        cep is None
        or parts is None
        or not all(_NAMED.fullmatch(one) and _is_street(one) for one in places[:2])
        or places[2:]
    ):
        return None
    parts |= dict(zip(("district", "city"), places, strict=False))
    return Piece(addresses.Address(parts).line, re.sub(r"\D", "", cep[0]))


_HOUSE = expression(
    rf"^(?:(?:(?:casa|(?P<called>{_NUMBERED}))\s*)?(?P<number>\d{{1,5}}[a-z]?))\s*,?\s*(?P<complement>(?:(?:apto?\.?|apartamento|ap\.?|bloco|bl\.?|casa|fundos|torre)(?:\s*\d{{1,5}}\s?[a-z]?|\s+[a-z])?\b(?:\s*,)?\s*)*)$",
    re.IGNORECASE,
)


def _house_beside_cep(text: str, known: str | None) -> Piece | None:
    """`36013-001 número 210, ap 302`, or `n 210, ap 302` behind it: the house of a street that the postal code stands
    for."""
    cep = _CEP.search(text)
    house = _HOUSE.match(_CEP.sub("", text).strip(" ,.-"))
    if house is None or (cep is None and not (known and house["called"])):
        return None
    more = house["complement"].strip(" ,")
    line = f"nº {house['number']}" + (f", {more}" if more else "")
    return Piece(line, re.sub(r"\D", "", cep[0]) if cep is not None else None)


def half_cep_in(message: str) -> str:
    """The first digits of a postal code, said alone; empty where they are not."""
    found = _HALF_CEP.match(" ".join(message.split()).strip(" .!"))
    return found["cep"].replace(".", "") if found else ""


def lacks_number(line: str | None) -> bool:
    """A street alone, or with its district."""
    street, _, more = (line or "").partition(",")
    if "/" in street + more or any(map(str.isdigit, more)):
        return False
    return _is_street(street) and re.fullmatch(rf"{_TYPE}{_STREET_NAME}", street, re.IGNORECASE) is not None


def differs(line: str, other: str) -> bool:
    """Two addresses in different streets."""
    here, there = _parts(line).get("street"), _parts(other).get("street")
    return here is not None and there is not None and here.lower() != there.lower()


def _parts(line: str | None) -> dict[str, str]:
    if line is None:
        return {}
    if line.startswith("nº "):
        told = [one.strip() for one in line.removeprefix("nº ").split(",", 1)]
        return dict(zip(("number", "complement"), told, strict=False))
    found = addresses.find(line)
    if found is not None:
        return dict(found.parts)
    pieces = [one.strip() for one in line.split(",", 2)] if lacks_number(line) else [line]
    return dict(zip(("street", "district", "city"), pieces, strict=False))


def _is_street(text: str) -> bool:
    return _NOT_STREETS.search(text) is None


def _street(text: str) -> dict[str, str] | None:
    found = _STREET.match(text)
    return {"street": found["street"].strip(" .,")} if found and _is_street(found["street"]) else None


def _corrected(text: str, base: dict[str, str], state: ConversationState) -> dict[str, str] | None:
    """The parts with what the text adds or puts right; None where it says anything else."""
    if not base:
        return None
    if wrong := _WRONG_STREET.match(text):
        return base | {"street": wrong["street"].strip()}
    if (called := _CALLED.match(text)) and not describes(called["name"]):
        return base | {"street": f"{called['type']} {called['name'].strip()}"}
    if (fixed := _fixed(text, base)) is not None:
        return fixed
    numbered = _WRONG_NUMBER.sub("número ", text)
    district = _DISTRICT.match(numbered)
    pieces = (
        [numbered]
        if district
        else [one for told in re.split(r"[,;]|\s-\s", _CEP.sub("", numbered)) if (one := told.strip(" ."))]
    )
    added: dict[str, str] = {}
    for piece in pieces:
        beside = _BESIDE.match(piece)
        for one in (beside["number"], beside["rest"]) if beside else (piece,):
            told = _part(one, base, state) or _behind_number(one, added)
            if told is None:
                return None
            if "complement" in told and "complement" in added:  # `ap 302, bloco C`
                told = {"complement": f"{added['complement']}, {told['complement']}"}
            added |= told
    if not added:
        return None
    if "complement" in added and "complement" in base:
        added["complement"] = _within(base["complement"], added["complement"])
    return base | added


def _behind_number(text: str, added: dict[str, str]) -> dict[str, str] | None:
    """`número 947, Santana`: the district, where it is called nothing that is sold or said."""
    said = words(fold(text))
    plain = _PLACE.fullmatch(text) and not any(word in NO_GOODS or current().place(word) for word in said)
    return {"district": text.strip()} if "number" in added and said and plain else None


def _within(known: str, told: str) -> str:
    """`bloco B` beside a flat that is known, or another flat in its place."""
    pieces = {one.strip()[:2].lower(): one.strip() for text in (known, told) for one in text.split(",") if one.strip()}
    return ", ".join(pieces.values())


_DESCRIBES = expression(
    r"^\s*(?:sem|de|bem|muito|meio|toda|que|onde|atr[áa]s|perto|longe|depois|antes|a|essa|esta|aquela|mesma|cert[oa]|errad[oa]|"
    r"movimentad\w+|estreit\w+|larg[oa]|escur[oa]|asfaltad\w+|perigos\w+|tranquil\w+|paralela|transversal|fechad\w+|pequen[oa]|"
    r"grande|nobre|curt[oa]|long[oa])\b",
    re.IGNORECASE,
)


def describes(name: str) -> bool:
    """`a rua é sem saída`: what it is like, and not what it is called."""
    return _DESCRIBES.match(name) is not None


def _fixed(text: str, base: dict[str, str]) -> dict[str, str] | None:
    """`é 100, não 110`, `ap 23, não 32`: of the part that has the old number."""
    found = next((match for one in _FIXES if (match := one.match(text))), None)
    if found is None:
        return None
    keys = ("complement",) if found["kind"] else ("number", "complement")
    for key in keys:
        for told in (found["old"], found["new"]):
            if re.search(rf"\b{told}\b", base.get(key, "")):
                return base | {key: re.sub(rf"\b{told}\b", found["new"], base[key])}
    return None


def _part(text: str, base: dict[str, str], state: ConversationState) -> dict[str, str] | None:
    if re.fullmatch(_FILLER, text, re.IGNORECASE):
        return {}
    if found := _NUMBER.match(text):
        expected = bool(state.dialogue.half_street) and not _chooses(found["number"], state)
        return {"number": found["number"]} if found["called"] or expected else None
    if _NO_NUMBER.match(text):
        return {"number": "S/N"}
    if found := _COMPLEMENT.match(text):
        return {"complement": " ".join(found["complement"].split()).strip(" ,")}
    if found := _NEAR.match(text):
        before = base.get("complement", "")
        near = found["near"].strip()
        if any(near in told for told in base.values()):
            return {"street": base["street"]}
        return {"complement": ", ".join(one for one in (before, near) if one)}
    if (found := _DISTRICT.match(text) or _QUARTER.match(text)) and not describes(found["district"]):
        return {"district": found["district"].strip()}
    if found := _CITY.match(text):
        if found["city"].strip() in base.values():  # a message is read twice
            return {"street": base["street"]} if "street" in base else {}
        return {key: value.strip() for key, value in found.groupdict().items() if value}
    return None


def _chooses(number: str, state: ConversationState) -> bool:
    """It may be the place of what was offered."""
    asked = state.dialogue.pending
    return asked is not None and number.isdigit() and 1 <= int(number) <= len(asked.options)


# `e pra Contagem?`, behind an answer on delivery
_TOWN_ALONE = expression(r"(?:e\s+)?(?:pra|para|em|no|na|to|in)\s+(?P<town>[^\W\d][\w' -]{1,40}?)\s*\?", re.IGNORECASE)


# `mandam aquário pra Curitiba?`
_GOODS_TO = expression(
    r"\b(?:receber|entreg\w*|envi\w*|mand\w*|despach\w*|deliver\w*|ship\w*|send)\s+(?:[\w-]+\s+){1,4}?(?:em|pra|pro|para|p|at[ée]|to|in)\s+"
    r"(?P<place>[^\W\d][\w' -]{1,40}?)\s*(?:\?|,|$)",
    re.IGNORECASE,
)


def place_in(message: str) -> str:
    """The place that a message names as where to; empty where it names none."""
    found = _TO_PLACE.search(message)
    if (
        found is None
        and (goods := _GOODS_TO.search(message))
        and (cep_of(goods["place"]) or goods["place"][0].isupper())
    ):
        return goods["place"].strip()
    if found is None and (alone := _TOWN_ALONE.fullmatch(message.strip())) and cep_of(alone["town"]):
        return alone["town"].strip()
    return (found["place"] or found["home"] or found["ahead"]).strip() if found else town_pointed_at(message)
