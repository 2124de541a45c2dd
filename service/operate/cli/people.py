"""The command `people`: acts of the operator at the command line."""

import asyncio
import contextlib
import time
from pathlib import Path
from typing import Annotated, Literal

import typer
from eventsourcing.persistence import PersistenceError

from service.app import steady_play
from service.core.http.request.times import parsed_time
from service.core.settings import Settings, SettingsError
from service.core.store.errors import StoreError
from service.core.store.feature_tables import migrate
from service.core.store.files.checks import is_free
from service.core.store.store import Store
from service.core.store.times import timestamp_at
from service.core.store.url import sqlite_path
from service.lists.reading import ReadModels
from service.moderation.desk import Desk, Government
from service.moderation.feature import TABLES
from service.moderation.games import GameActName
from service.moderation.orders import (
    Answer,
    FindOrder,
    GameOrder,
    GrantOrder,
    LogOrder,
    NotAnsweredError,
    Order,
    PeriodOrder,
    PlayerOrder,
    RestoreOrder,
    RevokeOrder,
    RolesOrder,
    ShowOrder,
    TextOrder,
    TournamentOrder,
    ask_service,
    order_files,
)
from service.moderation.search import StateAsked
from service.moderation.values import (
    LiftSuspension,
    MakeRecovery,
    PlayerAct,
    Rename,
    SetLimits,
    SignOutEverywhere,
    Suspend,
    Warn,
)
from service.operate.cli.common import Database, check_file, fail, say, settings_of
from service.people.accounts import Accounts
from service.people.names import InvalidNameError, printable
from service.switches.orders import SwitchOrders
from service.switches.rows import TABLES as SWITCH_TABLES
from service.switches.switches import Switches
from service.talk.feature import feature as talk_feature
from service.talk.limits import TalkLimits
from service.talk.talk import Talk

RoleName = Annotated[Literal["operator", "moderator"], typer.Argument(help="operator or moderator.")]
PlayerName = Annotated[str, typer.Argument(metavar="NAME", help="The name or the id of a player.")]
Game = Annotated[str, typer.Argument(help="The id of a game.")]
Reason = Annotated[str, typer.Option(help="Why, for the log of moderation. Quote no names and no texts.")]
Needed = Annotated[str, typer.Option("--reason", help="Why. The player reads it. Quote no names and no texts.")]
_DAY = 24 * 3600

BY_OPERATOR = "at the command line"
"""The reason of an act for which none is given."""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    group = typer.Typer(no_args_is_help=True, help="Govern the players of a service. The service may run.")
    for name, command in {
        "find": find,
        "show": show,
        "log": log,
        "grant": grant,
        "revoke": revoke,
        "roles": roles,
        "warn": warn,
        "suspend": suspend,
        "lift": lift,
        "rename": rename,
        "sign-out": sign_out,
        "recover": recover,
        "limits": limits,
        "remove-text": remove_text,
        "close-game": close_game,
        "close-tournament": close_tournament,
        "withhold": withhold,
        "unwithhold": unwithhold,
        "void": void,
        "unvoid": unvoid,
        "void-period": void_period,
        "unvoid-period": unvoid_period,
    }.items():
        group.command(name=name)(command)
    app.add_typer(group, name="people")


def find(
    text: Annotated[str, typer.Argument(help="A part of the name, a whole former name, or an id; none: all.")] = "",
    state: Annotated[StateAsked | None, typer.Option(help="Only players in this state.")] = None,
    database: Database = None,
) -> None:
    """Search for players, newest first."""
    _carry_out(FindOrder(text, state), database)


def show(name: PlayerName, database: Database = None) -> None:
    """Show what moderators see of a player, with all acts."""
    _carry_out(ShowOrder(name), database)


def log(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Only acts that concern this player.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many acts.")] = 50,
    database: Database = None,
) -> None:
    """Show the log of moderation, newest act first."""
    _carry_out(LogOrder(name, limit), database)


def grant(name: PlayerName, role: RoleName, reason: Reason = BY_OPERATOR, database: Database = None) -> None:
    """Make a player an operator or a moderator."""
    _carry_out(GrantOrder(name, role, _text(reason)), database)


def revoke(name: PlayerName, role: RoleName, reason: Reason = BY_OPERATOR, database: Database = None) -> None:
    """Take a role from a player."""
    _carry_out(RevokeOrder(name, role, _text(reason)), database)


def roles(database: Database = None) -> None:
    """List operators and moderators."""
    _carry_out(RolesOrder(), database)


def warn(name: PlayerName, reason: Needed, database: Database = None) -> None:
    """Warn a player, who sees the reason and confirms it."""
    _act(name, Warn(_text(reason)), database)


def suspend(
    name: PlayerName,
    reason: Needed,
    days: Annotated[float | None, typer.Option(min=0.001, help="For how long; none: until it is lifted.")] = None,
    locked_out: Annotated[bool, typer.Option("--locked-out", help="The player may not even read.")] = False,
    database: Database = None,
) -> None:
    """Suspend a player: everything that changes something is refused."""
    until = None if days is None else timestamp_at(time.time() + days * _DAY)
    _act(name, Suspend("locked_out" if locked_out else "read_only", _text(reason), until), database)


def lift(name: PlayerName, reason: Reason = BY_OPERATOR, database: Database = None) -> None:
    """End a suspension early."""
    _act(name, LiftSuspension(_text(reason)), database)


def rename(
    name: PlayerName,
    new: Annotated[str, typer.Argument(metavar="NEW", help="The new name.")],
    reason: Reason = BY_OPERATOR,
    database: Database = None,
) -> None:
    """Give a player another name. The former one stays reserved for ever, and is not shown."""
    _act(name, Rename(_text(reason), _text(new)), database)


def sign_out(name: PlayerName, reason: Reason = BY_OPERATOR, database: Database = None) -> None:
    """End all tokens, sessions, passkeys and apps of a player, whose account another person has taken."""
    _act(name, SignOutEverywhere(_text(reason)), database)


def recover(name: PlayerName, reason: Reason = BY_OPERATOR, database: Database = None) -> None:
    """Print a link by which a person gets an account back. It works once, within a day."""
    _act(name, MakeRecovery(_text(reason)), database)


def limits(
    name: PlayerName,
    requests: Annotated[int | None, typer.Option(min=1, help="Requests a minute; none: as for all.")] = None,
    messages: Annotated[int | None, typer.Option(min=0, help="Messages a minute; none: as for all.")] = None,
    reason: Reason = BY_OPERATOR,
    database: Database = None,
) -> None:
    """Lower or raise the rate limits of an account. Without options, they are as for all."""
    _act(name, SetLimits(_text(reason), requests, messages), database)


def remove_text(
    message: Annotated[str, typer.Argument(help="The id of a message.")],
    reason: Reason = BY_OPERATOR,
    database: Database = None,
) -> None:
    """Remove the text of a message at a game or tournament."""
    _carry_out(TextOrder(message, _text(reason)), database)


def close_game(game: Game, reason: Reason = BY_OPERATOR, database: Database = None) -> None:
    """Cancel a game that has not started."""
    _about_game(game, "close", reason, database)


def close_tournament(
    tournament: Annotated[str, typer.Argument(help="The id of a tournament.")],
    reason: Reason = BY_OPERATOR,
    database: Database = None,
) -> None:
    """Cancel a tournament that is not over."""
    _carry_out(TournamentOrder(tournament, _text(reason)), database)


def withhold(game: Game, reason: Reason = BY_OPERATOR, database: Database = None) -> None:
    """Remove a game from public view, such as by a court order. Its log is unchanged."""
    _about_game(game, "withhold", reason, database)


def unwithhold(game: Game, reason: Reason = BY_OPERATOR, database: Database = None) -> None:
    """Show a game to all again."""
    _about_game(game, "show", reason, database)


def void(game: Game, reason: Reason = BY_OPERATOR, database: Database = None) -> None:
    """Let the result of a game count for no rating. The ratings are computed again."""
    _about_game(game, "void_result", reason, database)


def unvoid(game: Game, reason: Reason = BY_OPERATOR, database: Database = None) -> None:
    """Let the result of a game count again."""
    _about_game(game, "restore_result", reason, database)


def void_period(
    since: Annotated[str, typer.Argument(help="From when on, such as 2026-11-01T00:00:00Z.")],
    until: Annotated[str, typer.Argument(help="Before when, such as 2026-12-01T00:00:00Z.")],
    title: Annotated[str | None, typer.Option(help="Only games of this title.")] = None,
    reason: Reason = BY_OPERATOR,
    database: Database = None,
) -> None:
    """Let the games that ended within a time count for no rating. The ratings are computed again."""
    # imported here, because most commands need no rules
    from domain.rulesets import RULESETS  # noqa: PLC0415

    if title is not None and title not in RULESETS:
        raise fail(f"there is no title {title[:40]!r}; there are {', '.join(RULESETS)}")
    _carry_out(PeriodOrder(_time(since), _time(until), _text(reason), title), database)


def unvoid_period(
    period: Annotated[str, typer.Argument(help="The id of the period, which the log has.")],
    reason: Reason = BY_OPERATOR,
    database: Database = None,
) -> None:
    """Let the games of a void period count again."""
    _carry_out(RestoreOrder(period, _text(reason)), database)


def _time(text: str) -> str:
    moment = parsed_time(text)
    if moment is None:
        raise fail(f"{text[:40]!r} is not a time of RFC 3339: write it as 2026-11-01T00:00:00Z")
    return moment


def _text(text: str) -> str:
    try:
        return printable(text)[:500]
    except InvalidNameError as error:
        raise fail(error) from None


def _act(name: str, act: PlayerAct, database: str | None) -> None:
    _carry_out(PlayerOrder(name, act), database)


def _about_game(game: str, action: GameActName, reason: str, database: str | None) -> None:
    _carry_out(GameOrder(game, action, _text(reason)), database)


def _carry_out(order: Order, database: str | None) -> None:
    carry_out(order, settings_of(database))


def carry_out(order: Order, settings: Settings) -> None:
    """Carry out an order, or let the service do it that owns the database, and print the answer."""
    try:
        answer = _answer(settings, order)
    except (StoreError, SettingsError, PersistenceError) as error:
        raise fail(error) from None
    if answer.refused is not None:
        raise fail(answer.refused, 1)
    for line in answer.lines:
        say(line)


def _answer(settings: Settings, order: Order) -> Answer:
    check_file(settings.database)
    files = order_files(settings)
    # a process that was just killed may still hold the file, so that one look is not enough to open it
    if files is not None and not is_free(Path(sqlite_path(settings.database))):
        with contextlib.suppress(NotAnsweredError):
            return ask_service(files, order)
    with Store(settings.direct_url) as store:
        accounts = Accounts(store.database)
        migrate(store.database, "talk", talk_feature.tables)
        ReadModels.of(store)
        migrate(store.database, "moderation", TABLES)
        migrate(store.database, "switches", SWITCH_TABLES)
        talk = Talk(store.database, accounts, TalkLimits.of(settings))
        government = Government.over(
            store.database, accounts, talk, steady_play(store, settings), settings.site_origin or ""
        )
        desk = Desk(government)
        desk.features["switches"] = SwitchOrders(Switches(store.database, accounts)).carry_out
        return asyncio.run(desk.answer(order))
