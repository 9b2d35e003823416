"""What is said around an order and names no goods, in the ways people say it, as the one that the rules read: `quanto
eu pago?` is `qual o total?`, `me liga` asks for a person, `valeuzão` thanks, `faz um precinho` haggles. Pure."""

from app.ops.expressions import expression

_LEAD = (
    r"(?:(?:oi|ola|opa|e|ai|ah+|entao|ok|blz|beleza|bom|mas|so|moc[oa]|amig[oa]|gente|por\s+favor|pfv?|agora|hey|hi|well|please|"
    r"cara|olha|nossa|poxa)[\s,!.]+)*"
)
_END = (
    r"(?:[\s,]+(?:por\s+favor|pfv?|please|entao|mesmo|ai|pra\s+mim|ate\s+agora|moc[oa]|amig[oa]|viu|ne|"
    r"so\s+far|gente|tudo|isso))*[\s.!?]*"
)
_TOTAL = expression(
    rf"{_LEAD}(?:quanto\s+(?:(?:e\s+que\s+)?(?:eu|a\s+gente)\s+)?(?:ja\s+)?(?:pago|devo|tenho\s+(?:que|de)\s+pagar|vou\s+pagar|preciso\s+pagar|ta\s+(?:dando|tudo|a\s+conta)|gastei|vou\s+gastar)|"
    r"(?:o\s+)?(?:que|q)\s+(?:(?:e\s+que\s+)?(?:eu|a\s+gente)\s+)?(?:ja\s+)?(?:pedi|coloquei|peguei|escolhi|botei|pus|foi|tem\s+(?:ai|la)|separou|separei|anotou)|"
    r"(?:lista|mostra|fala|diz|repete|confere|ve|me\s+(?:lembra|mostra|fala|diz|lista))\s+(?:(?:o|tudo|d?o)\s+)*(?:que\s+(?:eu\s+)?(?:ja\s+)?(?:pedi|peguei|coloquei|escolhi|botei)|(?:meu\s+)?(?:pedido|carrinho|resumo))|"
    r"(?:qual|como\s+(?:ta|esta|ficou|e\s+que\s+ta))(?:\s+(?:e|eh))?\s+(?:o\s+)?meu\s+(?:pedido|carrinho)(?:\s+ate\s+agora)?|how\s+much\s+(?:do\s+i\s+(?:owe|pay)|am\s+i\s+paying)|what\s+(?:did\s+i|have\s+i)\s+(?:order|pick|add|ordered|picked|added))"
    rf"{_END}"
)
_NO_MACHINE = (
    r"(?:(?:um\s+|uma\s+|com\s+(?:um\s+|uma\s+)?|d[eo]\s+|a\s+)*(?:robos?|maquinas?|bots?|ia|"
    r"inteligencia\s+artificial|robots?|machine))"
)
_PERSON = expression(
    rf"{_LEAD}(?:(?:nao\s+(?:quero|gosto\s+de)|cansei\s+de|chega\s+de|odeio|detesto|i\s+(?:don'?t\s+want|hate)(?:\s+to)?)\s+(?:(?:falar|conversar|talk(?:ing)?|speak(?:ing)?)\s+)?(?:to\s+)?{_NO_MACHINE}|"
    r"(?:tem|ha)\s+(?:alguem|gente|pessoa|uma\s+pessoa|algum\s+humano)(?:\s+ai)?\s+(?:de\s+verdade|real|pra\s+me\s+atender)|quero\s+falar\s+com\s+gente(?:\s+de\s+verdade)?|quem\s+(?:e\s+que\s+)?me\s+atende(?:\s+de\s+verdade)?|"
    r"(?:(?:pode[m]?|poderia[m]?|consegue[m]?|da\s+pra|tem\s+como|quero\s+que|peco\s+que)\s+(?:voces?\s+)?)?me\s+(?:liga[r]?|ligue[m]?|telefona[r]?)(?:\s+(?:agora|depois|por\s+favor|no\s+meu\s+numero))*|preciso\s+d[ea]\s+(?:ajuda\s+d[ea]\s+)?(?:uma\s+)?(?:pessoa|alguem|gente)|"
    r"(?:(?:get|give|find)\s+me\s+)?(?:an?\s+|the\s+)?(?:human|agent|representative|real\s+person|operator)|customer\s+(?:service|support)|(?:can\s+you\s+)?call\s+me)"
    rf"{_END}"
)
_THANKS = expression(
    rf"{_LEAD}(?:(?:muito|mt|mto|super|so|mil|mais\s+uma\s+vez)\s+)?(?:(?:obrigad(?:ao|inh[oa]|[oa])|brigad(?:ao|inh[oa]|[oa])|valeu(?:zao|zinho)?|gratidao|agradecid[oa]|cheers|tmj|tamo\s+junto|(?:que\s+)?deus\s+(?:(?:te|lhe|os|voces?)\s+)?abencoe|god\s+bless(?:\s+you)?|(?:fica|va|vai)\s+com\s+deus)(?:\s+(?:demais|mesmo|de\s+coracao|pel[oa]\s+(?:ajuda|atencao|atendimento|paciencia)|a\s+todos|mate|a\s+lot))*)"
    rf"{_END}"
)
_BYE = expression(
    rf"{_LEAD}(?:(?:bom\s+dia|boa\s+(?:tarde|noite)|bom\s+descanso)(?:\s+(?:pra|para|a)\s+(?:voces?|ti)(?:\s+tambem)?)?[\s,.!]+|(?:pra|para)\s+voces?\s+tambem[\s,.!]+)?(?:fui|abracos?|abracao|abs|bjs?|beijos?|beijao|bjo[s]?|tchauzinho|xau|ate(?:\s+(?:amanha|mais|logo|depois|breve))?|tchau|see\s+ya|take\s+care)(?:[\s,]+(?:entao|gente|pra\s+voces?|pessoal|querid[oa]))*[\s.!]*"
)
_PRICE = (
    r"(?:(?:ess[ea]|o|no|n?ess[ea]|do|da|the|your|de|um|uns)\s+)*(?:prec(?:o|inho)s?|valor(?:zinho)?|price|"
    r"conta|total)"
)
_HAGGLES = expression(
    rf"{_LEAD}(?:(?:voces?\s+)?(?:faz(?:em)?|fazia|faria[m]?|da(?:\s+pra)?|consegue[m]?|tem\s+como|pode[m]?|rola|sai)\s+(?:(?:fazer|sair|deixar|vender)\s+)?(?:por\s+menos|mais\s+(?:barat(?:o|inho)|em\s+conta)|(?:um|uns)\s+(?:precinho|preco\s+(?:melhor|bom|camarada|especial|de\s+amigo)|descontao))(?:\s+(?:camarada|bom|especial|melhor))*|"
    rf"(?:(?:tem\s+como|da\s+pra|consegue|pode|poderia|can\s+you|could\s+you)\s+)?(?:abaix(?:a|ar|e)|baix(?:a|ar|e)|diminu(?:i|ir)|reduz(?:ir)?|lower|drop|reduce|desc(?:e|er))(?:\s+(?:um\s+pouco|um\s+pouquinho|mais))?(?:\s+{_PRICE})(?:\s+(?:um\s+pouco|um\s+pouquinho|ai))*|abaixa\s+um\s+(?:pouco|pouquinho)|tem\s+como\s+(?:a?baixar|melhorar)|"
    rf"(?:quebra\s+um\s+galho|(?:faz|da)\s+uma\s+(?:forcinha|ajuda|moral|melhorada))\s+n?{_PRICE}|arredonda\s+(?:pra|para)\s+(?:baixo|(?:r\$\s*)?\d+(?:\s*reais)?)|tira\s+os\s+quebrados|(?:aceita[m]?|topa[m]?)\s+(?:r\$\s*)?\d{{2,5}}(?:\s*(?:reais|conto))?(?:\s+(?:nos\s+dois|em\s+tudo|por\s+tudo))?|"
    r"(?:achei\s+|ta\s+|meio\s+|muito\s+)*puxad(?:o|inho)|(?:vi|achei|encontrei|tem|ta|na\s+\w+\s+ta|na\s+\w+\s+e)\s+(?:bem\s+|muito\s+)?mais\s+barato(?:\s+(?:em\s+outr[oa]\s+(?:lugar|loja|site)|n[ao]\s+(?:shopee|mercado\s+livre|amazon|internet|concorrente|outra\s+loja)|por\s+ai))?|"
    r"(?:qual\s+(?:e\s+)?)?(?:o\s+)?(?:seu\s+)?(?:ultimo|melhor|menor)\s+preco(?:\s+(?:que\s+)?(?:voces?\s+)?(?:faz(?:em)?|fazem|consegue))?|can\s+you\s+do\s+(?:any\s+)?better(?:\s+on\s+the\s+price)?|(?:what'?s|is\s+(?:that|this))\s+your\s+best\s+price|i'?ll\s+(?:give|pay)\s+you\s+\$?\d+)"
    rf"{_END}"
)
_WAYS = (
    (_TOTAL, "qual o total?"),
    (_PERSON, "quero falar com um atendente"),
    (_THANKS, "obrigado"),
    (_BYE, "tchau"),
    (_HAGGLES, "melhora esse preco"),
)
_LONGEST = 90


def talk_plainly(text: str, *, buying: bool) -> str:
    """A folded text that is nothing but one of these, in its plain form; any other as it was. buying: something is in
    the cart, of which a total can be asked."""
    said = text.strip()
    if not said or len(said) > _LONGEST:
        return text
    for sign, plain in _WAYS:
        if (buying or sign is not _TOTAL) and sign.fullmatch(said):
            return plain
    return text
