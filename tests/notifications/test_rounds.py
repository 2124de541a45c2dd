"""Webhooks about the rounds of tournaments: who receives them, and what they reveal."""

import json
from typing import Any

import pytest

from service.play.play import Play
from service.tournaments import round_rows
from tests.notifications.receiver import Answer, Receiver
from tests.notifications.sites import Person, Site
from tests.replies import ok

TYPES = ("round.paired", "round.ended")


class Cup:
    """A tournament of four players whose rounds its owner publishes and closes."""

    def __init__(self, place: Site, owner: Person, players: list[Person], **terms: Any) -> None:
        chosen = {"name": "Cup", "ruleset": "minos", "format": {"type": "swiss", "rounds": 2}, "sizes": [4, 3], **terms}
        self.owner = owner
        self.id: str = owner.make("/v1/tournaments", chosen)["id"]
        for player in players:
            self.act(owner, "invite", player=player.id)
            self.act(player, "register")

    def act(self, who: Person, kind: str, **fields: Any) -> None:
        """Act in the tournament."""
        who.make(f"/v1/tournaments/{self.id}/acts", {"type": kind, **fields})

    def play(self, number: int) -> None:
        """Publish a round, decide its table by a ruling, and close it."""
        self.act(self.owner, "publish_round", round=number)
        self.act(self.owner, "void_table", round=number, table=1, reason="a test")
        self.act(self.owner, "close_round", round=number)


def bodies(found: Receiver, path: str = "/hook") -> list[Any]:
    """Return the bodies that have arrived at a path, in the order of the log: they are sent at the same time."""
    arrived = [json.loads(each.body) for each in found.received if each.path == path]
    return sorted(arrived, key=lambda body: body["data"]["version"])


def people(place: Site, *names: str) -> list[Person]:
    """Return new players."""
    return [place.player(name) for name in names]


def test_a_round_is_a_thin_payload_with_the_cursor_of_the_feed(place: Site, found: Receiver) -> None:
    olga, *players = people(place, "Olga", "Ada", "Bo", "Cy", "Di")
    cup = Cup(place, olga, players)
    players[0].webhook(found.url(), *TYPES)
    cup.play(1)

    place.step()

    lines = ok(place.client.get("/v1/tournaments/rounds")).json()["items"]
    paired, finished = bodies(found)
    assert [(paired["type"], finished["type"])] == [TYPES]
    assert paired["timestamp"] == lines[0]["at"]
    assert paired["data"] == {
        "tournament": cup.id, "round": 1, "version": lines[0]["version"],
        "url": f"https://ludolog.example/tournaments/{cup.id}", "cursor": lines[0]["cursor"],
        "feed": "/v1/tournaments/rounds?player=me",
        "links": {"tournament": f"https://ludolog.example/v1/tournaments/{cup.id}"},
    }  # fmt: skip
    assert [(line["event"], line["tournament"], line["round"]) for line in lines] == [
        (kind, cup.id, 1) for kind in TYPES
    ]


def test_a_receiver_that_was_down_recovers_by_one_read(place: Site, found: Receiver) -> None:
    olga, *players = people(place, "Olga", "Ada", "Bo", "Cy", "Di")
    cup = Cup(place, olga, players)
    olga.webhook(found.url(), *TYPES, games="organised")
    cup.act(olga, "publish_round", round=1)
    place.step()
    (last,) = (each["data"] for each in bodies(found))
    found.answer = lambda _: Answer(503)
    cup.act(olga, "void_table", round=1, table=1, reason="a test")
    cup.act(olga, "close_round", round=1)
    cup.play(2)
    place.step()

    missed = olga.get(f"{last['feed']}&cursor={last['cursor']}")

    assert [(line["event"], line["round"]) for line in missed["items"]] == [
        ("round.ended", 1), ("round.paired", 2), ("round.ended", 2),
    ]  # fmt: skip
    assert missed["next"] is None
    assert olga.get(f"{last['feed']}&cursor={missed['items'][-1]['cursor']}")["items"] == []


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_who_receives_rounds(place: Site, found: Receiver, visibility: str) -> None:
    olga, dora, ed, *players = people(place, "Olga", "Dora", "Ed", "Ada", "Bo", "Cy", "Di")
    cup = Cup(place, olga, players, visibility=visibility)
    cup.act(olga, "appoint", player=dora.id, role="helper")
    persons = {"owner": olga, "helper": dora, "player": players[0], "stranger": ed}
    for name, person in persons.items():
        for games in ("own", "organised", None):
            person.webhook(found.url(f"/{name}/{games}"), *TYPES, games=games)
    cup.play(1)

    place.step()

    received = {each.path for each in found.received}
    known = {"/owner/organised", "/owner/None", "/helper/organised", "/helper/None", "/player/own", "/player/None"}
    assert received == (known | {"/stranger/None"} if visibility == "public" else known)
    assert all(len(bodies(found, path)) == 2 for path in received)
    seen = ed.get("/v1/tournaments/rounds")["items"]
    assert len(seen) == (2 if visibility == "public" else 0)
    assert len(dora.get("/v1/tournaments/rounds?organiser=me")["items"]) == 2
    assert ed.get("/v1/tournaments/rounds?player=me")["items"] == []


def test_nothing_of_a_pairing_is_sent_before_or_after_it_is_published(place: Site, found: Receiver) -> None:
    olga, *players = people(place, "Olga", "Ada", "Bo", "Cy", "Di", "Ed", "Flo")
    cup = Cup(place, olga, players)
    olga.webhook(found.url(), *TYPES)
    players[0].webhook(found.url(), *TYPES)
    draft = olga.ask("POST", f"/v1/tournaments/{cup.id}/rounds/1/drafts", {})
    assert draft.status_code in {200, 201}
    place.step()
    assert found.received == []

    cup.act(olga, "publish_round", round=1)
    place.step()

    whole = ok(place.client.get(f"/v1/tournaments/{cup.id}")).json()["rounds"][0]
    secrets = [whole["seed"], *(player.id for player in players), *(table["game"] for table in whole["tables"])]
    shown = "\n".join(each.body.decode() for each in found.received)
    assert len(found.received) == 2
    assert [secret for secret in secrets if secret in shown] == []


def test_a_round_that_is_published_again_is_sent_again(place: Site, found: Receiver) -> None:
    olga, *players = people(place, "Olga", "Ada", "Bo", "Cy", "Di")
    cup = Cup(place, olga, players)
    olga.webhook(found.url(), "round.paired")
    cup.act(olga, "publish_round", round=1)
    cup.act(olga, "withdraw_round", round=1, reason="a player was forgotten")
    cup.act(olga, "publish_round", round=1)

    place.step()
    place.step()

    first, second = (each["data"] for each in bodies(found))
    assert (first["round"], second["round"]) == (1, 1)
    # deliveries of one moment arrive in any order
    assert first["version"] != second["version"]


def forget_lines(place: Site, after: int) -> None:
    """Leave the database as a process of an earlier release leaves it, which has appended the events after a number."""
    with place.parts.get(Play).store.database.writing() as cursor:
        cursor.execute("DELETE FROM tournament_rounds WHERE number > ?", (after,))
        cursor.execute("UPDATE followed_places SET position=? WHERE source='tournament log'", (after,))


@pytest.mark.parametrize("after", [0, 10])
def test_rounds_that_an_earlier_release_has_stored_get_their_lines(
    place: Site, after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(round_rows, "PAGE", 2)
    olga, *players = people(place, "Olga", "Ada", "Bo", "Cy", "Di")
    Cup(place, olga, players).play(1)
    lines = ok(place.client.get("/v1/tournaments/rounds")).json()
    assert len(lines["items"]) == 2
    forget_lines(place, after)

    place.step()

    assert ok(place.client.get("/v1/tournaments/rounds")).json() == lines


def test_a_line_never_comes_before_those_of_an_earlier_release(place: Site, found: Receiver) -> None:
    olga, *players = people(place, "Olga", "Ada", "Bo", "Cy", "Di")
    cup = Cup(place, olga, players)
    olga.webhook(found.url(), *TYPES)
    place.step()
    cup.play(1)
    forget_lines(place, 9)

    cup.act(olga, "publish_round", round=2)

    lines = ok(place.client.get("/v1/tournaments/rounds")).json()["items"]
    assert [(line["event"], line["round"]) for line in lines] == [
        ("round.paired", 1), ("round.ended", 1), ("round.paired", 2),
    ]  # fmt: skip
    place.step()
    assert [each["data"]["cursor"] for each in bodies(found)] == [line["cursor"] for line in lines]


def test_an_invitation_without_an_answer_brings_no_rounds(place: Site, found: Receiver) -> None:
    olga, ed, *players = people(place, "Olga", "Ed", "Ada", "Bo", "Cy", "Di")
    cup = Cup(place, olga, players, visibility="private")
    cup.act(olga, "invite", player=ed.id)
    for games in ("own", None):
        ed.webhook(found.url(f"/ed/{games}"), *TYPES, games=games)
    players[0].webhook(found.url("/player"), *TYPES)
    cup.play(1)

    place.step()

    assert {each.path for each in found.received} == {"/player"}
