"""A yes to what is offered, with a question behind it: `sim, e vocês entregam em Santos?` takes it first. Pure."""

from app.features.chat.assistant.documents.topics import topics_of
from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.words import fold, number, words
from app.features.chat.assistant.products.matching import shares
from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

_YES = expression(
    r"\s*(?:(?P<pt>sim|pode|quero|com\s+certeza|fechado)|(?P<en>yes|yeah|sure))"
    r"(?:\s+(?:sim|ser|colocar|coloca|por|botar|separar|please|por\s+favor))*\s*[.,!;]+\s*(?:(?:e|and)\s+)?(?P<rest>(?!mas\b|but\b|se\b|if\b|n[aã]o\b)\S.*)"
)
_SO_MANY = expression(
    r"\W*(?:(?:ok|ta|blz|isso|sim|[oa]s)\W+)*(?P<n>\d|dois|duas|tres|quatro|two|three)\s+(?:entao|mesmo|msm|then)\W*"
)


def yes_first(message: str, state: ConversationState) -> str:
    """The message with a wish for what was offered in the place of the yes."""
    asked, found = state.dialogue.pending, _YES.fullmatch(message.lower().replace("\n", " "))
    many = _SO_MANY.fullmatch(fold(message))
    if asked is not None and asked.every and many is not None and number(many["n"]) == len(asked.options):
        return "sim"  # `2 então`, of two things that were offered together
    if found is None or asked is None or asked.near or asked.only_told:
        return message
    alone = asked.kind == "quantity" and len(asked.options) == 1
    one_of_each = asked.every and set(asked.counts) <= {1}
    if not (alone or one_of_each) or state.awaiting_confirmation:
        return message
    rest = message[found.start("rest") :]
    names = [one.name for one in asked.options]
    others = [
        word
        for word in words(fold(rest))
        if current().place(word) == BEGINS and not any(shares([word], one) for one in names)
    ]
    if "?" not in rest or not (topics_of(fold(rest)) or others):
        return message
    if found["en"]:
        return f"I'll take {'it' if alone else 'all of them'}. {rest}"
    return f"{'quero' if alone else 'quero todos'}. {rest}"
