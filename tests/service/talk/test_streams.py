"""Messages in the stream of a game: who gets them, without ids, in all processes, and none is lost."""

import contextlib
import threading
from collections.abc import Iterator

import httpx
import pytest

from tests.postgres import new_database
from tests.replies import ok
from tests.service.kit import first_choice, next_decision
from tests.service.server import Server, StartedServer, running, serving
from tests.service.sse import Sent, following, lines_so_far, so_far
from tests.service.talk.kit import Table


def until_talk(events: Iterator[Sent], text: str) -> list[Sent]:
    """Return the messages of a stream up to one with this text."""
    found: list[Sent] = []
    for event in events:
        if event.name == "talk":
            found.append(event)
            if event.data["text"] == text:
                return found
    raise AssertionError(f"the stream has ended without {text}")


def texts(events: list[Sent]) -> list[str | None]:
    return [event.data["text"] for event in events]


def test_a_stream_sends_messages_without_ids_to_those_who_may_read_them(server: Server) -> None:
    table = Table(server).start()
    table.say(table.ada, "before")
    stream = f"{table.url}/stream"
    version = str(ok(table.ada.get(table.url)).json()["version"])
    with (
        following(table.bea, stream, talk="true", after=version) as own,
        following(table.watcher, stream, talk="true", after=version) as watched,
        following(table.visitor, stream, talk="true", after=version) as visited,
        following(table.ada, stream, talk="true", after=version, **{"as": "public"}) as public,
    ):
        table.say(table.watcher, "whisper")
        table.say(table.ada, "aloud")
        table.say(table.watcher, "whisper again")
        table.say(table.bea, "last")
        seen = [until_talk(each, "last") for each in (own, watched, visited, public)]

    assert [texts(each) for each in seen] == [
        ["aloud", "last"],
        ["whisper", "aloud", "whisper again", "last"],
        ["aloud", "last"],
        ["aloud", "last"],
    ]
    # the position stays that of the log
    assert {event.last_id for each in seen for event in each} == {""}


def test_a_removed_message_is_sent_again_and_a_change_of_talk_is_sent(server: Server) -> None:
    table = Table(server).start()
    with following(table.bea, f"{table.url}/stream", talk="true") as stream:
        said = table.say(table.ada, "oops")
        until_talk(stream, "oops")
        ok(table.ada.delete(f"{table.url}/messages/{said['id']}"), 204)
        ok(table.ada.put(f"{table.url}/talk", json={"talk": "players"}))
        table.say(table.ada, "end")
        removed, changed, _ = until_talk(stream, "end")

    assert (removed.data["id"], removed.data["is_removed"]) == (said["id"], True)
    assert (changed.data["talk"], changed.data["text"]) == ("players", None)


def test_without_the_parameter_a_stream_is_as_it_was(server: Server) -> None:
    table = Table(server).start()
    table.say(table.ada, "hello")
    names = {event.name for event in so_far(table.ada, f"{table.url}/stream")}

    assert "talk" not in names
    assert all("talk" not in line for line in lines_so_far(table.ada, f"{table.url}/stream"))
    assert so_far(table.ada, f"{table.url}/stream", talk="true") == so_far(table.ada, f"{table.url}/stream")


def test_who_sits_down_gets_nothing_more_from_the_spectators(server: Server) -> None:
    table = Table(server, seats=4, bots={})
    # seat 2 is free
    with following(table.third, f"{table.url}/stream", talk="true", **{"as": "public"}) as stream:
        table.say(table.watcher, "before")
        until_talk(stream, "before")
        ok(table.third.put(f"{table.url}/seats/2"))
        table.say(table.watcher, "after")
        table.say(table.ada, "table")
        assert texts(until_talk(stream, "table")) == ["table"]


def test_no_message_is_lost_while_events_are_sent(server: Server) -> None:
    table = Table(server).start()
    done: list[str] = []

    def talk() -> None:
        for number in range(60):
            table.say(table.watcher, f"{number}")
        table.say(table.bea, "end")

    def play() -> None:
        for _ in range(6):
            decision = next_decision(table.ada, table.game)
            reply = table.ada.post(f"{table.url}/commands", json=first_choice(decision))
            done.append(str(reply.status_code))
            if reply.status_code != 201:
                return
            if not any("choices" in each for each in ok(table.ada.get(f"{table.url}/decisions")).json()["items"]):
                return

    with following(table.owner, f"{table.url}/stream", talk="true") as stream:
        writers = [threading.Thread(target=work) for work in (talk, play)]
        for writer in writers:
            writer.start()
        found = texts(until_talk(stream, "end"))
        for writer in writers:
            writer.join()

    assert found == [*map(str, range(60)), "end"]
    assert done


@pytest.fixture(name="servers", scope="module")
def _servers(postgres_server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two processes on one database."""
    with new_database(postgres_server) as database, contextlib.ExitStack() as stack:
        settings = {"LUDOLOG_KEY_FILE": str(tmp_path_factory.mktemp("keys") / "key"), "LUDOLOG_PROJECTIONS": "embedded"}
        own = stack.enter_context(running(StartedServer(database, **settings)))
        yield [stack.enter_context(serving(database, **settings)), own]


def at_other(servers: list[Server], client: httpx.Client) -> httpx.Client:
    """Return a client of the second process with the token of a client of the first."""
    other = servers[1].client()
    other.headers["Authorization"] = client.headers["Authorization"]
    return other


def test_a_message_at_one_process_reaches_streams_of_another(servers: list[Server]) -> None:
    table = Table(servers[0]).start()
    watcher = at_other(servers, table.watcher)
    with (
        following(watcher, f"{table.url}/stream", talk="true") as there,
        following(at_other(servers, table.bea), f"{table.url}/stream", talk="true") as player,
    ):
        table.say(table.watcher, "whisper")
        for number in range(5):
            table.say(table.ada, f"{number}")
        ok(watcher.post(f"{table.url}/messages", json={"text": "from there"}), 201)
        table.say(table.ada, "end")
        assert texts(until_talk(there, "end")) == ["whisper", *map(str, range(5)), "from there", "end"]
        assert texts(until_talk(player, "end")) == [*map(str, range(5)), "end"]


def test_who_sits_down_at_one_process_gets_nothing_more_at_another(servers: list[Server]) -> None:
    table = Table(servers[0], seats=4, bots={})
    third = at_other(servers, table.third)
    with following(third, f"{table.url}/stream", talk="true", **{"as": "public"}) as stream:
        table.say(table.watcher, "before")
        until_talk(stream, "before")
        ok(table.third.put(f"{table.url}/seats/2"))
        for number in range(10):
            table.say(table.watcher, f"after {number}")
        table.say(table.ada, "table")
        assert texts(until_talk(stream, "table")) == ["table"]


def test_both_processes_number_the_messages_of_a_room_together(servers: list[Server]) -> None:
    table = Table(servers[0]).start()
    ada = at_other(servers, table.ada)

    def write(who: httpx.Client) -> None:
        for number in range(15):
            ok(who.post(f"{table.url}/messages", json={"text": str(number)}), 201)

    writers = [threading.Thread(target=write, args=(who,)) for who in (table.ada, ada, table.bea)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    found = ok(table.ada.get(f"{table.url}/messages", params={"limit": "200"})).json()["items"]

    assert len({each["id"] for each in found}) == len(found) == 45
