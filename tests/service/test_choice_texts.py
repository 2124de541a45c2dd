"""Questions and choices in words over HTTP, and refusals that cite their rule in the language of the request."""

import json
from typing import Any

import httpx
import pytest

from tests.replies import ok
from tests.service.kit import first_choice, next_decision, started_game
from tests.service.server import Server

WRONG = {"type": "giganten.take_action_card", "card": "no-such-card"}
QUESTION = {
    "en": "Ina takes an action card.",
    "de": "Ina nimmt eine Aktionskarte.",
    "it": "Ina prende una carta Azione.",
}
TO_YOU = {
    "en": "Take an action card.",
    "de": "Nimm eine Aktionskarte.",
    "it": "Prendi una carta Azione.",
}
BEGINNING = {"en": "Take: ", "de": "Nehmen: ", "it": "Prendi: "}


@pytest.fixture(scope="module")
def game(server: Server) -> tuple[httpx.Client, str]:
    """A game of a person and bots, in which the person takes the first card."""
    player = server.player("Ina")
    return player, started_game(player)


def decisions(player: httpx.Client, game: str, tag: str = "", **query: Any) -> httpx.Response:
    return player.get(f"/v1/games/{game}/decisions", params=query, headers={"If-None-Match": tag} if tag else {})


def without_texts(item: dict[str, Any]) -> dict[str, Any]:
    """Return a decision without its texts."""
    choices = [{name: part for name, part in choice.items() if name != "text"} for choice in item["choices"]]
    kept = {name: part for name, part in item.items() if name not in {"text", "to_you"}}
    return {**kept, "choices": choices}


@pytest.mark.parametrize("language", QUESTION)
def test_questions_and_choices_are_in_the_language_of_the_request(
    game: tuple[httpx.Client, str], language: str
) -> None:
    player, found = game
    plain = ok(decisions(player, found))
    reply = ok(decisions(player, found, lang=language))
    by_header = ok(player.get(f"/v1/games/{found}/decisions", headers={"Accept-Language": language}))

    assert "Content-Language" not in plain.headers
    assert reply.headers["Content-Language"] == by_header.headers["Content-Language"] == language
    assert "Accept-Language" in plain.headers["Vary"]
    assert reply.json() == by_header.json()
    (item,) = reply.json()["items"]
    texts = [choice["text"] for choice in item["choices"]]
    assert item["text"] == QUESTION[language]
    assert item["to_you"] == TO_YOU[language]
    assert all(text.startswith(BEGINNING[language]) for text in texts)
    assert len(set(texts)) == len(texts) > 1
    assert [without_texts(item)] == plain.json()["items"]
    assert "text" not in plain.text


def test_the_public_reads_the_question_and_no_choice(game: tuple[httpx.Client, str], server: Server) -> None:
    reply = ok(decisions(server.client(), game[1], lang="de"))
    past = decisions(server.client(), game[1], lang="de", at=reply.json()["version"])

    (item,) = reply.json()["items"]
    assert set(item) == {"id", "seat", "rule", "rule_url", "text"}
    assert item["text"] == QUESTION["de"]
    assert past.content == reply.content


def test_each_language_has_an_etag_that_follows_the_names_of_players(server: Server) -> None:
    player = server.player("Ilse")
    found = started_game(player)
    tags = [decisions(player, found, **query).headers["ETag"] for query in ({}, {"lang": "de"}, {"lang": "it"})]

    assert len(set(tags)) == 3
    assert decisions(player, found, tags[1], lang="de").status_code == 304
    assert player.put("/v1/me/name", json={"name": "Ilse Anew"}).is_success
    renamed = decisions(player, found, tags[1], lang="de")
    assert renamed.status_code == 200
    assert renamed.json()["items"][0]["text"] == "Ilse Anew nimmt eine Aktionskarte."
    assert decisions(player, found, tags[0]).status_code == 304
    # the tag of a language is as good as any other for a conditional command
    body = {"decision": renamed.json()["items"][0]["id"], "command": WRONG}
    sent = ok(player.post(f"/v1/games/{found}/commands", json=body, headers={"If-Match": renamed.headers["ETag"]}), 409)
    assert sent.json()["code"] == "refused"


def test_a_stream_has_the_words_only_by_the_parameter(game: tuple[httpx.Client, str], server: Server) -> None:
    player, found = game
    for client in (player, server.client()):
        for query, question in (({}, None), ({"lang": "it"}, QUESTION["it"])):
            reply = client.get(
                f"/v1/games/{found}/stream",
                params={"follow": False, "awaiting": True, **query},
                headers={"Accept": "application/x-ndjson", "Accept-Language": "de"},
            )
            awaiting = json.loads(reply.text.splitlines()[-1])["awaiting"]
            assert [one.get("text") for one in awaiting["decisions"]] == [question]
            own = ok(decisions(client, found, **query)).json()["items"][0] if client is player else None
            assert awaiting["own"] == own


def test_refusals_and_previews_cite_the_rule_in_the_language(game: tuple[httpx.Client, str]) -> None:
    player, found = game
    decision = next_decision(player, found)
    body = {"decision": decision["id"], "command": WRONG}
    titles: list[str] = []
    for language in (None, "en", "de", "it"):
        query = {} if language is None else {"lang": language}
        for path in ("commands", "previews"):
            refused = ok(player.post(f"/v1/games/{found}/{path}", json=body, params=query), 409)
            assert refused.headers.get("Content-Language") == language
            document = refused.json()
            assert document["legal"] == ok(decisions(player, found, **query)).json()["items"][0]["choices"]
            words = ok(player.get("/v1/rulesets/giganten/words", params=query)).json()
            assert document["rule"] == "giganten/2c.2"
            assert document["rule_title"] == words["rules"]["2c.2"]
            titles.append(document["rule_title"])
    assert len(set(titles)) == 3
    assert player.post(f"/v1/games/{found}/commands", json=body, params={"lang": "xx"}).status_code == 400


def test_the_next_decision_after_a_command_has_its_words(server: Server) -> None:
    player = server.player("Ida")
    found = started_game(player)
    shown = told = 0
    for _ in range(12):
        body = first_choice(next_decision(player, found))
        previewed = ok(player.post(f"/v1/games/{found}/previews", json=body, params={"lang": "de"})).json()
        for item in previewed["decisions"]:
            shown += 1
            assert item["text"].startswith("Ida ")
            assert all(choice["text"] for choice in item["choices"])
        sent = ok(player.post(f"/v1/games/{found}/commands", json=body, params={"lang": "de"})).json()
        if sent["decisions"]:
            told += 1
            assert sent["decisions"] == ok(decisions(player, found, lang="de")).json()["items"]
        if shown and told:
            break

    assert shown
    assert told


def test_only_the_player_of_a_seat_is_addressed(server: Server) -> None:
    ina, other = server.player("Ina who is addressed"), server.player("Another one")
    game = started_game(ina)
    [own] = ok(decisions(ina, game, lang="en")).json()["items"]
    body = {"decision": own["id"], "command": own["choices"][0]["command"]}
    reply = ok(ina.post(f"/v1/games/{game}/commands", json=body, params={"lang": "en"}), 201).json()
    taken = reply["events"][0]
    assert taken["text"].startswith("Ina who is addressed takes the ")
    assert taken["to_you"].startswith("You take the ")
    version = taken["record"]["version"]

    def told(client: httpx.Client, path: str, **query: Any) -> str:
        return ok(client.get(f"/v1/games/{game}/{path}", params={"lang": "en", **query})).text

    assert f'"to_you":{json.dumps(taken["to_you"])}' in told(ina, "events", after=version - 1, limit=1)
    assert f'"to_you":{json.dumps(taken["to_you"])}' in told(ina, "views", **{"from": version, "to": version})
    for client, query in ((other, {}), (ina, {"as": "public"}), (ina, {"as": "seat:0"})):
        assert "to_you" not in told(client, "events", **query)
        assert "to_you" not in told(client, "views", **query)
        assert "to_you" not in told(client, "decisions", **query)
