"""What people are told when the backend, or a merchant's own server, refuses something. Portuguese. Pure."""

from collections.abc import Mapping
from typing import Any

from app.storefront.backend import ApiError

_ERRORS: Mapping[str, str] = {
    "unauthorized": "A loja não consegue falar com o serviço: a credencial foi recusada.",
    "forbidden": "Seu papel nesta empresa não permite isso.",
    "not-found": "Um dos registros não existe mais.",
    "conflict": "Já existe um registro com esses dados.",
    "invalid-transition": "Este pedido não pode ir para essa situação agora.",
    "insufficient-stock": "Não há estoque suficiente para confirmar este pedido.",
    "plan-limit": "O limite do seu plano foi atingido. Mude de plano em Ajustes → Plano e cobrança.",
    "no-valid-items": "Nenhum dos produtos pode ser vendido agora.",
    "payment-method-unavailable": "A loja não aceita essa forma de pagamento. Veja Ajustes → Pagamentos.",
    "card-declined": "O cartão foi recusado.",
    "too-large": "O arquivo é grande demais.",
    "unsupported-format": "Este formato não é aceito. Envie PDF, CSV ou XLSX.",
    "unreadable-file": "Não foi possível ler o arquivo. Ele pode estar corrompido ou protegido por senha.",
    "rate-limited": "Muitas tentativas em pouco tempo. Aguarde um pouco.",
    "overloaded": "O serviço está ocupado. Tente de novo em instantes.",
    "provider-error": "Um serviço externo não respondeu como devia. Tente de novo.",
    "unavailable": "O serviço está fora do ar por um momento. Tente de novo em instantes.",
    "timeout": "O serviço demorou demais. Tente de novo.",
    "validation": "Confira os campos marcados.",
    "idempotency-key-reused": "Isto já foi enviado antes. Se é mesmo outra vez, envie de novo.",
}

# What the backend says of a conflict that is none of equal records → what people read.
_CONFLICTS: tuple[tuple[str, str], ...] = (
    ("switched off and takes no orders", "Esta loja está desligada e não aceita pedidos."),
    ("sku is taken", "Outro produto já tem este SKU."),
    ("external id is taken", "Outro produto já tem este código."),
    ("code is taken", "Já existe um cupom com este código."),
    ("name is taken", "Já existe um com este nome."),
    ("slug is taken", "Este endereço já é de outra loja."),
    ("slug is reserved", "Este endereço é reservado. Escolha outro."),
    ("Nothing has been paid", "Nada foi pago por este pedido."),
    ("came by several payments", "O dinheiro veio em mais de um pagamento: devolva o valor de cada um por vez."),
    ("more than what is left", "O valor é maior do que ainda há para reembolsar."),
    ("on the shelf already", "Os itens deste pedido já voltaram para a prateleira."),
    ("waits at this order", "Esta pendência já foi resolvida."),
    ("changed meanwhile", "Alguém mudou este registro enquanto você editava."),
    ("at most 50 tests", "Um agente tem no máximo 50 testes."),
    ("keeps at most", "Há vistas salvas demais. Apague uma antes."),
    ("webhook endpoints", "Há endpoints demais. Apague um antes."),
    ("endpoint is switched off", "Este endpoint está desligado."),
    ("open invitations", "Há convites demais em aberto. Cancele um antes."),
    ("is the owner's e-mail", "Este e-mail é do dono da empresa."),
    ("is a member's already", "Esta pessoa já faz parte da equipe."),
    ("is a member already", "Esta pessoa já faz parte da equipe."),
    ("for another e-mail", "O convite é para outro e-mail."),
    ("has no price", "Este plano não tem preço. Para ficar nele, cancele a assinatura."),
    ("subscription already", "A empresa já tem uma assinatura."),
    ("just subscribed", "A empresa já tem uma assinatura."),
)

# Why an agent could not do what it tried, by the code of its tool's answer; the others are refusals like a form's.
_TOOL_ERRORS: Mapping[str, str] = {
    "coupon-refused": "O cupom não vale para este pedido.",
    "not-payable": "Este pedido já não espera pagamento.",
    "not-cancellable": "Este pedido já não pode ser cancelado por aqui.",
    "not-found": "Não achou isso nesta loja.",
    "one-order-a-turn": "Um pedido por mensagem: o próximo espera a resposta do cliente.",
    "too-many-calls": "Tentou ações demais de uma vez.",
    "unknown-tool": "Tentou uma ação que não existe aqui.",
    "validation": "Faltou um dado, ou ele não serve.",
}

# What the backend says of a row of an import → what people read.
_ROW_ERRORS: tuple[tuple[str, str], ...] = (
    ("says no price", "Não dá para ler um preço aqui."),
    ("another currency", "O preço está em outra moeda."),
    ("a negative price", "O preço não pode ser negativo."),
    ("a price for several", "O preço vale para várias unidades."),
    ("a range", "É uma faixa de preços, e não um preço."),
    ("several prices", "Há mais de um preço."),
    ("above 10 billion", "O preço é alto demais."),
    ("no such product", "Este produto não existe nesta loja."),
    ("several products have it", "Há vários produtos com este nome. Use o SKU ou o código do ERP."),
    ("required for a new product", "Um produto novo precisa de nome."),
    ("another product has it", "Outro produto já tem este código."),
    ("has another external_id", "O produto deste SKU tem outro código no ERP."),
    ("the same product as row", "É o mesmo produto de outra linha."),
    ("not readable as YAML", "O arquivo não é um YAML que se possa ler."),
    ("stands there twice", "Este campo está duas vezes."),
    ("unknown field", "Este campo não existe aqui."),
    ("required", "Falta este campo."),
    ("several conversations", "Há mais de uma conversa com este nome."),
    ("at most 50 tests", "Um agente tem no máximo 50 testes."),
    ("`array` of length <=", "São demais."),
    ("`array` of length >=", "Falta ao menos um."),
    ("length <=", "O texto é longo demais."),
    ("length >=", "O texto é curto demais."),
    ("Expected `str", "Escreva um texto, entre aspas quando for um número, sim ou não."),
    ("<=", "O valor é alto demais."),
    (">=", "O valor é baixo demais."),
    ("NUL", "O texto contém um caractere inválido."),
    ("control", "O texto contém um caractere inválido."),
)

# What the backend says of a call to a merchant's server → what people read.
_CALL_ERRORS: tuple[tuple[str, str], ...] = (
    ("outbound_url is not set", "Guarde primeiro o endereço do ERP."),
    ("failed too often", "O servidor falhou várias vezes; tentamos de novo em instantes."),
    ("not resolve", "Não há servidor com este nome."),
    ("not public", "O endereço precisa ser público na internet."),
    ("refused:", "Este endereço não é aceito."),
    ("timeout", "O servidor não respondeu a tempo."),
    ("TLS", "O certificado do servidor não vale."),
    ("connection failed", "Não foi possível conectar."),
    ("redirects", "O endereço manda para outro, que não seguimos."),
    ("status ", "O servidor recusou a chamada."),
)

# A piece of the backend's detail, which is for developers → what people read.
_FIELD_ERRORS: tuple[tuple[str, str], ...] = (
    ("larger than the order", "O desconto é maior do que o pedido."),
    ("nothing to pay by PIX", "O total é zero: escolha o pagamento na entrega."),
    ("no such coupon", "Não há cupom com este código nesta loja."),
    ("coupon is switched off", "Este cupom está desligado."),
    ("coupon does not hold yet", "Este cupom ainda não vale."),
    ("coupon has ended", "Este cupom já venceu."),
    ("coupon is used up", "Este cupom já foi usado todas as vezes."),
    ("needs goods of at least", "O pedido é menor do que o mínimo deste cupom."),
    ("more than the order has", "Voltaram mais unidades do que o pedido tem."),
    ("before cep_from", "O CEP final vem antes do inicial."),
    ("another rule has this name", "Outra linha já tem este nome."),
    ("needed while", "Preencha este campo."),
    ("neither a CPF nor a CNPJ", "Este CPF ou CNPJ não existe. Confira os números."),
    ("of this CPF", "Este CPF não existe. Confira os números."),
    ("of this CNPJ", "Este CNPJ não existe. Confira os números."),
    ("not a CPF", "Este CPF não existe. Confira os números."),
    ("not a CNPJ", "Este CNPJ não existe. Confira os números."),
    ("e-mail key", "Isto não é um e-mail."),
    ("phone number", "Informe o telefone com DDD, como 11 99999-0000."),
    ("random key", "Uma chave aleatória tem 32 letras e números, com hifens."),
    ("not a PIX key", "Isto não é uma chave PIX."),
    ("not public", "O endereço precisa ser público na internet."),
    ("not a URL", "Escreva o endereço inteiro, como https://erp.exemplo.com.br/estoque."),
    ("not a host name", "Escreva o endereço inteiro, como https://erp.exemplo.com.br/estoque."),
    ("only http and https", "O endereço começa com https://."),
    ("user name or password", "Tire usuário e senha do endereço."),
    ("cannot be enabled without", "Preencha este campo."),
    ("required", "Preencha este campo."),
    ("length <=", "O texto é longo demais."),
    ("length >=", "O texto é curto demais."),
    ("not in the form", "O formato não é aceito."),
    ("already", "Já está em uso."),
    ("taken", "Já está em uso."),
)

_WHOLE_ADDRESS = "Escreva o endereço inteiro, como https://exemplo.com.br/pagina."
# How a field is written, by its name: the backend only says that what was typed is not in the form it must have.
_FORMS: Mapping[str, str] = {
    "code": "De 2 a 40 letras sem acento, números e hifens, sem espaços.",
    "slug": "Letras minúsculas sem acento, números e hifens: minha-loja.",
    "phone": "Só números, com DDI e DDD: +5511999990000.",
    "url": _WHOLE_ADDRESS,
    "outbound_url": _WHOLE_ADDRESS,
    "image_urls": _WHOLE_ADDRESS,
    "outbound_secret": "Ao menos 8 letras e números.",
}


def error_message(error: ApiError) -> str:
    """What a person is told about a refusal of the backend (Portuguese source text)."""
    if error.slug == "conflict":
        known = next((message for part, message in _CONFLICTS if part in error.detail), None)
        if known is not None:
            return known
    return _ERRORS.get(error.slug, "Algo deu errado. Tente de novo.")


def tool_message(error: Any) -> str:
    """What a person is told about a tool that could not do what the agent tried (Portuguese source text)."""
    code = str(error.get("code", "") if isinstance(error, Mapping) else error)
    return _TOOL_ERRORS.get(code) or _ERRORS.get(code, "Não deu certo.")


def field_message(detail: str, name: str = "", otherwise: str = "Este valor não é aceito.") -> str:
    """What a person is told about a field of this name that the backend refused (Portuguese source text)."""
    if "not in the form" in detail and name in _FORMS:
        return _FORMS[name]
    return next((message for part, message in _FIELD_ERRORS if part in detail), otherwise)


def row_message(detail: str) -> str:
    """What a person is told about a row the backend refused (Portuguese source text)."""
    return next((message for part, message in _ROW_ERRORS if part in detail), "Este valor não é aceito.")


def call_message(detail: Any) -> str:
    """What a person is told about a call to their server that failed (Portuguese source text)."""
    text = str(detail or "")
    return next((message for part, message in _CALL_ERRORS if part in text), "A chamada falhou.")


def error_status(status: int) -> int:
    """The status of our own page: a 401 of the backend is our fault, not the visitor's."""
    return 503 if status == 401 or status >= 500 else status
