"""The requests about messages, notes and absences."""

from openapi.tour.visit import Visit, example_id


def show(visit: Visit) -> None:
    """Talk at the table, and make every mistake."""
    game = visit.game
    said = visit.ask_twice("writeMessage", "at the table", visit.ada, body={"text": "Good luck!"}, game=game)
    visit.collector.replaced[said["id"]] = example_id(71)
    visit.ask("writeMessage", "another request", visit.ada, body={"text": "Well."}, headers=visit.keyed, game=game)
    visit.ask("writeMessage", "malformed", visit.ada, body={}, game=game)
    visit.ask("writeMessage", "a control character", visit.ada, body={"text": "a\u0007b"}, game=game)
    visit.ask("writeMessage", "without a token", body={"text": "x"}, game=game)
    visit.ask("writeMessage", "only to read", visit.reader, body={"text": "x"}, game=game)
    visit.ask("writeMessage", "unknown", visit.ada, body={"text": "x"}, game="nonsense")
    visit.ask("messages", "at the table", visit.bo, game=game)
    visit.ask("messages", "malformed", visit.bo, game=game, query={"cursor": "nonsense"})
    visit.ask("messages", "of the spectators", visit.bo, game=game, query={"room": "spectators"})
    visit.ask("messages", "unknown", visit.bo, game="nonsense")
    visit.ask("talk", "of a player", visit.bo, game=game)
    visit.ask("talk", "unknown", visit.bo, game="nonsense")
    visit.ask("markTalk", "all read", visit.bo, body={"read_at": said["at"]}, game=game)
    visit.ask("markTalk", "malformed", visit.bo, body={"muted": 1}, game=game)
    visit.ask("markTalk", "unknown", visit.bo, body={"muted": True}, game="nonsense")
    visit.ask("setTalk", "only players", visit.ada, body={"talk": "players"}, game=game)
    visit.ask("setTalk", "malformed", visit.ada, body={"talk": "loud"}, game=game)
    visit.ask("setTalk", "only to read", visit.reader, body={"talk": "off"}, game=game)
    visit.ask("setTalk", "unknown", visit.ada, body={"talk": "off"}, game="nonsense")
    visit.collector.quietly("put", f"/v1/games/{game}/talk", visit.ada, {"talk": "off"})
    visit.ask("writeMessage", "talk is off", visit.ada, body={"text": "x"}, game=game)
    visit.collector.quietly("put", f"/v1/games/{game}/talk", visit.ada, {"talk": "all"})
    visit.ask("removeMessage", "your own", visit.ada, game=game, message=said["id"])
    visit.ask("removeMessage", "unknown", visit.ada, game=game, message="nonsense")
    _take_notes(visit)


def _take_notes(visit: Visit) -> None:
    game, bo = visit.game, visit.ids["Bo"]
    visit.ask("writeGameNote", "about version 3", visit.ada, body={"version": 3, "text": "Sell early."}, game=game)
    visit.ask("writeGameNote", "malformed", visit.ada, body={"version": "now", "text": "x"}, game=game)
    visit.ask("writeGameNote", "later", visit.ada, body={"version": 9999, "text": "x"}, game=game)
    visit.ask("writeGameNote", "a control character", visit.ada, body={"version": 3, "text": "\u0007"}, game=game)
    visit.ask("gameNotes", "yours", visit.ada, game=game)
    visit.ask("gameNotes", "unknown", visit.ada, game="nonsense")
    visit.ask("writePlayerNote", "about Bo", visit.ada, body={"text": "Plays fast."}, player=bo)
    visit.ask("writePlayerNote", "malformed", visit.ada, body={}, player=bo)
    visit.ask("writePlayerNote", "unknown", visit.ada, body={"text": "x"}, player="nonsense")
    visit.ask("playerNote", "about Bo", visit.ada, player=bo)
    visit.ask("playerNote", "unknown", visit.ada, player="nonsense")
    visit.ask("setAway", "until Christmas", visit.cy, body={"until": "2026-12-24T18:00:00Z"})
    visit.ask("setAway", "back again", visit.cy, body={"until": None})
    visit.ask("setAway", "too late", visit.cy, body={"until": "2099-01-01T00:00:00Z"})
    visit.ask("setAway", "malformed", visit.cy, body={})


def show_of_tournament(visit: Visit, tournament: str) -> None:
    """Talk at a tournament of Ada's."""
    said = visit.ask_twice(
        "writeTournamentMessage", "of an organiser", visit.ada, body={"text": "Welcome!"}, tournament=tournament
    )
    visit.collector.replaced[said["id"]] = example_id(72)
    visit.ask("writeTournamentMessage", "malformed", visit.ada, body={}, tournament=tournament)
    visit.ask("tournamentMessages", "of organisers and players", tournament=tournament)
    visit.ask("tournamentMessages", "unknown", tournament="nonsense")
    visit.ask("tournamentTalk", "of an organiser", visit.ada, tournament=tournament)
    visit.ask("tournamentTalk", "unknown", tournament="nonsense")
    visit.ask("markTournamentTalk", "muted", visit.ada, body={"muted": True}, tournament=tournament)
    visit.ask("markTournamentTalk", "malformed", visit.ada, body={"muted": 1}, tournament=tournament)
    body = {"talk": "all", "games": "players"}
    visit.ask("setTournamentTalk", "only players talk at its games", visit.ada, body=body, tournament=tournament)
    visit.ask("setTournamentTalk", "malformed", visit.ada, body={"talk": "loud"}, tournament=tournament)
    visit.ask("removeTournamentMessage", "your own", visit.ada, tournament=tournament, message=said["id"])
    visit.ask("removeTournamentMessage", "unknown", visit.ada, tournament=tournament, message="nonsense")
