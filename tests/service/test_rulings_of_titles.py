"""The rulings of a title over HTTP: languages, links both ways, conditional requests."""

import httpx
import pytest

from domain.rulesets import RELEASED
from projections.languages import LANGUAGES
from tests.replies import ok
from tests.service.kit import problem

NAMES = [ruleset.name for ruleset in RELEASED]


@pytest.mark.parametrize("name", NAMES)
def test_rules_and_rulings_link_to_each_other(client: httpx.Client, name: str) -> None:
    rules = ok(client.get(f"/v1/rulesets/{name}/rules")).json()["items"]
    rulings = ok(client.get(f"/v1/rulesets/{name}/rulings")).json()["items"]

    there = {(rule["number"], ruling["id"]) for rule in rules for ruling in rule["rulings"]}
    back = {(rule["number"], ruling["id"]) for ruling in rulings for rule in ruling["rules"]}
    assert there == back
    assert len(there) > 80
    known = {ruling["id"] for ruling in rulings}
    assert {(rule["number"], source) for rule in rules for source in rule["sources"] if source in known} == there
    for rule in rules[:3]:
        assert [ok(client.get(ruling["url"])).json()["id"] for ruling in rule["rulings"]] == [
            ruling["id"] for ruling in rule["rulings"]
        ]
    for ruling in rulings[:3]:
        assert ok(client.get(ruling["url"])).json() == ruling
        assert all(ok(client.get(rule["url"])).json()["number"] == rule["number"] for rule in ruling["rules"])


def test_a_ruling_has_its_passages_decision_and_options(client: httpx.Client) -> None:
    ruling = ok(client.get("/v1/rulesets/giganten/rulings/G72")).json()

    assert ruling["question"].startswith("Half of what")
    assert ruling["passages"][2] == {
        "source": "S3",
        "section": "7",
        "language": "de",
        "quote": "gibt er die Hälfte seiner Verkaufslizenzkarten an die Bank zurück",
    }
    assert ruling["departs"] == ["7a.8"]
    assert ruling["rules"] == [{"number": "7a.8", "url": "/v1/rulesets/giganten/rules/7a.8"}]
    assert ok(client.get("/v1/rulesets/giganten/rulings/G85")).json()["options"] == ["inflation"]


@pytest.mark.parametrize("name", NAMES)
def test_question_decision_and_reason_have_three_languages_and_quotations_one(client: httpx.Client, name: str) -> None:
    path = f"/v1/rulesets/{name}/rulings"
    replies = {language: ok(client.get(path, headers={"Accept-Language": language})) for language in LANGUAGES}

    assert {tag: reply.headers["Content-Language"] for tag, reply in replies.items()} == {tag: tag for tag in LANGUAGES}
    assert len({reply.headers["ETag"] for reply in replies.values()}) == len(LANGUAGES)
    lists = [reply.json()["items"] for reply in replies.values()]
    for same in zip(*lists, strict=True):
        assert len({one["question"] for one in same}) == len(LANGUAGES), same[0]["id"]
        # the section is named in the language
        quotes = [[(each["source"], each["language"], each["quote"]) for each in one["passages"]] for one in same]
        assert quotes == [quotes[0]] * len(LANGUAGES)
    english = replies["en"]
    assert client.get(path, headers={"If-None-Match": english.headers["ETag"]}).status_code == 304
    assert ok(client.get(f"{path}?lang=it")).json() == replies["it"].json()
    assert "Accept-Language" in english.headers["Vary"]


def test_the_address_of_a_rule_that_is_a_ruling_names_the_ruling(client: httpx.Client) -> None:
    reply = client.get("/v1/rulesets/giganten/rules/G85")

    assert problem(reply) == (404, "not-found")
    assert "/v1/rulesets/giganten/rulings/G85" in reply.json()["detail"]


@pytest.mark.parametrize("path", ["/v1/rulesets/giganten/rulings/M1", "/v1/rulesets/nonsense/rulings"])
def test_an_unknown_ruling_is_not_found(client: httpx.Client, path: str) -> None:
    assert problem(client.get(path)) == (404, "not-found")
