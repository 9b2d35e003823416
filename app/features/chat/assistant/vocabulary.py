"""The words the assistant knows, folded (no accents), Portuguese and English."""


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


GREETINGS = _set(
    "oi oii oiii oie ola opa eai eae alo salve hello hi hey bom boa dia tarde noite good morning afternoon evening "
    "tudo bem beleza blz td joia"
)
THANKS = _set(
    "obrigado obrigada obg brigado brigada valeu vlw agradeco agradecer agradecendo agradecido agradecida "
    "grato grata thanks thank thx"
)
GOODBYE = _set("tchau bye adeus goodbye falou flw")
HUMAN = _set(
    "atendente humano humana vendedor vendedora gerente suporte sac operador operadora human agent staff attendant"
)
SHIPPING = _set(
    "frete fretes entrega entregas entregam entregar entregue envio envios enviam enviar correios sedex pac prazo "
    "shipping delivery deliver ship postage motoboy retirada retirar"
)
POLICY = _set(
    "troca trocas trocar devolucao devolver devolvo garantia horario horarios funcionamento endereco localizacao "
    "reembolso arrependimento desconto descontos cupom cupons parcelamento parcela parcelar parcelado fidelidade "
    "returns refund refunds exchange warranty hours address location coupon discount installments return policy"
)
PAYMENT_QUESTION = _set("pagamento pagamentos pagar pago pay payment payments formas metodos aceita aceitam accept")
PIX = _set("pix piks pixx")
CASH = _set("dinheiro cash cod especie contraentrega")
CARD = _set("cartao credito debito card credit debit boleto parcelado visa mastercard")
DETAILS = _set(
    "detalhe detalhes detalhar informacao informacoes info ficha tecnica especificacao especificacoes descricao "
    "descreve descreva material materiais composicao fala fale explica explique tell details detail describe "
    "specs information sobre about"
)
WANT = _set(
    "quero queria querer quiser desejo gostaria manda mande separa separe reserva reserve ve veja preciso want need "
    "take get give me vou vamos fico ficar"
)
BUY = _set(
    "comprar compra compro compre pedir peco encomendar encomendo fechar fecha fecho feche levar levo leva finalizar "
    "finaliza pedido adiciona adicione adicionar carrinho buy order purchase checkout cart"
)
MORE = _set("mais outros outras outro outra demais restante more others other else")
YES = _set(
    "sim s ss isso claro pode confirmo confirmado ok okay certo positivo bora yes yep yeah sure please fechado perfeito"
)
NO = _set("nao n nn nada cancela cancelar deixa desisto no nope nothing cancel")
CATALOGUE = _set(
    "catalogo vende vendem produtos produto itens cardapio menu opcoes disponiveis disponivel novidades sell sells "
    "products items catalog catalogue options available oferece oferecem trabalham"
)
SENT = _set(
    "enviado enviada despachado despachada postado shipped despachar despacha despache enviar envia envie envio "
    "ship sent"
)

# A product pointed at instead of named.
POINTING = _set("esse essa este esta ele ela isso it this that")
SIZES = _set("tamanho tamanhos tam numero numeracao size pp p m g gg xg xs s l xl")

# Words that say nothing about which product is meant.
FILLER = _set(
    "a o as os um uma uns umas de do da dos das em no na nos nas ao aos pra pro para por pelo pela com sem e ou que "
    "se eu voce voces vc vcs tu te me mim meu minha meus minhas seu sua seus suas teu ele ela eles elas isso isto "
    "esse essa esses essas este esta estes estas aquele aquela aquilo ai aqui la ja so tb tambem muito muita pouco "
    "bem entao ne ta tah eh foi ser sera seria estou esta estao estava tou to sou somos sao e qual quais quanto "
    "quanta quantos quantas como onde quando quem porque porque algo alguma algum alguns algumas coisa coisas "
    "tipo tem tens tenho temos ter teria tiver haver ha existe possui vende vendem quero queria querer desejo "
    "gostaria preciso precisava procuro procurando procurar busco buscando buscar acho achar encontrar ver veja vejo "
    "olhar mostra mostre mostrar mostrem manda mande mandar me vou vamos ir poder pode podem poderia consegue ajuda "
    "ajudar favor pfv pf por gentileza custa custam preco precos valor valores faixa barato barata baratos baratas "
    "caro cara reais real conto contos pila dinheiro orcamento gastar dar presente comprar compra compro levar pedir "
    "pedido produto produtos item itens opcao opcoes loja estoque disponivel disponiveis catalogo modelo modelos "
    "unidade unidades par pares peca pecas oi ola opa bom boa dia tarde noite hoje agora amanha sim nao mais menos "
    "outro outra outros outras ok certo tudo todos todas algo quer voce sabe saber dizer diga interessado interessada "
    "the an and or of for with without in on at to from is are was be am i you we they it this that these those my "
    "your some any there do does did have has had can could would will want wanted need looking look find search "
    "show me see let get give please hi hello hey good morning afternoon evening price cheap cheaper cost costs how "
    "menor maior menores maiores smaller smallest bigger biggest larger largest ue ontem tava estava era custava "
    "cheapest lowest expensive most them guys actually fine great ones thing sounds "
    "paying then normal "
    "much what which who where when about something anything things thing product products item items buy order "
    "one stock available like new im i'm i'd id just ate maximo minimo entre acima abaixo under over between than "
    "nesse nessa neste nesta desse dessa deste desta num numa sobre detalhes detalhe foto fotos imagem favorito"
)

# What is done with products, never part of their names.
VERBS = _set(
    "cor cores gosta gosto gostei adora adorei vi insta instagram site anuncio espera pera calma aguarda esqueci "
    "mae pai filho filha esposa marido namorada namorado irma irmao avo vovo tio tia sogra primo prima "
    "adiciona adicione adicionar acrescenta acrescente acrescentar coloca coloque colocar bota bote botar poe "
    "inclui inclua "
    "incluir soma tira tire tirar remove remova remover retira retire retirar exclui exclua apaga troca troque "
    "trocar muda "
    "mude mudar altera alterar substitui fica ficar fico vem vinha qrer "
    "qero qro kero pegar pego pegue compraria levaria separar "
    "reservar anota anote faz fazer faca vai tinha tivesse achei acho melhor prefiro preferia verdade alias "
    "somente apenas "
    "send also add remove change swap switch replace make instead take i'll ill we'll lets let's put another mesmo msm "
    "agora "
    "entendi entendido saquei ih ihh vixe eita aff ue uai poxa nossa oxe ixi puxa putz puts caramba caraca "
    "eh entao ainda tbm junto "
    "nele nela daquele daquela "
    "daqueles daquelas desses dessas destes destas nesses nessas dele dela deles delas ce cê mano cara moco "
    "moca amigo amiga "
    "prefere preferem preferiu "
    "querida viu mesma fofa fofo fofas fofos fofinha fofinho linda lindo lindas lindos bonita bonito bonitas bonitos "
    "uai bao consagrado patrao amg mana parca brother bro fera anjo fala fale gente grupo aniversario "
    "lembrancinha nunca  "
    "gastando gastar pronta cada alergia comeca comecar tocar tocou usar usou "
    "parece parecem vem vao veio vieram serve servem funciona funcionam cabe cabem combina presta dura aguenta chega "
    "chegou chegar quis dia dias pais maes namorados hein menino menina menininho garoto garota crianca "
    "criancas sobrinho  "
    "sobrinha neto neta afilhado afilhada aninhos anos ano querendo precisando pensando tipo assim negocio lance trem "
    "verdade bastante bem demais alem ne pra pro posso tomar conseguem deve sabem falou disse dizem dizendo falaram "
    "estilo serviria ficaria poderiam sai saem aceitaria mandar mandava online acima segue seguinte lista meu "
    "teria temos "
    "aquele aquela aqueles aquelas pouco pouquinho urgente rapido entao mim casa qro hum hmm ah ops opa quer"
)

# Words of the conversation, not of the catalogue.
TALK = THANKS | GOODBYE | WANT | BUY | MORE | YES | NO | CATALOGUE | PIX | CASH

ENGLISH = _set(
    "the is are do does you your have any i want would like need please how much what which under over between and "
    "with for hi hello hey thanks thank me show looking order buy shipping delivery pay yes good tell about human "
    "first second third one two of some can my it last talk person agent all more other pair more options than "
    "that this these those deliver name address cash when where not don't i'm it's here there take will be at on in "
    "not send card price size colour color which could should they them from great fine thank"
)
PORTUGUESE = _set(
    "o a os as um uma de do da que voce voces tem quero queria ate e com para pra por oi ola obrigado obrigada me "
    "mostra qual quanto frete pagamento sim nao bom boa "
    "meu minha cancela pedido cade onde barato barata primeiro segundo reais mais na no dois duas olhando so "
    "to tou vou "
    "vc vcs ce pra pro que e eu nao ta eh blz vlw obg depois agora entao isso esse essa quantos quantas aceita "
    "entregam "
    "abre fecha horas troca desconto garantia prazo cartao boleto"
)

# What English-speaking shoppers call things, singular, and the words Brazilian catalogues use for them.
IN_PORTUGUESE: dict[str, tuple[str, ...]] = {
    english: tuple(portuguese.split())
    for english, portuguese in (
        ("shoe", "tenis sapato calcado"), ("sneaker", "tenis"), ("trainer", "tenis"), ("boot", "bota"),
        ("sandal", "sandalia"), ("sock", "meia"), ("shirt", "camisa camiseta"), ("t-shirt", "camiseta"),
        ("tee", "camiseta"), ("short", "bermuda short"), ("pant", "calca"), ("trouser", "calca"),
        ("jean", "jeans"),
        ("jacket", "jaqueta"), ("coat", "casaco"), ("sweater", "moletom sueter"), ("hoodie", "moletom"),
        ("dress", "vestido"), ("skirt", "saia"), ("cap", "bone"), ("hat", "chapeu bone"), ("belt", "cinto"),
        ("glove", "luva"), ("bag", "bolsa mochila"), ("backpack", "mochila"), ("wallet", "carteira"),
        ("watch", "relogio"), ("thermal", "termico termica"), ("sport", "esporte esportivo esportiva"),
        ("running", "corrida"), ("soccer", "futebol"), ("football", "futebol"),
        ("basketball", "basquete"), ("volleyball", "volei"), ("ball", "bola"), ("bike", "bicicleta"),
        ("bicycle", "bicicleta"), ("swimming", "natacao"), ("gym", "academia"), ("yoga", "yoga"), ("mat", "tapete"),
        ("dumbbell", "halter"), ("bottle", "garrafa"), ("mug", "caneca"), ("cup", "xicara copo caneca"),
        ("glass", "copo taca"), ("plate", "prato"), ("bowl", "tigela"), ("pan", "panela frigideira"), ("pot", "panela"),
        ("knife", "faca"), ("knive", "faca"), ("frying", "frigideira"), ("skillet", "frigideira"), ("board", "tabua"),
        ("fork", "garfo"), ("spoon", "colher"), ("cutlery", "talheres faqueiro"),
        ("kettle", "chaleira"), ("blender", "liquidificador"), ("stove", "fogao"), ("fridge", "geladeira"),
        ("oven", "forno"), ("lamp", "luminaria abajur"), ("chair", "cadeira"), ("table", "mesa"), ("sofa", "sofa"),
        ("bed", "cama"), ("sheet", "lencol"), ("pillow", "travesseiro almofada"), ("blanket", "cobertor manta"),
        ("towel", "toalha"), ("curtain", "cortina"), ("rug", "tapete"), ("mirror", "espelho"), ("vase", "vaso"),
        ("candle", "vela"), ("box", "caixa"), ("phone", "celular"), ("headphone", "fone"), ("charger", "carregador"),
        ("kitchen", "cozinha"), ("bathroom", "banheiro"), ("kid", "infantil"), ("child", "infantil"),
        ("black", "preto preta"), ("white", "branco branca"), ("blue", "azul"), ("red", "vermelho vermelha"),
        ("green", "verde"), ("yellow", "amarelo amarela"), ("gray", "cinza"), ("grey", "cinza"), ("pink", "rosa"),
        ("case", "capa capinha estojo"), ("cover", "capa"), ("protector", "pelicula protetor"), ("cable", "cabo"),
        ("speaker", "caixa"), ("keyboard", "teclado"), ("holder", "suporte"), ("card", "cartao"), ("memory", "memoria"),
        ("earphone", "fone"), ("earbud", "fone"), ("cake", "bolo"), ("pie", "torta"), ("carrot", "cenoura"),
        ("lemon", "limao"), ("lime", "limao"), ("orange", "laranja"), ("apple", "maca"), ("strawberry", "morango"),
        ("juice", "suco"), ("soda", "refrigerante"), ("water", "agua"), ("beer", "cerveja"), ("wine", "vinho"),
        ("coffee", "cafe"), ("tea", "cha"), ("milk", "leite"), ("bread", "pao"), ("cheese", "queijo"),
        ("rice", "arroz"), ("bean", "feijao"), ("sugar", "acucar"), ("egg", "ovo"), ("meat", "carne"),
        ("chicken", "frango"), ("fish", "peixe"), ("chocolate", "chocolate"), ("cookie", "biscoito cookie"),
        ("soap", "sabonete sabao"), ("lipstick", "batom"), ("perfume", "perfume"), ("cream", "creme"),
        ("sunscreen", "protetor"), ("toy", "brinquedo"), ("doll", "boneca"), ("dog", "cao cachorro caes"),
        ("cat", "gato"), ("food", "racao comida"), ("leash", "guia"), ("collar", "coleira"), ("book", "livro"),
        ("notebook", "caderno"), ("pen", "caneta"), ("pencil", "lapis"), ("ring", "anel"), ("necklace", "colar"),
        ("earring", "brinco"), ("glasses", "oculos"), ("sunglass", "oculos"), ("flower", "flor"), ("gift", "presente"),
        ("bar", "barra"), ("protein", "proteina"), ("coconut", "coco"), ("vanilla", "baunilha"), ("peanut", "amendoim"),
        ("butter", "manteiga pasta"), ("vitamin", "vitamina"), ("oil", "oleo"), ("powder", "po"),
        ("creatine", "creatina"),
        ("shaker", "coqueteleira"), ("glue", "cola"), ("stick", "bastao"), ("scissor", "tesoura"), ("paper", "papel"),
        ("calculator", "calculadora"), ("highlighter", "marca"), ("diary", "agenda"), ("planner", "agenda"),
        ("eraser", "borracha"), ("ruler", "regua"), ("battery", "pilha bateria"), ("bulb", "lampada"),
        ("fan", "ventilador"),
        ("umbrella", "guarda-chuva"), ("suitcase", "mala"), ("sweet", "doce"), ("candy", "bala doce"), ("salt", "sal"),
        ("pasta", "massa macarrao"), ("flour", "farinha"), ("banana", "banana"), ("tomato", "tomate"),
        ("onion", "cebola"), ("pacifier", "chupeta"), ("dummy", "chupeta"), ("stroller", "carrinho"),
        ("potato", "batata"), ("diaper", "fralda"), ("toothbrush", "escova"), ("toothpaste", "creme"),
        ("brush", "escova"),
        ("medium", "medio media"), ("small", "pequeno pequena"), ("large", "grande"), ("big", "grande"),
        ("purple", "roxo roxa"), ("brown", "marrom"), ("orange", "laranja"), ("gold", "dourado dourada"),
        ("silver", "prata prateado"), ("women", "feminino feminina"), ("men", "masculino masculina"),
        ("pearl", "perola"), ("hoop", "argola"), ("chain", "corrente"), ("anklet", "tornozeleira"), ("stud", "brinco"),
        ("jewelry", "joia"), ("microphone", "microfone"), ("strap", "correia alca"), ("pick", "palheta"),
        ("tuner", "afinador"),
        ("leather", "couro"), ("cotton", "algodao"), ("bear", "urso"), ("teddy", "urso pelucia"), ("rabbit", "coelho"),
        ("bunny", "coelho"), ("puzzle", "quebra"), ("game", "jogo"), ("car", "carrinho carro"), ("truck", "caminhao"),
        ("steak", "bife"), ("rib", "costela costelinha"), ("lettuce", "alface"), ("skewer", "espetinho"),
        ("thigh", "coxa"), ("breast", "peito"), ("wing", "asa"), ("outlet", "tomada"), ("padlock", "cadeado"),
        ("bedspread", "colcha"), ("wardrobe", "guarda-roupa"), ("sticker", "adesivo"), ("lunchbox", "lancheira"),
        ("sauce", "molho"), ("lentil", "lentilha"), ("cabbage", "repolho couve"), ("spinach", "espinafre"),
        ("mushroom", "cogumelo"), ("ice", "gelo"), ("popcorn", "pipoca"), ("almond", "amendoa"), ("oat", "aveia"),
        ("terabyte", "tb"),
        ("fabric", "tecido"), ("cloth", "tecido pano"), ("thread", "linha"), ("yarn", "linha barbante"),
        ("needle", "agulha"), ("zipper", "ziper"), ("zip", "ziper"), ("button", "botao"), ("lace", "renda"),
        ("felt", "feltro"), ("floral", "floral estampada"), ("sewing", "costura"),
        ("block", "bloco"), ("scooter", "patinete"), ("guitar", "violao guitarra"), ("string", "corda"),
        ("drum", "bateria"),
        ("plant", "planta"), ("rose", "rosa"), ("bouquet", "buque"), ("seed", "semente"), ("soil", "terra"),
        ("fertilizer", "adubo"), ("cement", "cimento"), ("paint", "tinta"), ("nail", "prego"), ("screw", "parafuso"),
        ("hammer", "martelo"), ("drill", "furadeira"), ("brick", "tijolo"), ("tile", "piso"), ("pipe", "tubo cano"),
        ("faucet", "torneira"), ("shower", "chuveiro"), ("helmet", "capacete"), ("tire", "pneu"), ("tyre", "pneu"),
        ("pump", "bomba"), ("light", "luz lampada farol"), ("frame", "armacao"), ("lens", "lente"),
        ("sunglasses", "oculos"),
        ("bracelet", "pulseira"), ("pendant", "pingente"), ("mattress", "colchao"), ("duvet", "edredom"),
        ("comforter", "edredom"), ("robe", "roupao"), ("cushion", "almofada"), ("novel", "romance"),
        ("laptop", "notebook"),
        ("camera", "camera"), ("wheel", "roda"), ("racket", "raquete"), ("goggles", "oculos"), ("snack", "petisco"),
        ("litter", "areia"), ("cage", "gaiola"), ("bird", "passaro"), ("puppy", "filhote"), ("kitten", "filhote"),
        ("lock", "cadeado"), ("chain", "corrente"), ("saddle", "selim"), ("tent", "barraca"), ("vitamin", "vitamina"),
        ("orchid", "orquidea"), ("sunflower", "girassol"), ("cactus", "cacto"), ("wooden", "madeira"),
        ("wood", "madeira"),
        ("steel", "aco"), ("clock", "relogio"), ("headset", "headset fone"), ("screen", "tela"),
        ("folding", "dobravel"), ("foldable", "dobravel"), ("waterproof", "impermeavel"), ("wireless", "fio"),
        ("frozen", "congelado"), ("dried", "seco desidratado"), ("spicy", "picante"), ("natural", "natural"),
        ("organic", "organico"), ("thick", "grosso"), ("thin", "fino"), ("long", "longo comprido"),
        ("round", "redondo"),
        ("square", "quadrado"), ("striped", "listrado"), ("plain", "liso"), ("handmade", "artesanal"),
        ("ceramic", "ceramica"), ("plastic", "plastico"), ("rubber", "borracha"), ("metal", "metal"), ("iron", "ferro"),
        ("wool", "la"), ("silk", "seda"), ("linen", "linho"), ("person", "pessoa"), ("people", "pessoa"),
        ("fishing", "pesca"), ("rod", "vara"), ("reel", "molinete"), ("hook", "anzol"), ("bait", "isca"),
        ("lure", "isca"),
        ("tent", "barraca"), ("chair", "cadeira"), ("electric", "eletrico eletrica"), ("portable", "portatil"),
        ("baby", "bebe"), ("children", "infantil"), ("kids", "infantil"), ("woman", "feminino feminina"),
        ("man", "masculino masculina"), ("whole", "integral inteiro"), ("ground", "moido"), ("roasted", "torrado"),
        ("front", "dianteiro dianteira"), ("rear", "traseiro traseira"), ("back", "traseiro traseira"),
        ("headlamp", "farol lanterna"), ("bell", "campainha"), ("lens", "lente"), ("reading", "leitura grau"),
        ("plush", "pelucia"), ("unicorn", "unicornio"), ("stuffed", "pelucia"),
        ("custom", "personalizado personalizada"), ("bookmark", "marcador"), ("avulso", "unitario unitaria"),
        ("avulsa", "unitaria"), ("solta", "unitaria"),
        ("avulsos", "unitario"), ("unidade", "unitario unitaria"),
        ("flip", "chinelo"), ("flop", "chinelo"), ("flipflop", "chinelo"), ("slipper", "chinelo pantufa"),
        ("thong", "chinelo"), ("heel", "salto"), ("loafer", "mocassim"), ("sandalwood", "sandalo"),
        ("breakfast", "cafe"), ("basket", "cesta"), ("hamper", "cesta"), ("wreath", "coroa"), ("lily", "lirio"),
        ("violet", "violeta"), ("succulent", "suculenta"), ("fern", "samambaia"), ("pottery", "ceramica"),
        ("balloon", "balao"), ("ribbon", "fita"), ("burger", "hamburguer burger"), ("hamburger", "hamburguer"),
        ("fries", "batata"), ("chip", "batata"), ("pizza", "pizza"), ("sandwich", "sanduiche"), ("salad", "salada"),
        ("soup", "sopa"), ("icecream", "sorvete"), ("jam", "geleia"), ("jelly", "geleia"), ("honey", "mel"),
        ("yogurt", "iogurte"), ("ham", "presunto"), ("sausage", "linguica salsicha"), ("beef", "carne"),
        ("pork", "porco"), ("shrimp", "camarao"), ("garlic", "alho"), ("pepper", "pimenta"), ("corn", "milho"),
        ("grape", "uva"), ("mango", "manga"), ("pineapple", "abacaxi"), ("cherry", "cereja"), ("nut", "castanha"),
        ("cashew", "caju castanha"), ("hazelnut", "avela"), ("cocoa", "cacau"), ("dough", "massa"),
        ("muffin", "muffin"), ("brownie", "brownie"), ("pastry", "salgado"), ("filter", "filtro"),
        ("kettlebell", "kettlebell"), ("weight", "halter peso"), ("rope", "corda"), ("jump", "pular"),
        ("tracksuit", "agasalho"), ("jersey", "camisa"), ("legging", "legging"), ("bra", "sutia top"),
        ("underwear", "cueca calcinha"), ("panty", "calcinha"), ("pajama", "pijama"), ("swimsuit", "maio"),
        ("bikini", "biquini"), ("trunk", "sunga"), ("scarf", "lenco cachecol"), ("beanie", "gorro touca"),
        ("tie", "gravata"), ("suit", "terno"), ("blouse", "blusa"), ("vest", "colete"), ("raincoat", "capa"),
        ("sleeve", "manga"), ("hair", "cabelo"), ("shampoo", "shampoo"), ("conditioner", "condicionador"),
        ("lotion", "hidratante locao"), ("moisturizer", "hidratante"), ("sponge", "esponja"), ("mask", "mascara"),
        ("polish", "esmalte graxa"), ("makeup", "maquiagem"), ("mascara", "rimel"), ("blush", "blush"),
        ("deodorant", "desodorante"), ("razor", "barbeador"), ("beard", "barba"), ("mouse", "mouse"),
        ("monitor", "monitor"), ("printer", "impressora"), ("ink", "tinta"), ("router", "roteador"),
        ("adapter", "adaptador"), ("stand", "suporte"), ("tripod", "tripe"), ("watchband", "pulseira"),
        ("microwave", "microondas"), ("toaster", "torradeira"), ("mixer", "batedeira"), ("fryer", "fritadeira"),
        ("iron", "ferro"), ("vacuum", "aspirador"), ("broom", "vassoura"), ("mop", "rodo"), ("bucket", "balde"),
        ("detergent", "detergente"), ("bleach", "sanitaria"), ("tool", "ferramenta"), ("wrench", "chave"),
        ("screwdriver", "chave"), ("plier", "alicate"), ("saw", "serra"), ("ladder", "escada"), ("tape", "fita"),
        ("wire", "fio"), ("switch", "interruptor"), ("plug", "tomada"), ("socket", "tomada"), ("roller", "rolo"),
        ("sand", "areia"), ("gravel", "brita"), ("mortar", "argamassa"), ("door", "porta"), ("window", "janela"),
        ("sink", "pia"), ("toilet", "vaso"), ("hose", "mangueira"), ("brake", "freio"), ("wiper", "palheta"),
        ("spark", "vela"), ("bumper", "parachoque"), ("headlight", "farol"), ("seat", "banco assento"),
        ("crib", "berco"), ("bib", "babador"), ("wipe", "lenco"), ("onesie", "body"), ("crayon", "giz"),
        ("marker", "marcador caneta"), ("sharpener", "apontador"), ("folder", "pasta"), ("stapler", "grampeador"),
        ("envelope", "envelope"), ("feeder", "comedouro"), ("bone", "osso"), ("kibble", "racao"),
        ("treat", "petisco"), ("flea", "pulga"), ("aquarium", "aquario"), ("tank", "aquario"), ("piano", "piano"),
        ("violin", "violino"), ("flute", "flauta"), ("capo", "capotraste"), ("amp", "amplificador"),
        ("amplifier", "amplificador"), ("record", "disco vinil"), ("pin", "broche"), ("locket", "relicario"),
        ("wedding", "casamento alianca"), ("cufflink", "abotoadura"), ("pillowcase", "fronha"), ("quilt", "colcha"),
        ("bathrobe", "roupao"), ("tablecloth", "toalha"), ("napkin", "guardanapo"), ("jar", "pote"),
        ("tray", "bandeja"), ("opener", "abridor"), ("cutting", "corte"), ("board", "tabua prancha"),
        ("skillet", "frigideira"), ("apron", "avental"), ("incense", "incenso"), ("diffuser", "difusor"),
        ("shelf", "prateleira estante"), ("tap", "torneira"), ("desk", "mesa"), ("drawer", "gaveta"),
        ("rack", "suporte"),
        ("hanger", "cabide"), ("carpet", "tapete"), ("surfboard", "prancha"), ("skate", "skate"),
        ("kneepad", "joelheira"), ("pad", "joelheira almofada"), ("net", "rede"), ("whistle", "apito"),
        ("jug", "jarra"), ("flask", "garrafa"), ("thermos", "garrafa termica"), ("tumbler", "copo"),
        ("cooler", "cooler caixa"), ("grill", "churrasqueira"), ("charcoal", "carvao"), ("firewood", "lenha"),
        ("spice", "tempero"), ("broth", "caldo"), ("gluten", "gluten"), ("sugarfree", "zero"), ("whey", "whey"),
        ("preworkout", "pre"), ("supplement", "suplemento"), ("ground", "moido"), ("decaf", "descafeinado"),
        ("espresso", "expresso"), ("tart", "torta"), ("slice", "fatia"), ("dozen", "duzia"),
        ("birthday", "aniversario"),
    )
}  # fmt: skip

# Words of everyday talk that name no goods, unless something that is sold is called so.
EVERYDAY = _set(
    "ama adora curte ideia perguntar louco louca finge fingir amar graca convidados convidado avo vo neta "
    "neto plush guria "
    "guri bah tche oxente mainha calco visto ficou ficaram atendimento oficina loja marca faco pago "
    "mando passo levo corrida firma empresa time equipe turma galera evento batizado reuniao praia piscina sala quarto "
    "cozinha aula treino jogo campeonato excursao mudanca reforma obra servico plantao feira custom logo "
    "rapido rapidinho ligeiro mando people person four five six estilo elegante bonito bonita feio feia util "
    "pratico pratica confortavel fofo fofa romantico moderno classico discreto sempre nunca quase aparece "
    "aparecem acontece precisa demora sobra falta acaba custa vale rende gasta depende dependem novo nova "
    "novos novas velho velha vezes vez total totais entregar entrega pouco tempo trabalho casa chique barato "
    "caro gemea gemeo irma irmao mulher mulheres homem homens menino menina meninos meninas crianca criancas "
    "bebe pessoas "
    "pessoa gente familia amigo amiga amigos casal noiva noivo casamento festa aniversario natal pascoa formatura cha "
    "viagem escola faculdade academia igreja rua bairro cidade apartamento apto predio sitio vizinho vizinha chefe "
    "semana mes ano dia manha tarde noite sabado domingo feriado hoje amanha ontem cedo pressa urgente "
    "lindo linda legal bacana maneiro top massa avulso avulsa simples normal comum qualquer tal famoso famosa "
    "melhor pior bom boa bons boas otimo otima perfeito certa certo errado errada facil dificil forte fraco "
    "igual parecido parecida diferente proprio mesma mesmo tipo jeito forma coisa coisas negocio parada treco bagulho "
    "minha meu nossa nosso sua seu deus ceu mundo vida amor coracao saudade saudades medo vontade gosto cara "
    "conta lado meio fim comeco final resto parte metade dobro dentro fora perto longe cima baixo frente "
    "rachar troca medida maximo minimo limite verba grana dinheiro salario "
    "lugar canto escuro claro sol chuva calor frio inverno verao ladinho chao teto parede "
    "really nice lovely pretty wife husband son daughter mom dad mother father friend birthday wedding party present "
    "abroad surprise work home house office trip week weekend today tomorrow tonight soon"
)

COLOURS = _set(
    "preto preta branco branca azul azuis vermelho vermelha verde amarelo amarela cinza rosa roxo roxa marrom laranja "
    "coral bege dourado dourada prata prateado prateada vinho turquesa lilas grafite marinho creme nude caramelo "
    "mostarda salmao black white blue red green yellow gray grey pink purple brown orange gold silver"
)

# Liking is no wish to buy.
LIKING = _set(
    "gostei gosto adorei amei curti lindo linda lindos lindas bonito bonita legal interessante liked like "
    "love nice great cool perfect awesome lovely wonderful massa show top otimo otima perfeito  "
    "perfeita maravilha excelente demais beleza joia dahora brinks brincadeira zoeira estilo campeao "
    "parceiro chefia amigao"
)

# First names, folded: a message that begins with one and holds no other word is a name.
FIRST_NAMES = _set(
    "maria jose ana joao antonio francisco carlos paulo pedro lucas luiz luis marcos gabriel rafael daniel marcelo "
    "bruno "
    "eduardo felipe rodrigo manoel mateus matheus andre fernando fabio leonardo gustavo guilherme leandro tiago thiago "
    "anderson ricardo marcio jorge sebastiao alexandre roberto edson diego vitor victor sergio claudio juliana marcia "
    "fernanda patricia aline sandra camila amanda bruna jessica leticia julia luciana vanessa mariana gabriela vera "
    "vitoria larissa claudia beatriz rita luana sonia renata eliane josefa simone natalia cristiane carla debora "
    "rosangela "
    "jaqueline rosa daniela aparecida marlene terezinha raimunda andreia fabiana lucia raquel angela rafaela joana "
    "luzia elaine daniele regina adriana isabela isabel alice sofia helena laura valentina heloisa manuela cecilia "
    "lara "
    "miguel arthur artur heitor bernardo davi theo lorenzo enzo samuel nicolas henrique murilo caio vinicius igor "
    "renan hugo otavio cauã caua breno raul ivan mario cesar wagner wellington wesley william washington jonas elias "
    "livia yasmin bianca carolina carol tatiana priscila milena marina clara luisa luiza sara sarah rebeca ester "
    "tereza teresa celia silvia monica viviane michele michelle karina karen kelly erica erika flavia glaucia ingrid "
    "peter john mary james robert michael susan linda david emma olivia jack thomas george charlotte kate anna"
)
