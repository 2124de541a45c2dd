"""The requests about players, names and tokens."""

from openapi.tour.scoreboard import PROVISIONAL
from openapi.tour.visit import ONCE_MORE, Visit, example_id


def show(visit: Visit) -> None:
    """Ask about players, then about tokens."""
    _show_names(visit)
    _show_tokens(visit)


def _show_names(visit: Visit) -> None:
    visit.ask("signUp", "malformed", body={"name": 7})
    visit.ask("signUp", "no name", body={"name": " "})
    visit.ask("signUp", "weak key", body={"name": "Ada"}, headers={"Idempotency-Key": "1"})
    visit.ask("player", "Ada", player=visit.ids["Ada"])
    visit.ask("player", "unknown", player="player:nobody")
    ids = f"{visit.ids['Ada']},{visit.ids['Bo']}"
    visit.ask("players", "two players", query={"ids": ids})
    visit.ask("players", "by name", query={"name": "ad"})
    visit.ask("players", "malformed", query={"ids": ""})
    visit.ask_twice("changeName", "Ada spells her name", visit.ada, body={"name": "Ada"})
    visit.ask("changeName", "another request", visit.ada, body={"name": "Eda"}, headers=visit.keyed)
    visit.ask("changeName", "taken", visit.ada, body={"name": "BO"})
    visit.ask("changeName", "no name", visit.ada, body={"name": " "})
    visit.ask("changeName", "malformed", visit.ada, body={})
    visit.ask("changeName", "no token", body={"name": "Ada"})
    visit.ask("signUp", "taken", body={"name": "ada"})
    visit.ask("me", "Ada", visit.ada)
    visit.ask("limits", "as many as there are", visit.ada)
    visit.ask("exportMe", "a zip file", visit.ada)
    visit.ask("gamesOfPlayer", "unknown", player="player:nobody")
    visit.ask("gamesOfPlayer", "malformed", player=visit.ids["Ada"], query={"limit": 0})


def _show_tokens(visit: Visit) -> None:
    made = visit.ask_twice("makeToken", "a token for a phone", visit.ada, body={"label": "phone"}, again=ONCE_MORE)
    visit.ask("makeToken", "malformed", visit.ada, body={})
    visit.ask("makeToken", "unprintable label", visit.ada, body={"label": "a\u200bb"})
    visit.ask("makeToken", "another request", visit.ada, body={"label": "other"}, headers=visit.keyed)
    listed = visit.ask("tokens", "two tokens", visit.ada)
    for number, token in enumerate(listed["items"]):
        visit.collector.replaced[token["id"]] = example_id(number)
    read = visit.collector.quietly("post", "/v1/me/tokens", visit.ada, {"label": "screen", "scopes": ["read"]})
    visit.reader = read["token"]
    visit.ask("makeToken", "more than it has", visit.reader, body={"label": "bot", "scopes": ["play"]})
    visit.ask("exportMe", "not for this", visit.reader)
    visit.ask("changeName", "not for this", visit.reader, body={"name": "Ada"})
    visit.ask("revokeToken", "more than it may", visit.reader, token=made["id"])
    visit.ask_twice("revokeToken", "revoked", visit.ada, token=made["id"])
    visit.ask("revokeToken", "again", visit.ada, token=made["id"])


def erase(visit: Visit) -> None:
    """Erase a player."""
    visit.ask("erase", "only to read", visit.reader, body={"confirm": "Ada"})
    visit.ask("erase", "another name", visit.bo, body={"confirm": "Ada"})
    visit.ask("erase", "erased", visit.bo, body={"confirm": "Bo"})
    visit.ask("leaderboard", "one without a name", name="giganten", query=PROVISIONAL)
