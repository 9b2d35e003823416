"""Who is in the demo. The catalogues are in *.csv beside this file."""

from dataclasses import dataclass, field

PASSWORD = "demo12345"  # noqa: S105 (a demo's password is public)


@dataclass(frozen=True, slots=True)
class DemoLead:
    """A shopper of the demo."""

    external_id: str
    name: str
    phone: str
    interests: tuple[str, ...]
    says: tuple[str, ...] = ()
    answered: str = ""  # by a person, who takes the conversation over


@dataclass(frozen=True, slots=True)
class DemoCompany:
    """A company with one store."""

    user_id: str
    email: str
    owner: str
    company: str
    store: str
    slug: str
    description: str
    catalogue: str
    agent: str
    greeting: str
    pix_key: str
    city: str
    documents: dict[str, str]
    leads: tuple[DemoLead, ...] = field(default=())


COMPANIES = (
    DemoCompany(
        user_id="demo-esportes",
        email="ana@passocerto.example",
        owner="Ana Lima",
        company="Passo Certo Esportes",
        store="Passo Certo",
        slug="passo-certo",
        description="Tênis, roupas e acessórios para quem se mexe.",
        catalogue="esportes.csv",
        agent="Bia",
        greeting="Oi! Eu sou a Bia, da Passo Certo.",
        pix_key="pix@passocerto.example",
        city="Sao Paulo",
        documents={
            "Política de trocas": "Trocas em até 30 dias corridos, com a etiqueta e sem uso. A primeira troca é "
            "grátis: enviamos um código de postagem por e-mail. Para devolver, o prazo é de 7 dias após o "
            "recebimento e o valor volta pelo mesmo meio de pagamento em até 5 dias úteis.",
            "Entrega e frete": "Entregamos em todo o Brasil. Capitais do Sudeste em 2 a 4 dias úteis, demais "
            "regiões em 4 a 9 dias úteis. Frete grátis acima de R$ 299,00 para Sul e Sudeste. O código de rastreio "
            "chega por mensagem assim que o pedido é enviado.",
            "Como escolher o tênis de corrida": "Para asfalto, prefira solado liso e amortecimento macio. Para trilha, "
            "travas profundas. Quem corre mais de 30 km por semana deve trocar o tênis a cada 600 km. Em dúvida entre "
            "dois números, escolha o maior: o pé incha durante a corrida.",
        },
        leads=(
            DemoLead(
                "5511987650001",
                "Carlos Souza",
                "+5511987650001",
                ("corrida",),
                ("Oi, tem o Veloz 2 preto?", "quanto custa o frete?"),
            ),
            DemoLead(
                "5521987650002",
                "Júlia Prado",
                "+5521987650002",
                ("yoga", "roupas"),
                ("Tem tapete de yoga roxo?", "quero 1, pago na entrega", "sim", "obrigada!"),
            ),
            DemoLead(
                "5531987650003",
                "Marcos Reis",
                "+5531987650003",
                ("futebol",),
                ("Qual o prazo de troca?", "quero falar com uma pessoa"),
                answered="Oi, Marcos! Se a chuteira não servir, a primeira troca é por nossa conta.",
            ),
            DemoLead(
                "5541987650004",
                "Renata Alves",
                "+5541987650004",
                ("ciclismo",),
                ("Mandei o comprovante do Pix e ninguém respondeu, quero falar com uma pessoa",),
            ),
            DemoLead(
                "5551987650005",
                "Paulo Nunes",
                "+5551987650005",
                ("musculação",),
                ("Tem halteres de 5 kg?", "quero 1, no pix"),
            ),
            DemoLead(
                "visitor-0006",
                "Lívia Castro",
                "+5561987650006",
                ("natação",),
                ("Procuro óculos de natação que não embace.",),
            ),
        ),
    ),
    DemoCompany(
        user_id="demo-casa",
        email="bruno@casaaurora.example",
        owner="Bruno Dias",
        company="Casa Aurora",
        store="Casa Aurora",
        slug="casa-aurora",
        description="Cozinha, eletroportáteis e decoração para uma casa gostosa.",
        catalogue="casa.csv",
        agent="Téo",
        greeting="Olá! Aqui é o Téo, da Casa Aurora.",
        pix_key="12345678909",
        city="Curitiba",
        documents={
            "Garantia": "Eletroportáteis e eletrônicos têm 12 meses de garantia de fábrica. Guarde a nota fiscal: ela "
            "é o comprovante. Nos primeiros 30 dias a troca é feita direto conosco.",
            "Voltagem": "Confira a voltagem antes de comprar. Bivolt funciona em 110 V e 220 V. Aparelho ligado na "
            "voltagem errada perde a garantia.",
        },
        leads=(
            DemoLead(
                "5541999990001",
                "Fernanda Rocha",
                "+5541999990001",
                ("cozinha",),
                ("A frigideira antiaderente serve para indução?",),
            ),
            DemoLead(
                "5511999990002",
                "Diego Martins",
                "+5511999990002",
                ("eletrônicos",),
                ("Qual a garantia da TV?", "quero falar com uma pessoa"),
            ),
            DemoLead(
                "visitor-0103",
                "Sofia Lopes",
                "+5571999990003",
                ("decoração",),
                ("Vocês têm almofada mostarda?",),
            ),
        ),
    ),
)
