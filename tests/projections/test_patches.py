"""Patches between two views: a library that implements RFC 6902 applies each of them to exactly the second one."""

import json
from typing import Any

import jsonpatch  # pyright: ignore[reportMissingTypeStubs] - it has none
import msgspec
from hypothesis import given
from hypothesis import strategies as st

from projections.replay.patches import PatchOperation, patch_between
from tests.properties import CALM

NAMES = st.text("ab/~0 ", max_size=3)
# a field of a view has one type, so no Boolean stands where a number stands elsewhere
LEAVES = st.none() | st.integers(2, 5) | st.text("xy", max_size=2)
VALUES: st.SearchStrategy[Any] = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=5).map(tuple) | st.dictionaries(NAMES, inner, max_size=4)
)
VIEWS = st.dictionaries(NAMES, VALUES, max_size=4)


def applied(before: Any, patch: list[PatchOperation]) -> Any:
    """Return what the library makes of a value and a patch, both sent as JSON."""
    operations = json.loads(msgspec.json.encode(patch))
    return jsonpatch.JsonPatch(operations).apply(json.loads(msgspec.json.encode(before)))  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]


@CALM
@given(VIEWS, VIEWS)
def test_a_patch_leads_from_any_value_to_any_other(before: Any, after: Any) -> None:
    assert applied(before, patch_between(before, after)) == json.loads(msgspec.json.encode(after))


THINGS = st.lists(st.fixed_dictionaries({"id": st.text("abc", min_size=1, max_size=1), "at": LEAVES}), max_size=6)


@CALM
@given(THINGS.map(tuple), THINGS.map(tuple))
def test_a_patch_of_objects_with_ids_leads_to_the_same_order_also_with_equal_ids(before: Any, after: Any) -> None:
    old, new = {"items": before}, {"items": after}

    assert applied(old, patch_between(old, new)) == json.loads(msgspec.json.encode(new))


def test_an_object_with_an_id_stays_the_same_when_others_come_and_go() -> None:
    before, after = [{"items": tuple({"id": name, "at": 1} for name in names)} for names in ("abcd", "xbdyc")]
    after["items"][1]["at"] = 2

    assert patch_between(before, after) == [
        PatchOperation("remove", "/items/2"),
        PatchOperation("remove", "/items/0"),
        PatchOperation("add", "/items/0", {"id": "x", "at": 1}),
        PatchOperation("replace", "/items/1/at", 2),
        PatchOperation("add", "/items/3", {"id": "y", "at": 1}),
        PatchOperation("add", "/items/4", {"id": "c", "at": 1}),
    ]


@CALM
@given(st.lists(LEAVES, max_size=6).map(tuple), st.lists(LEAVES, max_size=6).map(tuple))
def test_a_patch_of_an_array_touches_no_item_of_the_common_beginning(before: Any, after: Any) -> None:
    common = (9, 9)
    old, new = {"items": (*common, *before)}, {"items": (*common, *after)}

    patch = patch_between(old, new)

    assert applied(old, patch) == json.loads(msgspec.json.encode(new))
    assert not {operation.path for operation in patch} & {"/items", "/items/0", "/items/1"}


def test_a_patch_is_empty_for_equal_values_and_names_what_changes() -> None:
    before = {"gone": 1, "same": {"a": (1, 2)}, "money": (10, 20, 30), "cards": ("x", "y", "z"), "card": {"id": "x"}}
    after = {"same": {"a": (1, 2)}, "money": (10, 25, 30), "cards": ("x", "z"), "card": None, "a/b~c": True}

    assert patch_between(before, before) == []
    assert patch_between(before, after) == [
        PatchOperation("remove", "/gone"),
        PatchOperation("replace", "/money/1", 25),
        PatchOperation("remove", "/cards/1"),
        PatchOperation("replace", "/card", None),
        PatchOperation("add", "/a~1b~0c", True),
    ]
    assert patch_between({"a": (1, 3)}, {"a": (1, 2, 3)}) == [PatchOperation("add", "/a/1", 2)]
    assert patch_between({"a": (1,)}, {"a": (1, 2, 3)}) == [
        PatchOperation("add", "/a/-", 2),
        PatchOperation("add", "/a/-", 3),
    ]
