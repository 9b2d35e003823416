"""The assistant's sayings: Portuguese, English. `{…}` is filled in by phrases.say."""

SAYINGS: dict[str, tuple[str, str]] = {
    "greet": (
        "{greeting} Posso procurar produtos, dizer preços e montar o seu pedido. O que você procura hoje?",
        "{greeting} I can look for products, tell you prices and take your order. What are you looking for?",
    ),
    "hello": (
        "Olá! Que bom ter você aqui{shop}.",
        "Hi! Good to have you here{shop}.",
    ),
    "thanks": (
        "Eu que agradeço! Se precisar de mais alguma coisa, é só chamar.",
        "You're welcome! Just call if you need anything else.",
    ),
    "goodbye": (
        "Até mais! Volte quando quiser.",
        "See you! Come back any time.",
    ),
    "human": (
        "Claro! Vou deixar avisado que você quer falar com um atendente. Assim que possível uma pessoa da"
        " equipe continua a conversa por aqui.",
        "Of course! I'll leave word that you want to talk to a person. Someone of the team will continue "
        "here as soon as possible.",
    ),
    "shipping": (
        "O frete e o prazo dependem do seu endereço. Me passe o CEP junto com o pedido que a equipe "
        "confirma o valor e o prazo da entrega com você.",
        "Shipping cost and time depend on your address. Send me your postal code with the order and the "
        "team will confirm both with you.",
    ),
    "policy": (
        "Essa informação eu não tenho aqui. Se quiser, chamo um atendente para responder direitinho.",
        "I don't have that information here. I can call a person of the team to answer you properly, if you like.",
    ),
    "payment": (
        "Você pode pagar com Pix ou na entrega, conforme o que a loja tiver ativo. Me diga o produto e a "
        "quantidade que eu monto o pedido.",
        "You can pay by Pix or cash on delivery, depending on what the shop offers. Tell me product and "
        "quantity and I'll set up the order.",
    ),
    "no_card": (
        "Cartão e boleto eu não recebo por aqui: dá para pagar com Pix ou na entrega.",
        "I can't take cards here: you can pay by Pix or cash on delivery.",
    ),
    "contact": (
        "Obrigado! Seus dados ficam nesta conversa, e a equipe confirma a entrega com você.",
        "Thank you! Your details stay in this conversation, and the team will confirm the delivery with you.",
    ),
    "noted": (
        "Obrigado, anotei seus dados.",
        "Thank you, I have noted your details.",
    ),
    "cancel": (
        "Eu não consigo cancelar pedidos: isso é com a equipe da loja, que lê esta conversa e resolve com você.",
        "I can't cancel orders: that is for the shop's team, who read this conversation and will sort it out with you.",
    ),
    "order_status": (
        "Eu não vejo o andamento dos pedidos: isso é com a equipe da loja, que lê esta conversa e responde a você.",
        "I can't see how far an order is: that is for the shop's team, who read this conversation and will answer you.",
    ),
    "cheapest": (
        "Do mais barato para o mais caro:",
        "Cheapest first:",
    ),
    "dearest": (
        "Do mais caro para o mais barato:",
        "Most expensive first:",
    ),
    "no": (
        "Sem problema! Se quiser ver outra coisa, é só dizer.",
        "No problem! Just tell me if you want to see something else.",
    ),
    "unknown": (
        'Desculpe, não entendi. Me diga o que procura (por exemplo: "tênis até R$ 200") ou peça para '
        "falar com um atendente.",
        "Sorry, I didn't get that. Tell me what you are looking for (for example: \"running shoes under "
        '200") or ask for a person.',
    ),
    "no_shop": (
        "Ainda não estou ligado a uma loja nesta conversa, então não consigo ver produtos nem fazer pedidos.",
        "I'm not connected to a shop in this conversation, so I can't see products or take orders.",
    ),
    "found": (
        "Encontrei estas opções:",
        "Here is what I found:",
    ),
    "found_one": (
        "Encontrei esta opção:",
        "I found this:",
    ),
    "nearby": (
        "Não encontrei {query}. Veja outras opções da loja:",
        "I couldn't find {query}. Here is what else the shop has:",
    ),
    "out_of_range": (
        "Não encontrei nada {range}. O mais próximo que temos:",
        "I found nothing {range}. The closest we have:",
    ),
    "more": (
        "Temos também:",
        "We also have:",
    ),
    "invite": (
        'Quer detalhes de algum ou já fazer o pedido? É só dizer, por exemplo: "quero 2 do primeiro, '
        'pagamento por Pix".',
        'Want details of one, or to order? Just say, for example: "2 of the first, pay by Pix".',
    ),
    "invite_one": (
        "Quer levar? Me diga a quantidade e se prefere Pix ou pagamento na entrega.",
        "Would you like it? Tell me how many, and Pix or cash on delivery.",
    ),
    "nothing": (
        "Não encontrei {query} na loja. Quer tentar com outras palavras ou ver outra coisa?",
        "I couldn't find {query} in the shop. Want to try other words, or something else?",
    ),
    "no_more": (
        "Por enquanto era isso que eu tinha parecido. Quer procurar outra coisa?",
        "That was all I had of the kind. Want to look for something else?",
    ),
    "sold_out": (
        "Que pena: {name} está esgotado no momento. Quer ver parecidos?",
        "Sorry, {name} is sold out right now. Want to see similar ones?",
    ),
    "which": (
        "Qual deles você quer? Me diga a posição na lista ou o nome, e a quantidade.",
        "Which one would you like? Tell me its position or name, and how many.",
    ),
    "which_of": (
        "Encontrei mais de um com esse nome. Qual deles você quer?",
        "I found more than one with that name. Which one would you like?",
    ),
    "pending": (
        "Anotei:",
        "Noted:",
    ),
    "ask_payment": (
        "Como você prefere pagar: Pix ou na entrega?",
        "How would you like to pay: Pix or cash on delivery?",
    ),
    "ask_payment_of": (
        "Como você prefere pagar: {options}?",
        "How would you like to pay: {options}?",
    ),
    "method_off": (
        "Essa forma de pagamento a loja não oferece no momento.",
        "The shop doesn't offer that payment method right now.",
    ),
    "too_little": (
        "Não temos essa quantidade em estoque agora. Quer pedir menos unidades?",
        "We don't have that many in stock right now. Would you like fewer?",
    ),
    "failed": (
        "Não consegui concluir isso agora. Quer tentar de novo em instantes ou falar com um atendente?",
        "I couldn't complete that right now. Try again in a moment, or shall I call a person?",
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
    "ask_address": (
        "Para a entrega, me passe seu nome e o endereço completo com CEP.",
        "For delivery, please send me your name and full address.",
    ),
    "ask_only_address": (
        "Para a entrega, me passe o endereço completo com CEP.",
        "For delivery, please send me your full address.",
    ),
    "shipped": (
        "Prontinho: o pedido foi marcado como enviado.",
        "Done: the order is marked as shipped.",
    ),
    "not_shipped": (
        "Não consegui marcar esse pedido como enviado. Um atendente pode verificar para você.",
        "I couldn't mark that order as shipped. A person of the team can check it for you.",
    ),
    "source": (
        'Sobre isso, segundo "{source}": {text}',
        'About that, according to "{source}": {text}',
    ),
}
