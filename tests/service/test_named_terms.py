"""The readable names of what a new game can have, in the lists of titles and of clocks, in every language."""

import pytest

from tests.replies import ok
from tests.service.kit import problem
from tests.service.server import Server

SHORT = {
    "en": ("Short game", "The usual rules on a smaller board: eight fields are covered."),
    "de": ("Kurzes Spiel", "Die üblichen Regeln auf einem kleineren Plan: Acht Felder sind abgedeckt."),
    "it": ("Partita breve", "Le regole consuete su un tabellone più piccolo: otto campi sono coperti."),
}


@pytest.mark.parametrize("language", SHORT)
@pytest.mark.parametrize("is_query", [True, False])
def test_titles_have_names_of_profiles_options_and_data_sets(server: Server, language: str, is_query: bool) -> None:
    query, headers = ({"lang": language}, {}) if is_query else ({}, {"Accept-Language": language})
    listed = ok(server.client().get("/v1/rulesets", params=query, headers=headers))
    one = ok(server.client().get("/v1/rulesets/minos", params=query, headers=headers))

    (minos,) = [each for each in listed.json()["items"] if each["name"] == "minos"]
    assert one.json() == minos
    assert listed.headers["Content-Language"] == language
    assert "Accept-Language" in listed.headers["Vary"]
    words = minos["words"]
    assert words["language"] == language
    assert (words["profiles"]["short"]["name"], words["profiles"]["short"]["meaning"]) == SHORT[language]
    for title in listed.json()["items"]:
        assert title["words"]["profiles"].keys() == title["profiles"].keys()
        assert [*title["words"]["options"]] == [option["name"] for option in title["options"]]
        assert [*title["words"]["data_sets"]] == [each["name"] for each in title["data_sets"]]


def test_without_a_language_the_names_are_english_and_an_unknown_one_is_refused(server: Server) -> None:
    client = server.client()
    assert ok(client.get("/v1/rulesets/minos")).json()["words"]["language"] == "en"
    assert problem(client.get("/v1/rulesets", params={"lang": "xx"})) == (400, "bad-request")
    assert problem(client.get("/v1/clocks", params={"lang": "xx"})) == (400, "bad-request")


@pytest.mark.parametrize(("language", "title"), [("en", "Evening"), ("de", "Spieleabend"), ("it", "Serata")])
def test_presets_of_clocks_have_a_title_and_a_sentence(server: Server, language: str, title: str) -> None:
    reply = ok(server.client().get("/v1/clocks", params={"lang": language}))

    found = {each["name"]: each for each in reply.json()["items"]}
    assert [*found] == ["live", "evening", "correspondence", "slow"]
    assert found["evening"]["title"] == title
    assert all(each["meaning"].endswith(".") for each in found.values())
    assert reply.headers["Content-Language"] == language
