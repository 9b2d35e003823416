"""Words for the backend's codes: statuses, channels, methods, errors; and the tone of a status. Pure."""

from collections.abc import Mapping
from typing import Any

from app.storefront.backend import ApiError
from app.storefront.i18n import Language, translate

ORDER_STATUSES = (
    "pending",
    "awaiting_payment",
    "awaiting_proof",
    "confirmed",
    "preparing",
    "shipped",
    "delivered",
    "returned",
    "expired",
    "cancelled",
)

_LABELS: Mapping[str, str] = {
    "pending": "Pendente",
    "awaiting_payment": "Aguardando pagamento",
    "awaiting_proof": "Aguardando comprovante",
    "confirmed": "Confirmado",
    "preparing": "Em preparação",
    "shipped": "Enviado",
    "delivered": "Entregue",
    "returned": "Devolvido",
    "payment_unpaid": "Não pago",
    "payment_paid": "Pago",
    "payment_partially_refunded": "Reembolsado em parte",
    "payment_refunded": "Reembolsado",
    "payment_refund_due": "A reembolsar",
    "attention_paid_after_close": "Pago depois de encerrado",
    "attention_amount_mismatch": "Valor pago diferente",
    "attention_out_of_stock": "Pago, mas sem estoque",
    "attention_refund_due": "Há dinheiro a devolver",
    "edited": "Pedido editado",
    "attention_resolved": "Pendência resolvida",
    "refunded": "Reembolso",
    "refund_succeeded": "Reembolso concluído",
    "refund_failed": "Reembolso recusado",
    "checkout_saved": "Cobrança registrada",
    "payment_failed": "Cobrança falhou",
    "payment_succeeded": "Pagamento recebido",
    "payment_pending": "Pagamento pendente",
    "payment_created": "Cobrança criada",
    "payment_expired": "Cobrança venceu",
    "expired": "Expirado",
    "cancelled": "Cancelado",
    "pix": "PIX",
    "manual_pix": "PIX manual",
    "cod": "Pagamento na entrega",
    "new": "Novo",
    "engaged": "Em conversa",
    "qualified": "Qualificado",
    "customer": "Cliente",
    "lost": "Perdido",
    "blocked": "Bloqueado",
    "ready": "Pronto",
    "processing": "Processando",
    "completed": "Concluído",
    "error": "Erro",
    "manual": "Manual",
    "product": "Produto",
    "file": "Arquivo",
    "url": "Link",
    "chat": "Conversa",
    "embedding": "Busca semântica",
    "extract_lead": "Perfil de lead",
    "process_file": "Leitura de arquivo",
    "other": "Outro",
    "owner": "Dono",
    "manager": "Gerente",
    "attendant": "Atendente",
    "active": "Ativo",
    "past_due": "Pagamento atrasado",
    "canceled": "Cancelada",
    "incomplete": "Aguardando pagamento",
    "paid": "Paga",
    "open": "Em aberto",
    "draft": "Rascunho",
    "void": "Anulada",
    "user": "Cliente",
    "assistant": "Agente",
    "whatsapp": "WhatsApp",
    "web": "Site",
    "instagram": "Instagram",
    "telegram": "Telegram",
    "desk": "Balcão",
    "human": "Em atendimento",
    "waiting": "Esperando uma pessoa",
    "bot": "Com o agente",
    "closed": "Encerrada",
    "waiting_asked": "Pediu uma pessoa",
    "waiting_complaint": "Reclamação",
    "waiting_misunderstood": "O agente não entendeu",
    "waiting_model": "O agente chamou alguém",
    "waiting_quota": "Os tokens do mês acabaram",
    "waiting_hours": "Escreveu fora do horário",
    "ok": "Funcionando",
    "down": "Fora do ar",
    "degraded": "Com problemas",
    "created": "Pedido criado",
    "status_changed": "Situação alterada",
    "proof_attached": "Comprovante anexado",
    "payment_attempt": "Tentativa de pagamento",
    "checkout_state": "Cobrança gerada",
    "stock_decremented": "Estoque baixado",
    "stock_restored": "Estoque devolvido",
    "paid_but_out_of_stock": "Pago, mas sem estoque",
    "paid_after_close": "Pago depois de encerrado",
    "amount_mismatch": "Valor pago diferente",
    "event_order.created": "Pedido criado",
    "event_order.confirmed": "Pedido confirmado",
    "event_order.shipped": "Pedido enviado",
    "event_order.cancelled": "Pedido cancelado",
    "event_order.expired": "Pedido expirado",
    "event_order.attention": "Pedido que pede atenção",
    "event_payment.received": "Pagamento recebido",
    "event_conversation.waiting": "Conversa espera por uma pessoa",
    "event_conversation.closed": "Conversa encerrada",
    "event_message.outgoing": "Mensagem para o cliente",
    "event_stock.changed": "Estoque mudou",
    "event_usage.alert": "Alerta de uso",
    "delivery_pending": "A enviar",
    "delivery_failing": "Tentando de novo",
    "delivery_delivered": "Entregue",
    "delivery_dead": "Desistimos",
    "agent_name": "Nome",
    "agent_type": "Tipo",
    "agent_channels": "Canais",
    "agent_hours": "Horário",
    "agent_model": "Modelo",
    "day_mon": "Segunda",
    "day_tue": "Terça",
    "day_wed": "Quarta",
    "day_thu": "Quinta",
    "day_fri": "Sexta",
    "day_sat": "Sábado",
    "day_sun": "Domingo",
    "tool_search_products": "Procurou produtos",
    "tool_get_product_details": "Olhou um produto",
    "tool_filter_products_by_price": "Filtrou por preço",
    "tool_create_order": "Preparou o pedido",
    "tool_confirm_shipping": "Marcou o pedido como enviado",
    "tool_get_order_status": "Consultou o pedido",
    "tool_resend_payment": "Mandou o pagamento de novo",
    "tool_cancel_order": "Cancelamento do pedido",
    "tool_transfer_to_human": "Chamou uma pessoa",
    "test_clean": "Passou",
    "test_clumsy": "Passou com ressalva",
    "test_wrong": "Não passou",
    "test_harmful": "Pedido errado",
    "agent_tone": "Jeito de falar",
    "agent_language": "Idioma",
    "agent_greeting": "Saudação",
    "agent_instructions": "Instruções",
    "agent_messages_per_minute": "Mensagens por minuto",
    "agent_messages_per_day": "Mensagens por dia",
    "agent_active": "Ligado",
    "agent_deleted_at": "Arquivado em",
    "worker": "Automático",
    "operator": "Suporte",
    "webhook": "Integração",
    "agent": "Agente",
    "pixprovider": "PIX",
    "cardprovider": "Cartão",
    "requires_payment_method": "Aguardando cartão",
    "requires_action": "Aguardando confirmação",
    "succeeded": "Aprovado",
    "failed": "Falhou",
    "needs_attention": "Em análise",
    "written_off": "Dispensada",
    "trialing": "Em teste",
    "unpaid": "Pagamento atrasado",
    "paused": "Pausada",
    "uncollectible": "Não paga",
    "max_stores": "Lojas",
    "max_agents": "Agentes",
    "max_products": "Produtos",
    "max_documents": "Documentos",
    "max_leads": "Leads",
}

# What a change was made to, in the audit log.
_NOUNS: Mapping[str, str] = {
    "agent": "Agente",
    "agent_knowledge_base": "Documentos do agente",
    "agent_test": "Teste de agente",
    "billing_customer": "Cadastro de cobrança",
    "company": "Empresa",
    "company_billing_settings": "Ajustes de cobrança",
    "conversation": "Conversa",
    "conversation_message": "Mensagem",
    "conversation_note": "Nota",
    "coupon": "Cupom",
    "document": "Documento",
    "invitation": "Convite",
    "lead": "Lead",
    "lead_event": "Histórico do lead",
    "member": "Pessoa da equipe",
    "message": "Mensagem",
    "order": "Pedido",
    "order_refund": "Reembolso",
    "payment_attempt": "Cobrança",
    "product": "Produto",
    "product_file": "Arquivo de produto",
    "product_picture": "Foto de produto",
    "saved_view": "Vista salva",
    "session": "Sessão",
    "shipping_rule": "Regra de entrega",
    "store": "Loja",
    "store_payment_settings": "Pagamentos",
    "store_stock_sync_settings": "Ligação com o ERP",
    "subscription": "Assinatura",
    "token_usage": "Uso de tokens",
    "user": "Usuário",
    "webhook_endpoint": "Endpoint",
}
# What was done to it, by the first word of the action's name.
_DEEDS: Mapping[str, str] = {
    "add": "incluído",
    "archive": "arquivado",
    "attach": "anexado",
    "close": "encerrado",
    "create": "criado",
    "delete": "excluído",
    "ensure": "criado",
    "erase": "apagado",
    "insert": "criado",
    "merge": "unido",
    "refund": "reembolsado",
    "release": "devolvido ao agente",
    "remove": "removido",
    "reply": "respondido",
    "restore": "de volta",
    "save": "guardado",
    "sign": "entrou",
    "take": "assumido",
    "toggle": "ligado ou desligado",
    "transition": "com outra situação",
}
_ACTORS: Mapping[str, str] = {
    "user": "Equipe da loja",
    "agent": "Agente",
    "webhook": "Integração",
    "worker": "Automático",
    "operator": "Suporte",
}

_TONES: Mapping[str, str] = {
    "waiting": "attention",
    "human": "good",
    "bot": "info",
    "closed": "off",
    "pending": "wait",
    "awaiting_payment": "wait",
    "awaiting_proof": "attention",
    "confirmed": "good",
    "preparing": "info",
    "shipped": "info",
    "delivered": "done",
    "returned": "off",
    "payment_unpaid": "wait",
    "payment_paid": "good",
    "payment_partially_refunded": "info",
    "payment_refunded": "off",
    "payment_refund_due": "attention",
    "expired": "off",
    "cancelled": "off",
    "canceled": "off",
    "new": "info",
    "engaged": "wait",
    "qualified": "attention",
    "customer": "good",
    "lost": "off",
    "blocked": "bad",
    "ready": "good",
    "completed": "good",
    "ok": "good",
    "active": "good",
    "paid": "good",
    "test_clean": "good",
    "test_clumsy": "wait",
    "test_wrong": "bad",
    "test_harmful": "bad",
    "succeeded": "good",
    "processing": "wait",
    "open": "wait",
    "incomplete": "wait",
    "error": "bad",
    "failed": "bad",
    "down": "bad",
    "degraded": "attention",
    "past_due": "bad",
    "unpaid": "bad",
    "requires_action": "attention",
    "requires_payment_method": "wait",
    "needs_attention": "wait",
    "trialing": "good",
}

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
    ("length <=", "O texto é longo demais."),
    ("length >=", "O texto é curto demais."),
    ("<=", "O valor é alto demais."),
    (">=", "O valor é baixo demais."),
    ("NUL", "O texto contém um caractere inválido."),
    ("control", "O texto contém um caractere inválido."),
)

# What the backend says of a call to a merchant's server → what people read.
_CALL_ERRORS: tuple[tuple[str, str], ...] = (
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
    ("not public", "O endereço precisa ser público na internet."),
    ("cannot be enabled without", "Preencha este campo."),
    ("required", "Preencha este campo."),
    ("length <=", "O texto é longo demais."),
    ("length >=", "O texto é curto demais."),
    ("not in the form", "O formato não é aceito."),
    ("already", "Já está em uso."),
    ("taken", "Já está em uso."),
)


def label(language: Language, code: Any) -> str:
    """The word for a code; an unknown code is shown as it is, readable."""
    text = str(code or "")
    known = _LABELS.get(text)
    return translate(language, known) if known else text.replace("_", " ")


def noun(language: Language, code: Any) -> str:
    """What kind of record a code of the audit log names."""
    text = str(code or "")
    known = _NOUNS.get(text)
    return translate(language, known) if known else text.replace("_", " ")


def deed(language: Language, action: Any) -> str:
    """What an action of the audit log (`orders.transition_order`) did to its record."""
    first = str(action or "").rpartition(".")[2].partition("_")[0]
    return translate(language, _DEEDS.get(first, "alterado"))


def actor(language: Language, code: Any) -> str:
    """Who changed something."""
    return translate(language, _ACTORS.get(str(code), "Automático"))


_BROWSERS = (("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def device(user_agent: Any) -> str:
    """Browser and system as people call them; what is neither, shortened."""
    text = str(user_agent or "")
    found = [next((name for part, name in known if part in text), "") for known in (_BROWSERS, _SYSTEMS)]
    return " · ".join(filter(None, found)) or text[:60]


def tone(code: Any) -> str:
    """The CSS tone of a status: good, info, wait, attention, bad, done or off."""
    return _TONES.get(str(code or ""), "off")


def error_message(error: ApiError) -> str:
    """What a person is told about a refusal of the backend (Portuguese source text)."""
    return _ERRORS.get(error.slug, "Algo deu errado. Tente de novo.")


def field_message(detail: str) -> str:
    """What a person is told about a field the backend refused (Portuguese source text)."""
    return next((message for part, message in _FIELD_ERRORS if part in detail), "Este valor não é aceito.")


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
