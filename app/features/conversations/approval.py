"""What somebody finds of an answer before agreeing: that it serves, comes in time, was understood. Folded text, short
forms spelt out; a condition, a question or a no among it stays as it is. Pure.
"""

from app.ops.expressions import expression

_LEADS = (
    r"(?:(?:a+h+|oh|hum+|hm+|e|eh|entao|ai|ok|okay|ta|tah|certo|beleza|otimo|perfeito|show|nossa|ufa|opa|sim|tranquilo|"
    r"isso|ess[ea]|est[ea]|(?:[oa]|ess[ea])\s+(?:prazo|data|dia|horario|tempo)|pra\s+mim|por\s+mim|me|assim|ja|super|great|oh|that|it|this)\s+)*"
)
_EVENT = (
    r"(?:\s+(?:d[ao]|pr[ao]|para)\s+(?:(?:[oa]|meu|minha|nosso|nossa)\s+)?(?!troc|mud|tir|canc)[a-z]{3,}"
    r"(?:\s+d[aeo]\s+(?:(?:meu|minha)\s+)?[a-z]{3,})?)?"
)
_WELL = r"(?:bom|boa|otim[oa]|ok|cert[oa]|tranquil[oa]|perfeit[oa]|de\s+boa|excelente)"
_FOUND = (
    r"(?:serve[m]?|atende[m]?|resolve[m]?|rola|funciona|encaixa|da\s+(?:conta|certo|certinho|sim|pe|tranquilo)|"
    rf"(?:da|deu|tem|sobra)\s+tempo(?:\s+(?:sobrando|de\s+sobra))?{_EVENT}|"
    rf"(?:chega[m]?|fica[m]?\s+pront[oa]s?|vai\s+(?:chegar|dar|ficar)|vem)\s+(?:aqui\s+)?(?:bem\s+)?a\s+tempo{_EVENT}|"
    rf"(?:ta|esta|fica|vem|chega)\s+(?:bem\s+)?(?:dentro\s+do|no)\s+prazo|(?:o\s+|ess[ea]\s+)?prazo\s+(?:ta|esta|e)\s+{_WELL}|"
    r"(?:sem|(?:nao|n)\s+tem|(?:nao|n)\s+ha)\s+(?:nenhum\s+)?(?:problemas?|estresse|stress|grilo|galho|crise)|"
    r"(?:mais\s+(?:do\s+)?que\s+)?(?:[oa]\s+)?suficiente|entendi(?:do)?|saquei|compreendi|(?:muito\s+)?bom\s+saber|que\s+bo[ma](?:\s+saber)?|"
    r"(?:muito\s+)?(?:obrigad[oa]|obg|valeu)\s+pel[oa]s?\s+(?:informac(?:ao|oes)|info|explicac(?:ao|oes)|respostas?|retorno|aviso|dica|esclarecimento)|"
    r"(?:que\s+|bem\s+|super\s+|e\s+)?rapid(?:o|inho|a)|"
    r"works(?:\s+(?:fine|well))?(?:\s+for\s+(?:me|us))?|in\s+time|(?:good|fair|soon|fast|quick)\s+enough|good\s+to\s+know|got\s+it|i\s+see|(?:not\s+a|no)\s+problem|makes\s+sense)"
)
_TAILS = (
    r"(?:\s+(?:sim|entao|demais|tambem|mesmo|viu|ne|ta|aqui|otimo|bem|pra\s+(?:mim|nos|gente)|com\s+certeza|then|"
    r"for\s+me))*"
)
_ENDS = (
    r"(?=\s*(?:$|[,.;!\n]|(?:(?:entao|ai|ja|so)\s+)?(?:pode[m]?|fech\w+|confirm\w*|mand[ae]|sim|bora|vamos?|finaliz\w+|conclu\w+|"
    r"yes|please|go|place)\b))"
)
APPROVES = expression(rf"(?:^|(?<=[,.;!\n]))\s*{_LEADS}{_FOUND}{_TAILS}{_ENDS}")
"""`serve, pode fechar`, `ah entendi, então confirma`: said of what was answered, it changes nothing."""
