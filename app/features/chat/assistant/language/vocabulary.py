"""The words the assistant knows, folded (no accents), Portuguese and English."""


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Of one's own family and friends, as a piece of an expression.
KIN = (
    r"(?:mae|pai|avo|vo|irma[o]?s?|filh[oa]s?|ti[oa]s?|prim[oa]s?|sogr[oa]|cunhad[oa]|marido|espos[oa]|mulher|namorad[oa]|noiv[oa]|"
    r"vizinh[oa]|amig[oa]s?|colega|chefe|patrao|patroa|net[oa]|sobrinh[oa]|menin[oa]|madrinha|padrinho|mom|mum|mother|dad|father|sister|brother|"
    r"wife|husband|friend|neighbou?r|son|daughter|boss)"
)
GREETINGS = _set(
    "oi oii oiii oie ola opa eai eae alo salve hello hi hey bom boa dia tarde noite good morning afternoon evening "
    "tudo bem beleza blz td joia"
)
THANKS = _set(
    "obrigado obrigada obg brigado brigada valeu vlw agradeco agradecer agradecendo agradecido agradecida "
    "grato grata thanks thank thx"
)
GOODBYE = _set("tchau bye adeus goodbye falou flw")
PIX = _set("pix piks pixx")
CASH = _set("dinheiro cash cod especie contraentrega")
CARD = _set("cartao credito debito card credit debit boleto parcelado visa mastercard")
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
    "catalogo vende vendem aluga alugam produtos produto itens cardapio menu opcoes disponiveis disponivel novidades "
    "sell sells products items catalog catalogue options available oferece oferecem trabalham"
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
    "pras pros qualquer "
    "se eu voce voces vc vcs tu te me mim meu minha meus minhas seu sua seus suas teu ele ela eles elas isso isto "
    "esse essa esses essas este esta estes estas aquele aquela aquilo ai aqui la ja so tb tambem muito muita pouco "
    "bem entao ne ta tah eh foi ser sera seria estou esta estao estava tou to sou somos sao e qual quais quanto "
    "quanta quantos quantas como onde quando quem porque porque algo alguma algum alguns algumas coisa coisas "
    "coisinha coisinhas "
    "tipo tem tens tenho temos ter teria tiver haver ha existe possui vende vendem aluga alugam alugar alugo "
    "quero queria querer desejo "
    "gostaria preciso precisava procuro procurando procurar busco buscando buscar acho achar encontrar ver veja vejo "
    "olhar mostra mostre mostrar mostrem manda mande mandar me vou vamos ir poder pode podem poderia consegue ajuda "
    "ajudar favor pfv pf por gentileza custa custam preco precos valor valores barato barata baratos baratas "
    "caro cara reais real conto contos pila dinheiro orcamento gastar dar presente comprar compra compro levar pedir "
    "pedido produto produtos item itens opcao opcoes loja estoque disponivel disponiveis catalogo modelo modelos "
    "devo deveria "
    "unidade unidades par pares peca pecas oi ola opa bom boa dia tarde noite hoje agora amanha sim nao mais menos "
    "outro outra outros outras ok certo tudo todos todas algo quer voce sabe saber dizer diga interessado interessada "
    "the an and or of for with without in on at to from is are was be am i you we they it this that these those my "
    "your some any there do does did have has had can could would will want wanted need looking look find search "
    "show me see let get give please hi hello hey good morning afternoon evening price cheap cheaper cost costs how "
    "menor maior menores maiores smaller smallest bigger biggest larger largest ue ontem tava estava era custava "
    "cheapest lowest expensive most them guys actually fine great ones thing sounds "
    "paying then normal gift gifts by own myself yourself himself herself itself ourselves themselves "
    "much what which who where when about something anything things thing product products item items buy order "
    "one stock available like new im i'm i'd id just ate maximo minimo entre acima abaixo under over between than "
    "nesse nessa neste nesta desse dessa deste desta num numa sobre detalhes detalhe foto fotos imagem favorito"
)

# What is done with products, never part of their names.
VERBS = _set(
    "volto voltei perdi perdemos perdeu cor cores gosta gosto gostei "
    "adora adorei vi insta instagram site anuncio espera pera calma aguarda esqueci "
    "mae pai filho filha esposa marido namorada namorado irma irmao avo vovo tio tia sogra primo prima "
    "adiciona adicione adicionar acrescenta acrescente acrescentar coloca coloque colocar bota bote botar poe "
    "inclui inclua "
    "incluir soma tira tire tirar remove remova remover retira retire retirar exclui exclua apaga troca troque "
    "trocar muda "
    "mude mudar altera alterar substitui fica ficar fico vem vinha qrer "
    "qero qro kero pegar pego pegue compraria levaria separar "
    "reservar anota anote faz fazer faca vai tinha tivesse achei acho melhor prefiro preferia verdade alias resolve "
    "somente apenas got "
    "come comes came made saw seen asap "
    "send also too add remove change swap switch replace make instead take i'll ill we'll lets let's put another mesmo "
    "msm agora "
    "ufa phew entendi entendido saquei ih ihh vixe eita aff ue uai poxa nossa oxe ixi puxa putz puts caramba caraca "
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
    "estilo serviria ficaria poderiam rola sai saem aceitaria mandar mandava online acima segue seguinte lista meu "
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
    "not send card price size colour color which could should they them from great fine thank u ur pls thx lol it its "
    "pick picking collect collecting up never before yeah yep whats im dont hes get got going four five six "
    "sure wait hold minute minutes seconds moment nvm brb later maybe now again still just only also wrong right "
    "correct looks sounds ahead works ship stop help browsing add made change changes keep swap instead each other "
    "same another both either neither whichever ones something anything nothing everything someone anyone english "
    "speak let lets yea yup nope nah but or if then too very much many few any every well paid receipt zip actually "
    "anyway sorry hmm was were been being who whose why because until till our we he she his her their them return "
    "refund exchange discount coupon broken missing proceed agree agreed perfect buying paying take took give gave "
    "gimme lemme wanna gonna alright yess yessir aye yuh okie alrighty course think number today tomorrow tonight "
    "yourself myself himself pickup"
)
PORTUGUESE = _set(
    "o a os as um uma de do da que voce voces tem quero queria ate e com para pra por oi ola obrigado obrigada me "
    "mostra qual quanto frete pagamento sim nao bom boa "
    "somos em meu minha cancela pedido cade onde barato barata primeiro segundo reais mais na no dois duas olhando so "
    "to tou vou "
    "vc vcs ce pra pro que e eu nao ta eh blz vlw obg depois agora entao isso esse essa quantos quantas aceita "
    "entregam "
    "abre fecha horas troca desconto garantia prazo cartao boleto"
)

# Words of everyday talk that name no goods, unless something that is sold is called so.
EVERYDAY = _set(
    "monday tuesday wednesday thursday friday saturday sunday "
    "days nights weeks hours week month trip friend friends gf bf plain "
    "ama adora curte ideia perguntar louco louca finge fingir amar graca convidados convidado avo vo neta "
    "neto plush guria "
    "guri bah tche oxente mainha calco visto ficou ficaram atendimento oficina loja marca faco pago "
    "mando passo levo corrida firma empresa time equipe turma galera evento batizado reuniao praia piscina sala quarto "
    "cozinha aula treino jogo campeonato excursao mudanca reforma obra servico plantao feira custom logo "
    "rapido rapidinho ligeiro mando people person four five six estilo elegante bonito bonita feio feia util "
    "pratico pratica confortavel fofo fofa romantico moderno classico discreto sempre nunca quase aparece "
    "aparecem acontece precisa demora sobra falta acaba custa vale rende gasta depende dependem novo nova "
    "novos novas velho velha vezes vez total totais entregar entrega pouco tempo trabalho casa chique barato "
    "caro gemea gemeo gemeas gemeos alegria confundi enganei equivoquei "
    "irma irmao mulher mulheres homem homens menino menina meninos meninas crianca criancas "
    "bebe pessoas gelada gelado gelados geladas marcas geladinha geladinho geladinhas fresquinho fresquinha "
    "fresquinhos fresquinhas quentinho quentinha "
    "pessoa gente familia amigo amiga amigos casal noiva noivo casamento festa aniversario natal pascoa formatura cha "
    "viagem escola faculdade academia igreja rua bairro cidade apartamento apto predio sitio vizinho vizinha chefe "
    "semana mes ano dia manha tarde noite sabado domingo feriado hoje amanha ontem cedo pressa urgente "
    "lindo linda legal bacana maneiro top massa avulso avulsa simples normal comum qualquer tal famoso famosa "
    "suave tranquilo tranquila sussa "
    "melhor pior bom boa bons boas otimo otima perfeito certa certo errado errada facil dificil forte fraco "
    "igual parecido parecida diferente proprio mesma mesmo tipo jeito forma coisa coisas negocio parada treco bagulho "
    "minha meu nossa nosso sua seu deus ceu mundo vida amor saudade saudades medo vontade gosto cara "
    "conta lado meio fim comeco final resto parte metade dobro dentro fora perto longe cima baixo frente "
    "rachar troca medida maximo minimo limite verba grana dinheiro salario "
    "lugar canto escuro claro sol chuva calor frio inverno verao ladinho chao teto parede "
    "really nice lovely pretty wife husband son daughter mom dad mother father friend birthday wedding party present "
    "abroad surprise work home house office trip week weekend today tomorrow tonight soon"
)

COLOURS = _set(
    "preto preta branco branca azul azuis vermelho vermelha verde amarelo amarela cinza rosa roxo roxa marrom laranja "
    "coral bege dourado dourada prata prateado prateada vinho turquesa lilas grafite marinho creme nude caramelo "
    "mostarda salmao caramel beige black white blue red green yellow gray grey pink purple brown orange gold silver"
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
    "peter john mary james robert michael susan linda david emma olivia jack thomas george charlotte kate anna "
    "liam noah oliver sophia mia ava chloe hannah emily jennifer elizabeth barbara nancy lisa betty margaret ashley "
    "kimberly melissa stephanie rebecca laurie kathleen anne amy brenda pamela nicole samantha katherine catherine "
    "christine helen rachel megan lauren abigail madison zoe lucy ellie sophie holly heather julie victoria diana "
    "joseph charles christopher matthew anthony steven andrew joshua kenneth kevin brian edward ronald timothy jason "
    "jeffrey ryan jacob gary stephen larry justin scott brandon benjamin gregory alexander patrick dennis tyler aaron "
    "henry douglas nathan adam zachary kyle ethan jeremy sean owen logan connor dylan luke harry alfie tom ben sam dan "
    "mike steve dave jim joe tim nick matt chris alex tony greg jeff julia jane judy carl karl philip"
)
NO_GOODS = FILLER | EVERYDAY | VERBS | TALK
"""Words that name nothing that is sold."""
