"""The requests about challenges, rematches and pools."""

from typing import Any

from openapi.tour.visit import Visit, example_id


def show(visit: Visit) -> None:
    """Meet in every way, and make every mistake."""
    _challenge(visit)
    _play_again(visit)
    _wait(visit)


def _challenge(visit: Visit) -> None:
    body = {"players": ["Bo"], "ruleset": "minos", "clock": {"preset": "correspondence"}, "rated": True}
    made = visit.ask_twice("challenge", "by name", visit.ada, body=body)
    visit.collector.replaced[made["id"]] = example_id(81)
    keyed = visit.keyed
    visit.ask("challenge", "another request", visit.ada, body=body | {"seat": 1}, headers=keyed)
    visit.ask("challenge", "one is open", visit.ada, body=body)
    mistakes: tuple[tuple[str, dict[str, Any]], ...] = (
        ("malformed", {"players": []}),
        ("an unknown player", {"players": ["Nobody of this name"]}),
        ("yourself", {"players": ["Ada"]}),
        ("an unknown title", {"ruleset": "chess"}),
        ("too few players", {"ruleset": "giganten"}),
        ("an unknown data set", {"data_set": "nonsense"}),
        ("an unknown option", {"options": {"nonsense": 1}}),
        ("an unknown bot", {"bots": ["nonsense"]}),
        ("no such seat", {"seat": 3}),
    )
    for name, wrong in mistakes:
        visit.ask("challenge", name, visit.ada, body=body | wrong)
    visit.ask("challenge", "only to read", visit.reader, body=body)
    visit.ask("challenges", "that wait", visit.bo)
    visit.ask("challenges", "malformed", visit.bo, query={"cursor": "nonsense"})
    visit.ask("readChallenge", "that waits", visit.bo, challenge=made["id"])
    visit.ask("readChallenge", "unknown", visit.bo, challenge="nonsense")
    visit.ask("declineChallenge", "your own", visit.ada, body={}, challenge=made["id"])
    visit.ask("declineChallenge", "malformed", visit.bo, body={"reason": "nonsense"}, challenge=made["id"])
    visit.ask("declineChallenge", "unknown", visit.bo, body={}, challenge="nonsense")
    visit.ask("declineChallenge", "only to read", visit.reader, body={}, challenge=made["id"])
    visit.ask("declineChallenge", "another clock", visit.bo, body={"reason": "clock"}, challenge=made["id"])
    visit.ask("acceptChallenge", "declined", visit.bo, challenge=made["id"])
    visit.ask("acceptChallenge", "unknown", visit.bo, challenge="nonsense")
    visit.ask("acceptChallenge", "only to read", visit.reader, challenge=made["id"])
    visit.ask("cancelChallenge", "declined", visit.ada, challenge=made["id"])
    visit.ask("cancelChallenge", "unknown", visit.ada, challenge="nonsense")
    visit.ask("cancelChallenge", "only to read", visit.reader, challenge=made["id"])
    for number, operation in enumerate(("acceptChallenge", "cancelChallenge"), 82):
        again = visit.collector.quietly("post", "/v1/challenges", visit.ada, body)
        visit.collector.replaced[again["id"]] = example_id(number)
        asker = visit.bo if operation == "acceptChallenge" else visit.ada
        visit.ask(operation, "that waits", asker, challenge=again["id"])
    last = visit.collector.quietly("post", "/v1/challenges", visit.ada, body)
    visit.collector.quietly("delete", f"/v1/challenges/{last['id']}", visit.ada)
    visit.ask("challenge", "again and again", visit.ada, body=body)


def _play_again(visit: Visit) -> None:
    game = visit.game
    visit.ask("rematch", "that you may ask for", visit.ada, game=game)
    visit.ask("rematch", "unknown", visit.ada, game="nonsense")
    visit.ask("declineRematch", "that nobody asks for", visit.ada, game=game)
    asked = visit.ask("askForRematch", "the first asks", visit.ada, game=game)
    visit.collector.replaced[asked["id"]] = example_id(84)
    visit.ask("askForRematch", "another joins", visit.bo, game=game)
    visit.ask("askForRematch", "unknown", visit.ada, game="nonsense")
    visit.ask("askForRematch", "only to read", visit.reader, game=game)
    stranger = visit.collector.quietly("post", "/v1/players", visit.ada, {"name": "Stranger"})["token"]
    visit.ask("askForRematch", "of others", stranger, game=game)
    visit.ask("declineRematch", "that others ask for", visit.cy, game=game)
    visit.ask("declineRematch", "only to read", visit.reader, game=game)
    visit.ask("declineRematch", "declined before", visit.bo, game=game)
    visit.ask("askForRematch", "declined", visit.ada, game=game)
    # the first day of an account allows ten
    for number in range(5):
        other = visit.collector.quietly("post", "/v1/players", visit.ada, {"name": f"Challenged {number}"})["id"]
        visit.collector.quietly("post", "/v1/challenges", visit.ada, {"players": [other], "ruleset": "minos"})
    rows = visit.collector.quietly("get", "/v1/results?ruleset=minos&player=me", visit.ada)["items"]
    visit.ask("askForRematch", "too often", visit.ada, game=rows[0]["game"])


def _wait(visit: Visit) -> None:
    # two new players are of the same skill
    first, second = (
        visit.collector.quietly("post", "/v1/players", visit.ada, {"name": f"Waiting {number}"})["token"]
        for number in range(2)
    )
    pool = {"ruleset": "minos", "clock": "live"}
    visit.ask("pools", "all")
    visit.ask("presence", "nobody")
    visit.ask("presence", "malformed", query={"games": ",".join(f"{number}" for number in range(101))})
    visit.ask("ownPool", "none", first)
    visit.ask("stayInPool", "none", first)
    visit.ask("playBotsInstead", "in no pool", first, body={"bot": "careful"})
    visit.ask("joinPool", "malformed", first, body={})
    visit.ask("joinPool", "an unknown title", first, body=pool | {"ruleset": "chess"})
    visit.ask("joinPool", "an unknown clock", first, body=pool | {"clock": "nonsense"})
    visit.ask("joinPool", "only to read", visit.reader, body=pool)
    visit.ask("joinPool", "the first waits", first, body=pool)
    visit.ask("ownPool", "of the first", first)
    visit.ask("leavePool", "the first leaves", first)
    visit.ask("leavePool", "only to read", visit.reader)
    visit.collector.quietly("post", "/v1/me/pools", first, pool)
    paired = visit.ask("joinPool", "the second is paired", second, body=pool)
    visit.collector.replaced[paired["challenge"]["id"]] = example_id(85)
    visit.ask("stayInPool", "paired", first)
    visit.ask("stayInPool", "only to read", visit.reader)
    visit.ask("leavePool", "paired", first)
    visit.collector.quietly("post", "/v1/me/pools", visit.cy, pool | {"clock": "slow"})
    visit.ask("playBotsInstead", "malformed", visit.cy, body={})
    visit.ask("playBotsInstead", "an unknown bot", visit.cy, body={"bot": "nonsense"})
    visit.ask("playBotsInstead", "only to read", visit.reader, body={"bot": "careful"})
    played = visit.ask("playBotsInstead", "by choice", visit.cy, body={"bot": "careful"})
    visit.collector.replaced[played["id"]] = example_id(86)
