"""What a shopper tells of their own day beside what they want, by the verb that it begins with: `somos 4 no plantão`,
`recebo visitas de São Paulo`, `I'm visiting Recife`. It wishes for nothing. Pure."""

import re

from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.vocabulary import KIN
from app.features.chat.assistant.language.words import COUNT, NUMBER_WORDS, words
from app.features.chat.assistant.products.name_words import PACKED
from app.ops.expressions import expression

_BEGINS = (
    r"(?:^|(?<=[.,;!?\n]))\s*(?:(?:e|eh|que|porque|pois|oi+|ola|gente|moc[ao]|and|because|since|hi|hello|hey|"
    r"bom\s+dia|boa\s+(?:tarde|noite)|so)\s*,?\s+)*"
)
_DAY = (
    r"(?:(?:eu|nos|a\s+gente)\s+)?(?:hoje\s+|aqui\s+|ja\s+|ainda\s+)?(?:"
    r"(?:somos|estamos|seremos)\s+(?!precisando|querendo|procurando|com\s+fome)|sou\s+(?:d[aeo]s?|cliente|nov[oa]|turista|professor\w*|estudante|aposentad[oa])\b|"
    r"(?:moro|moramos|trabalho|trabalhamos|(?:recebo|recebemos|vou\s+receber|vamos\s+receber)(?!\s+(?:so\s+|o\s+salario\s+)*(?:n?o\s+)?(?:dia|fi(?:m|nal)|mes|semana|proxim[oa]|amanha|depois)\b)|"
    r"comecei|comecamos|me\s+mudei|mudei(?!\s+de\s)|mudamos(?!\s+de\s)|nos\s+mudamos|vim|viemos|viajo|viajamos|vou\s+viajar|"
    r"casei|me\s+casei|me\s+formei|organizo|estudo)\s+(?!a\s+(?:mercadoria|encomenda)\b)|"
    r"(?:vou|vamos|(?:decidi|resolvi|inventei\s+de|estou|to)\s+)\s*(?:fazer|fazendo|montar|montando|preparar|preparando|assar)\s+(?!(?:o|um|meu|outro)\s+(?:pedido|pix)\b)"
    r")"
)
_DAY_IN_ENGLISH = (
    r"(?:(?:i'?m|we'?re|i\s+am|we\s+are)\s+(?:(?:just|only|here|currently)\s+)*(?:visiting|travell?ing|going\s+(?:on|to\s+(?:the|a|an)\b)|staying|having|hosting|moving|new\s+(?:here|in|to)|on\s+(?:holiday|vacation)|in\s+town|camping|renting)\b|"
    r"(?:i|we)\s+(?:just\s+|recently\s+|have\s+just\s+)?(?:live|work|moved|got\s+married|arrived|started)\b|moving\s+(?:in|into|to)\b)"
)
_CIRCUMSTANCE = expression(
    rf"{_BEGINS}(?P<told>(?:{_DAY}|{_DAY_IN_ENGLISH})[^.,;!?\n]*?)"
    r"(?=[.,;!?\n]|$|\s+(?:and|e)\s+(?:i|we|i'\w+|we'\w+|eu|a\s+gente|quer\w+|precis\w+)\b)"
)
# What is more than that: how it is paid or got, where it goes, what somebody must not eat, what is wished for.
_MORE = expression(
    r"\b(?:pix|dinheiro|cash|troco|cart(?:ao|oes)|card|pag\w+|pay\w*|retir\w+|busc\w+|peg\w+|entreg\w+|mand\w+|pick\w*|collect\w*|"
    r"deliver\w*|cep|rua|avenida|av|numero|nome|name|cupo[mn]|coupon|desist\w+|cancel\w+|quer\w*|want\w*|need\w*|love|like|precis\w+|procur\w+|look\w*|lev[aeo]r?|"
    r"compr\w+|buy\w*|alergi\w+|allerg\w+|intoleran\w+|celiac\w+|diabet\w+|vegan\w+|vegetarian\w+|gravid\w+|pregnant|uso|calco|visto|"
    r"tamanho|size|voces?(?=\s+[a-z])|you(?=\s+[a-z])|qual|quant[oa]s?|tem|esse|essa|este|esta|d?el[ea]s?)\b"
)
# `vou reformar minha motosserra. preciso de 1 sabre`, `hoje é aniversário do meu pai e ele só quer saber de pimenta`:
# what is to be done or celebrated, told before what is wanted for it.
_OF_ORDERS = (
    r"quer|lev|compr|peg|ped|precis|fic|pag|busc|retir|pass|mand|receb|ser\b|encomend|fech|escolh|troc|mudar\b|tir|deix|cancel|"
    r"experiment|prov|adicion|coloc|inclu|bot|por\b|aument|confirm|ver\b|pens|olh|us[ao]|aplic|aproveit|acert|ir\b|dar\b|"
    r"entreg|envi|separ|guard|repet|acrescent|dobr|diminu|reduz|cham|fal|pergunt|sab|conhec|ter\b|test|desist|faz|finaliz|"
    r"dispens|desconsider|ignor|esquec|abandon|devolv|remov|exclu|elimin|substitu|alter|corrig|opt|prefer|reserv|garant|aceit|mant|divid|parcel|"
    r"assin|complet|som|segu|embrulh|embal|escrev|grav|bord|personaliz|imprim|continu|desej|necessit|usufru|sair\b|vir\b|voltar\b"
)
_PROJECT = (
    r"(?:(?:eu|nos|a\s+gente)\s+)?(?:hoje\s+|aqui\s+|agora\s+)?(?:vou|vamos|vai|tenho\s+que|preciso|resolvi|decidi|pretendo|estou|to|tou|estamos|"
    rf"comecei\s+a|comecamos\s+a|inventei\s+de)\s+(?!(?:{_OF_ORDERS}))[a-z]{{2,}}(?:[aei]r|ndo)\b"
)
_CELEBRATED = (
    r"(?:(?:hoje|amanha|(?:n?o\s+)?(?:sabado|domingo)|essa\s+semana)\s+)?(?:(?:e|eh|vai\s+ser|sera|tem)\s+)(?:(?:o|a|um|uma|dia\s+d[eoa]s?)\s+)?"
    r"(?:aniversario|niver|casamento|formatura|batizado|bodas|festa|festinha|natal|pascoa|dia\s+d[oa]s?\s+\w+|cha\s+de\s+\w+)\b"
)
# `ele é louco por dinossauro`, `minha filha ama unicórnio`
_LIKED = (
    rf"(?:el[ea]s?|(?:[oa]\s+)?(?:meus?|minhas?|noss[oa]s?)\s+{KIN})\s+(?:(?:so|e|tambem|sempre)\s+)*"
    r"(?:(?:loucos?|loucas?|apaixonad[oa]s?|viciad[oa]s?|doid[oa]s?|fas?|fanatic[oa]s?)\s+(?:por|d[eoa]s?|em|n?o?as?)|ama[m]?|adora[m]?|curte[m]?|gosta[m]?\s+d[eoa]s?|"
    r"quer\s+saber\s+d[eoa]s?|fala[m]?\s+d[eoa]s?|vive\s+pedindo)\b"
)
_IN_MIND = (
    r"(?:eu\s+)?(?:quero|queria|vou|vamos)\s+(?:levar|comprar|dar|ver|escolher)\s+(?:umas?|uns|um)\s+"
    r"(?:lembranc\w+|presentes?|presentinhos?|coisas?|coisinhas?|agrados?|mimos?)\b"
)
_SCENE = expression(
    rf"(?:^|(?<=[.,;!?\n]))\s*(?:(?:oi+|ola|gente|moc[ao]|entao|e|bom\s+dia|boa\s+(?:tarde|noite))\s*,?\s+)*"
    rf"(?P<told>(?:{_PROJECT}|{_CELEBRATED}|{_LIKED}|{_IN_MIND})[^.,;:!?\n]*?)\s*"
    r"(?=[.,;:!\n]|\s+e\s+(?:eu\s+)?(?:quero|queria|preciso|precisamos|vou\s+querer|gostaria)\b)"
)
_COUNTED = expression(rf"\b(?:\d{{1,3}}|{NUMBER_WORDS}|uns|umas|mais)\s+(?P<what>[a-z]{{3,}})")
_SO_MANY = expression(rf"\b{COUNT}\s*(?:$|[,.;!?\n]|\s(?:so|e|del[ea]s?|d?ess[ea]s?|d?aquel[ea]s?)\b)")
_ONES_OWN = expression(r"\b(?:meus?|minhas?|noss[oa]s?)\s+[a-z]+")
_WISHES = expression(r"\b(?:quero|queria|queremos|preciso|gostaria|manda|me\s+ve|poe|bota|coloca|separa)\b")
_TERMS = expression(
    r"\b(?:pix|dinheiro|troco|cart(?:ao|oes)|pag\w+|retir\w+|busc\w+|entreg\w+|mand\w+|cep|rua|avenida|cupo[mn]|desist\w+|"
    r"cancel\w+|alergi\w+|intoleran\w+|celiac\w+|diabet\w+|vegan\w+|nao|n|sem|tamanho|numero|qual|quant[oa]s?|voces?)\b"
)
# `quero usar de noite também`: what it is for, and one more of it is wished for by nobody
_USES = expression(
    r"(?:^|(?<=[.,;!?\n]))\s*(?:(?:e|que|porque|pois|eu|mas)\s+)*(?P<told>(?:quero|queria|vou|pretendo|gosto\s+de)\s+"
    r"(?:usar|andar|correr|treinar|viajar|trabalhar|presentear|aprender|brincar|observar|decorar)\b[^.,;!?\n]*)(?=[.,;!?\n]|$)"
)
# `e pra tirar o glitter depois, faz como?`: one question
_THEN_ASKED = expression(
    r"(?P<aim>(?:^|(?<=[.;!?\n]))\s*(?:(?:e|mas|ai|and)\s+)*(?:pra|para|p)\s+[a-z]{2,}[aei]r\b[^.,;!?\n]*),\s*"
    r"(?=(?:(?:a\s+gente|eu|voces?)\s+)?(?:faz\w*|faco|como|qual|o\s+que|que|usa\w*|uso|precisa|tem\s+que|tenho\s+que|posso|pode|da\s+(?:pra|para)|"
    r"demora|quanto|how|what)\b[^.;!\n]*\?)"
)
# `um suporte pra tirar foto da lua`, which takes nothing out
_TO_TAKE = expression(
    r"\s+(?:pra|para|p)\s+(?:(?:eu|a\s+gente|ela?)\s+)?tirar\s+(?:(?:as?|umas?|uns|boas?)\s+)?(?:fotos?|selfies?|medidas?|manchas?)\b"
    r"(?:\s+(?!(?:e|mais|com)\s+(?:\d|uma?\b))[^\s.,;!?\n]+)*"
)
# `e a brisa, pesa quanto?`
_ITS = expression(
    r"(?P<goods>(?:^|(?<=[.;!?\n]))\s*(?:(?:e|mas)\s+)?[oa]s?\s+(?P<noun>[a-z]+)(?:\s+[a-z0-9]+){0,3}),\s+"
    r"(?=(?:pesa|mede|dura|rende|serve|aguenta|leva|vem|da)[m]?\s+(?:[a-z]+\s+)?(?:quant[oa]s?|qual|que)\b)"
)
# `Thanks, that's all I wanted to know for now`
_ALL_ASKED = expression(
    r"\b(?:that'?s|that\s+(?:is|was))\s+(?:all|everything|it)\s+(?:i|we)\s+(?:wanted|needed|had)\b[^.,;!?\n]*|"
    r"\b(?:era|e|eh)\s+(?:so|isso)\s+(?:isso\s+)?(?:o\s+)?que\s+(?:eu\s+)?(?:queria|precisava)\s+(?:saber|perguntar)\b[^.,;!?\n]*"
)
# `quero algo pra guardar dinheiro, tipo uma pochete`: to be shown, and not to be put in
_SOMETHING_LIKE = expression(
    r"\b(?:(?:eu\s+)?(?:quero|queria|preciso(?:\s+de)?|procuro)|i\s+(?:want|need)|i'm\s+looking\s+for)\s+(?:ver\s+)?"
    r"(?:algo|alguma\s+coisa|something)\s+(?:(?:pra|para|p|que|to|for|that)\s[^.;!?\n]*?)?,?\s*(?:tipo|como|like)\s+"
    r"(?:(?:uma?s?|an?)\s+)?(?P<like>[^.,;!?\n]+)"
)
# `cada rolo vai num quarto`: where they go at home
_EACH_GOES = expression(
    r"(?:^|(?<=[.,;!?\n]))\s*(?:(?:e|que|porque|pois|and)\s+)*(?:cada|each)\s+[a-z]+\s+(?:vai|fica|goes)\s+(?:num|numa|n[oa]s?|em|pr[oa]s?|pra|para|in|to|for)\s+(?P<where>[^.,;!?\n]+)(?=[.,;!?\n]|$)"
)
_SOMETHING_FOR = expression(
    r"(?:^|(?<=[.,;!?\n]))\s*(?P<lead>(?:(?:oi+|ola|e|bom\s+dia|boa\s+(?:tarde|noite))\s*,?\s+)*)(?:eu\s+)?(?:quero|queria|preciso\s+de|procuro)\s+"
    r"(?P<for>(?:algo|alguma\s+coisa)\s+(?:pra|para|p|que)\s[^.,;!?\n]+)(?=[.,;!?\n]|$)"
)


# `3 sobrinhos, de 8, 10 e 12 anos, um ovo pra cada`
_AGES = expression(
    r"(?P<who>\b(?:\d{1,2}|dois|duas|tres|quatro|cinco)\s+(?:sobrinh|filh|net|menin|crianc|alun|prim|irma)[a-z]*)\s*,\s*(?:de|com)\s+\d{1,2}(?:\s*,\s*\d{1,2})*\s+e\s+\d{1,2}\s+anos\b"
)
# `vou assentar porcelanato, qual argamassa eu uso?`
_WHICH_FOR_IT = expression(
    r"\b(?:qual|que|which|what)\s[^.;!\n]*\b(?:us[oa]r?|serve|compro|comprar|precis\w+|indica\w*|recomend\w+|use|need|recommend)\b[^.;!\n]*\?"
)


def without_circumstances(text: str) -> str:
    """A folded text without what is told of the shopper's day, and with what a question is about in the question."""
    text = _AGES.sub(r"\g<who>", text)
    text = _ITS.sub(_of_goods, _THEN_ASKED.sub(r"\g<aim> ", _ALL_ASKED.sub(" ", text)))
    text = _SOMETHING_FOR.sub(r"\g<lead>voces tem \g<for>?", _SOMETHING_LIKE.sub(r"voces tem \g<like>?", text))
    text = _EACH_GOES.sub(_unless_goods, text if "?" in text else _TO_TAKE.sub("", text))
    text = _SCENE.sub(_unless_wanted, _CIRCUMSTANCE.sub(_unless_more, text))
    text = _SCENE.sub(_unless_wanted, text)  # `vou viajar e quero levar umas lembranças`
    return _USES.sub(_unless_more, text).strip(" ,") or text


def _unless_wanted(found: re.Match[str]) -> str:
    """Nothing, where what is said besides names goods; what counts goods, wishes for some or points back stays."""
    told, goods = found["told"], current()
    rest = found.string[: found.start("told")] + found.string[found.end("told") :]
    of_told = words(told)
    if _WHICH_FOR_IT.search(rest) and any(goods.place(word) for word in of_told):
        return found[0]
    named = any(goods.place(word) >= NAMES and word not in PACKED and word not in of_told for word in words(rest))
    if not named or _wishes_more(told) or any(goods.place(one["what"]) >= NAMES for one in _COUNTED.finditer(told)):
        return found[0]
    if any(goods.place(word) >= NAMES for word in of_told) and _SO_MANY.search(rest):
        return found[0]  # `minha mãe adora a caneca, manda 2 e um urso`
    if re.match(_IN_MIND, told):
        return " "
    if re.match(f"{_CELEBRATED}|{_LIKED}", told):
        return found[0] if _TERMS.search(told) else " "
    own = any(goods.place(word) == BEGINS for word in words(_ONES_OWN.sub(" ", told)))
    return found[0] if own or _MORE.search(told.split(" ", 1)[-1]) else " "


def _wishes_more(told: str) -> bool:
    wish = re.match(_IN_MIND, told)
    return _WISHES.search(told[wish.end() :] if wish else told.split(" ", 1)[-1]) is not None


def _of_goods(found: re.Match[str]) -> str:
    """The goods and what is asked of them as one question."""
    return f"{found['goods']} " if current().place(found["noun"]) >= NAMES else found[0]


def _unless_goods(found: re.Match[str]) -> str:
    return found[0] if any(current().place(word) >= NAMES for word in words(found["where"])) else " "


def _unless_more(found: re.Match[str]) -> str:
    """Nothing, unless the shop's goods or what is to be done are in it, or it is all that is said."""
    told = found["told"]
    makes = re.match(r"(?:vou|vamos|decidi|resolvi|inventei|estou|to|moving|i|we|i'm|we're)\b", told) is not None
    own = not makes and any(current().place(word) == BEGINS for word in words(told))
    alone = not re.search(r"\w", found.string[: found.start("told")] + found.string[found.end() :])
    shared = re.search(r"\b(?:somos|estamos)\b", told) and re.search(
        r"\b(?:cada|each|todos|todo\s+mundo|nos)\b", found.string
    )
    more = shared or _MORE.search(told.split(" ", 1)[-1])
    return found[0] if own or alone or more else " "
