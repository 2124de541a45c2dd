"""Events to records and back; canonical JSON; the rule book's form."""

from typing import Any

import msgspec
import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.codec import Codec, UnknownEvent, canonical
from domain.kernel.rulebook import RulebookError, parse_rules
from domain.kernel.values import Choice, Command, Event, Range, Value
from domain.ledger.records import Entry, read_event, tip_after, tip_of_new, write_batch
from domain.rulesets import RELEASED
from tests.properties import CALM

GAME = "00112233-4455-4677-8899-aabbccddeeff"

KEYS = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=8)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
NUMBERS = st.integers(-(2**53) + 1, 2**53 - 1)
DOCUMENTS = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=30,
)


class Card(Value, frozen=True):
    value: int


class Dealt(Event, frozen=True, tag="test.dealt"):
    seat: int
    secret: Card


class Moved(Event, frozen=True, tag="test.moved"):
    shape = 2
    to: str


class Step(Command, frozen=True, tag="test.step"):
    count: int
    to: str


@CALM
@given(DOCUMENTS)
def test_canonical_json_is_that_of_rfc_8785(document: Any) -> None:
    assert canonical(document) == rfc8785.dumps(document)


def test_fields_are_sorted_whatever_their_order_in_the_struct() -> None:
    assert canonical(Step(count=2, to="x")) == b'{"count":2,"to":"x","type":"test.step"}'


def test_a_secret_is_kept_apart_from_the_data_and_comes_back() -> None:
    codec = Codec((Dealt, Moved))
    parts = codec.encode(Dealt(1, Card(2)))

    assert parts == ("test.dealt", 1, b'{"seat":1}', b'{"value":2}')
    assert codec.decode(*parts) == Dealt(1, Card(2))


def test_a_sealed_event_is_not_read_without_its_secret() -> None:
    with pytest.raises(msgspec.ValidationError):
        Codec((Dealt,)).decode("test.dealt", 1, b'{"seat":1}', None)


def test_what_is_unknown_is_named() -> None:
    codec = Codec((Dealt, Moved))

    for name, shape in (("test.gone", 1), ("test.moved", 3), ("test.moved", 1)):
        with pytest.raises(UnknownEvent, match=f"{name}, shape {shape}"):
            codec.decode(name, shape, b"{}", None)


def test_older_shapes_climb() -> None:
    def renamed(fields: dict[str, Any]) -> dict[str, Any]:
        return {"to": fields["square"]}

    codec = Codec((Moved,), {("test.moved", 1): renamed})

    assert codec.decode("test.moved", 1, b'{"square":"D4"}', None) == Moved("D4")


def test_a_batch_is_written_as_one_decision_and_what_follows() -> None:
    codec = Codec((Dealt, Moved))
    seed = bytes(32)
    first = write_batch(
        tip_of_new(GAME), seed, "2026-01-01T00:00:00.000002Z", 1, [Moved("a"), Dealt(0, Card(1))], codec
    )
    late = write_batch(tip_after(first[-1]), seed, "2026-01-01T00:00:00.000001Z", None, [Moved("b")], codec)
    records = [entry.record for entry in (*first, *late)]

    assert [(record.version, record.cause, record.seat) for record in records] == [
        (1, 1, 1),
        (2, 1, None),
        (3, 3, None),
    ]
    # the clock went back; the log does not
    assert {record.at for record in records} == {"2026-01-01T00:00:00.000002Z"}
    assert [read_event(entry, codec) for entry in first] == [Moved("a"), Dealt(0, Card(1))]
    assert late[0].secret is None


def test_every_released_event_survives_the_codec_by_type() -> None:
    for ruleset in RELEASED:
        names = list(Codec(ruleset.events).types)

        assert len(names) == len(ruleset.events)
        assert all(name.startswith(f"{ruleset.name}.") for name in names)


def test_a_choice_admits_its_command_and_the_numbers_of_its_range() -> None:
    choice = Choice(Step(1, "x"), Range("count", 1, 3))

    assert [choice.admits(Step(count, "x")) for count in range(5)] == [False, True, True, True, False]
    assert not choice.admits(Step(2, "y"))
    assert not Choice(Step(1, "x")).admits(Step(2, "x"))


BOOK = """# Rules
## 2 Cards
### 2.1 Take one
Text.

Sources: S0 2; G17.
### 2.2 No more
Other.

Sources: S0 2, S1 2.
## Glossary
### Words
no rule
"""


def test_a_rule_book_is_read_by_number() -> None:
    rules = parse_rules(BOOK)

    assert list(rules) == ["2.1", "2.2"]
    assert (rules["2.1"].title, rules["2.1"].text, rules["2.1"].phase) == ("Take one", "Text.", "2 Cards")
    assert rules["2.1"].sources == ("S0 2", "G17")


@pytest.mark.parametrize("broken", [BOOK.replace("2.2", "2.1"), BOOK.replace("Sources: S0 2; G17.\n", "")])
def test_a_rule_book_that_breaks_its_form_is_refused(broken: str) -> None:
    with pytest.raises(RulebookError, match=r"rule 2\.1"):
        parse_rules(broken)


def test_an_entry_without_secret_says_so() -> None:
    (entry,) = write_batch(tip_of_new(GAME), bytes(32), "t", None, [Moved("a")], Codec((Moved,)))

    assert isinstance(entry, Entry)
    assert entry.record.sealed is None
    assert entry.record.known_to == ()
