"""Reserved seats, rated games and start times: the terms that an opener may set, and who may take a seat."""

import re
from collections.abc import Collection

from msgspec import UNSET, UnsetType

from domain.game.events import BOT, REGISTERED, GameOpened
from domain.game.game import Game
from domain.game.refusals import Fault, NotPossible
from domain.game.terms import INVITATION, Terms
from domain.kernel.values import Seat
from domain.ledger.times import SECOND, is_moment, micros

MAX_NAME, MAX_TAGS, MAX_SUBSTITUTES = 80, 10, 50
MIN_GRACE = 60
"""The minimum grace in seconds of a game with substitutes and a no-show rule that ends the wait.

Without such a rule, it is the time of the players of a game that is opened after its start time.
"""

MAX_GRACE = 7 * 24 * 3600
"""The longest time in seconds in which substitutes may take free seats before the no-show rule applies."""

MAX_COMPLETION, MAX_RATING = 100, 100
"""The highest percentage of finished games, and the highest rating, that the terms of a game can ask for."""

_TAG = re.compile(r"[a-z0-9][a-z0-9-]{0,31}", re.ASCII)


def check_terms(terms: Terms, seats: int, bots: Collection[Seat]) -> None:
    """Raise NotPossible unless the terms of a new game agree with one another and with its seats and bots."""
    for fault in (
        _name_error(terms),
        _reservation_error(terms, seats, bots),
        _start_error(terms),
        _rating_error(terms, bots),
        _entry_error(terms),
    ):
        if fault is not None:
            raise NotPossible("invalid-value", fault.reason, fault.field)


def _name_error(terms: Terms) -> Fault | None:
    if terms.name is not UNSET and not 1 <= len(terms.name) <= MAX_NAME:
        return Fault("name", f"the name must have 1 to {MAX_NAME} characters")
    tags = terms.tags
    if tags is UNSET:
        return None
    if not 1 <= len(tags) <= MAX_TAGS or len(set(tags)) < len(tags):
        return Fault("tags", f"give 1 to {MAX_TAGS} different tags, or omit them")
    if any(_TAG.fullmatch(tag) is None for tag in tags):
        reason = "a tag has 1 to 32 lower-case letters, digits and hyphens, and begins with a letter or digit"
        return Fault("tags", reason)
    return None


def _reservation_error(terms: Terms, seats: int, bots: Collection[Seat]) -> Fault | None:
    reserved = _given(terms.reserved)
    substitutes = _given(terms.substitutes)
    named = [who for who in (*reserved, *substitutes) if who is not None and who != INVITATION]
    if terms.reserved is not UNSET and len(reserved) != seats:
        return Fault("reserved", f"`reserved` must have one entry for each of the {seats} seats")
    if any(reserved[seat] is not None for seat in bots if seat < len(reserved)):
        return Fault("reserved", "a seat cannot be both reserved and given to a bot")
    if any(not player.startswith(REGISTERED) for player in named):
        field = "reserved" if any(who in reserved for who in named if not who.startswith(REGISTERED)) else "substitutes"
        return Fault(field, "seats are reserved for players who have signed up: their ids begin with `player:`")
    if len(set(named)) < len(named):
        field = "substitutes" if substitutes else "reserved"
        return Fault(field, "a player can have one reserved seat of a game, or be a substitute once")
    if len(substitutes) > MAX_SUBSTITUTES:
        return Fault("substitutes", f"a game has {MAX_SUBSTITUTES} substitutes at most")
    if substitutes and (terms.starts_at is UNSET or not any(reserved)):
        reason = "substitutes need `starts_at` and a reserved seat: they take reserved seats that are free at the start"
        return Fault("substitutes", reason)
    return None


def _start_error(terms: Terms) -> Fault | None:
    if terms.starts_at is UNSET:
        late = terms.no_show is not UNSET or terms.grace is not UNSET
        return Fault("starts_at", "`no_show` and `grace` need `starts_at`") if late else None
    if not is_moment(terms.starts_at):
        return Fault("starts_at", "`starts_at` must be a time in UTC with microseconds")
    if terms.grace is not UNSET and not 0 <= terms.grace <= MAX_GRACE:
        return Fault("grace", f"`grace` must be 0 to {MAX_GRACE} seconds (7 days)")
    grace = 0 if terms.grace is UNSET else terms.grace
    if terms.substitutes is not UNSET and terms.no_show in {"bot", "cancel"} and grace < MIN_GRACE:
        reason = f"substitutes need a `grace` of {MIN_GRACE} seconds or more to take a seat before the no-show rule"
        return Fault("grace", reason)
    return None


def _rating_error(terms: Terms, bots: Collection[Seat]) -> Fault | None:
    if terms.rated is not True:
        return None
    if bots or terms.no_show == "bot":
        reason = "a rated game starts without bots: open it with `rated` false, or without bots and `no_show` `bot`"
        return Fault("rated", reason)
    if terms.hints is True:
        return Fault("hints", "a rated game has no hints: open it with `rated` false, or without `hints`")
    if terms.take_back is True:
        return Fault("rated", "decisions of a rated game are final: open it with `rated` false, or without `take_back`")
    return None


def _entry_error(terms: Terms) -> Fault | None:
    if terms.min_completion is not UNSET and not 1 <= terms.min_completion <= MAX_COMPLETION:
        return Fault("min_completion", f"`min_completion` must be 1 to {MAX_COMPLETION} per cent")
    for field, rating in (("min_rating", terms.min_rating), ("max_rating", terms.max_rating)):
        if not isinstance(rating, UnsetType) and not -MAX_RATING <= rating <= MAX_RATING:
            return Fault(field, f"`{field}` must be -{MAX_RATING} to {MAX_RATING}")
    lowest, highest = terms.min_rating, terms.max_rating
    if not isinstance(lowest, UnsetType) and not isinstance(highest, UnsetType) and lowest > highest:
        return Fault("max_rating", "`max_rating` must not be below `min_rating`")
    return None


def _given(names: tuple[str | None, ...] | tuple[str, ...] | UnsetType) -> tuple[str | None, ...]:
    return () if isinstance(names, UnsetType) else names


def reserved_for(game: Game, seat: Seat) -> str | None:
    """Return the player for whom a seat is reserved, `invitation`, or None.

    A seat whose player has declined it waits for the holder of an invitation, so that no stranger takes it.
    """
    if seat in game.declined:
        return INVITATION
    reserved = _given(game.opened.reserved)
    return reserved[seat] if 0 <= seat < len(reserved) else None


def check_may_sit(game: Game, seat: Seat, player: str, at: str | None) -> None:
    """Raise NotPossible if a seat is reserved for another player, or the game is rated and the player is not signed up.

    `at` is the time of the request; None: before the no-show rule. The log does not show invitations: only the service
    knows who holds one.
    """
    opened = game.opened
    if opened.rated is True and not player.startswith(REGISTERED):
        raise NotPossible("rated-game", "only players who have signed up may play a rated game")
    reserved = reserved_for(game, seat)
    if seat in game.declined and not player.startswith(REGISTERED):
        # only the owner seats bots and guests
        return
    if reserved is None or reserved == player:
        return
    if player.startswith(BOT):
        due = no_show_at(opened)
        if opened.no_show == "bot" and at is not None and due is not None and micros(at) >= due:
            return
        raise NotPossible("seat-reserved", f"seat {seat} is reserved: a bot takes it by the no-show rule only")
    if reserved == INVITATION and player.startswith(REGISTERED):
        return
    if not is_substitute(game, player):
        raise NotPossible("seat-reserved", f"seat {seat} is reserved for another player")


def is_substitute(game: Game, player: str) -> bool:
    """Whether a player may take reserved seats that are free, because the start time has come."""
    return game.is_released and player in _given(game.opened.substitutes)


def no_show_at(opened: GameOpened) -> int | None:
    """Return the time in microseconds at which the no-show rule applies; None without a start time."""
    if opened.starts_at is UNSET:
        return None
    grace = 0 if isinstance(opened.grace, UnsetType) else opened.grace
    return micros(opened.starts_at) + grace * SECOND


def release_at(game: Game) -> int | None:
    """Return the time in microseconds at which free seats are released to substitutes; None without a start time.

    A game that is opened at or after its start time, as those of tournaments are, first waits for its players. With
    another no-show rule than `wait` the grace is the time of the substitutes.
    """
    opened = game.opened
    if opened.starts_at is UNSET:
        return None
    starts, begins = micros(opened.starts_at), micros(game.opened_at)
    return starts if begins < starts or opened.no_show in {"bot", "cancel"} else begins + MIN_GRACE * SECOND


def free_seats(game: Game) -> tuple[Seat, ...]:
    """Return the seats without a player."""
    return tuple(seat for seat, occupant in enumerate(game.occupants) if occupant is None)


def can_release(game: Game) -> bool:
    """Whether substitutes wait for a reserved seat that is free."""
    reserved_seat_is_free = any(reserved_for(game, seat) for seat in free_seats(game))
    return not game.is_released and bool(_given(game.opened.substitutes)) and reserved_seat_is_free


def waiting_seats(game: Game) -> dict[str, Seat]:
    """Return the players for whom a seat waits, with the seat that they may take: reserved, released or offered.

    Lists have one row for each player of a game: of several offers to one player, this is the latest, and no other seat
    waits for a player who has taken one.
    """
    if game.status == "running":
        return {offer.player: offer.seat for offer in game.offers}
    seats = [seat for seat in free_seats(game) if reserved_for(game, seat)]
    if game.status != "open" or not seats:
        return {}
    seated = {occupant.player for occupant in game.occupants if occupant is not None}
    reserved = {who: seat for seat in seats if (who := reserved_for(game, seat)) not in {None, INVITATION, *seated}}
    substitutes = [who for who in _given(game.opened.substitutes) if who and game.is_released and who not in seated]
    return {who: seat for who, seat in reserved.items() if who} | dict.fromkeys(substitutes, seats[0])


def invited(game: Game) -> frozenset[str]:
    """Return the players who may see a game because of a seat that they have not taken.

    Before the start it is a reserved one, also of substitutes; later one that a ruling offers.
    """
    if game.status == "running":
        return frozenset(offer.player for offer in game.offers)
    if game.status == "ended":
        return frozenset()
    reserved = [who for seat, who in enumerate(_given(game.opened.reserved)) if seat not in game.declined]
    named = (*reserved, *_given(game.opened.substitutes))
    return frozenset(who for who in named if who is not None and who != INVITATION)
