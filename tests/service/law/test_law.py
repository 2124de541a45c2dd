"""Imprint, privacy and terms: pages of the operator, their versions, and the acceptance of the terms."""

import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.core.store.errors import SettingsError
from service.law.documents import documents_in
from tests.replies import ok
from tests.service.browsers import Browser
from tests.service.kit import erase, first_choice, identity, next_decision, problem, started_game
from tests.service.server import Server, serving
from tests.service.talk.test_erased_texts import tables_with

TERMS = "# Terms of play\n\nBe kind. Players are 16 or older.\n"
PRIVACY = """\
We store little.

| what | how long |
|---|---|
| names | until the account is deleted |

<script>alert(1)</script> [click](javascript:alert(1)) [mail](mailto:law@example.com)
"""


def folder(tmp_path: Path, **files: str) -> Path:
    """Write documents of an operator, and return their folder."""
    place = tmp_path / "law"
    place.mkdir(exist_ok=True)
    for name, text in files.items():
        (place / f"{name.replace('_', '.')}.md").write_text(text)
    return place


def page(server: Server, path: str, **headers: str) -> httpx.Response:
    return server.client().get(path, headers={"Accept": "text/html", **headers})


def test_the_pages_of_the_operator_are_rendered_safely_in_their_languages(tmp_path: Path) -> None:
    law = folder(tmp_path, terms=TERMS, terms_de="# Spielregeln der Seite\n\nSei nett.\n", privacy=PRIVACY)
    with serving(tmp_path / "games.db", LUDOLOG_LAW_FOLDER=str(law)) as server:
        found = ok(server.client().get("/v1/law")).json()
        assert [each["name"] for each in found["items"]] == ["privacy", "terms"]
        assert (found["terms"], found["accepted"]) == (None, None)
        assert found["items"][1]["languages"] == ["de"]

        english, german = page(server, "/law/terms"), page(server, "/law/terms", **{"Accept-Language": "de"})
        assert "Terms of play</h1>" in ok(english).text
        assert "Spielregeln der Seite</h1>" in ok(german).text
        assert 'lang="de">' in german.text
        assert re.search(r"gültig seit \d\d\.\d\d\.\d{4}\.", german.text)
        assert found["items"][1]["version"] in english.text
        privacy = ok(page(server, "/law/privacy")).text
        assert "<td>until the account is deleted</td>" in privacy
        assert "<script>alert" not in privacy
        assert 'href="javascript' not in privacy
        assert 'href="mailto:law@example.com"' in privacy
        assert page(server, "/law/imprint").status_code == 404
        assert page(server, "/law/nonsense").status_code == 404
        assert page(server, "/law/terms?version=nonsense").status_code == 404
        # in the footer of every page, also of one that does not exist
        for path in ("/", "/about", "/nowhere", "/law/terms"):
            assert 'href="/law/privacy"' in page(server, path).text, path
        # nothing is asked of players
        assert server.player("Ada").put("/v1/me/name", json={"name": "Eda"}).status_code == 200


def test_terms_are_accepted_at_sign_up_and_again_when_they_change(tmp_path: Path) -> None:
    law, file = folder(tmp_path, terms=TERMS), tmp_path / "games.db"
    settings = {"LUDOLOG_LAW_FOLDER": str(law), "LUDOLOG_ACCEPT_TERMS": "on"}
    with serving(file, **settings) as server:
        version: str = ok(server.client().get("/v1/law")).json()["terms"]
        for wrong in ({}, {"terms": "x"}):
            reply = server.client().post("/v1/players", json={"name": "Ada", **wrong})
            assert problem(reply) == (403, "terms-not-accepted")
            assert version in reply.json()["detail"]
        ada = server.client()
        signed_up = ok(ada.post("/v1/players", json={"name": "Ada", "terms": version}), 201).json()
        ada.headers["Authorization"] = f"Bearer {signed_up['token']}"
        base = f"http://localhost:{server.port}"
        browser = Browser(server, base, base)
        assert problem(browser.sign_in(type="sign_up", name="Bea")) == (403, "terms-not-accepted")
        assert browser.sign_in(type="sign_up", name="Bea", terms=version).status_code == 201
        assert ok(ada.get("/v1/law")).json()["accepted"] is True
        game = started_game(ada)
        command = first_choice(next_decision(ada, game))

        folder(tmp_path, terms=TERMS + "\nAnd patient.\n")
        server.stop()
        server.restart()
        newer: str = ok(server.client().get("/v1/law")).json()["terms"]
        assert newer != version
        assert ok(ada.get("/v1/law")).json()["accepted"] is False
        hot = ada.post(f"/v1/games/{game}/commands", json=command)
        assert problem(hot) == (403, "terms-not-accepted")
        assert "/law/terms" in hot.json()["detail"]
        assert problem(ada.put("/v1/me/name", json={"name": "Eda"})) == (403, "terms-not-accepted")
        assert ada.get(f"/v1/games/{game}/view").status_code == 200
        assert ada.get("/v1/me/export").status_code == 200
        assert problem(ada.put("/v1/me/terms", json={"version": version})) == (422, "invalid-value")
        assert ok(ada.put("/v1/me/terms", json={"version": newer})).json()["accepted"] is True
        assert ok(ada.post(f"/v1/games/{game}/commands", json=command), 201)

        # what was accepted can still be read
        before = ok(page(server, f"/law/terms?version={version}")).text
        assert "no longer in force" in before
        assert "And patient" not in before
        assert version in ok(page(server, "/law/terms")).text
        player = identity(ada)
        assert "accepted_terms" in tables_with(server, player)
        assert erase(ada).status_code == 204
        assert "accepted_terms" not in tables_with(server, player)


def test_who_has_not_accepted_may_leave(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with serving(file) as server:
        ada = server.player("Ada")
    law = folder(tmp_path, terms=TERMS)
    with serving(file, LUDOLOG_LAW_FOLDER=str(law), LUDOLOG_ACCEPT_TERMS="on") as server:
        again = server.client()
        again.headers.update(ada.headers)
        assert problem(again.post("/v1/games", json={"ruleset": "minos", "seats": 2})) == (403, "terms-not-accepted")
        assert erase(again).status_code == 204


@pytest.mark.parametrize(
    ("files", "reason"),
    [({}, "has no imprint.md"), ({"terms": " "}, "is empty"), ({"terms_German": "x"}, "has the name terms.md")],
)
def test_a_folder_that_cannot_be_used_is_refused_at_the_start(
    tmp_path: Path, files: dict[str, Any], reason: str
) -> None:
    with pytest.raises(SettingsError, match=reason):
        documents_in(str(folder(tmp_path, **files)))
    with pytest.raises(SettingsError, match="has to be a folder"):
        documents_in(str(tmp_path / "nowhere"))
