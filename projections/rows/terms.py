"""The terms of a game as lists and replies show them."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from domain.game.events import GameOpened
from domain.game.game import Game
from domain.game.reservations import reserved_for
from domain.game.rulings.standing import rated_as_opened
from domain.game.terms import NoShow
from domain.kernel.values import Value


class ShownTerms(Value, frozen=True, omit_defaults=True):
    """What the opener of a game has fixed apart from the rules."""

    name: str | None = None
    tags: tuple[str, ...] = ()
    rated: bool | None = None
    """None: a public game is rated if players who have signed up have all seats at the start (rulings/standing.py)."""
    reserved: tuple[str | None, ...] = ()
    """By seat: the player who may take it, `invitation` or None; empty without reserved seats."""
    substitutes: tuple[str, ...] = ()
    starts_at: str | None = None
    no_show: NoShow | None = None
    grace: int | None = None
    """The seconds after the start time before the no-show rule applies."""
    hints: bool = False
    """Whether seats can take hints of the engine."""
    min_completion: int | None = None
    """The lowest percentage of finished games with which a player may take a seat that is not reserved."""
    min_rating: int | None = None
    max_rating: int | None = None

    def reserved_for(self, seat: int) -> str | None:
        """Return for whom a seat is reserved."""
        return self.reserved[seat] if seat < len(self.reserved) else None


def terms_of(opened: GameOpened) -> ShownTerms:
    """Return the terms of a game as its first event has them. A game with a start time shows its no-show rule."""
    given: dict[str, Any] = {
        name: value for name in ShownTerms.__struct_fields__ if (value := getattr(opened, name)) is not UNSET
    }
    if "starts_at" in given:
        given = {"no_show": "wait", "grace": 0, **given}
    if (rated := rated_as_opened(opened)) is not None:
        given["rated"] = rated
    return ShownTerms(**given)


def present_terms(game: Game) -> ShownTerms:
    """Return the terms of a game as they are now: a seat whose player has declined it is reserved for an invitation."""
    terms = terms_of(game.opened)
    return replace(terms, reserved=tuple(reserved_for(game, seat) for seat, _ in enumerate(terms.reserved)))
