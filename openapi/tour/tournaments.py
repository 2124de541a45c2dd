"""The requests of a tournament: open it, register, publish a round, read everything."""

from typing import Any

from openapi.tour.visit import Visit

REASON = "The clock of the table had failed."


def show(visit: Visit) -> None:
    """Run a tournament of three players up to its first round, and cancel it."""
    terms: dict[str, Any] = {"name": "Spring cup", "ruleset": "minos", "format": {"type": "swiss", "rounds": 2}}
    keyed = {"Idempotency-Key": visit.collector.key()}
    cup = visit.ask("openTournament", "two Swiss rounds", visit.ada, body=terms, headers=keyed)["id"]
    visit.ask("openTournament", "the same once more, with the same key", visit.ada, body=terms, headers=keyed)
    visit.ask("openTournament", "reused", visit.ada, body={**terms, "name": "Other"}, headers=keyed)
    visit.ask("openTournament", "only to read", visit.reader, body=terms)
    visit.ask("openTournament", "malformed", visit.ada, body={})
    visit.ask("openTournament", "terms", visit.ada, body={**terms, "sizes": [4, 7]})
    for token in (visit.ada, visit.bo):
        visit.collector.quietly("post", f"/v1/tournaments/{cup}/acts", token, {"type": "register"})
    _act(visit, cup)
    visit.ask("tournaments", "tournaments of a title", visit.ada, query={"ruleset": "minos"})
    visit.ask("tournaments", "malformed", visit.ada, query={"limit": 0})
    visit.ask("ownTournaments", "with your roles", visit.bo)
    visit.ask("ownTournaments", "malformed", visit.bo, query={"limit": 0})
    _read(visit, cup)


def _act(visit: Visit, cup: str) -> None:
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
    act("another result counts", "replace_result", visit.cy, round=1, table=1, places=places, reason=REASON)


def _read(visit: Visit, cup: str) -> None:
    visit.ask("tournament", "a tournament in its first round", visit.ada, tournament=cup)
    visit.ask("tournament", "unknown", visit.ada, tournament="nonsense")
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
