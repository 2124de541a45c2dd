"""The requests about streams of games, of a player and of results, and about tickets."""

from openapi.tour.visit import ONCE_MORE, Visit

SO_FAR = {"follow": "false"}
_SHOWN = "ludolog_ticket_" + "A" * 43


def show(visit: Visit) -> None:
    """Follow the player, the list of games and the results, as server-sent events and as lines."""
    lines = {"Accept": "application/x-ndjson"}
    first = "MCAw"
    visit.ask("ownStream", "from now on", visit.ada, query=SO_FAR)
    visit.ask("ownStream", "a line each, from the beginning", visit.cy, query={**SO_FAR, "after": first}, headers=lines)
    visit.ask("ownStream", "malformed", visit.ada, query={"after": "nonsense"})
    visit.ask("ownStream", "later", visit.ada, query={"after": "OTk5OTk5IDA"})
    own = {**SO_FAR, "owner": visit.ids["Ada"], "status": "abandoned"}
    visit.ask("gamesStream", "games that Ada cancelled", query={**own, "after": first})
    visit.ask("gamesStream", "a line each", query={**own, "after": first}, headers=lines)
    visit.ask("gamesStream", "malformed", query={"status": "lost"})
    visit.ask("gamesStream", "later", query={"after": "OTk5OTk5IDA"})
    visit.ask("resultsStream", "one result", query={**SO_FAR, "after": "MA"})
    visit.ask("resultsStream", "a line each", query={**SO_FAR, "after": "MA"}, headers=lines)
    visit.ask("resultsStream", "malformed", query={"after": "nonsense"})
    _show_tickets(visit)


def _show_tickets(visit: Visit) -> None:
    body = {"path": "/v1/me/stream"}
    made = visit.ask_twice("makeStreamTicket", "for your own games", visit.ada, body=body, again=ONCE_MORE)
    visit.collector.replaced[made["ticket"]] = _SHOWN
    other = {"path": "/v1/games/stream"}
    visit.ask("makeStreamTicket", "another request", visit.ada, body=other, headers=visit.keyed)
    visit.ask("makeStreamTicket", "no stream", visit.ada, body={"path": "/v1/me"})
