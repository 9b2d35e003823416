"""What somebody must not eat, beside the name of goods: `tem bolo sem lactose?` What the shop says of it goes first."""

import re

from app.features.chat.assistant.deciding.mind import Mind, Say
from app.features.chat.assistant.documents.answers import sentences_of
from app.features.chat.assistant.language.goods import NAMES
from app.features.chat.assistant.language.words import fold, stem, words

_RESTRICTION = re.compile(
    r"\b(?:sem|zero|livre\s+de|without|no)\s+"
    r"(?P<what>lactose|gluten|acucar|leite|ovos?|soja|amendoim|nozes|sugar|"
    r"milk|dairy|eggs?|nuts?|peanuts?|soy)\b"
    r"|\b(?P<free>lactose|gluten|dairy|sugar|egg|nut|milk)[\s-]free\b"
    r"|\b(?P<called>diet|vegan[oa]?s?|vegetarian[oa]?s?|low\s+carb|integra(?:l|is))\b"
)
_IN_PORTUGUESE = {
    "sugar": "acucar", "milk": "leite", "dairy": "lactose", "egg": "ovo", "eggs": "ovo", "nut": "nozes",
    "nuts": "nozes",
    "peanut": "amendoim", "peanuts": "amendoim", "soy": "soja", "vegan": "vegano",
}  # fmt: skip
_DENIES = re.compile(r"\b(?:nao|nenhum\w*|contem|contains?|do\s+not|don't|not)\b")


def tell(mind: Mind) -> bool:
    """Say what a document tells of the restriction that a question names, unless the names of goods have it; True: it
    was said, and goods without it are no answer."""
    acts = mind.acts
    asked = any(not one.guess for one in acts.looks) or acts.wonders or acts.about or acts.traits is not None
    if not asked or acts.changes:
        return False
    told = [one["what"] or one["free"] or one["called"] for one in _RESTRICTION.finditer(fold(acts.text))]
    wanted = [_IN_PORTUGUESE.get(word, word) for word in told]
    if any(mind.shop.goods.place(word) >= NAMES for word in wanted):
        return False
    sentences = [sentence for passage in mind.shop.passages for sentence in sentences_of(passage.text)]
    for word in wanted:
        found = [one for one in sentences if stem(word) in map(stem, words(one)) and _DENIES.search(fold(one))]
        if found:
            best = max(
                found, key=lambda one: re.search(r"\bsem\b|\bdiet\b|\bwithout\b|\bfree\b", fold(one)) is not None
            )
            if not any(said.text == best for said in mind.says):
                mind.says.append(Say("text", text=best))
            return True
    return False
