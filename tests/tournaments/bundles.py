"""Bundles of tournaments, signed by a key of the tests."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from domain.ledger.signing import head_statement
from domain.proof.bundle import Closing
from domain.tournaments.commands import (
    Appoint,
    ChangeTerms,
    CheckIn,
    CloseRegistration,
    DeclineInvitation,
    Disqualify,
    Finish,
    ForbidPair,
    ForfeitSeat,
    GiveBye,
    Hold,
    Invite,
    JoinSubstitutes,
    Leave,
    LiftHold,
    OpenCheckIn,
    Penalise,
    PublishRound,
    Register,
    ReopenRegistration,
    ReplaceResult,
    Return,
    Substitute,
    SwapPlayers,
    VoidTable,
    WithdrawRound,
)
from domain.tournaments.decide.rounds import games_opened
from domain.tournaments.events.rounds import SwapEdit
from domain.tournaments.events.rulings import RuledPlace
from domain.tournaments.proof.lines import tournament_lines
from domain.tournaments.terms import League
from service.core.keys.signing import Signer
from tests.games.bundles import signer
from tests.tournaments.kit import DIRECTOR, HELPER, OWNER, TOURNAMENT, Log, players, statement, terms


class Certified(Log):
    """A log that keeps the certificates of its games."""

    def __init__(self, *given: Any) -> None:
        self.certificates: dict[str, object] = {}
        super().__init__(*given)

    def finish_table(self, table: Any, scores: Sequence[int], **given: Any) -> Any:
        event = super().finish_table(table, scores, **given)
        stated = statement(table, scores, **given)
        self.certificates[table.game] = certificate(stated, signer())
        return event


def certificate(stated: object, key: Signer | None) -> object:
    """Return the certificate of a statement as bundles have it."""
    fields: dict[str, Any] = {
        **msgspec.to_builtins(stated),
        "at": "2026-11-22T12:00:00.000000Z",
        "winners": [],
    }
    fields["places"] = [{**place, "parts": []} for place in fields["places"]]
    if key is None:
        return {"statement": {**fields, "key_id": None}, "signature": None, "public_key": None}
    return key.sign(fields)


def lines_of(
    log: Certified, key: Signer | None = None, *, full: bool = True, certificates: Mapping[str, object] | None = None
) -> list[bytes]:
    """Return the bundle of a log."""
    tip = log.tournament.tip
    closing = Closing(None, None, head_statement(tip, None)) if key is None else key.sign_head(tip)
    kept = log.certificates if certificates is None else certificates
    return list(tournament_lines(TOURNAMENT, log.entries, kept, closing, full=full))


@cache
def eventful() -> Certified:
    """Return a finished tournament with an act of nearly every kind."""
    starts = tuple(f"2026-12-0{day}T12:00:00.000000Z" for day in (1, 2, 3))
    log = Certified(terms(name="Draft"), players(3))
    log.act(OWNER, ChangeTerms(terms(check_in=3600, starts=starts, pause=3600, late_until=2)))
    log.act(OWNER, Appoint(DIRECTOR, "director"))
    log.act(OWNER, Appoint(HELPER, "helper"))
    for player in players(12)[3:]:
        log.act(HELPER, Register(player))
    log.act("player:12", Leave())
    log.act(HELPER, Invite("player:13"))
    log.act("player:13", DeclineInvitation())
    log.act(DIRECTOR, ForbidPair(("player:01", "player:02")))
    log.act(DIRECTOR, CloseRegistration())
    log.act(DIRECTOR, ReopenRegistration())
    log.act("player:20", JoinSubstitutes())
    first_round(log)
    second_round(log)
    third_round(log)
    log.act(DIRECTOR, Finish())
    return log


def two_seasons(kind: type[Certified] = Certified) -> Certified:
    """Return a finished league in which `player:20` takes a seat in both seasons, and `player:01` misses round 3."""
    log = kind(terms(format=League(rounds=2, divisions=2, seasons=2)), players(16))
    log.act("player:20", JoinSubstitutes())
    for number, seated in enumerate(({0: {0: "player:20"}}, {}, {0: {0: "player:20"}}, {}), 1):
        if number == 3:
            log.act("player:01", Leave())
        if number == 4:
            log.act("player:01", Return())
        log.publish(number)
        finish(log, number, seated)
    log.act(OWNER, Finish())
    return log


def first_round(log: Certified) -> None:
    log.act(OWNER, OpenCheckIn(1))
    for player in players(11)[:10]:
        log.act(player, CheckIn(round=1))
    log.act(OWNER, PublishRound(1))
    log.act(DIRECTOR, WithdrawRound(1, "one came late"))
    log.act("player:11", CheckIn(round=1))
    log.act(OWNER, PublishRound(1, 2))
    log.act(OWNER, LiftHold())
    first, second, *_ = log.tournament.rounds[0].tables
    pairs = ((one, other) for one in first.players for other in second.players)
    forbidden = {"player:01", "player:02"}
    chosen = next(pair for pair in pairs if not forbidden & {*pair})
    log.act(DIRECTOR, SwapPlayers(1, chosen, "a family"))
    log.add(games_opened(log.tournament, 1))
    finish(log, 1, {0: {0: "player:20"}, 1: {1: "bot:careful"}})


def second_round(log: Certified) -> None:
    log.act("player:21", Register())
    log.act("player:03", Leave())
    log.sweep("2026-12-02T11:00:00.000000Z")
    log.clock = "2026-12-02T11:10:00.000000Z"
    for player in log.tournament.active[1:]:
        log.act(player, CheckIn(round=2))
    log.act("player:22", JoinSubstitutes())
    log.act(HELPER, Substitute("player:04", "player:22"))
    log.act(OWNER, Hold("a speech"))
    log.act(OWNER, LiftHold())
    log.sweep("2026-12-02T12:00:00.000000Z")
    log.add(games_opened(log.tournament, 2))
    log.act(DIRECTOR, GiveBye(2, log.tournament.active[0], "our fault"))
    finish(log, 2, {})
    log.clock = "2026-12-02T18:00:00.000000Z"
    table = log.tournament.rounds[1].tables[0]
    places = tuple(RuledPlace(player, rank, 9 - rank) for rank, player in enumerate(table.players, 1))
    log.act(DIRECTOR, ReplaceResult(2, 1, places, "typed wrongly"))
    log.act("player:03", Return())


def third_round(log: Certified) -> None:
    log.sweep("2026-12-03T11:00:00.000000Z")
    log.clock = "2026-12-03T11:10:00.000000Z"
    for player in log.tournament.active:
        log.act(player, CheckIn(round=3))
    one, *_, other = log.tournament.present
    log.act(DIRECTOR, PublishRound(3, 1, (SwapEdit((one, other)),)))
    log.add(games_opened(log.tournament, 3))
    table = log.tournament.rounds[2].tables[0]
    log.act(DIRECTOR, ForfeitSeat(3, 1, table.players[0], "asleep"))
    log.act(DIRECTOR, VoidTable(3, 2, "wrong rules"))
    finish(log, 3, {})
    log.act(DIRECTOR, Penalise(3, "player:05", "1/2", "late"))
    log.act(DIRECTOR, Disqualify("player:06", "fraud"))


def finish(log: Certified, number: int, seated: Mapping[int, Mapping[int, str]]) -> None:
    """Finish the open tables of a round and close it."""
    for place, table in enumerate(log.tournament.rounds[number - 1].tables):
        if not table.is_decided:
            scores = [40 - 7 * seat for seat in range(len(table.players))]
            log.finish_table(table, scores, seated=seated.get(place))
    at = log.now
    log.sweep(at)
