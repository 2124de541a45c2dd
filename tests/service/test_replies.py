"""The check of replies says everything that a failure needs."""

import httpx
import pytest

from tests.replies import ok
from tests.service.server import Server


def test_an_unexpected_reply_is_told_with_its_request_status_code_detail_and_request_id(server: Server) -> None:
    client = server.client()
    missing = client.get("/v1/games/unknown?lang=de", headers={"X-Request-ID": "the-request"})

    with pytest.raises(AssertionError) as failure:
        ok(missing)

    told = str(failure.value)
    assert told.startswith("GET /v1/games/unknown?lang=de: 4")
    code, detail = missing.json()["code"], missing.json()["detail"]
    assert f"{code}: {detail} (request the-request)" in told


def test_an_expected_reply_is_returned(server: Server) -> None:
    reply = server.client().get("/v1/clocks")

    assert ok(reply) is reply
    assert ok(reply, 200, 304) is reply
    with pytest.raises(AssertionError, match="200"):
        ok(reply, 201)


def test_a_reply_that_is_no_problem_is_told_by_its_text() -> None:
    request = httpx.Request("POST", "http://127.0.0.1/somewhere")

    with pytest.raises(AssertionError, match="POST /somewhere: 502 bad gateway"):
        ok(httpx.Response(502, text="bad gateway", request=request))
