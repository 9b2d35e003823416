"""The assistant's sayings: Portuguese, English. `{…}` is filled in by phrases.py."""

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
    "cheapest": (
        "Do mais barato para o mais caro:",
        "Cheapest first:",
    ),
    "dearest": (
        "Do mais caro para o mais barato:",
        "Most expensive first:",
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
    "gone": (
        "Que pena: {name} está esgotado no momento.",
        "Sorry, {name} is sold out right now.",
    ),
    "which": (
        "Qual deles você quer? Me diga a posição na lista ou o nome, e a quantidade.",
        "Which one would you like? Tell me its position or name, and how many.",
    ),
    "ask_payment": (
        "Como você prefere pagar: Pix ou na entrega?",
        "How would you like to pay: Pix or cash on delivery?",
    ),
    "ask_payment_of": (
        "Como você prefere pagar: {options}?",
        "How would you like to pay: {options}?",
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
    "human": (
        "Certo, já chamei uma pessoa da equipe. Ela continua a conversa por aqui.",
        "All right, I have called a person of the team, who will continue here.",
    ),
    "complaint": (
        "Sinto muito por isso. Já chamei uma pessoa da equipe para resolver com você por aqui.",
        "I'm sorry about that. I have called a person of the team to sort it out with you here.",
    ),
    "misunderstood": (
        "Desculpe, continuo sem entender. Já chamei uma pessoa da equipe para ajudar você por aqui.",
        "Sorry, I still don't understand. I have called a person of the team to help you here.",
    ),
    "no_person": (
        "Não consigo chamar uma pessoa por aqui. Por favor, fale com a loja pelos canais dela.",
        "I can't call a person from here. Please contact the shop directly.",
    ),
    "ask_person": (
        "Isso eu não consigo ver por aqui. Quer que eu chame uma pessoa da equipe?",
        "I can't see that from here. Shall I call a person of the team?",
    ),
    "unknown": (
        'Desculpe, não entendi. Me diga o que procura (por exemplo: "tênis até R$ 200") ou o que quer saber.',
        "Sorry, I didn't get that. Tell me what you are looking for (for example: \"running shoes under "
        '200") or what you want to know.',
    ),
    "dont_know": (
        "Isso eu não sei responder. Quer que eu chame uma pessoa da equipe?",
        "I don't know that. Shall I call a person of the team?",
    ),
    "unknown_answer": (
        "Essa informação eu não tenho aqui. Quer que eu chame uma pessoa da equipe?",
        "I don't have that information here. Shall I call a person of the team?",
    ),
    "choose_option": (
        "{name}: qual {options} você quer?",
        "{name}: which {options} would you like?",
    ),
    "notice_noted": (
        "Anotado! Assim que chegar eu aviso por aqui.",
        "Noted! I'll write here as soon as it is back.",
    ),
    "no_notice": (
        "Eu não consigo avisar sozinho quando chegar. Quer que eu peça a uma pessoa da equipe?",
        "I can't let you know by myself when it is back. Shall I ask a person of the team?",
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
        "Para entrega no seu endereço, me diga o CEP.",
        "For delivery to your address, tell me the postal code (CEP).",
    ),
    "coupon_noted": (
        "Anotei o cupom {code}. Eu aplico quando o pedido estiver montado.",
        "I noted the coupon {code}. I'll apply it once we have your order.",
    ),
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
    "which_of": (
        "Tenho mais de um assim. Qual deles você quer?",
        "I have more than one like that. Which one would you like?",
    ),
    "is_it_this": (
        "O mais próximo de {query} que tenho é este. Pode ser ele?",
        "The closest to {query} that I have is this. Is it the one?",
    ),
    "nearby": (
        "Não encontrei {query}. O mais parecido que tenho:",
        "I couldn't find {query}. The closest I have:",
    ),
    "what_product": (
        "Qual produto você quer? Me diga o nome ou o que procura.",
        "Which product would you like? Tell me its name, or what you are looking for.",
    ),
    "no_price": (
        "O preço de {name} é sob consulta. Quer que eu chame uma pessoa da equipe?",
        "{name} has its price on request. Shall I call a person of the team?",
    ),
    "too_little": (
        "De {name} só temos {available} em estoque. Quantas unidades você quer?",
        "We only have {available} of {name} in stock. How many would you like?",
    ),
    "pending": (
        "No seu carrinho:",
        "In your cart:",
    ),
    "taken_out": (
        "Tirei {name} do carrinho.",
        "I took {name} out of the cart.",
    ),
    "not_in_cart": (
        "Não encontrei {query} no seu carrinho.",
        "I didn't find {query} in your cart.",
    ),
    "cart_empty": (
        "O carrinho está vazio. O que você gostaria de ver?",
        "The cart is empty now. What would you like to see?",
    ),
    "emptied": (
        "Tudo bem, esvaziei o carrinho e nada foi pedido. Se quiser outra coisa, é só dizer.",
        "All right, I emptied the cart and nothing was ordered. Just tell me if you want something else.",
    ),
    "no": (
        "Sem problema! Se quiser ver outra coisa, é só dizer.",
        "No problem! Just tell me if you want to see something else.",
    ),
    "what_to_change": (
        "Tudo bem, não fechei nada. O que você quer mudar?",
        "All right, nothing was placed. What would you like to change?",
    ),
    "what_now": (
        "Certo! O que você procura?",
        "Great! What are you looking for?",
    ),
    "all_set": (
        "Tudo certo: o pedido nº {number} já está feito. Se quiser mais alguma coisa, é só dizer.",
        "All set: order no. {number} is placed. Just tell me if you want anything else.",
    ),
    "who": (
        "Sou o assistente virtual da {shop}: um programa, não uma pessoa. Posso mostrar produtos, montar o pedido e "
        "chamar alguém da equipe quando você quiser.",
        "I'm the virtual assistant of {shop}: a program, not a person. I can show products, take your order and call "
        "someone of the team whenever you like.",
    ),
    "help": (
        "Claro! Me diga o que procura e eu mostro as opções com preço. Depois é só dizer qual quer, quantos e como "
        "prefere pagar. Também respondo sobre entrega, trocas e pagamento.",
        "Sure! Tell me what you are looking for and I'll show the options with prices. Then just say which, how many "
        "and how you want to pay. I also answer about delivery, returns and payment.",
    ),
    "no_picture": (
        "Não consigo mandar fotos por aqui, mas posso descrever o produto para você.",
        "I can't send pictures here, but I can describe the product for you.",
    ),
    "smile": (
        "😄 Se precisar de alguma coisa, é só dizer.",
        "😄 Just tell me if you need anything.",
    ),
    "no_hurry": (
        "Sem pressa! Nada foi fechado. Quando decidir, é só me chamar.",
        "No hurry! Nothing was placed. Just call me when you have decided.",
    ),
    "conditional": (
        "Entendi. Não fechei nada: quando estiver tudo certo para você, é só me avisar.",
        "Understood. I placed nothing: just tell me when everything is fine for you.",
    ),
    "told": (
        "Obrigado por contar! Se quiser alguma coisa, me diga o produto e a quantidade.",
        "Thanks for telling me! If you want something, tell me the product and how many.",
    ),
    "looking": (
        "Fique à vontade! Se quiser, me diga o que procura e eu mostro as opções com preço.",
        "Take your time! Tell me what you like and I'll show you the options with prices.",
    ),
    "price_stands": (
        "Os preços são os da loja e eu não consigo mudar.",
        "Prices are the shop's, and I can't change them.",
    ),
    "price_is": (
        "O preço de {name} é {price} e eu não consigo mudar.",
        "{name} costs {price}, and I can't change that.",
    ),
    "method_noted": (
        "Certo, {method}. Qual produto você quer?",
        "All right, {method}. Which product would you like?",
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
    "noted": (
        "Anotei seus dados.",
        "I have noted your details.",
    ),
    "noted_alone": (
        "Anotei seus dados. O que você procura?",
        "I have noted your details. What are you looking for?",
    ),
    "noted_for_order": (
        "Obrigado! Anotei seus dados para o pedido nº {number}.",
        "Thank you! I have noted your details for order no. {number}.",
    ),
    "nice_to_meet": (
        "Prazer, {name}! O que você procura hoje?",
        "Nice to meet you, {name}! What are you looking for today?",
    ),
    "confirm_again": (
        'Posso confirmar o pedido do resumo {reference}? Responda "sim" ou diga o que quer mudar.',
        'Shall I place the order of summary {reference}? Answer "yes", or tell me what to change.',
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
