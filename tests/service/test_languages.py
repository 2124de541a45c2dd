"""Events in sentences and the words of titles over HTTP: the choice of the language, caching, and names of players."""

import json
import random
from typing import Any

import httpx
import pytest

from tests.replies import ok
from tests.service.kit import answer, first_choice, next_decision, own_decision, started_game
from tests.service.server import Server


@pytest.fixture(scope="module")
def game(server: Server) -> tuple[httpx.Client, str]:
    """A game of a person and bots, after the first decision."""
    player = server.player("Hanna")
    found = started_game(player)
    assert answer(player, found, own_decision(player, found) or {}, random.Random(1)).status_code == 201
    assert own_decision(player, found)
    return player, found


def events(player: httpx.Client, game: str, **more: Any) -> httpx.Response:
    """Return the first events of a game."""
    headers = {"Accept-Language": more.pop("header")} if "header" in more else {}
    return player.get(f"/v1/games/{game}/events", params={"limit": 20, **more}, headers=headers)


def first_text(reply: httpx.Response) -> str | None:
    return reply.json()["items"][0].get("text")


OPENED = {
    "en": "Hanna opens a game of Giganten for 3 players.",
    "de": "Hanna eröffnet eine Partie Giganten für 3 Spieler.",
    "it": "Hanna apre una partita di Giganten per 3 giocatori.",
}


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("de", "de"),
        ("it-CH, de;q=0.9", "it"),
        ("fr, de;q=0.5, it;q=0.7", "it"),
        ("DE-at", "de"),
        ("de-Latn-AT-1996", "de"),
        ("fr-FR, fr;q=0.9", "en"),
        ("*", "en"),
        ("fr, *;q=0.1, it;q=0.05", "en"),
        ("de;q=0, it;q=0.1", "it"),
        ("de-AT, de;q=0", "en"),
        ("", "en"),
        ("de;q=2, it", "it"),
        ("ü, ;;, it ; q=0.3", "it"),
    ],
)
def test_the_header_chooses_a_language(game: tuple[httpx.Client, str], header: str, language: str) -> None:
    reply = game[0].get(f"/v1/games/{game[1]}/events", headers=[(b"Accept-Language", header.encode())])

    assert (first_text(reply), reply.headers["Content-Language"]) == (OPENED[language], language)
    assert "Accept-Language" in reply.headers["Vary"].split(", ")


@pytest.mark.parametrize(("lang", "language"), [("de", "de"), ("it-IT", "it"), ("EN-gb", "en")])
def test_the_parameter_overrides_the_header(game: tuple[httpx.Client, str], lang: str, language: str) -> None:
    reply = events(*game, lang=lang, header="it, de")

    assert (first_text(reply), reply.headers["Content-Language"]) == (OPENED[language], language)


@pytest.mark.parametrize("lang", ["fr", "deu", "*", "de_AT", "x" * 5000])
def test_an_unknown_language_in_the_query_is_refused(game: tuple[httpx.Client, str], lang: str) -> None:
    for path in (f"/v1/games/{game[1]}/events", f"/v1/games/{game[1]}/stream", "/v1/rulesets/minos/words"):
        reply = game[0].get(path, params={"lang": lang})
        assert (reply.status_code, reply.json()["code"]) == (400, "bad-request")
        assert reply.json()["errors"][0]["parameter"] == "lang"
        assert "there are en, de, it" in reply.json()["detail"]


def test_without_a_language_events_are_as_before(game: tuple[httpx.Client, str]) -> None:
    reply = ok(events(*game))

    assert "Content-Language" not in reply.headers
    assert not any("text" in item for item in reply.json()["items"])
    told = ok(events(*game, lang="de")).json()["items"]
    texts = {"text", "to_you"}
    assert [{name: part for name, part in item.items() if name not in texts} for item in told] == reply.json()["items"]


def test_lines_and_streams_have_texts_only_by_the_parameter(game: tuple[httpx.Client, str]) -> None:
    player, found = game
    lines = {"Accept": "application/x-ndjson", "Accept-Language": "de"}
    for path, query in (("events", {"limit": 20}), ("stream", {"follow": False})):
        plain = player.get(f"/v1/games/{found}/{path}", params=query, headers=lines)
        german = player.get(f"/v1/games/{found}/{path}", params={**query, "lang": "de"}, headers=lines)
        assert "Content-Language" not in plain.headers
        assert german.headers["Content-Language"] == "de"
        assert "text" not in json.loads(plain.text.splitlines()[0])
        assert json.loads(german.text.splitlines()[0])["text"] == OPENED["de"]
    sse = player.get(f"/v1/games/{found}/stream", params={"follow": False, "lang": "it"})
    assert json.loads(sse.text.split("data: ", 1)[1].splitlines()[0])["text"] == OPENED["it"]
    bundle = player.get(f"/v1/games/{found}/bundle", headers={"Accept-Language": "de"})
    assert not any("text" in json.loads(line) for line in bundle.text.splitlines())


def test_each_language_has_an_etag_that_follows_the_names_of_players(server: Server) -> None:
    player = server.player("Ada Renamed")
    found = started_game(player)
    tags = {lang: events(player, found, lang=lang).headers["ETag"] for lang in OPENED}
    plain = events(player, found).headers["ETag"]
    assert len({plain, *tags.values()}) == 4

    again = player.get(
        f"/v1/games/{found}/events", params={"limit": 20, "lang": "de"}, headers={"If-None-Match": tags["de"]}
    )
    assert (again.status_code, again.headers["Content-Language"]) == (304, "de")
    assert player.put("/v1/me/name", json={"name": "Ada Anew"}).is_success
    renamed = player.get(
        f"/v1/games/{found}/events", params={"limit": 20, "lang": "de"}, headers={"If-None-Match": tags["de"]}
    )
    assert renamed.status_code == 200
    assert first_text(renamed) == "Ada Anew eröffnet eine Partie Giganten für 3 Spieler."
    assert events(player, found).headers["ETag"] == plain


def test_the_reply_to_a_command_has_texts(server: Server) -> None:
    player = server.player("Ida")
    found = started_game(player)
    body, key = first_choice(next_decision(player, found)), {"Idempotency-Key": "k1"}
    path = f"/v1/games/{found}/commands"

    plain = player.post(path, json=body, headers=key)
    german = player.post(path, json=body, params={"lang": "de"}, headers=key)
    italian = player.get(f"{path}/k1", headers={"Accept-Language": "it"})

    assert [plain.status_code, german.status_code, italian.status_code] == [201, 201, 200]
    assert german.headers["Idempotency-Replayed"] == "true"
    assert "text" not in plain.json()["events"][0]
    assert german.json()["events"][0]["text"].startswith("Ida nimmt diese Karte: ")
    assert italian.json()["events"][0]["text"].startswith("Ida prende questa carta: ")
    assert (german.headers["Content-Language"], italian.headers["Content-Language"]) == ("de", "it")
    assert german.json()["receipt"] == plain.json()["receipt"]
    assert player.post(path, json=body, params={"lang": "xx"}, headers=key).status_code == 400


def test_a_preview_has_texts(server: Server) -> None:
    player = server.player("Uwe")
    found = started_game(player)
    body = first_choice(next_decision(player, found))
    path = f"/v1/games/{found}/previews"

    plain, german = ok(player.post(path, json=body)), ok(player.post(path, json=body, params={"lang": "de"}))

    assert (plain.status_code, german.headers["Content-Language"]) == (200, "de")
    assert "text" not in plain.json()["events"][0]
    assert german.json()["events"][0]["text"].startswith("Uwe nimmt diese Karte: ")
    assert player.post(path, json=body, params={"lang": "xx"}).status_code == 400


def test_a_viewer_reads_no_more_than_its_events(game: tuple[httpx.Client, str], server: Server) -> None:
    player, found = game
    own = ok(player.get(f"/v1/games/{found}/events", params={"lang": "en", "limit": 1000})).json()["items"]
    public = ok(server.client().get(f"/v1/games/{found}/events", params={"lang": "en", "limit": 1000})).json()["items"]
    dealt = [
        (mine["text"], theirs["text"])
        for mine, theirs in zip(own, public, strict=True)
        if mine["record"]["type"] == "giganten.licences_dealt" and mine["record"]["data"]["seat"] == 0
    ]

    assert dealt
    assert all(", of value " in mine and ", of value " not in theirs for mine, theirs in dealt)
    assert {
        mine["text"] == theirs["text"] for mine, theirs in zip(own, public, strict=True) if "secret" not in mine
    } == {True}


def test_the_words_of_a_title(client: httpx.Client) -> None:
    english = ok(client.get("/v1/rulesets/minos/words"))
    german = ok(client.get("/v1/rulesets/minos/words", headers={"Accept-Language": "de-CH"}))

    assert (english.headers["Content-Language"], german.headers["Content-Language"]) == ("en", "de")
    assert english.headers["ETag"] != german.headers["ETag"]
    assert "Accept-Language" in german.headers["Vary"]
    assert (english.json()["pieces"]["port"], german.json()["pieces"]["port"]) == ("port", "Hafen")
    assert german.json()["rules"]["2.1"] == "Zwei bis vier spielen"
    again = client.get("/v1/rulesets/minos/words?lang=de", headers={"If-None-Match": german.headers["ETag"]})
    assert again.status_code == 304
    assert client.get("/v1/rulesets/nonsense/words").status_code == 404


@pytest.mark.parametrize("book", ["giganten", "siberia", "minos", "tournaments"])
def test_a_rule_book_in_each_language(client: httpx.Client, book: str) -> None:
    path = f"/v1/rulesets/{book}/rules"
    plain = ok(client.get(path))
    told = {language: ok(client.get(path, headers={"Accept-Language": language})) for language in OPENED}

    assert plain.json() == told["en"].json()
    assert len({reply.headers["ETag"] for reply in told.values()}) == 3
    for language, reply in told.items():
        assert reply.headers["Content-Language"] == reply.json()["language"] == language
        assert "Accept-Language" in reply.headers["Vary"].split(", ")
        assert {rule["language"] for rule in reply.json()["items"]} == {language}
        assert [rule["number"] for rule in reply.json()["items"]] == [rule["number"] for rule in plain.json()["items"]]
    assert len({reply.json()["introduction"] for reply in told.values()}) == 3
    assert ok(client.get(path, params={"lang": "it"}, headers={"Accept-Language": "de"})).json() == told["it"].json()
    assert (
        client.get(path, params={"lang": "de"}, headers={"If-None-Match": told["de"].headers["ETag"]}).status_code
        == 304
    )
    assert client.get(path, params={"lang": "xx"}).status_code == 400


def test_a_rule_in_each_language(client: httpx.Client) -> None:
    path = "/v1/rulesets/minos/rules/6.2"
    english, german = ok(client.get(path)), ok(client.get(path, params={"lang": "de"}))

    assert (english.headers["Content-Language"], german.headers["Content-Language"]) == ("en", "de")
    assert english.headers["ETag"] != german.headers["ETag"]
    assert (german.json()["title"], german.json()["phase"]) == ("Stadtmauern verdoppeln", "6 Einkünfte")
    assert german.json()["text"].startswith("Die Stadtmauer verdoppelt die Einkünfte ihrer Siedlung")
    assert german.json()["sources"] == ["S4 Einkünfte", "M20"]
    assert german.json()["rulings"] == english.json()["rulings"]
    assert client.get(path, params={"lang": "xx"}).status_code == 400


def test_the_sources_of_rulings_are_named_in_the_language(client: httpx.Client) -> None:
    found = ok(client.get("/v1/rulesets/minos/rulings/M1", params={"lang": "it"})).json()

    assert [passage["section"] for passage in found["passages"]] == ["movimento", "materiali"]
    sources = ok(client.get("/v1/rulesets/minos/rulings", params={"lang": "de"})).json()["sources"]
    assert sources[0]["title"].startswith("italienische Übersetzung der Anleitung")


def test_a_refusal_gives_its_reason_in_the_language(server: Server) -> None:
    player = server.player("Ute")
    found = started_game(player)
    command = {"type": "giganten.take_action_card", "card": "none"}
    body = {"decision": next_decision(player, found)["id"], "command": command}
    path = f"/v1/games/{found}/commands"
    plain = ok(player.post(path, json=body), 409)
    german = ok(player.post(path, json=body, headers={"Accept-Language": "de"}), 409)
    italian = ok(player.post(path, json=body, params={"lang": "it"}), 409)

    assert plain.json()["detail"].startswith("none does not lie open; open are ")
    assert german.json()["detail"].startswith("diese Karte liegt nicht offen: none; offen liegen: ")
    assert italian.json()["detail"].startswith("questa carta non è scoperta: none; sono scoperte: ")
    assert (german.headers["Content-Language"], italian.headers["Content-Language"]) == ("de", "it")
    assert {each.json()["rule"] for each in (plain, german, italian)} == {"giganten/2c.2"}
