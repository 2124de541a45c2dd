"""The order of the tour."""

from openapi.collector import Collector
from openapi.tour import (
    accounts,
    blocks,
    clocks,
    lobby,
    meeting,
    moderation,
    notifications,
    orders,
    organising,
    playing,
    private,
    reports,
    rulesets,
    scoreboard,
    sessions,
    site,
    streams,
    talk,
)
from openapi.tour.visit import Visit


def run(collector: Collector) -> None:
    """Send every request of the API at least once."""
    visit = Visit(collector)
    rulesets.show(visit)
    visit.ada, visit.bo, visit.cy = (visit.sign_up(name) for name in ("Ada", "Bo", "Cy"))
    accounts.show(visit)
    sessions.show(visit)
    site.show(visit)
    lobby.show(visit)
    private.show(visit)
    playing.start(visit)
    playing.decide(visit)
    talk.show(visit)
    moderation.show(visit)
    reports.show(visit)
    blocks.show(visit)
    orders.show(visit)
    playing.finish(visit)
    scoreboard.show(visit)
    streams.show(visit)
    playing.resign(visit)
    playing.turn(visit)
    playing.take_back(visit)
    playing.take_hint(visit)
    clocks.show(visit)
    organising.show(visit)
    for title in ("siberia", "minos"):
        visit.play(visit.seated_game(title, {}))
    clocks.run_out(visit)
    notifications.show(visit)
    scoreboard.show_feeds(visit)
    meeting.show(visit)
    accounts.erase(visit)
