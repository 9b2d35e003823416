"""The words by which a piece of a message tells what becomes of lines of the cart (`cart_talk.py`)."""

from app.features.chat.assistant.language.vocabulary import FILLER, NO_GOODS, POINTING
from app.features.chat.assistant.language.words import COUNT, ORDINALS
from app.ops.expressions import expression

PIECES = expression(
    r"[,;:!\n]+|\.(?!\d)|\s(?:e|and|mas|but|que|porque|pois|because|entao|then|ja\s+que|since)\s+(?=\S)|^\s*(?:entao|mas|e)\s+"
)
CLAUSES = expression(r"([,;:!\n]+\s*|\.(?!\d)\s*)")
DENIES = expression(r"\b(?:nao|nem|not|don'?t|doesn'?t)\s+(?:\w+\s+)?(?:quer\w*|want\w*|precis\w*|need\w*|vai|vou)\b")
TURNS = expression(r"\b(?:mud[ae]\w*|vir[ae]r?|pass[ae]r?|prefiro|change|make)\b")
OTHER = expression(r"\b(?:outr[oa]s?|rest[oa]|del[ea]s?|dess[ea]s?|isso|other|rest|that|them|those)\b")
EXCHANGES = expression(r"\b(?:troc\w+|substitu\w+|swap|switch|exchange|replace)\b")
LEAVES = expression(r"\b(?:deix\w+|leave)\b")
FORMER = expression(r"\b(?:em\s+vez|ao\s+inves|inves|no\s+lugar|instead|rather\s+than)\b")
FOR_IT = expression(rf"^\s*(?:troc\w+|substitu\w+|swap)\s+(?:por|pel[oa]s?|for)\s+(?={COUNT}\s)")
IN_ITS_PLACE = expression(r"\s*\b(?:no\s+lugar|em\s+vez(?:\s+diss?o)?|instead)\s*$")
NOT_N = expression(
    rf"\b(?:nao|not)\s+(?:(?:sao|eh|e|era[m]?|quero|queria|foi|foram|precisa|it'?s)\s+)?(?P<old>{COUNT})\b(?:\s+\w+){{0,1}}?\s*(?:,|\.|\bmas\b|\be\b|\bbut\b)?\s*"
    rf"(?:(?:eh|e|sao|era[m]?|sim|so|it'?s|quero|apenas)\s+)+(?={COUNT}\b)"
)
TAKES_OUT = expression(
    r"\b(?:tir[ae]\w*|remov[ae]\w*|exclu\w+|apag[ao]\w*|cancel\w+|esquec[ae]\w*|cort[ae]r?|risc[ae]r?|elimin[ae]\w*|zer[ae]\w*|dispens[aeo]\w*|desconsider\w+|"
    r"sai|sair|saem|desist[io]\w*\s+d[eoa]s?|abro\s+mao\s+d[eoa]s?|sem|menos|fora|nao\s+(?:vou\s+)?(?:quer(?:o|ia|emos|er)|precis\w*|levar|rola)|ja\s+tenho|ja\s+temos|leave\s+out|take\s+(?:out|off)|"
    r"drop|remove|scratch|skip|lose|without|minus|(?:don'?t|do\s+not)\s+(?:want|need)|no\s+longer\s+(?:want|need)|already\s+have)\b"
)
NOT_OUT = expression(
    r"\b(?:nao|nem|don'?t|not)\s+(?:(?:precis\w+|quer\w*|vou|eh|pra|vai|pode|want|to|need)\s+){0,2}(?:tir[ae]|remov|exclu|cancel|cort|drop|skip|mud[ae]|troc|mex|change|take)\w*"
)
LESS = expression(
    rf"(?:\b(?:menos|tir[ae]\w*|diminu\w*|reduz\w*|abaix\w+|remov[ae]\w*|cort[ae]r?|minus|take\s+(?:off|out)|drop|less)\s+(?:so\s+)?|(?:^|\s)-\s*)(?P<n>{COUNT})\b|"
    rf"\b(?P<n2>{COUNT})\s+(?:[a-z]+\s+)?(?:a\s+menos|menos|less|fewer)\b|"
    rf"\b(?:diminu\w*|reduz\w*|decreas\w+|reduce|cut)\s+(?:[a-z]+\s+){{0,3}}?(?:by|em)\s+(?P<n3>{COUNT})\b"
)
MORE = expression(
    rf"(?:\b(?:mais|outr[oa]s?|falt(?:ou|a|am|ava|aram))\s+|\+\s*)(?P<n>{COUNT})\b|\b(?P<n2>{COUNT})\s+(?:[a-z]+\s+)?(?:a\s+mais|mais|more)\b|\b(?P<one>another|one\s+more|outr[oa]\s+igual)\b|"
    rf"\b(?:aument\w+|increas\w+|raise|bump)\s+(?:(?:[a-z]+\s+){{0,3}}?(?:by|em|mais)\s+)?(?P<n3>{COUNT})\b"
)
KEEPS = expression(
    r"\b(?:continu\w+|mant[ei]\w+|fica[m]?|deix[ae]\w*|seguem?|cert[oa]s?|certinh[oa]s?|ok|igual|perfeit[oa]s?|beleza|ba[oi]|tranquil[oa]s?|certinhos?|certim|keeps?|stays?|leave|fine|right|como\s+(?:ta|esta))\b"
)
STAYS = expression(
    r"\b(?:continu\w+|mant[ei]\w+|fica[m]?|seguem?|permanece[m]?|keeps?|stays?)\b|\b(?:igual|como\s+(?:ta|esta|estava)|tamanho|numero|size|cor)\b"
)
ONLY = expression(r"\b(?:so|apenas|somente|just|only)\b")
SETS = expression(
    r"\b(?:so|apenas|somente|just|only|basta|chega|suficiente|enough|ta\s+(?:bom|otimo|certo)|no\s+total|total\s+de|ao\s+todo|in\s+total|complet\w+|deix[ae]\w*|fica[m]?|fico|mant[ei]\w*|sao|eh|era[m]?|seja[m]?|pode[m]?\s+ser|"
    r"fale[iu]|disse|pedi|quis|precis\w+|said|meant|ordered|mud[ae]\w*|corrig\w*|keep|make|change|(?:aument|diminu|reduz|sob|baix|abaix)\w*\s+(?:[a-z]+\s+){0,3}?(?:pra|para|to))\b"
)
REVISES = expression(
    r"\b(?:errad[oa]|err[eo]i|erro|engan\w+|confund\w+|na\s+verdade|actually|pensando|melhor|muit[oa]s?|demais|exager\w+|pouc[oa]s?|falt(?:ou|aram|ava)|ops|opa|fale[iu]|entende\w+|"
    r"nao\s+(?:sao|eh|era)|calma|pera|perai|espera|too\s+(?:much|many)|wrong|sorry|desculp\w+)\b"
)
TOO_MANY = expression(
    r"\b(?:muit[oa]s?|demais|exager\w+|pouc[oa]s?|too|nao\s+(?:sao|eh|era|precisa|da|basta|chega|serve|resolve)|not)\b"
)
OF_EACH = expression(r"\b(?:de\s+)?cada(?:\s+(?:uma?|item|coisa|produto))?\b|\bof\s+each\b|\beach\b")
TWICE = expression(r"\b(?:dobr[aoe]\w*|duplic\w+|double)\b")
OF_SIZES = expression(r"\b(?:sizes?|tamanhos?|numer(?:o|acao))\b")
HALF = expression(r"\b(?:metade|half)\b")
ALL_OF_IT = expression(
    r"\b(?:rest[oa]|restante|tud[oa]|tod[oa]s|everything|all|ambos|ambas|both|demais\s+itens|outr[oa]s)\b"
)
WHAT_IF = expression(
    r"\b(?:entra[m]?|se|caso\s+(?:nao|der|tenha|precise)|if|quando|when|talvez|maybe|acho|ou|or|nao\s+sei|sei\s+la|depois|ainda|antes\s+de\s+tirar|sera|wonder|presente|pergunt\w+|pensando\s+em)\b"
)
PEOPLE = expression(
    r"\b(?:somos|estamos|seremos|pessoas|gente|convidad\w+|visitas?|prim[oa]s?|amig[oa]s?|sobrinh[oa]s?|cunhad[oa]s?|people|guests?|friends?|of\s+us)\b"
)
MAKES = expression(r"\b(?:make|change|keep|deix[ae]\w*|mud[ae]\w*|fica[m]?|bot[ae]|poe|coloc[ae]|quero|manda|faz)\b")
NONE = expression(r"^(?:no|zero|nenhum\w*|0)\b")
MISSING = expression(r"\bfalt(?:ou|a|am|ava|aram)\b")
SO_MANY_IN = expression(rf"\b{COUNT}\s+(?:n[oa]s?|pr[oa]s?|on\s+the)\s")  # `bota 3 no sabonete`
OF_PIECES = expression(rf"\b{COUNT}\s+(?:un\w*|pares|pecas|itens|units?|pieces?)\b")
# `as duas pretas` are those there are.
THOSE = expression(rf"\b(?:[oa]s|the)\s+{COUNT}\b")
ORDINAL = expression(rf"\b(?:[oa]|the)\s+({'|'.join(ORDINALS)})\b(?!\s*-?\s*feira)")
WISHES = expression(
    r"\b(?:quer(?:o|ia)|manda|poe|bota|coloca|adicion\w+|acrescent\w+|inclu\w+|me\s+(?:ve|da)|vou\s+(?:de|levar|querer)|levo|pega|traz|troc\w+|substitu\w+|add|get|give|want|put|swap|switch|exchange)\b"
)
ASIDE = expression(
    r"\b(?:pix|cartao|dinheiro|debito|credito|retir\w+|busc\w+|entreg\w+|pag[oau]\w*|cep|cupo[mn]|card|cash|pick\w*|deliver\w*|frete|nome|rua|avenida|av)\b"
)
NOT_COUNTED = frozenset(
    """vez vezes dia dias hora horas h min minuto minutos reais real conto pessoa pessoas anos ano mes meses pouco
    pouquinho coisa coisinha momento minutinho segundo instante vizinho amigo amiga cliente""".split()  # noqa: SIM905
)
BEHIND_COUNT = POINTING | frozenset(
    """so mesmo mesma no ja ta esta eh e mais menos less unidade unidades un und ao a apenas somente total basta chega
    certo bom otimo por favor pf dele dela deles delas disso desse dessa desses dessas de do da dos das cada unid
    entao please only just of them it fewer suficiente enough pra mim pares pecas itens viu ne moco moca tambem
    que na em o a os as the one ones total unidade eu voce ai aqui la agora hoje vai""".split()  # noqa: SIM905
)
TIES = POINTING | frozenset(
    """o a os as de do da dos das so mais ai pra mim tambem meu minha por favor please out off the of that those my
    one logo ja entao mesmo aquele aquela aqueles aquelas esse essa d""".split()  # noqa: SIM905
)
WITHOUT = frozenset("sem menos fora without minus".split())  # noqa: SIM905
BARE = FILLER | POINTING | frozenset("ele ela eles elas it them that isso pode podes entao mesmo can you".split())  # noqa: SIM905
EVERYDAY = FILLER | NO_GOODS | POINTING
NUMBERED = frozenset(
    """dia dias numero n opcao alternativa forma option choice apto ap apartamento casa bloco sala rua quadra
    lote""".split()  # noqa: SIM905
)
# `pode ser a 3`, of the ways to get it that were shown
PICKS = expression(rf"\bpode[m]?\s+ser\s+(?:[oa]\s+)?{COUNT}\b")
