"""What outsiders learn of a private tournament, and players of the next round: nothing."""

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import httpx

from tests.notifications.sites import Person, Site, site

PATHS = (
    "/v1/tournaments/{}", "/v1/tournaments/{}/rounds/1", "/v1/tournaments/{}/standings",
    "/v1/tournaments/{}/standings?format=csv", "/v1/tournaments/{}/pairings.csv", "/v1/tournaments/{}/results.csv",
    "/v1/tournaments/{}/events", "/v1/tournaments/{}/bundle", "/v1/tournaments/{}/feed.atom",
    "/v1/tournaments/{}/feed.json", "/v1/tournaments/{}/calendar.ics", "/badge/tournaments/{}.svg",
)  # fmt: skip

LISTS = (
    "/v1/tournaments", "/v1/tournaments/rounds", "/v1/tournaments?status=running", "/v1/players/{player}/feed.atom",
    "/v1/players/{player}/feed.json", "/v1/games", "/v1/players/{player}/games",
)  # fmt: skip

NAME = "Unseen Cup"

TERMS = {"name": NAME, "ruleset": "minos", "format": {"type": "swiss", "rounds": 2}, "sizes": [2]}


class Cup:
    """A tournament of two players whose first round is paired."""

    def __init__(self, place: Site, visibility: str) -> None:
        self.place = place
        self.owner, self.players = place.player("Olga"), [place.player("Ada"), place.player("Bo")]
        self.stranger = place.player("Cora")
        self.id: str = self.owner.make("/v1/tournaments", {**TERMS, "visibility": visibility})["id"]
        for player in self.players:
            self._act(self.owner, "invite", player=player.id)
            self._act(player, "register")
        self._act(self.owner, "publish_round", round=1)

    def _act(self, person: Person, kind: str, **more: object) -> None:
        person.make(f"/v1/tournaments/{self.id}/acts", {"type": kind, **more})

    def asked(self, person: Person | None, path: str) -> httpx.Response:
        """Return the answer to a viewer; None: a visitor."""
        return self.place.client.get(path) if person is None else person.ask("GET", path)


def compare_private(folder: Path) -> int:
    """Compare a private tournament with none; returns the number of answers. Raises AssertionError."""
    with site(folder) as place:
        cup = Cup(place, "private")
        unknown = str(uuid4())
        compared = 0
        for person in (None, cup.stranger):
            for path in PATHS:
                found, missing = (cup.asked(person, path.format(each)) for each in (cup.id, unknown))
                assert (found.status_code, _told(found, cup.id)) == (missing.status_code, _told(missing, unknown)), path
                compared += 1
            for path in LISTS:
                shown = cup.asked(person, path.format(player=cup.players[0].id)).text
                assert cup.id not in shown, path
                assert NAME not in shown, path
                compared += 1
        return compared


def _told(reply: httpx.Response, tournament: str) -> str:
    """Return what a reply says, apart from the ids of the tournament and the request."""
    request = reply.headers["x-request-id"]
    return reply.text.replace(tournament, "").replace(request, "")


def compare_drafts(folder: Path) -> int:
    """Ask for everything after a draft of the next round, and compare with what was before; raises AssertionError."""
    with site(folder) as place:
        cup = Cup(place, "public")
        before = [*_everything(cup)]
        for person in (None, cup.stranger, *cup.players):
            path = f"/v1/tournaments/{cup.id}/rounds/2/drafts"
            reply = place.client.post(path, json={}) if person is None else person.ask("POST", path, {})
            assert reply.status_code in {401, 403}, reply.text
        assert [*_everything(cup)] == before
        seed = place.run(lambda: place.services.tournaments.load(cup.id)).tournament.seed
        assert all(seed.hex() not in text for text in before)
        return len(before)


def _everything(cup: Cup) -> Iterator[str]:
    for person in (None, cup.stranger, *cup.players):
        for path in (*PATHS, *LISTS):
            yield _told(cup.asked(person, path.format(cup.id, player=cup.players[0].id)), cup.id)
