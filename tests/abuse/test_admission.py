"""Who is cancelled when its client goes: an application of the server's protocol, with clients that leave."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from service.core.connections.activity import RESETS, Activity
from service.core.connections.admission import (
    MAX_CONCURRENT,
    MAX_OF_ADDRESS,
    MAX_QUEUED,
    Admission,
    set_aside,
)
from tests.loops import in_loop

GET: Any = {"type": "http", "method": "GET", "path": "/v1/games", "headers": [], "client": ("127.0.0.1", "5000")}
VERIFICATION: Any = GET | {"method": "POST", "path": "/v1/verifications"}
PREVIEW: Any = GET | {"method": "POST", "path": "/v1/games/1/previews"}
COMMAND: Any = GET | {"method": "POST", "path": "/v1/games/1/commands"}


class Client:
    """What the server hands to the application of one request."""

    def __init__(self, *parts: bytes) -> None:
        self._messages: asyncio.Queue[Any] = asyncio.Queue()
        for part in parts:
            self._messages.put_nowait({"type": "http.request", "body": part, "more_body": True})
        self._messages.put_nowait({"type": "http.request", "body": b"", "more_body": False})

    def leave(self) -> None:
        self._messages.put_nowait({"type": "http.disconnect"})

    async def receive(self) -> Any:
        return await self._messages.get()

    async def send(self, message: Any) -> None:
        del message


class Work:
    """An application that reads the body, and then works until it is let go."""

    def __init__(self) -> None:
        self.begun = self.done = self.cancelled = 0
        self.bodies: list[bytes] = []
        self.go = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["method"] == "POST":
            body = b""
            while True:
                message = await receive()
                body += message.get("body", b"")
                if not message.get("more_body"):
                    break
            self.bodies.append(body)
        self.begun += 1
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        self.done += 1


def ends(client: Client) -> tuple[Any, Any]:
    return client.receive, client.send


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not holds():
            await asyncio.sleep(0.005)


@pytest.mark.parametrize(("scope", "body"), [(GET, b""), (VERIFICATION, b"ab"), (PREVIEW, b"{}")])
@in_loop
async def test_work_that_changes_nothing_ends_when_its_client_goes(scope: Any, body: bytes) -> None:
    work, activity = Work(), Activity()
    client = Client(*(bytes([letter]) for letter in body))
    asked = asyncio.create_task(Admission(work, activity)(scope, client.receive, client.send))
    await until(lambda: work.begun == 1)
    client.leave()
    await asked

    assert (work.cancelled, work.done) == (1, 0)
    assert work.bodies == ([body] if body else [])
    assert activity.of(("127.0.0.1", 5000)).requests == 0


@in_loop
async def test_work_that_changes_something_goes_on_without_its_client() -> None:
    work, client = Work(), Client(b"{}")
    asked = asyncio.create_task(Admission(work, Activity())(COMMAND, client.receive, client.send))
    await until(lambda: work.begun == 1)
    client.leave()
    await asyncio.sleep(0.2)
    work.go.set()
    await asked

    assert (work.cancelled, work.done) == (0, 1)


@in_loop
async def test_a_request_that_waits_for_its_turn_never_begins_when_its_client_goes() -> None:
    work, activity = Work(), Activity()
    admission = Admission(work, activity)
    clients = [Client() for _ in range(3 * MAX_CONCURRENT)]
    asked = [asyncio.create_task(admission(GET, client.receive, client.send)) for client in clients]
    await until(lambda: work.begun == MAX_CONCURRENT)
    for client in clients[MAX_CONCURRENT : 2 * MAX_CONCURRENT]:
        client.leave()
    await asyncio.gather(*asked[MAX_CONCURRENT : 2 * MAX_CONCURRENT])
    assert work.begun == MAX_CONCURRENT
    work.go.set()
    await asyncio.gather(*asked)

    assert (work.begun, work.done, work.cancelled) == (2 * MAX_CONCURRENT, 2 * MAX_CONCURRENT, 0)
    connection = activity.of(("127.0.0.1", 5000))
    assert (connection.working, connection.requests) == (0, 0)


@in_loop
async def test_cancelled_requests_leave_the_queue_while_all_slots_are_taken() -> None:
    work, activity = Work(), Activity()
    admission = Admission(work, activity)
    ports = [5000] * MAX_CONCURRENT + list(range(6000, 6000 + MAX_OF_ADDRESS - MAX_CONCURRENT))
    working = [asyncio.create_task(admission(of_port(port), *ends(Client()))) for port in ports]
    await until(lambda: work.begun == MAX_OF_ADDRESS)
    connection, address = activity.of(("127.0.0.1", 5000)), activity.begin("127.0.0.1")
    clients = [Client() for _ in range(40)]
    asked = [
        asyncio.create_task(admission(of_port(5000 + 2000 * (number % 2)), *ends(client)))
        for number, client in enumerate(clients)
    ]
    # 20 wait for the connection of the first; of the others, 16 wait for the address, and 4 for their connection
    await until(lambda: (len(connection.waiting), len(address.waiting)) == (20, MAX_CONCURRENT))
    for client in clients:
        client.leave()
    await asyncio.gather(*asked)
    assert (len(connection.waiting), len(address.waiting), address.queued) == (0, 0, 0)
    work.go.set()
    await asyncio.gather(*working)

    assert (work.done, connection.working, address.working) == (MAX_OF_ADDRESS, 0, 0)


def test_one_connection_does_not_wait_for_another() -> None:
    async def run() -> None:
        work = Work()
        admission = Admission(work, Activity())
        client = Client()
        for port in (5000, 5001):
            for _ in range(MAX_CONCURRENT):
                scope: Any = GET | {"client": ("127.0.0.1", str(port))}
                waiting.append(asyncio.create_task(admission(scope, client.receive, client.send)))
        await until(lambda: work.begun == 2 * MAX_CONCURRENT)
        work.go.set()
        await asyncio.gather(*waiting)

    waiting: list[asyncio.Task[None]] = []
    asyncio.run(run())


def about(kind: Any) -> dict[str, Any]:
    """Return method and path of a kind of request."""
    return {name: kind[name] for name in ("method", "path")}


def of_port(port: int, **more: Any) -> Any:
    """Return a request of a connection of its own."""
    return GET | {"client": ("127.0.0.1", str(port))} | more


@pytest.mark.parametrize("kind", [GET, PREVIEW], ids=["GET", "previews"])
@in_loop
async def test_requests_of_an_address_wait_for_one_another_whatever_their_connections(kind: Any) -> None:
    work, activity = Work(), Activity()
    admission = Admission(work, activity)
    clients = [Client() for _ in range(MAX_OF_ADDRESS + 9)]
    asked = [
        asyncio.create_task(admission(of_port(5000 + number, **about(kind)), client.receive, client.send))
        for number, client in enumerate(clients)
    ]
    await until(lambda: work.begun == MAX_OF_ADDRESS)
    assert activity.begin("127.0.0.1").queued == 9
    activity.end("127.0.0.1")
    # probes and other addresses do not wait
    others: list[Any] = [of_port(7000, path="/health/live"), GET | {"client": ("127.0.0.2", "5000")}]
    first = clients[0]
    asked += [asyncio.create_task(admission(scope, first.receive, first.send)) for scope in others]
    await until(lambda: work.begun == MAX_OF_ADDRESS + 2)
    work.go.set()
    await asyncio.gather(*asked)

    assert work.done == MAX_OF_ADDRESS + 11


@in_loop
async def test_an_address_of_which_many_requests_wait_is_refused() -> None:
    work, refused = Work(), list[str]()

    async def refuse(scope: Any, receive: Any, send: Any) -> None:
        refused.append(scope["path"])

    admission = Admission(work, Activity(), refuse=refuse)
    client = Client()
    asked = [
        asyncio.create_task(admission(of_port(port), client.receive, client.send))
        for port in range(5000, 5000 + MAX_OF_ADDRESS + MAX_QUEUED + 5)
    ]
    await until(lambda: len(refused) == 5)
    work.go.set()
    await asyncio.gather(*asked)

    assert work.done == MAX_OF_ADDRESS + MAX_QUEUED


@in_loop
async def test_requests_of_an_address_that_resets_many_are_held_and_end_before_any_work() -> None:
    work, activity = Work(), Activity()
    admission = Admission(work, activity)
    for _ in range(RESETS + 1):
        activity.note_reset("127.0.0.1")
    gone, stays = Client(), Client()
    asked = [asyncio.create_task(admission(GET, client.receive, client.send)) for client in (gone, stays)]
    gone.leave()
    await asked[0]
    assert work.begun == 0
    await until(lambda: work.begun == 1)
    work.go.set()
    await asked[1]

    assert (work.done, work.cancelled) == (1, 0)


@in_loop
async def test_an_application_that_waits_for_its_client_to_go_is_told_so() -> None:
    told: list[str] = []

    async def stream(scope: Any, receive: Any, send: Any) -> None:
        # watched by now
        await asyncio.sleep(0.2)
        while (message := await receive())["type"] != "http.disconnect":
            told.append(message["type"])
        told.append("gone")

    client = Client()
    asked = asyncio.create_task(Admission(stream, Activity())(GET, client.receive, client.send))
    await asyncio.sleep(0.4)
    client.leave()
    await asked

    assert told == ["http.request", "gone"]


@in_loop
async def test_who_waits_for_something_to_happen_lets_others_pass() -> None:
    happened = asyncio.Event()
    answered: list[str] = []

    async def poll(scope: Any, receive: Any, send: Any) -> None:
        if scope["path"] == "/wait":
            async with set_aside():
                await happened.wait()
        answered.append(scope["path"])

    admission = Admission(poll, Activity())
    client = Client()
    polls = [
        asyncio.create_task(admission(GET | {"path": "/wait"}, client.receive, client.send))
        for _ in range(2 * MAX_CONCURRENT)
    ]
    await asyncio.sleep(0)
    async with asyncio.timeout(10):
        await admission(GET, client.receive, client.send)
    assert answered == ["/v1/games"]
    happened.set()
    await asyncio.gather(*polls)

    assert answered.count("/wait") == 2 * MAX_CONCURRENT


@in_loop
async def test_long_polls_that_an_event_wakes_do_not_make_new_requests_fail() -> None:
    happened, work = asyncio.Event(), Work()
    refused: list[str] = []
    polling = 0

    async def poll(scope: Any, receive: Any, send: Any) -> None:
        nonlocal polling
        if scope["path"] == "/wait":
            async with set_aside():
                polling += 1
                await happened.wait()
        await work(scope, receive, send)

    async def refuse(scope: Any, receive: Any, send: Any) -> None:
        refused.append(scope["path"])

    activity = Activity()
    admission = Admission(poll, activity, refuse=refuse)
    count = MAX_OF_ADDRESS + MAX_QUEUED + 1
    polls = [
        asyncio.create_task(admission(of_port(port, path="/wait"), *ends(Client())))
        for port in range(5000, 5000 + count)
    ]
    await until(lambda: polling == count)
    happened.set()
    address = activity.begin("127.0.0.1")
    await until(lambda: len(address.waiting) == MAX_QUEUED + 1)
    new = asyncio.create_task(admission(of_port(9000), *ends(Client())))
    await until(lambda: len(address.waiting) == MAX_QUEUED + 2 or bool(refused))
    assert (refused, address.queued) == ([], 1)
    work.go.set()
    await asyncio.gather(*polls, new)

    assert work.done == count + 1
