"""What says that a gift is looked for. Pure."""

from app.ops.expressions import expression

GIFT = expression(r"\b(?:presente\w*|lembranc\w+|gifts?|presents?)\b")
# A gift is looked for, and not wrapped: `quero um presente pro meu pai`, `o que vcs tem pra dar de presente?`
GIFT_SOUGHT = expression(
    r"\b(?:quero|queria|preciso|procur\w+|atras|busc\w+|compra\w*|escolh\w+|tem|teria|ideias?|dicas?|opc\w+|suger\w+|sugest\w+|"
    r"indica\w*|recomenda\w*|need|want|looking|find|have|ideas?|suggest\w*|recommend\w*)\b[^.;!?]{0,30}?"
    r"\b(?:(?:de|d[oa]r|um|uma|algum|alguma|outro|algo|coisa|qual|melhor|bom|a|an|any|some|nice|as)\s+)+(?:presente|presentinho|presentao|lembranc\w+|gift|present)s?\b"
    r"|^\W*(?:(?:oi+|ola|bom\s+dia|boa\s+tarde|boa\s+noite|hi|hello|e)\W+)*(?:qual|quais|que|what|which)\s+(?:presentes?|gifts?)\b"
)
