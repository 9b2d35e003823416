"""A clear word to close in a message that changes nothing: `mas claro, pode fechar, vivente`.

What stands beside it may be anything but a no, a condition, a delay, a question, a wish, a number, another way or
method, or a word of the shop's goods that the summary does not have. So it takes the shop's goods to tell. Pure.
"""

import re
from itertools import pairwise

from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.containers import CONTAINER
from app.features.chat.assistant.language.goods import MAX_WORDS, Goods, forms
from app.features.chat.assistant.language.words import fold, meant, number, stem, words
from app.features.conversations import consent_words as w
from app.features.conversations.consent_words import squeezed
from app.features.conversations.state import Summary
from app.features.conversations.summary import method_name
from app.features.extract_lead.patterns import find_address, find_name
from app.ops.expressions import expression


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_BEGINS = r"(?:^|(?<=[,.;:!\n]))\s*"
_LEADS = (
    r"(?:(?:a+h*|oh|e|entao|ai|dai|ok|ta|ja|agora|isso|certo|beleza|logo|eu|por\s+favor|please|and|so|yes|yeah|yep|then|just|"
    r"you\s+can|moc[oa]|uai|oxe|bah|tche|egua)\s+)*"
)
_CLOSES = expression(
    r"\b(?:pode[ms]?|podia[m]?|vamos|bora)\s+(?:(?:ja|sim|logo|entao|agora|ir|me|tu|voce|moca|moco)\s+)*"
    r"(?:(?:fech|confirm|finaliz|lanc|mand|envi|ger|process|registr|complet|despach|encaminh|toc)ar|conclu?ir|(?:prosse)?guir|seguir|emitir|"
    r"faze?r?\s+o\s+pedido|sim)\b|"
    rf"{_BEGINS}{_LEADS}(?:(?:fech|finaliz|confirm)(?:[aoe]|ou|ad[oa]|amos)|conclu[aio]|mand[ae]|"
    r"go\s+ahead(?:\s+and\s+(?:place|confirm|close|ship|process)(?:\s+(?:it|the\s+order|my\s+order))?)?|"
    r"(?:place|confirm|close|process|complete|finish|submit)(?:\s+(?:it|the\s+order|my\s+order))?)\b|"
    r"\b(?:you\s+(?:can|may)|please|let'?s|can)\s+(?:now\s+)?(?:place|confirm|close|process|complete|finish|submit|ship)\b"
)
# Somebody else may do it: `minha filha pode confirmar`.
_SOMEBODY = expression(rf"\b(?:el[ea]s?|quem|que|(?:(?:[oa]s?|meus?|minhas?)\s+)+(?:{v.KIN}|\w+))\s*$")
_CALLED = expression(r"\b(?:meu|minha)\s+(?:amig[oa]|filh[oa]|querid[oa]|bem|rei|patrao|irmao|consagrado)\s*$")
_MAKES_SURE = expression(r"\bconfirm\w*$")
_REASON = expression(r"\s+(?:que|q|porque|pois|pq|ja\s+que|because|cause|cuz)\s+")
_TELLS = expression(
    r"\b(?:ta|tao|to|tou|tamo|esta|estao|estou|estamos|e|eh|sao|era|eram|foi|foram|fic(?:a|am|ou|aram)|vai|vao|vou|vamos|"
    r"vem|tava|tem|tenho|deu|da|com[ec]\w+a|chega|chegou|gost\w+|ador\w+|am(?:ei|ou|a|ar)|merec\w+|faz|fez|disse|falou|pediu|viu|vi|"
    r"i'?m|we'?re|he'?s|she'?s|it'?s|is|are|was|will|love[sd]?|needs?|can'?t\s+wait)\b"
)
# No matter where it stands, it holds back, changes or asks for something.
_NEVER = (w.CHANGES - {"no"}) | _set(
    "talvez acho ainda espera esperar pera perai calma aguarda aguardar pensar penso pergunta perguntar verificar ver "
    "vejo maybe wait think later depois antes primeiro inclui inclusive falta faltou faltando esqueci esqueceu "
    "desconto cupom parcela parcelado parcelas vezes golpe errado errada erro troco nota mentira discount wrong "
    "tambem tb tbm also too ou or quando when enquanto until unless caso quase duvida embrulho embrulha embrulhar "
    "embalagem presente recado bilhete cartinha avisa avisar avise liga ligar chama chamar atendente humano pessoa "
    "foto fotos prazo frete cpf cnpj junto juntos preciso precisa levo leva leve prefiro gostaria fico need i'd "
    "aumenta diminui dobra reduz salvo exceto tamanho cor caro cara cancelado cancelamento desistir desiste arrependi "
    "adia adiar segura segurar first wish quis devolve devolver vendi comprei achei"
)
_TIMES = _set(
    "amanha ontem hoje dia semana mes segunda terca quarta quinta sexta sabado domingo manha tarde noite cedo tomorrow "
    "yesterday today tonight monday tuesday wednesday thursday friday saturday sunday week month horas hora"
)
_ASKED = _set(
    "entrega entregue entreguem traz traga coloca deixa separa envia envie passa passe manda mande vem venha pega pegue"
)
_PAID = _set("pix dinheiro cartao credito debito boleto cash card especie maquininha maquina")
_FETCHES = _set("busco buscar retiro retirar pego pegar passo passar retirada pickup collect")
_SENDS = _set(
    "entrega entregar entreguem enviar envia motoboy correios delivery deliver trazer traz levar casa endereco"
)
_SIZES = _set("p m g pp gg xg xgg xxg eg egg s l xl xs")
_TIES = _set(
    "com na no nas nos em pra pro pras pros para por pelo pela de do da dos das ao o a os as um uma uns umas e"
) | _set("at to for with in on of and the an")
_AND = expression(r"\s+(?:e|and|com|with)\s+")
# What is sent is named behind it: `manda o xampu`.
_SENDS_ON = expression(r"\b(?:mand|envi|despach|encaminh|toc)\w*$")
# The whole order by one of its goods: `o pedido das meias`, `com o bege`.
_OF_ALL = expression(r"\bpedido\s+d[eao]s?\b|^\s*(?:com|with)\b")
# Where the message has no such word, it stands for an idiom of going ahead.
_IDIOM, _OWN_YES = expression(r"\bsim\b"), expression(r"\b(?:s+i+m+|s+|yes|yep|yeah)\b")
_NO_WISH = expression(
    r"\b(?:n[oa]s?|pel[oa]|por\s+ess[ea]|ness[ea])\s+(?:valor|preco|total)(?:\s+(?:que\s+(?:deu|ficou|ta)|mesmo|ai))*|\bpr[ao]\s+(?:mim|nos|gente|ca)\b|"
    r"\b(?:com|de)\s+(?:certeza|deus|fe|boa|vez|gosto)\b|\bde\s+uma\s+vez\b|\bda\s+(?:gente|hora)\b|\bpor\s+(?:aqui|mim|favor|gentileza)\b|\bna\s+paz\b|"
    r"\bn[oa]\s+meu\s+nome\b|\bd[oa]\s+meu\s+lado\b|\bne\b|\bso\s+(?:much|very|happy|excited|good|nice|cute|cool|kind)\b|"
    r"\bcomo\s+(?:combinado|combinamos|sempre|(?:eu\s+)?(?:pedi|falei|disse))\b|"
    r"\bmais\s+uma\s+vez\b|\bmuito\s+mais\b|\bmas\s+e\s+(?=claro\b)|\bmas\s+(?=claro\b)"
)
# `no` is a refusal in English alone.
_NO = expression(r"\bno(?=\s*(?:$|[,.;!]|thanks?\b|more\b|way\b|longer\b))")


def closes(summary: Summary, message: str, text: str, goods: Goods) -> bool:
    """Whether a message says to close the order, and nothing beside it that may change, delay or add to it. text: the
    message folded and spelt out, what only pleases taken out of it; goods: what of it the shop's goods are called."""
    return len(goods.asked) < MAX_WORDS and _Rest(summary, goods).closes(message, text)


def may_close(summary: Summary, message: str, text: str) -> bool:
    """The same as far as it can be told without the shop's goods."""
    return _Rest(summary, Goods()).closes(message, text)


class _Rest:
    """What a message says beside its word to close, held against a summary."""

    def __init__(self, summary: Summary, goods: Goods) -> None:
        self._summary, self._goods = summary, goods
        names = " ".join(line.name for line in summary.lines)
        method = " ".join(method_name(summary.payment_method, language) for language in ("pt", "en"))
        way = summary.shipping_option or ""
        told = words(" ".join((names, summary.name, summary.address, way, method, summary.notes)).replace("-", " "))
        self._own = set(words(f"{way} {summary.address}"))
        self._shown = {*told, *map(stem, told)}
        self._goods_shown = {*words(names.replace("-", " ")), *map(stem, words(names.replace("-", " ")))}
        self._lines = [
            {stem(word) for word in words(line.name.replace("-", " ")) if not word.isdigit()} for line in summary.lines
        ]
        self._pairs = {
            (one, stem(after)) for line in summary.lines for one, after in pairwise(words(line.name)) if one.isdigit()
        }
        self._method = w.OF_METHOD[summary.payment_method]
        self._fetched = w.FETCHED.search(way.lower()) is not None if way else not summary.address

    def closes(self, message: str, text: str) -> bool:
        """Every piece of it closes or changes nothing."""
        text = _NO_WISH.sub(" ", self._without_total(text))
        tokens = words(text)
        if _OWN_YES.search(fold(message)) is None:
            text = _IDIOM.sub("pode fechar", text)
        if _CLOSES.search(text) is None or _NO.search(text) or self._holds(tokens) or self._new_data(message):
            return False
        found = False
        for piece in w.JOINS.split(text):
            if self._mixes(piece):
                return False
            closing = _CLOSES.search(piece)
            if closing is None:
                if not self._changes_nothing(piece):
                    return False
                continue
            found = True
            before, after = piece[: closing.start()], piece[closing.end() :]
            if _SOMEBODY.search(before) and not _CALLED.search(before) and closing[0].strip().startswith("pod"):
                return False
            because = _REASON.search(f" {after}")
            if because and because.start() == 0 and _MAKES_SURE.search(closing[0]):  # `confirma que é fresco`
                return False
            tail = after[: max(because.start() - 1, 0)] if because else after
            if _SENDS_ON.search(closing[0]) and self._strange(tail):
                return False
            reason = f" {after}"[because.end() :] if because else ""
            if not (self._changes_nothing(before) and self._is_tail(tail) and self._changes_nothing(reason, told=True)):
                return False
        return found

    def _without_total(self, text: str) -> str:
        """The text without the total that the summary shows."""
        reais, cents = divmod(self._summary.total_cents, 100)
        return re.sub(rf"\b{reais}(?:[,.]{cents:02d}|\s+e\s+{cents})?(?:\s+reais)?\b(?!\s*(?:x|un))", " ", text)

    def _holds(self, tokens: list[str]) -> bool:
        """One of its words holds back, changes, counts or pays otherwise than the summary, wherever it stands."""
        ways = _SENDS if self._fetched else _FETCHES
        return any(
            token in _NEVER
            or (token in _PAID and token not in self._method)
            or (token in ways and token not in self._own)
            or self._is_new_number(tokens, at)
            or (self._may_be_goods(token) and not self._is_of_goods(token))
            for at, token in enumerate(tokens)
        )

    def _may_be_goods(self, token: str) -> bool:
        """A size, a colour, however it is spelt, or a word of the shop's goods."""
        if token in _SIZES or token in v.COLOURS:
            return True
        colour = not self._repeats(token) and meant(token, v.COLOURS) is not None
        return colour or (token not in v.NO_GOODS and self._goods.place(token) > 0)

    def _is_of_goods(self, token: str) -> bool:
        """The summary's lines have it; `rosa` may be a colour though the shopper is called so."""
        return token in self._goods_shown or any(stem(form) in self._goods_shown for form in forms(token))

    def _shows(self, token: str) -> bool:
        return token in self._shown or any(stem(form) in self._shown for form in forms(token))

    def _is_new_number(self, tokens: list[str], at: int) -> bool:
        """A count that is not the one line's, or of something that the summary does not show."""
        token = tokens[at]
        count = number(token)
        if count is None:
            return any(sign.isdigit() for sign in token) and not self._shows(token)
        if token.isdigit() and at and tokens[at - 1] in ("de", "o", "a", "do", "da") and token in self._of_names():
            return False
        if (token, stem(tokens[at + 1]) if at + 1 < len(tokens) else "") in self._pairs:  # `o de 3 andares`
            return False
        lines = self._summary.lines
        after = next((one for one in tokens[at + 1 :] if one not in _TIES and not CONTAINER.fullmatch(one)), None)
        counted = after is None or self._repeats(after)
        return not (len(lines) == 1 and count == lines[0].quantity and counted)

    def _of_names(self) -> set[str]:
        return {word for line in self._summary.lines for word in words(line.name) if word.isdigit() and int(word) > 9}

    def _new_data(self, message: str) -> bool:
        """A name or an address that the summary does not show."""
        shown = self._summary.text.lower()
        told = [fact.value.lower() for fact in (find_address(message), find_name(message)) if fact is not None]
        return any(one not in shown for one in told)

    def _repeats(self, token: str) -> bool:
        """The word agrees, is polite, or is one of the summary's."""
        short = squeezed(token)
        return short in w.YES or short in w.POLITE or token in self._method or self._shows(token)

    def _strange(self, piece: str) -> list[str]:
        return [token for token in words(piece) if not self._repeats(token) and token not in _TIES]

    def _mixes(self, piece: str) -> bool:
        """It joins words of several lines as no line has them: `o boné branco` of a black one and a white shirt."""
        every = set().union(*self._lines)
        parts = [{stem(token) for token in words(part)} & every for part in _AND.split(piece)]
        return any(part and not any(part <= line for line in self._lines) for part in parts)

    def _names_some(self, piece: str) -> bool:
        """It names some of the lines and not the others: they alone may be wanted."""
        said = {stem(token) for token in words(piece) if squeezed(token) not in w.YES | w.POLITE and token not in _TIES}
        named = [bool(said & line) for line in self._lines]
        return any(named) and not all(named)

    def _is_tail(self, tail: str) -> bool:
        """What follows the word to close in its own piece: the summary again, or who is spoken to."""
        tokens = words(tail)
        tied = False
        for token in tokens:
            if token in _TIES:
                tied = True
            elif token in _TIMES or (tied and not self._repeats(token)):
                return False
            elif squeezed(token) not in w.POLITE:
                tied = False
        whole = _OF_ALL.search(tail) is not None
        return len(self._strange(tail)) <= 2 and (whole or not self._names_some(tail))

    def _changes_nothing(self, piece: str, *, told: bool = False) -> bool:
        """A piece beside the word to close: the summary again, a few words that are of no goods, or something that is
        told. told: it gives a reason."""
        tokens = words(piece)
        strange = self._strange(piece)
        if not strange:
            return told or not self._names_some(piece) or re.search(r"\bmesm[oa]s?\b", piece) is not None
        asks = tokens[0] in w.ASKS and tokens[0] not in ("da", "tem", "is", "are", "do")
        if asks or not _ASKED.isdisjoint(tokens):
            return False
        if told or _TELLS.search(piece):
            return tokens[0] not in _TIES - _set("o a os as the e and de da") and not self._delays(tokens)
        return len(strange) <= 3 and tokens[0] not in _TIES and not any(token in _TIMES for token in tokens)

    def _delays(self, tokens: list[str]) -> bool:
        """The shopper, who tells of themselves, names a time: `amanhã eu vejo`."""
        own = _set("eu vou confirmo fecho aviso volto i i'll will") & set(tokens)
        return bool(own) and any(token in _TIMES for token in tokens) and not self._fetched
