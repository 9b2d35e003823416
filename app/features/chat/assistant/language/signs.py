"""The forms of words by which a clause is recognised, folded: Portuguese and English."""

from app.features.chat.assistant.language import at_the_door
from app.ops.expressions import expression

ORDER_ID = expression(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
PAYS = (
    r"(?:(?:vou\s+)?(?:pag\w+|pay\w*|paid)\s+|forma\s+de\s+pagamento\s+|pode\s+ser\s+|prefiro\s+|vai\s+ser\s+|"
    r"(?:vou\s+)?(?:lev(?:o|ar)|dou)\s+(?:o\s+)?(?=dinheiro|cash)|quero\s+)?"
)
PIX = expression(
    rf"\b(?:e\s+)?{PAYS}(?:(?:e|eh|com|via|por|no|na|em|o|pelo|with|by|using)\s+)*pi(?:x+|ks|cs)\b(?P<manual>\s+(?:manual|direto|na\s+chave))?"
    r"(?:\s+(?:mesmo|msm|por\s+favor|pfv|please))?"
)
COD = expression(
    rf"\b(?:e\s+)?{PAYS}{at_the_door.THEN}(?:em\s+|no\s+|com\s+|with\s+|in\s+|by\s+)?(?<!meu )(?<!seu )(?<!my )"
    r"(?:dinheiro|especie|cash\b)(?!\s+de\s+volta)(?:\s+(?:mesmo|"
    rf"vivo))?(?:\s+(?:ai\s+|la\s+)?na\s+hora(?:\s+(?:d[eao]|que\s+(?:eu\s+)?(?:for\s+)?)\s*\w+)?)?(?:\s+(?:na|no|on|upon|quando|when)\s+"
    r"(?:a\s+|it\s+|they\s+)?(?:(?:[oa]s?|the)\s+(?:entregador|motoboy|motoqueiro|rapaz|moc[oa]|pedido|encomenda|order|delivery\s+\w+|driver)\s+)?"
    r"(?:entreg\w*|receb\w*|cheg\w*|vier|trouxer|delivery|arriv\w+|comes?|gets\s+here))?"
    r"(?:\s+(?:direto\s+)?(?:pro|ao|para\s+o|na\s+mao\s+do)\s+(?:entregador|motoboy|motoqueiro|rapaz|moco))?"
    rf"|\b(?:e\s+)?{PAYS}(?:(?:na|no|on|upon|contra)[\s-]+(?:a\s+)?(?:hora\s+da\s+|ato\s+da\s+)?(?:entrega|"
    rf"recebimento|delivery)|"
    r"(?:no\s+cartao\s+)?(?:(?:pr|a)?[oa]\s+(?:moc[oa]|rapaz|motoboy|entregador)\s+)?(?:quando|when)\s+(?:\w+\s+){0,3}?(?:receber|chegar|entregar\w*|arrives?|comes))\b|\bcontra[\s-]?entrega\b"
    rf"|{at_the_door.PAID}"
)
# In answer to how it is paid.
AT_THE_DOOR = expression(
    r"(?:(?:eu|ai|entao)\s+)*(?:pago\s+|pagar\s+|vou\s+pagar\s+)?(?:tudo\s+)?(?:ai\s+)?(?:na\s+hora|(?:quando|when)\s+(?:eu\s+)?(?:for\s+)?(?:chegar|receber|buscar|retirar|pegar)|na\s+(?:retirada|loja)|no\s+balcao|(?:direto\s+)?(?:pro|ao|(?<=pago\s)o|para\s+o)\s+"
    r"(?:motoboy|entregador|rapaz|moco))(?:\s+mesmo)?"
)
ONE_OF_TWO = expression(
    r"(?:(?:pode\s+ser|entao|vai)\s+)*(?:(?:[oa]|the)\s+)?(?:primeir[oa]|first(?:\s+one)?|either(?:\s+one)?|qualquer\s+um(?:\s+(?:deles|dos\s+dois))?|tanto\s+faz|(?P<second>segund[oa]|second(?:\s+one)?))"
)
COD_ASKS = expression(r"\b(?:pag\w+|dinheiro|cash|pay)\b")
# `cartao de memoria` is goods, `cartao de credito` is money.
CARD = expression(r"\b(?:cart(?:ao|oes)(?!\s+d[eo]\s+(?!credito|debito))|credito|debito|boleto|card(?!\s+games?\b))\b")
PERSON = expression(
    r"\b(?:quero|queria|preciso|posso|gostaria\s+de|da\s+pra|consigo|deixa\s+eu)\s+(?:falar|conversar)\s+com\s+(?:o|a)\s+(?!minha|meu|mulher|marido|esposa|mae|pai|patroa)[a-z]{3,}|"
    r"\balguem\b.*\b(?:me\s+)?atend\w+\b|\b(?:tratar|resolver|negociar|deal)\s+(?:\w+\s+){0,3}(?:com|with)\s+(?:(?:uma?|[oa]|an?)\s+)?"
    r"(?:pessoa|alguem|equipe|atendente|vendedora?|gerente|responsavel|human[oa]?|person|some(?:one|body)|manager)\b|"
    r"\b(?:(?:me\s+)?(?:passa|transfere)|me\s+(?:passar|transferir))\s+(?:pra|pro|para|p)\s+(?:el[ea]|a\s+moca|o\s+(?:moco|rapaz))\b|"
    r"\bput\s+me\s+through\s+to\s+(?:him|her|them)\b|"
    r"\b(?:falar|conversar|atendid[oa]|fala|passa|passar|chama|chamar|transfere|speak|talk|chat)\b.*\b(?:pessoa|"
    r"alguem|gente|human[oa]|atendente|vendedor[a]?|gerente|dono|dona(?!\s+(?!d[aeo]\b|agora|por|ai|mesmo)[a-z]{3})|responsavel|chefe|supervisor[a]?|equipe|owner|manager|person|someone|somebody|human|agent)\b|\batend\w*nte\b|"
    r"\b(?:algum\s+)?human[oa]\b|\bpessoa\s+de\s+verdade\b|"
    r"\b(?:preciso\s+d[eo]|quero)\s+(?:o\s+)?(?:suporte|sac|gerente)\s*$|(?:^|\b(?:um|uma|algum|alguma|cade|[oa]|chama|com|pro|pra)\s+)vendedora?\b(?!\s+(?:me\s+)?(?:disse|falou|passou|que)\b)|\breal\s+person\b|"
    r"\bi\s+(?:want|need)\s+(?:a\s+)?(?:human|person)\b"
)
COMPLAINT = expression(
    r"\bdinheiro\s+de\s+volta\b|\breclama\w*|\bprocon\b|^(?:seus?\s+|bando\s+de\s+|que\s+)*ladr\w+$|\b(?:seus?|sao|bando\s+de|cambada\s+de|loja\s+de|voces?)\s+(?:uns\s+|tudo\s+)?ladr\w+|\babsurdo\b|\bprocess(?:ar|o)\b|\bengan(?:ad|ou|"
    r"aram)\w*|\bpessim\w+|\bhorrivel\b|"
    r"\bnunca\s+mais\s+compro\b|\b(?:veio|vieram|chegou|chegaram|recebi|mandaram|enviaram|entregaram)\b.*\b(?:errad|quebrad|defeit|rasgad|"
    r"trocad|danificad|vencid|faltand|estragad|amassad|podre|mofad)\w*|\b(?:got|sent|received|arrived|came|delivered)\b.*\b(?:wrong|broken|damaged|defective|faulty|stained|torn|cracked|rotten|spoiled|mou?ldy)\b|"
    r"\b(?:que|uma?|esse|essa)\b.*\b(?:lixo|porcaria|merda|(?<!^que\s)vergonha|descaso|ridicul[oa]|bagunca\s+(?:d[eao]s?\s+)?(?:voces|loja|pedido|entrega|atendimento)|(?<!cont[ae]\suma\s)(?<!contar\suma\s)piada)\b|"
    r"(?<!\bel[ea]\s)(?<!\bel[ea]\sainda\s)\b(?:ninguem|nao|nunca)\s+(?:me\s+)?(?:respond\w+|atend\w+|resolv\w+)\b|"
    r"\b(?:terrible|awful|worst|useless|ridiculous)\b|"
    r"\brecebi\b.*\b(?:e|mas)\s+(?:eu\s+)?(?:pedi|comprei|encomendei|queria|era)\b|\bestornar\b|\bestorno\b|\b(?:quero|exijo)\s+(?:meu\s+)?reembolso\b|\bpalhacada\b|\bgolpistas?\b|"
    r"\bmy\s+money\s+back\b|\bcomplain\w*|\bscam\w*"
)
# What was bought did not last or came otherwise than it should.
BROKEN = expression(
    r"\balergi\w+|\birrit(?:ou|acao|ad\w+)|\bcoceira|\bpass(?:ei|ou)\s+mal\b|\bard(?:eu|endo|encia)\b|\b(?:machuc|pis|esmag|estour|azed|trav|emperr|enguic|amassad|descol|quebr|rasg|estrag|desbot|manch|murch|arrebent|rach|afroux|encolh|vaz|azed|mof|oxid|enferruj|escurec|parti|solt|fur|queim)(?:ou|aram|ado|ada|"
    r"ados|adas|iu)\b|\b(?:parou|pararam|deixou|deixaram|nao|n)\s+(?:de\s+)?(?:funcion\w+|lig\w+|carreg\w+|serviu\s+pra\s+nada)\b|"
    r"\b(?:veio|vieram|chegou|chegaram|mandaram|entregaram|recebi)\b.*\b(?:faltando|incomplet\w+|usad[oa]|suj[oa]|amass\w+|fri[oa]s?|gelad[oa]s?|moles?|crus?|crua|murch\w+|"
    r"trocad\w+|furad\w+|outr[oa]|menor|atrasad\w+)\b|\b(?:broke|broken|fell\s+apart|ripped|stopped\s+working|doesn't\s+work|wilted)\b"
)
BOUGHT = expression(
    r"\b(?:recebi|recebemos|chegou|chegaram|veio|vieram|mandaram|entregaram|encomendei|received|arrived|(?:it|they|mine|one|order|package)\s+(?:came|is|was|has|fell|broke|stopped)|bought\s+it)\b|"
    r"\b(?:comprei|compramos|peguei|pedi|bought)\b.*\b(?:ai|aqui|com\s+(?:voce|voces|vc|vcs)|d[ea]\s+(?:voces|vcs|loja)|na\s+loja|from\s+you|here)\b"
)
PAID = expression(
    r"\b(?:ja\s+)?(?:paguei(?!\s+(?:uns\s+)?(?:r\$\s*)?\d)|transferi|depositei)\b|\b(?:marqu\w+|coloc\w+|deix(?!o\b)\w+|confirm\w+)\b.*(?<!eu\s)\bpago\b|\blibera\w*\s+(?:o\s+)?(?:envio|pedido|entrega)\b|\bfiz\s+o\s+(?:pix|pagamento)\b|\b(?:pix|pagamento)\s+(?:feito|"
    r"realizado|efetuado)\b|\b(?:ta|esta|aqui|segue|olha)\b.*\bcomprovante\b|\b(?:meu|minha)\s+\w+\s+(?:ja\s+)?(?:pagou|transferiu|fez\s+o\s+pix)\b|\bta\s+pago\b|\bja\s+caiu\b|\bconfer\w+\b.*\b(?:caiu|pagamento|transfer\w+)\b|"
    r"\b(?:just|already|have|'ve)\s+(?:paid|transferred)\b(?!\s+(?:for|\d))|^(?:done\s+|all\s+)?paid(?:\s+(?:it|now|already|the\s+pix))?$|\b(?:payment|pix|money|transfer)\s+(?:is\s+|was\s+|has\s+been\s+)?(?:sent|done|made|paid)\b|"
    r"\b(?:here\s+is|here's|sent|attached|sending)\s+(?:you\s+)?(?:the|my)\s+(?:receipt|proof|payment)\b|\b(?:get|got|receive|received|see)\s+(?:my|the)\s+(?:payment|money|pix|transfer)\b|"
    r"\b(?:mandei|enviei|segue)\s+o\s+comprovante\b|^(?:[oe]\s+|meu\s+|esse\s+e\s+o\s+)*comprovante\b|\bi(?:'ve)?\s+(?:have\s+)?(?:already\s+)?paid\b"
)
# Asked of an order that was made: may it be fetched?
READY = expression(
    r"\b(?:ta|esta|ficou|is\s+it|will\s+it\s+be)\s+(?:tudo\s+)?(?:pront[oa]s?|separad[oa]s?|ready)\b|^(?:(?:e|ja|entao)\s+)*(?:posso|da\s+(?:pra|para)|can\s+i)\s+(?:ja\s+)?(?:(?:ir|passar)\s+)?(?:ai\s+)?(?:buscar|retirar|pegar|pick\s+it\s+up)\b"
)
PLACED = r"(?:pedidos?|compras?|encomendas?|orders?|purchase|parcel|package|entrega)"
STATUS = expression(
    r"\bconfirm\w*\s+(?:o\s+|meu\s+)*pedido\b.*\b(?:fiz|fizemos|ontem|anteontem)\b|\b(?:meu|minha)\s+(?:pedido|compra|encomenda)\s+(?:como|ja|quando|cade)\b|"
    rf"\b(?:qual|diz|fala|what)\b.*\b(?:numero|number)\b.*\b{PLACED}\b|\b(?:cade|rastre\w*|acompanh\w*|status|track\w*|where(?:'s|\s+is)|onde\s+(?:ta|esta|anda)|quando\s+chega|"
    rf"como\s+(?:ta|esta)|andamento)\b.*\b{PLACED}\b"
    rf"|\b(?:meu|minha|my|o)\s+{PLACED}\b.*\b(?:ja|chegou|chega|nao\s+chegou|atrasad\w+|saiu|arriv\w+|late|status|"
    rf"caiu|confirmad\w+|enviad\w+)\b"
    r"|\bnao\s+chegou\b|\b(?:ja|foi)\s+(?:enviaram|despach\w+|enviad\w+|saiu)\b|\bstatus\s+d[eo]\b|"
    r"\bcodigo\s+de\s+rastre\w+|^cade(?:\s+el[ea])?$|\bcade\s+(?:[oa]s?\s+)?(?:meus?|minhas?)\s+(?!pix|codigo|link|boleto|qr)\w+|"
    r"\b(?:era\s+(?:pra|para)|devia|deveria)\s+(?:ja\s+)?ter\s+cheg\w+|\bwhere(?:'s|\s+is|\s+are)\s+my\s+(?!code|link)\w+|"
    r"\border\s+(?:number|id|status)\b|\btracking\b|\b(?:has|have|did|was)\s+(?:it|they|you|my\s+order)\s+(?:been\s+)?(?:ship\w*|sent?|dispatch\w*|posted|mailed)\b(?!.*\bto\b)|"
    r"\b(?:hasn't|hasnt|haven't|didn't|not|never)\s+(?:yet\s+)?(?:arrived?|come|received?|got(?:ten)?|get)\s*(?:yet|$|it\b|my\b|anything)|\bwhat\s+did\s+i\s+(?:order|buy)\b"
)
# Of goods that are not ordered yet it asks how long they will take.
WHEN = expression(r"\bquando\s+chega|\bnao\s+chegou\b")
RESEND = expression(
    r"\b(?:mand\w+|envi\w+|reenvi\w+|pass[ae]\w*|ger[ae]\w*|cade|perdi|qual|quero|me\s+ve|preciso|copia\w*|send|"
    r"resend|expirou|venceu|again)\b.*"
    r"\b(?:pix|codigo|chave|copia\s+e\s+cola|qr\s?code|link\s+de\s+pag\w+|boleto)\b|\b(?:pix|"
    r"codigo)\s+(?:de\s+novo|novamente|outra\s+vez|again)\b"
    r"|^(?:(?:ok|e\s+o|o)\s+)?pix(?:\s+por\s+favor)?$"
)
# The code that was given is lost, or asked for again.
CODE_LOST = expression(
    r"\b(?:codigo|pix|qr\w*|chave|link|boleto|copia\s+e\s+cola|code)\b.*\b(?:sumi\w+|perdi\w*|apag\w+|de\s+novo|novamente|outra\s+vez|again|expir\w+|venc\w+|"
    r"nao\s+(?:ach\w+|veio|recebi|chegou|aparec\w+|consigo)|cade|reenvi\w+|lost|resend)\b"
    r"|\b(?:sumi\w+|perdi|apaguei|cade|reenvi\w+|resend|lost|manda\w*\s+(?:de\s+novo|outra\s+vez|novamente)|(?:nao|n)\s+(?:achei|acho|encontro|recebi|chegou|veio|caiu|apareceu|gerou))\b.*\b(?:codigo|pix|"
    r"qr\w*|chave|link|boleto|code)\b"
)
# The code that was given is of no use.
CODE_FAILS = expression(
    r"\b(?:codigo|pix|qr\w*|link|code)\b.*\b(?:nao|n|not|doesn't|didn't)\s+(?:(?:ta|esta|quer|consegui)\s+)?(?:funcion\w+|deu|abr\w+|leu|le|vai|foi|pass\w+|col\w+|"
    r"work\w*)\b"
)
CANCEL_ORDER = expression(
    rf"\b(?:cancel\w*|desist\w*|desfa[zc]\w*|estorn\w*)\b.*\b{PLACED}\b|\b{PLACED}\b.*\bcancel\w*|\bme\s+arrependi\b|\bcancel\s+(?:it|that)\b|\b(?:don't|do\s+not)\s+want\s+(?:it|this|that|them|the\s+order)\s+any\s?more\b"
)
CANCEL = expression(
    r"\b(?:cancel\w*|desist(?:i|o|ir|imos)|(?<!nao\s)(?<!n\s)(?:esquece|esqueca)(?!\s+(?:nao|n)\b)|deixa\s+(?:pra\s+la|quieto|isso|pra\s+depois|pra\s+outr[oa]\s+(?:dia|hora|vez)|pra\s+proxima)|(?:muda|troca)\s+tudo(?!\s+(?:pra|para|pro|por|pel[oa]s?)\b)|comec\w+\s+de\s+novo|start\s+over|"
    r"(?:limpa|zera|apaga)\s+(?:o\s+carrinho|tudo|ai)|esvazia\w*|tira\s+tudo|"
    r"forget\s+it|never\s?mind)\b|\bnao\s+(?:quero|vou\s+(?:querer|levar|comprar))\s+(?:mais(?:\s+(?:nada|nao))?|"
    r"nada(?:\s+mais)?)\s*(?:,|$)|\b(?:cancel|remove)\s+(?:everything|all)\b"
)
HAGGLE = expression(
    r"\b(?:se|caso)\s+(?:(?:voces?|der(?:em)?|pra|tu|eu|el[ea]|tudo|me|conseguir(?:em)?)\s+)*(?:fizer(?:em)?|fazer|fechar(?:em)?|deixar(?:em)?|vender(?:em)?|baixar(?:em)?|ficar|sair)\s+(?:(?:el[ea]|tudo|isso|pra\s+mim)\s+)*(?:(?:por|a|em|pra)\s+)?(?:r\$\s*)?\d{2,}\b(?!\s*(?:un|pares|pecas|x\b|dias|horas))|\b(?:fez|fizeram|faria[m]?|lanc\w+|fecharia)\b[^?]*\b(?:por|a)\s+(?:r\$\s*)?\d{2,}\b(?!\s*(?:un|pares|pecas|x\b))|\bfaco\s+(?:por\s+)?(?:r\$\s*)?\d{2,}\b(?!\s*(?:un|pares|pecas|x\b|unid|anos))|"
    r"\b(?:would|could|can|will)\s+you\s+(?:do|take|accept|go|make\s+it)\s+(?:it\s+)?(?:for\s+)?(?:r\$\s*|\$\s*)?\d{2,}\b(?!\s*(?:of|pieces|units|pairs))|"
    r"^(?:(?:ta|e|eh|achei|muito|meio|bem|que|poxa|nossa)\s+)*car[oa]s?(?:\s+(?:viu|hein|demais|assim|isso|ai|(?:pra|para)\s+mim))+$|"
    r"\b\d{2,}\s*(?:reais|conto\w*|pilas?)\s+(?:n?[oa]s\s+)?(?:dois|duas|tres|tudo)\b|^\d{1,3}\s*(?:un\w*|pares|pecas|x)?\s+por\s+(?:r\$\s*)?\d{2,}\b(?!\s*(?:x\b|cm|dias|(?:e|eh|fica|ta)\s+(?:\w+\s+)?(?:pequen|grand|estreit|curt|larg|menor|maior)))|^(?:vc\s+|voce\s+)?(?:faz|fecha|sai|deixa)\s+(?:por\s+)?(?:r\$\s*)?\d{3,}\b(?!\s*(?:un|pares|pecas|x\b|ml|g\b))|\b(?:faz\w*|fech\w+|deixa|sai|consegue|vende|quero|levo|compro|pago|da|aceita|tudo)\b[^.?!]{0,40}?\b(?:por|"
    r"a)\s+(?:uns\s+)?(?:r\$\s*)?\d+(?:[.,]\d{1,2})?\b"
    r"(?!\s*(?:un\b|unid|pares|pecas|x\b|cm|ml|kg|g\b|dias|horas|km|pessoas|people|persons|adults|kids|nights|days))"
    r"|^(?:voces?\s+)?faz(?:em)?\s+(?:r\$\s*)?\d{2}\s+(?:pra|para)\s+(?:mim|eu|nos|gente)\b|^(?:por|(?:e\s+)?nem\s+(?:por\s+|a\s+)?|not\s+even(?:\s+for)?)\s*(?:r\$\s*)?\d{2,}\b(?!\s*(?:un|pares|pecas|x\b))|^por\s+(?:r\$\s*)?\d\b|\b\d{2,}\s+(?:reais\s+)?(?:na|no|em)\s+outr[ao]\s+(?:loja|lugar|site)\b|\b\d+(?:[.,]\d{2})?\s*(?:reais|conto\w*|pilas?)?\s*(?:no\s+pix|no\s+dinheiro|"
    r"a\s+vista)?\s*(?:e|que|q|ai|,)\s+(?:eu\s+)?(?:ja\s+)?(?:levo|fecho|compro|pego|fechamos)\b"
    r"|\b(?:fech\w+|faz\w*|consegue\w*|rola)\s+(?:em|a)\s+(?:r\$\s*)?\d{2,}\b(?!\s*(?:x\b|vezes|dias|horas|h\b|min\w*|un|kg|ml))|\b(?:tira|tirar|desconta\w*|abaixa|baixa|abate)\s+(?:r\$\s*)?\d+\s*(?:reais|conto\w*|pilas?|%|por\s+cento)"
    r"|\b(?:pago|dou|ofereco)\s+(?:so\s+|no\s+maximo\s+|ate\s+)?(?:r\$\s*)?\d+\b(?!\s*(?:un|pares|x\b|unid))"
    r"|(?<!qual )(?<!quais )(?<!que )\b(?:faz|deixa|sai|fica)\s+mais\s+(?:barato|em\s+conta)\b|"
    r"\b(?:ta|esta|muito|mt|achei)\s+(?:muito\s+|"
    r"mt\s+|meio\s+|bem\s+)?car[oa]\b|\b(?:ta|esta|achei|precos?|valor)\s+(?:muito\s+|mt\s+|meio\s+|bem\s+)?salgad[oa]\b|\bmelhor\s+preco\b|\bmelhor\w*\s+(?:o\s+|esse\s+)?(?:preco|valor)\b"
    r"|\b(?:do\s+it|do|sell|give|take|have|accept)\b.*\bfor\s+(?:r?\$\s*)?\d+\b|\bpor\s+\d+\s+(?:eu\s+)?(?:levo|fecho|"
    r"compro|pego)\b|\b(?:to|estou|tou)\s+achando\s+(?:\w+\s+)?(?:car[oa]|salgad[oa])|\b(?:valor|preco)\s+(?:ta|esta)\s+(?:errado|alto|salgado)|\btoo\s+(?:expensive|pricey|costly|dear)\b|\bque\s+car[oa]\b"
    r"|\b(?:aplica|libera|concede)\w*\s+(?:um\s+|o\s+)?(?:desconto|\d{1,2}\s*%)|\b(?:a|por)\s+(?:r\$\s*)?\d{1,4}\s+cada\b|\bcom\s+(?:os?\s+|ess[ea]s?\s+)?\d{1,2}\s*%"
    r"|\bcom\s+desconto\s+(?:eu\s+)?(?:levo|fecho|compro|pego)\b|\bconcorr\w+|\b(?:outra\s+loja|outro\s+lugar|mercado\s+livre|shopee|amazon)\b.*\d|"
    r"\bcobr(?:e|em|ir)(?:\s+(?:o\s+|esse\s+|essa\s+)?(?:preco|valor|oferta))?\s*$|\b(?:sempre|toda\s+vez)\s+(?:me\s+)?(?:da|dao|faz|fazem)\b.*\d{1,2}\s*%"
)
# `tava 99 ontem`: what it is said to have cost.
CLAIMS = expression(
    r"\b(?:fez|fizeram|vendeu|venderam|deixou|cobrou|cobraram|paguei|pagou)\s+(?:por\s+|a\s+)?(?:r\$\s*)?\d{2,}\b(?!\s*(?:un|pares|x\b|anos|dias|meses|h\b))|\b(?:fal(?:ou|aram)|diss\w+|promet\w+|garanti\w+|combin(?:ou|amos|aram)|told|promised|said)\b.*\b(?:faz\w*|fari\w+|ess[ea]\s+(?:preco|valor)|desconto|(?:por|a|de)\s+(?:r\$\s*)?\d{2,}|(?:ta|tava|esta|estava|sai|saia|fica|ficava|custa|custava|is|was|costs?)\s+(?:so\s+|only\s+)?(?:r\$\s*)?\d{2,}(?!\s*(?:an[oi]|dia|mes|hora|h\b|cm|m\b|km|kg|g\b|ml|l\b|w\b|v\b|un|metros|litros|gramas|x\b|days|years|and)))\b|\b(?:tava|estava|era|custava|vi)\s+(?:a\s+|por\s+)?(?:r\$\s*)?(?:\d{2,}|\d(?=[.,]\d|\s*(?:reais|real|conto)))(?:[.,]\d{2})?\b(?!\s*(?:un\b|pares|x\b|unid|dias|h))"
)
# `10 camas por R$ 1,00`: a price set by the shopper.
AT_PRICE = expression(r"\bpor\s+(?:r\$\s*\d|\d+(?:[.,]\d{2})?\s*(?:reais|real|conto|pila))|\bfor\s+\$\s*\d")
HESITATES = expression(
    r"^(?:(?:ah+|ok|ta|bom|entao|blz|beleza|certo|eu)\s+)*vou\s+(?:(?:la|primeiro|antes)\s+)*(?:ver|procurar|olhar|conferir|pesquisar|consultar|medir)\s+(?!se\b|com\b)[^?]*\b(?:antes|primeiro|entao)$|^(?:me\s+da\s+|give\s+me\s+|so\s+|espera\s+)*(?:\d|uma?|uns|alguns|one|just\s+a)\s+(?:min\w*|seg(?:undo|undinho)?s?|moment\w*|instante|sec\w*)$|^(?:(?:eu\s+)?ja\s+volto|volto\s+ja|depois|ainda\s+nao|nao\s+agora|brb)$|\b(?:preciso|depend\w+|falta|esper\w+)\s+(?:d[ae]\s+)?(?:a\s+)?(?:aprovacao|autorizacao)\b|\bassim\s+que\b.*\b(?:aprov|autoriz|liber|receb|confirm)\w+|\bpr[oa]\s+(?:meu|minha)\s+\w+\s+(?:aprovar|autorizar|olhar|decidir)\b|^(?:melhor\s+)?deixa\s+(?:pra|para)\s+(?:depois|outr[oa]\s+(?:dia|hora|vez)|(?:a\s+)?proxima)$|"
    r"\b(?:amanha|depois|mais\s+tarde|daqui\s+a\s+pouco)\s+(?:eu\s+)?(?:te\s+)?(?:dou|mando|passo)\s+(?:a\s+|uma\s+|um\s+)?(?:resposta|retorno|certeza)\b|\blet\s+you\s+know\b|\bvou\s+confirmar\s+(?:amanha|depois|mais\s+tarde)\b|"
    r"\b(?:to|tou|estou)\s+(?:vendo|pesquisando|comparando|olhando)\b.*\boutr[ao]s?\b|"
    r"\b(?:deixa\s+(?:\w+\s+)?por\s+(?:enquanto|hoje|agora|ora)|vou\s+confirmar\s+com|vou\s+ter\s+(?:que|de)\s+(?:ver|falar|pensar|perguntar|olhar)|ainda\s+vou\s+(?:ver|pensar|olhar|decidir)|(?:to|estou|tou|fiquei|fico)\s+(?:na|em|com)\s+(?:uma\s+)?duvida$|(?:to|estou|tou)\s+sem\s+(?:saldo|dinheiro|grana|limite|tempo|internet|bateria)|(?:confirm|fech|decid|finaliz|respond|resolv)(?:o|ar|ir|er)\s+(?:so\s+)?(?:amanha|depois|mais\s+tarde|daqui\s+a\s+pouco|outro\s+dia)|deixa\s+(?:pra|para)\s+(?:amanha|mais\s+tarde|semana)|vou\s+(?:ver|olhar|conferir|checar|consultar)\s+(?:(?:[oa]|meu|minha|no|na|aqui|como\s+ta)\s+)*(?:limite|saldo|conta|banco|bolso|dinheiro|orcamento|app)|espera|pera|perai|calma|aguarda|um\s+(?:minuto|momento)|wait|hold\s+on|vou\s+(?:pensar|ver\s+com|"
    r"falar\s+com|dar\s+uma\s+pensada|olhar\s+mais|perguntar)|deix(?:a|"
    r"e)\s+(?:eu\s+)?(?:ver|pensar|falar|perguntar|olhar)|"
    r"(?:eu\s+)?te\s+(?:chamo|falo|aviso|retorno|respondo|digo)\b(?!\s+(?:o|a|meu|minha|que)\b)|eu\s+chamo|(?:depois|ai)\s+(?:eu\s+)?(?:chamo|retorno|ligo|resolvo|chamamos|volto|vejo|confirmo|falo|te\s+(?:falo|chamo|aviso)|compro|decido)|(?:mais\s+tarde|"
    r"amanha|outro\s+dia|outra\s+hora)\s+(?:eu\s+)?(?!cedo\b)(?:\w+o|volto)\b|"
    r"(?<!\bda\s)(?:semana|mes|ano)\s+que\s+vem|(?<!day\s)next\s+(?:week|month)|volto\s+(?:depois|mais\s+tarde|amanha)|por\s+enquanto\s+nao|ainda\s+nao\s+(?:sei|decidi)|"
    r"vou\s+mostrar\s+(?:\w+\s+){0,3}?(?:pra|para|pro)\s+(?:el[ea]s?|(?:meu|minha|[oa])\s+\w+)|"
    r"el[ea]s?\s+(?:e\s+)?(?:que|quem)\s+(?:vai\s+)?(?:fal|cham|decid|escolh|resolv|confirm|fech|compr)(?:a|e|ar|er|ir)|"
    r"nao\s+sei\s+(?:ainda|se)|talvez|vou\s+ver\s+se\s+(?:eu\s+)?(?:levo|compro|pego|peco|fico|da|consigo)|let\s+me\s+think|(?:going\s+to|i'?ll|i\s+will|need\s+to|have\s+to|want\s+to)\s+(?:think|sleep\s+on)|think\s+(?:about\s+it|it\s+over)|maybe|later|"
    r"(?:eu\s+)?so\s+(?:vou\s+)?(?:fac|faz|pag|fech|compr|confirm)\w*\s+(?:\w+\s+){0,2}?(?:depois|quando|se)\s+(?:que\s+|eu\s+)*(?:decid|pens|ver\b|vir\b|tiver\s+certeza|resolv)\w*|"
    r"hoje\s+nao|agora\s+nao|preciso\s+(?:pensar|ver\s+com)|quando\s+(?:cair|receber)|confirmo\s+(?:amanha|"
    r"depois)|confirmar\s+depois)\b"
)
# What was understood is not what was meant.
NOT_IT = expression(
    r"(?:(?:mas|ue|nao|opa)\s+)*(?:(?:nao|n)\s+(?:e|eh|foi|era)\s+(?:bem\s+)?(?:isso|esse|essa|assim)(?:\s+nao)?|(?:(?:ta|esta|tudo|ficou|veio|foi)\s+)*errad[oa]|"
    r"(?:vc|voce)s?\s+err(?:ou|aram)|(?:eu\s+)?(?:nao|n)\s+pedi\s+(?:isso|nada\s+disso)|(?:that'?s|it'?s|this\s+is)\s+(?:all\s+)?(?:wrong|not\s+(?:it|right|what\s+i\s+\w+)))"
)
LOOKING = expression(
    r"\b(?:era\s+)so\s+(?:pra|para)\s+(?:saber|ver|testar|olhar)\b|\b(?:(?:so|somente|apenas|just)\s+(?:estou\s+|to\s+|tou\s+|tava\s+)?|(?:estou|to|tou|tava)\s+(?:so|somente|apenas)\s+)(?:olhando|fazendo\s+(?:um\s+)?orcamento|dando\s+uma\s+olhad\w+|vendo|"
    r"pesquisando|browsing|looking)\b"
)
CHECKOUT = expression(
    r"\b(?:fa[zc]\w*|abr\w+|fech\w+|make|place)\s+(?:um\s+|another\s+|a\s+)?(?:outro\s+|novo\s+|new\s+)*(?:pedido|order)\b|\b(?:fech\w+|finaliz\w+|conclu\w+|confirm\w+)\b|\b(?:e\s+)?so\s+isso\b|\bmais\s+nada\b|\bcheck\s?out\b|"
    r"\bthat'?s\s+(?:all|it)\b|\bplace\s+(?:the|my)\s+order\b"
)
PRICE_OF = expression(
    r"\b(?:ta|esta|sai|fica|custa|faz|vende)\s+(?:por\s+|a\s+)?quanto\b|\bquanto\s+(?:(?:e\s+)?que\s+)?(?:custa\w*|e|eh|sai\w*|fica\w*|ta|esta|da|daria|seria|fic\w+)\b|\b(?:qual\s+(?:e\s+)?(?:o\s+)?)?(?:preco|"
    r"valor)\b|\bhow\s+much\b|\bprice\b|\bquanto$"
)
MORE_OF = expression(
    r"\b(?:fal[ae]\s+(?:mais|sobre|d[oae])|detalh\w+|descri\w+|material|compos\w+|medidas?|especific\w+|ficha|"
    r"(?:\bo\s+que\s+(?:e\s+que\s+)?(?:vem|acompanha|inclui)|^que\s+(?:(?:e\s+)?que\s+)?vem|\bque\s+vem\s+(?:n[oae]|junto)\w*|vem\s+o\s+que)\b|what(?:'s|\s+is|\s+comes|\s+goes)\s+(?:(?:included|served)\s+)?(?:in|with)\s+(?:it|the|a|an|this|that)\b|what\s+(?:does|do|is|are)\b(?=.+\s(?:come|served|made)\s+(?:with|of)\b)|(?:come|served|made)\s+(?:with|of)\s*$|saber\s+mais|mais\s+(?:sobre|informac\w+|do|da|d[eo])|"
    r"explica|como\s+e\s+(?:o|a)|tell\s+me\s+(?:more|about)|details?|describe|about\s+the)\b"
)
STOCK_OF = expression(
    r"\b(?:tem|ha|ainda|esta|ta)\b.*\b(?:estoque|disponivel)\b|^(?:ainda\s+)?(?:disponivel|tem\s+ainda|ainda\s+tem)$|\bpronta\s+entrega\b|"
    r"^(?:e\s+)?quant[oa]s\s+(?:voces?\s+)?(?:ainda\s+)?(?:tem\s+(?:ainda|ai)|ainda\s+tem|restam|sobraram)$|\bin\s+stock\b|\bavailable\b"
)
ADD = expression(
    r"\bcomplet[ae]\s+(?:com\s+)?(?=\d|uma?\b|dois|duas|tres)|\ba\s+mais\b|(?:(?<=\d\s)|(?<=one\s)|(?<=two\s)|(?<=three\s)|(?<=four\s)|(?<=five\s))more\b|^(?:(?:quero|poe|manda|e)\s+)*outr[oa]s\s+(?=\d|dois|duas|tres)|^(?:(?:nao\s+)?(?:da|pode|podia|poderia|tem\s+como|consegue|e|ai)\s+)+(?:(?:pra|para"
    r"|de)\s+)?por\s+(?=(?:mais\s+)?uma?\s+(?!real|preco|valor|dia|mes|minuto|favor)[a-z]{3})"
    r"|(?<!nao quero )\bmais\s+(?=(?:\d|uma?\b|dois|duas|tres|meia|quatro))(?!\d+\s*(?:%|reais))|^\+|"
    r"(?<!\ba )(?<!\bas )(?<!uma )(?<!da )(?<!na )(?<!de )(?<!minha )\bbot[ae]r?\b|\b(?:adicion\w+"
    r"|acrescent\w+|coloc\w+|poe|"
    r"inclu\w+|soma|tambem|add|also|another|too(?!\s+(?!please|then|thanks)[a-z]))\b|\be\s+mais\b"
)
REMOVE = expression(
    r"\b(?:tir[ae]r?|remov\w+|retir[ae]r?|exclu\w+|apaga\w*|elimin[ae]r?|desconsider[ae]r?|risc[ae]r?|take\s+out|remove|drop)\b|^(?:e\s+)?(?:sem|without)\b(?!\s+(?:condic\w*|chance|jeito|problemas?|pressa|stress|estresse|crise|drama|duvidas?|falta|querer|graca|demora|no))|"
    r"\bnao\s+(?:(?:quero|vou\s+(?:querer|levar))\s+mais|precisa(?:\s+mais)?|coloca)\b(?!\s+(?:mais\s+)?nada\b)|\bdesist[io]\w*\s+d[eoa]\b"
)
EXCHANGE = expression(
    r"\b(?:aument\w+|diminu\w+|reduz\w*)\b|\b(?:sob[ea]|pass[ae])\s+(?:pra|para|to|a)\b|\b(?:troc(?!ou\b|aram\b|ava\b|ad[oa]s?\b)\w+|substitu(?!iu\b|iram\b)\w+|"
    r"volta[r]?\s+(?:pra|para|pro|ao?|pel[oa])|mud[ae]r?|alter[ae]r?|change|swap|"
    r"(?<!for )(?<!on )(?<!the )(?<!a )(?<!no )(?<!de )(?<!do )(?<!pro )switch|"  # `the Switch one` is a console
    r"replace|em\s+vez|no\s+lugar|instead|make\s+(?:it|that))\b"
)
FOR = expression(r"\s+(?:por|pel[oa]s?|pra|para|pro|for|to|with|com)\s+(?:[oa]s?\s+)?")
PREFER = expression(r"\b(?:melhor|prefiro|preferia|rather)\b")
WANT = expression(
    r"\b(?:quero|qero|qro|kero|queria|(?:esqueci|faltou|faltava|faltaram)\s+(?:d?[oae]s?|uma?)\b|quiser|^da\s+(?=uma?\b|\d)|vou\s+(?:so\s+|entao\s+|mesmo\s+|e\s+)?(?:(?=n[ao]s?\s+d[eo]\s+\d)|n[ao]s?\b|n(?:el[ea]|ess[ea]|est[ea])s?\b|com\b|levar|querer|qrer|ficar|pegar|comprar|pedir|"
    r"(?:arriscar|tentar|apostar|testar|experimentar|encarar|optar)(?=\s+(?:[oa]s?|n[oa]s?|em|com|um|uma|pel[oa]|\d+)\b(?!\s+(?:pix|loja|cupom)))|de)|levo|levar|fico\s+com|escolho|me\s+ve|me\s+(?:arr(?:uma|ume|anj[ae])|trag?[az]|traz|desce|veja|bota|poe)|ve\s+(?:pra|ai)|^ve(?=\s+(?:d[oa]s?|\d+|uma?|dois|duas|tres)\b)|mand[ae]|separ(?:a|e|ar|em)\b|"
    r"(?:confirm|fech|fac|faz|mont|registr|anot|cri)\w*\s+(?:o\s+|um\s+|meu\s+)?(?:pedido|compra)\s+(?:d[eoa]s?\b|com\b)|"
    r"(?:fech\w+|bora|partiu|combinado|beleza|blz)\s+(?:em\s+|com\s+|n[ao]s?\s+)?(?=\d|duas|dois|tres|uma?\b)|"
    r"reserv[ae]\w*|pode\s+ser|pego|compro|comprar|faz\s+com\s+[oa]\b|gostaria|desejo|encomend(?!ou\b|aram\b)\w+|faz\s+(?:um|o)|pedir|peco|(?:i\s+|^)want(?!\s+details)|precisando(?:\s+de)?|querendo(?=\s+(?:levar|comprar|pegar|pedir|dois|duas|tres|quatro|cinco|seis|dez|uns|umas|uma?|aquel[ea]s?|ess[ea]s?|[oa]s?|\d{1,2})\s)|(?:a\s+gente|nos)\s+(?:vai\s+|vamos\s+)?(?:quer|queria|queremos|precisar|querer|levar)(?:\s+de)?|precisamos(?:\s+de)?|(?:de\s+)?adquir\w+|vou\s+precisar(?:\s+de)?|vai\s+(?:ser\s+)?(?:n?ess[ea]s?|n?est[ea]s?|n?aquel[ea]s?|n?el[ea]s?|um|uma|(?=[oa]\s))\b|"
    r"i'?ll\s+(?:take|have|get|(?:try|risk|go\s+(?:for|with))(?=\s+(?:the|an?|size|\d+)\b))|i\s+will\s+take|send\s+me|"
    r"i'?d\s+like|give\s+me|get\s+me|buy|i\s+take|me\s+da|me\s+vende|anota|preciso|i\s+need|^need|order)\b"
)
# `deixa 3 de brigadeiro`, `faz dois de 1,5 kg`: so many of it are to be.
COUNTED = expression(
    r"^(?:deixa|fica|faz|faca|sao|seriam|leva|bota|poe)\s+(?:com\s+|em\s+|pra\s+)?(?:\d{1,3}|uma?|dois|duas|tres|quatro|cinco|seis|dez)\s+(?!reais|dias|%)"
    r"(?:(?:d[eoa]s?\s+)?[a-z]{3}|d[eo]\s+\d+(?:[.,]\d+)?\s*(?:kg|quilos?|g|gramas?|ml|l|litros?|cm|m|metros?)\b)"
)
ONLY = expression(  # and not `não quero só a embalagem`
    r"(?<!\bnao )\b(?:quero|deixa|fica|levo|vou\s+\w+|leva)\s+(?:so|somente|apenas)\b|"
    r"(?<!\bnao quero )\b(?:so|somente|apenas|only|just)\s+(?:n?[oa]s?\s+)(?=[a-z])"
)
LOOK = expression(
    r"\b(?:tem|tens|teria|vende[m]?|aluga[m]?|procur\w+|busc\w+|mostr\w+|ver|olhar|conhecer|quais|opcoes|catalogo|existe|"
    r"trabalham|sugere|sugestao|indica|recomenda|"
    r"(?:algo|alguma\s+coisa|something)\s+(?:pra|para|de|com|for|to)|precis\w+|interess\w+|voces?\s+faz\w*|(?:do\s+)?you(?:\s+guys)?\s+(?:have|sell|got|make|carry|offer|do)|show|looking\s+for|have\s+you|any|i\s+need|what)\b"
)
SEES = expression(
    r"\b(?:quero|queria|querendo|gostaria\s+de|posso|vim|want(?:ed)?\s+to)\s+(?:ver|olhar|conhecer|saber|dar\s+uma\s+olhada|see|know)\b"
)
# `se tiver camiseta preta eu levo duas`: what there may be, and what would be done then.
IF_THERE = expression(
    r"^(?:so\s+)?(?:se|caso|if)\s+(?:ai\s+|voces?\s+|you(?:\s+guys)?\s+|there(?:'s|\s+is|\s+are)\s+)?(?:ainda\s+|still\s+)?"
    r"(?:tiver(?:em)?|tenham?|houver|have|had|got)\s+(?P<what>(?:(?!\b(?:eu|levo|quero|compro|pego|fico|vou|mand[ae]|separ[ae]|me|i'?ll|i)\b).)+)"
    r"(?P<rest>.*)$"
)
# `quero um difusor se tiver`
IF_ANY = expression(
    r"\s+(?:se|caso|if)\s+(?:(?:voces?|vcs?|ainda|you|there(?:'s|\s+is|\s+are))\s+)*(?:tiver(?:em)?|tenha|houver|have|got|any)"
    r"(?:\s+(?:ai|ainda|em\s+estoque|disponivel|it|one|any|some|left|in\s+stock|para\s+entrega))*$"
)
GREETING = expression(
    r"\b(?:oi+e?|ola|opa|eai|alo|salve|hello|hi|hey|(?:bom|boa)\s+(?:dia|tarde|noite)|e\s+a[ie]|tudo\s+(?:bem|bom|"
    r"joia|certo)|^(?:boa|bom|boas|blz|beleza)$|good\s+(?:morning|"
    r"afternoon|evening))\b"
)
DIFFERENCE = expression(
    r"\b(?:diferencas?\s+(?:entre|d[oae]s?|(?:pra|para|em\s+relacao\s+a)\s+[oa]s?|pr[oa]s?)|compara\w*|differences?\s+(?:between|from)|compare)\b|"
    r"\b(?:diferenca|difference)(?:$|(?=\s+(?:entre\s+|d)el[ea]s))"
)
PAYING = expression(r"\b(?:pag\w+|pay\w*)\b")
OF_CODE = expression(
    r"\b(?:codigo|code|chave|copia|cola|novo|vez|antes|primeiro|link|qr\w*|perd\w+|sumiu|expirou|venceu|envi\w+|reenvi\w+|pass[ae]\w*|"
    r"ger[ae]\w*|pag\w+)\b"
)
IDENTITY = expression(
    r"\b(?:e|eh|voce|vc|ce|tu|are\s+you)\b.*\b(?:robo|bot|inteligencia\s+artificial|ia|(?<!na )real|human[oa]|"
    r"a\s+robot|a\s+bot)\b|\b(?:e|eh|com)\s+(?:(?:uma?|mesmo|so|de)\s+)*(?:gente|maquina)(?=\s*$|\s+(?:ou|mesmo|de\s+verdade|que\s+(?:fal|respond)\w+)\b)"
    r"|\bquem\s+(?:e|eh)\s+(?:voce|vc)\b|\bqual\s+(?:e\s+)?(?:o\s+)?seu\s+nome\b|\bcom\s+quem\s+(?:eu\s+)?(?:(?:to|"
    r"estou)\s+fal\w+|falo)|\bwho\s+are\s+you\b"
)
HELP = expression(
    r"^(?:me\s+ajud\w+|(?:preciso\s+de\s+)?(?:uma\s+)?ajuda|pode\s+me\s+ajudar|como\s+(?:funciona|faco\s+(?:pra|"
    r"para)\s+(?:comprar|pedir)|compro|peco)|"
    r"o\s+que\s+voce\s+faz|(?:(?:queria|quero|gostaria\s+de|posso|vim|preciso|tenho|so|mais|tirar|fazer)\s+)*uma\s+(?:duvida|pergunta)(?=\W*$)|help(?:\s+me)?|"
    r"how\s+(?:does\s+(?:this|it)\s+work|do\s+i\s+(?:order|buy))|(?:tem\s+)?alguem\s+ai|cade\s+voces?(?=\W*$)|(?:ainda\s+)?(?:ta|esta)\s+ai(?=\W*$))\b"
)
_PICTURES = r"(?:fotos?|imagens?|imagem|videos?|link(?!\s+(?:d[eo]|pra|para)\s+pag)|pictures?|photos?)"
PICTURE = expression(
    rf"\b(?:mand[ae]r?|envi[ae]r?|ver|mostr[ae]r?|tem|teria|(?<!pra\s)(?<!para\s)tirar?|passa|send|show|see|any|have)\b(?:\s+(?!com\b)\w+){{0,3}}?\s+{_PICTURES}\b"
    rf"|^(?:e\s+)?(?:as?\s+|uma?\s+)?{_PICTURES}\b"
)
SENDS_PICTURE = expression(
    r"\b(?:como|onde|how|where)\s+(?:\w+\s+){0,3}(?:mand|envi|send)\w*|\b(?:vou|posso|te|segue\w*|mandei|ja|estou|to)\s+(?:te\s+)?(?:mand|envi)\w*"
)
# What is open has not been understood: `como assim?`
BEWILDERED = expression(
    r"(?:(?:e|mas|ai|entao|oi|ue)\s+)*(?:(?:eu\s+)?(?:nao|n)\s+(?:entendi|to\s+entendendo)(?:\s+(?:nada|direito|bem|nao))?|como\s+assim|e\s+agora|agora|"
    r"(?:o\s+)?que\s+(?:eu\s+)?(?:faco|tenho\s+que\s+fazer)(?:\s+agora)?|como\s+(?:eu\s+)?faco(?:\s+agora)?|voltei|(?:to|estou)\s+de\s+volta|ainda\s+(?:ta|esta)\s+(?:valendo|de\s+pe))"
)
# A date that is put off to, unless it is only when the goods are for.
PUT_OFF = expression(r"\b(?:semana|mes|ano)\s+que\s+vem\b|\bnext\s+(?:week|month)\b")
LAUGHS = expression(r"(?:k{2,}|(?:ha|he|rs|hua)+h?|(?:ah|eh){2,}h?|rsrs\w*|lol)[\s!.]*")
SOUGHT = expression(r"\b(?:tem|vende[m]?|aluga[m]?|have|procur\w+)\s+(?:um[a]?\s+|[oa]s?\s+|any\s+)?(\w.*)")
# What the shopper has or wears: the background of a wish, not the wish.
OWN_THING = expression(
    r"^(?:[oa]\s+)?(?:meu|minha|my)\s+(?!nome|endereco|cep|telefone|cpf|pedido|compra|e-?mail|celular|numero|carrinho|pix|codigo|tamanho|cor|"
    r"manequim|pe\b|name|address|size|order|cart)\w+\s+(?!(?:quer|queria|precisa|vai)\b)\w+|^(?:eu\s+)?(?:tenho|uso|i\s+have)\s+(?:um[a]?|[oa]|an?|\d|dois|duas|tres)\s"
)
# So many were named by who advises the shopper.
ADVISED = expression(
    r"\b(?:falou|disse|mandou|pediu|said)\s+(?:que\s+)?(?:(?:pra|para)\s+)?(?:\w+\s+){0,2}?(\d{1,4})\b(?!\s*(?:%|reais|conto|por\s+cento))"
)
# What somebody told the shopper to get: `meu sobrinho falou pra por um ssd nele`.
ADVISED_THING = expression(
    r"\b(?:falou|disse|mandou|pediu|pediram|recomendou|indicou|sugeriu|aconselhou)\s+(?:(?:pra|para|pro)\s+(?:eu\s+)?|que\s+(?:eu\s+)?(?:preciso|tenho\s+que|devia|era\s+bom)\s+)"
    r"(?:por|colocar|botar|comprar|pegar|usar|levar|instalar|passar|tomar|ver|olhar|procurar|pesquisar|encomendar|pedir)\s+(?P<what>[a-z].*)$"
)
# Of a thing of one's own: `é um notebook antigo de 2014`.
IS_A = expression(r"^(?:ele\s+|ela\s+)?(?:(?:e|eh)\s+)?(?:um|uma)\s+(?P<noun>\w+)")
# `dinheiro quando receber` says how to pay, and is no condition.
PAYS_LATER = expression(
    r"\b(?:pag\w+|dinheiro|cash)\b.*\bquando\s+(?:eu\s+)?(?:receber|chegar|entregar\w*)\b|\bquando\s+(?:eu\s+)?(?:receber|chegar)\b.*\b(?:pago|dinheiro)\b"
)
# What ends it, said alone.
GIVES_UP = expression(
    r"claro\s+que\s+nao|(?:nao|n)\s+precisa\s+(?:nem\s+)?(?:separar|reservar|guardar|mandar|enviar|fazer|anotar|montar)\s+(?:mais\s+)?(?:nada|nao)|(?:(?:ah|entao|eu)\s+)*(?:nao|n)\s+(?:vou\s+)?(?:confirm|fech|finaliz|aceit|autoriz|concord)\w*(?:\s+(?:nada|nao|isso|com\s+isso|o\s+pedido|ainda|assim))*|"
    r"(?:(?:ah|entao|ta\s+bom|ok|nao|mas|melhor)\s+)*(?:(?:vou\s+)?deix(?:a|e|ar)|dispenso|esquece|fica\s+pra\s+proxima|nao\s+(?:vou\s+)?quer(?:o|er))(?:\s+(?:entao|mesmo|assim|quieto|pra\s+la|nao|obrigad[oa]))*"
)
# `sem desconto nao quero`: a refusal, whatever it names.
NOT_WITHOUT = expression(
    r"\bsem\s+(?:[oae]s?\s+|ess[ea]s?\s+)?(?:desconto|cupom|frete|promoc\w+|\d+).*\b(?:nao|n)\s+(?:quero|levo|compro|fecho|vou|rola|da)\b"
)
# What somebody the goods are for would like.
LIKED_BY = expression(
    r"\b(?:(?:sou\s+(?:doid|louc|apaixonad|viciad)[oa]\s+(?:por|em)|gosta|gostam|curte|curtem|ama|amam|adora|adoram|ta\s+querendo|vive\s+pedindo|sonha\s+com|loves)|"
    r"(?:minha|meu|my)\s+\w+\s+(?:quer|queria|precisa|(?:ta|esta|is)\s+(?:precisando|querendo)|pediu(?!\s+(?:ontem|anteontem|(?:esse|n?[oa])?\s*(?:semana|mes|fim)\b|aqui|ai|de\s+voces)\b)|wants|needs))\s+"
    r"(?:muito\s+|tanto\s+)?(?:d[eoa]s?\s+|em\s+|com\s+)?(?P<what>[a-z].*)"
)
# To whom each goes is no count.
FOR_EACH = expression(
    r"^(?:e\s+)?(?:um|uma|outro|outra|one|another)\s+(?:e\s+|vai\s+|is\s+)?(?:pra|para|pro|p|for)\s+(?:mim|cada(?:\s+(?:um|uma))?|each|(?:o\s+|a\s+)?(?:meu|minha|nosso|nossa|my)\s+\w+|el[ea]|"
    r"me|him|her|dar\s+de\s+presente)$|^(?:e\s+)?(?:uma?|outr[oa]|one|another)\s+(?:del[ea]s\s+)?(?:(?:e|eh|vai|vai\s+ser|is)\s+(?:(?:de|um|pra|a)\s+)*(?:presente|gift)\b|fica\s+(?:n[oa]|em|com)\s)"
)
# A size that somebody has: it chooses among what the message names.
WEARS = expression(
    r"\b(?:calc[ao]|us[ao]|usava|vest[eo]|vestia|visto|wears?|wore)\s+(?:(?:o|tamanho|numero|tam|size|uma?|an?)\s+)*(\d{2}|\d(?=\s*(?:$|[,;]|mesmo|por\s+favor))|pp|p|m|g|gg|xg|xs|s|l|xl|xxl|small|medium|large)\b"
)
CONDITION = expression(r"\b(?:se|caso|if)\s+(?:ela\s+|ele\s+|o\s+|a\s+)?\w+")
# What asks for something to be recommended.
SUGGESTS = expression(
    r"\b(?:(?:o\s+)?que\s+)?(?:(?:voce|voces|vc|vcs|you)\s+)?(?:me\s+)?(?:suger\w+|sugest\w+|indica\w*|recomenda\w*|suggest\w*|recommend\w*)\b"
    r"|^(?:e\s+)?(?:voces\s+)?(?:tem|teria|have\s+you|do\s+you\s+have)\s+(?:algo|alguma\s+coisa|anything|something)(?:\s+(?:bom|boa|legal|pra\s+isso|pra\s+ajudar|for\s+(?:that|it)))*$"
)
# Asked without a question mark: `que travesseiro você me indica`.
ADVISE_ME = expression(r"\b(?:voces?|you)\s+(?:me\s+)?(?:indica|recomenda|suger|suggest|recommend)\w*")
EXCLAIMS = expression(
    r"(?:(?:mensagem\s+errada|(?:era|foi)\s+(?:pra\s+)?(?:outr[oa]\s+(?:conversa|pessoa|grupo|chat))|mandei\s+errado|pront(?:o|inho)|poxa|puxa|eita|ufa+|phew|nossa|hu+m+|hm+|vixe?|vish|caramba|uau|oxe|af+|ixi+|ih|wow|oh|(?:ah+\s+)?entendi|saquei|i\s+see|que\s+(?:pena|triste|chato|delicia|lind[oa]|fof[oa]|legal|massa|maravilha|gostoso|otimo)|too\s+bad|viu|"
    r"desculp\w*(?:\s+(?:o|a|pel[oa]|por|qualquer)\s+(?:trabalho|incomodo|demora|confusao|bagunca|coisa|erro|inconveniente|transtorno))?|foi\s+mal|perdao|sorry|ai|salgad[oa]|carinh[oa]|k{2,}|rs+|(?:ha|he)+h?)[\s!.,]*)+"
)
# No answer to our question, and no misunderstanding either.
UNSURE = expression(
    r"(?:(?:eu|ainda|ah+|hm+|bom|entao|mas|por\s+enquanto)\s+)*(?:(?:nao|n)\s+(?:sei|faco\s+ideia|tenho\s+certeza|decidi)(?:\s+(?:ainda|nao|direito|bem|(?:o\s+)?que\s+(?:comprar|dar|levar|escolher|pedir)))?|"
    r"sei\s+la|tanto\s+faz|qualquer\s+(?:um|uma|coisa)|(?:depois|mais\s+tarde)\s+(?:eu\s+)?(?:vejo|digo|falo|decido)|(?:(?:o|a|meu|minha|cep|endereco|nome|cpf|numero|resto)\s+)*(?:eu\s+)?(?:ja\s+)?(?:te\s+)?(?:vejo|digo|falo|mando|passo|envio)\s+(?:depois|mais\s+tarde|daqui\s+a\s+pouco|ja\s+ja)|"
    r"i\s+don'?t\s+know(?:\s+yet)?|no\s+idea|not\s+sure(?:\s+yet)?|whatever|(?:i'?ll\s+)?(?:see|tell\s+you)\s+later)"
)
# Somebody else's order or data.
OF_OTHERS = expression(
    r"\b(?:pedido|compra|encomenda)\s+(?:del[ea]|d[oa]\s+(?:minha|meu|outr[oa]|vizinh\w+|cliente|[oa]\s+)?\s*(?:vizinh|amig|irma|mae|pai|prim|sogr|namorad|marido|espos|filh|cunhad|tia|tio|colega|chefe)\w*)\b|"
    r"\b(?:fala|diz|passa|informa|tell)\b(?:\s+\w+){0,2}\s+(?:o\s+|the\s+)?(?:endereco\s+de\s+entrega|delivery\s+address)\b|\b(?:me\s+)?(?:fala|diz|passa|manda|mostra|qual|quais|tell|give)\b.*\b(?:endereco|telefone|cpf|dados|numero|email|address|phone)\b.*"
    r"\b(?:que\s+(?:[oa]\s+)?(?!eu\b|te\b|voces?\b|ja\b)[a-z]{3,}\s+(?:passou|deu|colocou|deixou|informou|botou)|d?el[ea]|ele|ela|vizinh\w+|marido|esposa|(?:d[oae]\s+)?outr[oa]|cliente|his|her|their)\b"
    r"|\b(?:on|in|of|from|with)\s+(?:his|her|their)\s+(?:order|purchase)\b"
    r"|\b(?:fala|diz|mostra)\b.*\b(?:que)\s+(?:el[ea]|a\s+vizinha|o\s+vizinho)\s+(?:pediu|comprou)\b|\b(?:telefone|endereco)\s+del[ea]\b(?!\s*(?:(?:e|eh|fica)\b|[:,.]|$))"
)
# What would change how the assistant works: no wish of a shopper's.
MEDDLES = expression(
    r"^\W*(?:sistema|system|admin\w*|assistant|developer)\s*[:\]]|\b(?:ignor|esque[cç]|desconsider|forget|disregard)\w*\b.*\b(?:instruc\w+|regras|instructions|rules|prompt)\b|"
    r"\bmodo\s+(?:de\s+)?(?:teste|desenvolvedor|debug|admin\w*|manutencao)\b|\b(?:test|developer|debug|admin)\s+mode\b|"
    r"\b(?:todos\s+os|qualquer|all)\s+(?:os\s+)?(?:produtos?|precos?|itens|products|prices|items)\b.*\b(?:cust\w+|por|a|cost|are)\s+(?:r?\$\s*)?\d|"
    r"\b(?:revel|mostr|reveal|show|print)\w*\b.*\b(?:prompt|instruc\w+|instructions)\b|^(?:finge|finja|faz\s+de\s+conta|imagine\s+que|pretend)\b|"
    r"\bas\s+(?:an?\s+|the\s+)?(?:developer|admin\w*|owner)\b|\bi\s+set\s+the\s+price\b|\bnova\s+regra\b"
)
# What the shop does besides selling: `vocês cortam o frango?`
SERVICE = expression(
    r"^(?:e\s+|ai\s+)*(?:(?:voces\s+)?(?:da\s+(?:pra|para)|pode[m]?|consegue[m]?|tem\s+como)\s+(?:(?:voces\s+)?me\s+)?(?P<can>(?!fazer|ser|pagar|mandar|entregar|enviar|trocar|"
    r"retirar|buscar|pegar|levar|tirar|colocar|adicionar|incluir|ver\b|falar|fechar|confirmar|vir)[a-z]{3,}[aei]r)\b"
    r"|(?:do|can)\s+you(?:\s+guys)?\s+(?:also\s+)?(?P<does>rent|assemble|install|repair|fix|wrap|engrave|sharpen|print|deliver|cut|sew|test|refill|rotate|buy)\b"
    r"|is\s+it\s+possible\s+to\s+(?P<possible>rent|assemble|install|repair|fix|wrap|engrave|sharpen|print|cut|sew|test|refill)\b"
    r"|(?:(?:voces|a\s+loja)\s+)?(?:tambem\s+)?(?P<verb>(?!fazem|vendem|entreg|aceit|trabalh|abrem|fecham|ficam|podem|conseg|querem|sabem|"
    r"enviam|mandam|trocam|parcel|receb|exist|dizem|acham|usam|servem|vem\b|cabem|duram)[a-z]{3,}(?:am|em|ao))\b)"
)
# Change for a note, asked about.
CHANGE_OF = expression(
    r"^(?:e\s+)?(?:o\s+)?troco$|\b(?:tem|leva[m]?|quanto\s+(?:vem\s+)?de|precis[ao]\s+(?:de|levar)|have|bring|qual(?:\s+e|\s+(?:vai\s+ser|seria))?|quanto\s+(?:e|vai\s+ser|da|fica|volta)|how\s+much)\s+(?:o\s+|meu\s+|the\s+|my\s+)?(?:troco|change)\b"
)
# How many would do is thought aloud: `acho que 2 galões resolve né?`
OPINES = expression(
    r"^(?:[oa]\s+)?(?:meu|minha|el[ea])\s+(?:\w+\s+)?(?:vai|vao)\s+(?:amar|adorar|gostar|curtir)\b|^(?:(?:eu|a\s+gente|nos|so|que)\s+)*(?:viaj(?:o|amos)|me\s+mudo|mudamos|embarc(?:o|amos)|cas(?:o|amos))\b|"
    r"^(?:eu\s+)?(?:acho|creio|imagino|penso|sera|i\s+(?:think|guess))\s+(?:que\s+)?.*\b(?:(?:e|eh|sao|seria|vai\s+ser|fica|is|it'?s)\s+(?:muit[oa]s?|mt[oa]s?|pouc[oa]s?|too\s+(?:much|many))|demais|resolv\w+|basta\w*|cheg[ao]\w*|suficiente|ta\s+bom|vai\s+dar|da\s+certo|enough|will\s+do|should\s+do)\b"
)
# What it is for: `é pra janta`.
PURPOSE = expression(r"^(?:pra|para|pro|for)\s+(?:[oa]s?\s+|uma?\s+|meus?\s+|minhas?\s+|the\s+|my\s+)?(?=[a-z]{3})")
# `qual o prazo pra trocar`: of exchanges as such.
TERM_OF = expression(r"\b(?:prazo|quantos?\s+(?:tempo|dias)|how\s+(?:long|many\sdays))\b|\bnao\s+(?:serv|gost|coub)\w+")
# `e se eu levar 2?`, `what about 3?`: what so many of it come to.
SUPPOSES = expression(
    r"^(?:e\s+)?(?:(?:se\s+)?(?:eu\s+|a\s+gente\s+)?(?:levar|levasse|pegar|comprar|quiser|forem?|fosse[m]?|for)|levando|pegando|comprando|"
    r"(?:what|how)\s+about|(?:and\s+)?(?:if\s+)?i\s+(?:take|buy|get)|and\s+for|pra|para|por)?\s*(?=\d|duas|dois|tres|quatro|cinco|"
    r"seis|meia|two|three|four|five)"
)
