"""The requests of an organiser: games for others, many at once, rulings, the list of organised games, a tournament."""

from typing import Any

from openapi.tour import blocks, scoreboard, talk
from openapi.tour.visit import Visit, example_id

REASON = "A player has not answered for two days."
FAILED = "The clock of the table had failed."


def show(visit: Visit) -> None:
    """Open games for others, rule on one, and run a tournament."""
    _open(visit)
    _rule(visit)
    _tournament(visit)


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
    visit.ask_twice("openGames", "two tables", visit.ada, body=games)
    visit.ask("openGames", "reused", visit.ada, body={"games": [game]}, headers=visit.keyed)
    visit.ask("openGames", "malformed", visit.ada, body={"games": []})
    visit.ask("openGames", "only to read", visit.reader, body=games)
    for name, wrong in (
        ("no title", {"ruleset": "nonsense"}),
        ("too many seats", {"ruleset": "giganten", "seats": 2}),
        ("no option", {"options": {"colour": "red"}}),
        ("no seat", {"bots": {"7": "random"}}),
        ("terms", {"rated": True, "bots": {"0": "careful"}}),
        ("no length", {"clock": {"allowance": "P1M"}}),
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
    chosen = {"decision": "0.1", "command": {"type": "minos.keep_dice"}}
    visit.ask("command", "paused", visit.bo, body=chosen, game=game)
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
    visit.ask("analysis", "a short game, which was adjudicated", visit.ada, game=game)
    _engine(visit, game)


def _engine(visit: Visit, game: str) -> None:
    """Let the engine analyse a game that is over."""
    asked = {"game": game, "level": "glance"}
    visit.ask("engineAnalysis", "not asked for", visit.ada, **asked)
    visit.ask("askEngine", "only to read", visit.reader, **asked)
    visit.ask("askEngine", "it waits", visit.ada, **asked)
    visit.ask("engineAnalysis", "it waits", visit.ada, **asked)
    visit.collector.await_engine(game, "glance")
    visit.ask("askEngine", "it is done", visit.ada, **asked)
    visit.ask("engineAnalysis", "a short game, which was adjudicated", visit.ada, **asked)


def _started(visit: Visit) -> str:
    """Start a game of Bo and Cy that Ada organises; returns its id."""
    # Bo is asked first, so that no bot decides after its seat was given up
    body = {"ruleset": "minos", "seats": 2, "options": {"first_player": "seat_0"}}
    game: str = visit.collector.quietly("post", "/v1/games", visit.ada, body)["id"]
    for seat, token in enumerate((visit.bo, visit.cy)):
        visit.collector.quietly("put", f"/v1/games/{game}/seats/{seat}", token, {})
    visit.collector.quietly("post", f"/v1/games/{game}/start", visit.ada)
    return game


def _tournament(visit: Visit) -> None:
    """Run a tournament of three players up to its first round, and cancel it."""
    terms: dict[str, Any] = {"name": "Spring cup", "ruleset": "minos", "format": {"type": "swiss", "rounds": 2}}
    cup = visit.ask_twice("openTournament", "two Swiss rounds", visit.ada, body=terms)["id"]
    visit.ask("openTournament", "reused", visit.ada, body={**terms, "name": "Other"}, headers=visit.keyed)
    visit.ask("openTournament", "only to read", visit.reader, body=terms)
    visit.ask("openTournament", "malformed", visit.ada, body={})
    visit.ask("openTournament", "terms", visit.ada, body={**terms, "sizes": [4, 7]})
    for token in (visit.ada, visit.bo):
        visit.collector.quietly("post", f"/v1/tournaments/{cup}/acts", token, {"type": "register"})
    _act_in(visit, cup)
    visit.ask("tournaments", "tournaments of a title", visit.ada, query={"ruleset": "minos"})
    visit.ask("tournaments", "malformed", visit.ada, query={"limit": 0})
    visit.ask("ownTournaments", "with your roles", visit.bo)
    visit.ask("ownTournaments", "malformed", visit.bo, query={"limit": 0})
    visit.ask("rounds", "a round is paired", visit.bo, query={"player": "me"})
    visit.ask("rounds", "malformed", visit.bo, query={"limit": 0})
    _read_all(visit, cup)


def _act_in(visit: Visit, cup: str) -> None:
    def act(name: str, kind: str, token: str, headers: Any = None, **fields: Any) -> None:
        visit.ask("actInTournament", name, token, body={"type": kind, **fields}, headers=headers, tournament=cup)

    keyed = {"Idempotency-Key": visit.collector.key()}
    act("a player registers", "register", visit.cy, headers=keyed)
    act("the same once more, with the same key", "register", visit.cy, headers=keyed)
    act("registered already", "register", visit.cy)
    act("not an organiser", "close_registration", visit.bo)
    act("only to read", "leave", visit.reader)
    act("malformed", "nonsense", visit.ada)
    act("unknown player", "register", visit.ada, player="player:nobody")
    drawn = {"tournament": cup, "round_number": 1}
    visit.ask("draftRound", "the first draw", visit.ada, body={"attempt": 0, "edits": []}, **drawn)
    visit.ask("draftRound", "not a director", visit.bo, body={}, **drawn)
    visit.ask("draftRound", "another round", visit.ada, body={}, tournament=cup, round_number=2)
    visit.ask("draftRound", "malformed", visit.ada, body={"attempt": -1}, **drawn)
    act("a round is published", "publish_round", visit.ada, round=1)
    ranks = [visit.ids[name] for name in ("Bo", "Cy")]
    places = [{"player": player, "rank": rank, "score": 50 - 10 * rank} for rank, player in enumerate(ranks, 1)]
    act("another result counts", "replace_result", visit.cy, round=1, table=1, places=places, reason=FAILED)


def _read_all(visit: Visit, cup: str) -> None:
    talk.show_of_tournament(visit, cup)
    blocks.show_of_tournament(visit, cup)
    visit.ask("tournament", "a tournament in its first round", visit.ada, tournament=cup)
    visit.ask("tournament", "unknown", visit.ada, tournament="nonsense")
    visit.ask("embeddedTournament", "a tournament (here only its beginning)", tournament=cup)
    visit.ask("tournamentRound", "the first round", visit.ada, tournament=cup, round_number=1)
    visit.ask("tournamentRound", "not published", visit.ada, tournament=cup, round_number=2)
    visit.ask("tournamentStandings", "the standings", visit.ada, tournament=cup)
    visit.ask("tournamentStandings", "as a table", visit.ada, tournament=cup, headers={"Accept": "text/csv"})
    visit.ask("tournamentStandings", "malformed", visit.ada, tournament=cup, query={"after_round": 9})
    for operation in ("tournamentPairings", "tournamentResults"):
        visit.ask(operation, "the first round", visit.ada, tournament=cup, query={"round": 1})
        visit.ask(operation, "malformed", visit.ada, tournament=cup, query={"round": 0})
    visit.ask("tournamentEvents", "two events", visit.ada, tournament=cup, query={"limit": 2})
    lines = {"Accept": "application/x-ndjson"}
    visit.ask("tournamentEvents", "as lines", visit.ada, tournament=cup, query={"limit": 2}, headers=lines)
    visit.ask("tournamentEvents", "beyond the end", visit.ada, tournament=cup, query={"after": 999})
    visit.ask("tournamentBundle", "a tournament that is not over", visit.ada, tournament=cup)
    visit.ask("tournamentBundle", "unknown", visit.ada, tournament="nonsense")
    scoreboard.show_tournament(visit, cup)
