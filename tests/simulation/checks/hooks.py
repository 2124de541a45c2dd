"""What webhooks have to receive, computed from the log."""

import base64
from collections import defaultdict
from typing import TYPE_CHECKING

from tests.simulation.checks.failure import broken

if TYPE_CHECKING:
    from tests.simulation.world import World


def check_webhooks(world: "World") -> None:
    """Every event was received at least once, under one id; the cursors order the events of a game."""
    receivers = world.receivers
    row = world.disk.raw.execute("SELECT active_since FROM receivers").fetchone()
    if row is None:
        return
    since: str = row[0]
    received = {(each.type, each.subject) for each in receivers.received}
    for kind, subject, at in _expected(world):
        broken(since <= at and (kind, subject) not in received, f"no webhook received {kind} of {subject} at {at}")
    if world.epoch:
        # the new server may have lost deliveries, and its events may have other places
        return
    ids: dict[tuple[object, ...], str] = {}
    for each in receivers.received:
        if each.type != "deadline.near":
            first = ids.setdefault((each.type, each.subject, each.version, each.seat), each.id)
            broken(first != each.id, f"{each.type} of {each.subject} was queued twice")
    _check_order(world)


def _expected(world: "World") -> list[tuple[str, str, str]]:
    found: list[tuple[str, str, str]] = []
    for name, watched in world.watch.games.items():
        for entry in watched.entries:
            record = entry.record
            match record.type:
                case "game.started":
                    found.append(("game.started", name, record.at))
                case "game.ended":
                    found += [(kind, name, record.at) for kind in ("game.ended", "result.published")]
                case _:
                    pass
    for name, cup in world.cups.cups.items():
        found += [(_ROUND_EVENTS[kind], name, at) for kind, at in cup.rounds]
    return found


_ROUND_EVENTS = {"tournament.round_published": "round.paired", "tournament.round_closed": "round.ended"}


def _check_order(world: "World") -> None:
    """The cursors of the events of a game are in the order of their versions."""
    of_game: dict[tuple[str, bool], set[tuple[tuple[int, ...], int]]] = defaultdict(set)
    for each in world.receivers.received:
        text = base64.urlsafe_b64decode(each.cursor + "=" * (-len(each.cursor) % 4)).decode()
        place = tuple(map(int, text.split()))
        of_game[each.subject, each.type == "result.published"].add((place, each.version))
    for (subject, _), places in of_game.items():
        versions = [version for _, version in sorted(places)]
        broken(versions != sorted(versions), f"the cursors of {subject} are not in the order of its versions")
