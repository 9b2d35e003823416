"""What people say when they agree to an order, hold back or refuse: words `squeezed` (of several equal letters one),
expressions on folded text. Portuguese and English."""

import re

from app.ops.expressions import expression


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


def squeezed(word: str) -> str:
    """`siiim`, `okkk` and `isssso` as their words."""
    return re.sub(r"(.)\1+", r"\1", word)


YES = frozenset(
    map(
        squeezed,
        _set(
            "sim s ss isso claro confirmo confirma confirmado confirmada confirmar confirme exato exatamente correto "
            "positivo fechado fechou fecha fechar feche fecho fechamos bora vamos vamo simbora pode podes aham uhum "
            "ok okay okey blz beleza certo certinho certeza perfeito combinado manda mande mandar gera gere gerar "
            "aceito concordo autorizo quero finaliza finalize finalizar finalizo conclui concluir conclua prossegue "
            "prosseguir prossiga faz faca fazer show top otimo joia partiu dale yes yep yeah yup sure confirm "
            "confirmed correct absolutely definitely deal place ahead perfect sounds works right alright fine cool "
            "awesome ya ye seguir certissimo acordo demorou topo topei tranquilo suave firmeza fmz logico evidente "
            "obvio feito aprovado aprovo trazer traz traga preparar prepara separar separa reservar reserva guardar "
            "embalar embala autorizado bele dahora massa formou segue joinha podi maravilha excelente yea yuh yessir "
            "demoro jae tranks aye okie dokie alrighty proceed agree agreed confirmadissimo looks definitivo exactly "
            "brilliant lovely"
        ),
    )
)
POLITE = frozenset(
    map(
        squeezed,
        _set(
            "ah oh o a os as e eh eu me pra para mim por favor pfv pfvr pf pls obrigado obrigada obg obgd brigado "
            "brigada valeu vlw muito gentileza ai entao ta tah esta tudo bem bom boa mesmo meu minha pedido compra "
            "carrinho ser ja agora vir la aqui voce vc moca moco amigo amiga querida querido quirida quirido "
            "linda lindo gente com que de oi parceiro mano brother irmao chefe patrao galera tmj kk kkk rs haha filha "
            "filho bem patroa "
            "guerreira guerreiro rainha rei anjo flor consagrado campeao campea fera mestre chapa parca jovem santa "
            "princesa tche fofa fofo amore querides minina mulher homem meninas meninos pessoal cara valor preco total "
            "conta negocio venda encomenda tamo junto senhora senhor to tou esse essa assim ir logo viu uai oxe "
            "oxente eita ixi amem deus jesus abencoe abencoa amor pelo gracas te lot lots so very much mate man bro "
            "dude sir maam opa oba olha oia ei oie ola hey hello hi hum hmm amg miga mana please thanks thank you it "
            "the my order that thats that's is all good great go do and i lets let's ufa aleluia nossa noss caramba "
            "caraca rapido rapida rapidinho brigadao brigadinha hein hen ue gloria pronto "
            "po boas prontinho aguardo era foi fica ficou melhorou arrasou lacrou mandou amei adorei gostei curti "
            "capricha caprichem caprichado everything cheers wonderful"
        ),
    )
)
OF_METHOD = {
    "pix": _set("pix codigo chave copia cola qr qrcode no com via pagar pago pagamento vou"),
    "manual_pix": _set("pix codigo chave copia cola qr qrcode no com via pagar pago pagamento vou"),
    "cod": _set("entrega dinheiro na em pagar pago pagamento vou cash on delivery receber quando com with by"),
}
# `isso, cartão na entrega`, of what is paid then; `no cartão` alone may be to pay otherwise
CARD_THEN = expression(
    r"\bcartao\s+(?:(?:de\s+)?(?:debito|credito)\s+)?(?:(?:(?:na|no)\s+)?(?:entrega|retirada|balcao|hora\s+d[ae]\s+(?:entrega|retirada|retirar|entregar))|quando\s+(?:eu\s+)?(?:chegar|retirar|buscar))\b"
    r"|\bcard\s+(?:on|at|upon)\s+(?:the\s+)?(?:delivery|pick\s?up|door|shop|store)\b"
)
CODE = _set("pix codigo chave copia cola qr qrcode")
# Asked before the yes it changes nothing.
WANTS_CODE = expression(
    r"(?:(?:eu|entao|ok|e|ai|me)\s+)*(?:quero|queria|preciso\s+d[aeo]|passa|fala|diz|cade|qual(?:\s+e)?|e)\s+(?:(?:a|o|sua|seu|d[ao])\s+)+"
    r"(?:chave|codigo|pix|qr\s?code|copia\s+e\s+cola)(?:\s+(?:do\s+)?pix)?\W*|"
    r"(?:(?:e|ai|mas|entao)\s+)*(?:onde|como|(?:pra|para)\s+(?:quem|onde))\s+(?:(?:eu|que)\s+)*(?:pago|faco\s+o\s+pix|mando\s+o\s+pix)\W*|"
    r"(?:(?:o|a|ainda)\s+)*(?:codigo|chave|pix)\s+(?:ainda\s+)?nao\s+(?:chegou|veio|apareceu)\W*|(?:ainda\s+)?nao\s+(?:recebi|veio|chegou)\s+(?:o\s+|a\s+)?(?:codigo|chave|pix)\W*"
)
# `isso minha filha tá certo`: who is spoken to
CALLED = expression(
    r"\b(?P<yes>isso|sim|certo|certinho|ok|beleza|blz|claro|perfeito)\s+(?:meu|minha)\s+"
    r"(?:filh[oa]|querid[oa]|amor|bem|rei|anjo|amig[oa]|flor|lind[oa]|jovem|consagrado|patrao)\b"
)
SENDING = _set("envia enviar envie enviem entregar entregue entreguem despacha despachar despache send ship")
FETCHED = expression(r"retir|busc|balca|loja|pick|collect|local")
BRINGS = _set("trazer traz traga tragam entregar enviar")
# Said of an order that is paid by Pix it changes the method.
PAYS_THEN = expression(
    r"\b(?:pag\w+|acert\w+|passo)\s+(?:(?:tudo|so|ai|la|isso)\s+)*(?:n[oa]\s+(?:entrega|retirada|porta|balcao|loja)|quando|ao\s+(?:receber|retirar|buscar)|depois)\b|"
    r"\bpay(?:ing)?\s+(?:\w+\s+)?(?:on|at|when)\b"
)
WITH = expression(r"\b(?:com|with)\s+(?:(?:[oa]s?|the)\s+)?(?P<what>[a-z]{3,})")
YES_SIGNS = "👍👌✅✔🆗"
MAY_REFUSE = expression(r"\b(?:na+o+|n|nem|nunca|jamais|sem|se|caso|no|nope|nah|not|never|if|don'?t|won'?t|without)\b")
REFUSING_SIGNS = "👎❌🚫\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff "
NO_SIGNS = "👎❌🚫🤔😡😠✋🛑"
ALL_OF_IT = expression(
    r"\b(?:assim|agora)\s+(?:(?:ja|sim)\s+)?(?:da|cabe)(?:\s+(?:certo|certinho|bom))?(?=\s*(?:$|[.,;!]))|"
    r"\b(?:e\s+)?so\s+isso(?:\s+mesmo)?\b|(?<=\bisso)\s+so\b|(?<=\bsim)\s+so\b|\bpor\s+(?:enquanto|hoje|agora)\b|(?:\be\s+)?\bso\s+(?:[oa]\s+)?(?:meu|minha)\b(?:\s+mesm[oa])?|\bthat'?s\s+all\b|"
    r"\bfaze?r?\s+o\s+que(?:\s+ne+h?)?(?=\s*[,.;!])|\b(?:e|eh)\s+o\s+jeito(?=\s*[,.;!])|^paciencia(?=\s*[,.;!])|\boh\s+well(?=\s*[,.;!])|"
    r"\bwhat\s+can\s+(?:you|i)\s+do(?=\s*[,.;!])|\bno\s+(?:more\s+)?(?:changes?|problems?|worries)\b|\bnothing\s+(?:to\s+change|else)\b|\b(?:don'?t|do\s+not)\s+change\s+(?:a\s+thing|anything)\b"
)
# Said of a summary without a coupon it changes nothing.
WITHOUT_COUPON = expression(r"\b(?:vai\s+|faz\s+)?sem\s+(?:o\s+)?(?:cupom|desconto|ele|mesmo)(?:\s+mesmo)?\b")
# Said of a summary of one thing it agrees: `isso, só ela`, `sim, só a manual mesmo`.
ONLY_THIS = expression(
    r"\b(?:so|just|only)\s+(?:(?:el[ea]|ess[ea]|est[ea]|it|that|this)(?:\s+one)?|(?:[oa]s?|the)\s+(?P<what>[a-z]{3,}))(?:\s+(?:mesm[oa]s?|entao))*(?=\s*(?:$|[.,;!]))"
)
# Said of what is fetched: `isso, sem entrega`
NOT_SENT = expression(
    r"\b(?:(?:e|vai|e\s+pra)\s+)?(?:sem|(?:nao|n)\s+precisa(?:\s+d[eao])?|without|no)\s+(?:[ao]\s+|the\s+)?(?:entregas?|entregar|frete|motoboy|mandar|delivery|shipping)\b(?:\s+mesmo)?"
)
_THEN_ENDS = (
    r"(?:\s+(?:ai|la|logo|ja|sim|tudo|entao|o\s+pedido|a\s+(?:compra|venda)|pra\s+mim|por\s+favor|pfv?|please|the\s+order))*"
    r"(?=\s*(?:$|[,.!]))"
)
GO_AHEAD = expression(
    # `pode descer`, `emite o pedido`, and not `desce o preço`, `emite nota`
    r"(?:^|(?<=[,.!;]))\s*(?:(?:pode|podem|entao|isso|ok|agora|vai)\s+(?:ja\s+)?)*(?:desce[r]?|emit(?:e|ir|a)|lanca[r]?|registra[r]?|processa[r]?|efetua[r]?|solta[r]?|"
    rf"d(?:a|ar)\s+andamento|toca\s+(?:o\s+barco|pra\s+frente)|bate\s+o\s+martelo|martelo\s+batido|(?:ta\s+)?(?:valendo|conferido)|(?:ta\s+|tudo\s+)?conforme){_THEN_ENDS}|"
    rf"(?:^|(?<=[,.!;]))\s*pode[m]?\s+(?:ja\s+)?(?:passar|marcar|bater|completar|anotar|encaminhar){_THEN_ENDS}|(?:^|(?<=[,.!;]))\s*(?:vai\s+(?:nessa|fundo)|ja\s+e|e\s+nois|do\s+it|all\s+good|please\s+do|submit(?:\s+it)?|send\s+it|ring\s+it\s+up){_THEN_ENDS}|"
    r"^(?:entao\s+)?ta\s+(?:bom|bem|otimo|valendo)(?=\s*[.!,]*\s*(?:$|pode|fecha|confirma|obrigad|entao\s*$))|"
    r"\bvai\s+la\b|^vai$|^(?:(?:isso|certo|pronto)\s*,?\s*)?agora\s+(?:sim\s+)?vai$|\b(?:(?:pode|e)\s+)(?:ja\s+)?deixar?\s+(?:tudo\s+|ja\s+)*(?:separad|guardad|reservad|pront|anotad|embalad)(?:inh)?[oa]s?\b|"
    r""
    r"\b(?:por|pra)\s+mim\s+(?:(?:tudo|ta|esta)\s+)*(?:ok|bem|bom|otimo|certo|fechado|fechou)\b|\bshow\s+de\s+bola\b|\bpode\s+(?:ja\s+)?(?:passar|emitir)\s+o\s+(?:pix|codigo|qr\s?code)\b|"
    r"\ball\s+set\b|\bgo\s+on(?:\s+then)?(?=\s*(?:$|[,.!]))|\b(?:mand\w+\s+(?:ver|bala|brasa)|toca\s+(?:a\s+)?ficha|(?:bora|vamos?)\s+(?:la|nessa)|pode\s+crer|"
    r"(?:great|ok|okay|alright|good|perfect|fine)\s+then(?=\s*,?\s*(?:yes|yeah|yep|sure|confirm|go|place|book)\b)|(?:go\s+ahead|proceed)\s+with\s+(?:(?:the|my|this)\s+order\b|(?:it|this|that)(?=\s*(?:$|[.,!]|please|thanks)))|go\s+(?:ahead|for\s+it)|book\s+it|let'?s\s+(?:do\s+it|go)|of\s+course|for\s+sure|you\s+bet|(?:fine|good|ok|okay)\s+(?:by|with)\s+me|"
    r"that(?:'ll|\s+will|\s+should)?\s+do(?:es)?(?:\s+it)?|(?:i'?m|i\s+am)\s+(?:happy|good|fine|ok|okay)\s+with\s+(?:that|it|this|everything))\b"
)
# Said of a summary it agrees; of goods that were shown it wishes.
TAKES_IT = expression(
    r"\b(?:i(?:'ll|\s+will)?\s+)?(?:want|take|have|buy|get)\s+(?:it|them|this|that)(?=\s*(?:$|[.,!]|please|thanks|thank))"
)
# Said of a summary of one thing it agrees.
THIS_ONE = expression(
    r"^\W*(?:(?:e|eh)\s+(?:ess[ea]|est[ea])(?:\s+(?:mesm[oa]|ai|sim))*|that'?s\s+(?:it|the\s+one))(?=\s*(?:$|[.,;!]))"
)
SO_MANY_OF_EACH = expression(r"\b(?P<n>\d{1,2}|uma?|dois|duas|tres|one|two|three)\s+(?:de|of)\s+(?:cada|each)\b")
# Holds back a yes beside it, or brings something new.
HOLDS = _set(
    "amanha ontem depois antes primeiro talvez acho ainda espera esperar pera perai calma aguarda aguardar pensar "
    "penso pergunta perguntar verificar dia semana mes sabado domingo segunda terca quarta quinta sexta later "
    "tomorrow yesterday maybe wait think vem inclui inclusive falta faltou esqueci esqueceu com um uma uns umas dois "
    "duas tres ver falar pessoa atendente humano foto fotos desconto cupom frete prazo parcela parcelado dinheiro "
    "cartao pix credito debito boleto vezes reais golpe caro cara carinho errado errada endereco cep cor tamanho "
    "numero troco presente nota golpista ladrao mentira with discount price wrong"
)
JOINS = expression(r"[,.;:!\n]+|\s+-\s+")
REASON = expression(r"\s+(?:que|porque|pois|pq|ja\s+que|because)\s+")
# A sentence of its own about something else: `minha filha vai amar`, `to com pressa` (`com` of goods stands alone).
TELLS = expression(
    r"^(?!(?:[oa]s?|e|the|and|mas)\s)(?=.*\b(?:vai|vao|vou|to|tou|estou|tava|foi|viajo|tenho|gost\w+|am(?:ei|ou|amos|aram)|ador\w+|merec\w+|"
    r"precisava|chegou|(?:falo|aviso|digo|conto)\s+(?:pra|para|com)\s+el[ea]s?|i'?m|we're|he'?s|she'?s|love[sd]?|will)\b)"
)
# `que sexta tô no rio`: when the shopper is busy.
OWN_TIME = expression(
    r"\b(?:hoje|amanha|segunda|terca|quarta|quinta|sexta|sabado|domingo|tomorrow)\b(?=.*\b(?:to|tou|estou|vou|viajo|tenho|preciso|i'm|i)\b)"
)
# Said around a yes, it changes nothing: `até amanhã!`, `fico no aguardo`, `salgado, mas`, `top demais`.
GREETS = expression(
    r"\bbom\s+dia\b|\bboa\s+(?:tarde|noite)\b|\bgood\s+(?:morning|afternoon|evening)\b|"
    r"(?<=[,.!;])\s*ate\s+(?:amanha|logo|mais|breve)\W*$|\b(?:(?:fico|to|tou|estou)\s+)?no\s+aguardo\b|\bda\s+minha\s+parte\b|"
    r"\b(?:pel[oa]|adorei|amei|otim[oa])\s+(?:[oa]\s+)?(?:ajuda|atencao|atendimento|paciencia)\b|\bate\s+que\s+enfim\b|"
    r"\b(?:(?:bom|top|show|lind[oa]|massa|otimo)\s+|voces?\s+(?:e|sao)\s+)demais\b|^(?:(?:ta|e|meio|bem)\s+)*(?:caro|carinho|salgad[oa]|puxad[oa])\s*,?\s+mas\s+"
)
# The code comes with the order: `sim, qual a chave?`
ASKS_CODE = expression(
    r"(?<=[,.!])\s*(?:(?:e|ai)\s+)*(?:qual(?:\s+e)?|cade|(?:me\s+)?(?:manda|passa))\s+(?:a|o|sua)\s+(?:chave|codigo|pix)(?:\s+(?:do\s+)?pix)?\s*\?\W*$"
)
ALL = r"(?:(?:todo\s+mundo|geral|todos|a\s+(?:galera|turma|familia)|as\s+criancas)\s+)?"
HURRY = expression(
    rf"\b{ALL}(?:to|tou|ta|tao|esta|estou|estao)\s+{ALL}com\s+(?:muita\s+)?(?:pressa|fome|sede|sono|medo|saudade)\b|\bcom\s+(?:pressa|urgencia)\b"
)
COMES = expression(
    r"\b(?:(?:hoje|amanha|sabado|mais\s+tarde|depois|logo|de\s+(?:tarde|manha|noite))\s+)?(?:eu\s+)?(?:passo|busco|pego|retiro|vou|vai)(?:\s+(?:ai|la|"
    r"buscar|pegar|retirar|na\s+loja))+(?:\s+(?:hoje|amanha|sabado|mais\s+tarde|depois|logo|de\s+(?:tarde|manha|noite)))*"
)
# The price that was shown; one that is named with its number is not known here.
AT_THIS_PRICE = expression(r"\bpor\s+(?:esse|este|aquele)\s+(?:valor|preco)\b")
DOUBTS = expression(
    # `quando receber eu confirmo`, `que isso`
    r"\b(?:quando|assim\s+que|when|once)\s+(?:\w+\s+){1,4}?(?:confirm|fech|aceit)\w*|\b(?:confirm|fech|aceit)\w*\s+(?:so\s+)?(?:quando|assim\s+que|when|once)\b|^\W*(?:(?:mas|ue|nossa|oxe)\s+)*que\s+(?:e\s+)?isso\W*$|"
    r"\bme\s+confirm(?:a|e|ar)\b|\btudo\s+isso\b(?!\s+(?:ai|mesmo|sim)\b)|\b(?:confirm(?:a|e|ar)|mand(?:a|e|ar))\s+(?:pra\s+mim\s+)?(?:o\s+)?(?:valor|preco|total)\b|"
    r"\b(?:ja|logo)\s+(?:ja\s+|logo\s+|mais\s+)?(?:te\s+|eu\s+)?confirmo\b|\bconfirmo\s+(?:logo|ja\s+ja)\b|\bvou\s+(?:te\s+)?confirmar\b|"
    r"^(?:que\s+)?(?:otimo|excelente|bom)\s+preco\W*$|^preco\s+(?:otimo|excelente|bom)\W*$|"
    r"\bconfirm\w*\s+(?:\w+\s+)?com\s+(?!certeza)|\bque\s+(?:ai\s+)?eu\s+(?:ja\s+)?confirmo\b|\bpode\s+ser\s+que\b|(?:\bcerto|\b(?:ta|esta|tudo|sera)\s+ok)\s+isso\b(?!\s+(?:mesmo|ai|sim)\b)|\bisso\s+(?:ta|esta|eh|e)\s+certo\b"
)
# `peraí`, `um momento, por favor`: nothing is taken back by it.
PAUSES = expression(
    r"(?:(?:(?:so|por|please|just|for|me|da|de|dai|ai)\s+)*(?:pera\s*a?i?|espera|aguarda|calma|wait|hold\s+on|(?:um|1|one|a)\s+"
    r"(?:minut(?:o|inho)|moment(?:o|inho)?|segund(?:o|inho)|instante|minute|second|sec)|ja\s+volto|brb)\b[\s,.!]*)+"
    r"(?:(?:so|ai|por\s+favor|please|pfv?|obrigad[oa])[\s.!]*)*"
)
ASKS = _set(
    "qual quais quanto quanta quantos quantas quando como onde quem porque cade tem aceita aceitam entrega entregam "
    "da posso consigo what how when where which who do does is are can"
)
# `no sábado vocês ficam abertos até que horas`, written without its mark
ASKS_LATE = expression(r"\b(?:que|quantas)\s+horas?\b|\bque\s+(?:dia|horario)\b|\bquanto\s+tempo\b|\bwhat\s+time\b")
# `segue o endereço: rua A, 10`: what is told is no yes
TELLS_DATA = expression(
    r"\bsegue[m]?\s+(?:(?:[ao]s?|meus?|minhas?|ai|aqui|abaixo)\s+)*(?:endereco|cep|dados|nome|cpf|telefone|celular|comprovante|foto|localizacao|e-?mail|link|print|numero|rua)\b"
)
CHANGES = _set(
    "quero queria troca trocar troco muda mudar mude tira tirar tire remove remover retira adiciona adicionar "
    "acrescenta coloca colocar poe bota mais menos outro outra outros outras sem so apenas mas porem cancela "
    "cancelar desisto deixa nao n nunca nem jamais se want change remove add other instead but no not don't cancel "
    "only without"
)
# `e se nao servir?` asks; it takes nothing back.
IN_QUESTIONS = _set("nao se sem n no not mas but")
# `posso trocar?` asks about the shop's terms.
EXCHANGES = _set("troca trocar")
OF_EXCHANGE = expression(
    r"\b(?:posso|consigo|da\s+p\w+|como|voces|qual|tem|aceit\w+|faz(?:em)?|rola|se\s+(?:nao|n)|can\s+i|do\s+you)\b(?!.*\b(?:por|pel[oa]|pra|pro)\b).*\btroc\w+|\btroc\w+\s+se\b"
)
# `quanto vem de troco?` asks what comes back of the cash.
CASH_BACK = expression(
    r"\btroco\b(?!\s+(?:[oa]s?|uma?|por|pel[oa]|ess[ea]|el[ea])\b)|\b(?:how\s+much|have|bring|get|give|any)\s+(?:me\s+)?(?:the\s+|my\s+)?change\b(?!\s+(?:it|the|my|that|to)\b)"
)
# Said of an order that would be cancelled.
KEEPS = expression(
    r"(?:(?:no|please|nah)\s+)*(?:keep\s+(?:it|them|(?:my|the)\s+order)|(?:don't|do\s+not)\s+cancel(?:\s+(?:it|(?:my|the)\s+order))?)"
    r"(?:\s+(?:please|thanks))*"
)
SMALL_TALK = _set(
    "obrigado obrigada obg valeu vlw oi ola bom boa dia tarde noite tudo bem legal entendi hum hmm ah thanks thank "
    "you hello hi e o a meu minha nome telefone cpf cep endereco email e-mail segue ai aqui esta ta eh sou moro na "
    "no em de para pra entrega entregar is my name address phone rua numero"
)


# `não quero cancelar não`, `não é pra cancelar`, `don't cancel it`: what stands is to stand.
NOT_CANCELLED = expression(
    r"\b(?:nao|n|nem|jamais|don'?t|not|never)\s+(?:"
    r"(?:(?:eu|e|eh|era|foi|vou|quero|queria|quis|quer|pretendo|penso|to|estou|querendo|pensando|em|de|pra|para|precisa|"
    r"precisava|want|wish|need|trying|going|asking)\s+)*(?:to\s+cancel|cancelar|desistir|cancelando|cancell?ing)"
    r"|(?:(?:do|the|my|please)\s+)*(?:cancel[ae]?|cancelem)\b)"
)
# Praise and thanks at the end: a yes to a summary, and none to taking an order back.
PRAISE = frozenset(
    map(
        squeezed,
        _set(
            "show top otimo joia massa maravilha excelente perfeito perfect cool awesome tranquilo suave firmeza fmz "
            "beleza blz bele fine great lovely brilliant certo certinho right alright works sounds looks bora"
        ),
    )
)
CANCELLING = _set("cancela cancelar cancele cancelado cancelamento cancel")
# The word in a sentence of its own: `quero cancelar o pedido do mel mesmo`.
CANCELS = expression(r"\b(?:cancel\w*|desist[oi]\w*|desfa[zc]\w*|estorn[ae]\w*)\b")
AGREES = frozenset(
    map(
        squeezed,
        _set("sim s ss isso claro confirmo exato exatamente correto positivo aham uhum pode yes yep yeah yup sure"),
    )
)
# What holds a piece that has such a word back, or asks for more than that.
WISHED = expression(r"\b(?:quer(?:o|ia)|gostaria|prefiro|levo|compro|adicion\w+|acrescent\w+|inclu\w+|want|add|like)\b")
CANCELS_NOT = expression(
    r"\b(?:na+o+|n|nem|nunca|sem|se|caso|mas|porem|so|apenas|somente|ainda|talvez|acho|depois|antes|espera|pera|perai|calma|outr[oa]s?|"
    r"deixa|mantem|mantenha|faz\w*|faca|mand[ae]\w*|troc\w+|poe|coloc\w+|bot[ae]r?|refaz\w*|desist\w*\s+d[eo]\s+cancel\w*|como|quanto|no|not|"
    r"never|don'?t|won'?t|if|but|only|just|wait|maybe|later|other|another|instead|keep|make|send|how)\b|\d"
)
# Why an order is cancelled, and no refusal of it: `sim, cancela, não quero mais`
WANTED_NO_MORE = expression(
    r"(?:^|[,.;!\n]\s*|\s+(?:que|porque|pq|pois|because|as|since)\s+)(?:(?:eu|e|ja|i|we)\s+)*(?:(?:nao|n)\s+(?:quero|queremos|preciso|precisamos|"
    r"vou\s+(?:mais\s+)?(?:querer|precisar|usar|ficar\s+com))|(?:do\s+not|don'?t|won'?t)\s+(?:want|need)|no\s+longer\s+(?:want|need))"
    r"(?:\s+(?:mais|nao|isso|d?el[ea]|o\s+pedido|it|them|the\s+order|any\s?more|now))*(?=\s*(?:$|[,.;!\n]))"
)
# Beside that word alone: `sim, cancela ele todo`, and not `quero ela`.
CANCELLED = CANCELLING | _set("ele ela todo toda inteiro inteira desculpa desculpe sorry whole entire")
NOES = _set("nao n no nope nah")
NO_ONLY = _set(
    "nao n no nope nah nem nunca quero vou precisa preciso mais nada obrigado obrigada obg valeu deixa pra la por "
    "enquanto thanks thank you never mind nevermind melhor agora hoje ah not ainda moca moco eu entao mesmo acho que"
)
