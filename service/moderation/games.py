"""The use case of acts about games and results: close, withhold, void; and what memory has of withheld games."""

import uuid
from collections.abc import Callable
from typing import Literal, TypeAlias, assert_never

from domain.game.decide import NotPossible
from domain.game.game import Game
from domain.kernel.values import Value
from domain.tournaments.commands import Cancel
from domain.tournaments.decide.decide import Batch, decide
from domain.tournaments.decide.guards import Asked
from domain.tournaments.state import Tournament
from service.core.store.database import Cursor, Database
from service.core.store.timeouts import with_timeout
from service.lists.set_aside import Uncounted, VoidPeriod, void_among, void_periods, want_ratings, withheld_games
from service.moderation.log import Act, log_act
from service.moderation.players import ActRefusedError
from service.moderation.roles import Role, check_role
from service.people.accounts import AccountChange, Accounts
from service.people.tokens import Token
from service.play.loaded import Loaded
from service.play.play import Play
from service.talk.rows import lock_talk, message_of, remove_message
from service.talk.talk import Talk
from service.tournaments.loaded import LoadedTournament
from service.tournaments.tournaments import Tournaments

VOID = "void results"
"""The name under which processes follow changes of void results and periods."""

WITHHELD = "withheld games"
"""The name under which processes follow changes of withheld games."""

CLOSED = "The operator of the site has closed it."
"""The reason in the log of a tournament that a moderator closes. The reason of the moderator is in the other log."""

GameActName: TypeAlias = Literal["close", "withhold", "show", "void_result", "restore_result"]

OF_OPERATORS: frozenset[GameActName] = frozenset({"withhold", "show", "void_result", "restore_result"})
"""The acts about games that only operators do."""

MOST_TEXTS = 100
"""The last texts of a player that moderators see together."""


class GameState(Value, frozen=True):
    """What moderators have decided about a game."""

    is_withheld: bool
    is_void: bool


class WrittenText(Value, frozen=True):
    """A message of a player."""

    id: str
    topic: str
    """The path of the game or tournament, such as `games/…`."""
    room: Literal["table", "spectators"]
    at: str
    text: str


class WithheldGames:
    """The games that are withheld from public view, in memory. It follows the database, as the accounts do."""

    def __init__(self, accounts: Accounts) -> None:
        self._games: frozenset[str] = frozenset()
        accounts.follow(self._load)

    def _load(self, cursor: Cursor, names: frozenset[str] | None) -> None:
        if names is None or WITHHELD in names:
            self._games = withheld_games(cursor)

    def has(self, game: str) -> bool:
        """Return whether a game is withheld."""
        return game in self._games


class VoidResults:
    """The results that are void, in memory. It follows the database, as the accounts do."""

    def __init__(self, accounts: Accounts) -> None:
        self._uncounted = Uncounted(frozenset(), ())
        accounts.follow(self._load)

    def _load(self, cursor: Cursor, names: frozenset[str] | None) -> None:
        if names is None or VOID in names:
            self._uncounted = Uncounted.all(cursor)

    def has(self, game: Game) -> bool:
        """Return whether the result of a game is void."""
        return game.status == "ended" and self._uncounted.has(game.id, game.opened.ruleset, game.tip.at)


class GameActs:
    """Does acts about games, tournaments, messages and rating periods."""

    def __init__(
        self, database: Database, accounts: Accounts, talk: Talk, play: Play, tournaments: Tournaments
    ) -> None:
        self._database = database
        self._accounts = accounts
        self._talk = talk
        self._play = play
        self._tournaments = tournaments
        self.wake: Callable[[], None] = _no_op
        """Called in the event loop when ratings have to be computed again."""

    def state(self, game: str) -> GameState:
        """Return what moderators have decided about a game."""
        with self._database.reading() as cursor:
            return GameState(game in withheld_games(cursor), bool(void_among(cursor, [game])))

    def texts(self, player: str) -> list[WrittenText]:
        """Return the last texts of a player that are not removed, the newest first."""
        with self._database.reading() as cursor:
            return written_by(cursor, player, MOST_TEXTS)

    def periods(self) -> list[VoidPeriod]:
        """Return the times whose games count for no rating."""
        with self._database.reading() as cursor:
            return void_periods(cursor)

    async def act(self, loaded: Loaded, action: GameActName, reason: str, by: Token | None) -> None:
        """Do an act about a game. `by` is the token of the moderator; None: the command line of the operator.

        Raises ActRefusedError, and TokenRevokedError after the token or the role was revoked.
        """
        game = loaded.game
        match action:
            case "close":
                if game.status != "open":
                    message = f"only a game that has not started can be closed, and this one is {game.status}"
                    raise ActRefusedError(message)
                await with_timeout(self._log, by, "game.closed", game, reason)
                await self._abandon(loaded, reason, by)
            case "withhold" | "show":
                await with_timeout(self._withhold, game, action, reason, by)
                # streams look whether they may go on
                self._play.notifier.wake(game.id)
            case "void_result" | "restore_result":
                await with_timeout(self._void, game, action, reason, by)
                self.wake()
            case _:
                assert_never(action)

    async def _abandon(self, loaded: Loaded, reason: str, by: Token | None) -> None:
        try:
            await self._play.abandon(loaded, _anybody, None)
        except NotPossible as error:
            await with_timeout(self._log, by, "game.not_closed", loaded.game, reason)
            message = "the game has started meanwhile: it is not closed"
            raise ActRefusedError(message) from error

    def _log(self, by: Token | None, action: str, game: Game, reason: str) -> None:
        with self._database.writing() as cursor:
            _check(cursor, by, "moderator")
            log_act(cursor, _act(action, by, game, reason))

    def _withhold(self, game: Game, action: GameActName, reason: str, by: Token | None) -> None:
        with self._accounts.changing() as change:
            _check(change.cursor, by, "operator")
            is_withheld = game.id in withheld_games(change.cursor)
            if is_withheld == (action == "withhold"):
                message = f"the game is {'already' if is_withheld else 'not'} withheld from public view"
                raise ActRefusedError(message)
            if is_withheld:
                change.cursor.execute("DELETE FROM withheld_games WHERE game=?", (game.id,))
            else:
                change.cursor.execute("INSERT INTO withheld_games (game) VALUES (?)", (game.id,))
            change.note(WITHHELD)
            log_act(change.cursor, _act("game.shown" if is_withheld else "game.withheld", by, game, reason))
        self._accounts.catch_up()

    def _void(self, game: Game, action: GameActName, reason: str, by: Token | None) -> None:
        with self._accounts.changing() as change:
            _check(change.cursor, by, "operator")
            if not game.is_over:
                message = "the game is not over: only a result can be voided"
                raise ActRefusedError(message)
            is_void = bool(void_among(change.cursor, [game.id]))
            if is_void == (action == "void_result"):
                message = f"the result is {'already' if is_void else 'not'} void"
                raise ActRefusedError(message)
            if is_void:
                change.cursor.execute("DELETE FROM void_games WHERE game=?", (game.id,))
            else:
                change.cursor.execute("INSERT INTO void_games (game) VALUES (?)", (game.id,))
            self._note_void(change)
            log_act(change.cursor, _act("result.restored" if is_void else "result.voided", by, game, reason))
        self._accounts.catch_up()

    def void_period(self, since: str, until: str, ruleset: str | None, reason: str, by: Token | None) -> VoidPeriod:
        """Let the games that ended in `[since, until)` count for no rating. Raises ActRefusedError."""
        if since >= until:
            message = "the period ends before it begins: name a later `until`"
            raise ActRefusedError(message)
        period = VoidPeriod(str(uuid.uuid4()), since, until, ruleset)
        with self._accounts.changing() as change:
            _check(change.cursor, by, "operator")
            change.cursor.execute(
                "INSERT INTO void_periods (id, since, until, ruleset) VALUES (?,?,?,?)",
                (period.id, since, until, ruleset),
            )
            self._note_void(change)
            self._log_period(change, "period.voided", period, reason, by)
        self._accounts.catch_up()
        return period

    def restore_period(self, period: str, reason: str, by: Token | None) -> bool:
        """Let the games of a period count again; return False if there is no such period."""
        with self._accounts.changing() as change:
            _check(change.cursor, by, "operator")
            row = change.cursor.one("DELETE FROM void_periods WHERE id=? RETURNING since, until, ruleset", (period,))
            if row is None:
                return False
            self._note_void(change)
            found = VoidPeriod(period, row["since"], row["until"], row["ruleset"])
            self._log_period(change, "period.restored", found, reason, by)
        self._accounts.catch_up()
        return True

    @staticmethod
    def _note_void(change: AccountChange) -> None:
        """Let the ratings be computed again, and all processes read what is void."""
        want_ratings(change.cursor)
        change.note(VOID)

    @staticmethod
    def _log_period(change: AccountChange, action: str, period: VoidPeriod, reason: str, by: Token | None) -> None:
        details = {"since": period.since, "until": period.until, "ruleset": period.ruleset}
        actor = None if by is None else by.player
        log_act(change.cursor, Act(action, actor, "period", period.id, reason, details=details))

    async def close_tournament(self, loaded: LoadedTournament, reason: str, by: Token | None) -> None:
        """Cancel a tournament in the name of its owner. Raises ActRefusedError if it is over."""
        tournament = loaded.tournament
        if tournament.is_over:
            message = "the tournament is over: there is nothing to close"
            raise ActRefusedError(message)

        def log() -> None:
            with self._database.writing() as cursor:
                _check(cursor, by, "moderator")
                actor = None if by is None else by.player
                owner = tournament.opened.owner
                log_act(cursor, Act("tournament.closed", actor, "tournament", tournament.id, reason, player=owner))

        await with_timeout(log)
        await self._tournaments.act(tournament.id, _cancelled, None)

    def remove_message(self, message: str, reason: str, now: str, by: Token | None) -> bool:
        """Delete the text of a message; return False if there is none. Its place stays."""
        with self._database.writing() as cursor:
            _check(cursor, by, "moderator")
            lock_talk(cursor)
            found = message_of(cursor, message)
            if found is None or found.level is not None or found.text is None:
                return False
            remove_message(cursor, message, now)
            actor = None if by is None else by.player
            details = {"topic": found.topic, "room": found.room, "written_at": found.at}
            log_act(
                cursor, Act("message.removed", actor, "message", message, reason, details=details, player=found.player)
            )
        return True

    def removed(self) -> None:
        """Let streams send that a text is gone. Call it in the event loop."""
        self._talk.notify()


def _check(cursor: Cursor, by: Token | None, role: Role) -> None:
    if by is not None:
        check_role(cursor, by, role)


def _act(action: str, by: Token | None, game: Game, reason: str) -> Act:
    return Act(action, None if by is None else by.player, "game", game.id, reason, player=game.opened.owner)


def _anybody(_: Game) -> None:
    return None


def _cancelled(state: Tournament, at: str) -> Batch | None:
    return None if state.is_over else decide(state, Asked(state.opened.owner, at), Cancel(CLOSED))


def _no_op() -> None:
    """Do nothing."""


def written_by(cursor: Cursor, player: str, limit: int) -> list[WrittenText]:
    """Return the last texts of a player that are not removed, the newest first."""
    rows = cursor.all(
        "SELECT id, topic, room, at, text FROM talk_messages WHERE player=? AND text IS NOT NULL"
        " ORDER BY at DESC, id LIMIT ?",
        (player, limit),
    )
    return [WrittenText(row["id"], row["topic"], row["room"], row["at"], row["text"]) for row in rows]
