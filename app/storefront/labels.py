"""Words for the backend's codes: statuses, channels, methods; and the tone of a status. Pure."""

import re
from collections.abc import Mapping
from typing import Any

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
    "attention_charge_failed": "A cobrança não pôde ser feita",
    "attention_refund_unsettled": "Reembolso sem resposta do provedor",
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
    "payment_received": "Pagamento recebido",
    "payment_amount_mismatch": "Valor pago diferente",
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
    "agent_follow_ups": "O que ele escreve primeiro",
    "agent_document_id": "Documento",
    "day_mon": "Segunda",
    "day_tue": "Terça",
    "day_wed": "Quarta",
    "day_thu": "Quinta",
    "day_fri": "Sexta",
    "day_sat": "Sábado",
    "day_sun": "Domingo",
    "offline-rules": "Assistente por regras",
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
    "flaw_no-text": "Não há texto aqui: deve ser uma imagem, ou vazio.",
    "flaw_rebuilt": "Falta o fim do arquivo: lemos as páginas que encontramos.",
    "flaw_page-damaged": "A página está danificada e ficou de fora.",
    "flaw_letters-unknown": "As letras da página não têm código: o texto pode estar ilegível.",
    "flaw_attachments": "O PDF traz outros arquivos anexados, que ficaram de fora.",
    "flaw_form-unread": "O PDF é um formulário dinâmico, que só o Adobe Reader mostra. Imprima em PDF e envie de novo.",
    "flaw_pages-cut": "O documento é mais longo do que lemos: o resto ficou de fora.",
    "flaw_rows-cut": "A tabela é mais longa do que lemos: o resto ficou de fora.",
    "flaw_columns-cut": "A tabela é mais larga do que lemos: o resto ficou de fora.",
    "flaw_odd-bytes": "Há letras de outra codificação. Confira os acentos.",
    "flaw_encoded-twice": "As letras foram codificadas duas vezes (Ã© por é). Lemos como deviam ser; confira.",
    "flaw_open-quote": "Uma célula abre aspas e não as fecha. Confira esta linha.",
    "flaw_wider-than-heading": "A linha tem mais células do que o cabeçalho: faltam aspas em um texto?",
    "flaw_decimal-commas": "Números com vírgula estão sem aspas. Juntamos as casas decimais; confira os preços.",
    "flaw_no-heading": "A tabela não tem cabeçalho: a primeira linha já é um item.",
    "flaw_hidden-sheet": "A aba está oculta e ficou de fora.",
    "flaw_hidden-rows": "Há linhas ocultas, que ficaram de fora.",
    "flaw_hidden-columns": "Há colunas ocultas, que ficaram de fora.",
    "flaw_hidden-values": "Há valores que o formato da célula oculta; ficaram de fora.",
    "flaw_notes": "Há notas em células, que ficaram de fora.",
    "flaw_formula-without-value": "Há fórmulas sem resultado. Abra o arquivo no Excel, salve e envie de novo.",
    "flaw_formula-error": "Há células com erro (#N/D, #REF!), que ficaram vazias.",
    "flaw_cells-apart": "Há células muito longe da tabela, que ficaram de fora.",
    "max_stores": "Lojas",
    "max_agents": "Agentes",
    "max_products": "Produtos",
    "max_documents": "Documentos",
    "max_leads": "Leads",
}

# What a change was made to, in the audit log.
# The tools an agent may use, by the words there are for them.
TOOLS = tuple(code.removeprefix("tool_") for code in _LABELS if code.startswith("tool_"))

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


def label(language: Language, code: Any) -> str:
    """The word for a code; an unknown code is shown as it is, readable."""
    text = str(code or "")
    known = _LABELS.get(text)
    return translate(language, known) if known else text.replace("_", " ")


def buyer(language: Language, order: Mapping[str, Any]) -> str:
    """Who an order is for: as it was told, else as the lead is called; somebody who has bought without being either."""
    told = order.get("customer_info") or {}
    known = told.get("name") or order.get("lead_name") or told.get("phone") or told.get("email")
    return str(known or translate(language, "Sem nome" if order.get("lead_id") else "Visitante"))


def noun(language: Language, code: Any) -> str:
    """What kind of record a code of the audit log names."""
    text = str(code or "")
    known = _NOUNS.get(text)
    return translate(language, known) if known else text.replace("_", " ")


def deed(language: Language, action: Any, target: Any = "") -> str:
    """What an action of the audit log (`orders.transition_order`) did to its record; agrees with the record's noun."""
    first = str(action or "").rpartition(".")[2].partition("_")[0]
    done = translate(language, _DEEDS.get(first, "alterado"))
    if language != "pt":
        return done
    named = noun(language, target).partition(" ")[0]
    ending = "a" if named.endswith(("a", "ão", "gem")) else "os" if named.endswith("s") else "o"
    return re.sub(r"\b(\w+[ai]d)o\b", rf"\1{ending}", done)


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
