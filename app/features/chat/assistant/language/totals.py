"""How it is asked what the order comes to or how it stands: Portuguese and English, folded."""

from app.ops.expressions import expression

# How the order stands: `quanto tá dando?`, `resume pra mim como ficou`, `what do I have so far?`
_SUMS_UP = (
    r"\bquanto\s+(?:(?:que|ja|e\s+que)\s+)*(?:ta|esta|vai|anda)\s+(?:dando|ficando|saindo|somando|ficar|sair)\b(?!\s+(?:a|o|as|os|uma?)\b)|\b(?:ta|esta)\s+(?:dando|ficando|saindo)\s+quanto\b|"
    r"^(?:(?:me|pode|podia|voce|faz|manda|mostra|passa|da|um|uma|o|a|entao|por\s+favor)\s+)*(?:resum\w+|resumo|recapitul\w+|repete)(?:\s+(?:ai|pra\s+mim|tudo|o\s+pedido|meu\s+pedido|o\s+carrinho|a\s+lista|d[oa]\s+\w+|o\s+que)\b)*(?!\s+(?!pra|como|ai|e|por|o|que|se)\w)|"
    r"^(?:(?:e|me|diz|fala|entao|como)\s+)*como\s+(?:ta|esta|ficou|ficaria|fica)\s+(?:(?:ficando|o|a|meu|minha|nosso)\s+)*(?:pedido|carrinho|lista|conta|encomenda|tudo|entao|ate\s+agora)\b|"
    r"\bo\s+que\s+(?:(?:eu|ja|que|e)\s+)*(?:pedi|escolhi|coloquei|peguei|tenho|tem|ta|ficou|sobrou|restou|entrou|foi)\s+(?:(?:ai|mesmo|entao|agora)\s+)*(?:ate\s+(?:agora|aqui)|n[oa]\s+(?:meu\s+|minha\s+)?(?:carrinho|pedido|lista))|"
    r"\b(?:what|how\s+much)\b.*\bso\s+far\b|\b(?:sum|summari[sz]e|recap)\b.*\b(?:up|order|it|cart|everything)\b"
)
_SO_FAR = r"(?:ate\s+(?:agora|aqui)|por\s+enquanto|ai|entao|tudo|no\s+total|ao\s+todo)"
TOTAL = expression(
    r"\b(?:quanto|qual)\b.*\b(?:tudo|total|ao\s+todo|meu\s+carrinho|deu|ficou)\b|\b(?:o\s+que\s+tem|ver|"
    r"mostra)\b.*\b(?:carrinho|meu\s+pedido)\b|"
    rf"\b(?:total|valor\s+total)\b|{_SUMS_UP}|\b(?:deu|da|fica|ficou|sai|saiu|vai\s+dar)\s+quanto(?:\s+{_SO_FAR})*\s*$|\b(?:ta|esta)\s+quanto(?:\s+{_SO_FAR})+\s*$|"
    r"^(?:tem|voces?\s+tem)\s+certeza\b.*\b(?:valor|preco|total|isso)\b|^quanto\s+(?:e\s+que\s+)?(?:deu|da|vai\s+dar|fica|ficou|sai|saiu)\s*$|\bhow\s+much\s+(?:(?:is|for|does|would|it|that|be|come\s+to)\s+){0,4}(?:it\s+all|everything|all\s+of\s+(?:it|that)|in\s+(?:total|all)\b|all\s?together)|\bmy\s+cart\b"
)
