"""The life of a round: check-in, publication, games, results, the end (chapters 3, 4 and 6)."""

from collections.abc import Collection
from typing import assert_never

from msgspec import UNSET

from domain.game.events import BOT
from domain.kernel.values import Event
from domain.tournaments.commands import CloseRound, OpenCheckIn, PublishRound, RoundAct, WithdrawRound
from domain.tournaments.decide.guards import Asked, need_reason, need_role, published_round
from domain.tournaments.decide.publishing import need_next_round, publish
from domain.tournaments.events.people import CheckInOpened
from domain.tournaments.events.rounds import GamesOpened, ResultTaken, RoundClosed, RoundWithdrawn
from domain.tournaments.formats.league import season_of
from domain.tournaments.refusals import Refused
from domain.tournaments.results import ResultStatement, is_bot, places_of
from domain.tournaments.state import Round, Table, Tournament
from domain.tournaments.terms import League


def decide_round_act(tournament: Tournament, asked: Asked, act: RoundAct) -> Event:
    """Return the event of an act about a round."""
    need_role(tournament, asked.author, "director")
    match act:
        case OpenCheckIn():
            return open_check_in(tournament, act.round, asked.author)
        case PublishRound():
            return publish(tournament, act, asked.author)
        case WithdrawRound():
            return _withdraw(tournament, act, asked)
        case CloseRound():
            return close_round(tournament, act.round, asked.author)
        case _:
            assert_never(act)


def open_check_in(tournament: Tournament, number: int, author: str | None) -> Event:
    """Return the event that opens check-in for the next round (rule 3.1)."""
    need_next_round(tournament, number)
    if tournament.terms.check_in == 0:
        raise Refused("3.1", "the tournament has no check-in: all its players are paired")
    if tournament.check_in is not None:
        raise Refused("3.1", "check-in for round {round} is open already", round=number)
    return CheckInOpened(number, author)


def _withdraw(tournament: Tournament, act: WithdrawRound, asked: Asked) -> Event:
    held = published_round(tournament, act.round)
    need_reason(act.reason)
    if act.round != len(tournament.rounds):
        raise Refused("4.5", "round {round} was published last: withdraw it first", round=len(tournament.rounds))
    need_unstarted([table for table in held.tables if not _was_cancelled(table)], asked.started, "4.5")
    return RoundWithdrawn(act.round, act.reason, asked.author)


def need_unstarted(tables: Collection[Table], started: Collection[str], rule: str) -> None:
    """Refuse, by a rule, a change of tables whose games have started or have a result."""
    for table in tables:
        if table.is_decided or table.game in started:
            raise _started(rule, table)


def _was_cancelled(table: Table) -> bool:
    """Whether a game was cancelled before its start, and no ruling says what counts instead."""
    is_abandoned = table.result is not None and table.result.status == "abandoned"
    return is_abandoned and not table.ruled and not table.is_void


def _started(rule: str, table: Table) -> Refused:
    if table.ruled or table.is_void:
        text = "a ruling has decided table {table}: its round and its players stay as they are"
    elif _was_cancelled(table):
        text = "the game of table {table} was cancelled before its start: withdraw the round, or void the table"
    else:
        text = "the game of table {table} has started: replace its result, or void the table"
    return Refused(rule, text, table=table.number)


def close_round(tournament: Tournament, number: int, author: str | None) -> Event:
    """Return the event that closes a round with all its results (rule 4.6)."""
    held = published_round(tournament, number)
    if held.closed_at is not None:
        raise Refused("4.6", "round {round} is closed already", round=number)
    waiting = tuple(table.number for table in held.tables if not table.is_decided)
    if waiting:
        raise Refused("4.6", "these tables have no result: {tables}", tables=waiting)
    return RoundClosed(number, author)


def games_opened(tournament: Tournament, number: int) -> Event:
    """Return the event that says that all games of a round are open (rule 6.1). The service calls this."""
    held = published_round(tournament, number)
    if held.is_open:
        raise Refused("6.1", "the games of round {round} are open already", round=number)
    return GamesOpened(number)


def table_of_game(tournament: Tournament, game: str) -> tuple[Round, Table] | None:
    """Return the table whose game this is; None: the game does not count in the tournament."""
    found = ((held, table) for held in tournament.rounds for table in held.tables if table.game == game)
    return next(found, None)


def take_result(tournament: Tournament, statement: ResultStatement) -> Event:
    """Return the event that takes the result of a game, once (rule 6.2). The service calls this."""
    found = table_of_game(tournament, statement.game)
    if found is None:
        raise Refused("6.2", "no table waits for the game {game}: it does not count", game=statement.game)
    held, table = found
    if table.is_void:
        raise Refused("9.9", "table {table} of round {round} has been voided", table=table.number, round=held.number)
    if table.is_decided:
        raise Refused(
            "6.2", "table {table} of round {round} has its result already", table=table.number, round=held.number
        )
    terms, seats = tournament.terms, len(table.players)
    played = (statement.ruleset, statement.ruleset_version, len(statement.players))
    if played != (terms.ruleset, terms.ruleset_version, seats):
        raise Refused("6.2", "the game is not one of {ruleset} for {seats} players", ruleset=terms.ruleset, seats=seats)
    if statement.status == "ended" and sorted(place.seat for place in statement.places) != [*range(seats)]:
        raise Refused("6.2", "the statement does not name each seat once")
    places = places_of(statement)
    seated = tuple(player for player in statement.players if player is not None and player.startswith("player:"))
    sat = seated if statement.status == "abandoned" else tuple(p.player for p in places)
    stayed = {*seated} if statement.status == "abandoned" else {p.player for p in places if not is_bot(p)}
    return ResultTaken(
        round=held.number,
        table=table.number,
        game=statement.game,
        version=statement.version,
        head=statement.head,
        status=statement.status,
        places=places,
        left=tuple(player for player in table.players if player not in stayed),
        seated=seated if statement.status == "abandoned" else (),
        entered=tuple(player for player in sat if _has_withdrawn(tournament, player)) or UNSET,
        assigned=_lacked(tournament, held.number, sat) or UNSET,
    )


def _lacked(tournament: Tournament, number: int, sat: Collection[str]) -> tuple[str, ...]:
    """Return those with a seat at the end of a game, apart from bots, whom the season of its round lacks."""
    form = tournament.terms.format
    if not isinstance(form, League):
        return ()
    season = season_of(form, number)
    players = (player for player in sat if not player.startswith(BOT))
    return tuple(player for player in players if tournament.season_lacks(player, season))


def _has_withdrawn(tournament: Tournament, player: str) -> bool:
    entrant = tournament.entrants.get(player)
    return entrant is not None and entrant.status == "withdrawn"
