"""Replies of hostile servers take bounded memory and time."""

import gzip
import time
from collections.abc import Generator

import httpx
import pytest
import zstandard

from service.core.http.response.codings import compressed
from service.terminal.connection import bounded
from service.terminal.connection.bounded import read_whole
from service.terminal.connection.client import Client
from service.terminal.connection.errors import OversizeError, ProblemReply, UnreachableError
from tests.terminal.replies import Reply, answering

MOST = 10_000
LARGE = bytes(64 * MOST)

CODED = {
    "gzip": gzip.compress(LARGE),
    "zstd": zstandard.ZstdCompressor().compress(LARGE),
    "identity": LARGE,
}


@pytest.mark.parametrize("coding", CODED)
def test_a_file_is_read_up_to_a_limit(coding: str) -> None:
    whole = b"a few words " * 300
    packed = {"gzip": gzip.compress(whole), "zstd": zstandard.ZstdCompressor().compress(whole), "identity": whole}
    bodies = {"/large": CODED[coding], "/whole": packed[coding]}
    with (
        answering(lambda path: Reply(200, bodies[path], {"Content-Encoding": coding})) as (address, _),
        Client(address) as client,
    ):
        assert client.fetch("/whole", MOST).content == whole
        assert client.answer("/whole", MOST, 0.0).content == whole
        with pytest.raises(OversizeError, match="more than 10000 bytes"):
            client.fetch("/large", MOST)
        with pytest.raises(OversizeError, match="more than 10000 bytes"):
            client.answer("/large", MOST, 0.0)


def test_a_zstd_frame_with_a_large_window_is_not_decoded() -> None:
    # with the size of its content, a frame needs no larger window than that
    parameters = zstandard.ZstdCompressionParameters(window_log=27, write_content_size=False)
    packer = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
    body = packer.compress(bytes(1 << 20)) + packer.flush()
    with (
        answering(lambda _: Reply(200, body, {"Content-Encoding": "zstd"})) as (address, _),
        Client(address) as client,
        pytest.raises(UnreachableError, match="cannot be decoded"),
    ):
        client.answer("/", 1 << 30, 0.0)


def test_a_coding_that_was_not_asked_for_is_not_decoded() -> None:
    coded = {"Content-Encoding": "br"}
    with (
        answering(lambda _: Reply(200, compressed(b"words", coding="br"), coded)) as (address, _),
        Client(address) as client,
        pytest.raises(UnreachableError, match="coded as br"),
    ):
        client.answer("/", MOST, 0.0)


class _Dripping(httpx.SyncByteStream):
    """A body that comes a byte at a time, without an end."""

    def __iter__(self) -> Generator[bytes]:
        while True:
            time.sleep(0.01)
            yield b"a"


def test_a_reply_that_comes_too_slowly_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded, "SLOW_AFTER", 0.2)
    reply = httpx.Response(200, stream=_Dripping(), request=httpx.Request("GET", "http://site/log/checkpoint"))
    began = time.monotonic()
    with pytest.raises(OversizeError, match="/log/checkpoint comes too slowly"):
        read_whole(reply, MOST)
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("body", [b"{}", b"<html>", b'{"detail":"it is damaged"}'])
@pytest.mark.parametrize("status", [302, 400, 404, 500, 503])
def test_each_status_is_an_answer(status: int, body: bytes) -> None:
    with answering(lambda _: Reply(status, body)) as (address, paths), Client(address) as client:
        reply = client.answer("/x", MOST, 5.0)

    assert (reply.status_code, reply.content) == (status, body)
    assert paths == ["/x"]


def test_an_error_is_told_by_its_status_whatever_its_body() -> None:
    with (
        answering(lambda _: Reply(404, b"<html>")) as (address, _),
        Client(address) as client,
        pytest.raises(ProblemReply, match="status 404") as found,
    ):
        client.fetch("/x")
    assert found.value.status == 404


def test_one_thing_is_not_waited_for_as_long_as_the_server() -> None:
    with answering(lambda _: Reply(200, b"x", {"Content-Encoding": "gzip"})) as (address, _), Client(address) as client:
        began = time.monotonic()
        with pytest.raises(UnreachableError, match="cannot be decoded"):
            client.answer("/x", MOST, 0.5)
    assert time.monotonic() - began < 20
