"""What doubt, advice and a question announced mean for the rest of a message. Pure."""

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language.words import fold, stem
from app.features.chat.assistant.reading.choosing.refusals import not_yet
from app.features.chat.assistant.reading.draft import Reading
from app.features.chat.assistant.reading.questions.looks import shown_first, without_story
from app.ops.expressions import expression

_LIKED_BUT = expression(
    r"\b(?:gostei|gosto|amei|adorei|curti|achei\s+lind[oa]|(?:i\s+)?(?:like|love)d?)\b.*(?:\b(?:mas|porem|but)\b|,)\s*.*\b(?:nao|n|not|won't|don't)\b"
)
_MEASURE = expression(r"\d+(?:,\d+)?[a-z]{1,2}")
# `que pena, ia querer uns 5. valeu`: what is wanted no more
_UNREAL = expression(
    r"\b(?:ia|iamos)\s+(?:querer|levar|comprar|pedir|pegar|encomendar|fechar)\b|\bteria\s+(?:levado|comprado|pedido|fechado)\b|"
    r"\b(?:queria|gostaria\s+de)\s+ter\s+(?:levado|comprado|pedido)\b|\bwas\s+(?:going|gonna|hoping|planning)\s+to\s+(?:get|take|buy|order)\b|"
    r"\bwould(?:'ve|\s+have)\s+(?:taken|bought|ordered|got)\b"
)
# `o Diego tava querendo um saquê mas desistiu`
_GAVE_UP = expression(
    r"\b(?:tava|estava|queria|ia\s+querer|tinha\s+pedido|wanted|was\s+going\s+to)\b[^.;!?\n]*\b(?:mas|so\s+que|porem|but)\s+(?:ja\s+|depois\s+|ai\s+|s?he\s+)?"
    r"(?:desistiu|mudou\s+de\s+ideia|nao\s+(?:quer|vai\s+querer)(?:\s+mais)?\s*(?:$|[.,;!])|gave\s+up|changed\s+(?:his|her)\s+mind)"
)
# `meu vizinho quer uma bomba, mas ele vai chamar vocês`
_THEMSELVES = expression(
    r"\b(?:el[ea]s?|s?he|they)\s+(?:mesm[oa]s?\s+)?(?:(?:vai|vao|vem|vao\s+vir|is\s+going\s+to|will|'ll)\s+)?(?:te\s+|you\s+)?"
    r"(?:cham\w+|fal\w+\s+com|ped\w+|compr\w+|message|call|order|contact)\b|\bshe'll\s+(?:message|call|order)|\bhe'll\s+(?:message|call|order)"
)


def of_moods(reading: Reading) -> None:
    """Take back what is not meant, as the message is meant."""
    asked = reading.state.dialogue.pending
    if "?" not in reading.message and not_yet(f"{reading.text} {fold(reading.message)}"):
        reading.found.pop("no", None)
        reading.note(holds=True, hesitates=True)
    if reading.found.get("hesitates") and len(reading.changes) > reading.hesitated:
        reading.found.pop("hesitates")  # `deixa eu ver... uma 4 queijos media`
    if reading.found.get("hesitates") and not signs.WANT.search(reading.text):  # `a rosa é linda, mas vou pensar`
        reading.changes = [one for one in reading.changes if one.kind not in ("want", "add")]
    if reading.found.get("hesitates") and asked is not None and asked.kind == "choose":
        reading.changes.clear()  # `é pro gol, mas não sei se é G5 ou G6`
    if reading.found.get("no") and _LIKED_BUT.search(reading.text):
        reading.changes.clear()  # `gostei da preta, mas não vou levar`
    if reading.recalls is not None and _THEMSELVES.search(reading.text):
        reading.looks = [one for one in reading.looks if not one.guess]
    if _GAVE_UP.search(reading.text):
        reading.changes = [one for one in reading.changes if one.kind not in ("want", "add")]
        reading.looks = [one for one in reading.looks if not one.guess]
        reading.note(tells=True)
    ends = reading.found.get("thanks") or reading.found.get("leaves") or reading.found.get("no")
    if ends and _UNREAL.search(reading.text):
        reading.changes.clear()
        reading.looks.clear()
    wished = [set(map(stem, one.mention.words)) for one in reading.changes if one.kind in ("want", "add")]
    reading.looks = [  # `a média tem? se tiver quero 2 médias`
        one for one in reading.looks if one.parts or set(map(stem, one.mention.words)) not in wished
    ]
    shown_first(reading)
    without_story(reading)
    spoken_of = reading.state.dialogue.focus or reading.state.dialogue.listed or reading.state.cart.lines
    if reading.found.get("service") and not spoken_of:  # `vocês cortam o cano? só preciso de 2 metros`
        reading.changes = [one for one in reading.changes if not _only_measures(one.mention)]
    if reading.found.get("suggest"):
        reading.looks = [one for one in reading.looks if not one.guess]
    if reading.found.get("asks_something") or reading.found.get("refused"):
        reading.found.pop("asks_help", None)  # `uma dúvida`, and then which


def _only_measures(mention: Mention) -> bool:
    return bool(mention.words) and all(map(_MEASURE.fullmatch, mention.words))
