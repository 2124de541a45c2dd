"""Players, and the tokens by which they act."""

from domain.kernel.values import Seat, Value
from service.credentials import Scope

GUEST = "guest:"
"""How the id of a player begins who has not signed up, but was given a seat."""


class Player(Value, frozen=True):
    """Somebody who has signed up, or a guest."""

    id: str
    name: str
    created_at: str


class Token(Value, frozen=True):
    """A token without the token itself.

    With `game` and `seat` it is for that seat alone; with `game` and no scopes it is an invitation, by which a player
    with a token of another kind sees a private game and may take a seat.
    """

    id: str
    player: str
    label: str
    created_at: str
    scopes: tuple[Scope, ...]
    game: str | None = None
    seat: Seat | None = None
    last_used_at: str | None = None

    @property
    def is_invitation(self) -> bool:
        """Whether it only lets its holder into a game."""
        return not self.scopes

    @property
    def sender(self) -> str:
        """Who acts by this token, as the log keeps it: the player, or a seat token as itself."""
        return self.player if self.game is None else f"seat-token:{self.id}"


class Made(Value, frozen=True):
    """A token that was made, the secret itself, and whether this repeats an earlier request by its key."""

    token: Token
    secret: str
    replayed: bool
