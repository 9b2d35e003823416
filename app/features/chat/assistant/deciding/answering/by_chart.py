"""The size that somebody's measure takes by the shop's chart: `ele pesa 9 kg`, `o pezinho dela deu 15,8 cm`."""

from msgspec.structs import replace

from app.features.chat.assistant.acts import Change, Look, Mention
from app.features.chat.assistant.deciding.answering.serving import for_so_many, in_told_size
from app.features.chat.assistant.deciding.mind import Mind, Say
from app.features.chat.assistant.documents.size_charts import size_for
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.products.matching import one_group, spread
from app.features.chat.assistant.products.portions import people_in, without_people
from app.features.chat.assistant.reading.kinds.own_sizes import sized, worn


def size_up(mind: Mind) -> None:
    """What the message looks for or wishes for is meant in that size, and what is wanted later, too; or for so many
    people."""
    _for_people(mind)
    _for_wearer(mind)
    acts = mind.acts
    found = _found(mind) if not acts.wears else None
    if found is None:
        return
    size, _ = found
    looks = tuple(replace(one, mention=sized(one.mention, size)) for one in acts.looks)
    if not acts.changes and all(one.guess for one in looks) and acts.wonders:  # `qual tamanho da dry fit eu pego?`
        looks = tuple(Look(Mention(one.words, (size,))) for one in acts.wonders if one.words)
        acts = replace(acts, wonders=())
    dialogue = mind.state.dialogue
    changes = tuple(replace(one, mention=worn(dialogue, sized(one.mention, size), size)) for one in acts.changes)
    mind.acts = replace(acts, wears=size.partition("/")[0], looks=looks, changes=changes)


def tell(mind: Mind) -> bool:
    """The size, and the sentence of the chart; False: no measure was told, or no chart has it."""
    found = _found(mind)
    if found is None:
        return False
    size, sentence = found
    if not any(said.text == sentence for said in mind.says):
        mind.says.append(Say("text", text=sentence))
    mind.say("size_by_chart", size=size.upper() if size.isalpha() else size)
    return True


def _found(mind: Mind) -> tuple[str, str] | None:
    acts = mind.acts
    mentions = [*(one.mention for one in acts.looks), *(one.mention for one in acts.changes), *acts.wonders]
    named = [word for one in mentions for word in one.words]
    dialogue = mind.state.dialogue
    asked = mind.pending or dialogue.pending
    shown = (*mind.listed, *([mind.focus] if mind.focus else []), *(asked.options if asked else ()))
    shown += tuple(each for one in mind.open for each in one.options)
    sold = {fold(value) for one in shown for each in one.each for value in each.options.values()}
    sold |= {value.removesuffix(" anos") for value in sold}
    return size_for(mind.shop.passages, fold(acts.text), () if named else sold, named)


def _for_people(mind: Mind) -> None:
    """`bolo pra 20 pessoas` names no thing called so: that is told apart by how many each serves. In answer to which
    size, it is the one that serves so many."""
    acts, asked = mind.acts, mind.state.dialogue.pending
    if people_in(acts.text) is None:
        return

    def plain(mention: Mention) -> Mention:
        return without_people(mention, acts.text)

    looks = tuple(replace(one, mention=plain(one.mention)) for one in acts.looks)
    changes = tuple(replace(one, mention=plain(one.mention)) for one in acts.changes)
    about, wonders = tuple(map(plain, acts.about)), tuple(map(plain, acts.wonders))
    wears = None if acts.wears == str(people_in(acts.text)) else acts.wears  # `what size for 15 people?`
    mind.acts = replace(acts, looks=looks, changes=changes, about=about, wonders=wonders, wears=wears)
    if acts.traits is not None and acts.traits.empty and (looks or about):
        mind.acts = replace(mind.acts, traits=None)  # `pra 20 pessoas é qual tamanho?`: the one that is shown
    options = spread(asked.options) if asked is not None and asked.kind == "choose" else []
    meant = for_so_many(mind, options) if one_group(options) else []
    mentions = [*(one.mention for one in looks), *(one.mention for one in changes)]
    named = any(any(map(mind.shop.goods.place, one.words)) for one in mentions)
    if len(meant) == 1 and len(options) > 1 and asked is not None and not (named or about or "?" in acts.text):
        chosen = Change("want", Mention(product_id=meant[0].product_id, quantity=asked.quantity))
        mind.acts = replace(mind.acts, looks=(), changes=(chosen,), traits=None)


def _for_wearer(mind: Mind) -> None:
    """`calço 39`, in answer to which size: the one that takes it."""
    acts, asked = mind.acts, mind.state.dialogue.pending
    options = spread(asked.options) if asked is not None and asked.kind == "choose" else []
    if not acts.wears or acts.changes or acts.looks or "?" in acts.text or len(options) < 2 or not one_group(options):
        return
    meant = in_told_size(mind, options, Mention(soft=(acts.wears,)))
    if len(meant) == 1 and asked is not None:
        chosen = Change("want", Mention(product_id=meant[0].product_id, quantity=asked.quantity))
        mind.acts = replace(acts, changes=(chosen,), traits=None, wears=None, tells=False)
