"""The requests about blocks."""

from openapi.tour.visit import Visit


def show(visit: Visit) -> None:
    """Block a player, look, and make up again."""
    cy, ada = visit.ids["Cy"], visit.ids["Ada"]
    visit.ask("block", "a player", visit.ada, player=cy)
    visit.ask("block", "yourself", visit.ada, player=ada)
    visit.ask("block", "without a token", player=cy)
    visit.ask("block", "only to read", visit.reader, player=cy)
    visit.ask("block", "unknown", visit.ada, player="nonsense")
    visit.ask("blocks", "yours", visit.ada)
    visit.ask("blocks", "malformed", visit.ada, query={"cursor": "nonsense"})
    visit.ask("readBlock", "of Cy", visit.ada, player=cy)
    visit.ask("readBlock", "unknown", visit.ada, player="nonsense")
    visit.ask("unblock", "made up", visit.ada, player=cy)


def show_of_tournament(visit: Visit, tournament: str) -> None:
    """Read the wishes in a tournament of Ada's."""
    visit.ask("wishesInTournament", "of the players", visit.ada, tournament=tournament)
    visit.ask("wishesInTournament", "not an organiser", visit.cy, tournament=tournament)
    visit.ask("wishesInTournament", "unknown", visit.ada, tournament="nonsense")
