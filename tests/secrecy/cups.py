"""What outsiders learn of a private tournament, and players of the next round: nothing."""

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import httpx

from service.tournaments.tournaments import Tournaments
from tests.notifications.sites import Person, Site, site
from tests.secrecy.comparing import Leak

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
    """Compare a private tournament with none; returns the number of answers. Raises Leak."""
    with site(folder) as place:
        cup = Cup(place, "private")
        compared = 0
        for person in (None, cup.stranger):
            for path in PATHS:
                _compare_with_none(cup, person, path)
                compared += 1
            for path in LISTS:
                shown = cup.asked(person, path.format(player=cup.players[0].id))
                assert shown.status_code == 200, shown.text
                if cup.id in shown.text or NAME in shown.text:
                    message = f"{path} shows a private tournament"
                    raise Leak(message)
                compared += 1
        return compared


def _compare_with_none(cup: Cup, person: Person | None, path: str) -> None:
    unknown = str(uuid4())
    found, missing = (cup.asked(person, path.format(each)) for each in (cup.id, unknown))
    assert missing.status_code == 404, missing.text
    if (found.status_code, _told(found, cup.id)) != (404, _told(missing, unknown)):
        message = f"{path}: {found.status_code} {found.text}, and of no tournament {missing.text}"
        raise Leak(message)


def _told(reply: httpx.Response, tournament: str) -> str:
    """Return what a reply says, apart from the ids of the tournament and the request."""
    request = reply.headers["x-request-id"]
    return reply.text.replace(tournament, "").replace(request, "")


def compare_drafts(folder: Path) -> int:
    """Ask for everything after a draft of the next round, and compare with what was before; raises Leak."""
    with site(folder) as place:
        cup = Cup(place, "public")
        before = [*_everything(cup)]
        for person in (None, cup.stranger, *cup.players):
            path = f"/v1/tournaments/{cup.id}/rounds/2/drafts"
            reply = place.client.post(path, json={}) if person is None else person.ask("POST", path, {})
            if reply.status_code not in {401, 403}:
                message = f"{path}: {reply.status_code} {reply.text}"
                raise Leak(message)
        if [*_everything(cup)] != before:
            message = "a draft changes what is shown"
            raise Leak(message)
        seed = place.run(lambda: place.parts.get(Tournaments).load(cup.id)).tournament.seed
        if any(seed.hex() in text for text in before):
            message = "a running tournament shows its seed"
            raise Leak(message)
        return len(before)


def _everything(cup: Cup) -> Iterator[str]:
    for person in (None, cup.stranger, *cup.players):
        for path in (*PATHS, *LISTS):
            yield _told(cup.asked(person, path.format(cup.id, player=cup.players[0].id)), cup.id)
