"""A query by what shoppers call things: which goods it names, which it calls for, and what else it says of them.

Tests: tests/features/search/test_thesaurus.py.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from app.features.search.goods_list import (
    LEFT_OUT,
    LONGEST,
    first_words,
    known_phrases,
    list_key,
    listed,
    meaning_of,
    own_words,
    spelt,
    without_one_letter,
)
from app.features.search.ranking import by_phrase, fold, key_of, plural, respelt, singular, words_of

# Before what tells a kind of goods: `suco de laranja`, `geleia sabor morango`.
_OF = ("de", "do", "da", "sabor", "aroma")
# What may be misspelt, folded.
_LETTERS = re.compile(r"[a-z]{4,30}")
# A word that ends as a noun does: what stays, and its vowel. Participles and other adjectives agree with another word.
_NOUN = re.compile(r"(?!.*(?:[aei]d|os|ic|iv|in|ent)[ao]$)([a-z]{3,})([aeo])")
_VERB = re.compile(r"\w+[aei]r")
# An unlisted word that is a verb all the same; `escolar` and `familiar` tell a kind.
_INFINITIVE = re.compile(r"(?!guitar|sugar|cigar|cedar)\w{3,}(?:[^l]a|i)r")
_ADJECTIVE = re.compile(r"\w{3,}(?:(?:os|iv|ad|id|ic|inh|ud|ent|nt)[aoe]|vel|al|ar|ona|zao)")
# Between goods and what they have.
_HAVING = ("com", "c", "sem")
# Before what a product is only made for.
_FOR = "(?<! para)(?<! pra)(?<! pro)(?<! p)(?<! p )"


class Asked(NamedTuple):
    """A query, word by word, each with what else it may be called, divided by bars.

    named: goods; meant: what calls for goods without naming them, with these; words: the others; unsure: those of them
    that may be misspelt. named_forms, meant_forms: patterns of these goods in a name between blanks; begins: how a name
    between blanks begins that is one of them, or one of the other words. told: which of named and words a product must
    hold to be of the kind that is asked for. heads: the words of letters that carry the
    query, divided by bars, and head_forms, a pattern of what they look like in a name between blanks; None: nothing,
    heads alone: what has not their stem is judged by head_forms too.
    """

    words: list[str]
    unsure: list[str]
    named: list[str]
    meant: list[str]
    named_forms: list[str]
    meant_forms: list[str]
    begins: list[str]
    told: list[str]
    heads: str | None
    head_forms: str | None


class _Part(NamedTuple):
    """A phrase of a query, with itself among its names."""

    names: list[str]
    kind: str
    join: str = ""  # the talk between it and the part before


def read(query: str, groups: Iterable[Sequence[str]]) -> Asked:
    """What `query` asks for, as a store sees it whose own synonyms are `groups`; the longest phrases count.

    Of a query that says nothing else, the words that only make talk stay too.
    """
    talk = known_phrases()[1]
    own = by_phrase(groups)
    longest = max((LONGEST, *(phrase.count(" ") + 1 for phrase in own)))
    words = words_of(query)
    folded = [fold(word) for word in words]
    keys = [list_key(word) for word in folded]
    own_keys = [key_of(word) for word in words] if own else folded
    parts: list[_Part] = []
    skipped: list[str] = []
    at = 0
    while at < len(words):
        for count in range(min(longest, len(words) - at), 0, -1):
            phrase = " ".join(words[at : at + count])
            others = own.get(" ".join(own_keys[at : at + count]), [])
            meaning = meaning_of(folded[at : at + count], keys[at : at + count], others)
            if others or meaning:
                names = list(dict.fromkeys([phrase, *others, *(meaning.others if meaning else ())]))
                parts.append(_Part(names, meaning.kind if meaning else "unknown", " ".join(skipped)))
                skipped = []
                at += count
                break
        else:
            if folded[at] in talk:
                skipped.append(folded[at])
            else:
                parts.append(_misspelt(words[at], keys[at], " ".join(skipped)))
                skipped = []
            at += 1
    return _asked(_with_objects(parts) or [_Part([word], "talk") for word in words])


def _misspelt(word: str, key: str, join: str) -> _Part:
    """A word that the list does not know; with the names of the one kind of goods that it is but for a mistake, and a
    code of letters and digits with each mark between them: `et1002` and `ET-1002`."""
    if forms := respelt(word):
        return _Part(list(dict.fromkeys((word, *forms))), "unknown", join)
    meant = {id(meaning): meaning for form in without_one_letter(key) for meaning in spelt().get(form, ())}
    if len(meant) != 1 or key in own_words():
        return _Part([word], "unknown", join)
    [meaning] = meant.values()
    return _Part([word, *meaning.others], "unknown", join)


def _with_objects(parts: Sequence[_Part]) -> list[_Part]:
    """Goods after a verb that calls for others, or is not listed, are what is done with them: casacos of `pendurar
    casacos`, the wine of `abrir uma garrafa de vinho`, the television of `algo para proteger a tv`."""
    verbs = [
        kind in ("finds", "unknown")
        and (_VERB if kind == "finds" or join.split()[-1:] in (["para"], ["pra"]) else _INFINITIVE).fullmatch(
            fold(names[0]).split()[0]
        )
        for names, kind, join in parts
    ]
    return [
        _Part(part.names, "object", part.join)
        if at and ((part.kind == "goods" and verbs[at - 1]) or _is_served(parts[at - 1], part))
        else part
        for at, part in enumerate(parts)
    ]


def _is_served(before: _Part, part: _Part) -> bool:
    """Whether a part says only what the goods before it are for, or of which kind: the bicycle of `lanterna para
    bicicleta`, the ballet of `sapatilha de balé`."""
    join = part.join.split()[-1:]
    return before.kind == "goods" and (
        (part.kind == "goods" and join in (["para"], ["pra"], ["pro"])) or (part.kind == "finds" and join == ["de"])
    )


def _asked(parts: Sequence[_Part]) -> Asked:
    """The parts of a query, sorted."""
    told, parts = _told(
        [_Part(_both_numbers(part.names), *part[1:]) if part.kind == "goods" else part for part in parts]
    )
    asked = Asked([], [], [], [], [], [], [], told, *_heads(parts))
    for names, kind, _ in parts:
        {"goods": asked.named, "finds": asked.meant}.get(kind, asked.words).append("|".join(names))
        if kind == "finds":
            asked.meant_forms.extend(f"%{form}%" for name in names for form in _forms(name))
        elif kind in ("goods", "unknown"):
            forms = [form for name in names for form in _forms(name)]
            asked.begins.extend(forms)
            if kind == "goods":
                asked.named_forms.extend(f"%{form}%" for form in forms)
            elif len(names) == 1 and _LETTERS.fullmatch(word := fold(names[0])) and list_key(word) not in own_words():
                asked.unsure.append(word)
    return asked


def _both_numbers(names: Sequence[str]) -> list[str]:
    """Names with the plurals of short words, whose stems differ: `ovo` and `ovos`."""
    short = (fold(name) for name in names if name.isalpha() and len(name) < 5)
    return list(dict.fromkeys([*names, *(plural(name) for name in short if not name.endswith("s"))]))


def _told(parts: Sequence[_Part]) -> tuple[list[str], list[_Part]]:
    """What a product must hold to be what the query says, and the parts, goods that only tell the kind of others apart.

    All of a name of several words (`leite de coco`), and what tells the first goods' kind (`suco de laranja`, `queijo
    parmesão`), also of the list's other words and services (`cabo de panela`, `conserto de celular`). Of a word that
    is not listed what follows it alone (the plush of `macaco de pelúcia`): a shop may call the rest otherwise. Not what
    says how a thing is, nor what goods are measured in (`dúzia de ovos`).
    """
    told: list[str] = []
    if not parts or any(part.kind == "finds" for part in parts):
        return told, list(parts)
    head, *rest = parts
    first = list_key(fold(head.names[0]))
    if head.kind == "goods":
        rest = [_Part(p.names, "object") if p.kind == "goods" and p.join in _HAVING else p for p in rest]
        if " " in first:
            told.append("|".join(head.names))
    if rest and " " not in first and first not in listed("measures"):
        after, alone = rest[0], False
        of_list = first in own_words()
        if after.join and after.join.split()[-1] in _OF:
            serves = of_list or first in listed("services")
            known = ("goods", "unknown")
            tells = after.kind in known if head.kind in known else after.kind == "goods" and serves
            alone = head.kind == "unknown" and not serves
        else:
            tells = not after.join and after.kind == "unknown" and (head.kind == "goods" or of_list)
        if tells and (after.kind == "goods" or not _describes(fold(after.names[0]))):
            told += ["|".join(after.names)] if alone else ["|".join(head.names), "|".join(after.names)]
            rest[0] = _Part(after.names, "object" if after.kind == "goods" else after.kind)
    return list(dict.fromkeys(told)), [head, *rest]


def _describes(word: str) -> bool:
    """Whether a folded word says how a thing is, or how much of it, rather than which."""
    forms = {word, key := list_key(word), f"{key[:-1]}o"}
    return (
        not _LETTERS.fullmatch(word)
        or bool(_ADJECTIVE.fullmatch(key))
        or any((meaning := known_phrases()[0].get(form)) and meaning.kind == "qualities" for form in forms)
        or not forms.isdisjoint(listed("describing") | listed("measures"))
    )


def _heads(parts: Sequence[_Part]) -> tuple[str | None, str | None]:
    """The words that carry a query, and a pattern of their letters: what has their stem alone is something else.

    The first words of all that goods are called; what is longer comes from them (`camisa`, `camiseta`). What the list
    does not have carries a query where it begins it and ends as nouns do: only with another last vowel it is something
    else, or misspelt where the list has that. One of the list's other words is told from all that looks like it.
    """
    key = list_key(fold(parts[0].names[0])) if parts and len(parts[0].names) == 1 else ""
    if key in own_words() and not any(kind == "goods" for _, kind, _ in parts):
        return None, _unlike(key)
    words: dict[str, str] = {}
    without = aside = ""
    for at, (names, kind, _) in enumerate(parts):
        if kind == "goods":
            for first in (fold(name).replace("-", " ").split()[0].rstrip(".") for name in names):
                forms = map(re.escape, (first, singular(first), plural(first)))
                words[first] = "|".join((*forms, re.escape(first.rstrip("aeo")) + "[a-z]{3,}"))
                if parts[0].kind == "goods" and [part.kind for part in parts].count("goods") == 1:
                    aside = _FOR
        elif at == 0 and kind in ("unknown", "qualities") and (noun := _NOUN.fullmatch(list_key(fold(names[0])))):
            others = "aeo".replace(noun[2], "")
            listed = any(noun[1] + vowel in first_words() for vowel in others)
            if listed == (kind == "qualities"):
                words[noun[0]] = f"{noun[0]}s?"
                without = f"|^(?!.* {noun[1]}[{others}]s?[ .])"
    return ("|".join(words), f"{aside} (?:{'|'.join(words.values())})[ .]{without}") if words else (None, None)


def _unlike(word: str) -> str:
    """A pattern of what has the word, or in its first line nothing with its beginning or with other vowels in it."""
    stem = without if len(without := word.rstrip("aeo")) > 2 else word
    alike = f"{stem}[a-z]*|{re.sub('[aeiou]', '[aeiou]', word)}s?"
    return f" (?:{word}|{plural(word)}|{stem}z?inh[oa]s?)[ .]|^(?![^\\n]* (?:{alike})[ .])"


def _forms(phrase: str) -> list[str]:
    """A phrase in both numbers, as the list has it in the singular and a shopper in any.

    Also without prepositions, as shops shorten names: "farinha trigo".
    """
    one = fold(phrase).replace("-", " ").split()
    if not one:
        return []
    if "." in phrase:  # an abbreviation, with its dot or without
        return [f" {' '.join(one)} ", f" {' '.join(one).replace('.', '')} "]
    both = [one, [singular(one[0]), *one[1:]], [plural(one[0]), *one[1:]], [plural(word) for word in one]]
    both += [short for form in both[:3] if len(short := [word for word in form if word not in LEFT_OUT]) < len(form)]
    return list(dict.fromkeys(f" {' '.join(words)} " for words in both))
