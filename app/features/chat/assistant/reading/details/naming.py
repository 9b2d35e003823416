"""A name that stands in a list of data: `retiro, pix, Carla Dias`, `é pro Cleber`. Pure."""

import re

from app.features.chat.assistant.language.cities import cep_of
from app.features.chat.assistant.language.goods import current
from app.features.chat.assistant.language.vocabulary import EVERYDAY, FILLER, FIRST_NAMES, TALK, VERBS
from app.features.chat.assistant.language.words import is_colour
from app.features.extract_lead import patterns
from app.ops.expressions import expression

# How it is paid or got, beside which a name stands.
_DATA = expression(
    r"\b(?:retir\w+|busc\w+|peg(?:o|ar|amos)|pix|dinheiro|esp[ée]cie|cart[ãa]o|entreg\w+|pag(?:o|ar|amos)|cash|pick\w*|collect\w*|deliver\w*|pay\w*|cep|\d{5}-?\d{3}|fech(?:ar|a|o|ado)|confirm(?:o|ar|ado)|separ(?:a|ar))\b",
    re.IGNORECASE,
)
_PIECE = expression(r"(?:(?!\s[-–/]+\s)[^,.;!?\n])*[^,.;!?\n\s](?:(?!\s[-–/]+\s)[^,.;!?\n])*")
# `pix Edilene`, `retirada pix Ana`
_BEHIND_DATA = expression(
    r"^(?:(?:e|no|na|em|por|com|via|vou|pago|quero|pode\s+ser|a|de)\s+)*(?:pix|dinheiro|esp[ée]cie|cart[ãa]o|retir(?:o|ada|ar)|cash|pickup)"
    r"(?:\s+(?:e|amanh[ãa]|hoje|hj|pix|dinheiro|retir(?:o|ada|ar)))*\s+(?=[^\W\d])",
    re.IGNORECASE,
)
# `Edilene aqui`
_IS_HERE = expression(r"(?=[A-ZÀ-Ý][\w'’]+(?:\s+[A-ZÀ-Ý][\w'’]+)?\s+(?:aqui|here)$)")
_CALLED = expression(
    r"^(?:(?:e|and|o|a|meu|my|put|book|leave|it|that|this|the|order|pode|coloca\w*|bota|p[õo]e|deixa)\s+)*(?:nome|name|(?:em|no)\s+nome\s+d[eoa]|in\s+the\s+name\s+of|under(?:\s+the\s+name)?|aqui\s+[ée]|(?:eu\s+)?sou)\s*:?\s*(?:[ée]\s+)?(?:[oa]\s+)?"
    r"|^(?:[ée]|eh|it'?s|i'?m)\s+(?:[oa]\s+)?(?=(?-i:[A-ZÀ-Ý]))",
    re.IGNORECASE,
)
_FOR = expression(
    r"^(?:(?:e|and)\s+)*(?:[ée]|eh|fica|vai|tudo|pedido|it'?s|the\s+order\s+is)?\s*\b(?:pr[oa]s?|para(?:\s+[oa])?|p/|d[oa]|for)\s+(?:(?:seu|dona|d\.|sr\.?|sra\.?|mrs?\.?)\s+)?",
    re.IGNORECASE,
)
# `no nome dele, Anderson`
_HIS_NAME = expression(
    r"(?P<called>\b(?:em|no)\s+nome)\s+del[ea]\s*[,:]\s*(?:[oa]\s+)?(?=(?-i:[A-ZÀ-Ý]))", re.IGNORECASE
)
PARTICLES = frozenset("de da do dos das e d".split())  # noqa: SIM905
_NO_NAMES = frozenset(
    """segunda terca quarta quinta sexta sabado domingo feira janeiro fevereiro marco abril maio junho julho agosto
    setembro outubro novembro dezembro natal pascoa feliz black friday centro bairro jardim vila parque rua
    avenida minas gerais parana bahia ceara santa sao santo novo nova zona norte sul leste oeste monday tuesday
    wednesday thursday friday saturday sunday christmas nubank itau bradesco santander caixa inter picpay mercado
    pago hoje amanha urgente credito debito visa mastercard elo delivery motoboy portaria portao recepcao deposito
    transferencia boleto desconto cupom troco matriz filial loja presente laco fitinha gelado cortado embrulhado
    entregar entrega entreguem enviar envia envie mandar manda mandem receber recebe levar deliver send ship
    ansiosa ansioso parabens amem abraco abracos abs bjs beijo beijos certinho combinado feito maravilha aguardo
    aguardando linda lindo amore demorou firmeza sucesso cheers moreno loiro flor rapidinho rapido deus fui dps
    vlw olha olhe escuta valeuu perfeitooo tmj vei kkk blz asap gratidao urgencia atenciosamente""".split()  # noqa: SIM905
)
# First names besides the most frequent, read as such only beside other data.
_MORE_NAMES = frozenset(
    """cida
    cleber kleber marta marisa dora beto bete nilson gilson edna ivone ivete neusa neuza zilda dalva rosana rosane
    rosilene silvana solange sueli suely tania valeria vania veronica vilma wilson geraldo gerson gilberto gilmar
    humberto ismael jair joaquim josue julio juliano lauro luciano lucio marlon mauricio mauro milton moacir nelson
    nilton nivaldo odair orlando osmar osvaldo reinaldo renato ronaldo rubens saulo silvio tadeu valdir valter vicente
    waldir walter yuri alberto alessandra alessandro alfredo alvaro amelia arnaldo augusto benedito celso cicero cintia
    clarice cleide cleusa cristina danilo denise dirce edgar edilson edmilson eduarda elisa elizabeth elvira emerson
    emilia esther eunice evandro everton fabricio fatima flavio geovana giovana giovanni graziela helio ines iolanda
    irene isaac isadora jaime janaina janete joel josiane judite jussara karla katia keila lais leila leonor lidia
    lilian lorena lourdes luciene ludmila madalena magda marcela margarete marilia mario marli mirela mirian monique
    nadia nair nara neide nilza noemi norma odete olga pamela paola paula penha poliana quiteria rafa regiane roberta
    rogerio romulo rosangela rosemary ruth sabrina salete samara samira selma sheila sidney simao socorro stela suzana
    talita tais tarcisio telma thais valdirene valmir vanda vinicius virginia vivian vladimir wanda wellington yara
    zelia ze emma daniel webb rose lucy henry jane anne noah liam grace ryan kaique kauan wesllen weslley wallace
    rayssa rayane tainara thayna thainara maicon maycon jefferson jeferson jhonatan jonatan jonathan johnny robson
    rogeria adilson ademir aloisio altair amauri anselmo ariane arlindo armando aurelio ayrton camilo cassia cassio
    catarina clayton cleiton cleonice cristiano cristovao damiao davidson denilson diogo djalma douglas eder edivaldo
    edmundo edvaldo elaine eliana elisangela elton emanuel erivaldo ernesto estela eva everaldo ezequiel fabiola
    fatima flaviana francisca genivaldo giovanna giovani gisele giulia guiomar hamilton hercules hilda iara inacio
    ivanilda jandira joaozinho jordana josefina jurandir katiane laercio lindalva lourival luan luzinete maite
    maristela maura mayara melina natanael nathalia olavo osmarina patrick pietra pietro raiane raissa ramon
    raphael rayan rian rosemeire rosimeire ruan samantha sandro sidnei silas silvana sirlei solange stefany tabata
    tamires tatiane thales ubiratan valeria vagner vander vanderlei vitoria washington welington yago
    adalberto ademar admilson adriano agnaldo agostinho airton alaide alcides aldo alexandra almir aluisio amadeu
    andrea andressa aristides arlete benedita bia carmem caroline celina celio chico claudete claudinei clovis
    creusa daiane darci deise denis dilma divina duda dulce edimar edinaldo edu elcio elenice eliete eliseu
    elizabete ellen eloisa elza eneias erick euclides eugenia eugenio evaldo fabiano franciele gabi genesio
    geralda germano getulio gislaine gleison gloria guto ilda iracema isaias isaura israel itamar ivana izabel
    jacira jackson jairo jesse jonatas josias joyce ju juarez jucelino juraci laerte laila lazaro leandra leda leo
    leonice levi liliane lindomar lipe lu lucilene lucimar lucineia magali maisa malu manuel mara mariane marilda
    marilene marinalva matilde maximiano meire michel miriam nadir nanda nando neila neiva nilda nina olinda oscar
    oswaldo ozeias raimundo reginaldo rivaldo romario roque rosaria roseli rute sebastiana severina severino
    shirley silmara sirlene thalita tonho tuca ursula valdeci valdemar valdete vanderleia waldemar wanderley
    wendel willian wilma zenaide zulmira""".split()  # noqa: SIM905
)
# What rarer first names end with, in Brazil, and other words hardly do: `edilene`, `rosivaldo`, `kethelyn`.
_LIKE_A_NAME = expression(
    r"[a-z]{2,}(?:lene|[lcn]eide|ilda|ildo|il[st]on|els?[ot]on|er[st]on|dson|[iy]valdo|naldo|(?:al|ro|no|gi?l|hum|nor|hei)bert[oa]|ianne|iane|ielle|"
    r"iel[ey]|ielly|elyn|ellen|[ae]yne|aine|[iy]nei|[iy]ney|eu[sz]a|andro|[aeio]mara|vania|vane|ivan|isson|ysson|uelma|elma|ecio)"
)
# The most frequent family names: what stands before one is a first name.
_FAMILIES = frozenset(
    """silva santos souza sousa oliveira pereira lima ferreira rodrigues alves costa ribeiro gomes carvalho martins
    araujo barbosa soares rocha dias nascimento moreira fernandes andrade mendes cardoso vieira teixeira nunes
    moura machado freitas goncalves cavalcante cavalcanti correia correa melo castro azevedo batista campos
    cunha barros duarte medeiros farias lopes marques monteiro moraes morais borges nogueira miranda ramos reis
    sales santana siqueira tavares xavier brandao furtado dutra assis queiroz bezerra macedo menezes guimaraes
    fonseca peixoto pinheiro rezende camargo brito magalhaes sampaio amaral vasconcelos""".split()  # noqa: SIM905
)
_DISTRICTS = frozenset("bairro jardim jd vila vl parque pq setor residencial conjunto centro loteamento".split())  # noqa: SIM905
# First names that are called so as districts and cities, too.
PLACE_NAMES = frozenset("vitoria aparecida rosa santana conceicao natal socorro penha gloria fatima olinda".split())  # noqa: SIM905
FACT = "\x00"
"""Stands where an address, a postal code or the like was."""
GIVEN_NAMES = FIRST_NAMES | _MORE_NAMES
"""Names that stand beside other data."""


def name_among(text: str, *, named: bool, addressed: bool) -> tuple[patterns.Fact | None, str]:
    """The name that is a piece of a list by itself, and the text without it. named: one is known already, which `é pra
    Ana` does not replace; addressed: a street or town stands beside it, so that only a first name is one."""
    if not current().asked or not _DATA.search(text):
        return None, text
    text = _HIS_NAME.sub(r"\g<called> de ", text)
    for found in reversed(list(_PIECE.finditer(text))):
        piece = found[0].strip(" -–/:")
        if text[found.end() : found.end() + 1] == "?":
            continue
        piece = piece[lead.end() if (lead := _BEHIND_DATA.match(piece)) else 0 :]
        called, meant = _CALLED.match(piece) or _IS_HERE.match(piece), _FOR.match(piece)
        piece = piece.removesuffix(" aqui").removesuffix(" here")
        if meant and meant[0].strip() and named:
            continue
        said = (called[0] if called else meant[0] if meant else "") or ""
        name = _name(
            piece[len(said) :].strip(),
            certain=addressed or bool(said and not called),
            called=bool(called) and not addressed,
            inside=found.start() > 0 or lead is not None,
        )
        if name is not None:
            return name, f"{text[: found.start()].rstrip(' ,.;')} {text[found.end() :]}"
    return None, text


def no_name(word: str) -> bool:
    """It is what stands beside data and is nobody's name: a day, how it is paid, a place."""
    return word in _NO_NAMES or word in _DISTRICTS or _DATA.fullmatch(word) is not None


def is_family(word: str) -> bool:
    """One of the most frequent family names."""
    return word in _FAMILIES


def is_sold(word: str, *, given: bool) -> bool:
    """The shop's goods carry it; a frequent family name behind a first name only where they are called so."""
    return current().place(word) > (given and word in _FAMILIES)


def is_likely(name: str) -> bool:
    """In small letters, too: by the first name, by what it ends with or by the family's; and no goods are called so."""
    own = [patterns.folded(part) for part in name.split() if patterns.folded(part) not in PARTICLES]
    if not own or any(word in FILLER | TALK | VERBS | EVERYDAY | _NO_NAMES for word in own):
        return False
    known = _is_given(own[0]) or (len(own) > 1 and own[-1] in _FAMILIES)
    return known and not any(map(current().place, own))


def _is_given(word: str) -> bool:
    return word in GIVEN_NAMES or _LIKE_A_NAME.fullmatch(word) is not None


# `meu nome ana`, `nome: edilene`, `sou a rosilda`: without capitals, too
_SAID = expression(
    r"(?<!com )(?<!com o )(?<!with the )\b"
    r"(?:(?:e\s+)?(?:o\s+(?<!com o ))?(?:meu\s+)?nome|name|(?:eu\s+)?sou|aqui\s+(?:[ée]|eh))"
    r"\s*:?\s+(?:[oa]\s+)?(?:(?:seu|dona)\s+)?(?P<name>[a-zà-ÿ'’]{3,20}(?:\s+(?!(?:e|eu|aqui|vou|pago|pix|moro|mas|com|na|no)\b)[a-zà-ÿ'’]{2,20}){0,3})\s*"
    r"(?=[,.;!\n]|$|\se\s|\s(?:eu|aqui|vou|pago|pix|moro)\b)",
    re.IGNORECASE,
)


def said_to_be(text: str, known: str | None) -> tuple[patterns.Fact | None, str]:
    """A likely name that is said to be one, and the text without it, unless another is `known` (it is read twice)."""
    found = _SAID.search(text)
    name = patterns.bare_name(found["name"]) if found else None
    if found is None or name is None or not is_likely(found["name"]) or known not in (None, name.value):
        return None, text
    return name, f"{text[: found.start()].rstrip(' ,')} {text[found.end() :]}"


def _name(piece: str, *, certain: bool, called: bool = False, inside: bool = False) -> patterns.Fact | None:
    """A piece that is nothing but a name: by what is a name, or by the capitals of two and more of them; called: it is
    said to be one, so that one will do, as it does `inside` a message, where no sentence begins."""
    name, parts = patterns.bare_name(piece), piece.split()
    own = [patterns.folded(part) for part in parts if patterns.folded(part) not in PARTICLES]
    if name is None or not own or len(own) > 4 or cep_of(piece) is not None:
        return None
    first = own[0] in GIVEN_NAMES
    behind = own[not first or len(own) > 1 :]
    sold = [one for one in behind if is_sold(one, given=first)]  # `Carla Dias`, `14 dias`
    if sold or any(word in _NO_NAMES for word in behind):
        return None
    if any(word in FILLER | TALK | VERBS | EVERYDAY for word in own) and not (first and parts[0][:1].isupper()):
        return None
    capitals = all(part[:1].isupper() for part in parts if patterns.folded(part) not in PARTICLES)
    if first and (len(own) > 1 or capitals) and current().place(own[0]) < 2:
        return name
    if is_likely(piece) and not certain:
        return name
    alone = (
        inside
        and len(own) == 1
        and not (own[0] in _NO_NAMES or own[0][-1] == "s" or _DATA.search(piece))
        and current().strange(own[0])
    )
    return name if capitals and (called or (not certain and (len(own) > 1 or alone))) else None


# A piece beside an address, which ends where the next fact stands: `cep 89204-310 Juliana Prado. pago em dinheiro`
_BESIDE = expression(rf"[^,.;:!?\n{FACT}]*[^,.;:!?\n\s{FACT}][^,.;:!?\n{FACT}]*")
# `manda pra Ana Souza, rua …`
_SENT_TO = expression(
    r"^(?:(?:e|and|pode|please)\s+)*(?:entreg\w+|mand\w+|envi\w+|lev\w+|deliver\w*|send|ship)\s+(?:(?:a[ií]|isso|tudo|l[áa]|it|this)\s+)*"
    r"(?:pr[ao]|para(?:\s+[ao])?|p/|ao?|à|to|for)\s+(?:(?:seu|dona|d\.|sr\.?|sra\.?|mrs?\.?)\s+)?",
    re.IGNORECASE,
)

# `1 de cada, pix Hélio Sena rua …`
_PAID_BEFORE = expression(r"^(?:.*\s)?(?i:pix|dinheiro|cash|cart[ãa]o|entrega)\s+(?=[A-ZÀ-Ý])")
# `entregar para Marcos Vinicius na rua …`
_BEFORE_STREET = expression(r"\s+(?:n[ao]|em|at|on|in)$", re.IGNORECASE)
_CARE_OF = expression(
    r"[\s,;.]*\b(?:aos\s+cuidados\s+d[eao]|a/c(?:\s+d[eao])?|care\s+of|c/o|"
    r"(?P<who>quem\s+(?:vai\s+)?receber?\s+(?:[ée]|eh|vai\s+ser)(?:\s+[oa])?))\s*:?\s*"
    r"(?:(?:seu|dona|sr\.?|sra\.?|mrs?\.?)\s+)?(?P<name>[A-Za-zÀ-ÿ'’ ]{2,60})",
    re.IGNORECASE,
)


def in_care_of(message: str, known: str | None) -> tuple[patterns.Fact | None, str]:
    """`aos cuidados de Roberto Nogueira`, `quem recebe é Ivo Reis`: whose the order is where nobody is known (or he: it
    is read twice); else it is left to be noted."""
    found = _CARE_OF.search(message)
    name = patterns.bare_name(found["name"]) if found else None
    if found is None or name is None or known not in (None, name.value):
        return None, message
    called = found["name"].strip()[:1].isupper() or is_likely(found["name"])
    if found["who"] and not called:  # `quem recebe é o porteiro`
        return None, message
    return name, f"{message[: found.start()]} {message[found.end() :]}"


def name_beside(text: str, *, whole: bool) -> tuple[patterns.Fact | None, str]:
    """`entrega na …, 37200-000, Rita`, `Joana D'arc, av …`: a piece beside data that is a name and nothing else, and
    the text without it. whole: the address has its city, so that a word with a capital is no place."""
    for found in reversed(list(_BESIDE.finditer(text))):
        piece = found[0].strip()
        paid = _PAID_BEFORE.match(piece)
        lead = paid or _SENT_TO.match(piece)
        piece = _BEFORE_STREET.sub("", piece[lead.end() if lead else 0 :])
        touches = text[: found.start()].rstrip(" ,.").endswith(FACT) or text[found.end() :].lstrip(" ,").startswith(
            FACT
        )
        name = _beside(piece, whole=whole, near=touches or bool(lead))
        if name is not None and text[found.end() : found.end() + 1] != "?":
            kept = f", {paid[0].strip()}" if paid else ""
            return name, f"{text[: found.start()].rstrip(' ,:')}{kept} {text[found.end() :]}"
    return None, text


def _beside(piece: str, *, whole: bool, near: bool) -> patterns.Fact | None:
    name, parts = patterns.bare_name(piece), [patterns.folded(part) for part in piece.split()]
    given = parts[0] in GIVEN_NAMES and all(part[0].isupper() for part in piece.split() if len(part) > 3)
    own = parts[:1] if given and near else parts  # `Paulo Henrique Dias`, where a `Vela de 7 Dias` is sold
    if name is None or parts[0] in PLACE_NAMES | _DISTRICTS | _NO_NAMES or any(map(current().place, own)):
        return None
    if _is_given(parts[0]) and (piece[0].isupper() or near):
        return name
    if any(part in FILLER | TALK | VERBS for part in parts) or not piece[0].isupper():
        return None
    return name if whole or (near and _name(piece, certain=False) is not None and current().asked) else None


# `é Sebastião Rosa`, `eh o Joaquim Dias`, said of who fetches it
_IT_IS = expression(r"^(?:[ÉéEe]h?|[Ii]t'?s)\s+(?:[oa]\s+)?(?=[A-ZÀ-Ý][\w'’]+\s+(?:(?:d[aeo]s?|e)\s+)?[A-ZÀ-Ý])")


def bare_name(text: str, *, alone: bool, awaited: bool) -> patterns.Fact | None:
    """A message that is a name: by its first word, or by the capitals of all of them. alone: no address stands beside
    it, as it does where goods are ordered (`Calabresa Grande, rua Tupi 45`); awaited: only the name is missing of
    whoever lives there, so that a rarer one is a name, too."""
    text = text.strip(" ,.;-\n")
    text = _IT_IS.sub("", text)
    found = patterns.bare_name(text)
    parts = text.split()
    if found is None:
        return None
    behind = [word for word in map(patterns.folded, parts[1:]) if word not in PARTICLES]
    if any(word in FILLER for word in behind) or (behind and all(map(is_colour, [patterns.folded(parts[0]), *behind]))):
        return None  # `rosa tb`, `rosa e azul`
    first = patterns.folded(parts[0])
    known = first in FIRST_NAMES or (awaited and first in GIVEN_NAMES and current().place(first) == 0)
    capitals = any(part[:1].isupper() for part in parts) and all(part[:1].isupper() for part in parts if len(part) > 3)
    talk = patterns.folded(parts[0]) in FILLER  # `Era G`
    goods = any(current().place(patterns.folded(part)) > 0 for part in parts)
    capitals = capitals and not goods and (alone or bool(current().asked))
    return found if known or (len(parts) >= 2 and capitals and not talk) else None
