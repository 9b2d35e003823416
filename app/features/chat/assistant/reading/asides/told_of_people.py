"""What is told beside a wish or a question of what people or their homes are like, by the form of the sentence: it
names nothing of the shop's, counts nothing and says neither how to pay nor how to get it. Pure.
"""

import re
from collections.abc import Callable

from app.features.chat.assistant.language.goods import BEGINS, NAMES, TIES, current
from app.features.chat.assistant.language.totals import TOTAL
from app.features.chat.assistant.language.words import NUMBERS, is_colour, words
from app.features.chat.assistant.products.name_words import SIZES
from app.ops.expressions import expression

_PEOPLE = (
    r"(?:el[ea]s?|eu|a\s+gente|ninguem|todo\s+mundo|o\s+pessoal|a\s+galera|a\s+turma|"
    r"(?:[oa]s?\s+)?(?:meus?|minhas?|noss[oa]s?)\s+[a-z]+|ess[ea]s?\s+[a-z]+|[oa]s?\s+[a-z]+\s+(?:d[oa]s?\s+[a-z]+|daqui|de\s+casa|la)|"
    r"s?he|they|we|i|my\s+[a-z]+|everybody|everyone|nobody)"
)
# `…, que esse povo come bem`, `… pra ela não ter desculpa de não trocar`, `… so she can't complain`
_WHY = expression(
    rf"(?:\s*,\s*(?:que|porque|pois|ja\s+que)\s+(?=(?:aqui\s+|la\s+|hoje\s+)?{_PEOPLE}\s+(?:nao\s+|n\s+)?[a-z]+)|"
    rf"\s+(?:pra|para)\s+(?={_PEOPLE}\s+(?:(?:nao|n|nunca)\s+)(?:me\s+|se\s+)?[a-z]+[aei]r\b)|"
    r"\s+so\s+(?:that\s+)?(?=(?:s?he|they|we|i|my\s+[a-z]+)\s+(?:can't|cannot|won't|doesn't|don't)\b))"
    r"(?P<told>[^.,;!?\n]+)(?=[.,;!\n]|$)"
)
# `a cozinha dela não tem tomada perto da pia`, `my kitchen has no socket`
_LACKS = expression(
    r"(?:^|(?<=[.,;!?\n]))\s*(?:(?:e|mas|so\s+que|porque|pois|que|but|and)\s+)*"
    rf"(?P<told>(?:(?:[oa]s?|meus?|minhas?|noss[oa]s?|the|my|our)\s+[a-z]+(?:\s+(?:d[eoa]s?\s+)?(?:meus?\s+|minhas?\s+)?[a-z]+)?|aqui|la|(?:aqui|la)\s+em\s+casa|em\s+casa|{_PEOPLE})\s+"
    r"(?:(?:nao|n)\s+(?:te[mn]h?o?|temos|cabe|pega|possui)|(?:has|have)\s+no|does(?:\s+not|n't)\s+have)\s+[^.,;!?\n]+)(?=[.,;!\n]|$)"
)
# `ela trocou os puxadores tudo por inox`
_DID = expression(
    r"(?:^|(?<=[.,;!?\n]))\s*(?:(?:e|mas|que|porque|pois|ai|because|but)\s+)*"
    rf"(?P<told>{_PEOPLE}\s+(?:ja\s+|so\s+|tambem\s+)?(?:troc|mud|reform|pint|quebr|perd|ganh|compr|instal)(?:ou|aram|ei|eu)\s+[^.,;!?\n]+)(?=[.,;!\n]|$)"
)
# What is more than a reason: how to pay or to get it, where it goes, a size, what is decided or to be kept in mind.
_HOW = expression(
    r"\b(?:pix|dinheiro|cash|troco|cart(?:ao|oes)|card|debito|credito|pag\w+|pay\w*|retir\w+|busc\w+|peg\w+|receb\w+|entreg\w+|mand\w+|envi\w+|"
    r"pick\w*|collect\w*|deliver\w*|cep|rua|enderecos?|numeros?|cpf|nome|telefone|complemento|porteiro|portaria|interfone|campainha|ninguem|"
    r"cupo[mn]|desist\w+|cancel\w+|quer\w*|want\w*|prefer\w*|prefir\w+|lev[aeo]\w*|compr\w+|fech\w+|volt\w+|pens\w+|vej\w+|ver|depois|escolh\w+|decid\w+|"
    r"alergi\w+|allerg\w+|intoleran\w+|usa[m]?|uso|veste[m]?|visto|calca[m]?|calco|wears?|tamanho|size|pp|[pmg]|gg|xgg?|voces?|you)\b"
)
# `minha mãe pediu umas marmitas, acho que foi 6 de patinho`: what was ordered once
_RECALLED = expression(
    r"(?P<before>\b(?:ped(?:iu|i|iram)|compr(?:ou|ei|aram)|encomend(?:ou|ei|aram)|lev(?:ou|ei|aram))\b.*?)"
    r"[.,;!?\n]\s*(?:eu\s+)?acho\s+que\s+(?:foi|foram|era[m]?)\s+[^.,;!?\n]+",
    re.DOTALL,
)
# `poxa, e o preto 40 vcs têm?`: the goods before the question
_HAVE_BEHIND = expression(
    r"(?:^|(?<=[.,;!?\n]))\s*(?:(?:poxa|puxa|putz|e|mas|ah+|ai|oi|entao|hm+)\W+)*"
    r"(?P<goods>(?:[oa]s?|uma?)\s+(?!(?:que|quero|queria|preciso)\b)[a-z0-9][^.,;!?\n]{1,40}?)\s+"
    r"(?:voces?|ces?)\s+(?:ainda\s+)?(?P<have>tem|teria[m]?|vende[m]?)(?:\s+ai)?\s*\?"
)
# `e a sopinha, o missoshiro, põe uma`: one thing in two words, of which the shop has the second
_IN_OTHER_WORDS = expression(
    r"(?:^|(?<=[.;!?\n]))\s*(?P<lead>(?:(?:e|ah+|ai|entao|tambem)\s+)*)[oa]\s+(?P<other>[a-z]{3,}),\s+(?=[oa]\s+(?P<noun>[a-z]{3,})(?:\s+[^\s,.;!?]+){0,4},\s+"
    r"(?:poe|bota|coloca|manda|quero|queria|me\s+ve|separa|inclui|adiciona|vou\s+querer)\b)"
)
# `e colar ponto de luz, tem prateado?`: the goods before the question
_HAVE_IN = expression(
    r"(?:^|(?<=[.,;!?\n]))\s*(?:(?:e|mas|ah+|ai|entao)\s+)*(?:[oa]s?\s+)?(?P<goods>(?P<noun>[a-z]{3,})(?:\s+[^\s,.;!?]+){0,6}),\s*"
    r"(?:(?:voces?|ces?)\s+)?(?:ainda\s+)?(?P<have>tem|teria[m]?)\s+(?P<kind>(?:(?:em|n[oa]|del[ea]|de|[oa])\s+)?(?:(?:cor|tamanho|numero|tam)\s+)?(?P<value>[a-z0-9][a-z0-9-]*)(?:\s*(?:ml|l|kg|g|cm|m|mm|v))?)\s*(?=\?)"
)
# `meus pés tão só o craquelado, vcs têm manteiga?`
_IS_SO = expression(
    r"(?:^|(?<=[.,;!?\n]))\s*(?:(?:oi+|ola|e|mas|que|porque|hi|hey)\s*,?\s*)*(?P<told>(?:[oa]s?\s+)?(?:meus?|minhas?|my)\s+[a-z]+\s+"
    r"(?:ta|tao|esta|estao|anda[m]?|ficou|ficaram|vive[m]?|is|are)\s+[^.,;!?\n]*?)\s*[.,;!]?\s*(?=\b(?:voces?|ces?|do\s+you)\s+(?:tem|have)\b)"
)
# `tanto faz, depois pergunto a ela`, which chooses nothing
_ASKS_LATER = expression(
    r"\b(?:tanto\s+faz|sei\s+la|whatever)\s*[,.]?\s*(?:depois|mais\s+tarde)\s+(?:eu\s+)?(?:pergunt|vej|fal|confirm)o\b[^.,;!?\n]*"
)
# `aliás 2, uma é presente pro meu sobrinho de 12 anos`: for whom one of them is
_ONE_FOR = expression(
    r"[,.;]\s*(?:e\s+|que\s+)?(?:uma?|(?:[oa]\s+)?outr[oa]|one|the\s+other(?:\s+one)?)\s+(?:e|eh|vai\s+ser|is)\s+"
    r"(?:(?:um|de|a)\s+)?(?:(?:presente|lembranca|gift)\s+)?(?:pra|para|pro|for)\s+(?:[oa]\s+)?(?:meu|minha|my)\s+[a-z]+"
    r"(?:\s+(?:de|que\s+tem)\s+\d{1,2}\s+an(?:os|inhos)?)?(?=\s*(?:$|[.,;!\n]))"
)
# `quanto dá só as comidas`: the goods that are in the cart, by a word that none is called
_SUM_OF = expression(
    r"(?:\s+(?:e|ai)\s+)?(?:me\s+(?:fala|diz|ve|passa|manda)\s+)?\bquanto\s+(?:e\s+que\s+|que\s+)?(?:da|deu|fica|ficou|sai|saiu|ta)\s+"
    r"(?:(?:so|somente|apenas|tudo|todas?|todos?)\s+)+[oa]s?\s+(?P<goods>[a-z]{3,})(?:\s+(?:ate\s+agora|sem\s+(?:o\s+frete|a\s+entrega)|junt[oa]s?|por\s+favor|pfv?))*(?=\s*(?:[.,;!?\n]|$))"
)
# `tava pensando na 1:48, mas qual é melhor pra iniciante?`: the question is all that is said
_THOUGHT_OF = expression(
    r"(?:^|(?<=[.;!?\n]))\s*(?:(?:eu|ainda|so|oi|olha|entao)\s+)*(?:(?:tava|estava|to|tou|estou|fiquei|tinha)\s+(?:pensando|pensado|de\s+olho|interessad[oa])|pensei|i\s+was\s+(?:thinking\s+(?:of|about)|looking\s+at))\s+"
    r"(?:n?[oa]s?|em|the)\s+[^.;!?\n]*?(?:,\s*(?:mas|so\s+que|porem|but)?|\s(?:mas|so\s+que|porem|but))\s+(?=(?:qual|quais|que|sera|which|what|is|does)\s[^.;!\n]*\?)"
)
# `pô bota mais uma`, where no goods begin with what is written so, too
_HUFF = expression(
    r"(?:^|(?<=[.!?\n]))\s*po+\s*,?\s+"
    r"(?=(?:me\s+(?:ve|da|manda)|bota|poe|coloca|manda|adiciona|inclui|quero|queria|vou|pode)\b)"
)
_OF_THESE = expression(
    r"\b(?P<which>qual|which)\s+(?:d[oa]s\s+(?:dois|duas|2|tres|3)|d(?:ess|el)[ea]s|one|of\s+(?:the|these|them)(?:\s+(?:two|three))?)\s+(?=(?:e|eh|fica|is|would)\b)"
)

# `a caixa de 500 litros qual o diâmetro dela?`: `qual o diâmetro da caixa de 500 litros?`
_ITS = expression(
    r"(?:^|(?<=[.;!?\n]))\s*(?:(?:e|mas|and)\s+)?(?P<the>[oa])\s+(?P<goods>(?P<noun>[a-z]{3,})(?:\s+[^\s,.;!?]+){0,5}?),?\s+"
    r"(?P<asked>(?:qual|quanto|quant[oa]s|de\s+que|como)\s[^.,;!?\n]*?)\s+(?P<of>[dn])el[ea](?=\s*\?)"
)
# `no kit degustação vem quais molhos?`
_IN_IT = expression(
    r"(?:^|(?<=[.,;!?\n]))\s*(?:(?:e|mas)\s+)?n[oa]s?\s+(?P<goods>(?P<noun>[a-z]{3,})[^.,;!?\n]*?)\s+(?:vem|tem|sao|vao)\s+(?:quais|que|o\s+que)\b[^.,;!?\n]*(?=\?|$)"
)
_TOPS = {
    "hott": "ardido",
    "spici": "ardido",
    "strong": "forte",
    "sweet": "doce",
    "warm": "quente",
    "soft": "macio",
    "light": "leve",
    "mild": "suave",
    "fast": "rapido",
    "firm": "firme",
}
# `what's the hottest sauce you have?`
_TOPMOST = expression(
    rf"\b(?:what(?:'s|\s+is)|which(?:\s+is)?)\s+(?:the\s+|your\s+)?(?P<top>{'|'.join(_TOPS)})est\s+(?P<goods>[a-z]+(?:\s+[a-z]+)?)(?:\s+(?:that\s+)?(?:do\s+)?you(?:'ve|\s+have)?(?:\s+(?:got|sell|have))?|\s+(?:there|here))?(?=\s*[?.!,]|$)"
)

_LAUGHTER = expression(r"(?:^|(?<=[\s.,;!?]))(?:k{2,}|(?:rs){1,4}|(?:ha){2,}h?|(?:he){2,}h?|lol)(?=$|[\s.,;!?])")


def without_asides(text: str) -> str:
    """The folded text without what tells why and for whom somebody needs a thing, what somebody's home lacks, somebody
    did or ordered once; with `o preto 40, vocês têm?` asked as `vocês têm o preto 40?`, and the sum of `só as comidas`
    as the sum of all."""
    text = _IN_OTHER_WORDS.sub(_as_sold, _HAVE_IN.sub(_in_kind, text))
    text = _IS_SO.sub(_unless_asked_for, _HAVE_BEHIND.sub(r" voces \g<have> \g<goods>?", text))
    text = _LAUGHTER.sub(" ", text).strip() or text
    text = text if current().place("po") == BEGINS else _HUFF.sub(" ", text)
    text = _RECALLED.sub(r"\g<before>", _ASKS_LATER.sub(" ", _ONE_FOR.sub("", text)))
    text = _OF_THESE.sub(r"\g<which> ", _THOUGHT_OF.sub(" ", text))
    text = _TOPMOST.sub(lambda found: f"qual {found['goods']} mais {_TOPS[found['top']]}", _SUM_OF.sub(_sum, text))
    text = _IN_IT.sub(_of_goods("o que vem no {goods}"), _ITS.sub(_of_goods("{asked} {of}{the} {goods}"), text))
    for aside in (_WHY, _LACKS, _DID):
        text = aside.sub(_unless_told_to, text)
    return text.strip(" ,") or text


def _unless_told_to(found: re.Match[str]) -> str:
    """Nothing, unless the shop's goods, a count or what is to be done are in it, or it is all that is said."""
    told = found["told"]
    own = any(current().place(word) >= NAMES or is_colour(word) for word in words(told))
    counts = any(word in NUMBERS or word[0].isdigit() for word in words(told)[1:])
    alone = not re.search(r"\w", found.string[: found.start()] + found.string[found.end() :])
    return found[0] if own or counts or alone or _HOW.search(told) else " "


def _unless_asked_for(found: re.Match[str]) -> str:
    """Nothing, where the question behind it names goods of its own."""
    behind = words(found.string[found.end() :])
    return " " if any(current().place(word) == BEGINS for word in behind) else found[0]


def _of_goods(form: str) -> Callable[[re.Match[str]], str]:
    """What a question about goods is put as; where none are called so it stays as it was."""
    return lambda found: form.format(**found.groupdict()) if current().place(found["noun"]) == BEGINS else found[0]


def _as_sold(found: re.Match[str]) -> str:
    """What the shop calls it, where it has nothing that is called the other."""
    goods = current()
    both = goods.place(found["other"]) < NAMES and goods.place(found["noun"]) == BEGINS
    return found["lead"] if both else found[0]


def _in_kind(found: re.Match[str]) -> str:
    """One question of goods and of a colour or size that they may have."""
    value = found["value"]
    many = value.isdigit() and found["kind"] == value  # `toalha azul, tem 3?`
    kind = is_colour(value) or value in SIZES or (value[0].isdigit() and not many)
    said = [word for word in words(found["goods"]) if word not in TIES]
    goods = current().place(said[0]) == BEGINS and all(
        current().place(word) or is_colour(word) or word in SIZES or word[0].isdigit() for word in said
    )
    return f" voces {found['have']} {found['goods']} {found['kind']}" if kind and goods else found[0]


def _sum(found: re.Match[str]) -> str:
    sold = current().place(found["goods"]) >= NAMES
    return found[0] if sold or TOTAL.search(found[0]) else ", qual o total"
