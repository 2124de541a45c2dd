"""A game with reserved seats and rulings, and forgeries of it that only the rules of the lobby and of rulings find."""

import json
import random
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from domain.game import decide
from domain.game.decide import Decided, NewGame
from domain.game.declining import decline_seat
from domain.game.fold import append
from domain.game.game import awaiting, legal_commands
from domain.game.rulings.decide import (
    Ruling,
    accept_replacement,
    adjudicate,
    give_up_seat,
    offer_replacement,
    pause,
    replace_player,
    resume,
)
from domain.game.schedule import decide_due
from domain.game.terms import Terms
from domain.kernel.values import Seat
from domain.ledger.records import Entry, tip_of_new
from domain.rulesets import RULESETS
from tests.games.bundles import Finished
from tests.games.forged_lines import Lines, at, rewritten

GAME = "00112233-4455-4677-8899-aabbccddee00"
SEED = bytes(range(32))
OWNER = "player:owner"
PAUSED_UNTIL = "2026-11-20T13:00:00.000000Z"
ENTROPY = "ab" * 32


class Log:
    """A game of Minos for four, and its log. A subclass may be of another title."""

    title, profile, seats, id, owner = "minos", "short", 4, GAME, OWNER

    def __init__(self, terms: Terms) -> None:
        ruleset = RULESETS[self.title]
        options = ruleset.resolve_options(self.profile, {})
        new = NewGame(ruleset, self.seats, options, ruleset.default_data_set, self.owner, terms=terms)
        self.minute = 0
        opened = decide.open_game(new, SEED)
        self.game, entries = append(None, tip_of_new(self.id), SEED, self.now, None, opened)
        self.entries: list[Entry] = list(entries)

    @property
    def now(self) -> str:
        return f"2026-11-20T{12 + self.minute // 60:02}:{self.minute % 60:02}:00.000000Z"

    def add(self, decided: Decided, seat: Seat | None = None) -> None:
        self.game, entries = append(self.game, self.game.tip, SEED, self.now, seat, decided)
        self.entries += entries

    def sit(self, seat: Seat, player: str) -> None:
        self.add(decide.take_seat(self.game, seat, player, ENTROPY, "player", self.now), seat)

    def step(self) -> None:
        """Let the service take the step that is due."""
        found = decide_due(self.game, self.now, ENTROPY)
        assert found is not None
        self.add(found[1], found[0])

    def play(self, decisions: int, seed: int = 1) -> None:
        rng = random.Random(seed)
        for _ in range(decisions):
            seat = min(awaiting(self.game))
            command = rng.choice(legal_commands(self.game, seat)).command
            self.add(decide.command(self.game, seat, command), seat)


@cache
def ruled() -> Finished:
    """Return a rated game with a substitute and every ruling that needs no clock."""
    reserved = tuple(f"player:{seat}" for seat in range(4))
    start = "2026-11-20T12:10:00.000000Z"
    log = Log(Terms(rated=True, reserved=reserved, substitutes=("player:5",), starts_at=start, no_show="wait"))
    for seat in range(3):
        log.sit(seat, f"player:{seat}")
    log.minute = 10
    log.step()
    log.sit(3, "player:5")
    log.step()
    log.play(6)
    ruling = Ruling(OWNER, "A player is absent.")
    log.add(pause(log.game, PAUSED_UNTIL, ruling, log.now))
    log.minute = 60
    log.add(resume(log.game, None, log.now))
    log.add(replace_player(log.game, 0, "player:6", ruling))
    log.add(pause(log.game, "2026-11-21T13:00:00.000000Z", ruling, log.now))
    log.add(resume(log.game, ruling, log.now))
    log.add(give_up_seat(log.game, 1, "careful", ruling))
    log.add(adjudicate(log.game, (1, 4, 2, 2), ruling))
    return Finished(log.game, log.entries)


@cache
def with_no_show() -> Finished:
    """Return an unrated game in which a bot took the seat of a player who did not come."""
    start = "2026-11-20T12:10:00.000000Z"
    reserved = (None, None, None, "invitation")
    log = Log(Terms(reserved=reserved, starts_at=start, no_show="bot", grace=300))
    for seat in range(3):
        log.sit(seat, f"player:{seat}")
    log.minute = 15
    log.step()
    log.step()
    log.play(4)
    log.add(adjudicate(log.game, (1, 2, 3, 4), Ruling(OWNER, "It is late.")))
    return Finished(log.game, log.entries)


@cache
def with_consent() -> Finished:
    """Return a game with a declined reservation, and with offers that were declined and accepted."""
    log = Log(Terms(rated=True, reserved=("player:0", "player:9", None, None)))
    log.sit(0, "player:0")
    log.add(decline_seat(log.game, 1, "player:9"))
    for seat in range(1, 4):
        log.sit(seat, f"player:{seat}")
    log.add(decide.start(log.game))
    log.play(4)
    ruling = Ruling(OWNER, "A player is absent.")
    for player in ("player:5", "player:6"):
        log.add(offer_replacement(log.game, 2, player, ruling))
        if player == "player:5":
            log.add(decline_seat(log.game, 2, player))
    log.play(2)
    log.add(accept_replacement(log.game, 2, "player:6"))
    log.play(2)
    log.add(adjudicate(log.game, (1, 2, 3, 4), ruling))
    return Finished(log.game, log.entries)


def place_of(lines: Lines, kind: str, nth: int = 0) -> int:
    """Return the place of the nth event of a type."""
    places = [place for place, line in enumerate(lines[:-1]) if f'"type":"{kind}"'.encode() in line]
    return places[nth]


def _data(kind: str, nth: int = 0, **fields: Any) -> Callable[[Lines], Lines]:
    """Return a forgery that changes fields of the data of the nth event of a type."""

    def forge(lines: Lines) -> Lines:
        return rewritten(at(lines, place_of(lines, kind, nth), lambda line: line["record"]["data"].update(fields)))

    return forge


def _record(kind: str, **members: Any) -> Callable[[Lines], Lines]:
    """Return a forgery that changes members of the record of the first event of a type."""

    def forge(lines: Lines) -> Lines:
        return rewritten(at(lines, place_of(lines, kind), lambda line: line["record"].update(members)))

    return forge


def _time(kind: str, moment: str, nth: int = 0) -> Callable[[Lines], Lines]:
    """Return a forgery that moves the batch of an event, and with it all before it that are later, to another time."""

    def forge(lines: Lines) -> Lines:
        place = place_of(lines, kind, nth)
        for number in range(1, place + 1):
            if json.loads(lines[number])["record"]["at"] > moment or number == place:
                lines = at(lines, number, lambda line: line["record"].update(at=moment))
        return rewritten(lines)

    return forge


FORGERIES: Mapping[str, Callable[[Lines], Lines]] = {
    "no_reason": _data("game.seat_given_up", reason=""),
    "blank_reason": _data("game.paused", reason=" "),
    "endless_reason": _data("game.paused", reason="x" * 501),
    "another_author": _data("game.player_replaced", author="player:2"),
    "half_a_ruling": _data("game.resumed", nth=1, reason=None),
    "ranks_without_a_first": _data("game.adjudicated", ranks=[2, 2, 3, 4]),
    "ranks_with_a_gap": _data("game.adjudicated", ranks=[1, 3, 3, 4]),
    "ranks_of_three": _data("game.adjudicated", ranks=[1, 2, 3]),
    "other_ranks_than_at_the_end": _data("game.adjudicated", ranks=[4, 1, 2, 2]),
    "replaced_by_a_player_of_the_game": _data("game.player_replaced", player="player:2"),
    "replaced_by_the_player": _data("game.player_replaced", player="player:0"),
    "replaced_by_a_bot": _data("game.player_replaced", player="bot:careful"),
    "replaced_by_a_guest": _data("game.player_replaced", player="guest:1"),
    "given_up_to_a_player": _data("game.seat_given_up", player="player:9"),
    "no_such_seat": _data("game.seat_given_up", seat=4),
    "bot_in_a_rated_game": _data("game.seat_taken", nth=1, player="bot:careful"),
    "guest_in_a_rated_game": _data("game.seat_taken", nth=1, player="guest:1"),
    "stranger_on_a_reserved_seat": _data("game.seat_taken", nth=3, player="player:8"),
    "rated_with_take_back": _data("game.opened", take_back=True),
    "substitute_with_a_seat": _data("game.opened", substitutes=["player:1"]),
    "reserved_seats_of_another_game": _data("game.opened", reserved=["player:0"]),
    "released_early": _time("game.seats_released", "2026-11-20T12:09:59.999999Z"),
    "resumed_early": _time("game.resumed", "2026-11-20T12:59:59.999999Z"),
    "paused_for_too_long": _data("game.paused", until="2026-12-21T12:00:00.000000Z"),
    "paused_until_the_past": _data("game.paused", until="2026-11-20T12:00:00.000000Z"),
    "paused_until_whenever": _data("game.paused", until="whenever"),
}
"""Forgeries of `ruled`. Each changes one event, and makes all hashes and the signature anew."""

CONSENT_FORGERIES: Mapping[str, Callable[[Lines], Lines]] = {
    "declined_by_another": _data("game.seat_declined", player="player:2"),
    "declined_a_free_seat": _data("game.seat_declined", seat=3),
    "declined_by_a_seat": _record("game.seat_declined", seat=1),
    "declined_another_offer": _data("game.seat_declined", nth=1, player="player:6"),
    "offered_to_a_player_of_the_game": _data("game.replacement_offered", player="player:3"),
    "offered_to_the_owner": _data("game.replacement_offered", player=OWNER),
    "offered_to_a_bot": _data("game.replacement_offered", player="bot:careful"),
    "offered_by_a_player": _data("game.replacement_offered", author="player:1"),
    "offered_without_a_reason": _data("game.replacement_offered", reason=""),
    "accepted_by_another": _data("game.player_replaced", player="player:7"),
    "accepted_for_another_reason": _data("game.player_replaced", reason="Just so."),
    "guest_instead_of_the_player_who_declined": _data("game.seat_taken", nth=1, player="guest:1"),
}
"""Forgeries of `with_consent`."""

NO_SHOW_FORGERIES: Mapping[str, Callable[[Lines], Lines]] = {
    "bot_before_the_grace_is_over": _time("game.seat_taken", "2026-11-20T12:14:59.999999Z", nth=3),
    "bot_without_the_rule": _data("game.opened", no_show="wait"),
    "rated_with_bots": _data("game.opened", rated=True),
}
"""Forgeries of `with_no_show`."""
