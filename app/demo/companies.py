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
    talk: tuple[tuple[str, str], ...] = ()  # (role, text)


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
                (
                    ("user", "Oi, esse Veloz 2 serve para meia maratona?"),
                    (
                        "assistant",
                        "Serve sim! Para provas longas o Maratona Pro amortece mais. Quer ver os dois?",
                    ),
                    ("user", "Vou de Veloz mesmo, gostei do preço."),
                ),
            ),
            DemoLead(
                "5521987650002",
                "Júlia Prado",
                "+5521987650002",
                ("yoga", "roupas"),
                (
                    ("user", "Tem tapete de yoga roxo?"),
                    ("assistant", "Temos o Tapete de Yoga Antiderrapante Roxo, por R$ 119,90."),
                ),
            ),
            DemoLead(
                "5531987650003",
                "Marcos Reis",
                "+5531987650003",
                ("futebol",),
                (
                    ("user", "A chuteira society chega até sexta?"),
                    ("assistant", "Para Belo Horizonte o prazo é de 2 a 4 dias úteis."),
                ),
            ),
            DemoLead(
                "5541987650004",
                "Renata Alves",
                "+5541987650004",
                ("ciclismo",),
                (
                    ("user", "Mandei o comprovante do Pix, chegou?"),
                    ("assistant", "Ainda não encontrei por aqui, Renata. Pode enviar a foto de novo?"),
                ),
            ),
            DemoLead(
                "5551987650005",
                "Paulo Nunes",
                "+5551987650005",
                ("musculação",),
                (
                    ("user", "Dá para pagar na entrega?"),
                    ("assistant", "Dá sim, em dinheiro ou cartão."),
                ),
            ),
            DemoLead(
                "visitor-0006",
                "Lívia Castro",
                "+5561987650006",
                ("natação",),
                (
                    ("user", "Procuro óculos de natação que não embace."),
                    ("assistant", "O Óculos de Natação Raia é antiembaçante e custa R$ 54,90."),
                ),
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
                (
                    ("user", "A panela de pressão vai na indução?"),
                    ("assistant", "A de alumínio não; a Frigideira Antiaderente 24 cm serve para indução."),
                ),
            ),
            DemoLead(
                "5511999990002",
                "Diego Martins",
                "+5511999990002",
                ("eletrônicos",),
                (
                    ("user", "A TV tem controle por voz?"),
                    ("assistant", "Tem sim, nas três versões."),
                ),
            ),
            DemoLead(
                "visitor-0103",
                "Sofia Lopes",
                "+5571999990003",
                ("decoração",),
                (
                    ("user", "Vocês têm almofada mostarda?"),
                    ("assistant", "Temos! A Almofada com Enchimento 45 cm Mostarda custa R$ 49,90."),
                ),
            ),
        ),
    ),
)
