"""The pictures of boards over HTTP: bytes, caching, other origins, and what is refused."""

import base64
import hashlib
import re
from xml.etree import ElementTree as ET

import httpx
import pytest

from domain.rulesets import RULESETS
from projections.boards import board_svg
from tests.service.server import Server

PRINTED = [(title, ruleset.default_data_set) for title, ruleset in RULESETS.items()]


@pytest.mark.parametrize(("title", "data_set"), PRINTED)
def test_the_picture_of_a_board_is_served(client: httpx.Client, title: str, data_set: str) -> None:
    path = f"/v1/rulesets/{title}/board.svg"
    named, usual = client.get(path, params={"data_set": data_set}), client.get(path)

    assert named.status_code == 200
    assert named.headers["Content-Type"] == "image/svg+xml"
    assert named.content == usual.content == board_svg(title, data_set)
    assert ET.fromstring(named.content).attrib["data-data-set"] == data_set


def test_a_picture_is_sent_once_and_compressed(server: Server) -> None:
    client, path = server.client(), "/v1/rulesets/minos/board.svg"
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    packed = client.get(path, headers={"Accept-Encoding": "gzip"})

    assert packed.headers["Content-Encoding"] == "gzip"
    assert int(packed.headers["Content-Length"]) < 60_000 < int(plain.headers["Content-Length"])
    for answer in (plain, packed):
        assert answer.headers["Cache-Control"] == "public, no-cache"
        again = client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
    head = client.head(path, headers={"Accept-Encoding": "gzip"})
    assert head.headers["Content-Length"] == packed.headers["Content-Length"]


def test_pages_of_other_origins_may_show_a_picture_that_can_do_nothing(server: Server) -> None:
    answer = server.client().get("/v1/rulesets/giganten/board.svg", headers={"Origin": "https://example.org"})
    found = re.search(r"<style>(.*?)</style>", answer.text, re.DOTALL)
    assert found is not None
    style = found[1].replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = answer.headers["Content-Security-Policy"].split("; ")

    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in policy
    assert f"style-src 'sha256-{digest}'" in policy
    assert "sandbox" in policy


def test_what_is_not_there_is_refused_with_what_there_is(client: httpx.Client) -> None:
    unknown = client.get("/v1/rulesets/nonsense/board.svg")
    other = client.get("/v1/rulesets/minos/board.svg", params={"data_set": "reconstruction-2"})
    extra = client.get("/v1/rulesets/minos/board.svg", params={"theme": "dark"})

    assert (unknown.status_code, unknown.json()["code"]) == (404, "not-found")
    assert (other.status_code, other.json()["code"]) == (404, "not-found")
    assert "it has reconstruction-1" in other.json()["detail"]
    assert extra.status_code == 200, "a page pastes the address of a picture with parameters of others"
