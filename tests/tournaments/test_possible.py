"""The acts that are listed are accepted, and no act raises anything but a refusal."""

import random
from collections.abc import Iterator
from typing import Any, cast

import msgspec
import pytest
from msgspec.structs import replace

from domain.kernel.values import Event
from domain.tournaments import commands as c
from domain.tournaments.decide.decide import decide
from domain.tournaments.decide.guards import Asked
from domain.tournaments.decide.possible import possible_acts
from domain.tournaments.events.rounds import Edit
from domain.tournaments.events.rulings import RuledPlace
from domain.tournaments.fold import append, fold
from domain.tournaments.refusals import Refused
from domain.tournaments.rules import rules
from tests.tournaments.kit import DIRECTOR, HELPER, OWNER, SEED, Log, players, terms

A = "player:01"


def names(log: Log, author: str) -> set[str]:
    acts = possible_acts(log.tournament, Asked(author, log.now))
    for act in acts:
        decide(log.tournament, Asked(author, log.now), act)
    return {str(act.__struct_config__.tag) for act in acts}


def test_what_is_listed_is_accepted_through_a_tournament():
    log = Log(terms(check_in=600))
    assert names(log, A) == {"register", "join_substitutes"}
    for player in players(8):
        log.act(player, c.Register())
    log.act(OWNER, c.Appoint(DIRECTOR, "director"))
    log.act(OWNER, c.Appoint(HELPER, "helper"))
    assert names(log, A) == {"leave"}
    organiser = {"register", "join_substitutes", "close_registration", "open_check_in", "hold"}
    assert names(log, DIRECTOR) == organiser
    assert names(log, OWNER) == {*organiser, "cancel"}
    assert names(log, HELPER) == {"register", "join_substitutes"}
    log.act(HELPER, c.Invite("player:20"))
    assert names(log, "player:20") == {"register", "join_substitutes", "decline_invitation"}
    log.act("player:20", c.DeclineInvitation())
    log.check_in(1, players(8)[1:])
    assert names(log, A) == {"leave", "check_in"}
    assert names(log, "player:02") == {"leave", "withdraw_check_in"}
    assert "publish_round" in names(log, DIRECTOR)
    tables = log.publish(1)
    assert names(log, DIRECTOR) == {"join_substitutes", "withdraw_round", "hold"}
    for table in tables:
        log.finish_table(table, [4, 3, 2, 1][: len(table.players)])
    assert names(log, DIRECTOR) == {"join_substitutes", "close_round", "hold"}
    log.act(OWNER, c.Cancel("rain"))
    assert names(log, OWNER) == set()


ACTS = [
    kind
    for union in (c.PlayerAct, c.OrganiserAct, c.CourseAct, c.RoundAct, c.RulingAct)
    for kind in union.__args__  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType, reportAttributeAccessIssue] - a union
]
# what a tournament has stands several times, so that acts are possible
NUMBERS = [-(2**62), -1, 0, 3, 99, 2**62, *[1, 2] * 4]
TEXTS = ["", "x" * 600, "bot:careful", "1/0", "\x00", OWNER, *["player:01", "player:02", "player:03", "1/2"] * 2]
TRIES = 300


def made_up(rng: random.Random, kind: type[Any]) -> Any:
    """Return an act of a type with fields of the right types and values at random.

    Values may be beyond the bounds of requests: acts that are decided again from a log have no bounds.
    """
    schema = msgspec.json.schema(kind)
    value = value_of(rng, schema["$defs"][kind.__name__], schema["$defs"])
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return kind(**{name: part_of(name, given) for name, given in value.items() if name != "type"})


def part_of(name: str, given: Any) -> Any:
    """Return a field of an act from its JSON, without the bounds of requests."""
    if name == "edits":
        return msgspec.convert(given, tuple[Edit, ...])
    if isinstance(given, list):
        return tuple(RuledPlace(**each) if name == "places" else each for each in cast("list[Any]", given))
    return given


def value_of(rng: random.Random, schema: dict[str, Any], defs: dict[str, Any]) -> Any:
    """Return a value of a JSON schema."""
    if "$ref" in schema:
        return value_of(rng, defs[schema["$ref"].rpartition("/")[2]], defs)
    if "anyOf" in schema:
        return value_of(rng, rng.choice(schema["anyOf"]), defs)
    match schema.get("type"):
        case "object":
            return object_of(rng, schema, defs)
        case "array":
            parts = schema.get("prefixItems") or [schema["items"]] * rng.randrange(4)
            return [value_of(rng, part, defs) for part in parts]
        case "integer":
            return rng.choice(NUMBERS)
        case "boolean":
            return rng.choice([True, False])
        case "null":
            return None
        case _:
            return rng.choice(schema.get("enum", TEXTS))


def object_of(rng: random.Random, schema: dict[str, Any], defs: dict[str, Any]) -> dict[str, Any]:
    if "properties" in schema:
        return {name: value_of(rng, part, defs) for name, part in schema["properties"].items()}
    return {rng.choice(TEXTS): value_of(rng, schema.get("additionalProperties") or {}, defs)}


def fitting(act: Any) -> Any:
    """Return the act, with valid fields where random ones are never accepted."""
    match act:
        case c.ChangeTerms():
            # no terms at random have the digest of a data set
            return c.ChangeTerms(terms(late_until=act.terms.late_until, name=act.terms.name))
        case c.ReplaceResult():
            # ranks follow from each other: the first one is 1
            return replace(act, places=tuple(replace(place, rank=1) for place in act.places[:1]))
        case _:
            return act


def before_the_start() -> Iterator[Log]:
    """Yield tournaments before their first round."""
    yield Log()
    yield Log(terms(check_in=600), players(8))
    checked_in = Log(terms(check_in=600), players(8))
    checked_in.check_in(1, [A])
    yield checked_in
    held = Log(terms(), [A, *players(8)[2:]])
    held.act("player:02", c.JoinSubstitutes())
    held.act(OWNER, c.Invite(OWNER))
    held.act(OWNER, c.Appoint(A, "helper"))
    held.act(OWNER, c.ForbidPair((A, "player:03")))
    held.act(OWNER, c.CloseRegistration())
    held.act(OWNER, c.Hold("rain"))
    yield held


def with_rounds() -> Iterator[Log]:
    """Yield tournaments with a round: published, with a result, with all results, and closed."""
    published = Log(terms(late_until=3), [A, *players(8)[2:]])
    published.publish(1)
    published.act("player:02", c.Register())
    yield published
    running = Log(terms(late_until=3), [*players(8), OWNER])
    for table in running.publish(1)[:1]:
        running.finish_table(table, [9, 8, 7, 6][: len(table.players)])
    yield running
    finished = Log(terms(), players(8))
    for table in finished.publish(1):
        finished.finish_table(table, [9, 8, 7, 6][: len(table.players)])
    yield finished
    closed = Log(terms(check_in=600), players(8))
    closed.check_in(1, players(8))
    closed.play(1)
    closed.act("player:02", c.Leave())
    yield closed


@pytest.fixture(scope="module")
def logs() -> list[Log]:
    """Tournaments of which every kind of act is possible in one at least."""
    return [*before_the_start(), *with_rounds()]


@pytest.mark.parametrize("kind", ACTS, ids=lambda kind: kind.__name__)
def test_an_act_of_any_content_is_accepted_or_refused_and_never_fails(logs: list[Log], kind: type[Any]):
    rng = random.Random(kind.__name__)
    accepted = 0
    for _ in range(TRIES):
        act = made_up(rng, kind)
        if rng.random() < 0.5:
            act = fitting(act)
        for log in logs:
            rule, batch = asked(log, act)
            if rule is not None:
                assert rule in rules()
                continue
            accepted += 1
            after, entries = append(log.tournament, log.tournament.tip, SEED, log.now, batch)
            assert fold([*log.entries, *entries]) == after

    assert accepted > 0


def asked(log: Log, act: Any) -> tuple[str | None, tuple[Event, ...]]:
    """Return the rule that forbids an act, or its batch."""
    try:
        return None, decide(log.tournament, Asked(OWNER, log.now), act)
    except Refused as refused:
        return refused.rule, ()
