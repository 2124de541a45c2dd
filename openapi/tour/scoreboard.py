"""The requests about results, leaderboards and ratings, and about feeds, badges and calendars."""

from openapi.tour.sessions import ORIGIN
from openapi.tour.visit import Visit, example_id

LINK = 90
PROVISIONAL = {"provisional": "true"}
"""The list of players with few games."""

_IMAGE = {"Accept": "image/svg+xml"}
_SHOWN = "http://testserver.local/v1/me/calendar.ics?token=ludolog_calendar_" + "A" * 43


def show(visit: Visit) -> None:
    """Ask for results and ratings in all forms."""
    ada = visit.ids["Ada"]
    visit.ask("oembed", "a game", query={"url": f"{ORIGIN}/games/{visit.game}"})
    visit.ask("oembed", "unknown", query={"url": f"{ORIGIN}/games/nonsense"})
    visit.ask("oembed", "not as XML", query={"url": f"{ORIGIN}/games/{visit.game}", "format": "xml"})
    visit.ask("embeddedGame", "a game (here only its beginning)", game=visit.game)
    visit.ask("gamePicture", "a picture (here only its beginning)", game=visit.game)
    for form, headers in (
        ("as JSON", {}),
        ("a line each", {"Accept": "application/x-ndjson"}),
        ("as CSV", {"Accept": "text/csv"}),
    ):
        visit.ask("results", f"one result, {form}", headers=headers)
        visit.ask("leaderboard", f"three players, {form}", name="giganten", headers=headers, query=PROVISIONAL)
        visit.ask("ratingsOfPlayer", f"one rated game, {form}", player=ada, headers=headers)
    visit.ask("results", "malformed", query={"since": "yesterday"})
    visit.ask("leaderboard", "malformed", name="giganten", query={"limit": 0})
    visit.ask("ratingsOfPlayer", "malformed", player=ada, query={"limit": 0})
    visit.ask("ratingsOfPlayer", "unknown", player="player:nobody")
    visit.ask("player", "Ada, with a rating", player=ada)
    visit.ask("headToHead", "one game", player=ada, opponent=visit.ids["Bo"])
    visit.ask("headToHead", "malformed", player=ada, opponent=ada)
    visit.ask("headToHead", "unknown", player=ada, opponent="player:nobody")
    visit.ask("recordOfPlayer", "one game", player=ada)
    visit.ask("recordOfPlayer", "unknown", player="player:nobody")
    visit.ask("activityOfPlayer", "one day", player=ada, query={"since": "2026-01-01", "until": "2026-12-31"})
    visit.ask("activityOfPlayer", "malformed", player=ada, query={"since": "yesterday"})
    visit.ask("activityOfPlayer", "unknown", player="player:nobody")


def show_feeds(visit: Visit) -> None:
    """Read the feeds of results and of a player, the badges, and the calendar of a player."""
    ada = visit.ids["Ada"]
    one = {"limit": 1}
    for form in ("Atom", "JsonFeed"):
        visit.ask(f"results{form}", "one result", query={**one, "ruleset": "giganten"})
        visit.ask(f"results{form}", "malformed", query={"limit": 0})
        visit.ask(f"player{form}", "one game", player=ada, query=one)
        visit.ask(f"player{form}", "malformed", player=ada, query={"limit": 0})
        visit.ask(f"player{form}", "unknown", player="player:nobody")
    visit.ask("playerBadge", "Ada in Giganten", player=ada, picture="giganten.svg")
    visit.ask("playerBadge", "unknown", player=ada, picture="chess.svg")
    visit.ask("playerBadge", "unknown, for a page", player=ada, picture="chess.svg", headers=_IMAGE)
    visit.ask("playerBadge", "malformed", player=ada, picture="giganten.svg", query={"lang": "tlh"})
    _show_calendar(visit)


def show_tournament(visit: Visit, cup: str) -> None:
    """Read the feeds, the badge and the calendar of a tournament."""
    for form in ("Atom", "JsonFeed"):
        visit.ask(f"tournament{form}", "the newest entry", tournament=cup, query={"limit": 1})
        visit.ask(f"tournament{form}", "malformed", tournament=cup, query={"limit": 0})
        visit.ask(f"tournament{form}", "unknown", tournament="nonsense")
    visit.ask("tournamentCalendar", "the first round", tournament=cup)
    visit.ask("tournamentCalendar", "malformed", tournament=cup, query={"lang": "tlh"})
    visit.ask("tournamentCalendar", "unknown", tournament="nonsense")
    visit.ask("tournamentBadge", "in its first round", picture=f"{cup}.svg")
    visit.ask("tournamentBadge", "unknown", picture="nonsense.svg")
    visit.ask("tournamentBadge", "unknown, for a page", picture="nonsense.svg", headers=_IMAGE)
    visit.ask("tournamentBadge", "malformed", picture=f"{cup}.svg", query={"lang": "tlh"})


def _show_calendar(visit: Visit) -> None:
    body = {"label": "phone"}
    made = visit.ask_twice("makeCalendarLink", "for a phone", visit.ada, body=body)
    visit.collector.replaced |= {made["id"]: example_id(LINK), made["url"]: _SHOWN}
    visit.ask("makeCalendarLink", "another request", visit.ada, body={"label": "desk"}, headers=visit.keyed)
    visit.ask("makeCalendarLink", "malformed", visit.ada, body={})
    visit.ask("makeCalendarLink", "no name", visit.ada, body={"label": "\u200b"})
    visit.ask("calendarLinks", "one link", visit.ada)
    secret = made["url"].partition("token=")[2]
    visit.ask("ownCalendar", "no running clock", query={"token": secret})
    visit.ask("ownCalendar", "unknown", query={"token": "x"})
    visit.ask("ownCalendar", "malformed", query={})
    visit.ask_twice("revokeCalendarLink", "revoked", visit.ada, link=made["id"])
    visit.ask("revokeCalendarLink", "again", visit.ada, link=made["id"])
