"""Where goods are brought, in a line: told in pieces, by a building, with who gets them there. Pure."""

import re

from app.features.chat.assistant.language.cities import TOWNS
from app.features.chat.assistant.language.vocabulary import FIRST_NAMES
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.reading.details.naming import (
    GIVEN_NAMES,
    PLACE_NAMES,
)
from app.features.conversations.state import ConversationState
from app.features.extract_lead import addresses, patterns
from app.ops.expressions import expression

_MORE_ADDRESS = expression(
    r"^\s*(?:(?:faltou|falta|esqueci|é)\s+(?:(?:de\s+)?(?:dizer|falar|por)\s+)?(?:[oa]\s+)?)?(?:(?:apto?\.?|apartamento|ap\.?|bloco|casa|fundos|complemento|bairro|cidade)\b.{0,60}|n[ºo°]?\.?\s*\d{1,6}|n[uú]mero\s+\d{1,6})$",
    re.IGNORECASE,
)
# `falta a cidade, é Valinhos`, told of what is known of the address
_LEAD = expression(
    r"^(?:(?:faltou|falta|esqueci|e|é|[oa])\s+)?(?:(?:de\s+)?(?:dizer|falar|por)\s+)?(?:[oa]\s+)?(?:cidade|bairro)\s*[,:]?\s*(?:(?:é|eh)\s+|de\s+)?",
    re.IGNORECASE,
)
_TOWN_BEFORE = expression(
    rf"\b(?:(?P<known>{TOWNS})|(?:mor[oa]|entreg\w+|fic[oa])\s+em\s+(?P<town>(?!casa\b|maos\b|minha\b|domicilio\b)[a-z]{{4,}}(?:\s+[a-z]{{2,}}){{0,3}}?))"
    r"\s*[,.;-]?\s*(?:n[ao]\s+)?(?=(?:rua|r\.|av\.?|avenida|alameda|travessa|estrada|rodovia|praca)\s)"
)
_PLACE = expression(
    r"^\s*(?:(?:no|na|em|bairro|cidade)\s+)?(?:(?:jd\.?|jardim|vl\.?|vila|pq\.?|parque|centro|setor|resid(?:encial|\.)?|conj(?:unto|\.)?|alto|"
    r"novo|nova|santa|santo|são|sao)(?:\s+[a-zà-ÿ]+){0,3}|"
    r"(?:belo\s+horizonte|bh|rio(?:\s+de\s+janeiro)?|curitiba|porto\s+alegre|florian[óo]polis|salvador|recife|fortaleza|bras[íi]lia|"
    r"goi[âa]nia|manaus|bel[ée]m|vit[óo]ria|natal|macei[óo]|aracaju|teresina|cuiab[áa]|campinas|guarulhos|osasco|niter[óo]i|santos|londrina|"
    r"uberl[âa]ndia|joinville|sorocaba|ribeir[ãa]o\s+preto|contagem|betim))(?:\s*[-,/]\s*[a-z]{2})?\s*\.?$",
    re.IGNORECASE,
)
# Where something is brought that is no street: `Cemitério da Saudade, sala 4`.
_VENUE = expression(
    r"^\s*(?:(?:[ée]\s+)?(?:pra|para|no|na|pro|entrega\w*|fica|o|a)\s+)*(?:cemit[ée]rio|vel[óo]rio|hospital|maternidade|escola|col[ée]gio|creche|faculdade|universidade|"
    r"igreja|hotel|pousada|shopping|cl[íi]nica|sal[ãa]o|empresa|escrit[óo]rio|edif[íi]cio|pr[ée]dio|condom[íi]nio|restaurante|academia|clube|"
    r"fazenda|s[íi]tio|ch[áa]cara|posto|mercado|oficina|consult[óo]rio)\s+(?!de\s+novo)[\wÀ-ÿ][^?\n]{2,160}$",
    re.IGNORECASE,
)
# A house of flats stands in the street that is known.
_BUILDING = expression(r"\b(?:edif[íi]cio|ed\.|pr[ée]dio|condom[íi]nio|residencial)\b", re.IGNORECASE)
_IS_CALLED = expression(
    r"(?:pfv|por\s+favor|(?P<who>(?:pode\s+)?(?:falar|fala|procura\w*|chama\w*)\s+(?:com|por|pel[oa])?|(?:quem\s+recebe\s+|aqui\s+|e\s+)?(?:[ée]|eh)\s+[oa]|"
    r"(?:eu\s+)?sou\s+[oa]|ask\s+for|(?:it'?s|i'?m)))\s+(?:[oa]\s+|pel[oa]\s+)?|aqui\s+[ée]\s+",
    re.IGNORECASE,
)


def line_in(
    message: str, rest: str, state: ConversationState, address: addresses.Address | None, *, buying: bool
) -> tuple[str | None, patterns.Fact | None, str]:
    """The line of the address, who is named in a piece of it, and what is left of the rest."""
    if address is not None:
        return address.line, None, rest
    line, name = None, None
    if state.known.address and (_MORE_ADDRESS.match(message) or _PLACE.match(message)):
        more, name = _without_who(_LEAD.sub("", re.sub(r"[.;\n]\s+", ", ", message.strip())))
        known_already = more.lower() in state.known.address.lower()  # a message is read twice
        line, rest = state.known.address if known_already else f"{state.known.address}, {more}", ""
    if line is None and buying and _VENUE.match(rest):
        line, rest = _with_building(rest.strip(" .,"), state), ""
    return line, name, rest


def with_town(message: str, line: str, address: addresses.Address) -> str:
    """`curitiba, rua XV 200`, `moro em Valinhos, rua das Flores 10`: with the town that is told before the street."""
    folded = fold(message)
    found = _TOWN_BEFORE.search(folded) if "city" not in address.parts else None
    if found is None:
        return line
    at = "known" if found["known"] else "town"
    town = message[found.start(at) : found.end(at)] if len(folded) == len(message) else found[at]
    return line if town.lower() in line.lower() else f"{line}, {town}"


def _without_who(place: str) -> tuple[str, patterns.Fact | None]:
    """`ap 803, Renata Furtado`: the piece of an address, and who gets the goods there."""
    rest, _, last = place.rpartition(", ")
    first = patterns.folded(last.split()[0]) if rest and last.strip() else ""
    found = patterns.bare_name(last) if first in FIRST_NAMES and first not in PLACE_NAMES else None
    return (rest, found) if found else (place, None)


def _with_building(place: str, state: ConversationState) -> str:
    """`edifício Aurora, ap 502`, beside the street that is known; a message is read twice."""
    known = state.known.address
    if not known or not _BUILDING.search(place):
        return place
    return known if place.lower() in known.lower() else f"{known}, {place}"


def without_name(line: str) -> tuple[str, patterns.Fact | None]:
    """`rua Portugal 77, Gilson`, `…, é o Gil`: who lives there is no district."""
    rest, _, last = line.rpartition(", ")
    lead = _IS_CALLED.match(last.strip())
    last = last.strip()[lead.end() if lead else 0 :]
    first = patterns.folded(last.split()[0]) if last else ""
    told = first in GIVEN_NAMES or (lead is not None and lead["who"] is not None and last[0].isupper())
    if not told or first in PLACE_NAMES or rest.count(",") < 1:
        return line, None
    found = patterns.bare_name(last)
    return (rest, found) if found else (line, None)
