"""Streams that many read alike are compressed once for all of them; those that may hold secrets are not."""

import json
import random
import threading
import zlib
from collections.abc import Mapping

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.play.api.stream.packing import RUN, Chain, Packing
from tests.properties import CALM
from tests.replies import ok
from tests.service.kit import answer, next_decision, started_game
from tests.service.server import Server
from tests.waiting import until, until_over

BEAT = b"event: heartbeat\ndata: {}\n\n"

SENT = st.lists(st.tuples(st.sampled_from(["joins", "has", "has", "has", "has", "misses", "beats"]), st.text()))
"""For each frame: what the second connection does, and the text of the frame."""


def unpacked(packed: bytes) -> tuple[bytes, bool]:
    """Return the content of a stream as far as it was sent, and whether it has ended with the right checksum."""
    decoder = zlib.decompressobj(16 + zlib.MAX_WBITS)
    return decoder.decompress(packed), decoder.eof


@CALM
@given(SENT)
def test_each_connection_decodes_what_it_was_sent(steps: list[tuple[str, str]]) -> None:
    chain = Chain()
    first, second = Packing(), Packing()
    sent, plain = [b"", b""], [b"", b""]
    for version, (does, text) in enumerate(steps, 1):
        frame = f"id: {version}\ndata: {text * 9}\n\n".encode()
        link = chain.link(version - 1, version, frame)
        sent[0] += first.shared(link)
        plain[0] += frame
        if does == "joins":
            second, sent[1], plain[1] = Packing(), b"", b""
        elif does == "beats":
            sent[1] += second.own(BEAT)
            plain[1] += BEAT
        if does != "misses":
            sent[1] += second.shared(link)
            plain[1] += frame
    for number, packing in enumerate((first, second)):
        assert unpacked(sent[number] + packing.end()) == (plain[number], True)


def test_an_event_that_the_log_has_lost_is_not_sent_for_the_one_in_its_place() -> None:
    chain, old, new = Chain(), Packing(), Packing()
    before, lost, instead = b"data: 5\n\n", b"data: lost\n\n", b"data: instead\n\n"
    had = old.shared(chain.link(4, 5, before)) + old.shared(chain.link(5, 6, lost))
    got = new.shared(chain.link(5, 6, instead))

    assert unpacked(had + old.end()) == (before + lost, True)
    assert unpacked(got + new.end()) == (instead, True)


def test_readers_who_had_the_run_get_less() -> None:
    chain, early, late = Chain(), Packing(), Packing()
    frames = [f'{{"game":"395f8eb2-0000","type":"minos.ship_moved","version":{n}}}\n'.encode() for n in range(RUN * 2)]
    sizes: list[tuple[int, int]] = []
    for number, frame in enumerate(frames):
        link = chain.link(number, number + 1, frame)
        own = len(early.shared(link))
        sizes.append((own, own if number < 2 else len(late.shared(link))))
    joined, run = sizes[2:RUN], sizes[RUN + 1 :]
    assert all(own < alone for own, alone in joined[1:])
    assert all(own == same for own, same in run)


def read(server: Server, game: str, headers: Mapping[str, str], found: list[bytes], **params: str) -> threading.Thread:
    """Read a stream to its end in a thread, without decoding it."""

    def follow() -> None:
        with (
            httpx.Client(base_url=server.base, timeout=60) as watcher,
            watcher.stream("GET", f"/v1/games/{game}/stream", headers=headers, params=params) as reply,
        ):
            assert reply.status_code == 200, reply.read()
            found.append(reply.headers.get("content-encoding", "identity").encode())
            for part in reply.iter_raw():
                found.append(part)  # noqa: PERF402 - the test looks at the list meanwhile

    thread = threading.Thread(target=follow, daemon=True)
    thread.start()
    until(lambda: len(found) > 1)
    return thread


@pytest.mark.parametrize("accept", ["text/event-stream", "application/x-ndjson"])
def test_watchers_are_sent_the_same_in_fewer_bytes(server: Server, accept: str) -> None:
    rng, player = random.Random(3), server.player()
    game = started_game(player)
    plain: list[bytes] = []
    packed: list[list[bytes]] = [[], [], []]
    threads = [read(server, game, {"Accept": accept, "Accept-Encoding": "identity"}, plain)]
    for found in packed:
        threads.append(read(server, game, {"Accept": accept, "Accept-Encoding": "gzip"}, found))
        for _ in range(3):
            ok(answer(player, game, next_decision(player, game), rng), 201)
    assert player.post(f"/v1/games/{game}/resignations").status_code == 201
    until_over(player, game)
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()

    coding, *sent = plain
    assert coding == b"identity"
    events = without_asides(b"".join(sent))
    for coding, *sent in packed:
        content, has_ended = unpacked(b"".join(sent))
        assert (coding, has_ended) == (b"gzip", True)
        assert without_asides(content) == events
        assert len(b"".join(sent)) < len(content) / 2


def without_asides(content: bytes) -> list[bytes]:
    """Return the lines with events: comments, heartbeats and open decisions depend on when the reader came."""
    return [line for line in content.splitlines() if b'"record"' in line or b'"head"' in line]


@pytest.mark.parametrize(
    ("params", "coding"),
    [({"as": "public"}, "gzip"), ({"as": "seat:0"}, "identity"), ({"as": "public", "talk": "true"}, "identity")],
)
def test_what_may_hold_secrets_is_not_compressed(server: Server, params: Mapping[str, str], coding: str) -> None:
    player = server.player()
    game = started_game(player)
    for method in ("GET", "HEAD"):
        with player.stream(method, f"/v1/games/{game}/stream", params={**params, "follow": "false"}) as reply:
            assert reply.status_code == 200
            assert reply.headers.get("content-encoding", "identity") == coding
            assert "Accept-Encoding" in reply.headers["vary"]
            assert (b'"record"' in reply.read()) == (method == "GET")


def test_a_client_that_accepts_no_coding_gets_none(server: Server) -> None:
    player = server.player()
    game = started_game(player)
    headers = {"Accept-Encoding": "gzip;q=0, identity"}
    reply = ok(player.get(f"/v1/games/{game}/stream", params={"follow": "false", "as": "public"}, headers=headers))
    assert "content-encoding" not in reply.headers


def test_streams_of_a_seat_address_its_player_unless_it_is_named(server: Server) -> None:
    rng, player = random.Random(5), server.player()
    game = started_game(player)
    headers = {**dict(player.headers), "Accept": "application/x-ndjson"}
    found: dict[str, list[bytes]] = {"": [], "seat:0": []}
    asked = {viewer: {"lang": "de", **({"as": viewer} if viewer else {})} for viewer in found}
    threads = [read(server, game, headers, lines, **asked[viewer]) for viewer, lines in found.items()]
    for _ in range(3):
        ok(answer(player, game, next_decision(player, game), rng), 201)
    events = {
        viewer: ok(player.get(f"/v1/games/{game}/events", params=params)).json()["items"]
        for viewer, params in asked.items()
    }
    assert player.post(f"/v1/games/{game}/resignations").status_code == 201
    until_over(player, game)
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()
    for viewer, (_, *sent) in found.items():
        streamed = [json.loads(line) for line in b"".join(sent).splitlines()[: len(events[viewer])]]
        assert streamed == events[viewer]
        assert any("to_you" in line for line in streamed) == (viewer == "")
