"""Changes of what is in the cart, read by what its lines are called: `o dobro de leite`, `tira um de cada`. Pure.

`as_exchanges` puts the many ways to say that one thing takes another's place into one (`em vez do pão, biscoito`:
`troca pao por biscoito`), `edits` reads what is said of lines by how many there are.
"""

import re
from collections.abc import Callable, Sequence

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import COUNT, fold, is_colour, number, stem, words
from app.features.chat.assistant.products.alike import plainly_called
from app.features.chat.assistant.products.matching import SIZED, Product, shares
from app.features.chat.assistant.products.mentions import leading_count
from app.features.chat.assistant.products.name_words import PACKED, SIZES, UNITS, product_words
from app.features.chat.assistant.products.numbers_in_names import another_code
from app.features.chat.assistant.products.sizes import FEWEST_SIZES, numbers_of
from app.features.chat.assistant.reading.clauses import Clause
from app.features.chat.assistant.reading.draft import Reading
from app.features.chat.assistant.reading.splitting import split_mentions
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

_BY = r"(?:por|pel[oa]s?|pra|para|com|for|with)"
_SWAP = r"(?:troc\w+|substitu\w+|swap|replace)"
_INSTEAD = r"(?:no\s+lugar|em\s+vez|ao\s+inves|instead)"
# up to the next stop or comma, `8.25` and `1,5` being one word
_WHAT = r"(?:[^,.;]|(?<=\d)[.,](?=\d))+?"
_OF = r"(?:d[eoa]s?|of(?:\s+the)?)"
_JUST = r"(?:so|apenas|somente|mesmo|just|only)"
_SO_MANY_BEHIND = rf"(?:{_JUST}\s+{COUNT}\b(?:\s+{_JUST})?|{COUNT}\s+{_JUST}\b)"
_END = (
    rf"(?=(?:\s+(?:na\s+verdade|na\s+vdd|mesmo|entao|por\s+favor|please|actually))*(?:,\s*{_SO_MANY_BEHIND}|"
    r"\s*(?:[;!\n]|\.(?!\d)|$|,\s*(?:eu\s+)?(?:acho|porque|pois|combina|i\s+think|because|"
    r"(?:me\s+)?(?:enganei|confundi)|errei|foi\s+mal|desculp\w+|sorry|my\s+(?:bad|mistake))\b)))"
)
# `troca a cola por a em pó, 1 só que já rende 4 rolos`: so many of the new one, and perhaps why
_NEW_COUNTED = expression(
    rf"\b{_SWAP}\s+(?P<old>[^,.;!?\n]+?)\s+(?:por|pel[oa]s?|for|with)\s+(?P<new>(?!{COUNT}\s)[^,.;!?\n]+?),\s*(?={_SO_MANY_BEHIND})(?:{_JUST}\s+)?(?P<n>{COUNT})\b(?:\s+{_JUST})?"
    r"(?:\s*,?\s*(?:que|q|pq|porque|pois|because|since)\s+(?:(?:ja|so|it|that)\s+)*(?:rende|dura|da|chega|basta|serve|cobre|sobra|"
    r"vai|e|is|lasts|covers|does)\b[^,.;!?\n]*)?(?=\s*(?:$|[,.;!\n]))"
)

# `em vez do pão, biscoito`, `2 arroz no lugar do leite`
_INSTEAD_FIRST = expression(
    rf"\b{_INSTEAD}\s+{_OF}\s+(?P<old>{_WHAT})(?:\s*,(?!\d)\s*|\s+(?=(?:eu\s+)?(?:quero|queria|poe|coloca|manda|me\s+ve|[oa]s?|uma?)\b))"
    rf"(?!(?:eu\s+)?acho\b|i\s+think\b)(?:(?:eu\s+)?(?:quero|queria|poe|coloca|manda|me\s+ve)\s+)?(?P<new>{_WHAT}){_END}"
)
_INSTEAD_LAST = expression(
    rf"(?:^|(?<=[,.;]))\s*(?:(?:quero|queria|poe|coloca|manda|me\s+ve|bota|make)\s+)?(?P<new>{_WHAT})\s+{_INSTEAD}\s+{_OF}\s+(?P<old>{_WHAT}){_END}"
)
# `troca leite por suco e pão por biscoito`
_TWO_SWAPS = expression(
    rf"(?P<verb>\b{_SWAP})\s+(?P<a>{_WHAT})\s+{_BY}\s+(?P<b>{_WHAT})\s*(?:,|\be\b|\band\b)\s*(?P<c>{_WHAT})\s+{_BY}\s+(?P<d>{_WHAT}){_END}"
)
# `os 3 pães troca por 3 biscoitos`, `os cafés são de 250`, `um dos cafés pode ser de 250`; not `a grande e uma coca`
_SWAP_AFTER = expression(
    rf"(?:^|(?<=[,.;]))\s*(?P<old>[^,.;]+?)\s+(?:pode\s+)?{_SWAP}\s+{_BY}\s+(?P<new>[^,.;]+?){_END}"
)
_IS_OTHER = expression(
    rf"(?:^|(?<=[,.;!\n]))\s*(?:(?:e|and|mas|but)\s+)?(?P<old>(?:{COUNT}\s+d)?(?:[oa]s?|the)\s+[^,.;]+?)\s+(?:agora\s+)?(?:e(?!\s+{COUNT}\s+[a-z])|eh|sao|era[m]?|pode[m]?\s+ser|(?:tem|tinha|precisa|vai)\s+(?:que\s+|de\s+)?ser|quero|should\s+be|is|are)\s+(?:[oa]s?\s+)?(?P<new>[^,.;]+?){_END}"
)
# `papel higiênico melhor o fardo de 64`
_RATHER = expression(
    rf"(?:^|(?<=[,.;]))\s*(?:(?:e|mas|[oa]s?|the)\s+)*(?P<old>[^,.;]+?)\s+(?:(?:acho|eu)\s+)*(?:melhor|prefiro|preferia|rather)\s+(?:(?:ser|levar|se\s+for|the)\s+)?(?:[oa]s?\s+|[dn][eoa]s?\s+)?(?P<new>[^,.;]+?){_END}"
)
# `a vela faz a de 200 g`, and perhaps something else
_PUTS_OTHER = expression(
    r"(?:^|(?<=[,.;]))\s*(?:(?:e|mas)\s+)?(?P<old>(?:[oa]s?\s+)?(?!(?:deix|tir|troc|mant|quer|le[av]|p[oe]|bot)[a-z]*\s)[a-z](?:(?!\s(?:e|mas)\s)[^,.;])*?)(?<!\se)(?<!\smas)\s+(?:eu\s+)?(?:faz|manda|poe|bota|coloca|me\s+ve|pega|traz|levo|vai\s+ser)\s+[oa]s?\s+(?P<new>(?:d[eo]\s+)?(?:[^,.;]|(?<=\d)[.,](?=\d))+?)"
    rf"(?:\s+(?:mesmo|entao|por\s+favor))*(?=\s*(?:[.;!\n]|$)|\s*,\s*(?:e\s+)?(?:[oa]s?|{_SWAP}|tira|poe|bota|mais|pago|vou|manda|e)\b)"
)
# `prefiro a meia ao boné`
_PREFERS = expression(
    rf"\b(?:prefiro|i\s+prefer)\s+(?:[oa]s?\s+|the\s+)?(?P<new>[^,.;]+?)\s+(?:aos?|do\s+que\s+[oa]s?|a\s+ess[ea]|to\s+the|over\s+the)\s+(?P<old>[^,.;]+?){_END}"
)
# `sai o boné, entra a meia`
_OUT_AND_IN = expression(
    rf"\b(?:sai|saem|out)\s+(?:com\s+)?(?:[oa]s?\s+|the\s+)?(?P<old>[^,.;]+?)\s*(?:,|\be\b|\band\b)\s*(?:entra[m]?|vem|in)\s+(?:[oa]s?\s+|the\s+)?(?P<new>[^,.;]+?){_END}"
)
_NO_FIRST = expression(r"\W*(?:ah+\s+|ih\s+)?(?:nao|na\s+verdade|na\s+vdd|desculpa|errei|no|actually)\b")
# `o limpol ta caro, vou de espuma`
_DEAR_ONE = expression(
    r"(?:^|(?<=[,.;]))\s*(?:(?:e|mas|achei|[oa]s?|the)\s+)*(?P<old>[^,.;]+?)\s+(?:(?:ta|esta|e|eh|ficou|saiu|is)\s+)?(?:(?:muito|meio|bem|tao|too)\s+)?"
    r"(?:car[oa]s?|carinh[oa]s?|salgad[oa]s?|expensive|pricey)(?:\s+(?:demais|ne))*\s*[,.;]?\s*(?:(?:entao|ai|eu|acho\s+que)\s+)*"
    r"(?:vou\s+(?:de|levar|querer|ficar\s+com)|quero|prefiro|fico\s+com|me\s+(?:ve|da)|manda|melhor|pode\s+ser)\s+(?:[oa]s?\s+|d[eoa]s?\s+)?(?P<new>[^,.;]+?)(?=\s*(?:[,.;!\n]|$))"
)
# `a água de 1 litro tá cara, me dá 2 de 5`, of what is in no cart yet
_DEAR_WISH = expression(
    r"(?:^|(?<=[,.;!]))\s*(?:(?:e|mas|achei|oi|ola|opa|nossa|vixe?|[oa]s?|ess[ea]s?)\s+)*(?P<old>[a-z][^,.;!]*?)\s+(?:(?:ta|esta|e|eh|ficou|saiu)\s+)?(?:(?:muito|meio|bem|tao)\s+)?"
    r"(?:car[oa]s?|carinh[oa]s?|salgad[oa]s?)(?:\s+(?:demais|ne|viu))*\s*[,.;!]\s*(?:(?:entao|ai|eu)\s+)*"
    rf"(?:vou\s+(?:de|levar|querer|ficar\s+com)|quero|queria|prefiro|fico\s+com|me\s+(?:ve|da|manda)|manda|pode\s+ser)\s+(?:(?P<n>{COUNT})\s+)?(?:d[eoa]s?|[oa]s?)\s+(?:d[eo]\s+)?(?P<new>[^,.;!]+?){_END}"
)
# `não é pão, é biscoito`
_NOT_BUT = expression(
    rf"(?:^|(?<=[,.;]))\s*nao\s+(?:e|eh|era|quero)\s+(?:[oa]s?\s+)?(?P<old>[^,.;]+?)\s*(?:,|\bmas\b|\be\b)\s*(?:e|eh|era|sim|quero)\s+(?P<new>[^,.;]+?){_END}"
)
# `não o boné, a meia`
_NOT_THE = expression(
    rf"(?:^|(?<=[,.;]))\s*(?:nao|not)\s+(?:[oa]s?|the)\s+(?P<old>[^,.;]+?)\s*,\s*(?:(?:mas|sim|but)\s+)*(?:[oa]s?|the)\s+(?P<new>[^,.;]+?){_END}"
)
_WISHES = (
    r"(?:quero|queria|prefiro|me\s+ve|manda|poe|coloca|bota|faz|vou\s+(?:levar|querer)|i\s+want|i'?ll\s+take|give\s+me)"
)
# `omo não, quero o tixan`
_NOT_THAT = expression(
    rf"(?:^|(?<=[,.;]))\s*(?:(?:ah+|e|mas|na\s+verdade|na\s+vdd|[oa]s?|the)\s+)*(?P<old>[^,.;]+?)\s+(?:nao|not)(?:\s+(?:quero|precisa))?\s*(?:[,;]|\bmas\b)\s*"
    rf"(?:(?:e|eh|sim|e\s+sim|mas|eu|quero|queria|prefiro|melhor|me\s+ve|manda|poe|coloca|bota|pode\s+ser|i\s+want)\s+)*(?:[oa]s?\s+|the\s+)?(?P<new>(?!\s*(?:nao|ja|tir[ae]|remov[ae]|retira|cancela|exclui|remove|tenho|temos|eu\s+(?:ja\s+)?tenho|obrigad[oa]|valeu|deixa|pode|so|ta|i\s+(?:already\s+)?have|thanks)\b)[^,.;]+?){_END}"
)
# `o de chocolate não, meu filho enjoou. manda o de cenoura`: why, before what is wanted instead
_NOT_THAT_AS = expression(
    r"(?:^|(?<=[,.;!]))\s*(?:(?:ah+|e|mas|na\s+verdade|[oa]s?|the)\s+)*(?P<old>[^,.;!]+?)\s+(?:nao|not)(?:\s+(?:quero|precisa))?\s*[,;]\s*"
    r"(?P<why>(?:(?:porque|pq|pois|que|e\s+que|because|since|as)\s+)?(?:(?:[oa]\s+)?(?:meus?|minhas?|noss[oa]s?|my|our)\s+[a-z]+|eu|el[ea]s?|ninguem|a\s+gente|i|s?he|they|we|nobody)\s+[^.;!?\n]+?)"
    rf"\s*(?:$|[.;!\n]\s*(?P<wish>(?:(?:entao|ai|eu)\s+)*{_WISHES}\s)?)"
)
# `então deixa as fatias e faz o inteiro`; `pode deixar as fatias` keeps them, as `e mais`, `também` do
_LEFT_FOR = expression(
    rf"\b(?:(?:entao|melhor|ah+|pensando\s+bem)\s*,?\s+)+(?:deixa|esquece|larga)\s+(?:de\s+lado\s+)?(?=(?:[oa]s?|ess[ea]s?)\s)(?P<old>[^,.;]+?)(?:\s+(?:pra\s+la|quiet[oa]))?"
    rf"\s*(?:,|\be\b)\s*(?:eu\s+)?(?:faz|manda|me\s+(?:ve|da)|quero|vou\s+(?:querer|levar|de)|levo|fico\s+com|bota|poe|coloca)\s+(?P<one>(?:o|a|the)\s+)?"
    rf"(?P<new>(?!.*\b(?:mais|tambem|junto)\b)[^,.;]+?){_END}"
)
# `desisto do redondo e fico com o quadrado`, also as `tira o redondo e …`
_GIVEN_UP_FOR = expression(
    r"\b(?:(?:eu\s+)?(?:vou\s+)?(?:desisto|desisti|desistir|abro\s+mao|abrir\s+mao)\s+d(?=[oae])|(?:tira|remove)\s+(?=(?:[oa]s?|the)\s))"
    r"(?P<old>[^,.;]+?)\s*(?:,|\be\b|\band\b)\s*(?:eu\s+|i'?ll\s+)?(?:fico\s+(?:so\s+)?com|vou\s+(?:de|ficar\s+com)|prefiro|go\s+with|take)\s+"
    r"(?P<new>(?!.*\b(?:mais|junto)\b)[^,.;]+?)(?=\s*(?:[,.;!\n]|$))"
)
# `troca o redondo pelo quadrado, M também`: as the old one was, and no other one besides
_ALSO_SO = expression(
    rf"(?P<swap>\b{_SWAP}\s+[^,.;!?\n]+?\s+{_BY}\s+[^,.;!?\n]+?)\s*,\s*(?P<kind>(?:110|127|220)\s*v?|pp?|m|gg?|xgg?|[3-5]\d)\s+(?:tambem|too|as\s+well)"
    r"(?=\s*(?:$|[,.;!\n]))"
)
# `garrafa: 5`
_COLON = expression(rf"(?:^|(?<=[,.;]))\s*(?P<old>[a-z][a-z -]+?)\s*:\s*(?P<n>{COUNT}){_END}")
# `deixa o café e tira o resto`
_REST_OUT = expression(
    r"(?:deixa|mantem|mantenha|fica\s+com|keep)\s+(?:so\s+)?(?:[oa]s?\s+|the\s+)?(?P<kept>[^,.;]+?)\s*(?:,|\be\b|\band\b)\s*(?:tir\w+|remov\w+|cancel\w*)\s+"
    r"(?:o\s+|the\s+)?(?:resto|restante|rest)\b"
)
# `muda a quantidade do cabo pra 35`
_SO_MUCH = expression(
    r"\b(?:(?:a|the)\s+)?(?:quantidade|qtde?|metragem|amount|number)\s+(?:d(?=[oa]s?\s)|d?e\s+|of\s+)"
)
# `diminui um pão`, `aumenta 2 leites`
_LESS = expression(rf"\b(?:diminu\w+|reduz\w*)\s+(?={COUNT}\s+(?!{_BY}\b))(?!.*\b{_BY}\s+{COUNT}\b)")
_MORE = expression(rf"\baument\w+\s+(?={COUNT}\s+(?!{_BY}\b))(?!.*\b{_BY}\s+{COUNT}\b)")

# `pode deixar o boné pra lá`, `o boné fica pra próxima`, `menos o boné`, of what is in the cart
_LATER = r"(?:pra|para)\s+(?:[oa]\s+)?(?:la|depois|proxim[oa](?:\s+\w+)?|outr[oa]\s+\w+)"
_LEFT_OUT = expression(
    rf"(?:^|(?<=[,.;!\n]\s))(?:(?:pode|melhor|vou|entao|ai|eu|mas|ah|acho\s+que)\s+)*(?:"
    rf"deix(?:a|ar|e|o)\s+(?P<left>(?:[oa]s?|ess[ea]s?)\s+[^,.;!?\n]+?)\s+(?:{_LATER}|de\s+fora)|"
    rf"(?:e\s+)?(?P<have>[oa]s?\s+[^,.;!?\n]+?)(?:\s+tambem)?(?:\s*,)?\s+(?:eu\s+)?ja\s+tenho(?:\s+(?:uma?|igual|el[ea]s?|aqui|em\s+casa))*|"
    rf"(?P<stays>(?:[oa]s?|ess[ea]s?)\s+[^,.;!?\n]+?)\s+(?:fica[m]?|deixo|deixa)\s+(?:{_LATER}|de\s+fora)|menos\s+(?P<but>[oa]s?\s+[^,.;!?\n]+))(?=\s*(?:$|[,.;!\n]))"
)

_TAKES = r"(?:tir[ae]r?|remov\w+|retir[ae]r?|exclu\w+|apaga\w*|cancel\w*|menos|take\s+out|remove)"
_ONE_OF_EACH = expression(rf"{_TAKES}\s+(?P<n>{COUNT})\s+(?:de\s+cada|of\s+each)(?:\s+(?:um|uma|one))?")
_ALL_BUT = expression(
    rf"{_TAKES}\s+(?:tudo|todos|todas|o\s+resto|o\s+restante|everything|all)\s+(?:menos|exceto|fora|tirando|except|but)\s+(?P<kept>.+)"
)
_DOUBLE = expression(
    r"(?:(?:quero|manda|faz|poe|coloca)\s+)?(?:o\s+dobro\s+d[eoa]s?|dobr[ae]r?(?:\s+[oa]s?)?|double(?:\s+the)?)\s+(?P<line>.+)"
)
_HALF = expression(rf"{_TAKES}\s+(?:a\s+)?metade\s+d[eoa]s?\s+(?P<line>.+)")
_IS_SO_MANY = expression(
    rf"(?:(?:e|mas|opa|ops)\s+)*(?:d?[oa]s?\s+|de\s+)?(?P<line>.+?)\s+(?:e|eh|sao|seria[m]?|era[m]?|fica[m]?|pode\s+ser|(?:deixa|poe|bota|faz)(?=.*\b(?:so|apenas)\b)|(?:so|apenas)(?:\s+(?:precis[ao]|quero|vai|levo)(?:\s+de)?)?|is)\s+(?:so\s+|apenas\s+|just\s+)?"
    rf"(?P<n>{COUNT})(?:\s+(?:so|apenas|mesmo|unidades?|ao\s+todo|no\s+total|only))*"
)
_SO_MANY_OF = expression(
    rf"(?:(?:fica[m]?|deixa[r]?|pode|sao|entao|ai|com|mas|bota|poe|coloca|faz)\s+)*(?P<n>{COUNT})\s+(?P<line>(?:(?!\bmais\b).)+?)(?P<all>(?:\s+(?:ao\s+todo|no\s+total|total|entao|mesmo|so|in\s+total|altogether))+)"
)
# `protetor só 1 tá bom`, `de protetor 1 basta`
_SO_MANY_DO = expression(
    rf"(?:(?:d?[oa]s?|de|the|for)\s+)?(?P<line>.+?)\s+(?:(?:e|eh|so|apenas|somente|vai|precisa|preciso|quero|deixa|pode|ser|de|just|only)\s+)*(?P<n>{COUNT})\s+"
    r"(?:(?:so|apenas|unidades?|ja|mesmo)\s+)*(?:(?:ta|esta|fica|e|eh|is)\s+(?:bom|boa|otimo|ok|suficiente|o\s+bastante|enough|fine|plenty)|basta[m]?|chega[m]?|resolve[m]?|ta\s+bom)"
    r"(?:\s+(?:mesmo|entao|ne|pra\s+mim))*"
)
_SO_MANY_DO_OF = expression(
    rf"(?:(?:so|apenas|just|only)\s+)*(?P<n>{COUNT})\s+(?:(?:so\s+)?d[eo]\s+)?(?P<line>[a-z].+?)\s+(?:(?:so|apenas|ja|is)\s+)*(?:(?:ta|esta|fica|e|eh)\s+(?:bom|otimo|ok|suficiente)|basta[m]?|chega[m]?|resolve[m]?|enough)"
    r"(?:\s+(?:mesmo|entao|ne|pra\s+mim))*"
)
_ONLY_SO_MANY = expression(
    rf"(?:(?:eu|quero|queria|pode|ser|deixa|manda|vai|i|want)\s+)*(?:so|apenas|somente|just|only)\s+(?P<n>{COUNT})\s+(?:d[eo]\s+)?(?P<line>[a-z](?:(?!\bmais\b).)+?)(?:\s+(?:mesmo|entao|ne))*"
)
# `então coloca 3 shampoo`, of what is there already
_THEN_SO_MANY = expression(
    rf"(?:(?:mas|ah|ok|e)\s+)*entao\s+(?:bota|poe|coloca|faz|quero|deixa)\s+(?P<n>{COUNT})\s+(?P<line>(?:(?!\bmais\b|\b(?:tambem|junto)\b).)+)"
)
_SO_MANY_STAY = expression(
    rf"(?:(?:pode|entao|ai)\s+)*(?:fica[m]?|deixa[r]?)\s+(?:com\s+)?(?P<n>{COUNT})\s+(?P<line>[a-z].+?)(?:\s+(?:mesmo|entao|so))*"
)

# `quero o 2.25, mesmo óculos`, of which there is one
_SAME_THING = expression(
    r"\s*,\s*(?:(?:do|da|of)\s+)?(?:[oa]\s+|the\s+)?(?:mesm[oa]|same)\s+(?P<thing>[a-z]{3,})(?=\s*(?:$|[,.;!\n]))"
)
# `mantém a de 6 lugares`, which is in the cart
_STAYS = expression(r"mantem\s+(?:[oa]|the)\s+(?:d[eo]\s+)?\d{1,4}(?:\s*[a-z]+){0,3}")


def as_exchanges(text: str, lines: Sequence[CartLine]) -> str:
    """The folded message, in which what shall take a line's place is told by `troca … por …`."""
    if not lines or "?" in text:
        return text
    text = _SAME_THING.sub(lambda found: "" if line_in(found["thing"], lines) else found[0], _SO_MUCH.sub("", text))
    text = _REST_OUT.sub(r"tira tudo menos \g<kept>", _MORE.sub("mais ", _LESS.sub("tira ", text)))
    text = _COLON.sub(lambda found: f"{found['n']} {found['old']}" if line_in(found["old"], lines) else found[0], text)
    text = _NOT_THAT_AS.sub(lambda found: _without_why(found, lines), text)
    for sign in _SWAPS:
        text = _swapped(sign, text, lines)
    text = _ALSO_SO.sub(r"\g<swap> \g<kind>", _NEW_COUNTED.sub(_so_many_new, text))
    if (out := _LEFT_OUT.search(text)) and line_in(said := next(filter(None, out.groups())), lines):
        text = f"{text[: out.start()]}tira {said}{text[out.end() :]}"
    if (two := _TWO_SWAPS.search(text)) and all(line_in(two[old], lines) for old in ("a", "c")):
        told = f"troca {two['a']} por {two['b']}; troca {two['c']} por {two['d']}"
        text = f"{text[: two.start()]}{told}{text[two.end() :]}"
    return text


_SWAPS = (
    _INSTEAD_FIRST, _INSTEAD_LAST, _NOT_BUT, _NOT_THE, _NOT_THAT, _SWAP_AFTER, _IS_OTHER, _RATHER, _PUTS_OTHER,
    _DEAR_ONE, _LEFT_FOR, _PREFERS, _OUT_AND_IN, _GIVEN_UP_FOR,
)  # fmt: skip


def _swapped(sign: re.Pattern[str], text: str, lines: Sequence[CartLine]) -> str:
    """The message in which a sign's exchange of a line is told by `troca … por …`."""
    found = sign.search(text)
    if found is None or line_in(found["old"], lines) is None:
        return text
    if sign is _SWAP_AFTER and "\n" in found[0].strip() and not _is_name(found["old"], lines):
        return text  # `o preto suja menos`, and in the next line `troca pelo preto`
    if sign is _GIVEN_UP_FOR and line_in(found["new"], lines) is not None:  # which is there, and stays
        return f"{text[: found.start()]}tira {found['old']}{text[found.end() :]}"
    other = sign not in (_IS_OTHER, _RATHER, _PUTS_OTHER, _DEAR_ONE) or _is_other(
        found["old"],
        found["new"],
        lines,
        strange=sign is _DEAR_ONE,
        sized=sign in (_RATHER, _PUTS_OTHER) or _NO_FIRST.match(text) is not None,
    )
    if not other:
        return text
    one = "1 " if sign is _LEFT_FOR and found["one"] and found["old"].startswith(("os ", "as ")) else ""
    return f"{text[: found.start()]}troca {found['old']} por {one}{found['new']}{text[found.end() :]}"


def _without_why(found: re.Match[str], lines: Sequence[CartLine]) -> str:
    """What a line is refused for is left out, where it names no goods."""
    refused = line_in(found["old"], lines)
    named = [word for word in product_words(found["why"]) if current().place(word) >= NAMES]
    if refused is None or named:
        return found[0]
    return f" {found['old']} nao, {found['wish']}" if found["wish"] else f" {found['old']} nao. "


def _so_many_new(found: re.Match[str]) -> str:
    new = re.sub(r"^(?:[oa]s?|the)\s+", "", found["new"])
    return f"troca {found['old']} por {found['n']} {new}"


def dear_first(text: str, lines: Sequence[CartLine]) -> str:
    """What is wanted instead of what is too dear takes its noun from it: `quero 2 agua sanitaria de 5`."""
    found, goods = _DEAR_WISH.search(text) if "?" not in text else None, current()
    if found is None or line_in(found["old"], lines) is not None:
        return text
    said, new = product_words(found["old"]), product_words(found["new"])
    begins = next((at for at, word in enumerate(said) if goods.place(word) == BEGINS), None)
    if begins is None or any(goods.place(word) == BEGINS for word in new):
        return text
    ends = next((at for at, word in enumerate(said) if at > begins and (word in UNITS or word[0].isdigit())), len(said))
    noun = [word for word in said[begins:ends] if word not in v.FILLER]
    sized = new[0][:1].isdigit()
    noun = noun if sized or len(noun) < 2 else noun[:1]  # the last word tells the kind that is dear
    unit = said[ends].lstrip("0123456789,") if ends < len(said) and len(new) == 1 and new[0].isdigit() else ""
    told = f"quero {found['n'] or 1} {' '.join(noun)} {'de ' if sized else ''}{' '.join(new)}{unit}"
    return f"{text[: found.start()]} {told}{text[found.end() :]}".strip()


def edits(reading: Reading, clause: Clause) -> bool:
    """How many there are to be of lines that are called by name, or of all of them."""
    lines = reading.state.cart.lines
    if not lines or clause.asks or clause.negated or clause.conditional or clause.told:
        return False
    text = clause.text.strip(" ,.!")
    if _STAYS.fullmatch(text):
        reading.note(total=True)
        return True
    if found := _ONE_OF_EACH.fullmatch(text):
        quantity = number(found["n"]) or 1
        reading.changes += [Change("remove", _named(line, quantity)) for line in lines]
        return True
    if found := _ALL_BUT.fullmatch(text):
        return _all_but(reading, found["kept"])
    counts: tuple[tuple[re.Pattern[str], Callable[[CartLine, re.Match[str]], int]], ...] = (
        (_DOUBLE, lambda line, _: 2 * line.quantity),
        (_HALF, lambda line, _: line.quantity - line.quantity // 2),
        (_SO_MANY_OF, _told),
        (_SO_MANY_STAY, _told),
        (_THEN_SO_MANY, _told),
        (_SO_MANY_DO_OF, _told),
        (_ONLY_SO_MANY, _told),
        (_SO_MANY_DO, _told),
        (_IS_SO_MANY, _told),
    )
    for sign, many in counts:
        found = sign.fullmatch(f"{clause.lead} {text}".strip() if sign is _THEN_SO_MANY else text)
        if found is None or len(split_mentions(found["line"])) > 1:  # `deixa com 3 pães e 1 leite` is a list
            continue
        if line := line_in(found["line"], lines):
            if _is_its_own(found, line):
                reading.note(total=True)
                return True
            reading.changes.append(Change("want", _named(line, many(line, found))))
            return True
    return False


def line_in(phrase: str, lines: Sequence[CartLine]) -> CartLine | None:
    """The one line that has most of the words of a phrase, a count aside, and all that name goods of the shop."""
    named = product_words(leading_count(phrase)[1])
    said = [word for word in named if word not in v.FILLER and word not in UNITS and len(word) > 1]
    counts = [_shared(said, line) for line in lines]
    best = max(counts, default=0)
    found = [line for line, count in zip(lines, counts, strict=True) if count == best]
    if len(found) > 1 and said:  # `travesseiro`, beside a `Protetor de Travesseiro`
        called = [line for line in found if shares(said[:1], fold(line.name).split()[0])]
        plain = plainly_called([Product(line.product_id, line.name) for line in found], Mention(tuple(said)))
        found = [line for line in found if line.product_id == plain[0].product_id] if len(plain) == 1 else called
    return found[0] if best and len(found) == 1 else None


def _shared(said: Sequence[str], line: CartLine) -> int:
    """How many of the words are in a line's name; none where it lacks one that names goods of the shop."""
    held = [shares([word], line.name) for word in said]
    lacks = any(current().place(word) >= NAMES for word, is_held in zip(said, held, strict=True) if not is_held)
    if any(another_code(word, line.name) for word in said):
        return 0
    figures = {one for word in words(line.name.partition(" (")[2]) if (one := word.removeprefix("1x")).isdigit()}
    told = [word.removeprefix("1x") for word in said]  # `kit 1:72`, of one in 1:48
    other = any(word.isdigit() and word not in figures and (number(word) or 0) >= FEWEST_SIZES for word in told)
    return 0 if lacks or (figures and other) else sum(held)


def _is_name(phrase: str, lines: Sequence[CartLine]) -> bool:
    """Each word of it is of the one line that has most of them."""
    line = line_in(phrase, lines)
    said = [word for word in product_words(leading_count(phrase)[1]) if word not in v.FILLER]
    return line is not None and all(shares([word], line.name) for word in said)


def _told(_: CartLine, found: re.Match[str]) -> int:
    return number(found["n"]) or 1


def _is_its_own(found: re.Match[str], line: CartLine) -> bool:
    """`o cinto é 105`, and it is."""
    return number(found.groupdict().get("n", "")) in numbers_of(line.name)


def _named(line: CartLine, quantity: int | None) -> Mention:
    said = tuple(word for word in product_words(fold(line.name)) if word not in v.FILLER)
    return Mention(said, quantity=quantity, product_id=line.product_id)


def _all_but(reading: Reading, kept: str) -> bool:
    lines = reading.state.cart.lines
    stays = [line_in(part, lines) for part in re.split(r"\s*(?:,|\be\b|\band\b)\s*", kept)]
    if not all(stays):
        return False
    reading.changes += [Change("remove", _named(line, None)) for line in lines if line not in stays]
    return True


def _is_other(old: str, new: str, lines: Sequence[CartLine], *, strange: bool = False, sized: bool = False) -> bool:
    """`o leite é desnatado`, and not `o leite é bom`, `o leite é 2` or `o leite é integral`, which it is. strange: it
    may be what no goods are called by, as an option of theirs; sized: `melhor grande`, `não, a calabresa é grande`."""
    line, goods = line_in(old, lines), current()
    said = [word for word in product_words(new) if word not in v.FILLER and word not in ("tamanho", "numero", "cor")]
    known = all(
        goods.place(word) >= NAMES or re.search(r"\d", word) or word in PACKED or word in SIZES or is_colour(word)
        for word in said
    )
    known = (
        known
        or (sized and all(stem(word) in SIZED for word in said))
        or (strange and len(said) == 1 and goods.strange(said[0]) and said[0] not in v.EVERYDAY)
    )
    counted = len(said) == 1 and (number(said[0]) or 100) < FEWEST_SIZES
    held = line is not None and all(shares([word], line.name) for word in said)
    return bool(line and said and known and not counted and not held)
