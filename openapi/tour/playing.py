"""The requests of a running game."""

from typing import Any

from openapi.tour.visit import Visit


def start(visit: Visit) -> None:
    """Start the game and look at it."""
    game = visit.game
    visit.ask("startGame", "not the owner", visit.bo, game=game)
    visit.ask("startGame", "only to read", visit.reader, game=game)
    visit.ask_twice("startGame", "the game begins", visit.ada, game=game)
    visit.ask("startGame", "unknown", visit.ada, game="nonsense")
    visit.ask("game", "a running game", visit.ada, game=game)
    for operation in ("game", "view", "pieces", "views", "decisions", "events", "stream", "result", "analysis"):
        visit.ask(operation, "unknown", visit.ada, game="nonsense")
    visit.ask("view", "as your seat sees it", visit.ada, game=game)
    visit.ask("pieces", "as your seat sees it", visit.ada, game=game)
    visit.ask("ownGames", "where it is your turn", visit.ada, query={"awaiting": "true"})
    visit.ask("ownGames", "malformed", visit.ada, query={"cursor": "nonsense"})
    visit.ask("view", "as the public saw it at an earlier version", game=game, query={"as": "public", "at": 6})
    for operation in ("view", "pieces", "decisions"):
        visit.ask(operation, "malformed", visit.ada, game=game, query={"at": "late"})
        visit.ask(operation, "later", visit.ada, game=game, query={"at": 9999})
    visit.ask("views", "malformed", visit.ada, game=game, query={"from": "late"})
    visit.ask("views", "later", visit.ada, game=game, query={"to": 9999})
    visit.ask("events", "malformed", visit.ada, game=game, query={"limit": 0})
    visit.ask("events", "later", visit.ada, game=game, query={"after": 9999})
    visit.ask("decisions", "as the public sees them", game=game)
    visit.ask("events", "the first three events", visit.ada, game=game, query={"limit": 3})
    german = {"Accept-Language": "de-AT, en;q=0.5"}
    visit.ask("events", "with sentences in German", visit.ada, game=game, query={"limit": 3}, headers=german)
    lines = {"Accept": "application/x-ndjson"}
    visit.ask("events", "a line each", visit.ada, game=game, query={"limit": 3}, headers=lines)
    visit.ask("result", "too early", visit.ada, game=game)
    backlog = {"follow": "false", "after": 4}
    visit.ask("stream", "what there is after version 4, and no more", visit.ada, game=game, query=backlog)
    lines = {**lines, "Last-Event-ID": "4"}
    visit.ask("stream", "the same, a line each", visit.ada, game=game, query=backlog, headers=lines)
    query = {**backlog, "awaiting": "true"}
    visit.ask("stream", "a line each, with the open decisions", visit.ada, game=game, query=query, headers=lines)
    italian = {**backlog, "after": 14, "lang": "it"}
    visit.ask("stream", "with sentences in Italian", visit.ada, game=game, query=italian)
    visit.ask("stream", "malformed", visit.ada, game=game, query={"follow": "perhaps"})
    visit.ask("stream", "later", visit.ada, game=game, query={"after": 9999})


def decide(visit: Visit) -> None:
    """Answer the first decision, and make every mistake."""
    game = visit.game
    asked = visit.ask("decisions", "with the choices of your own seat", visit.ada, game=game)["items"][0]
    visit.ask("decisions", "in words, in German", visit.ada, game=game, query={"lang": "de"})
    chosen = {"decision": asked["id"], "command": asked["choices"][0]["command"]}
    wrong = {"decision": asked["id"], "command": {"type": "giganten.take_action_card", "card": "none"}}
    unknown = {"decision": asked["id"], "command": {"type": "giganten.cheat"}}
    for name, body in (("refused", wrong), ("unknown", unknown), ("malformed", {"decision": asked["id"]})):
        visit.ask("command", name, visit.ada, body=body, game=game)
    visit.ask("command", "moved on", visit.ada, body=chosen, game=game, headers={"If-Match": '"1.view.seat:0"'})
    preview(visit, chosen, wrong)
    visit.ask_twice("command", "a card is taken", visit.ada, body=chosen, game=game)
    key = visit.keyed["Idempotency-Key"]
    visit.ask("command", "reused", visit.ada, body=wrong, game=game, headers=visit.keyed)
    visit.ask("command", "only to read", visit.reader, body=chosen, game=game)
    visit.ask("command", "late", visit.ada, body=chosen, game=game)
    visit.ask("preview", "late", visit.ada, body=chosen, game=game)
    stranger = visit.sign_up("Dee")
    visit.ask("preview", "a stranger", stranger, body=chosen, game=game)
    visit.ask("command", "a stranger", stranger, body=chosen, game=game)
    visit.ask("command", "unknown", stranger, body=chosen, game="nonsense")
    visit.ask("commandByKey", "it was accepted", visit.ada, game=game, key=key, query={"lang": "en"})
    visit.ask("commandByKey", "no such language", visit.ada, game=game, key=key, query={"lang": "tlh"})
    visit.ask("commandByKey", "never accepted", visit.ada, game=game, key="never-sent")
    visit.ask("commandByKey", "a stranger", stranger, game=game, key=key)
    visit.ask("resign", "a stranger", stranger, game=game)


def preview(visit: Visit, chosen: Any, wrong: Any) -> None:
    """Preview the first decision, and make every mistake."""
    game = visit.game
    visit.ask("preview", "a card is taken, and the next seat is asked", visit.ada, body=chosen, game=game)
    unknown = {"decision": chosen["decision"], "command": {"type": "giganten.cheat"}}
    for name, body in (("refused", wrong), ("unknown", unknown), ("malformed", {"decision": chosen["decision"]})):
        visit.ask("preview", name, visit.ada, body=body, game=game)
    visit.ask("preview", "moved on", visit.ada, body=chosen, game=game, headers={"If-Match": '"1.view.seat:0"'})
    visit.ask("preview", "only to read", visit.reader, body=chosen, game=game)
    visit.ask("preview", "unknown game", visit.ada, body=chosen, game="nonsense")


def turn(visit: Visit) -> None:
    """Answer the decisions of a seat in one request, and make every mistake."""
    game = visit.seated_game("minos", {"first_player": "seat_0"})
    asked = visit.collector.quietly("get", f"/v1/games/{game}/decisions", visit.ada)["items"][0]
    chosen = {"decision": asked["id"], "command": asked["choices"][0]["command"]}
    unknown = {**chosen, "command": {"type": "minos.cheat"}}
    refused = {**chosen, "command": {"type": "minos.pass"}}
    body = {"commands": [chosen, {"command": chosen["command"]}]}
    for name, wrong in (("unknown", [unknown]), ("refused", [refused]), ("malformed", [])):
        visit.ask("turn", name, visit.ada, body={"commands": wrong}, game=game)
    visit.ask("turn", "moved on", visit.ada, body=body, game=game, headers={"If-Match": '"1.view.seat:0"'})
    visit.ask_twice("turn", "as far as it goes", visit.ada, body=body, game=game)
    visit.ask("turn", "reused", visit.ada, body={"commands": [chosen]}, game=game, headers=visit.keyed)
    visit.ask("turn", "only to read", visit.reader, body=body, game=game)
    visit.ask("turn", "late", visit.ada, body=body, game=game)
    visit.ask("turn", "unknown game", visit.ada, body=body, game="nonsense")
    visit.ask("turn", "over", visit.ada, body=body, game=visit.game)


def take_back(visit: Visit) -> None:
    """Take back a decision in a game that was opened with take-back."""
    game = visit.seated_game("minos", {"first_player": "seat_0"}, take_back=True)
    body = {"decision": "0.1"}
    visit.ask("takeBack", "no decision yet", visit.ada, body=body, game=game)
    while (last := visit.answer(game, visit.ada)["take_back"]) is None:
        pass
    body = {"decision": last}
    visit.ask("takeBack", "malformed", visit.ada, body={}, game=game)
    visit.ask("takeBack", "only to read", visit.reader, body=body, game=game)
    visit.ask("takeBack", "unknown", visit.ada, body=body, game="nonsense")
    visit.ask_twice("takeBack", "the decision is open again", visit.ada, body=body, game=game)
    visit.ask("takeBack", "reused", visit.ada, body={"decision": "0.9"}, game=game, headers=visit.keyed)
    visit.ask("takeBack", "a game without take-back", visit.ada, body=body, game=visit.seated_game("minos", {}))
    visit.ask("takeBack", "over", visit.ada, body=body, game=visit.game)
    visit.ask("analysis", "too early", visit.ada, game=game)
    visit.ask("askEngine", "too early", visit.ada, game=game, level="glance")


def take_hint(visit: Visit) -> None:
    """Take a hint in a game that was opened with hints, and make every mistake."""
    game = visit.seated_game("minos", {"first_player": "seat_0"}, hints=True)
    body = {"decision": "0.1"}
    visit.ask("takeHint", "malformed", visit.ada, body={}, game=game)
    visit.ask("takeHint", "only to read", visit.reader, body=body, game=game)
    visit.ask("takeHint", "unknown", visit.ada, body=body, game="nonsense")
    visit.ask("takeHint", "another decision", visit.ada, body={"decision": "0.9"}, game=game)
    visit.ask_twice("takeHint", "three choices", visit.ada, body=body, game=game)
    visit.ask("takeHint", "reused", visit.ada, body={"decision": "0.9"}, game=game, headers=visit.keyed)
    visit.ask("takeHint", "a game without hints", visit.ada, body=body, game=visit.seated_game("minos", {}))
    visit.ask("takeHint", "over", visit.ada, body=body, game=visit.game)


def finish(visit: Visit) -> None:
    """Play to the end and look at the result."""
    visit.play(visit.game)
    visit.ask("result", "the final ranking", game=visit.game)
    last = visit.version(visit.game)
    ending = {"from": last - 2, "lang": "en"}
    visit.ask("views", "the last three versions with sentences", visit.ada, game=visit.game, query=ending)
    standing = {"from": last - 1, "pieces": "true"}
    visit.ask("views", "the last two versions with the pieces", visit.ada, game=visit.game, query=standing)
    visit.ask("views", "before the start", visit.ada, game=visit.game, query={"from": 1})
    visit.ask("game", "a game that is over", game=visit.game)
    visit.ask("games", "games of Ada", query={"player": visit.ids["Ada"], "status": "ended"})
    visit.ask("games", "games by their ids", query={"ids": visit.game})
    visit.ask("gamesOfPlayer", "games of Ada that are over", player=visit.ids["Ada"], query={"status": "ended"})
    seen = {"Last-Event-ID": str(last)}
    visit.ask("stream", "you have seen it all", game=visit.game, headers=seen)
    late = {"decision": "0.1", "command": {"type": "giganten.pass_bid"}}
    visit.ask("command", "over", visit.ada, body=late, game=visit.game)
    visit.ask("preview", "over", visit.ada, body=late, game=visit.game)


def resign(visit: Visit) -> None:
    """Resign from another game."""
    game = visit.seated_game("giganten", {"first_player": "seat_0"})
    keyed = {"Idempotency-Key": visit.collector.key()}
    visit.ask("resign", "only to read", visit.reader, game=game)
    visit.ask("resign", "unknown", visit.bo, game="nonsense", headers=keyed)
    visit.ask("resign", "a bot plays on", visit.bo, game=game, headers=keyed)
    visit.ask("resign", "the same once more, with the same key", visit.bo, game=game, headers=keyed)
    visit.ask("resign", "over", visit.bo, game=visit.game)
