"""The assistant's sayings: Portuguese, English. `{…}` is filled in by phrases.py."""

from app.features.chat.assistant.saying.sayings_of_orders import ORDER_SAYINGS

SAYINGS: dict[str, tuple[str, str]] = ORDER_SAYINGS | {
    "greet": (
        "{greeting} Posso procurar produtos, dizer preços e montar o seu pedido. O que você procura hoje?",
        "{greeting} I can look for products, tell you prices and take your order. What are you looking for?",
    ),
    "hello": ("Olá! Que bom ter você aqui{shop}.", "Hi! Good to have you here{shop}."),
    "thanks": (
        "Eu que agradeço! Se precisar de mais alguma coisa, é só chamar.",
        "You're welcome! Just call if you need anything else.",
    ),
    "goodbye": ("Até mais! Volte quando quiser.", "See you! Come back any time."),
    "cheapest": ("Do mais barato para o mais caro:", "Cheapest first:"),
    "smallest": ("Do menor para o maior:", "Smallest first:"),
    "largest": ("Do maior para o menor:", "Largest first:"),
    "dearest": ("Do mais caro para o mais barato:", "Most expensive first:"),
    "no_shop": (
        "Ainda não estou ligado a uma loja nesta conversa, então não consigo ver produtos nem fazer pedidos.",
        "I'm not connected to a shop in this conversation, so I can't see products or take orders.",
    ),
    "found": ("Encontrei estas opções:", "Here is what I found:"),
    "found_one": ("Encontrei esta opção:", "I found this:"),
    "out_of_range": (
        "Não encontrei nada {range}. O mais próximo que temos:",
        "I found nothing {range}. The closest we have:",
    ),
    "rest": ('Tem mais: diga "mais" para ver.', 'There are more: say "more" to see them.'),
    "more": ("Temos também:", "We also have:"),
    "invite": (
        'Quer detalhes de algum ou já fazer o pedido? É só dizer, por exemplo: "quero 2 do primeiro, '
        'pagamento por Pix".',
        'Want details of one, or to order? Just say, for example: "2 of the first, pay by Pix".',
    ),
    "invite_one": (
        "Quer levar? Me diga a quantidade e se prefere Pix ou pagamento na entrega.",
        "Would you like it? Tell me how many, and Pix or cash on delivery.",
    ),
    "and_kind": ("Diga também: {options}.", "Tell me the {options}, too."),
    "no_last_order": (
        "Não tenho aqui um pedido seu para repetir. Me diga os produtos e as quantidades que eu monto um.",
        "I have no order of yours here to repeat. Tell me the products and how many, and I'll put one together.",
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
    "gone": ("Que pena: {name} está esgotado no momento.", "Sorry, {name} is sold out right now."),
    "which": (
        "Qual deles você quer? Me diga a posição na lista ou o nome, e a quantidade.",
        "Which one would you like? Tell me its position or name, and how many.",
    ),
    "failed": (
        "Não consegui concluir isso agora. Quer tentar de novo em instantes ou falar com um atendente?",
        "I couldn't complete that right now. Try again in a moment, or shall I call a person?",
    ),
    "cut": (
        "Sua mensagem é longa, e eu só li o começo, até “… {until}”. Me mande o resto em mensagens menores, por favor.",
        "Your message is long, and I only read its beginning, up to “… {until}”. Please send the rest in shorter ones.",
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
    "shall_call": ("Quer que eu chame uma pessoa da equipe?", "Shall I call a person of the team?"),
    "ask_person": (
        "Isso eu não consigo ver por aqui. Quer que eu chame uma pessoa da equipe?",
        "I can't see that from here. Shall I call a person of the team?",
    ),
    "unknown_word": ("Desculpe, não entendi essa parte.", "Sorry, I didn't get that part."),
    "unread": (
        'Não entendi esta parte: "{piece}". O que você quis dizer com ela?',
        'I didn\'t get this part: "{piece}". What did you mean by it?',
    ),
    "still_unread": (
        'Falta uma parte que não entendi: "{piece}". Me diga de novo o produto e a quantidade. Ou sigo sem ela?',
        'There is a part I didn\'t get: "{piece}". Tell me the product and how many again. Or do I go on without it?',
    ),
    "or_without": (
        "Me diga com outras palavras, ou sigo com o pedido como está?",
        "Tell me in other words, or do I go on with the order as it is?",
    ),
    "unknown": (
        "Desculpe, não entendi. Me diga o nome do que procura, ou o que quer saber da loja.",
        "Sorry, I didn't get that. Tell me the name of what you are looking for, or what you want to know.",
    ),
    "dont_know": (
        "Isso eu não sei responder. Quer que eu chame uma pessoa da equipe?",
        "I don't know that. Shall I call a person of the team?",
    ),
    "unknown_answer": (
        "Essa informação eu não tenho aqui. Quer que eu chame uma pessoa da equipe?",
        "I don't have that information here. Shall I call a person of the team?",
    ),
    "freight_unknown": (
        "Quanto fica o frete{place} a loja não me informou: a equipe diz o valor por aqui.",
        "The shop has not told me what shipping{place} costs: the team tells it here.",
    ),
    "how_many_unknown": (
        "Quantas unidades há ao certo eu não sei dizer.",
        "I can't say exactly how many there are.",
    ),
    "all_told": (
        "Resposta certa para isso eu não tenho. Aqui vai o que a loja informa; se não bastar, posso chamar uma pessoa "
        "da equipe.",
        "I have no sure answer to that. Here is what the shop tells; if that is not it, I can call a person.",
    ),
    "not_told": (
        "Essa informação eu não tenho aqui. Se quiser, posso chamar uma pessoa da equipe.",
        "I don't have that information here. If you like, I can call a person of the team.",
    ),
    "not_told_of": (
        "Sobre {query} não tenho informação aqui. Se quiser, posso chamar uma pessoa da equipe.",
        "About {query} I have no information here. If you like, I can call a person of the team.",
    ),
    "choose_option": ("{name}: qual {options} você quer?", "{name}: which {options} would you like?"),
    "notice_noted": ("Anotado! Assim que chegar eu aviso por aqui.", "Noted! I'll write here as soon as it is back."),
    "notice_of": (
        "Anotado! Assim que {name} chegar eu aviso por aqui.",
        "Noted! I'll write here as soon as {name} is back.",
    ),
    "no_notice": (
        "Eu não consigo avisar sozinho quando chegar. Quer que eu peça a uma pessoa da equipe?",
        "I can't let you know by myself when it is back. Shall I ask a person of the team?",
    ),
    "which_of": (
        "Tenho mais de um assim. Qual deles você quer?",
        "I have more than one like that. Which one would you like?",
    ),
    "still_open": (
        "Antes de fechar, falta escolher {query}. Qual destes você quer?",
        "Before we close: {query} is still to be chosen. Which of these would you like?",
    ),
    "left_to_choose": ("Falta só dizer qual deles você quer:", "Just tell me which one you would like:"),
    "way_out": (
        'Se preferir seguir sem, diga "deixa {query}".',
        'To go on without it, say "leave out {query}".',
    ),
    "left_out": (
        "Deixei {query} de fora, porque não entendi qual é. Quer que eu chame uma pessoa da equipe, ou sigo sem?",
        "I left out {query}, as I didn't understand which one. Shall I call a person of the team, or go on without?",
    ),
    "sum": ("Juntos: {total}.", "Together: {total}."),
    "back_to": (
        "Certo! Quer levar {name}? Me diga a quantidade.",
        "All right! Would you like {name}? Tell me how many.",
    ),
    "is_it_this": (
        "O mais próximo de {query} que tenho é este. Pode ser ele?",
        "The closest to {query} that I have is this. Is it the one?",
    ),
    "only_in": (
        "No momento só tenho em {values}. Se servir, me diga qual e quantos:",
        "Right now I only have it in {values}. If that does, tell me which and how many:",
    ),
    "nearby": ("Não encontrei {query}. O mais parecido que tenho:", "I couldn't find {query}. The closest I have:"),
    "none_bears": (
        "Nenhum deles é para tanto. O que a loja informa de cada um:",
        "None of these is made for that much. What the shop tells of each:",
    ),
    "taken_as": (
        "Incluí {name} como {query}. Se não for isso, é só dizer.",
        "I put in {name} for {query}. Just tell me if that is not it.",
    ),
    "by_whole": (
        "{name} vendemos de {each} em {step}, então {wanted} não dá. Quantos você quer?",
        "We sell {name} by {step}, so {wanted} won't do. How many would you like?",
    ),
    "sold_by": (
        "{name} vendemos de {each} em {step}, então {wanted} não dá.",
        "We sell {name} by {step}, so {wanted} won't do.",
    ),
    "by_the_kilo": (
        "{name} vendemos por quilo: {count} são {count} kg. Se não é isso, diga quantos quilos quer.",
        "We sell {name} by the kilo: {count} are {count} kg. If that is not it, tell me how many kilos.",
    ),
    "in_sets": (
        "{name} já vem com {each}: pus {many} no carrinho, que dá {pieces}. Se quiser mais, é só dizer.",
        "{name} comes with {each}: I put {many} in, which makes {pieces}. Just tell me if you want more.",
    ),
    "or_sets": (
        "{name} vem com {each} em cada: você quer {many}, que dá {pieces}, ou {pieces}, que dá {all}?",
        "{name} comes with {each} in each: is it {many}, which makes {pieces}, or {pieces}, which makes {all}?",
    ),
    "sum_of": ("{lines}\nJuntos: {total}.", "{lines}\nTogether: {total}."),
    "not_weighed": (
        "{name} não vendemos por peso nem medida. Quantos você quer?",
        "We don't sell {name} by weight or measure. How many would you like?",
    ),
    "no_measure": (
        "{wanted} não dá certo com o que temos de {name}:",
        "{wanted} does not go with what we have of {name}:",
    ),
    "whole_only": ("{name} é vendido de 1 em 1 {unit}.", "{name} is sold by whole {unit}."),
    "foreign_size": (
        "Os tamanhos aqui são os da loja: {sizes}. De {size} ela não me informou a conversão; qual destes você usa?",
        "The sizes here are the shop's own, as in Brazil: {sizes}. It has told me nothing about {size}; "
        "which of these is it?",
    ),
    "foreign_size_alone": (
        "Os tamanhos aqui são os da loja, e de {size} ela não me informou a conversão.",
        "The sizes here are the shop's own, as in Brazil; it has told me nothing about {size}.",
    ),
    "abroad_unknown": (
        "Sobre envio para fora do Brasil a loja não me informou nada.",
        "The shop has told me nothing about sending abroad.",
    ),
    "place_unknown": (
        "Sobre entrega em {place} a loja não me informou nada.",
        "The shop has told me nothing about delivery to {place}.",
    ),
    "in_stock": ("Temos {name} em estoque.", "{name} is in stock."),
    "compared": ("Isto é o que a loja informa de cada um:", "This is what the shop tells of each:"),
    "same_but": (
        "O produto é o mesmo; o que muda: {options}.",
        "It is the same product; what differs: {options}.",
    ),
    "may_suit": ("Talvez um destes sirva:", "One of these may suit you:"),
    "number_unclear": (
        "Não sei o que é {number}. Se é o CEP, mande os 8 números; se é a quantidade, diga o produto junto.",
        "I don't know what {number} is. If it is the postal code, send all 8 digits; if a count, name the product.",
    ),
    "number_of_house": (
        "Se {number} é o número da casa, me mande a rua junto; se é a quantidade, diga o produto junto.",
        "If {number} is the house number, send the street with it; if a count, name the product.",
    ),
    "found_each": ("Tenho, sim:", "Yes, I have:"),
    "picked": (
        "Escolhi {name}. Se preferir outro, é só dizer.",
        "I picked {name}. Just say so if you would rather have another.",
    ),
    "offer_all": ("Posso colocar tudo no pedido?", "Shall I put all of it in the order?"),
    "offer_one": (
        "Separo {quantity} para você? Nada foi pedido ainda.",
        "Shall I put {quantity} aside for you? Nothing is ordered yet.",
    ),
    "offer_of": (
        "De qual eu separo {quantity}? Nada foi pedido ainda.",
        "Of which shall I put {quantity} aside? Nothing is ordered yet.",
    ),
    "with_trait": ("Sim, com {trait}:", "Yes, with {trait}:"),
    "trait_gone": ("Com {trait} está esgotado no momento:", "With {trait} it is sold out right now:"),
    "trait_none": ("Em {trait} não tenho.", "I don't have it in {trait}."),
    "trait_unknown": (
        "Se há com {trait}, eu não sei dizer: a loja não informa. Quer que eu chame uma pessoa da equipe?",
        "Whether there is {trait} I can't tell: the shop does not say. Shall I call a person of the team?",
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
    "pending": ("No seu carrinho:", "In your cart:"),
    "taken_out": ("Tirei {name} do carrinho.", "I took {name} out of the cart."),
    "not_in_cart": ("Não encontrei {query} no seu carrinho.", "I didn't find {query} in your cart."),
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
    "what_now": ("Certo! O que você procura?", "Great! What are you looking for?"),
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
        "Não consigo mandar fotos nem links por aqui, mas posso descrever o produto para você.",
        "I can't send pictures or links here, but I can describe the product for you.",
    ),
    "suggested": ("Do que mostrei, tudo isto se encaixa:", "Of what I showed, all of this fits:"),
    "in_cart": ("Isso mesmo: {name}.", "That's right: {name}."),
    "exclaimed": (
        "Entendo! Se quiser ver outra coisa, é só dizer.",
        "I see! Just tell me if you would like to see something else.",
    ),
    "note_taken": (
        "Anotei para o pedido: {notes}. A equipe da loja vê o recado; se dá para fazer, é ela quem confirma.",
        "Noted for the order: {notes}. The shop's team sees it; whether it can be done is theirs to say.",
    ),
    "note_seen": (
        "Anotei aqui na conversa, que a equipe da loja lê.",
        "I keep that here in the conversation, which the shop's team reads.",
    ),
    "not_known_fine": ("Sem problema! Quando souber, é só me dizer.", "No problem! Just tell me when you know."),
    "private": ("Só posso falar dos seus próprios pedidos e dados.", "I can only speak of your own orders and data."),
    "meddled": (
        "Isso eu não posso mudar: preços e regras são os da loja. Posso ajudar com os produtos dela.",
        "I can't change that: prices and rules are the shop's. I can help you with its products.",
    ),
    "change_for": (
        "Pagando em dinheiro, me diga para quanto é o troco, que eu anoto no pedido.",
        "If you pay in cash, tell me which note you need change for, and I'll note it in the order.",
    ),
    "heard": ("Entendi!", "Got it!"),
    "restock": (
        'Quando {name} chega de novo eu não sei. Se quiser que eu avise assim que chegar, é só dizer "me avisa".',
        "I don't know when {name} will be back. Say \"let me know\" and I'll write here as soon as it is.",
    ),
    "restock_unknown": (
        "Quando {name} chega de novo eu não sei. Quer que eu pergunte a uma pessoa da equipe?",
        "I don't know when {name} will be back. Shall I ask a person of the team?",
    ),
    "smile": ("😄 Se precisar de alguma coisa, é só dizer.", "😄 Just tell me if you need anything."),
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
    "short_of_free": ("Para isso faltam {left} em produtos.", "That is {left} more in goods."),
    "price_stands": (
        "Os preços são os da loja e eu não consigo mudar.",
        "Prices are the shop's, and I can't change them.",
    ),
    "price_is": (
        "O preço de {name} é {price} e eu não consigo mudar.",
        "{name} costs {price}, and I can't change that.",
    ),
    "noted": ("Anotei seus dados.", "I have noted your details."),
    "name_noted": ("Anotei seus dados, em nome de {name}.", "I have noted your details, for {name}."),
    "noted_street": ("Anotei a rua. Qual é o número?", "I have noted the street. What number is it?"),
    "noted_alone": ("Anotei seus dados. O que você procura?", "I have noted your details. What are you looking for?"),
    "nice_to_meet": (
        "Prazer, {name}! O que você procura hoje?",
        "Nice to meet you, {name}! What are you looking for today?",
    ),
}
