"""The requests about a public game before its start."""

from typing import Any

from openapi.tour import proof
from openapi.tour.visit import ONCE_MORE, Visit


def show(visit: Visit) -> None:
    """Open a game, take its seats, and cancel another one."""
    other = _open(visit)
    _take_seats(visit)
    visit.ask("view", "before the start", visit.ada, game=visit.game)
    visit.ask("pieces", "before the start", visit.ada, game=visit.game)
    visit.ask("games", "all that anybody may see", query={"limit": 1})
    visit.ask("games", "malformed", query={"limit": 0})
    visit.ask("abandonGame", "not the owner", visit.bo, game=other)
    visit.ask("abandonGame", "cancelled", visit.ada, game=other)
    visit.ask("abandonGame", "again", visit.ada, game=other)
    visit.ask("abandonGame", "unknown", visit.ada, game="nonsense")
    proof.show(visit, other)
    visit.ask("leaveSeat", "too late", visit.ada, game=other, seat=1)


def _open(visit: Visit) -> str:
    """Open two games; returns the id of the second one."""
    opened: dict[str, Any] = {"ruleset": "giganten", "seats": 3, "options": {"first_player": "seat_0"}}
    visit.game = visit.ask_twice("openGame", "a game for three", visit.ada, body=opened)["id"]
    with_bots = {"ruleset": "giganten", "seats": 3, "profile": "kurz", "bots": {"1": "careful", "2": "careful"}}
    keyed = {"Idempotency-Key": visit.collector.key()}
    other = visit.ask("openGame", "alone with two bots", visit.ada, body=with_bots, headers=keyed)["id"]
    for name, wrong in (
        ("malformed", {"ruleset": "giganten", "seats": "three"}),
        ("no title", {"ruleset": "nonsense", "seats": 3}),
        ("too few", {"ruleset": "giganten", "seats": 2}),
        ("no option", {"ruleset": "giganten", "seats": 3, "options": {"colour": "red"}}),
        ("no data", {"ruleset": "giganten", "seats": 3, "data_set": "nonsense"}),
        ("no bot", {"ruleset": "giganten", "seats": 3, "bots": {"1": "nobody"}}),
        ("no seat", {"ruleset": "giganten", "seats": 3, "bots": {"7": "random"}}),
    ):
        visit.ask("openGame", name, visit.ada, body=wrong)
    visit.ask("openGame", "only to read", visit.reader, body=opened)
    return other


def _take_seats(visit: Visit) -> None:
    visit.ask_twice(
        "takeSeat", "the server brings entropy", visit.ada, body={}, game=visit.game, seat=0, again=ONCE_MORE
    )
    visit.ask(
        "takeSeat", "another request", visit.ada, body={"bot": "careful"}, game=visit.game, seat=0, headers=visit.keyed
    )
    brought = {"entropy": f"{visit.rng.getrandbits(256):064x}"}
    visit.ask("takeSeat", "with entropy of your own", visit.bo, body=brought, game=visit.game, seat=1)
    visit.ask("takeSeat", "taken", visit.cy, body={}, game=visit.game, seat=1)
    visit.ask("takeSeat", "sitting", visit.bo, body={}, game=visit.game, seat=2)
    visit.ask("takeSeat", "no seat", visit.cy, body={}, game=visit.game, seat=9)
    visit.ask("takeSeat", "malformed", visit.cy, body={"entropy": "x"}, game=visit.game, seat=2)
    visit.ask("takeSeat", "not the owner", visit.bo, body={"bot": "careful"}, game=visit.game, seat=2)
    visit.ask("takeSeat", "unknown", visit.cy, body={}, game="nonsense", seat=2)
    visit.ask("startGame", "too early", visit.ada, game=visit.game)
    visit.ask("takeSeat", "a bot", visit.ada, body={"bot": "careful"}, game=visit.game, seat=2)
    visit.ask_twice("leaveSeat", "the owner frees a seat", visit.ada, game=visit.game, seat=2, again=ONCE_MORE)
    visit.ask("leaveSeat", "another request", visit.ada, game=visit.game, seat=1, headers=visit.keyed)
    visit.ask("leaveSeat", "free", visit.ada, game=visit.game, seat=2)
    visit.ask("leaveSeat", "not the owner", visit.cy, game=visit.game, seat=1)
    visit.ask("leaveSeat", "unknown", visit.cy, game="nonsense", seat=1)
    visit.collector.quietly("put", f"/v1/games/{visit.game}/seats/2", visit.cy, {})
