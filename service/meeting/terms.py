"""The terms of a game that a meeting opens, as they are stored until then."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET

from domain.game.decide import NewGame
from domain.game.events import BOT, Spectators, Visibility
from domain.game.game import Game
from domain.game.terms import Clock, Terms
from domain.kernel.values import Seat, Value
from service.play.api.titles import ruleset_in

NOBODY = "service"
"""The owner of a game in which no player may rule: a rated one, and one of a pool. No player has this id."""

LIVE = 3600
"""The allowance in seconds up to which the players of a game have to be present."""


class MeetingTerms(Value, frozen=True):
    """What is played. All options have their values."""

    ruleset: str
    seats: int
    profile: str | None
    """The name of the options; None: they have none."""
    options: Mapping[str, Any]
    data_set: str
    visibility: Visibility
    spectators: Spectators
    take_back: bool
    rated: bool | None
    """None: by the rules of public games."""
    clock: Clock | None
    plays_on: bool
    """Whether bots play on when one player is left."""
    bots: tuple[str, ...] = ()
    """The names of the bots that have the seats for which there are no players."""
    name: str | None = None
    tags: tuple[str, ...] = ()
    hints: bool = False
    """Whether seats can take hints of the engine."""

    @property
    def is_live(self) -> bool:
        """Whether the players have to be present."""
        return self.clock is not None and self.clock.allowance <= LIVE

    @property
    def counts(self) -> bool:
        """Whether the game can count for ratings."""
        is_public = self.visibility == "public" or self.rated is True
        return is_public and self.rated is not False and not (self.bots or self.take_back or self.hints)


def terms_of_new(new: NewGame, profile: str | None, bots: Sequence[str]) -> MeetingTerms:
    """Return the terms of a game that a request describes."""
    terms = new.terms
    return MeetingTerms(
        ruleset=new.ruleset.name,
        seats=new.seats,
        profile=profile,
        options=dict(new.options),
        data_set=new.data_set,
        visibility=new.visibility,
        spectators=new.spectators,
        take_back=terms.take_back is True,
        rated=None if terms.rated is UNSET else terms.rated,
        clock=None if terms.clock is UNSET else terms.clock,
        plays_on=terms.others_left is UNSET or terms.others_left == "play_on",
        bots=tuple(bots),
        hints=terms.hints is True,
    )


def terms_of_game(game: Game, profile: str | None, bots: Sequence[str]) -> MeetingTerms:
    """Return the terms of a game that was played."""
    opened = game.opened
    return MeetingTerms(
        ruleset=opened.ruleset,
        seats=opened.seats,
        profile=profile,
        options=dict(opened.options),
        data_set=opened.data_set,
        visibility=opened.visibility,
        spectators=opened.spectators,
        take_back=opened.take_back is True,
        rated=None if opened.rated is UNSET else opened.rated,
        clock=None if opened.clock is UNSET else opened.clock,
        plays_on=opened.others_left is UNSET or opened.others_left == "play_on",
        bots=tuple(bots),
        name=None if opened.name is UNSET else opened.name,
        tags=() if opened.tags is UNSET else opened.tags,
        hints=opened.hints is True,
    )


def new_game_of(terms: MeetingTerms, seating: Sequence[str], owner: str) -> tuple[NewGame, Mapping[Seat, str]]:
    """Return the game with this seating, and its players by seat. Raises OptionError and problems."""
    ruleset = ruleset_in(terms.ruleset)
    options = ruleset.resolve_options(None, dict(terms.options), terms.data_set, {terms.seats})
    bots = {seat: who.removeprefix(BOT) for seat, who in enumerate(seating) if who.startswith(BOT)}
    players = {seat: who for seat, who in enumerate(seating) if not who.startswith(BOT)}
    return (
        NewGame(
            ruleset,
            terms.seats,
            options,
            terms.data_set,
            owner,
            terms.visibility,
            terms.spectators,
            bots,
            Terms(
                clock=UNSET if terms.clock is None else terms.clock,
                take_back=True if terms.take_back else UNSET,
                rated=UNSET if terms.rated is None else terms.rated,
                name=UNSET if terms.name is None else terms.name,
                tags=terms.tags or UNSET,
                others_left=UNSET if terms.plays_on else "end",
                hints=True if terms.hints else UNSET,
            ),
        ),
        players,
    )
