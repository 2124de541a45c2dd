"""The acts that are listed are accepted, and no act raises anything but a refusal."""

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.kernel.values import Event
from domain.tournaments import commands as c
from domain.tournaments.decide.decide import decide
from domain.tournaments.decide.guards import Asked
from domain.tournaments.decide.possible import possible_acts
from domain.tournaments.fold import append, fold
from domain.tournaments.refusals import REFUSALS, Refused
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
NUMBERS = [-(2**62), -1, 0, 1, 2, 3, 99, 2**62]
TEXTS = ["", "x" * 600, "player:01", "player:02", "player:owner", "bot:careful", "1/2", "1/0", "\x00"]


def made_up(rng: random.Random, kind: type[Any]) -> Any:
    """Return an act of a type with fields of the right types and values at random."""
    schema = msgspec.json.schema(kind)
    return msgspec.convert(value_of(rng, schema["$defs"][kind.__name__], schema["$defs"]), kind)


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


@pytest.mark.parametrize("kind", ACTS, ids=lambda kind: kind.__name__)
def test_an_act_of_any_content_is_accepted_or_refused_and_never_fails(kind: type[Any]):
    rng = random.Random(kind.__name__)
    log = Log(terms(late_until=3), [*players(8), OWNER])
    logs = [Log(), log]
    for table in log.publish(1)[:1]:
        log.finish_table(table, [9, 8, 7, 6][: len(table.players)])
    for _ in range(60):
        act = made_up(rng, kind)
        if isinstance(act, c.PublishRound):
            act = replace(act, round=rng.choice([0, 3, -1]))
        for one in logs:
            code, batch = asked(one, act)
            if code is not None:
                assert code in REFUSALS
                continue
            after, entries = append(one.tournament, one.tournament.tip, SEED, one.now, batch)
            assert fold([*one.entries, *entries]) == after


def asked(log: Log, act: Any) -> tuple[str | None, tuple[Event, ...]]:
    """Return the code of the refusal of an act, or its batch."""
    try:
        return None, decide(log.tournament, Asked(OWNER, log.now), act)
    except Refused as refused:
        return refused.code, ()
