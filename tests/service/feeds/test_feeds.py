"""Atom and JSON feeds of results, tournaments and players."""

from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import httpx
import pytest

from tests.replies import ok
from tests.service.feeds.kit import ATOM, Item, atom, json_feed, of, whole
from tests.service.kit import decide_twice, erase, problem
from tests.service.server import Server
from tests.service.tournaments.kit import TERMS, Cup

NAME = "A & B <Cup>"


class Played(NamedTuple):
    """Finished games of two players, newest first, and what is private."""

    owner: httpx.Client
    player: httpx.Client
    id: str
    public: list[str]
    tagged: str
    private: str


def ended(owner: httpx.Client, players: tuple[httpx.Client, httpx.Client], **terms: Any) -> str:
    """Return a game of two players, the second of whom won, that its owner has ended."""
    game: str = ok(owner.post("/v1/games", json={"ruleset": "minos", "seats": 2, **terms})).json()["id"]
    invitation = ok(owner.post(f"/v1/games/{game}/invitations", json={"label": "x"})).json()["invitation"]
    for seat, client in enumerate(players):
        taken = client.put(f"/v1/games/{game}/seats/{seat}", headers={"Ludolog-Invitation": invitation})
        assert taken.status_code == 200, taken.text
    assert owner.post(f"/v1/games/{game}/start").status_code == 200
    if "rated" in terms:
        decide_twice(game, players)
    ruling = {"type": "adjudicate", "ranks": [2, 1], "reason": "time"}
    assert owner.post(f"/v1/games/{game}/rulings", json=ruling).status_code == 201
    return game


def of_games(items: list[Item], played: Played) -> list[str]:
    """Return the ids of the entries of these games, without those of other tests."""
    return [item.id for item in items if item.id.removeprefix("urn:uuid:") in played.public]


@pytest.fixture(scope="module")
def played(server: Server) -> Played:
    owner, player = server.player("Olaf"), server.player("Vera")
    players = (server.player("Otto"), player)
    public = [ended(owner, players) for _ in range(3)]
    tagged = ended(owner, players, tags=["league"])
    private = ended(owner, players, visibility="private", rated=True, tags=["league"])
    listed = [item["game"] for item in ok(owner.get("/v1/results")).json()["items"]]
    assert private in listed, "the result of a private rated game is listed"
    identity = ok(player.get("/v1/me")).json()["id"]
    return Played(owner, player, identity, [tagged, *reversed(public)], tagged, private)


def test_the_results_are_a_feed_in_both_formats(server: Server, played: Played, client: httpx.Client) -> None:
    root, items = atom(client.get("/v1/results/feed.atom"))
    found, same = json_feed(client.get("/v1/results/feed.json"))

    assert same == items
    assert of_games(items, played) == [f"urn:uuid:{game}" for game in played.public]
    first = next(item for item in items if played.tagged in item.id)
    assert (first.title, first.summary) == ("Minos: won by Vera", "1. Vera, 2. Otto")
    assert first.page == f"{server.base}/games/{played.tagged}"
    assert ok(client.get(first.data)).json()["game"] == played.tagged
    assert found["home_page_url"] == f"{server.base}/results"
    assert root.attrib["{http://www.w3.org/XML/1998/namespace}lang"] == "en"


def test_private_games_are_in_no_feed_not_even_by_their_tag(server: Server, played: Played) -> None:
    for client in (server.client(), played.owner):
        pages = ("/v1/results/feed.atom", "/v1/results/feed.atom?tag=league", f"/v1/players/{played.id}/feed.json")
        assert not [path for path in pages if played.private in client.get(path).text]
        tagged = ok(client.get("/v1/results", params={"tag": "league"})).json()["items"]
        assert [item["game"] for item in tagged] == [played.tagged]


def test_filters_choose_results(client: httpx.Client, played: Played) -> None:
    assert [item.id for item in whole(client, "/v1/results/feed.atom", tag="league")] == [f"urn:uuid:{played.tagged}"]
    assert whole(client, "/v1/results/feed.atom", ruleset="siberia") == []
    root, _ = atom(client.get("/v1/results/feed.atom?ruleset=minos&lang=de"))
    assert "Ergebnisse von Minos" in (root[1].text or "")
    assert problem(client.get("/v1/results/feed.atom?ruleset=chess"))[0] == 400
    assert problem(client.get("/v1/results/feed.atom?cursor=x")) == (400, "bad-request")


def test_pages_of_a_feed_follow_one_another_without_gap_or_repetition(client: httpx.Client, played: Played) -> None:
    for path in ("/v1/results/feed.atom", f"/v1/players/{played.id}/feed.atom"):
        at_once = whole(client, path, limit=100)
        assert of_games(at_once, played) == [f"urn:uuid:{game}" for game in played.public]
        assert whole(client, path, limit=1) == at_once
        assert whole(client, path, limit=3) == at_once


@pytest.mark.parametrize("path", ["/v1/results/feed.atom", "/v1/results/feed.json"])
def test_a_feed_may_be_kept_for_a_minute_and_is_not_sent_twice(client: httpx.Client, played: Played, path: str) -> None:
    first = client.get(path)
    assert first.headers["cache-control"] == "public, max-age=60"
    assert first.headers["vary"] == "Accept-Language, Accept-Encoding"
    again = client.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    german = client.get(path, headers={"If-None-Match": first.headers["etag"], "Accept-Language": "de"})
    assert (german.status_code, german.headers["content-language"]) == (200, "de")
    assert client.get(path, headers={"Origin": "https://reader.example"}).headers["access-control-allow-origin"] == "*"


def test_ids_of_entries_do_not_depend_on_the_language(server: Server, played: Played) -> None:
    english, german = (atom(server.client().get(f"/v1/results/feed.atom?lang={lang}")) for lang in ("en", "de"))
    assert [item.id for item in english[1]] == [item.id for item in german[1]]
    assert english[0][0].text == german[0][0].text
    assert "Minos: Sieg für Vera" in [item.title for item in german[1]]


def test_ids_of_feeds_do_not_depend_on_the_host(server: Server, played: Played, cup: Cup) -> None:
    client = server.client()
    hosts: tuple[dict[str, str], ...] = (
        {},
        {"Host": "other.example"},
        {"Host": f"localhost:{httpx.URL(server.base).port}"},
    )
    ids: list[str] = []
    for path in ("/v1/results", "/v1/results?ruleset=minos", f"/v1/players/{played.id}", f"/v1/tournaments/{cup.id}"):
        about, _, query = path.partition("?")
        replies = [client.get(f"{about}/feed.atom?{query}", headers=host) for host in hosts]
        assert {reply.status_code for reply in replies} == {200}
        found = {ET.fromstring(reply.content).findtext(f"{ATOM}id") or "" for reply in replies}
        assert len(found) == 1, path
        ids += found
        items = [ok(client.get(f"{about}/feed.json?{query}", headers=host)).json()["items"] for host in hosts]
        assert len({tuple(item["id"] for item in each) for each in items}) == 1
    assert len(set(ids)) == len(ids)


def test_an_erased_player_has_no_feed_and_no_name(server: Server) -> None:
    owner, player = server.player("Owner of the erased"), server.player("Soon gone")
    identity = ok(player.get("/v1/me")).json()["id"]
    game = ended(owner, (server.player(), player))
    assert erase(player).status_code == 204

    client = server.client()
    assert problem(client.get(f"/v1/players/{identity}/feed.atom")) == (404, "not-found")
    text = client.get("/v1/results/feed.atom").text
    assert game in text
    assert "Soon gone" not in text
    assert "Deleted player" in text


@pytest.fixture(scope="module")
def cup(server: Server) -> Cup:
    cup = Cup(server, players=4, name=NAME, format={"type": "swiss", "rounds": 1}, sizes=[4], pause="PT0S")
    cup.publish_first()
    cup.play(1)
    cup.until(lambda found: found["status"] == "ended")
    return cup


def test_a_tournament_has_a_feed_from_registration_to_the_end(server: Server, cup: Cup, client: httpx.Client) -> None:
    _, items = atom(client.get(f"{cup.url}/feed.atom"))
    assert json_feed(client.get(f"{cup.url}/feed.json"))[1] == items

    assert [item.title for item in reversed(items)] == [
        f"{NAME}: registration is open",
        f"{NAME}: round 1 is published",
        f"{NAME}: result of round 1, table 1",
        f"{NAME}: round 1 is over",
        f"{NAME}: won by {cup.read()['rounds'][0]['tables'][0]['result']['places'][0]['name']}",
    ]
    assert "Table 1: " in items[-2].summary
    assert {item.page for item in items} == {f"{server.base}/tournaments/{cup.id}"}
    versions = [event["record"]["at"] for event in ok(client.get(f"{cup.url}/events")).json()["items"]]
    assert {item.at for item in items} <= set(versions)
    assert whole(client, f"{cup.url}/feed.atom", limit=2) == items


def test_entries_are_as_new_as_the_name_that_they_have(server: Server) -> None:
    cup = Cup(server, players=3, name="Before")
    cup.done(next(iter(cup.players.values())), "register")
    player = next(iter(cup.players))
    client = server.client()
    _, (before,) = atom(client.get(f"{cup.url}/feed.atom"))
    changed = cup.done(cup.owner, "change_terms", terms={**TERMS, "name": "After"})["at"]

    for url in (f"{cup.url}/feed", f"/v1/players/{player}/feed"):
        root, (item,) = atom(client.get(f"{url}.atom"))
        assert "After" in item.title
        assert item.at == changed > before.at
        assert (of(root, "updated"), json_feed(client.get(f"{url}.json"))[1]) == (changed, [item])
        (published,) = root.iter(f"{ATOM}published")
        assert published.text == before.at


def test_a_player_has_tournaments_in_the_feed(server: Server, cup: Cup) -> None:
    place = cup.read()["rounds"][0]["tables"][0]["result"]["places"][0]
    items = whole(server.client(), f"/v1/players/{place['player']}/feed.atom")

    assert [item.title for item in items] == [
        f"{NAME}: place 1 of 4 for {place['name']}",
        f"Minos: won by {place['name']}",
    ]
    assert sorted(whole(server.client(), f"/v1/players/{place['player']}/feed.atom", limit=1)) == sorted(items)


def test_a_private_tournament_is_in_no_feed_for_anybody(server: Server) -> None:
    cup = Cup(server, players=3, name="Geheim", visibility="private")
    player, client = next(iter(cup.players.items()))
    cup.done(cup.owner, "register", player=player)

    for path in (f"{cup.url}/feed.atom", f"{cup.url}/feed.json", f"{cup.url}/calendar.ics"):
        assert [problem(each.get(path)) for each in (server.client(), client, cup.owner)] == [(404, "not-found")] * 3
    assert "Geheim" not in client.get(f"/v1/players/{player}/feed.atom").text
    assert problem(client.get(f"/badge/tournaments/{cup.id}.svg")) == (404, "not-found")


def test_pages_name_their_feeds(server: Server, played: Played, cup: Cup, client: httpx.Client) -> None:
    for page, feed in (
        ("/results", "/v1/results/feed"),
        (f"/tournaments/{cup.id}", f"{cup.url}/feed"),
        (f"/players/{played.id}", f"/v1/players/{played.id}/feed"),
    ):
        text = client.get(page).text
        assert '<link rel="alternate" type="application/atom+xml" title="' in text, page
        for suffix in (".atom", ".json"):
            assert f'href="{feed}{suffix}"' in text, page
            assert client.get(f"{feed}{suffix}").status_code == 200
    hidden = Cup(server, players=0, visibility="private").id
    unknown = "00000000-0000-4000-8000-000000000000"
    pages = [client.get(f"/tournaments/{each}").text.replace(each, "ID") for each in (hidden, unknown)]
    assert pages[0] == pages[1]
    assert "feed.atom" not in pages[0]
