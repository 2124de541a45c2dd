"""All requests about a running game, plain and compressed, with those that are refused."""

import random
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec

from domain.game import game as games
from domain.game.game import Game
from domain.kernel.values import Choice, Command, Seat, Viewer
from tests.secrecy.asking import Ask
from tests.secrecy.plays import GAME, Move, Played
from tests.secrecy.sites import people

PATH = f"/v1/games/{GAME}"
SSE, LINES = "text/event-stream", "application/x-ndjson"

COVERED = frozenset(
    {
        "/v1/games/{game}", "/v1/games/{game}/view", "/v1/games/{game}/views", "/v1/games/{game}/decisions",
        "/v1/games/{game}/commands", "/v1/games/{game}/commands/{key}", "/v1/games/{game}/take-backs",
        "/v1/games/{game}/events", "/v1/games/{game}/stream", "/v1/games/{game}/previews",
        "/v1/games/{game}/result", "/v1/games/{game}/bundle", "/v1/games/{game}/verification",
        "/v1/games/{game}/analysis", "/v1/games/{game}/analysis/{level}",
        "/v1/games/{game}/start", "/v1/games/{game}/resignations", "/v1/games/{game}/seats/{seat}",
        "/v1/games/{game}/seats/{seat}/returns", "/v1/games/{game}/seats/{seat}/vacations",
        "/v1/games/{game}/seats/{seat}/tokens", "/v1/games/{game}/seats/{seat}/tokens/{token}",
        "/v1/games/{game}/invitations", "/v1/games/{game}/invitations/{invitation_id}",
        "/v1/games/{game}/rulings",
        "/v1/games", "/v1/me/games", "/v1/me/organised",
        "/v1/results", "/v1/leaderboards/{name}", "/v1/players/{player}/ratings",
        "/v1/players/{player}/games", "/metrics", "/v1/me/stream", "/v1/games/stream", "/v1/results/stream",
        "/games/{game}", "/embed/games/{game}", "/embed/games/{game}/picture.svg", "/embed/games/{game}/picture.png",
        "/oembed",
        "/v1/results/feed.atom", "/v1/results/feed.json", "/v1/me/calendar.ics", "/badge/players/{player}/{picture}",
        "/v1/players/{player}/feed.atom", "/v1/players/{player}/feed.json",
    }
)  # fmt: skip
"""The routes by which anything of a running game can be asked; `test_surfaces` compares them with the application."""


class Asker(NamedTuple):
    """Somebody who asks: as whom they look, and with what headers."""

    name: str
    viewer: Viewer
    headers: Mapping[str, str]


def askers(seats: int, viewer: Viewer) -> list[Asker]:
    """Return everybody who is to see the game as this viewer does."""
    known = people()

    def bearer(name: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {known.tokens[name]}"}

    if viewer is not None:
        assert viewer < seats
        return [Asker(name, viewer, bearer(name)) for name in (f"seat {viewer}", f"deputy {viewer}")]
    invitation = {"Ludolog-Invitation": known.invitation}
    return [
        Asker("anybody", None, {}),
        Asker("owner", None, bearer("owner")),
        Asker("stranger", None, bearer("stranger")),
        Asker("invited", None, {**bearer("stranger"), **invitation}),
        Asker("invited without a token", None, invitation),
    ]


def questions(played: Played, version: int, asker: Asker, rng: random.Random) -> Iterator[Ask]:
    """Return every read of the game as it stands at a version."""
    for path, query, accept in _reads(played, version, rng):
        plain = Ask("GET", PATH + path, query, {**asker.headers, **({"Accept": accept} if accept else {})})
        yield plain
        if query in {"", "limit=1000", "follow=false"}:
            yield plain.having(Accept_Encoding="gzip")
    for language in ("de", "it, en;q=0.5"):
        yield Ask("GET", f"{PATH}/events", "limit=1000", {**asker.headers, "Accept-Language": language})
    for path in ("/view", "/views", "/events", "/bundle", "/stream"):
        yield Ask("HEAD", PATH + path, "", asker.headers)
    yield from _pages(asker, rng.randint(1, version))
    yield Ask("GET", f"{PATH}/view", "", {**asker.headers, "If-None-Match": "*"})


def _pages(asker: Asker, then: int) -> Iterator[Ask]:
    """Return the pages that tell of the game, and show its board now and at a version."""
    yield Ask("GET", f"/games/{GAME}", "", asker.headers)
    yield Ask("GET", f"/games/{GAME}", f"at={then}&lang=de", asker.headers)
    yield Ask("GET", f"/embed/games/{GAME}", "lang=de", asker.headers)
    yield Ask("GET", f"/embed/games/{GAME}/picture.svg", "", asker.headers)
    yield Ask("GET", "/oembed", f"url={quote(f'http://ludolog/games/{GAME}', safe='')}", asker.headers)


def _reads(played: Played, version: int, rng: random.Random) -> Iterator[tuple[str, str, str]]:
    then = rng.randint(played.started - 1, version)
    other = rng.randrange(played.setting.seats)
    since = max(0, version - rng.randint(1, 60))
    yield "", "", ""
    for path in ("/view", "/decisions"):
        yield path, "", ""
        yield path, f"at={then}", ""
        yield path, "as=public", ""
        yield path, "as=full", ""
        yield path, f"as=seat:{other}", ""
        yield path, f"at={then}&as=seat:{other}", ""
    yield "/decisions", "lang=de", ""
    yield "/decisions", f"lang=it&as=seat:{other}", ""
    yield "/view", f"at={version + 1}", ""
    yield "/views", "", ""
    yield "/views", f"from={then}&lang=de", ""
    yield "/views", f"to={then}", ""
    yield "/views", "as=full", ""
    yield "/views", f"as=seat:{other}", ""
    yield "/events", "limit=1000", ""
    yield "/events", f"after={since}", LINES
    yield "/events", f"after={version}", ""
    yield "/events", "limit=1000&lang=en", ""
    yield "/events", f"after={since}&lang=it", LINES
    yield "/events", f"lang=de&as=seat:{other}", ""
    yield "/events", "as=full", ""
    yield "/events", f"after={since}&as=seat:{other}", ""
    yield "/stream", "follow=false", SSE
    yield "/stream", f"follow=false&after={since}", LINES
    yield "/stream", f"follow=false&awaiting=true&after={since}", LINES
    yield "/stream", f"follow=false&awaiting=true&as=seat:{other}", LINES
    yield "/stream", f"follow=false&as=seat:{other}", SSE
    yield "/stream", "follow=false&lang=de", SSE
    yield "/stream", f"follow=false&awaiting=true&after={since}&lang=it", LINES
    yield "/bundle", "", ""
    yield "/bundle", "as=full", ""
    yield "/bundle", f"as=seat:{other}", ""
    yield "/result", "", ""
    yield "/analysis", "", ""
    yield "/analysis/glance", "", ""
    yield f"/seats/{other}/tokens", "", ""
    yield "/invitations", "", ""
    for move in rng.sample(_moves_before(played, version), min(3, len(_moves_before(played, version)))):
        yield f"/commands/{move.key}", rng.choice(("", "lang=en", "lang=de")), ""


def _moves_before(played: Played, version: int) -> list[Move]:
    return [move for move in played.moves if move.last <= version]


def at_once(version: int, upto: int, asker: Asker) -> Iterator[Ask]:
    """Return the reads of one version, which may lie within a batch, and of the views from it up to another one."""
    yield Ask("GET", f"{PATH}/view", f"at={version}", asker.headers)
    yield Ask("GET", f"{PATH}/decisions", f"at={version}", asker.headers)
    yield Ask("GET", f"{PATH}/events", f"after={version - 1}&limit=1", asker.headers)
    yield Ask("GET", f"{PATH}/views", f"from={version}&to={upto}", asker.headers)


def lists(played: Played, asker: Asker) -> Iterator[Ask]:
    """Return the reads that tell of more games than one, and the slow ones."""
    title = played.setting.ruleset.name
    player = people().players[0]
    for path, query in (
        (f"{PATH}/verification", ""),
        ("/v1/games", ""),
        ("/v1/games", f"status=running&ruleset={title}&player={player}"),
        ("/v1/me/games", "awaiting=true"),
        ("/v1/me/games", ""),
        ("/v1/me/organised", ""),
        ("/v1/results", ""),
        (f"/v1/leaderboards/{title}", ""),
        (f"/v1/players/{player}/ratings", ""),
        (f"/v1/players/{player}/games", ""),
        ("/v1/results/feed.atom", "lang=de"),
        ("/v1/results/feed.json", f"ruleset={title}"),
        (f"/v1/players/{player}/feed.atom", ""),
        (f"/v1/players/{player}/feed.json", "lang=it"),
        (f"/badge/players/{player}/{title}.svg", ""),
        (f"/embed/games/{GAME}/picture.png", ""),
        ("/v1/me/stream", "follow=false&after=MCAw"),
        ("/v1/games/stream", "follow=false&after=MCAw"),
        ("/v1/results/stream", "follow=false&after=MA"),
    ):
        yield Ask("GET", path, query, asker.headers).having(Accept_Encoding="gzip")
    if asker.name in people().calendars:
        yield Ask("GET", "/v1/me/calendar.ics", f"token={people().calendars[asker.name]}", {})


def refused(played: Played, worlds: tuple[Game, Game], asker: Asker, rng: random.Random) -> Iterator[Ask]:
    """Return what is refused in both worlds: commands that break a rule, closed decisions, what the lobby forbids."""
    version = worlds[0].version
    pool = [move.command for move in played.moves]
    seat = asker.viewer
    decision = None if seat is None else games.decision_id(worlds[0], seat)
    for command in _varied(rng.sample(pool, min(6, len(pool))), rng):
        if decision is None or seat is None or not any(_accepts(world, seat, command) for world in worlds):
            yield _command(asker, decision or "0.1", command)._replace(query=rng.choice(("", "lang=de")))
    for move in rng.sample(played.moves, min(2, len(played.moves))):
        if move.first > version + 1 or move.last <= version:
            yield _command(asker, f"{move.seat}.999", move.command)
            yield _command(asker, move.decision if move.last <= version else "0.1000", move.command)
    first = _command(asker, decision or "0.1", pool[0])
    yield first.having(If_Match='"1.view"')
    yield first._replace(body={"decision": decision or "0.1", "command": {"type": "unknown"}})
    yield Ask("POST", f"{PATH}/take-backs", "", asker.headers, {"decision": "0.999"})
    yield Ask("POST", f"{PATH}/seats/{seat or 0}/vacations", "", asker.headers, {"duration": "P1D"})
    yield Ask("POST", f"{PATH}/seats/{seat or 0}/returns", "", asker.headers)
    ruling = {"type": "adjudicate", "ranks": [1], "reason": "so"}
    yield Ask("POST", f"{PATH}/rulings", "", asker.headers, ruling)
    yield Ask("POST", f"{PATH}/start", "", asker.headers)
    yield Ask("PUT", f"{PATH}/seats/0", "", asker.headers)
    yield Ask("DELETE", f"{PATH}/seats/0", "", asker.headers)
    yield Ask("DELETE", PATH, "", asker.headers)
    yield Ask("DELETE", f"{PATH}/invitations/unknown", "", asker.headers)
    yield Ask("DELETE", f"{PATH}/seats/0/tokens/unknown", "", asker.headers)
    if seat is None:
        yield Ask("POST", f"{PATH}/resignations", "", asker.headers)
    yield from _repeated(played, version, asker, rng)


def previews(played: Played, world: Game, asker: Asker, rng: random.Random) -> Iterator[Ask]:
    """Return previews: of one legal command of each type, with any number of its range, and of what is refused."""
    seat = asker.viewer
    choices = () if seat is None else games.legal_commands(world, seat) if seat in games.awaiting(world) else ()
    decision = "0.1" if seat is None else games.decision_id(world, seat)
    of_each_type = {type(choice.command): choice for choice in rng.sample(choices, len(choices))}
    pool = [move.command for move in played.moves]
    for command in (*map(_any_number, of_each_type.values()), *rng.sample(pool, min(2, len(pool)))):
        for named in (decision, "0.1000"):
            yield _command(asker, named, command)._replace(path=f"{PATH}/previews", query=rng.choice(("", "lang=it")))


def _any_number(choice: Choice) -> Command:
    limits = choice.range
    number: Any = {} if limits is None else {limits.field: (limits.min + min(limits.max, 10 * limits.min + 10)) // 2}
    return msgspec.structs.replace(choice.command, **number)


def _repeated(played: Played, version: int, asker: Asker, rng: random.Random) -> Iterator[Ask]:
    """Return commands that were accepted, once more: they are answered as they were; and their keys for another."""
    own = [move for move in _moves_before(played, version) if asker.name == f"seat {move.seat}"]
    telling = [move for move in own if played.hides(move, asker.viewer)]
    for move in {*rng.sample(own, min(2, len(own))), *rng.sample(telling, min(2, len(telling)))}:
        again = _command(asker, move.decision, move.command).having(Idempotency_Key=move.key)
        yield again
        yield again.having(Accept_Encoding="gzip")
        yield _command(asker, "0.1000", move.command).having(Idempotency_Key=move.key)
        yield Ask("GET", f"{PATH}/commands/{move.key}", "", asker.headers)


def command_of(move: Move, asker: Asker) -> Ask:
    """Return the request by which a decision is answered."""
    return _command(asker, move.decision, move.command).having(Idempotency_Key=move.key)


def _command(asker: Asker, decision: str, command: Command) -> Ask:
    body = {"decision": decision, "command": msgspec.to_builtins(command)}
    return Ask("POST", f"{PATH}/commands", "", asker.headers, body)


def _varied(commands: list[Command], rng: random.Random) -> Iterator[Command]:
    """Return commands, and each with other numbers in it: more than anybody has, or fewer."""
    for command in commands:
        yield command
        numbers = [
            name
            for name in command.__struct_fields__
            if isinstance(getattr(command, name), int) and not isinstance(getattr(command, name), bool)
        ]
        if numbers:
            changed: Any = {name: rng.choice((-1, 0, 1, 7, 999, 100_000)) for name in numbers}
            yield msgspec.structs.replace(command, **changed)


def _accepts(world: Game, seat: Seat, command: Command) -> bool:
    return any(choice.admits(command) for choice in games.legal_commands(world, seat))
