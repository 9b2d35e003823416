"""What the assistant says of paying, receiving and of orders that were made: Portuguese, English."""

ORDER_SAYINGS: dict[str, tuple[str, str]] = {
    "ask_payment": (
        "Como você prefere pagar: Pix ou na entrega?",
        "How would you like to pay: Pix or cash on delivery?",
    ),
    "also_this": ("Você falou também em {query}. Quer levar?", "You spoke of {query}, too. Would you like it?"),
    "ask_number": (
        'Falta só {query}: responda de 1 a {last}, ou diga "deixa {name}" para seguir sem.',
        'Only {query} is left: answer 1 to {last}, or say "leave out {name}" to go on without it.',
    ),
    "left_number": (
        'Falta só dizer qual deles: responda de 1 a {last}, ou "nenhum".',
        'Just tell me which one: 1 to {last}, or "none".',
    ),
    "goes_without": (
        "Deixei {query} de fora. Se ainda quiser, me diga qual.",
        "I left out {query}. If you still want it, tell me which.",
    ),
    "allergy_unknown": (
        "Sobre {to} aqui a loja não me informou mais, e com alergia eu não arrisco. Quer que uma pessoa da equipe "
        "confirme?",
        "Of {to} here the shop tells me no more, and with an allergy I take no risk. Shall a person of the team "
        "make sure?",
    ),
    "ask_payment_pix": (
        "O pagamento é por Pix. Pode ser?",
        "Payment is by Pix. Is that all right?",
    ),
    "payment_pix": (
        "Dá para pagar com Pix.",
        "You can pay by Pix.",
    ),
    "no_card_pix": (
        "Sobre cartão e boleto não tenho informação da loja: por aqui dá para pagar com Pix.",
        "The shop has told me nothing about cards: here you can pay by Pix.",
    ),
    "invite_one_pix": (
        "Quer levar? Me diga a quantidade. O pagamento é por Pix.",
        "Would you like it? Tell me how many. Payment is by Pix.",
    ),
    "ask_payment_of": (
        "Como você prefere pagar: {options}?",
        "How would you like to pay: {options}?",
    ),
    "change_kept": ("Anotei para o pedido: {notes}.", "Noted for the order: {notes}."),
    "change_noted": (
        "O troco para {paid} já está anotado no pedido.",
        "Change for {paid} is noted in the order.",
    ),
    "change_back": (
        "O total é {total}: com {paid}, o troco é {back}.",
        "The total is {total}: from {paid} you get {back} back.",
    ),
    "ordered": (
        "Pedido nº {number} criado! 🎉",
        "Order no. {number} placed! 🎉",
    ),
    "simulated": (
        "Simulação: o pedido ficaria assim.",
        "Simulation: the order would look like this.",
    ),
    "dropped": (
        "Alguns itens não puderam entrar no pedido.",
        "Some items could not be added.",
    ),
    "pay_code": (
        "Pague com o Pix copia e cola:",
        "Pay with this Pix code:",
    ),
    "pay_link": (
        "Link de pagamento: {link}",
        "Payment link: {link}",
    ),
    "pay_later": (
        "Os dados do Pix chegam já já por aqui.",
        "The Pix details will follow here shortly.",
    ),
    "proof": (
        "Depois de pagar, mande o comprovante por aqui.",
        "After paying, please send the receipt here.",
    ),
    "on_delivery": (
        "O pagamento é feito na entrega.",
        "You pay on delivery.",
    ),
    "on_pickup": (
        "O pagamento é feito na retirada.",
        "You pay when you collect it.",
    ),
    "ask_address": (
        "Para a entrega, me passe seu nome e o endereço completo com CEP.",
        "For delivery, please send me your name and full address.",
    ),
    "ask_only_address": (
        "Para a entrega, me passe o endereço completo com CEP.",
        "For delivery, please send me your full address.",
    ),
    "ask_name": ("Em que nome fica a retirada?", "What name is the pickup for?"),
    "shipped": (
        "Prontinho: o pedido foi marcado como enviado.",
        "Done: the order is marked as shipped.",
    ),
    "not_shipped": (
        "Não consegui marcar esse pedido como enviado. Um atendente pode verificar para você.",
        "I couldn't mark that order as shipped. A person of the team can check it for you.",
    ),
    "in_cart_is": ("No carrinho está: {name}.", "What is in your cart: {name}."),
    "total_brought": ("Com {way}, o total fica {total}.", "With {way} the total is {total}."),
    "so_many_brought": ("{goods} com {way}: {total}.", "{goods} with {way}: {total}."),
    "free_from": ("{way}: grátis a partir de {above}.", "{way}: free from {above}."),
    "free_missing": (
        "{way}: grátis a partir de {above}, faltam {missing}.",
        "{way}: free from {above}, {missing} to go.",
    ),
    "freight_agreed": (
        "Frete: a combinar; a equipe da loja diz o valor por aqui.",
        "Shipping: to be agreed; the shop's team tells you here what it comes to.",
    ),
    "free_reached": (
        "{way}: o seu pedido já passou de {above}, então é grátis.",
        "{way}: your order is above {above} already, so it is free.",
    ),
    "ways": (
        "Formas de receber:",
        "Ways to get it:",
    ),
    "ask_way": (
        "Como você quer receber?",
        "How would you like to get it?",
    ),
    "no_way": (
        "Para esse CEP eu não tenho entrega. Quer tentar outro CEP ou falar com uma pessoa da equipe?",
        "We do not deliver to that postal code. Want to try another one, or talk to a person?",
    ),
    "ask_cep": (
        "Para calcular o frete, me diga o seu CEP.",
        "Tell me your postal code (CEP) and I'll work out the shipping.",
    ),
    "ask_cep_too": (
        "Para outras entregas, conforme a sua região, me diga o CEP.",
        "For further ways, by where you live, tell me the postal code (CEP).",
    ),
    "pick_way": (
        "Ainda preciso saber como você quer receber: responda com o número ou o nome.",
        "I still need to know how you want to get it: answer with its number or name.",
    ),
    "way_noted": (
        "Anotei: {way}.",
        "Noted: {way}.",
    ),
    "way_cheapest": (
        "Certo, fica a mais em conta: {way}.",
        "All right, the cheapest it is: {way}.",
    ),
    "way_fastest": (
        "Certo, fica a mais rápida: {way}.",
        "All right, the fastest it is: {way}.",
    ),
    "not_closed": (
        "Esse pedido ainda não foi fechado.",
        "That order is not placed yet.",
    ),
    "cart_open": (
        "O que está no carrinho agora ainda não foi pedido.",
        "What is in your cart now is not ordered yet.",
    ),
    "delivery_to": (
        "Para {place}:",
        "To {place}:",
    ),
    "not_sent_there": (
        "Para {place} a loja não entrega.",
        "The shop does not deliver to {place}.",
    ),
    "town_by_cep": (
        "Se me disser o CEP, vejo se entregamos aí e quanto fica.",
        "Tell me the postal code, and I'll see whether we deliver there and what it costs.",
    ),
    "start_anew": (
        'Agora o novo pedido, "{wish}": me diga o produto, o tamanho ou modelo e a quantidade.',
        'Now the new order, "{wish}": tell me the product, its size or kind, and how many.',
    ),
    "not_in_size": (
        "Não há {name} no tamanho {size}.",
        "There is no {name} in size {size}.",
    ),
    "size_by_chart": (
        "Por essas medidas é o tamanho {size}.",
        "By that chart it is size {size}.",
    ),
    "which_resized": (
        "Qual deles é para ser do tamanho {size}? Me diga o nome, ou se são todos.",
        "Which one is to be in size {size}? Tell me its name, or whether all are.",
    ),
    "coupon_noted": (
        "Anotei o cupom {code} ({worth}). Eu aplico quando o pedido estiver montado.",
        "I noted the coupon {code} ({worth}). I'll apply it once we have your order.",
    ),
    "coupon_takes": (
        "O cupom {code} vale neste pedido: {worth}. O desconto aparece no resumo.",
        "The coupon {code} holds for this order: {worth}. The summary shows the discount.",
    ),
    "coupon_how": ('Para usar, é só dizer: "cupom {code}".', 'To use it, just say: "coupon {code}".'),
    "coupon_off": (
        "O cupom {code} não vale nesta loja no momento.",
        "The coupon {code} is not valid in this shop right now.",
    ),
    "coupon_needs": (
        "O cupom {code} vale para compras a partir de {least} em produtos.",
        "The coupon {code} needs goods of at least {least}.",
    ),
    "shipping": (
        "O frete e o prazo dependem do seu endereço, e a equipe confirma os dois com você.",
        "Shipping cost and time depend on your address; the team will confirm both with you.",
    ),
    "payment": (
        "Dá para pagar com Pix ou na entrega.",
        "You can pay by Pix or cash on delivery.",
    ),
    "no_card": (
        "Sobre cartão e boleto não tenho informação da loja: por aqui dá para pagar com Pix ou na entrega.",
        "The shop has told me nothing about cards: here you can pay by Pix or cash on delivery.",
    ),
    "method_noted": (
        "Certo, {method}. Qual produto você quer?",
        "All right, {method}. Which product would you like?",
    ),
    "method_taken": ("Certo, {method}.", "All right, {method}."),
    "made_already": (
        "O pedido nº {number} já está feito, e eu não mudo o que foi pedido. Quer que eu chame uma pessoa da equipe? "
        'Se preferir, diga "cancela o pedido" e depois peça de novo. Para levar mais alguma coisa, me diga o produto: '
        "fica num pedido novo.",
        "Order no. {number} is placed already, and I can't change it. Shall I call a person of the team? Or say "
        '"cancel the order" and then order anew. If you want anything else, name it: that becomes a new order.',
    ),
    "unhappy": (
        "Que pena! Quer que eu chame uma pessoa da equipe para resolver com você?",
        "I'm sorry to hear that! Shall I call a person of the team to sort it out with you?",
    ),
    "glad": (
        "Que bom! Se precisar de mais alguma coisa, é só chamar.",
        "Great to hear! Just call if you need anything else.",
    ),
    "pay_soon": (
        "Combinado! Quando pagar o pedido nº {number}, mande o comprovante por aqui.",
        "All right! Once you have paid order no. {number}, send the receipt here.",
    ),
    "no_hurry_made": (
        "Sem pressa! Quando decidir, é só me chamar. O pedido nº {number} continua como está.",
        "No hurry! Just call me when you have decided. Order no. {number} stays as it is.",
    ),
    "emptied_beside": (
        "Tudo bem, esvaziei o carrinho. O pedido nº {number}, que já estava feito, continua como está.",
        "All right, I emptied the cart. Order no. {number}, which was placed before, stays as it is.",
    ),
    "is_otherwise": (
        "É isto que está no carrinho. Se for para ser diferente, me diga o que eu mudo.",
        "This is what the cart holds. If it should be otherwise, tell me what to change.",
    ),
    "whose": (
        "Qual deles eu tiro do carrinho? Me diga, por exemplo: tira o segundo.",
        "Which one shall I take out of the cart? Tell me, for example: remove the second.",
    ),
    "new_order": (
        "Isto fica num pedido novo, à parte do nº {number}:",
        "This becomes a new order, beside no. {number}:",
    ),
    "code_after_yes": (
        "O código Pix vem com o pedido, assim que você confirmar.",
        "The Pix code comes with the order, once you confirm it.",
    ),
    "wait_unknown": (
        "Até quando a loja espera pelo pagamento, eu não sei dizer. Se quiser, chamo uma pessoa da equipe.",
        "How long the shop waits for the payment I can't tell. If you like, I'll call a person of the team.",
    ),
    "no_cep": (
        "Sem o CEP eu não consigo calcular o frete. Ele aparece em contas e encomendas, e no site dos "
        "Correios pelo nome da rua.",
        "Without the postal code I can't tell the shipping price. It is on bills and parcels, and the Correios site "
        "finds it by street.",
    ),
    "method_of_made": (
        "O pedido nº {number} já está feito, com pagamento {method}. Para mudar alguma coisa nele, posso chamar uma "
        "pessoa.",
        "Order no. {number} is placed already, paid by {method}. To change it I can call a person of the team.",
    ),
    "method_refused": (
        "Tudo bem, sem pagamento {method}. Como você prefere pagar?",
        "All right, not {method}. How would you like to pay?",
    ),
    "method_off": (
        "Essa forma de pagamento a loja não oferece no momento.",
        "The shop doesn't offer that payment method right now.",
    ),
    "noted_for_order": (
        "Obrigado! Anotei seus dados para o pedido nº {number}.",
        "Thank you! I have noted your details for order no. {number}.",
    ),
    "half_cep": (
        "Faltam os três últimos números do CEP: {digits}-…?",
        "The last three digits of the postal code are missing: {digits}-…?",
    ),
    "data_name": ("O pedido está no nome de {name}.", "The order is for {name}."),
    "data_no_name": ("Ainda não tenho um nome. Em que nome fica?", "I have no name yet. What name is it for?"),
    "data_address": ("Vai para: {address}.", "It goes to: {address}."),
    "data_no_address": ("Ainda não tenho o endereço. Qual é?", "I do not have the address yet. What is it?"),
    "data_fetched": ("É retirada: você busca na loja.", "It is a pickup: you collect it at the shop."),
    "tell_address": (
        "Certo, qual é o endereço certo, com o CEP?",
        "All right, what is the right address, with the postal code?",
    ),
    "tell_cep": ("Certo, qual é o CEP correto?", "All right, what is the right postal code?"),
    "tell_name": ("Certo, em que nome fica?", "All right, what name is it for?"),
    "tell_cpf": ("Certo, qual é o CPF correto?", "All right, what is the right CPF?"),
    "tell_phone": ("Certo, qual é o telefone correto?", "All right, what is the right phone number?"),
    "tell_email": ("Certo, qual é o e-mail correto?", "All right, what is the right e-mail address?"),
    "confirm_again": (
        'Posso confirmar o pedido do resumo {reference}, total {total}? Responda "sim" ou diga o que quer mudar.',
        'Shall I place the order of summary {reference}, total {total}? Answer "yes", or tell me what to change.',
    ),
    "status_line": (
        "Pedido nº {number}: {status}. Total {total}.",
        "Order no. {number}: {status}. Total {total}.",
    ),
    "no_order": (
        "Não encontrei nenhum pedido seu nesta conversa. Quer que eu chame uma pessoa da equipe?",
        "I found no order of yours in this conversation. Shall I call a person of the team?",
    ),
    "no_order_paid": (
        "Não vejo nenhum pedido seu nesta conversa. Quer que eu chame uma pessoa da equipe para verificar o pagamento?",
        "I see no order of yours in this conversation. Shall I call a person of the team to check the payment?",
    ),
    "paid_noted": (
        "Se o pagamento já foi feito, ele aparece aqui assim que for confirmado. Se pagou por chave Pix, mande o "
        "comprovante.",
        "If you have paid already, it shows here as soon as it is confirmed. If you paid to a Pix key, send the "
        "receipt.",
    ),
    "payment_again": (
        "Aqui está o pagamento do pedido nº {number}, total {total}:",
        "Here is the payment of order no. {number}, total {total}:",
    ),
    "cancel_sure": (
        'Você quer mesmo cancelar o pedido nº {number}, de {total}? Responda "sim" para cancelar.',
        'Do you really want to cancel order no. {number}, {total}? Answer "yes" to cancel it.',
    ),
    "which_cancel": (
        'Posso cancelar um de cada vez. Qual deles primeiro: {numbers}? Diga "cancela o pedido" e o número.',
        'I can cancel one at a time. Which one first: {numbers}? Say "cancel order" and its number.',
    ),
    "cancelled": (
        "Pronto: o pedido nº {number} foi cancelado.",
        "Done: order no. {number} is cancelled.",
    ),
    "kept": (
        "Certo, o pedido continua como está.",
        "All right, the order stays as it is.",
    ),
    "cannot_cancel": (
        "Esse pedido eu não consigo cancelar por aqui. Quer que eu chame uma pessoa da equipe?",
        "I can't cancel that order from here. Shall I call a person of the team?",
    ),
}

# How far an order is.
STATUSES: dict[str, tuple[str, str]] = {
    "pending": ("recebido", "received"),
    "awaiting_payment": ("aguardando o pagamento", "waiting for payment"),
    "awaiting_proof": ("aguardando o comprovante do Pix", "waiting for the Pix receipt"),
    "confirmed": ("confirmado", "confirmed"),
    "preparing": ("em preparação", "being prepared"),
    "shipped": ("enviado", "shipped"),
    "delivered": ("entregue", "delivered"),
    "returned": ("devolvido", "returned"),
    "expired": ("expirado por falta de pagamento", "expired unpaid"),
    "cancelled": ("cancelado", "cancelled"),
}
