"""Carries out what the operator orders at the command line."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import assert_never

from domain.kernel.values import Value
from service.core.store.database import Database
from service.core.store.timeouts import with_timeout
from service.moderation.games import GameActs
from service.moderation.log import ActQuery, LoggedAct, ModerationLog
from service.moderation.orders import (
    Answer,
    FeatureOrder,
    FindOrder,
    GameOrder,
    GrantOrder,
    LogOrder,
    Order,
    OrderRefusedError,
    PeriodOrder,
    PlayerOrder,
    RestoreOrder,
    RevokeOrder,
    RolesOrder,
    ShowOrder,
    TextOrder,
    TournamentOrder,
    put_answer,
    taken_orders,
)
from service.moderation.players import ActRefusedError, PlayerActs, RankRefusedError
from service.moderation.roles import PlayerUnknownError, RoleRefusedError, Roles
from service.moderation.search import FoundPlayer, PlayerQuery, PlayerSearch
from service.people.accounts import Accounts
from service.people.names import name_keys
from service.people.rows import NameTakenError
from service.people.tokens import TokenRevokedError
from service.play.cache import UnknownGameError, UnreadableGameError
from service.play.play import Play
from service.talk.talk import Talk
from service.tournaments.tournaments import DamagedTournamentError, Tournaments, UnknownTournamentError

EVERY = 0.5
"""Seconds between two looks for orders next to a SQLite database."""

MOST_FOUND = 50
"""Players that a search shows."""

_REFUSALS = (OrderRefusedError, RoleRefusedError, ActRefusedError, RankRefusedError, NameTakenError)


class Government(Value, frozen=True, eq=False):
    """The use cases of moderation."""

    accounts: Accounts
    roles: Roles
    players: PlayerActs
    games: GameActs
    search: PlayerSearch
    log: ModerationLog
    play: Play
    tournaments: Tournaments
    site: str
    """The address of the site; empty: it is not set."""

    @classmethod
    def over(cls, database: Database, accounts: Accounts, talk: Talk, play: Play, site: str) -> "Government":
        """Return the use cases of a process that serves no requests."""
        tournaments = Tournaments(play)
        return cls(
            accounts,
            Roles(database, accounts),
            PlayerActs(accounts),
            GameActs(database, accounts, talk, play, tournaments),
            PlayerSearch(database),
            ModerationLog(database),
            play,
            tournaments,
            site,
        )


class Desk:
    """Carries out orders."""

    def __init__(self, government: Government) -> None:
        self._all = government
        self.features: dict[str, Callable[[Mapping[str, str]], Sequence[str]]] = {}
        """Carry out the orders of other features in a thread, and return the lines to print. Raise OrderRefusedError.
        """

    async def answer(self, order: Order) -> Answer:
        """Carry out an order. What is refused has no effect."""
        try:
            return Answer(tuple(await self._carry_out(order)))
        except _REFUSALS as error:
            return Answer(refused=str(error))
        except UnknownGameError:
            return Answer(refused="there is no such game: name it by its id")
        except UnknownTournamentError:
            return Answer(refused="there is no such tournament: name it by its id")
        except (UnreadableGameError, DamagedTournamentError) as error:
            return Answer(refused=f"its log cannot be read ({error}): see ludolog fsck")
        except (PlayerUnknownError, TokenRevokedError):
            return Answer(refused="the account was deleted meanwhile")

    async def answer_all(self, beginning: Path) -> None:
        """Carry out the orders next to the database."""
        for file, order in taken_orders(beginning):
            put_answer(file, await self.answer(order))

    async def _carry_out(self, order: Order) -> list[str]:
        match order:
            case GrantOrder() | RevokeOrder() | RolesOrder():
                return await self._of_roles(order)
            case FindOrder():
                query = PlayerQuery(order.text, order.state, limit=MOST_FOUND)
                found = await with_timeout(self._all.search.players, query)
                return [_line_of(each) for each in found] or ["no player was found"]
            case ShowOrder():
                return await self._show(await with_timeout(self._player, order.player))
            case LogOrder():
                player = None if order.player is None else await with_timeout(self._player, order.player)
                acts = await with_timeout(self._all.log.acts, ActQuery(limit=order.limit, player=player))
                return [_line_of_act(each) for each in acts] or ["no act yet"]
            case PlayerOrder():
                player = await with_timeout(self._player, order.player)
                done = await with_timeout(self._all.players.do, player, order.act, None)
                lines = [f"done: {self._named(player)}"]
                if done.link is not None:
                    lines += [f"{self._all.site}{done.link.path}", f"it works once, until {done.link.expires_at}"]
                return lines
            case GameOrder() | TournamentOrder() | TextOrder() | PeriodOrder() | RestoreOrder():
                return await self._of_games(order)
            case FeatureOrder():
                return [*await with_timeout(self.features[order.feature], order.order)]
            case _:
                assert_never(order)

    async def _of_roles(self, order: GrantOrder | RevokeOrder | RolesOrder) -> list[str]:
        roles = self._all.roles
        match order:
            case GrantOrder():
                player = await with_timeout(self._player, order.player)
                is_new = await with_timeout(roles.grant, player, order.role, order.reason)
                return [f"{self._named(player)} {'is' if is_new else 'was already'} {order.role}"]
            case RevokeOrder():
                player = await with_timeout(self._player, order.player)
                is_new = await with_timeout(roles.revoke, player, order.role, order.reason)
                return [f"{self._named(player)} {'is no longer' if is_new else 'was not'} {order.role}"]
            case RolesOrder():
                found = await with_timeout(roles.all)
                return [f"{each.role:<10} {self._named(each.player)}" for each in found]

    async def _of_games(self, order: GameOrder | TournamentOrder | TextOrder | PeriodOrder | RestoreOrder) -> list[str]:
        games = self._all.games
        match order:
            case GameOrder():
                await games.act(await self._all.play.load(order.game), order.action, order.reason, None)
            case TournamentOrder():
                loaded = await self._all.tournaments.load(order.tournament)
                await games.close_tournament(loaded, order.reason, None)
            case TextOrder():
                now = self._all.play.now()
                if not await with_timeout(games.remove_message, order.message, order.reason, now, None):
                    message = "there is no such message, or its text is gone already"
                    raise OrderRefusedError(message)
                games.removed()
            case PeriodOrder():
                period = await with_timeout(
                    games.void_period, order.since, order.until, order.ruleset, order.reason, None
                )
                games.wake()
                return [f"void: {period.id}", "the ratings are computed again"]
            case RestoreOrder():
                if not await with_timeout(games.restore_period, order.period, order.reason, None):
                    message = "there is no such period: the log of moderation has its id"
                    raise OrderRefusedError(message)
                games.wake()
        return ["done"]

    async def _show(self, player: str) -> list[str]:
        found = await with_timeout(self._all.search.player, player)
        if found is None:
            raise PlayerUnknownError
        lines = [_line_of(found)]
        lines += [f"once {each.name}, until {each.until}" for each in found.former_names]
        lines += [f"warned {each.at}: {each.reason}" for each in found.warnings]
        lines.append(
            f"{found.tokens} tokens, {found.sessions} sessions, {found.passkeys} passkeys, {found.apps} apps; "
            f"limits: requests {found.limits.requests or 'as for all'}, "
            f"messages {'as for all' if found.limits.messages is None else found.limits.messages}"
        )
        acts = await with_timeout(self._all.log.acts, ActQuery(player=player))
        return [*lines, *(_line_of_act(each) for each in acts)]

    def _named(self, player: str) -> str:
        return f"{self._all.accounts.name_of(player)} ({player})"

    def _player(self, text: str) -> str:
        """Return the id of the player with this id or name. Raises OrderRefusedError."""
        accounts = self._all.accounts
        if (found := accounts.player(text)) is not None:
            return found.id
        named = accounts.players_named(text, limit=2)
        if named and name_keys(named[0].name).folded == name_keys(text).folded:
            return named[0].id
        message = f"there is no player {text!r}: name a player by the whole name or the id, see ludolog people find"
        raise OrderRefusedError(message)


def _line_of(found: FoundPlayer) -> str:
    marks = list(found.roles)
    if found.suspension is not None:
        marks.append(f"{found.suspension.kind} until {found.suspension.until or 'it is lifted'}")
    if found.erased_at is not None:
        marks.append(f"deleted {found.erased_at}")
    end = f": {', '.join(marks)}" if marks else ""
    return f"{found.name or '-'} ({found.id}), since {found.created_at}{end}"


def _line_of_act(act: LoggedAct) -> str:
    who = "command line" if act.by is None else act.by_name or act.by
    about = act.about if act.kind != "player" else act.name or act.about
    until = "" if act.until is None else f", until {act.until}"
    return f"{act.number} {act.at} {who}: {act.action} {about}{until}: {act.reason}"
