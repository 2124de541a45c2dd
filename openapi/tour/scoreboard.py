"""The requests about results, leaderboards and ratings."""

from openapi.tour.visit import Visit


def show(visit: Visit) -> None:
    """Ask for results and ratings in all forms."""
    ada = visit.ids["Ada"]
    for form, headers in (
        ("as JSON", {}),
        ("a line each", {"Accept": "application/x-ndjson"}),
        ("as CSV", {"Accept": "text/csv"}),
    ):
        visit.ask("results", f"one result, {form}", headers=headers)
        visit.ask("leaderboard", f"three players, {form}", name="giganten", headers=headers)
        visit.ask("ratingsOfPlayer", f"one rated game, {form}", player=ada, headers=headers)
    visit.ask("results", "malformed", query={"since": "yesterday"})
    visit.ask("leaderboard", "malformed", name="giganten", query={"limit": 0})
    visit.ask("ratingsOfPlayer", "malformed", player=ada, query={"limit": 0})
    visit.ask("ratingsOfPlayer", "unknown", player="player:nobody")
    visit.ask("player", "Ada, with a rating", player=ada)
