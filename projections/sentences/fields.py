"""The names of the fields of views, so that a page can label any field without words of its own."""

from collections.abc import Iterator, Mapping
from typing import Any, get_type_hints

from msgspec import inspect

from domain.kernel.ruleset import Ruleset
from projections.sentences.generic import words
from projections.sentences.messages import Message
from projections.sentences.titles import vocabulary_of
from projections.sentences.vocabulary import Names, named
from projections.views import VIEWS

SHARED_FIELDS: Mapping[str, Message] = named(
    type="kind",
    game="game",
    version="version",
    viewer="viewer",
    data_set="edition",
    round="round",
    phase="section of the rules",
    phase_name="phase",
    first_player="first player",
    awaiting="to decide",
    players="players",
    seat="seat",
    money="money",
    places="final ranking",
    rank="rank",
    score="score",
    parts="parts of the score",
    part="part of the score",
    rule="rule",
    amount="amount",
    clocks="clocks",
    bank="time left",
    due="decision due",
    strikes="strikes",
    vacation="vacation left",
    away_until="away until",
    ran_out="out of time",
    paused_until="paused until",
)
"""The names of the fields that the views of several titles have."""

PIECES = "pieces"
"""The field with what stands on the board. It has no name: its parts are data to draw by."""


def names_of_fields(ruleset: Ruleset[Any], names: Names) -> Mapping[str, Message | str]:
    """Return the names of all fields of the view of a title, by field.

    A field that no vocabulary names has its own name, in words.
    """
    known = {**names.pieces, **SHARED_FIELDS, **vocabulary_of(ruleset.name).fields}
    return {field: known.get(field, words(field)) for field in fields_of_view(ruleset.name)}


def fields_of_view(title: str) -> list[str]:
    """Return the fields of all structs in the view of a title, sorted; none if the title has no view."""
    if title not in VIEWS:
        return []
    return sorted(set(_fields(inspect.type_info(get_type_hints(VIEWS[title])["return"]), set())))


def _fields(info: inspect.Type, seen: set[type]) -> Iterator[str]:
    match info:
        case inspect.StructType() if info.cls not in seen:
            seen.add(info.cls)
            if info.tag_field is not None:
                yield info.tag_field
            for field in info.fields:
                # what is drawn, not labelled
                if field.encode_name == PIECES:
                    continue
                yield field.encode_name
                yield from _fields(field.type, seen)
        case inspect.Metadata():
            yield from _fields(info.type, seen)
        case inspect.UnionType():
            for one in info.types:
                yield from _fields(one, seen)
        case inspect.VarTupleType() | inspect.ListType():
            yield from _fields(info.item_type, seen)
        case inspect.DictType():
            yield from _fields(info.value_type, seen)
        case _:
            pass
