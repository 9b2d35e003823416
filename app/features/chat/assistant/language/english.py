"""What English-speaking shoppers call things, singular, and the words Brazilian catalogues use for them."""

_WORDS = """
gourd cuia porongo; yerba erva; bun coque pao; beginner iniciante; starter iniciante; leotard collant; sheath bainha;
hairnet rede; hairpiece aplique; drawers gaveteiro; caster rodizio; synthetic sintetico sintetica; weft tela;
fringe franja; wig peruca; curly cacheado cacheada; scent essencia aroma;
mussel mexilhao marisco; squid lula; calamari lula; octopus polvo; oyster ostra; lobster lagosta; clam vongole; crab
siri caranguejo; prawn camarao; sardine sardinha; trout truta; hake merluza; scallop vieira; fillet file; filet file;
seafood frutos; shark cacao; mullet tainha; dragon dragao; galaxy galaxia; spaceship nave; figurine boneco estatueta;
empty vazio; acrylic acrilico; adapter adaptador; adhesive adesivo adesiva; adult adulto; air ar; almond amendoa; amp
amplificador; amplifier
amplificador; animal animal; ankle cano tornozeleira tornozelo; anklet tornozeleira; apple maca; apron avental;
aquarium aquario; armchair
poltrona; assemble montar; automatic automatico; avocado abacate; avulsa unitaria; avulso unitario unitaria; avulsos
unitario; baby bebe; back traseiro traseira; backpack mochila; backpacking mochila; bacon bacon; bag bolsa mochila;
baguette baguete; bait isca; baitcaster carretilha; baitcasting carretilha; ball bola; balloon balao; bamboo bambu;
banana banana; band alianca elastico faixa; bangle bracelete; bank bateria; banner faixa; bar barra; barbell barra;
basil manjericao; basket cesta cesto; basketball basquete; bath banho; bathrobe roupao; bathroom banheiro; bathtub
banheira; battery pilha bateria; beach praia; bean feijao; beanie gorro touca; beans feijao graos; bear urso
ursinho; beard
barba; bed cama; bedding maravalha; bedroom quarto; bedspread colcha; beef carne boi; beer cerveja; beet beterraba;
bell campainha; belt cinto faixa correia; bench banco bancada; betta betta; bib babador; bible biblia; bicycle
bicicleta; big grande;
bike bicicleta; bikini biquini; bin lixeira; bird passaro aves; birdcage gaiola; birdseed alpiste; birthday
aniversario;
bitter amargo; black preto preta; blank branco; blanket cobertor manta; bleach sanitaria alvejante; blender
liquidificador; block bloco; blocks blocos; blouse blusa; blue azul; blueberry mirtilo; bluetooth bluetooth; blush
blush; board tabua prancha jogo; body corporal corpo; bolt parafuso; bone osso; book livro; bookcase estante; bookmark
marcador; bookshelf estante; boot bota; boots bota; bottle garrafa mamadeira; bouquet buque; bowl tigela; box caixa;
boxer cueca; boxing boxe; boy menino masculino infantil; bra sutia top; bracelet pulseira; braid multifilamento;
braided multifilamento; brake freio; bread pao; bridge ponte; breakfast cafe; breast peito; brick tijolo; brief cueca;
broccoli
brocolis; brooch broche; broom vassoura; broth caldo; brown marrom castanho integral mascavo;
brownie brownie; brush escova;
brushes pincel; bucket balde; budgerigar periquito; budgie periquito; bulb lampada; bumper parachoque; bundle kit;
bunk beliche; bunny coelho; burger hamburguer burger; business visita; butter manteiga pasta; button botao; buy
comprar; cabbage repolho couve; cabinet armario; cable cabo; cactus cacto; cage gaiola; cake bolo; calculator
calculadora; camera camera; camping camping; candle vela; candy bala doce; canister cartucho; canteen cantil; caramel
caramelo; crossbody tiracolo transversal; canvas tela; cap bone; cape capa; capo capotraste; car carrinho carro
automotivo; carabiner mosquetao; carbon carbono; card cartao carta; carpet tapete; carrot cenoura; case capa capinha
estojo case; cashew caju castanha; cat gato pet; cats gato pet; cauliflower couve-flor; cement cimento; ceramic
ceramica;
cereal cereal; chain corrente; chair cadeira; chalk giz; champagne champagne espumante; charcoal carvao; charger
carregador; cheese queijo; cherry cereja; chess xadrez; chick pintinho; chicken frango; chickpea grao-de-bico; child
infantil; children infantil; chip batata; chocolate chocolate bombom; cilantro coentro; cinnamon canela; citrus
citrico; clay
argila barro massinha; cleat chuteira; cleats chuteira; clock relogio; cloth tecido pano; clove
cravo; coat casaco; cockatiel calopsita; cocoa cacau; coconut coco; cod bacalhau; coffee cafe; coffeemaker cafeteira;
cold frio; collar coleira; cologne colonia; color cor; colour cor; comb pente; comforter
edredom; comic quadrinho; compass bussola; computer computador; concealer corretivo; conditioner condicionador;
confetti confete; controller controle; cookie biscoito cookie; cookware panela; cooler caixa; coriander coentro;
corkscrew saca-rolhas; corn milho; costume fantasia; cotton algodao; couch sofa; cover capa; cow vaca; cracker
bolacha; crate caixa; crayon giz; cream creme pomada; creatine creatina; crib berco; crispy crocante crespa; croissant
croissant; cucumber pepino; cufflink abotoadura; cumin cominho; cup xicara copo caneca; cupboard armario; curtain
cortina; cushion almofada; custom personalizado personalizada; cut cortar; cutlery talheres faqueiro talher; cutting
corte; cymbal prato; dandruff anticaspa caspa; decaf descafeinado; dechlorinator anticloro;
deck
baralho; deliver entregar; denim jeans; dental dental; deodorant desodorante; desk mesa; detergent detergente; diamond
diamante; diaper fralda; diary agenda; dice dado; dictionary dicionario; diffuser difusor; digital digital; dining
jantar; dinner jantar; dinosaur dinossauro; dishwasher lava-loucas; disposable descartavel; dog cao cachorro caes pet;
dogs cao cachorro pet; doll boneca; donut rosquinha; door porta; dotted pontilhado; dough massa; dozen duzia; drawer
gaveta; dress vestido; dresser comoda; dried seco desidratado; drill furadeira; drive drive; drum bateria; drumstick
baqueta; dry seco seca; dryer secador secadora; duck pato; dumbbell halter; dummy chupeta; duvet edredom;
dye tintura tinta; earbud fone;
earbuds fone; earphone fone; earring brinco; easel cavalete; egg ovo; eggplant berinjela; elbow cotoveleira joelho;
electric
eletrico eletrica; embroider bordar bordado; embroidered bordado; embroidery bordado; engagement noivado;
engine motor; engrave gravar; envelope envelope; eraser
borracha; espresso expresso espresso; extension extensao alongamento; eye olho olhos; eyeliner delineador; fabric
tecido;
face facial rosto; family familia;
fan ventilador leque; faucet torneira; fee taxa; feed racao; feeder comedouro; felt feltro; fern samambaia;
fertiliser adubo fertilizante; fertilizer adubo fertilizante; fig figo; filter filtro; fin nadadeira; fire fogo;
firewood lenha; first-aid primeiros; fish peixe; fishing pesca; fix consertar; flag bandeira; flake flocos floco;
flash pen; flashlight lanterna; flask garrafa cantil; flea pulga; fleece fleece; flip chinelo; flip-flop chinelo;
flipflop chinelo; floor chao piso; flop chinelo; floral floral estampada; floss fio; flour farinha; flower flor;
flowerpot vaso; flute flauta; foldable dobravel; folder pasta; folding dobravel; food racao comida; foot pe;
football futebol; fork garfo; foundation base; fragrance perfume; frame armacao moldura porta-retrato; fresh fresco;
fridge geladeira; fries batata; front dianteiro dianteira; frozen congelado; fryer fritadeira; frying frigideira;
frypan frigideira;
game jogo; garden jardim; garland varal guirlanda; garlic alho; gas gas; gi kimono; gift presente; ginger gengibre;
girl menina feminino infantil; glass copo taca vidro; glasses oculos copo; glassware copo; glitter glitter;
glossy brilhante; glove luva;
glue cola; gluten gluten; gluten-free gluten; goggle oculos; goggles oculos; gold dourado dourada ouro; granola
granola; beige bege; burgundy vinho bordo; grape uva; grass grama; grated ralado; gravel brita cascalho; gray cinza;
green verde; grey cinza; grill churrasqueira grelha; grinder moedor; ground moido moida; guitar violao guitarra; gum
chiclete; gym academia; hair cabelo; hairbrush escova; hairdryer secador; hairpin grampo; ham presunto; hamburger
hamburguer; half meia meio; hammer martelo; hammock rede; hamper cesta; hamster hamster; hand mao manual; handle alca
cabo manivela puxador macaneta;
handlebar guidao; handmade artesanal; hanger cabide; hanging suspenso; hard duro dura; hardcover capa; harmonica
gaita; hat chapeu bone; heart coracao; hazelnut avela; head cabeca; headband tiara; headlamp farol lanterna; headlight
farol;
headphone fone headphone; headphones fone; headset headset fone; heater aquecedor; heavy pesado; heel salto; helmet
capacete;
hen galinha; hi-top cano; highlighter marca marca-texto; hiking trilha; hoe enxada; holder suporte; honey mel; hoodie
moletom; hook anzol gancho agulha;
hoop argola; horse cavalo; hose mangueira; hot quente; humidifier umidificador; ice gelo sorvete;
icecream sorvete; incense incenso; inflatable inflavel; ink tinta cartucho; inner camara; insect inseto; insole
palmilha; install instalar; instant soluvel; insulated termica; iron ferro; jack macaco; jacket jaqueta casaco; jam
geleia; jar pote; jean jeans; jelly geleia gelatina; jersey camisa; jewelry joia; jug jarra; juice suco; juicer
espremedor; kale couve; kayak caiaque; kettle chaleira; kettlebell kettlebell; keyboard teclado; keychain chaveiro;
keyring chaveiro; kibble racao; kid infantil; kids infantil; kit kit; kitchen cozinha; kite pipa; kitten filhote gato;
knee joelheira; kneepad joelheira; knife faca canivete; knive faca; lace renda; lactose-free lactose; ladder escada;
lamb cordeiro carneiro; lamp luminaria abajur cabine; lantern lampiao lanterna; laptop notebook; large grande;
lasagna lasanha;
laundry roupa; lavender lavanda; leash guia; leather couro; left esquerda; left-hand esquerda; left-handed esquerda
canhoto; leg perna; legging legging; lemon limao; lens lente; lentil lentilha; lettuce alface; lid tampa; life
salva-vidas colete; lifejacket colete; light luz lampada farol lanterna; lighter isqueiro; lily lirio; lime limao;
line linha; lined pautado; linen linho; lingerie lingerie; lip labial; lipstick batom; liqueur licor; liter litro;
litre litro; litter areia; living sala; loaf pao; loafer mocassim; lock cadeado trava fechadura; locket relicario;
lollipop
pirulito; long longo comprido longa alto; lotion hidratante locao; low baixo; lunch almoco marmita; lunchbox
lancheira; lure isca; machete facao; machine-washable maquina; magazine revista; magic magica; makeup maquiagem; mango
manga; manual manual; map mapa; marker marcador caneta; mascara rimel; mask mascara; mat tapete manta; match
fosforo; matte
fosco
matte; mattress colchao colchonete; mayo maionese; mayonnaise maionese; meal marmita refeicao; meat carne; medium
medio media; melon melao; memory memoria; men masculino masculina; mens masculino; metal metal; microphone microfone;
microwave microondas micro-ondas; milk leite; mint hortela menta; mirror espelho retrovisor; mix mistura; mixer
batedeira; moisturiser hidratante; moisturizer hidratante; mold forma molde; mould forma molde; monitor monitor;
monofilament monofilamento; mop rodo
esfregao; mortar argamassa; motorcycle moto; mouse mouse; mousepad mousepad; mouth boca; mouthguard bucal protetor;
mouthwash
enxaguante; mower cortador; mozzarella mussarela mucarela; muffin muffin; mug caneca; multigrain multigraos;
mushroom cogumelo champignon; mustard
mostarda; nail prego unha esmalte; napkin guardanapo; natural natural; navy marinho; neck pescoco; necklace colar;
needle agulha; net rede; nightgown camisola; nightstand criado-mudo; noodle macarrao; nose nariz; notebook caderno;
novel romance; nut castanha porca noz; nutmeg noz-moscada; oat aveia; oatmeal aveia; oats aveia; office escritorio;
oil oleo
nozzle bico esguicho;
azeite; oily oleoso oleosa; olive azeitona azeite oliva; onesie body; onion cebola; opener abridor; orange laranja;
orchid orquidea; organic organico; outer externo; outlet tomada; oven forno; pacifier chupeta; pack pacote kit; pad
joelheira almofada isolante; paddle remo; padlock cadeado; paint tinta; paintbrush pincel; pair par; pajama pijama;
pajamas pijama; pan panela frigideira; pancake panqueca; pant calca; panties calcinha; pants calca; panty calcinha;
papaya mamao; paper papel; paprika paprica; parakeet periquito; parsley salsinha salsa; party festa; pasta massa
macarrao; pastry salgado doce; pea ervilha; peach pessego; peacock tucunare; peanut amendoim; pear pera; pearl perola;
pedal pedal; pen caneta; pencil lapis; pendant pingente; people pessoa pessoas; pepper pimenta pimentao; perfume
perfume; person pessoa pessoas; pet pet; phone celular; photo foto; photograph foto; piano piano; pick palheta;
picture foto; pie torta empada; piece peca; pillow travesseiro almofada; pillowcase fronha; pin broche; pineapple
abacaxi;
pink rosa; pipe tubo cano; pizza pizza; plain liso lisa puro pura simples; plane aviao; planner agenda; plant
planta; plantain banana;
plastic plastico; plate
prato; plated folheado banhado; plier alicate; pliers alicate; plug tomada plugue; plum ameixa; plush pelucia; pocket
bolso; pocketknife canivete; pole bastao; poles bastao; polish esmalte graxa; polo polo; poncho poncho; popcorn
pipoca; popsicle picole; pork porco suino suina; portable portatil; poster poster; pot panela vaso pote; potato
batata; pottery ceramica; powder po; power energia; powerbank power; present presente; pressure pressao; preworkout
pre; princess princesa; print imprimir; printed estampado; printer impressora; profile perfil; protector pelicula
protetor; protein proteina whey; pruner tesoura; pruning poda; pudding pudim; pump bomba; pumpkin abobora; puppy
filhote; purifier purificador; purple roxo roxa; purse bolsa; puzzle quebra quebra-cabeca; pyjama pijama; quilt colcha
edredom; rabbit coelho; rack suporte; racket raquete; rain chuva; raincoat capa; raisin passas passa; rake rastelo
ancinho; rash assadura assaduras; raspberry framboesa; razor barbeador aparelho barbear; reading leitura grau; rear
traseiro traseira; rechargeable recarregavel; reclining reclinavel; record disco vinil; red vermelho vermelha tinto;
reel molinete carretilha; refill refil; remover removedor; rent alugar; rental aluguel; repair consertar; repellent
repelente; rib costela costelinha; ribbon fita; rice arroz; right-hand direita; right-handed direita destro; rim aro;
ring anel alianca; roasted torrado assado; robe roupao robe; robot robo; rod vara varao;
roll pao; roller rolo; rollerblade patins;
rope corda; rose rosa; rosemary alecrim; round redondo redonda; router roteador; rubber borracha; rug tapete; ruled
pautado; ruler regua; running corrida; rush urgencia; saddle selim sela; salad salada; salmon salmao; salt sal; salty
salgado; sand areia; sandal sandalia; sandalwood sandalo; sandpaper lixa; sandwich sanduiche; satin cetim; sauce
molho; saucepan panela; sausage linguica salsicha salsichao; saw serra serrote; scale balanca; scarf lenco cachecol;
scented
aromatica perfumado perfumada; school escolar escola; schoolbag mochila; scissor tesoura; scooter patinete; screen
tela pelicula; screw parafuso; screwdriver chave; seat banco assento; seatcover capa; second-hand usado; seed semente;
senior senior; set jogo conjunto kit; sew costurar; sewing costura; shaker coqueteleira; shampoo shampoo; sharpen
afiar; sharpener apontador; shaver barbeador; shaving barbear maravalha serragem; shavings maravalha serragem; shear
tesoura; shears tesoura; sheer transparente; sheet lencol folha cartela; shelf prateleira estante; shirt camisa
camiseta; shoe
tenis sapato calcado; shoelace cadarco; short bermuda short curto curta; shorts short bermuda; shovel pa; shower
chuveiro; shrimp camarao; silk seda; silver prata prateado; sink pia; size tamanho; skate skate patins; skateboard
skate;
skates patins; sketchbook caderno; skewer espeto espetinho; skillet frigideira; skimmed desnatado; skin pele; skirt
saia; sleeping dormir; sleeping-bag saco; sleeve manga; sleeveless regata; slice fatia; sliced fatiado; slipper
chinelo pantufa; small pequeno pequena; smartwatch relogio; smoked defumado; snack petisco salgado; sneaker tenis;
sneakers tenis; snorkel snorkel; snow neve; soap sabonete sabao; soccer futebol; sock meia; socket tomada; soda
refrigerante; sofa sofa; soft macio macia; soil terra; solta unitaria; soup sopa caldo creme; sour azedo; spade pa;
spaghetti
espaguete; spare reserva; spark vela; sparkling gas espumante; speaker caixa; spice tempero; spicy picante apimentado;
spider aranha; spinach espinafre; spinning molinete; spiral espiral; spirit destilado; sponge esponja; spool carretel;
sprinkle granulado confeito;
spoon colher; spork talher; spf fps; sport esporte esportivo esportiva; square quadrado quadrada; squared
quadriculado; stainless inox; staple grampo; stapler grampeador; steak bife; steam vapor; steamer vaporizador; steel
aco; sterling prata; sticker adesivo; stocking meia; stone pedra; stool banqueta banco; stove
fogao fogareiro; straightener chapinha; strap correia alca pulseira; straw canudo palha; strawberry morango; straws
canudo;
stretch elastico; strip tira fita; string corda encordoamento; strings encordoamento corda; striped listrado; stroller
carrinho; strong
forte; stud brinco; stuffed pelucia; succulent suculenta; sugar acucar; sugarfree zero; suit terno; suitcase mala;
summer verao; sun sol solar; sunblock protetor solar; sunflower girassol; sunglass oculos; sunglasses oculos; sunscreen
protetor solar; superhero super-heroi heroi; supplement suplemento; surf surf; surfboard prancha; sweater moletom
sueter blusa; sweatshirt moletom; sweet doce; swimming natacao; swimsuit maio; swimwear maio; switch interruptor;
swivel giratoria; syrup calda xarope; t-shirt camiseta; table mesa; tablecloth toalha; tablet tablet pastilha
comprimido; tank aquario regata; tap torneira; tape fita trena;
tarp lona; tarpaulin lona; tart torta; tea cha; teapot bule;
teddy urso ursinho pelucia; tee camiseta; teether mordedor; telescopic telescopica; tennis tenis; tent barraca;
terabyte tb;
thermal termico termica; thermometer termometro; thermos garrafa termica; thick grosso grossa; thigh coxa; thin fino
fina; thong chinelo; thread linha fios; thyme tomilho; tiara tiara; tie gravata; tights meia-calca; tile piso
azulejo; tire
pneu; tissue lenco; toaster torradeira; toddler infantil; toilet vaso sanitario; toiletry necessaire; tomato tomate;
toner toner tonico; tool ferramenta; toolbox caixa; toothbrush escova; toothpaste creme dental; topping cobertura;
torch lanterna; towel toalha; toy brinquedo; tracksuit agasalho; trail trilha; train trem; trainer tenis; transparent
transparente; trash lixo; travel viagem; tray bandeja; treadmill esteira; treat petisco; trekking trekking trilha;
tricycle triciclo; trimmer aparador; tripod tripe; trouser calca; trousers calca; truck caminhao; trunk sunga; trunks
sunga; tshirt camiseta; tub pote;
tube tubo camara; tumbler copo; tuna atum; tuner afinador; turkey peru; turmeric curcuma; tyre
pneu; ukulele ukulele; umbrella guarda-chuva guarda-sol sombrinha; underwear cueca calcinha; unicorn unicornio;
unidade unitario
unitaria; uniform uniforme; unisex unissex; unsalted sem; vacuum aspirador; vanilla baunilha; vase vaso;
tailored alfaiataria; vegan vegano vegetal; vegetable legume vegetal; combo combo combinado;
vegetarian vegetariano; velvet veludo; vest colete; vinegar vinagre; vinyl vinil; violet violeta; violin violino;
vitamin vitamina; volleyball volei; wall parede; wallet carteira; walnut noz; wand varinha; wardrobe guarda-roupa;
warm quente; washer lavadora arruela; washing lavar; watch relogio; watchband pulseira; water agua; watering regador;
watermelon melancia; waterproof impermeavel; wax parafina cera; wedding casamento alianca; weight halter peso anilha;
rosary terco rosario; rosaries tercos rosarios; medal medalha; benedict bento; joseph jose;
saint santo santa sao; scapular escapulario; crucifix crucifixo; nun freira; angel anjo; statue imagem estatua; prayer
oracao;
wetsuit neoprene; wheat trigo; wheel roda aro rodizio rodinha; whey whey; whisky uisque; whistle apito; white branco
branca;
whiteboard quadro; whole integral inteiro; wicker vime; windbreaker corta-vento; window janela; wine vinho; wineglass
taca; wing asa; winter inverno; wipe lenco; wiper palheta; wipes lenco; wire fio; wired fio; wireless fio; witch
bruxinha bruxa; woman feminino feminina; women feminino feminina; womens feminino; wood madeira; wooden madeira; woody
amadeirado; wool la; wrap embrulhar embrulho; wrapping embrulho presente; wreath coroa guirlanda; wrench chave; wrist
pulso punho munhequeira; wristband munhequeira; yarn linha barbante la novelo; yellow amarelo amarela; yoga yoga;
yoghurt iogurte;
yogurt iogurte; zip ziper; zipper ziper; zucchini abobrinha; hibiscus hibisco; traditional tradicional; scraper
raspador; squeegee rodo; hood capuz; hooded capuz; surfboard prancha; softboard espuma softboard; dishcloth pano;
fairy pisca-pisca; snowy nevado nevada; roll rolo; workout treino; ramen lamen; noodle lamen macarrao; seaweed nori
alga; chopstick hashi; soy soja shoyu; sake saque; chamomile camomila; wild silvestre; french francesa frances;
decaffeinated descafeinado; strainer peneira coador; whisk batedor; ladle concha; spatula espatula; colander
escorredor; grater ralador; peeler descascador; saucer pires; oregano oregano; sesame gergelim; flaxseed linhaca;
pistachio pistache; molasses melado; yeast fermento; cornmeal fuba; apricot damasco; prune ameixa; herbal ervas;
lemongrass capim-limao; peppermint hortela; teaspoon colher; tablespoon colher; sieve peneira; tongs pegador; curry
curry; saffron acafrao; virgin virgem; fennel erva-doce; barley cevada; wafer wafer; pickle picles; caper alcaparra;
anchovy anchova; coarse grosso grossa; scoop medidor; algae algas; binder fichario; blackberry amora; bonbon bombom;
bow laco; brass latao; breaker disjuntor; chisel formao; chlorine cloro; clarifier clarificante; copper cobre; cork
rolha cortica; crochet croche; dustpan pa; enamel esmaltada esmaltado; flats sapatilha; float
boia; grate grelha; grout rejunte; infuser infusor; invitation convite; knitting trico; lampshade cupula; marble
marmore; narrow estreito estreita; painting quadro; planter vaso cachepo; pool piscina; porcelain porcelana; ribbed
canelado canelada; sachet sache; single simples solteiro; softener amaciante; sprinkler aspersor; stand suporte; tall
alto alta; tong pegador; topper topo; triple triplo; truffle trufa; tulip tulipa; valve valvula registro; wide largo
larga;
doormat capacho; lounger espreguicadeira; magnet ima; pastille pastilha; pillar pilar; postcard postal; runner
passadeira; salted salgado salgada; artificial artificial; leaf folha; foliage folhagem; abstract abstrato; cartridge
cartucho; clip presilha clipe; curler modelador; fake artificial; gauge manometro; hairband tiara; jute juta;
motherboard placa-mae; notepad bloco; ottoman pufe; retro retro; scrunchie xuxinha; souvenir lembranca; swabs
cotonete; vintage vintage retro; wick pavio; loose granel; bulk granel; clear transparente incolor;
colored colorido colorida; coloured colorido colorida; dark escuro escura amargo fume; double duplo dupla casal;
raw cru; hummus homus; tahini tahine; tabbouleh tabule; tabouleh tabule; kibbeh quibe kibe; sfiha esfiha; sumac
sumagre;
halva halawi; labneh coalhada; pita sirio; open aberto aberta; closed fechado fechada; baptism batizado batismo;
christening batizado batismo; guestbook assinaturas; washable lavavel lavaveis;
inch polegada polegadas; blonde loiro loira; blond loiro loira; brunette castanho;
blind persiana; rail trilho; chrome cromado cromada; voile voil; lining forro; lined pautado forro; tieback prendedor;
shelves prateleira estante; bracket suporte; plushie pelucia; plushies pelucia; rag pano; dino dinossauro;
annatto colorau urucum; anise anis; aubergine berinjela; baked assado assada; beetroot beterraba; bolognese bolonhesa;
cardamom cardamomo; cassava mandioca aipim; cocktail coquetel; creamy cremoso cremosa; currant groselha; dill endro;
filled recheado recheada; flax linhaca; fried frito frita; granulated granulado cristal; guava goiaba goiabada; herb
erva; homemade caseiro caseira artesanal; lasagne lasanha; leek poro alho-poro; linseed linhaca; manioc mandioca aipim;
marjoram manjerona; mild suave; minced moido moida; okra quiabo; peppercorn pimenta; powdered po; rye centeio; sage
salvia; seasoning tempero; shredded desfiado desfiada ralado ralada; squash abobora; stroganoff estrogonofe strogonoff;
stick bastao pendrive pen vareta palito; stuffed pelucia recheado recheada; sweetcorn milho;
tree arvore; yam inhame; zest raspas; tarot taro; marseille marselha; oracle oraculo; rune runa; pendulum pendulo;
burner incensario; smudge defumacao;
belgian belga; italian italiano italiana; swiss suico suica; german alemao alema; japanese japones japonesa; mexican
mexicano mexicana; brazilian brasileiro brasileira; portuguese portugues portuguesa; spanish espanhol espanhola;
arabic arabe; caramel caramelo; gelato gelato sorvete; cone casquinha cascao; crunchy crocante; resistor resistencia;
portion porcao; measuring metrica trena medidor; measure metrica trena; skein novelo;
heating aquecimento; ceiling teto; cot berco;
bedside cabeceira; magnifier lupa; magnifying aumento; loupe lupa; soldering solda; solder solda; tweezers pinca;
tweezer pinca; suction ventosa; flux fluxo; mutton carneiro; goat bode cabrito; rump picanha; sirloin alcatra
contrafile; flank fraldinha; gizzard moela; rind torresmo; crackling torresmo; washcloth lavabo; monogram monograma;
initials monograma; newborn recem-nascido bebe;
beekeeper apicultor; beekeeping apicultor apicultura; apiary apiario; bee abelha; beeswax cera;
beehive colmeia; hive colmeia; honeycomb favo; pollen polen; propolis propolis; royal real; veil veu; smoker fumigador
defumador; coverall macacao; overalls macacao; jumpsuit macacao; lozenge pastilha bala; eucalyptus eucalipto;
wildflower silvestre; balm balsamo pomada; dipper pegador; rechaud rechaud; knitted trico; knit trico malha; twine
barbante; cord cordao corda; stitch ponto; stuffing enchimento; darning tapecaria; safety seguranca; stork cegonha;
sheep ovelha; turtle tartaruga; whale baleia; pig porco porquinho; lion leao; tiger tigre; giraffe girafa;
monkey macaco; owl coruja; fox raposa; butterfly borboleta; frog sapo; dolphin golfinho; penguin pinguim; panda panda;
star estrela; moon lua; cloud nuvem; rainbow arco-iris; cedar cedro; pine pinho; jasmine jasmim; geranium geranio;
sage salvia; elephant elefante; handbag bolsa; pumps scarpin bomba; stiletto scarpin; ballerina bailarina sapatilha;
wedge anabela;
platform plataforma; woven trancado trancada; creamed cremoso cremosa; loafers mocassim; cleaner limpador limpa;
waterproofing impermeabilizante; waterproofer impermeabilizante; keyring chaveiro; pint chopp; oval oval;
bearing rolamento; lumbar lombar; footrest apoio; luggage mala bagagem; tag etiqueta plaqueta; lapel lapela; mic
microfone; spur espora; cappelletti capeletti; tortellini capeletti; gnocchi nhoque; cannelloni canelone;  tagliatelle
talharim; station estacao; male macho; female femea;
brace tornozeleira joelheira munhequeira cinta suporte; splint tala; finger dedo; thumb
polegar; sling tipoia; crutch muleta; walker andador; cane bengala; wheelchair cadeira; orthopedic ortopedico
ortopedica; posture postura; bandage faixa atadura; rhinestone strass; tin lata; slide lamina escorregador; prepared
preparado preparada; mermaid sereia; pirate pirata; ladybug joaninha; peephole olho; doorbell campainha;  horseradish
raiz-forte; hex sextavado sextavada; dowel bucha; latch trinco ferrolho; deadbolt ferrolho
fechadura; knob puxador botao; hinge dobradica; fitting conexao; flush descarga; drain ralo; gasket vedacao borracha;
regulator regulador; thermostat termostato;    gearbox redutor;  elbowpads cotoveleira; kneepads joelheira; grips
manopla; spanner chave; laces cadarco; hardwood madeira;
footstool pufe apoio; hangers cabide; organizer organizador organizadora; organiser organizador organizadora; divider
divisoria; collapsible dobravel; airtight hermetico; rotating giratorio giratoria; revolving giratorio giratoria;
label etiqueta; trolley carrinho; carryon bordo; fanny pochete; duffel bolsa; galoshes galocha bota; windproof
antivento; drybag estanque; rein redea; bridle cabecada; girth barrigueira; stirrup estribo;
hoof casco; lasso laco; waiter garcom; bandanna bandana;  sequin lantejoula paete;
feather pluma pena; crown coroa; fishnet arrastao;   telescope telescopio
luneta; binocular binoculo; microscope microscopio; eyepiece ocular; planisphere planisferio;  crouton
croutons; toast torrada; gingerbread gengibre; collagen colageno; hops lupulo; hop lupulo; malt malte; hydrometer
densimetro; wort mosto;   salami salame; cured curado curada
cru;  liver figado; boar javali; platter tabua; cracklings torresmo;   kernel
milho; footwear calcado; cardigan cardiga casaco; pleated plissada plissado; plaid xadrez; checkered xadrez; polka
poa; heels scarpin salto; turnover empada pastel; grilled grelhado grelhada misto;
iced gelado gelada; bathmat piso;   twin solteiro; nightlight luminaria abajur;  projector projetor; shea karite;
scrub esfoliante; loofah bucha; bomb bomba; salts sais; sulfur enxofre;
unscented neutro; reed vareta varetas; earphones fone;   mount suporte; magnetic
magnetico magnetica; footbed palmilha;
aftershave pos-barba; arugula rucula; aviator aviador; bandaid curativo;  bodysuit body;  brisket peito; carnation
cravo; caulk silicone; chew petisco bifinho;  cleaver cutelo; clog
tamanco; coaster porta-copos; cough tosse; coverup saida; curl cacho cachos; daisy margarida; dimmable dimerizavel;
downlight spot; dressing molho salada; drumette coxinha; dumpling guioza; eyelash cilios; firestarter acendedor;
floodlight refletor; freshener aromatizador; frosting cobertura; gauze gaze; gown vestido; heat termica calor; heeled
salto;  kennel casinha;  lemonade limonada; lipgloss gloss; meatball almondega; micellar
micelar; microfiber microfibra; microfibre microfibra; mitten luva; moccasin mocassim; nappy fralda;
ointment pomada; padded bojo; painkiller analgesico; parka jaqueta; passionfruit maracuja; pitcher jarra; placemat
jogo; plunger desentupidor; potting terra vegetal; pouch sache;   rattle chocalho; roast
torra; sanitizer alcool; sconce arandela; scratcher arranhador; scratching arranhador; sealant
silicone vedante; seamless costura; seedling muda;  shapewear modeladora; shin caneleira; sinker chumbada;
smart inteligente; smoky defumado; smoothie vitamina;  spectacles oculos; sprayer pulverizador; starch
amido polvilho; stew ensopado; straightening alisamento; streamer serpentina;  swaddle cueiro manta;
tangerine mexerica tangerina;  teak teca; tote sacola bolsa; trowel pa; underwire bojo; varnish
verniz; vinaigrette vinagrete; watercress agriao;  wet umedecido; yo-yo ioio
"""

IN_PORTUGUESE: dict[str, tuple[str, ...]] = {
    english: tuple(portuguese) for entry in _WORDS.split(";") for english, *portuguese in [entry.split()]
}
"""A word, and what catalogues in Portuguese call the thing."""

OF_TWO_WORDS = (
    (r"(?:non|anti)[\s-]*(?:slip|skid)", "antiderrapante"), (r"(?:non|anti)[\s-]*stick", "antiaderente"),
    (r"toilet\s+(?:paper|roll)", "papel higienico"), (r"paper\s+towel", "papel toalha"),
    (r"(?:sliced|sandwich)\s+bread", "pao de forma"), (r"(?:cooking|propane)\s+gas", "gas"),
    (r"(?:washing|laundry)\s+powder", "sabao em po"), (r"(?:dish|washing[\s-]+up)\s+(?:soap|liquid)", "detergente"),
    (r"(?:sparkling|fizzy)\s+water", "agua com gas"), (r"still\s+water", "agua sem gas"),
    (r"(?:powdered|powder)\s+milk", "leite em po"), (r"condensed\s+milk", "leite condensado"),
    (r"skim(?:med)?\s+milk", "leite desnatado"), (r"(?:ground|minced)\s+(?:beef|meat)", "carne moida"),
    (r"(?:trash|garbage|bin)\s+(?:bag|liner)", "saco de lixo"), (r"light\s+bulb", "lampada"),
    (r"(?:french\s+fries|french\s+fry)", "batata frita"),
    (r"dry[\s-]*bag", "estanque"), (r"(?:beach|sun)\s+umbrella", "guarda-sol"),
    (r"lab\s+coat", "jaleco"), (r"air[\s-]+fryer", "airfryer"), (r"coffee\s*(?:maker|pot|machine)", "cafeteira"),
    (r"(?:surgical|scrub)\s+cap", "touca cirurgica"),
    (r"gas\s+strut", "pistao a gas"),
    (r"surgical\s+(?:pajamas?|pyjamas?|scrub)", "pijama cirurgico"),
    (r"soft[\s-]*top(?:\s+board)?", "prancha de espuma"),
    (r"flip[\s-]*flop", "chinelo"), (r"wax\s+(?:scraper|comb)", "raspador"),
    (r"(?:jump|skipping)\s+rope", "corda de pular"), (r"surf\s*wax", "parafina"),
    (r"(?:tie[\s-]+side|side[\s-]+tie|string)\s+(?:bikini\s+)?bottom", "calcinha lacinho"),
    (r"fire\s+extinguisher", "extintor"), (r"(?:fairy|string|christmas)\s+lights?", "pisca-pisca"),
    (r"miso\s+paste", "misso"), (r"dulce\s+de\s+leche", "doce de leite"),
    (r"(?:sealed|full|unopened|closed)\s+(?:case|box|crate)", "caixa fechada"),
    (r"(?:bikini|swim\w*)\s+bottom", "calcinha"), (r"olive\s+oil", "azeite"), (r"ice\s+cream", "sorvete"),
    (r"whole[\s-]+beans?\s+coffee", "coffee em grao"), (r"(?:whole[\s-]+bean|in\s+(?:the\s+)?beans)", "em grao"),
    (r"coffee\s+beans?", "cafe em grao"), (r"french\s+press", "prensa francesa"),
    (r"(?:cloth|fabric)\s+(?:coffee\s+)?filter", "coador de pano"), (r"coffee\s+sock", "coador de pano"),
    (r"(?:wild|wild\s*flower|forest)\s+honey", "mel silvestre"), (r"orange[\s-]+blossom\s+honey", "mel de laranjeira"),
    (r"brazil\s+nut", "castanha do para"), (r"peanut\s+butter", "pasta de amendoim"),
    (r"baking\s+soda", "bicarbonato"), (r"baking\s+powder", "fermento em po"), (r"corn\s*starch", "amido de milho"),
    (r"bay\s+leaf", "louro"), (r"soy\s+sauce", "molho shoyu"), (r"hot\s+sauce", "molho de pimenta"),
    (r"(?:cutting|chopping)\s+board", "tabua"), (r"rolling\s+pin", "rolo de massa"), (r"tea\s*bag", "cha em sache"),
    (r"can\s+opener", "abridor de lata"), (r"measuring\s+(?:cup|spoon)", "medidor"),
    (r"bleach(?:ing)?\s+powder", "po descolorante"), (r"(?:hair\s+)?developer", "agua oxigenada"),
    (r"(?:(?:tin|alumini?um)\s+)?foil", "papel aluminio"), (r"hair\s+(?:dye|colou?r)", "tintura"),
    (r"passion[\s-]*fruit", "maracuja"), (r"coke", "coca"), (r"drill\s+bit", "broca"),
    (r"(?:breast|nursing)\s+pad", "absorvente para seios"),
    (r"(?:sanitary|menstrual|period)\s+pad", "absorvente"), (r"head\s+unit", "central multimidia"),
    (r"curtain\s+(?:rod|pole)", "varao"), (r"curtain\s+(?:rail|track)", "trilho"), (r"curtain\s+ring", "argola"),
    (r"palm\s+heart", "palmito"), (r"pony[\s-]*tail", "rabo de cavalo"), (r"foot[\s-]*rest", "apoio para pes"),
    (r"(?:clip|tape)[\s-]+in(?:\s+(?:hair\s+)?extension)", "aplique"), (r"second[\s-]+skin", "segunda pele"),
    (r"guest[\s-]*book", "livro de assinaturas"), (r"cheese\s+(?:bread|bun)", "pao de queijo"),
    (r"cheese\s+ball", "bolinha de queijo"),
    (r"thread[\s-]+count", "fios"), (r"sausage\s+roll", "enroladinho de salsicha"), (r"teddy[\s-]*bear", "ursinho"),
    (r"(?:bee[\s-]*keep(?:er|ing)(?:'?s)?|bee)\s+(?:suit|overall|coverall)", "macacao de apicultor"),
    (r"(?:bee[\s-]*keep(?:er|ing)(?:'?s)?|bee)\s+jacket", "jaleco de apicultor"), (r"royal\s+jelly", "geleia real"),
    (r"bee\s+pollen", "polen"), (r"ball(?:et|erina)\s+(?:flat|shoe)", "sapatilha"),
    (r"hive\s+tool", "formao de apicultor"), (r"bow[\s-]+tie", "gravata borboleta"), (r"curry\s+comb", "rasqueadeira"),
    (r"ankle\s+(?:brace|support)", "tornozeleira"), (r"knee\s+(?:brace|support|pad)", "joelheira"),
    (r"elbow\s+(?:support|pad)", "cotoveleira"), (r"power\s+strip", "filtro de linha"), (r"soap\s+dish", "saboneteira"),
    (r"extension\s+cord", "extensao"), (r"carry[\s-]*on(?:\s+(?:suit)?case)?", "mala de bordo"),
    (r"(?:fanny|waist)\s+pack", "pochete"), (r"money\s+belt", "doleira"), (r"sheet\s+set", "jogo de lencol"),
    (r"chef'?s?\s+(?:jacket|coat)", "dolma"), (r"(?:door\s+)?peep[\s-]*hole", "olho magico"),
    (r"(?:front[\s-]+door\s+lock|lock\s+for\s+(?:the|my|our)\s+front\s+door)", "fechadura externa"),
    (r"door\s+lock", "fechadura"),
    (r"french\s+(?:bread|roll)", "pao frances"), (r"neck\s+pillow", "almofada de pescoco"),
    (r"memory[\s-]+foam", "viscoelastico"), (r"sparkling\s+wine", "espumante"),
    (r"jumper\s+(?:wire|cable|lead)", "jumper"), (r"solder(?:ing)?\s+wire", "solda estanho"),
    (r"solder(?:ing)?\s+station", "estacao de solda"), (r"solder(?:ing)?\s+iron", "ferro de solda"),
    (r"(?:(?:mixed|red)\s+)+berr(?:y|ie)", "frutas vermelhas"),
    (r"masking\s+tape", "fita crepe"), (r"guava\s+paste", "goiabada"),
    (r"desk\s+lamp", "luminaria"), (r"wall\s+plug", "bucha"), (r"l[\s-]+shaped\s+desk", "mesa em l"),
)  # fmt: skip
"""Expressions of names that are no sum of their words, and what catalogues call the thing."""
