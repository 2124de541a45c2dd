"""The requests about bundles and their verification."""

from openapi.tour.visit import Visit


def show(visit: Visit, game: str) -> None:
    """Ask for the proof of a cancelled game."""
    visit.ask("jwks", "one key")
    lines = visit.ask("bundle", "a short one: the game was cancelled before its start", visit.ada, game=game)
    visit.ask("verification", "all is well", visit.ada, game=game)
    visit.ask("loggedGame", "a game that is over", visit.ada, game=game)
    visit.ask("logProof", "of the end", visit.ada, game=game)
    visit.ask("logProof", "of the opening", visit.ada, game=game, query={"entry": "opened"})
    visit.ask("verify", "a bundle that holds", visit.ada, body=lines)
    visit.ask("verify", "a bundle in which a seat is another", visit.ada, body=lines.replace('"seat":1', '"seat":2'))
    visit.ask("bundles", "the first one", query={"limit": "1"})
    visit.ask("bundles", "malformed", query={"cursor": "yesterday"})
    for operation in ("bundle", "verification"):
        visit.ask(operation, "unknown", visit.ada, game="nonsense")
        visit.ask(operation, "running", visit.bo, game=visit.game, query={"as": "full"})
    visit.ask("loggedGame", "unknown", visit.ada, game="nonsense")
    visit.ask("logProof", "running", visit.bo, game=visit.game)
    visit.ask("logProof", "another entry", visit.bo, game=visit.game, query={"entry": "middle"})
