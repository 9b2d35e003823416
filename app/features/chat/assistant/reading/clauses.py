"""A message in clauses, and in what mood each is: asked, refused, only if, told of somebody else. Pure."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.signs import IF_ANY, WANT
from app.features.chat.assistant.language.words import words
from app.features.chat.assistant.reading.asides.reasons import is_habit, without_reason
from app.features.chat.assistant.reading.questions.before_asked import IS_THERE, SO, ends_in_goods, with_asked
from app.features.chat.assistant.reading.questions.unmarked import asks_of_it, asks_on, asks_unmarked, without_asking
from app.ops.expressions import expression

_SENTENCE = expression(r"([^.!?;\n]+(?:(?<=\d)[.](?=\d)[^.!?;\n]*)*)([.!?;\n]*)")
_COMMA = expression(
    r",(?!\d)\s*|\s+sendo\s+(?=\d|uma?\s|dois|duas|tres)|:\s+(?=\d|uma?\s|dois|duas|tres)|"
    r"\s+(?:mas|porem|but)\s+|\s+-\s+|\s+[\u2600-\u27bf\U0001f300-\U0001faff]+\s+(?=[a-z])"
)
_AND = expression(
    r"\s+e\s+(?=(?:ja\s+)?(?:vem\s+com|serve[m]?\s+(?:em|n[oa]|pra|para)|acompanha\w*|cabe[m]?|precisa\s+de|posso)\s|(?:eu\s+)?(?:quero|queria|gostaria|preciso|(?:to|tou|estou|estamos)\s+(?:querendo|procurando|precisando|atras)|vou\s+levar|me\s+(?:ve|da|manda|traz)|(?:o\s+)?pagamento\s+(?:eu\s+)?(?:faco|vai|sera|fica|e\s)|qual|quanto(?!\s*$)|quando|onde|aceita|aceitam|tem\b|se\s|voces|vcs|como|"
    r"adiciona|acrescenta|inclui|coloca|bota|poe|tira|remove|troca|muda|aumenta|diminui|deixa\s+so|pago|pode|nao|entrega|manda|aplica\s+o\s|usa\s+o\s))|\s+and\s+(?=(?:i\s|do\s|how|what|where|when|which|can|is\s|are\s|does\s|will\s|add|remove|need\s|want\s|looking\s))"
)
_OWN_WISH = expression(r"\b(?:e\s+|entao\s+|agora\s+|ai\s+)?eu\s+(?:tambem\s+)?(?:quero|vou\s+(?:levar|querer))\b")
_ASKING = expression(
    r"^(?:e\s+)?(?:se\s+(?:(?:eu|a\s+gente)\s+)?(?:for|forem|fosse[m]?|levar|levasse|pegar|comprar)\s+(?:so\s+)?(?:\d+|uma?|dois|duas|tres|quatro|cinco)(?:\s+\w+)?$|(?:(?:vem|tem|sao|cabem?|da|serve[m]?|rende[m]?|dura[m]?|pesa[m]?|mede[m]?|leva[m]?|custa[m]?|pega[m]?)\s+)?quant[oa]s?|qual|quais|quando|onde|como|que\s+(?:horas|tamanho|cor|modelo|tipo|marca|numero|medida)|quem|por\s*que|cade|sera|aceita[m]?|da\s+pra|d[ae]\s+para|"
    r"posso|tem\s+como|vcs\s|voces\s|voce\s|vc\s|what|how|when|where|which|who|why|do\s+(?:you|they|the|these|those|\w+s\s+(?:come|have|fit|work|last|need))|does|is\s+(?:it|there|the)|are\s+|"
    r"can\s+i|could|will)\b|(?:.*\b(?:ess[ea]s?|el[ea]s?)\s+.*)?\b(?:ja\s+)?vem\s+(?:com|junto)\b|.*\bquant[oa]s?\s+(?:dias|tempo|meses|horas|kg|quilos?|gramas?|litros?|ml|metros?|cm|unidades|pecas|folhas|paginas)\b"
)
# `e o de 500 quanto é`, written without a question mark
_PRICED = expression(
    rf"\b(?:{SO}|(?:e|eh|ta|esta|sai|fica|custa|seria)\s+(?:por\s+|a\s+)?quanto|quanto)(?:\s+(?:ai|mesmo|entao|hoje|agora))*$"
)
# Asked politely, meant as told.
_POLITE = expression(
    r"^(?:(?:oi|ola|opa|bom\s+dia|boa\s+(?:tarde|noite))\W+)?(?:separa|reserva|manda|bota|coloca|anota|ve|traz)\s+(?:pra|para)\s+(?:mim|gente|nos|hoje|amanha)\s+(?=\d|uma?\b|dois|duas|tres|mei[oa]\b)|"
    r"^(?:(?:oi|ola|opa|bom\s+dia|boa\s+(?:tarde|noite))\W+)?(?:me\s+(?:separa|reserva|ve)|separa|reserva)\s+(?=(?:\d|uma?\b|dois|duas|tres|quatro|cinco|seis)(?!.*\b(?:fotos?|precos?|valor|orcamento|horario)\b))|"
    r"^(?:voces?|vcs?)\s+me\s+(?:manda|ve|separa|arruma|vende)m?\s+(?=\d|uma?\b|dois|duas|mei[oa]\b)|"
    r"^(?:vc\s+|voce\s+|oi\s+)?(?:pode(?:ria)?|consegue|da\s+pra|tem\s+como|can\s+(?:i|you)|could\s+(?:i|you))\s+(?:me\s+|get|have|"
    r"add|remove|make\s+(?:it|that|them)|take\s+(?=\d|an?\b|one|two|three|both)|include|reserve|throw\s+in|ser\b|separar|mandar|levar|ver\b|por\s+(?:mais\s+)?uma?\b|botar|incluir|juntar|acrescentar|vir\s+com|fazer\s+(?:o|um|meu)\s+pedido|colocar|adicionar|tirar|trocar\s+\w+\s+por|reservar|incluir|"
    r"fechar|confirmar|anotar)"
)
# `barra de 6 metros ne`, unless a wish is softened by it.
_RIGHT = expression(
    r"^(?!(?:(?:e|entao|ai|ah|pode|so|melhor)\s+)*(?:tira[r]?|remove[r]?)\s+(?:[oa]s?|ess[ea]s?|aquel[ea]s?|\d|uma?)\b)(?!.*\b(?:quero|queria|preciso\s+d\w+|gostaria|vou|entao|pode|manda|levo|fico|me\s+ve|fecha|pix|dinheiro|cupom)\b|(?:e|eh|sao|eram?)\s+\d).*\w\s+(?:ne|neh)$"
)
_IF = expression(
    r"^(?:so\s+)?(?:se|caso|if|quando\s+(?:eu\s+)?(?:receber|cair|chegar|tiver|puder))\b|\b(?:so\s+)?se\s+(?:for|tiver|der|chegar|fizer|"
    r"o\s+frete|baixar|ficar|voce|vc|conseguir|a\s+entrega|meu|minha)\b|\bquando\s+(?:eu\s+)?(?:receber|cair)\b|\bso\s+(?:posso|compro|"
    r"levo)\s+(?:se|quando|dia)\b|\bif\s+(?:it|you|the|shipping)\b"
)
# `um creme pra não ressecar`, and not `é pra não mandar a bola`
_TO_AVOID = expression(
    r"(?<!\be\s)(?<!\beh\s)\b(?:pra|para|p)\s+(?:nao|n|nunca)\s+(?!(?:mand|envi|coloc|inclu|bot|por|fech|confirm|entreg|cobr)[a-z]*)(?=[a-z]+r\b)"
)
_NOT = expression(
    r"\b(?:nao|n|nem|nunca|jamais|not|don't|dont|won't|can't|cannot|didn't|doesn't|isn't|aren't|haven't|wouldn't)\b|^no\b(?=\s*,|\s+thanks|\s+i\b)"
)
# What is at home already: `tenho os vazios`, `sabão eu já tenho em casa`, `o casco tá aqui`; money, data and a coupon
# are told otherwise.
_AT_HAND = r"(?:aqui|em\s+casa|comigo|na\s+(?:mao|porta|garagem)|(?:separ|guard)ad[oa]s?|sobrando|at\s+home|here)"
_NO_GOODS = (
    r"(?!.*\b(?:dinheiro|pix|cartao|troco|trocad[oa]s?|valor|notas?|reais|enderecos?|cep|codigos?|cupo[mn]|comprovante|interesse|direito|descontos?|duvidas?|"
    r"perguntas?|pressa|cadastro|conta|cash|change|bills?|notes?|coupons?|codes?|questions?|accounts?|idea|receipt)\b)"
)
# `tira a manta que eu já tenho` takes it out.
_NO_NOUNS = (
    r"(?:que|porque|pois|pq|se|tir\w*|remov\w*|cancel\w*|deix\w*|retir\w*|quer\w*|mand\w*|poe|coloc\w*|bota\w*|troc\w*|pag\w*|lembrei|acho|sei|"
    r"esquec\w*|nem|nao|n|sem|com|so|lev\w*|peg\w*)"
)
_HAS = (
    rf"^{_NO_GOODS}(?:(?:eu|a\s+gente|nos)\s+)?(?:(?:ja|ainda)\s+)?te(?:nho|mos)\s+(?:os?|as?|meus?|minhas?|ess[ea]s?)\s+[a-z]{{3}}"
    rf"|^{_NO_GOODS}(?!(?:nao|n|quero|queria|so|o\s+que)\b)(?:(?!{_NO_NOUNS}\b)\w+\s+){{1,7}}?(?:(?:eu|a\s+gente|nos)\s+)?(?:(?:ja|ainda)\s+)?(?:te(?:nho|mos)|(?<=gente\s)tem|(?<=ja\s)tem)"
    rf"(?:\s+(?:sim|bastante|sobrando|de\s+sobra|{_AT_HAND}))*$"
    rf"|^{_NO_GOODS}(?:os?|as?|meus?|minhas?|my|the)\s+(?:\w+\s+){{1,3}}?(?:ta|tao|esta|estao|is|are)\s+{_AT_HAND}$"
    rf"|^{_NO_GOODS}(?:i|we)(?:'ve\s+(?:already\s+)?got|\s+(?:already\s+)?have)\s+(?:the|my|those|some|enough|plenty|empt\w+)\b"
)
# `o padrinho dele já deu um`, `her grandma already bought some`
_DONE = (
    r"\bja\s+(?:(?:me|nos|lhe)\s+)?(?:(?:compr|peg|lev|arranj|arrum|mand|ganh)(?:ou|aram)|deu|deram|trouxe(?:ram)?|fez|fizeram)\b"
    r"|\balready\s+(?:bought|got|gave|brought|picked|made|has|owns|ordered|sent)\b"
)
# `um deles já tem o jogo`, `uma das meninas não vem mais`: why it is to be otherwise
_ONE_OF_THEM = (
    r"^(?:porque\s+)?(?:\d|uma?|dois|duas|tres|one|two)\s+(?:d(?:el[ea]s|[oa]s\s+[a-z]+)|of\s+(?:them|the\s+[a-z]+|my\s+[a-z]+))\s+(?:desistiu|desistiram|gave\s+up|"
    r"(?:ja|nao|n|already|doesn't|don't|didn't|isn't|won't)\s+(?:tem|tinha|ganhou|comprou|v[ae]m|vai|quer|come|bebe|gosta|usa|precisa|ha[sd]|got|bought|com(?:e|ing)|wants?|need|drinks?|eats?)\b)"
)
_TOLD = expression(
    rf"{_HAS}|{_DONE}|{_ONE_OF_THEM}|"
    r"\b(?:meu|minha|um|uma|o|a|my|meus|minhas)\s+(?:melhor\s+)?(?:amig[oa]s?|irma|irmao|vizinh[oa]|marido|esposa|mulher|mae|pai|primo|prima|"
    r"tia|tio|filh[oa]s?|sobrinh[oa]s?|net[oa]s?|namorad[oa]|colega|chefe|sogr[oa]|cunhad[oa]|dono|dona|gerente|patrao|avo|friend|sister|brother|"
    r"neighbo[u]?r|husband|wife|mother|father)\b.*\b(?:compr\w+|peg\w+|lev\w+|pag\w+|ped\w+|fal\w+|disse\w*|receb\w+|"
    r"ganh\w+|us[ao]\w*|gost\w+|am(?:a|ou)|ador\w+|vi[ru]\w*|tem|tinha|bought|said|got|paid|loves?|ordered)\b"
    r"|\bencomend(?:ou|aram)\b"
    r"|^(?:e\s+)?(?:el[ea]s?|he|she)\s+(?:tem|faz|vai\s+fazer|completa|turns)\s+(?:so\s+)?\d{1,2}\b"
    r"|^(?:e\s+)?el[ea]s?\s+(?:(?:ja|sempre|so)\s+)?(?:compr(?:a|ou|am|aram)|peg(?:a|ou|am)|lev(?:a|ou|am)|pag(?:a|ou|am)|us(?:a|ou|am)|ped(?:e|iu|em))\b"
    r"|^(?:e\s+)?(?:el[ea]s?|he|she|they)\s+(?:me\s+)?(?:disse(?:ram)?|fal(?:ou|aram)|cont(?:ou|aram)|comentou|said|told\s+me)\b.*\b(?:ia|iria|(?:compr|pag|us|am|ador|gost|cheg|fic|dur)(?:ou|ava)|"
    r"receb(?:eu|ia)|foi|era|veio|would|paid|bought|loved|arrived|came)\b"
    r"|^(?:e\s+)?el[ea]s?\s+(?:me|te|nos)\s+(?!falt|desist)\w{2,}(?:ou|eu|iu|aram|eram|iram)\b"
    r"|^(?:[oa]s?\s+)?\w+(?:\s+\w+)?\s+(?:nao\s+tem|acabou|esgotou|(?:is|are)\s+sold\s+out)\s+(?:mais\s+)?(?:entao|ne|mesmo|then|ja)\b|^no\s+\w+\s+then$"
    r"|\b(?:meu|minha|my)\s+\w+\s+(?:queria\s+[oa]s?\s|wanted\s+the\s)"
    r"|\b(?:meu|minha|my)\s+\w+\s+(?:falou|disse|mandou|pediu|comprou|pegou|levou|adorou|gostou|said|told|bought)\b"
    r"|^(?:eu\s+)?(?:to|tou|estou|estamos|i'?m|i\s+am|we'?re|we\s+are)\s+(?!(?:s[oó]\s+)?(?:procur|precis|quer|busc|atr|pens|interess|olh|vend|pesquis|lev|peg|ach|"
    r"compr|fech|mand|lig|fal|escrev|esper|pag|pay|look|search|need|want|after|think|try|brows|tak|buy|wait|wonder|plann|hop))\w+(?:ando|endo|indo|ing)\b"
    r"|^(?:it'?s|its)\s+(?:(?:a\s+)?(?:gift|present)\s+)?for\s+(?:my|a|an|the)\s+\w+|^(?:he|she|they)(?:'s|'re|\s+is|\s+are|\s+has|\s+loves?|\s+likes?)\s"
    r"|^(?:(?:eu|a\s+gente|nos)\s+)?ja\s+te(?:nho|mos)\b(?!\s+(?:cadastro|conta|o\s+cupom))|\b(?:i|we)\s+already\s+(?:have|own|got)\b"
    r"|^(?:eu\s+)?moro\s+\w|^chegou\s+(?:[oa]\s+)?(?:meu|minha)\b|\b(?:ano|mes|semana)\s+passad[oa]\b|\bontem\b|\blast\s+(?:year|month|week)\b|\byesterday\b"
    r"|\b(?:ja|antes)\s+(?:comprei|pedi|levei|peguei|tinha\s+comprado)\b|\b(?:comprei|peguei|levei|ganhei|recebi(?=\s+(?:hoje|ontem|uma?|[oa]s?|meu|minha)\b))\b"
    r"|\bja\s+(?:li|vi|tive|usei|fui|ouvi|joguei|assisti|experimentei|tomei|provei|quebrei|perdi|estraguei|queimei|rasguei|furei|paguei\s+\d)\b|\bquem\s+(?:me\s+)?dera\b|\b(?:pudesse|tivesse)\b|\bem\s+outra\s+loja\b|\bi\s+wish\b|\banother\s+shop\b"
)
# `meu marido pega aí na loja amanhã`: who comes for the goods, and no story
_COMES_FOR_IT = expression(
    rf"\b(?:meu|minha|my)\s+{v.KIN}\s+(?:(?:que|vai|vem|passa|pode|ai|pra|para)\s+)*(?:peg(?:a|ar)|busca[r]?|retira[r]?)"
    r"(?:\s+(?:ai|la|na\s+loja|no\s+balcao|hoje|amanha|depois|mais\s+tarde|de\s+(?:manha|tarde)|(?:no\s+)?(?:sabado|domingo)|(?:na\s+)?(?:segunda|terca|quarta|quinta|sexta)))+$"
)
_WISHES = expression(
    r"^(?:eu\s+)?(?:quero|queria|preciso|procuro|busco|gostaria|(?:to|tou|estou|tava)\s+(?:querendo|procurando|precisando)|(?:i\s+)?(?:want|need)|i'?m\s+looking)\b"
)
_FIRST = expression(
    r"^(?:(?:pera|perai|espera|calma|aguenta|oi+|oie|ola|opa|eai|e\s*ai|e\s*ae|alo|hi|hello|hey|bom\s+dia|boa\s+tarde|boa\s+noite|mano|moc[ao]|amig[oa]|gente|por\s+favor|"
    r"entao|ah+|ata+h?|hm+|hum+|ta\s+bom|ta(?!\s+(?:m(?:ui)?to\s+|meio\s+|bem\s+)?(?:car[oa]|barat[oa]|salgad[oa]|quanto))|tah|ok|okay|blz|beleza|certo|legal|fmz|firmeza|show|olha|bem|agora|ai|eh|e|and|well|oh|fine|great|cool|alright|awesome|nice|sweet|ouch|sure|please|then|"
    r"(?:eita|ufa+|phew|poxa|puxa|vixe?|caramba|uau|oxe|af+|ixi+)(?:\s+(?:salgad[oa]|car[oa]|carinh[oa]))?|que\s+(?:pena|chato|triste|legal|massa|bom|otimo|maravilha)|too\s+bad|tudo\s+bem|tb|tambem|also|me\s+diz|me\s+fala\s+uma\s+coisa|sim|isso|yes|perfeito|otimo|mas|but|(?:minha\s+(?:filha|querida|linda|flor|amiga|jovem)|meu\s+(?:filho|querido|bem|amigo|anjo|jovem|rei)|querid[oa]|quirid[oa]|fi[oa])(?=\s*[,!.]|\s+(?:me\s+(?:diz|fala|ve|manda|da|passa|conta)|eu\b|voces?\b|onde|quanto|qual|como|quero|queria)))\b[\s,!:\u2600-\u27bf\U0001f300-\U0001faff]*)+"
)
_CORRECTS = expression(
    r"^(?:ah+\s*,?\s*|ih\s*,?\s*|ops?\s*,?\s*)?(?:na\s+verdade|na\s+vdd|alias|digo|ou\s+melhor|corrijo|i\s+mean|melhor|pensando\s+bem|mudei\s+de\s+ideia|quer\s+dizer|ops|errei|"
    r"perai|pera|corrigindo|actually|no\s*,|nao\s*,|sorry|(?:wait\s+no\s*,?\s*)?make\s+(?:it|that))\b"
)
# Says nothing but that something is taken back.
_TAKES_BACK = expression(
    r"^(?:ah+\s*,?\s*|ih\s*,?\s*|ops?\s*,?\s*)?(?:na\s+verdade|alias|digo|ou\s+melhor|corrijo|i\s+mean|quer\s+dizer|errei|ops|"
    r"pensando\s+(?:bem|melhor)|mudei\s+de\s+ideia)\b[\s,:]*"
)
_TAKES_BACK_AFTER = expression(r"(?<=\w)\s+na\s+(?:verdade|vdd)$")
# `era G`: the size that is meant.
_WAS = expression(r"^era\s+(?:(?:pra|para)\s+ser\s+)?(?=(?:[oa]\s+)?(?:pp?|m|gg?|xgg?|tamanho\s+\w+)$)")
_SIGHS = expression(
    r"^(?:ah+|oh+|hm+|hum+|ata+h?|eita|uau|nossa)[\s,!]+(?=[a-z])"
)  # `ah ótimo`, of which it is the second
_NO_ALONE = expression(r"^(?:ah+\s+)?(?:nao+|n|no|nope|nah)(?:\s+(?:nao|obrigad[oa]|thanks|mesmo))?$")


_OPENS = expression(
    r"\s(?=(?:(?:e|ai|entao|dai|agora)\s+)*(?:eu\s+)?(?:tambem\s+)?(?:quero|vou\s+(?:querer|levar|precisar|comprar|pagar|n[oa]\s+d[eo]\s+\d|d[eo]\s+\d)|(?:to|estou)\s+precisando|"
    r"preciso|a\s+gente\s+(?:vai|quer)|eu\s+(?:mesm[oa]\s+)?(?:passo|busco|retiro)|me\s+(?:ve|arr(?:uma|ume|anj[ae])|separa|manda)|pago\s+(?:no|em|com|na)|(?:(?<=ai\s)|(?<=eu\s))queria\s+(?:(?:levar|comprar|pegar|pedir)\s+(?:[oa]s?\s+)?|[oa]s?\s+(?=[a-z]{3}))?(?:\d{1,3}|uma?|dois|duas|tres|quatro|cinco|seis|(?<=\s)(?:(?<=levar\s[oa]\s)|(?<=comprar\s[oa]\s)|(?<=queria\s[oa]\s))(?!que\b|mesm)[a-z]{3,}))\b"
    r"|tem\s+[a-z]{4,}"
    r"|(?:porque|pois|ja\s+que|por\s+causa)\b|voces?\s+(?:tem|vende[m]?|aceita[m]?|entrega[m]?|monta[m]?|instala[m]?|fazem(?!\s+por\b)|conserta[m]?|parcela[m]?|aluga[m]?|embrulha[m]?)\b|quanto\s+(?:custa|ta|sai|fica)\b"
    r"|(?:e\s+)?(?:e|eh)\s+(?:um\s+)?(?:(?:pra|para|de)\s+)?presente\b"
    r"|(?:(?:qual|quais|que)\s+(?:tamanhos?|numero|medida|modelo)|(?:qual|quais)\s+(?:[a-z]+\s+){0,2}?(?:serve[m]?|levo|uso|compro|pego))\b)"
)
_WHICH = expression(r"(?:qual|quais|que)\s")
# After these what follows is no clause of its own: `se quero`, `o que voces tem`.
_HOLDS = frozenset(
    [
        "se", "de", "partir", "sei", "sabe", "dizer", "diz", "duvida", "nao", "n", "que", "nem", "so", "quando", "quem",
        "ja", "como",
        "onde", "eu", "porque", "qual", "e", "ai", "quanto", "saber", "ver", "tambem", "agora", "entao", "mas", "hoje",
        "vezes",
    ]
)  # fmt: skip
_INSTEAD = expression(r"\b(?:em\s+vez|ao\s+inves|no\s+lugar|instead)\b")
_WISH = expression(
    r"(?:eu\s+quero|quero|(?:e|ai|entao|dai)\s+(?:eu\s+)?quer(?:o|ia))\s+(?:\d|uma?\b|dois|duas|tres|quatro|cinco|o\b|a\b)"
)
_REASON = expression(r"^(?:porque|pois|ja\s+que|por\s+causa)\b")


_SO_MUCH = expression(r"quanto\s+(?:custa\w*|ta|sai|fica\w*)(?:\s+tudo)?")
_LISTS = expression(r"(?:\d{1,3}|uma?|dois|duas|tres|quatro|cinco|seis|[oa]s?)\s+[a-z]{3}")

_SAID_OF = expression(r"(?<=\w)\s+(?:e|eh|fica|parece|ta|is)\s+(?:mais|muito|mto|tao|bem|so)\s+(\w+)$")


# `a de 30 é muito grande`: no wish for it
_JUDGED = expression(
    r"^(?:[oa]s?|ess[ea]s?|est[ea]s?|the|that|this)\s+.*?\b(?:e|eh|sao|ta|fica|ficou|achei|is|are)\s+"
    r"(?:(?:muito|mto|tao|meio|bem|um\s+pouco|demais|too|a\s+bit)\s+(?:grande|pequen[oa]|car[oa]|salgad[oa]|pesad[oa]|forte|frac[oa]|curt[oa]|"
    r"long[oa]|compri[oad]+|apertad[oa]|larg[oa]|escur[oa]|clar[oa]|doce|simples|fin[oa]|gross[oa]|big|small|expensive|heavy|strong|short|long|tight)s?"
    r"|(?:grande|pequen[oa]|car[oa]|pesad[oa]|forte|curt[oa]|apertad[oa])s?\s+demais)(?:\s+(?:pra|para|for)\s+\w+)*$"
)

# `50 é muito pra mim`, `o pacote de 50 é demais`: not that many of it
TOO_MUCH = expression(
    r"^(?!.*\b(?:quero|queria|vou|manda|levo|want|take)\b)(?:(?:eu\s+)?(?:acho|penso|creio|i\s+think)\s+(?:que\s+|that\s+)?)?(?:[a-z]+\s+){0,4}\d{1,4}(?:\s+[a-z]+)?\s+"
    r"(?:e|eh|ta|fica|seria|acho(?:\s+que\s+e)?|is|are|seems|sounds\s+like)\s+(?:(?:way|far|meio|bem|ja|coisa|um\s+pouco|a\s+bit)\s+)*"
    r"(?:muit[oa]s?|mto|mta|demais|pouc[oa]s?|exagero|too\s+(?:much|many|few|little)|a\s+lot)"
    r"(?:\s+(?:(?:pra|para|for)\s+(?:(?:[oa]|meu|minha|my|so|just|nos|a\s+gente)\s+)*\w+|demais|mesmo|ne))*$"
)

_RATHER = expression(r"(?:na\s+verdade|na\s+vdd|alias|ou\s+melhor|actually|i\s+mean|rather)")
_A_COUNT = expression(r"(?:\d{1,3}|uma?|dois|duas|tres|quatro|cinco|seis|one|two|three|[oa]s?)\s")
# `o omo ta caro, vou de tixan`: what is dear is not taken where something else is.
_DEAR = expression(
    r"^(?:(?:eu\s+)?achei\s+)?(?:(?:[oa]s?|ess[ea]s?|est[ea]s?|the|that|this)\s+)?\w.*?\s(?:(?:(?:e|eh|ta|tao|esta|estao|sao|ficou|saiu|is|are)\s+)?"
    r"(?:(?:muito|meio|bem|tao|mais|too|a\s+bit)\s+)?(?:car[oa]s?|carinh[oa]s?|salgad[oa]s?|pesad[oa]s?|puxad[oa]s?|expensive|dear|pricey)(?:\s+(?:demais|ne|viu|hein))*)$"
)
# Why something is done: `acho que é muita pizza`, `vai sobrar`.
_OPINION = expression(
    r"^(?:(?:eu\s+)?(?:acho|acredito|creio|penso|parece|pelo\s+jeito|i\s+think)\s+(?:(?:que|that)\s+)?)?(?:(?:isso|assim|ai|ja|senao|it'?s|that'?s|is)\s+)*"
    r"(?:(?:e|eh|sao|ta|tao|esta|fica|ficou|deu|da|seria|era|vai\s+(?:ser|ficar|dar)|veio|pedi|is|are)?\s*(?:muit[oa]s?|bastante|pouc[oa]s?|demasiad[oa]|too\s+(?:much|many))\s+"
    r"(?!car[oa]s?\b|salgad|obrigad|bom\b|boa\b|bem\b|legal|\d)[a-z]\w*(?:\s+\w+){0,4}|(?:e|eh|sao|fica|vai\s+ser)\s+(?!car[oa]|salgad|barat)(?:[a-z]+\s+){1,2}demais|(?:(?:e|eh|ta|sao)\s+)?(?:grande|pequen[oa]|leve|pesad[oa]|forte|frac[oa]|curt[oa]|long[oa]|comprid[oa]|apertad[oa]|larg[oa]|escur[oa]|clar[oa]|doce|fin[oa]|gross[oa])s?\s+demais|(?:e|eh|ta|fica|vai\s+ser)\s+(?:demais|exagero|muit[oa]|pouc[oa]|too\s+much)|(?:vai|vao)\s+(?:sobrar|faltar|estragar|encalhar)(?:\s+\w+){0,4})$"
)
# `a de 20, o quintal é grande`: why it is wished for
_STATES = expression(
    r"^(?:porque\s+)?(?:(?:[oa]s?|meus?|minhas?|the|my)\s+)?(?P<what>[a-z]{2,})\s+(?:e|eh|sao|ta|tao|esta|fica|is|are)\s+(?:(?:muito|bem|meio|mais|tao|super|very|so)\s+)?"
    r"(?:grande|pequen|alt|baix|larg|estreit|magr|gord|fort|alergic|exigent|chat|velh|nov|jovem|curt|compri|miud|tall|big|small|short|thin|large|young|old)[a-z]*$"
)
# `the rear ones are still fine`, `os de trás ainda tão bons`: what need not be replaced is wished for by nobody.
_STILL_GOOD = expression(
    r"^(?=.*\b(?:still|ainda)\b)(?:(?:[oa]s?|ess[ea]s?|meus?|minhas?|the|my|that|those)\s+)(?:[a-z]+\s+){1,4}?(?:e|eh|sao|ta|tao|esta|estao|is|are)\s+(?:(?:still|ainda|muito|bem|pretty|really)\s+)*"
    r"(?:fine|good|ok|okay|alright|new|usable|working|nov[oa]s?|bo[am]s?|bons|otim[oa]s?|inteir[oa]s?|funcionando|servindo)(?:\s+(?:ainda|mesmo|ne|viu))*$"
)
# `vi aqui que tem azul também`: seen, and not asked for yet
_SAW = expression(
    r"^(?:(?:eu|acabei\s+de|agora|so\s+agora|tambem|i|just)\s+)*(?:vi|ver|percebi|notei|reparei|descobri|saw|noticed|see)\s+(?:(?:aqui|ai|agora|la|no\s+\w+|now|here|that)\s+)*"
    r"(?:que\s+)?(?:(?:voces|you)\s+)?(?:tem|existe|vem|tinha|have|there(?:'s|\s+is|\s+are))\b"
)
_BECAUSE = expression(r"\s(?:que|porque|pois|because)\s+(?=(?P<why>.+)$)")
_GOES_ON = expression(r"\b(?:melhor|prefiro|troca|muda|entao|poe|coloca|bota)\b")
# `tem tiara?`, and what goes on with it: `e uma varinha`.
_OF_STOCK = expression(r"\b(?:tem|teria|vende[m]?|have|got|sell|carry)\b")
_ASKS_ON = expression(r"(?:e|and|ou|or)\s+(?:(?:uma?|[oa]s?|an?|the|any|alguma?)\s+)?[a-z]{3,}")
# `tem no M? se tiver quero 2`: there is no other condition to it
_IF_SO = expression(
    r"^(?:se|caso|if)\s+(?:tiver(?:em)?|tenham?|houver|you\s+(?:do|have\s+it)|so)\s+(?=(?:eu\s+)?(?:quero|queria|levo|compro|pego|fico|vou|pode|mand[ae]|separ[ae]|me\s|i'?ll\b|i\s))"
)
_YOU_HAVE = expression(
    r"(?<!que )(?<!se )\bvoces?\s+(?:ainda\s+)?(?:tem|teria[m]?|vende[m]?)(?:\s+(?:ai|ainda|hoje))*$"
)


class Clause(Struct, frozen=True):
    """One clause, folded, without what introduces it. `lead`: that introduction."""

    text: str
    lead: str = ""
    asks: bool = False
    negated: bool = False
    conditional: bool = False
    told: bool = False
    corrects: bool = False

    @property
    def asserts(self) -> bool:
        """Said outright, so that it may change something."""
        return not (self.asks or self.conditional or self.told)


def only_takes_back(clause: Clause) -> bool:
    """`mudei de ideia`, and nothing of what is wanted instead."""
    return _TAKES_BACK.fullmatch(clause.text) is not None


def split_clauses(folded: str) -> list[Clause]:
    """The clauses of a folded message, in order."""
    clauses: list[Clause] = []
    corrects = asked_before = asked_already = False
    before = ""  # the piece before, as it was said
    for sentence in _SENTENCE.finditer(folded):
        asked = "?" in sentence[2]
        pieces = with_asked(list(_pieces(sentence[1])), asked=asked)
        for at, piece in enumerate(pieces):
            last = at == len(pieces) - 1
            asks = (
                (asked and not (at and _POLITE.match(pieces[0]) and not asks_of_it(piece)))
                or _RIGHT.search(piece)
                or _asks_for_any(piece)
            )
            priced = last and _PRICED.search(piece) is not None and WANT.search(piece) is None
            clause = _clause(piece, (bool(asks) and last) or priced or asks_unmarked(piece), corrects)
            if at == 0 and clauses and asked_before and _ASKS_ON.match(piece) and not WANT.search(piece):
                clause = replace(clause, asks=True)  # `tem tiara? e uma varinha`
            if clauses and (clauses[-1].asks if at else asked_already) and asks_on(clauses[-1].text, piece):
                clause = replace(clause, asks=True)
            if at and clauses[-1].asserts and _states(clause.text):
                clause = replace(clause, told=not clause.asks)
            if at and last and _RATHER.fullmatch(piece) and clauses[-1].asserts and _is_deed(clauses[-1]):
                clauses[-1] = replace(clauses[-1], corrects=True)  # `coloca 5 regadores, na verdade`
            if at and _REASON.match(clause.text):
                clause = replace(clause, asks=False, told=True)
            if _NO_ALONE.match(clause.text):
                corrects = True
            else:
                corrects = clause.corrects and (corrects or _CORRECTS.fullmatch(clause.text) is not None)
            if clauses and not clauses[-1].asks and _DEAR.match(before) and _instead(clause):
                clauses[-1] = replace(clauses[-1], told=True, negated=False)
            clauses.append(clause)
            before = piece
        corrects = corrects and not asked
        asked_already = asked
        asked_before = asked and bool(clauses) and _OF_STOCK.search(clauses[-1].text) is not None
    return clauses


def _is_deed(clause: Clause) -> bool:
    """It wishes for something or puts it somewhere; `o número é 1220` does not."""
    said = f"{clause.lead} {clause.text}"
    deed = WANT.search(said) or _GOES_ON.search(said) or _A_COUNT.match(clause.text)
    return deed is not None and "numero" not in said


def _states(text: str) -> bool:
    """`o quintal é grande`, which is no goods of the shop."""
    found = _STATES.match(text)
    return found is not None and current().place(found["what"]) < NAMES


def _instead(clause: Clause) -> bool:
    """It wishes for something, after what was not liked."""
    wishes = WANT.search(clause.text) or _GOES_ON.search(f"{clause.lead} {clause.text}")
    return not (clause.asks or clause.negated or clause.told) and wishes is not None


def _asks_for_any(piece: str) -> bool:
    """`camiseta preta no M vocês têm`, written without a question mark."""
    asks = _YOU_HAVE.search(piece)
    return asks is not None and any(current().place(word) == BEGINS for word in words(piece[: asks.start()]))


def _pieces(sentence: str) -> Iterator[str]:
    for part in _COMMA.split(sentence):
        for piece in _run_on(part):
            own = _OWN_WISH.search(piece)
            if own and own.start() > 0 and _TOLD.search(piece[: own.start()]):
                yield piece[: own.start()].strip()
                yield piece[own.start() :].strip()
            elif piece and piece.strip():
                yield piece.strip()


def _run_on(part: str) -> Iterator[str]:
    """Spoken without a pause: a new clause begins with another wish, question or reason of one's own."""
    for piece in _AND.split(part):
        at = 0
        for found in _OPENS.finditer(piece):
            before = piece[at : found.start()].split()
            after = found.start() + 1
            least = 1 if _WISH.match(found.string, after) or _REASON.match(found.string[after:]) else 4
            if _WHICH.match(found.string, after):  # `ele calça 39 qual número levo`
                least = 3
            if _INSTEAD.search(piece):
                break
            if IS_THERE.fullmatch(piece[after:]) and any(current().place(word) == BEGINS for word in before):
                continue  # `camiseta preta no M voces tem`
            if found.string[after:].startswith("tem ") and ends_in_goods(before):
                continue  # `o ventilador de mesa tem timer?`
            if (
                _SO_MUCH.fullmatch(found.string[after:])
                and _LISTS.match(piece[at:])
                and not WANT.search(piece[at:after])
            ):
                continue  # `4 bermudas tamanho 12 quanto fica?`
            holds = before[-1:] and (before[-1] in _HOLDS or _IF.search(piece[at : found.start()]))
            if len(before) >= least and not holds:
                yield piece[at : found.start()]
                at = found.start() + 1
        yield piece[at:]


def _clause(piece: str, asked: bool, corrects: bool) -> Clause:
    lead = _FIRST.match(piece)
    text = piece[lead.end() :].strip() if lead and lead.end() < len(piece) else _SIGHS.sub("", piece) if lead else piece
    behind = without_asking(f"me diz {text}" if lead and "me diz" in lead[0] and text.startswith("se ") else text)
    asked, text = asked or behind != text, behind
    taken_back = _TAKES_BACK.match(text)
    text = text[taken_back.end() :] if taken_back and taken_back.end() < len(text) else text
    judged = not asked and bool(_JUDGED.match(text) or TOO_MUCH.match(text))
    said_of = None if judged else _SAID_OF.search(text)
    if said_of and not asked and said_of[1] in v.EVERYDAY | v.LIKING:  # `rosa branca é mais chique`
        text = text[: said_of.start()]
    why = _BECAUSE.search(text)
    text = text[: why.start()] if why and _OPINION.match(why["why"]) else text  # `tira a calabresa que é muita pizza`
    text = without_reason(text)
    after = _TAKES_BACK_AFTER.search(text)
    text = text[: after.start()] if after else text
    was = _WAS.match(text)
    text = text[was.end() :] if was else text
    if supposed := IF_ANY.search(text):
        text = text[: supposed.start()]
    text = _IF_SO.sub("", text)
    polite = bool(_POLITE.match(text))
    conditional = bool(_IF.search(text))
    seen = not asked and (
        (_OPINION.match(text) or _SAW.match(text) or _STILL_GOOD.match(text)) is not None or is_habit(text)
    )
    return Clause(
        text,
        piece[: lead.end()].strip() if lead else "",
        asks=(asked or bool(_ASKING.match(text))) and not polite,
        negated=bool(_NOT.search(_TO_AVOID.sub(" ", text))),
        conditional=conditional,
        told=(bool(_TOLD.search(text)) or judged or seen)
        and _WISHES.match(text) is None
        and _COMES_FOR_IT.search(text) is None,
        corrects=corrects
        or bool(taken_back or after or was)
        or bool(_CORRECTS.match(piece))
        or bool(_CORRECTS.match(text)),
    )
