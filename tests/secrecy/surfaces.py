"""All requests about a running game, plain and compressed, with those that are refused."""

import itertools
import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from domain.game import game as games
from domain.game.game import Game
from domain.kernel.values import Choice, Command, Seat, Viewer
from tests.secrecy.addresses import LINES, SLOW, SSE, Place, Turn, addresses_in_turn, ask_of, place_of
from tests.secrecy.asking import Ask
from tests.secrecy.plays import GAME, Move, Played
from tests.secrecy.sites import people

PATH = f"/v1/games/{GAME}"

COVERED = frozenset(
    {
        "/v1/games/{game}", "/v1/games/{game}/view", "/v1/games/{game}/views", "/v1/games/{game}/decisions",
        "/v1/games/{game}/pieces",
        "/v1/games/{game}/commands", "/v1/games/{game}/commands/{key}", "/v1/games/{game}/take-backs",
        "/v1/games/{game}/turns", "/v1/games/{game}/hints",
        "/v1/games/{game}/events", "/v1/games/{game}/stream", "/v1/games/{game}/previews",
        "/v1/games/{game}/result", "/v1/games/{game}/bundle", "/v1/games/{game}/verification",
        "/v1/games/{game}/analysis", "/v1/games/{game}/analysis/{level}",
        "/v1/games/{game}/start", "/v1/games/{game}/resignations", "/v1/games/{game}/seats/{seat}",
        "/v1/games/{game}/seats/{seat}/returns", "/v1/games/{game}/seats/{seat}/vacations",
        "/v1/games/{game}/seats/{seat}/tokens", "/v1/games/{game}/seats/{seat}/tokens/{token}",
        "/v1/games/{game}/invitations", "/v1/games/{game}/invitations/{invitation_id}",
        "/v1/games/{game}/rulings",
        "/v1/games/{game}/messages", "/v1/games/{game}/messages/{message}", "/v1/games/{game}/talk",
        "/v1/games/{game}/talk/mine", "/v1/games/{game}/notes", "/v1/games/{game}/rematches",
        "/v1/games/{game}/orders", "/v1/games/{game}/orders/{order}", "/v1/games/{game}/orders/decisions",
        "/v1/games", "/v1/me/games", "/v1/me/organised",
        "/v1/results", "/v1/leaderboards/{name}", "/v1/players/{player}/ratings",
        "/v1/players/{player}/against/{opponent}", "/v1/players/{player}/activity", "/v1/players/{player}/record",
        "/v1/players/{player}/games", "/metrics", "/v1/me/stream", "/v1/games/stream", "/v1/results/stream",
        "/games/{game}", "/embed/games/{game}", "/embed/games/{game}/picture.svg", "/embed/games/{game}/picture.png",
        "/embed/games/{game}/pieces.svg", "/oembed",
        "/v1/results/feed.atom", "/v1/results/feed.json", "/v1/me/calendar.ics", "/badge/players/{player}/{picture}",
        "/v1/players/{player}/feed.atom", "/v1/players/{player}/feed.json",
    }
)  # fmt: skip
"""The routes by which anything of a running game can be asked; `test_surfaces` compares them with the application."""

OF_GAME = frozenset(path for path in COVERED if "/games/{game}" in path or path == "/oembed")
"""Those that are about one game."""


IN_WORDS = ("", "lang=en", "lang=de", "lang=it")
"""The queries of what is answered with words."""

REFUSED_RULINGS: tuple[Mapping[str, Any], ...] = (
    {"type": "adjudicate", "ranks": [1]},
    {"type": "replace_player", "seat": 9, "player": "unknown"},
    {"type": "give_up_seat", "seat": 9},
    {"type": "extend_clock", "seat": 9, "duration": "PT1M"},
    {"type": "pause", "duration": "P99D"},
    {"type": "resume"},
)
"""One of each type."""


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


SAMPLED = 0.12
"""The share of all addresses that are asked at a position, apart from the one at which all of them are."""


def questions(played: Played, version: int, asker: Asker, rng: random.Random) -> Iterator[Ask]:
    """Return the reads of the game that are asked at each position: the plain ones, and a sample of all others."""
    place = place_of(played, version, rng)
    for path, query, accept in _reads(place):
        plain = Ask("GET", PATH + path, query, {**asker.headers, **({"Accept": accept} if accept else {})})
        yield plain
        if query in {"", "limit=1000", "follow=false"}:
            yield plain.having(Accept_Encoding="gzip")
    for path in ("/view", "/pieces", "/views", "/events", "/bundle", "/stream"):
        yield Ask("HEAD", PATH + path, "", asker.headers)
    yield Ask("GET", f"{PATH}/view", "", {**asker.headers, "If-None-Match": "*"})
    found = [*addresses_in_turn(OF_GAME - SLOW, place)]
    for address in rng.sample(found, int(SAMPLED * len(found))):
        yield from ask_of(address, place, asker.headers, asker.name)


def all_questions(
    played: Played, version: int, asker: Asker, turn: Turn | None, *, of_game: bool = True, path: str = ""
) -> Iterator[Ask]:
    """Return the reads by all addresses of the game, or of lists: those of a turn (None: all), or of a path."""
    place = place_of(played, version, random.Random(version))
    paths = OF_GAME if of_game else COVERED - OF_GAME
    for address in addresses_in_turn(paths & {path} if path else paths, place, turn):
        yield from ask_of(address, place, asker.headers, asker.name)


def _reads(place: Place) -> Iterator[tuple[str, str, str]]:
    """Return the plain reads, and those with two parameters."""
    yield "", "", ""
    for path in ("/view", "/pieces", "/decisions"):
        yield path, "", ""
        yield path, f"at={place.then}&as=seat:{place.other}", ""
    yield "/decisions", f"lang=de&as=seat:{place.other}", ""
    yield "/view", "pieces=true", ""
    yield "/views", f"from={place.since}", ""
    yield "/views", f"from={place.then}&to={place.version}&as=seat:{place.other}", ""
    yield "/events", "limit=1000", ""
    yield "/events", f"after={place.version}", ""
    yield "/events", f"after={place.since}&as=seat:{place.other}", LINES
    yield "/stream", "follow=false", SSE
    yield "/stream", f"follow=false&awaiting=true&after={place.since}&lang=it", LINES
    yield "/bundle", "", ""
    yield "/result", "", ""


def _moves_before(played: Played, version: int) -> list[Move]:
    return [move for move in played.moves if move.last <= version]


def at_once(version: int, upto: int, asker: Asker) -> Iterator[Ask]:
    """Return the reads of one version, which may lie within a batch, and of the views from it up to another one."""
    yield Ask("GET", f"{PATH}/view", f"at={version}", asker.headers)
    yield Ask("GET", f"{PATH}/pieces", f"at={version}", asker.headers)
    yield Ask("GET", f"{PATH}/decisions", f"at={version}", asker.headers)
    yield Ask("GET", f"{PATH}/events", f"after={version - 1}&limit=1", asker.headers)
    yield Ask("GET", f"{PATH}/views", f"from={version}&to={upto}", asker.headers)


def lists(played: Played, version: int, asker: Asker, rng: random.Random) -> Iterator[Ask]:
    """Return the reads that tell of more games than one, each plain and with one of its parameters."""
    place = place_of(played, version, rng)
    for path in sorted(COVERED - OF_GAME):
        found = [*addresses_in_turn({path}, place, Turn(0))]
        for address in dict.fromkeys((*found[:1], *rng.sample(found, min(1, len(found))))):
            for each in ask_of(address, place, asker.headers, asker.name):
                yield each.having(Accept_Encoding="gzip")
    yield Ask("GET", f"{PATH}/verification", "", asker.headers)


def refused(played: Played, worlds: tuple[Game, Game], asker: Asker, rng: random.Random) -> Iterator[Ask]:
    """Return what is refused in both worlds: commands that break a rule, closed decisions, what the lobby forbids."""
    version = worlds[0].version
    pool = [move.command for move in played.moves]
    seat, in_words = asker.viewer, itertools.cycle(IN_WORDS)
    decision = None if seat is None else games.decision_id(worlds[0], seat)
    for command in _varied(rng.sample(pool, min(6, len(pool))), rng):
        if decision is None or seat is None or not any(_accepts(world, seat, command) for world in worlds):
            one = _command(asker, decision or "0.1", command)._replace(query=next(in_words))
            yield one
            yield _as_turn(one)
    for move in rng.sample(played.moves, min(2, len(played.moves))):
        if move.first > version + 1 or move.last <= version:
            yield _command(asker, f"{move.seat}.999", move.command)
            yield _command(asker, move.decision if move.last <= version else "0.1000", move.command)
    first = _command(asker, decision or "0.1", pool[0])
    yield first.having(If_Match='"1.view"')
    yield first._replace(body={"decision": decision or "0.1", "command": {"type": "unknown"}})
    for language in IN_WORDS:
        yield Ask("POST", f"{PATH}/take-backs", language, asker.headers, {"decision": "0.999"})
        for named in (decision or "0.1", "0.999"):
            yield Ask("POST", f"{PATH}/hints", language, asker.headers, {"decision": named})
    yield Ask("POST", f"{PATH}/seats/{seat or 0}/vacations", "", asker.headers, {"duration": "P99D"})
    yield Ask("POST", f"{PATH}/seats/{seat or 0}/returns", "", asker.headers)
    for ruling in REFUSED_RULINGS:
        yield Ask("POST", f"{PATH}/rulings", "", asker.headers, {"reason": "so", **ruling})
    yield Ask("PUT", f"{PATH}/analysis/glance", "", asker.headers)
    yield Ask("POST", f"{PATH}/seats/9/tokens", "", asker.headers, {"label": "deputy"})
    yield Ask("POST", f"{PATH}/messages", "", asker.headers, {"text": "\n"})
    yield Ask("DELETE", f"{PATH}/messages/unknown", "", asker.headers)
    yield Ask("PUT", f"{PATH}/talk", "", asker.headers, {"talk": "loud"})
    yield Ask("PUT", f"{PATH}/talk/mine", "", asker.headers, {"read_at": "late"})
    yield Ask("PUT", f"{PATH}/notes", "", asker.headers, {"version": 99_999, "text": "x"})
    # the game has not ended
    yield Ask("POST", f"{PATH}/rematches", "", asker.headers)
    yield Ask("DELETE", f"{PATH}/rematches", "", asker.headers)
    yield Ask("POST", f"{PATH}/orders", "", asker.headers, {"commands": [{"type": "unknown"}]})
    yield Ask("DELETE", f"{PATH}/orders/unknown", "", asker.headers)
    if asker.name != "owner":
        yield Ask("POST", f"{PATH}/invitations", "", asker.headers, {"label": "friends"})
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
    in_words = itertools.cycle(IN_WORDS)
    for command in (*map(_any_number, of_each_type.values()), *rng.sample(pool, min(2, len(pool)))):
        for named in (decision, "0.1000"):
            yield _command(asker, named, command)._replace(path=f"{PATH}/previews", query=next(in_words))
    yield _command(asker, decision, pool[0])._replace(path=f"{PATH}/previews").having(If_Match='"1.view"')


def _any_number(choice: Choice) -> Command:
    limits = choice.range
    number: Any = {} if limits is None else {limits.field: (limits.min + min(limits.max, 10 * limits.min + 10)) // 2}
    return msgspec.structs.replace(choice.command, **number)


def _repeated(played: Played, version: int, asker: Asker, rng: random.Random) -> Iterator[Ask]:
    """Return commands that were accepted, once more: they are answered as they were; and their keys for another."""
    own = [move for move in _moves_before(played, version) if asker.name == f"seat {move.seat}"]
    telling = [move for move in own if played.hides(move, asker.viewer)]
    for move in {*rng.sample(own, min(2, len(own))), *rng.sample(telling, min(2, len(telling)))}:
        again = command_of(move, asker)
        yield again
        yield again.having(Accept_Encoding="gzip")
        yield _command(asker, "0.1000", move.command).having(Idempotency_Key=move.key)
        yield Ask("GET", f"{PATH}/commands/{move.key}", "", asker.headers)


def command_of(move: Move, asker: Asker) -> Ask:
    """Return the request by which a decision is answered: alone, or with a command after it that is refused."""
    one = _command(asker, move.decision, move.command).having(Idempotency_Key=move.key)
    return _as_turn(one, more=("0.1000",)) if move.first % 3 == 0 else one


def _as_turn(one: Ask, more: Iterable[str] = ()) -> Ask:
    """Return a command as a turn, perhaps followed by the same command for other decisions."""
    body: Any = one.body
    commands = [body, *({**body, "decision": decision} for decision in more)]
    return one._replace(path=f"{PATH}/turns", body={"commands": commands})


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
