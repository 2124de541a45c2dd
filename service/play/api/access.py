"""Access control: what the requester may see and do, by token, scope, seat and viewer."""

from collections.abc import Callable
from contextlib import suppress

from domain.game.declining import may_decline
from domain.game.game import Game, has_sat, seat_of, seat_to_return_to
from domain.game.reservations import invited, is_substitute, reserved_for
from domain.game.terms import INVITATION
from domain.kernel.values import Seat
from domain.kernel.viewers import viewer_name, viewer_named
from projections.history import FULL, AnyViewer
from service.core.http.headers import INVITATION_HEADER
from service.core.http.json_text import quoted
from service.core.http.problems import ProblemError
from service.people.accounts import Accounts
from service.people.api.callers import account_of, token_of
from service.people.api.request import PlayerRequest
from service.people.credentials import Scope
from service.people.tokens import GUEST, Token
from service.play.play import Play
from service.play.requests import Allowed, SeatIn


def _never(_: object) -> bool:
    return False


def _is_deputy(token: Token) -> bool:
    return token.game is not None and not token.player.startswith(GUEST)


class Access:
    """What the requester may see and do in a game, by token, invitation and seat."""

    def __init__(self, accounts: Accounts, play: Play) -> None:
        self._accounts = accounts
        self._play = play
        self.is_withheld: Callable[[str], bool] = _never
        """Whether a moderator has removed a game from public view: its players, its owner and operators see it."""
        self.is_void: Callable[[Game], bool] = _never
        """Whether a moderator has voided the result of a game that has ended."""
        self.is_operator: Callable[[Token], bool] = _never
        """Whether the player of a token is an operator of the site."""

    def expires_at(self, request: PlayerRequest) -> str | None:
        """Return the earlier expiry time of the token and the invitation of the request; None: no expiry."""
        times = [token.expires_at for token in (request.user, self.invitation_of(request)) if token is not None]
        return min((time for time in times if time is not None), default=None)

    def invitation_of(self, request: PlayerRequest) -> Token | None:
        """Return the valid invitation of the request, from its header or its stream ticket."""
        accounts, ticket = self._accounts, request.ticket
        if ticket is not None:
            return None if ticket.invitation is None else accounts.token(ticket.invitation)
        secret = request.headers.get(INVITATION_HEADER)
        return None if secret is None else accounts.invitation(secret)

    def player_in(self, request: PlayerRequest, game: Game) -> str | None:
        """Return the player of the request in a game.

        None for a request without a token or the scope `games:read`, a seat token that is not valid for this game, and
        an imported game.
        """
        token = request.reader
        if token is None or token.game not in {None, game.id} or self._play.is_foreign(game):
            return None
        if token.seat not in {None, seat_of(game, token.player), seat_to_return_to(game, token.player)}:
            return None
        return token.player

    def may_see(self, request: PlayerRequest, game: Game) -> bool:
        """Whether the requester may see that the game exists.

        A private game is visible to its owner, its current and former players, holders of an invitation, players to
        whom a ruling offers a seat, and before its start to players with a reserved seat and substitutes. An imported
        game is public, because the operator has imported it. `visible` of `service/lists/tables/lobby.py` applies the
        same rules.
        """
        if self.is_withheld(game.id) and not self._sees_withheld(request, game):
            return False
        return self._would_see(request, game)

    def _would_see(self, request: PlayerRequest, game: Game) -> bool:
        """Whether the requester may see a game unless it is withheld."""
        return self._is_public(game) or self._is_known(request, game) or self._is_invited(request, game)

    def _sees_withheld(self, request: PlayerRequest, game: Game) -> bool:
        token = request.reader
        is_operator = token is not None and token.game is None and self.is_operator(token)
        return is_operator or self._belongs(request, game)

    def check_not_withheld(self, request: PlayerRequest | None, game: Game) -> None:
        """Raise a 451 problem for a withheld game that the requester would see; None: any visitor.

        A private game stays hidden.
        """
        if not self.is_withheld(game.id):
            return
        would_see = self._is_public(game) if request is None else self._would_see(request, game)
        if would_see and (request is None or not self._sees_withheld(request, game)):
            message = "a court order or the operator of this site has removed this game from public view"
            raise ProblemError("withheld", message)

    def is_seen_by_all(self, game: Game) -> bool:
        """Whether every visitor may see that the game exists. It depends on no credentials of the request."""
        return self._is_public(game) and not self.is_withheld(game.id)

    def _is_public(self, game: Game) -> bool:
        return game.opened.visibility == "public" or self._play.is_foreign(game)

    def may_watch(self, request: PlayerRequest, game: Game) -> bool:
        """Whether the requester may see the view.

        Without spectators, only the owner and the players see it until the game is over.
        """
        return game.opened.spectators == "open" or game.is_over or self._belongs(request, game)

    def is_watched_by(self, request: PlayerRequest, game: Game) -> bool:
        """Whether the requester counts as one who watches: a stranger at a game that every visitor may watch."""
        may_watch = game.opened.spectators == "open" or game.is_over
        return may_watch and self.is_seen_by_all(game) and not self._belongs(request, game)

    def _belongs(self, request: PlayerRequest, game: Game) -> bool:
        player = self.player_in(request, game)
        return player is not None and (player == game.opened.owner or has_sat(game, player))

    def _is_invited(self, request: PlayerRequest, game: Game) -> bool:
        invitation = self.invitation_of(request)
        if invitation is None:
            return False
        self._accounts.note_use(invitation)
        return invitation.game == game.id

    def seat_invitation(self, request: PlayerRequest, game: Game) -> Token | None:
        """Return the invitation of the request if it is for one seat of the game."""
        secret = request.headers.get(INVITATION_HEADER)
        accounts = self._accounts
        invitation = None if secret is None else accounts.invitation(secret)
        return None if invitation is None or invitation.game != game.id or invitation.seat is None else invitation

    def may_take(self, request: PlayerRequest, seat: Seat) -> Allowed:
        """Return a check that the invitation of the request, or the lack of one, allows the requester to take a seat.

        The check raises a 409 problem. The domain checks reservations for players.
        """
        player = token_of(request, "games:play").player

        def check(game: Game) -> None:
            if seat_of(game, player) == seat:
                return
            held = self.seat_invitation(request, game)
            if held is not None and held.seat == seat:
                return
            if game.status == "open" and reserved_for(game, seat) == INVITATION and not is_substitute(game, player):
                sent = INVITATION_HEADER in request.headers and self.invitation_of(request) is None
                hint = "yours was used or withdrawn, or has expired" if sent else f"send it as {INVITATION_HEADER}"
                raise ProblemError("seat-reserved", f"seat {seat} is reserved for the holder of its invitation: {hint}")
            if held is not None and game.opened.visibility == "private" and not self._is_known(request, game):
                raise ProblemError("seat-reserved", f"your invitation is for seat {held.seat}")

        return check

    def _is_known(self, request: PlayerRequest, game: Game) -> bool:
        """Whether the requester may see a private game without an invitation."""
        return self._belongs(request, game) or self.player_in(request, game) in invited(game)

    def own_seat(self, request: PlayerRequest) -> SeatIn:
        """Return a function that finds the seat of the requester. Both raise 401 and 403 problems."""
        token = token_of(request, "games:play")

        def find(game: Game) -> Seat:
            player = self.player_in(request, game) or ""
            if (seat := seat_of(game, player)) is not None:
                return seat
            left = seat_to_return_to(game, player) if game.status == "running" else None
            if left is not None:
                remedy = f"return with POST /v1/games/{game.id}/seats/{left}/returns"
                raise ProblemError("not-yours", f"the clock has given seat {left} to a bot: {remedy}")
            raise ProblemError("not-yours", f"{token.player} does not sit in this game")

        return find

    def own_seat_to_give_up(self, request: PlayerRequest) -> SeatIn:
        """Return a function that finds the seat that the requester may give up: a guest may, a deputy may not."""
        token = token_of(request, "games:play")
        if _is_deputy(token):
            raise ProblemError("not-yours", "a deputy plays the seat, but does not give it up")
        return self.own_seat(request)

    def own_numbered_seat(self, request: PlayerRequest, number: Seat) -> SeatIn:
        """Return a function that finds the own seat, if it has this number. Both raise 401 and 403 problems."""
        own = self.own_seat(request)

        def find(game: Game) -> Seat:
            seat = own(game)
            if seat != number:
                raise ProblemError("not-yours", f"your seat is {seat}, not {number}")
            return seat

        return find

    def seat_to_return(self, request: PlayerRequest, number: Seat) -> SeatIn:
        """Return a function that finds the seat to which the requester returns. Both raise 401 and 403 problems."""
        token = token_of(request, "games:play")

        def find(game: Game) -> Seat:
            occupant = game.occupant(number)
            player = self.player_in(request, game)
            if player is None or occupant is None or player not in {occupant.player, occupant.resigned}:
                raise ProblemError("not-yours", f"{token.player} did not have seat {number}")
            return number

        return find

    def only_owner(self, request: PlayerRequest, *scopes: Scope) -> Allowed:
        """Return a check that the requester owns the game. Both raise 401 and 403 problems.

        One of the scopes is enough; by default, the requester needs `games:organise`.

        An imported game has no owner here: a player of this service may have the id of its owner by chance or
        on purpose.
        """
        token = account_of(request)
        if not any(token.allows(scope) for scope in scopes):
            account_of(request, "games:organise")

        def check(game: Game) -> None:
            if self.player_in(request, game) != game.opened.owner:
                raise ProblemError("not-yours", "only who opened the game may do this")

        return check

    def sitter_or_owner(self, request: PlayerRequest, seat: Seat) -> Allowed:
        """Return a check that the requester has the seat or owns the game."""
        token = token_of(request)
        may_leave = token.allows("games:play") and not _is_deputy(token)

        def check(game: Game) -> None:
            if may_leave and seat_of(game, self.player_in(request, game) or "") == seat:
                return
            account_of(request, "games:organise")
            if self.player_in(request, game) != game.opened.owner:
                raise ProblemError(
                    "not-yours", f"seat {seat} is not yours, nor does it wait for you: only the owner frees it"
                )

        return check

    def declines(self, request: PlayerRequest, game: Game, seat: Seat) -> str | None:
        """Return the player of the request if a seat waits for this player, who can decline it; None otherwise."""
        token = token_of(request)
        player = self.player_in(request, game)
        is_account = token.game is None and token.allows("games:play")
        return player if is_account and player is not None and may_decline(game, seat, player) else None

    def still_sees(self, request: PlayerRequest, viewer: AnyViewer) -> Callable[[Game], bool]:
        """Return a check, for any later time, whether the request may still see a game as this viewer.

        A token can be revoked, an invitation withdrawn, a seat given up.
        """
        wanted = viewer_name(viewer)
        accounts = self._accounts
        token = request.user
        is_invited = self.invitation_of(request) is not None
        before: tuple[object, ...] = ()

        def check(game: Game) -> bool:
            nonlocal before
            if token is not None and not accounts.is_in_force(token):
                return False
            # fast path, because every stream checks every event: access depends only on these values
            after = (game.occupants, game.status, game.offers, game.declined, self.is_withheld(game.id))
            if is_invited or after != before:
                if not self._sees(request, game, wanted):
                    return False
                before = after
            return True

        return check

    def _sees(self, request: PlayerRequest, game: Game, wanted: str) -> bool:
        if not (self.may_see(request, game) and self.may_watch(request, game)):
            return False
        try:
            self.viewer_of(request, game, wanted)
        except ProblemError:
            return False
        return True

    def viewer_of(self, request: PlayerRequest, game: Game, wanted: str | None) -> AnyViewer:
        """Return the viewer of a request: the wanted one, or by default the own seat or the public.

        Raises a 404 problem for a viewer that the request may not use. Other seats and `full` need a game that is over.
        """
        player = self.player_in(request, game)
        seat = None if player is None else seat_of(game, player)
        if wanted is None:
            return seat
        with suppress(ValueError):
            viewer = viewer_named(wanted)
            if viewer is None or (viewer == FULL and game.is_over):
                return viewer
            if isinstance(viewer, int) and viewer < game.opened.seats and (game.is_over or viewer == seat):
                return viewer
        message = (
            f"you cannot view the game as {quoted(wanted)}: use `public`, your own `seat:N`, or `full` after the end"
        )
        raise ProblemError("not-found", message)
