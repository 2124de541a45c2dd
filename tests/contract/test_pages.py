"""The pages: everything they load comes from the service itself."""

import re
import struct
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.core.http.exchanges import exchanges
from service.core.http.problem_types import PROBLEMS
from service.core.http.problems import PROBLEM_JSON
from tests.replies import ok
from tests.service.server import Server, serving

ROOT = Path(__file__).parents[2]

ANSWERED: dict[str, list[Any]] = {}
"""The problem documents that the service answered for the examples, by code."""
for kept in exchanges().values():
    for exchange in kept:
        if exchange.media == PROBLEM_JSON:
            ANSWERED.setdefault(exchange.body["code"], []).append(exchange.body)

OUTSIDE = re.compile(r"""(?:src|href|action)\s*=\s*["']?(?:https?:)?//|url\(\s*["']?(?:https?:)?//|@import""")


def test_the_docs_page_loads_everything_from_the_service(client: httpx.Client) -> None:
    page = client.get("/docs")
    assert page.status_code == 200
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    loaded = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert {path.rsplit(".")[-1] for path in loaded} >= {"js", "css", "ico", "json"}
    for path in loaded:
        # also where the page links to
        reply = client.get(path)
        assert reply.status_code == 200, path
        assert reply.content, path
    assert not OUTSIDE.search(page.text)


def test_no_page_may_load_anything_from_another_host(client: httpx.Client) -> None:
    for path in ("/", "/docs", "/problems/", "/problems/refused"):
        page = client.get(path, headers={"Accept": "text/html"})
        assert not OUTSIDE.search(page.text), path
        policy = page.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert not re.search(r"https?:|\*|unsafe", policy), path


def test_style_sheets_and_scripts_of_ours_name_no_other_host(client: httpx.Client) -> None:
    for asset in ("start.js", "theme.js", "docs.css", "pages.css", "swagger-ui.css"):
        text = client.get(f"/docs/assets/{asset}").text
        assert not OUTSIDE.search(text), asset
    assert 'url: "/openapi.json"' in client.get("/docs/assets/start.js").text
    assert "validatorUrl: null" in client.get("/docs/assets/start.js").text


def test_the_licence_of_swagger_ui_lies_beside_it(client: httpx.Client) -> None:
    assert "Apache License" in client.get("/docs/assets/LICENSE").text
    assert client.get("/docs/assets/NOTICE").status_code == 200


@pytest.mark.parametrize(
    "path", ["/schema", "/schema/", "/schema/openapi.json", "/schema/openapi.yaml", "/schema/redoc", "/schema/swagger"]
)
def test_the_pages_of_the_framework_are_switched_off(server: Server, path: str) -> None:
    reply = server.client().get(path)
    assert reply.status_code == 404
    assert reply.headers["Content-Type"] == "application/problem+json"


def test_the_document_can_be_asked_for_conditionally(client: httpx.Client) -> None:
    first = client.get("/openapi.json")
    assert first.headers["Content-Type"] == "application/json"
    again = client.get("/openapi.json", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("code", PROBLEMS)
def test_a_problem_says_what_it_means_and_what_to_do(code: str) -> None:
    assert PROBLEMS[code].meaning, f"{code} lacks a meaning"
    assert PROBLEMS[code].remedy, f"{code} lacks a remedy"


@pytest.mark.parametrize("code", PROBLEMS)
def test_the_type_of_a_problem_is_its_page(client: httpx.Client, code: str) -> None:
    page = client.get(f"/problems/{code}", headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert page.status_code == 200
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert '<html lang="en">' in page.text
    told = ok(client.get(f"/problems/{code}", headers={"Accept": "application/json"})).json()
    assert told["type"] == told["example"]["type"] == f"/problems/{code}"
    assert told["remedy"] == PROBLEMS[code].remedy


def test_all_problems_are_listed(client: httpx.Client) -> None:
    page = client.get("/problems/", headers={"Accept": "text/html"}).text
    assert all(f'href="/problems/{code}"' in page for code in PROBLEMS)
    told = ok(client.get("/problems/", headers={"Accept": "application/json"})).json()
    assert [item["code"] for item in told["items"]] == list(PROBLEMS)


def test_an_unknown_problem_has_no_page(server: Server) -> None:
    assert ok(server.client().get("/problems/nonsense"), 404).json()["code"] == "not-found"


def test_the_start_page_links_to_everything_that_there_is_to_read(server: Server, client: httpx.Client) -> None:
    page = client.get("/about")
    assert page.status_code == 200
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert f"curl -X POST {server.base}/v1/players" in page.text
    links = re.findall(r'href="([^"]+)"', page.text)
    assert {"/docs", "/openapi.json", "/docs/SPEC.md", "/docs/verify.mjs", "/problems/", "/favicon.ico"} <= set(links)
    assert {"/docs/bot.py", "/docs/bot.mjs"} <= set(links)
    for path in links:
        assert client.get(path).status_code == 200, path


def test_the_start_page_names_what_is_stored_on_request(client: httpx.Client) -> None:
    # an address stays stored also if the server sends no e-mails any more
    page = client.get("/about").text
    assert "no e-mail" not in page
    for stored in ("tokens and devices", "the e-mail address and time zone", "pings, webhooks and browser"):
        assert stored in page


@pytest.mark.parametrize("host", ['a"<b>.example', "evil.example;reboot", "$(reboot)", "a&b", "-x y", "a.example:x"])
def test_the_start_page_prints_no_host_that_a_shell_could_misread(server: Server, host: str) -> None:
    page = server.client().get("/about", headers={"Host": host})
    assert "<b>" not in page.text
    assert host not in unescape(page.text)
    assert "reboot" not in page.text


@pytest.mark.parametrize("host", ["games.example", "games.example:8443", "[::1]:8000", "192.0.2.1"])
def test_the_start_page_shows_the_host_and_is_not_cached(server: Server, host: str) -> None:
    page = server.client().get("/about", headers={"Host": host, "X-Forwarded-Proto": "https"})
    assert page.headers["Cache-Control"] == "no-store"
    # the scheme of a client that is no trusted proxy is not believed
    assert f"curl -X POST http://{host}/v1/players" in page.text


def test_the_start_page_shows_https_behind_a_proxy_that_ends_tls(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", LUDOLOG_TRUSTED_PROXIES="127.0.0.1") as server:
        page = server.client().get("/about", headers={"Host": "games.example", "X-Forwarded-Proto": "https"})
        plain = server.client().get("/about", headers={"Host": "games.example", "X-Forwarded-Proto": "http"})
    assert "curl -X POST https://games.example/v1/players" in page.text
    assert "curl -X POST http://games.example/v1/players" in plain.text


def test_the_icon_is_an_ico_file_with_one_image(server: Server) -> None:
    reply = server.client().get("/favicon.ico")
    assert reply.headers["Content-Type"] == "image/x-icon"
    reserved, kind, images = struct.unpack("<HHH", reply.content[:6])
    size, offset = struct.unpack("<II", reply.content[14:22])
    assert (reserved, kind, images) == (0, 1, 1)
    assert offset + size == len(reply.content)


@pytest.mark.parametrize(
    ("path", "media_type", "file"),
    [
        ("/docs/SPEC.md", "text/markdown; charset=utf-8", "domain/ledger/SPEC.md"),
        ("/docs/verify.mjs", "text/javascript; charset=utf-8", "openapi/verifier/verify.mjs"),
    ],
)
def test_what_checks_a_game_is_served_beside_the_docs(server: Server, path: str, media_type: str, file: str) -> None:
    client = server.client()
    reply = client.get(path)
    assert reply.headers["Content-Type"] == media_type
    assert reply.content == (ROOT / file).read_bytes()
    assert client.get(path, headers={"If-None-Match": reply.headers["ETag"]}).status_code == 304
    document = ok(client.get("/openapi.json")).json()
    for operation in ("bundle", "verification"):
        assert f"({path})" in document["paths"][f"/v1/games/{{game}}/{operation}"]["get"]["description"]


@pytest.mark.parametrize("name", ["RULES.md", "RECORDS.md", "PAIRING.md"])
def test_what_a_verifier_of_tournaments_needs_is_served_as_text(server: Server, name: str) -> None:
    client = server.client()
    reply = ok(client.get(f"/docs/tournaments/{name}"))
    assert reply.headers["Content-Type"] == "text/markdown; charset=utf-8"
    assert reply.content == (ROOT / "domain" / "tournaments" / name).read_bytes()
    assert f"(../tournaments/{name})" in ok(client.get("/docs/SPEC.md")).text
    for page in ("/docs", "/docs/guide"):
        assert f'href="/docs/tournaments/{name}"' in ok(client.get(page)).text


@pytest.mark.parametrize(("path", "kind"), [("/docs/bot.py", "text/x-python"), ("/docs/bot.mjs", "text/javascript")])
def test_the_examples_of_bots_are_served(server: Server, path: str, kind: str) -> None:
    client = server.client()
    reply = client.get(path)
    assert reply.headers["Content-Type"] == f"{kind}; charset=utf-8"
    assert reply.content == (ROOT / "openapi" / path.rpartition("/")[2]).read_bytes()
    assert client.get(path, headers={"If-None-Match": reply.headers["ETag"]}).status_code == 304
    assert f'<a href="{path}">' in client.get("/bots").text


def test_shares_have_the_decimal_sign_of_the_language(server: Server) -> None:
    for language, sign, other, space in (("en", ".", ",", ""), ("de", ",", ".", "\xa0"), ("it", ",", ".", "")):
        page = ok(server.client().get("/bots", params={"lang": language})).text
        assert re.search(rf"\d\{sign}\d{space}%<", page), language
        assert not re.search(rf"\d\{other}\d{space}%<", page), language
        assert re.search(rf">\d+\{other}\d{{3}}<", page), language
        assert {*re.findall(r"\d(\D?)%<", page)} == {space}, language


@pytest.mark.parametrize("code", sorted(ANSWERED))
def test_the_example_of_a_problem_page_is_a_document_that_was_answered(server: Server, code: str) -> None:
    told = ok(server.client().get(f"/problems/{code}", headers={"Accept": "application/json"})).json()
    assert told["example"] in ANSWERED[code]


def test_most_problems_have_a_real_example() -> None:
    assert len(ANSWERED) >= 28


def test_the_text_of_a_problem_page_is_rendered(client: httpx.Client) -> None:
    texts = {code: client.get(f"/problems/{code}", headers={"Accept": "text/html"}).text for code in PROBLEMS}
    assert not [code for code, text in texts.items() if "`" in text.partition("<h2>Example")[0]]
    assert "<code>rule_url</code>" in texts["refused"]
    assert '<a href="/v1/rulesets"><code>GET /v1/rulesets</code></a>' in texts["unknown-ruleset"]
    assert "<code>GET /v1/rulesets/{name}</code>" in texts["seats"]
    assert "<code>Authorization: Bearer &lt;token&gt;</code>" in texts["token-needed"]
