"""The requests of an organiser: games for others, many at once, rulings, and the list of organised games."""

from typing import Any

from openapi.tour.visit import Visit, example_id

REASON = "A player has not answered for two days."


def show(visit: Visit) -> None:
    """Open games for others and rule on one."""
    _open(visit)
    _rule(visit)


def _open(visit: Visit) -> None:
    game = {"ruleset": "minos", "seats": 3}
    reserved = {"0": visit.ids["Bo"], "1": "invitation"}
    named: dict[str, Any] = {**game, "name": "Round 1, table 1", "tags": ["cup"], "reserved": reserved}
    keyed = {"Idempotency-Key": visit.collector.key()}
    opened = visit.ask("openGame", "seats are reserved", visit.ada, body=named, headers=keyed)
    visit.collector.replaced[opened["invitations"][0]["id"]] = example_id(21)
    seat = {"game": opened["id"], "seat": 0}
    visit.ask("takeSeat", "another player's seat", visit.cy, body={}, **seat)
    visit.ask("leaveSeat", "a reserved seat is declined", visit.bo, **seat)
    visit.ask("invite", "no such seat", visit.ada, body={"label": "Cy", "seat": 2}, game=opened["id"])
    visit.ask("games", "the games of a cup", query={"tag": "cup"})
    for name, wrong in (
        ("terms", {"rated": True, "bots": {"0": "careful"}}),
        ("no player", {"reserved": {"0": "player:nobody"}}),
        ("no name", {"name": "\u200b"}),
    ):
        visit.ask("openGame", name, visit.ada, body={**game, **wrong})
    rated = visit.collector.quietly("post", "/v1/games", visit.ada, {**game, "rated": True})["id"]
    visit.ask("takeSeat", "a bot in a rated game", visit.ada, body={"bot": "careful"}, game=rated, seat=0)
    games = {"games": [{**named, "reserved": {"0": visit.ids["Bo"]}}, {**game, "rated": True, "tags": ["cup"]}]}
    keyed = {"Idempotency-Key": visit.collector.key()}
    visit.ask("openGames", "two tables", visit.ada, body=games, headers=keyed)
    visit.ask("openGames", "the same once more, with the same key", visit.ada, body=games, headers=keyed)
    visit.ask("openGames", "reused", visit.ada, body={"games": [game]}, headers=keyed)
    visit.ask("openGames", "malformed", visit.ada, body={"games": []})
    visit.ask("openGames", "only to read", visit.reader, body=games)
    for name, wrong in (
        ("no title", {"ruleset": "nonsense"}),
        ("too many seats", {"ruleset": "giganten", "seats": 2}),
        ("no option", {"options": {"colour": "red"}}),
        ("no seat", {"bots": {"7": "random"}}),
        ("terms", {"rated": True, "bots": {"0": "careful"}}),
    ):
        visit.ask("openGames", name, visit.ada, body={"games": [game, {**game, **wrong}]})
    visit.ask("organisedGames", "the games of a cup", visit.ada, query={"tag": "cup"})
    visit.ask("organisedGames", "malformed", visit.ada, query={"limit": 0})


def _rule(visit: Visit) -> None:
    game = _started(visit)

    def rule(name: str, kind: str, token: str = "", headers: Any = None, table: str = game, **fields: Any) -> None:
        body = {"type": kind, "reason": REASON, **fields}
        visit.ask("makeRuling", name, token or visit.ada, body=body, headers=headers, game=table)

    rule("not the owner", "resume", visit.bo)
    rule("only to read", "resume", visit.reader)
    rule("unknown", "resume", table="nonsense")
    rule("malformed", "nonsense")
    rule("not paused", "resume")
    rule("no clock", "extend_clock", seat=0, duration="PT1H")
    rule("no seat", "give_up_seat", seat=7)
    rule("no ranks", "adjudicate", ranks=[2, 2])
    rule("too long", "pause", duration="P90D")
    rule("no player", "replace_player", seat=0, player="player:nobody")
    rule("a player of the game", "replace_player", seat=0, player=visit.ids["Cy"])
    keyed = {"Idempotency-Key": visit.collector.key()}
    rule("a pause", "pause", headers=keyed, duration="PT12H")
    rule("the same once more, with the same key", "pause", headers=keyed, duration="PT12H")
    rule("reused", "resume", headers=keyed)
    rule("paused", "pause", duration="PT12H")
    rule("the game goes on", "resume")
    di = visit.collector.quietly("post", "/v1/players", visit.ada, {"name": "Di"})
    rule("a seat is offered", "replace_player", seat=1, player=di["id"])
    visit.ask("takeSeat", "a seat that a ruling offers", di["token"], body={}, game=game, seat=1)
    rule("a bot plays on", "give_up_seat", seat=1)
    rule("a bot has the seat", "give_up_seat", seat=1)
    own = visit.seated_game("minos", {"first_player": "seat_0"})
    rule("the owner plays", "give_up_seat", table=own, seat=1)
    rule("the game is adjudicated", "adjudicate", ranks=[2, 1])
    rule("over", "resume")
    visit.ask("result", "an adjudicated game", game=game)


def _started(visit: Visit) -> str:
    """Start a game of Bo and Cy that Ada organises; returns its id."""
    # Bo is asked first, so that no bot decides after its seat was given up
    body = {"ruleset": "minos", "seats": 2, "options": {"first_player": "seat_0"}}
    game: str = visit.collector.quietly("post", "/v1/games", visit.ada, body)["id"]
    for seat, token in enumerate((visit.bo, visit.cy)):
        visit.collector.quietly("put", f"/v1/games/{game}/seats/{seat}", token, {})
    visit.collector.quietly("post", f"/v1/games/{game}/start", visit.ada)
    return game
