"""What a report is about: found as the reporter may see it, with the text or name as it is now."""

from collections.abc import Callable

from msgspec import UNSET

from domain.game.game import Game, has_sat
from service.core.http.problems import ProblemError, field_problem
from service.core.http.request.player_ids import full_id
from service.core.store.database import Cursor
from service.people.accounts import Accounts
from service.people.api.request import PlayerRequest
from service.play.api.loading import Games
from service.play.play import Play
from service.reports.api.messages import MessageSubject, NameSubject, PlaySubject
from service.reports.reports import ReportRefusedError
from service.reports.rows import NewCase, Reason
from service.talk.api.rooms import Standing, Standings
from service.talk.rows import message_of
from service.tournaments.api.access import load_seen
from service.tournaments.tournaments import Tournaments

Find = Callable[[Cursor], NewCase]
"""Returns the subject, in the transaction that stores the report."""

_ABUSE: frozenset[Reason] = frozenset({"insult", "threat", "spam", "private_data", "illegal", "other"})

_OF_NAMES: frozenset[Reason] = frozenset({*_ABUSE, "impersonation"})

_OF_PLAY: frozenset[Reason] = frozenset(
    {"stalling", "losing_on_purpose", "collusion", "computer_help", "several_accounts", "other"}
)

REASONS: dict[type[MessageSubject | NameSubject | PlaySubject], frozenset[Reason]] = {
    MessageSubject: _ABUSE,
    NameSubject: _OF_NAMES,
    PlaySubject: _OF_PLAY,
}
"""The reasons for which each kind of subject can be reported."""


class Subjects:
    """Finds what is reported."""

    def __init__(
        self, accounts: Accounts, play: Play, games: Games, tournaments: Tournaments, standings: Standings
    ) -> None:
        self._accounts = accounts
        self._play = play
        self._games = games
        self._tournaments = tournaments
        self._standings = standings

    async def find(
        self, request: PlayerRequest, about: MessageSubject | NameSubject | PlaySubject, reason: Reason
    ) -> Find:
        """Return a function that finds a subject. Raises 400, 404 and 422 problems; it raises 404 and 409 problems."""
        if reason not in REASONS[type(about)]:
            allowed = ", ".join(f"`{each}`" for each in sorted(REASONS[type(about)]))
            raise field_problem("invalid-value", "reason", f"this can be reported for {allowed}")
        match about:
            case MessageSubject():
                return await self._message(request, about)
            case NameSubject():
                return await self._name(request, about)
            case PlaySubject():
                return await self._played(request, about)

    async def _message(self, request: PlayerRequest, about: MessageSubject) -> Find:
        if (about.game is UNSET) == (about.tournament is UNSET):
            raise field_problem("invalid-value", "about", "name the game or the tournament of the message")
        standing: Standing
        if about.game is not UNSET:
            standing = await self._standings.in_game(request, about.game)
        else:
            assert about.tournament is not UNSET
            standing = await self._standings.at_tournament(request, about.tournament)

        def find(cursor: Cursor) -> NewCase:
            message = message_of(cursor, about.message)
            # a line that says who changed `talk` is no text
            is_seen = message is not None and message.topic == standing.topic.name and message.room in standing.reads
            if message is None or not is_seen or message.level is not None:
                raise ProblemError("not-found", "you can read no such message here")
            if message.text is None or message.player is None:
                text = "the text was removed: there is nothing left to report"
                raise ReportRefusedError(text)
            return NewCase(
                type="message",
                subject=f"message {message.id}",
                game=about.game or None,
                tournament=about.tournament or None,
                message=message.id,
                version=None,
                player=message.player,
                named=self._accounts.name_of(message.player) or "",
                evidence=message.text,
            )

        return find

    async def _name(self, request: PlayerRequest, about: NameSubject) -> Find:
        given = [each for each in (about.player, about.game, about.tournament) if each is not UNSET]
        if len(given) != 1:
            raise field_problem("invalid-value", "about", "name one player, game or tournament")
        game = tournament = None
        if about.game is not UNSET:
            seen = (await self._games.load_seen(request, about.game)).game
            self._check_own(seen)
            opened = seen.opened
            game, player, name = about.game, opened.owner, opened.name or ""
        elif about.tournament is not UNSET:
            loaded = await load_seen(request, self._tournaments, about.tournament)
            tournament, name = about.tournament, loaded.tournament.terms.name
            player = loaded.tournament.opened.owner
        else:
            assert about.player is not UNSET
            player = full_id(about.player)
            name = self._accounts.name_of(player) or ""
        named = self._accounts.name_of(player)
        if named is None or not name:
            raise ProblemError("not-found", "there is no such name, or its account was deleted")
        key = f"{game or tournament or player} {name}"
        new = NewCase("name", f"name {key}", game, tournament, None, None, player, named, name)
        return lambda _: new

    async def _played(self, request: PlayerRequest, about: PlaySubject) -> Find:
        loaded = await self._games.load_watched(request, about.game)
        self._check_own(loaded.game)
        player = full_id(about.player)
        if not has_sat(loaded.game, player):
            raise ProblemError("not-found", "this player has no seat in the game, and had none")
        named = self._accounts.name_of(player)
        if named is None:
            message = "a bot plays this seat, or the account was deleted: there is no one to report"
            raise ReportRefusedError(message)
        new = NewCase(
            "play", f"play {about.game} {player}", about.game, None, None, loaded.game.version, player, named, None
        )
        return lambda _: new

    def _check_own(self, game: Game) -> None:
        """Raise ReportRefusedError for an imported game: the ids of its players prove nothing here."""
        if self._play.is_foreign(game):
            message = "the operator has imported this game from another service: its players are not known here"
            raise ReportRefusedError(message)
