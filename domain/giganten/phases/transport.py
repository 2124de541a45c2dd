"""Rule 6: each derrick yields a marker of oil, and trains carry it to a company."""

from collections.abc import Mapping
from typing import assert_never

from domain.giganten.commands import DiscardOil, ShipOil
from domain.giganten.data_sets import NOTE
from domain.giganten.events import Carrier, DerrickExhausted, OilDiscarded, OilShipped, Payment
from domain.giganten.options import COMPANIES, Square
from domain.giganten.state import State, Transport
from domain.kernel.chance import Chance
from domain.kernel.phases import unhandled
from domain.kernel.values import Choice, Command, Event, Refusal, Seat


def questions(_state: State, phase: Transport) -> Mapping[Seat, str]:
    """Ask the players in turn order (6.2)."""
    return dict.fromkeys(phase.todo[:1], "6.2")


def advance(state: State, phase: Transport, _chance: Chance) -> list[Event]:
    """Discard a marker that no train can carry (6.9, 6.10)."""
    if not phase.todo:
        return []
    seat = phase.todo[0]
    for site in phase.sites:
        if not payable(state, seat, site):
            reason = "no_money" if available(state, seat, site) else "no_train"
            return _extract(state, seat, site, OilDiscarded(seat, site, reason))
    return []


def available(state: State, seat: Seat, site: Square) -> tuple[Carrier, ...]:
    """Return the trains that the owner of a derrick may choose for its marker (6.3 to 6.8)."""
    column = state.board.column[site]
    if state.players[seat].train >= column:
        return ("own",)
    front = _front(state, seat)
    black = state.black_train
    carriers: tuple[Carrier, ...] = (
        *(("black",) if black >= column else ()),
        *(("opponent",) if front >= column else ()),
    )
    return _by_option(state, column, front) if carriers == ("black", "opponent") else carriers


def _front(state: State, seat: Seat) -> int:
    """Return the space of the front-most train of the opponents."""
    return max(player.train for other, player in enumerate(state.players) if other != seat)


def front_opponents(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the opponents whose trains are the front-most ones (6.5)."""
    front = _front(state, seat)
    return tuple(other for other, player in enumerate(state.players) if other != seat and player.train == front)


def _by_option(state: State, column: int, front: int) -> tuple[Carrier, ...]:
    """Return the trains if both the black one and the front-most opponent reach the derrick (6.7)."""
    black = state.black_train
    match state.options.foreign_transport:
        case "free":
            return ("black", "opponent")
        case "black_first":
            return ("black",)
        case "front_most":
            if black > front:
                return ("black",)
            return ("black", "opponent") if black == column and front > black else ("opponent",)
        case _:
            assert_never(state.options.foreign_transport)


def opponents(state: State, seat: Seat, site: Square) -> tuple[Seat, ...]:
    """Return the opponents whose trains have reached the derrick (6.5)."""
    column = state.board.column[site]
    return tuple(other for other, player in enumerate(state.players) if other != seat and player.train >= column)


def _chooses_opponent(state: State) -> bool:
    """Return whether the owner of a marker chooses the opponent. Where the front-most train of all is used, no."""
    return state.options.opponent_train == "any_ahead" and state.options.foreign_transport != "front_most"


def _must_ship(state: State, seat: Seat, site: Square) -> bool:
    """Return whether the marker may not be discarded, because the own train reaches it (6.2)."""
    return state.options.own_transport == "mandatory" and available(state, seat, site) == ("own",)


def fare(state: State, seat: Seat, carrier: Carrier, opponent: Seat | None) -> tuple[int, tuple[Payment, ...]]:
    """Return what a transport pays to the bank, and to which players, in dollars (6.3 to 6.6)."""
    fee = state.data.fees.transport
    if carrier == "own":
        return 0, ()
    if carrier == "black":
        return fee, ()
    if opponent is not None:
        return 0, (Payment(opponent, fee),)
    owners = front_opponents(state, seat)
    # the bank gets a share for the black train only where the front-most train of all has to be used
    shared = state.options.foreign_transport == "front_most" and state.black_train == _front(state, seat)
    share = fee // (len(owners) + 1) // NOTE * NOTE if shared else fee // len(owners)
    return fee - share * len(owners), tuple(Payment(owner, share) for owner in owners)


def payable(state: State, seat: Seat, site: Square) -> tuple[Carrier, ...]:
    """Return the available trains that the owner can pay (6.9)."""
    money = state.players[seat].money
    carriers = available(state, seat, site)
    return tuple(carrier for carrier in carriers if carrier == "own" or money >= state.data.fees.transport)


def candidates(state: State, phase: Transport, seat: Seat) -> list[Choice]:
    """Return each marker to each company by each train, and discarding it."""
    choices: list[Choice] = []
    for site in phase.sites:
        for carrier in payable(state, seat, site):
            chosen = carrier == "opponent" and _chooses_opponent(state)
            for opponent in opponents(state, seat, site) if chosen else (None,):
                choices += [Choice(ShipOil(site, company, carrier, opponent)) for company in COMPANIES]
        if not _must_ship(state, seat, site):
            choices.append(Choice(DiscardOil(site)))
    return choices


def forbid(state: State, phase: Transport, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of phase 6 that the command breaks, or None."""
    if not isinstance(command, ShipOil | DiscardOil):
        return Refusal("6.1", "you have to ship or discard the markers of your derricks")
    if command.site not in phase.sites:
        own = state.players[seat].derrick_at(command.site)
        text = "the derrick on {site} has yielded already" if own else "{site}: not your derrick"
        return Refusal("6.1", text, {"site": command.site})
    if isinstance(command, DiscardOil):
        if _must_ship(state, seat, command.site):
            return Refusal(
                "6.2", "your train reaches {site}: ship its marker to one of your depots", {"site": command.site}
            )
        return None
    carriers = available(state, seat, command.site)
    if command.carrier not in carriers:
        return _no_carrier(state, seat, command, carriers)
    refusal = _forbid_opponent(state, seat, command)
    if refusal is not None:
        return refusal
    if command.carrier not in payable(state, seat, command.site):
        return Refusal(
            "6.9", "the transport costs {fee} dollars, and there is no credit", {"fee": state.data.fees.transport}
        )
    return None


def _no_carrier(state: State, seat: Seat, command: ShipOil, carriers: tuple[Carrier, ...]) -> Refusal:
    column = state.board.column[command.site]
    if command.carrier == "own":
        return Refusal("6.3", "your train has not reached column {column}", {"column": column})
    if carriers == ("own",):
        return Refusal("6.8", "your own train is available")
    if command.carrier == "black":
        late = state.black_train < column
        return (
            Refusal("6.4", "the black train has not reached column {column}", {"column": column})
            if late
            else Refusal("6.7", "the front-most train has to be used")
        )
    front = _front(state, seat)
    if front < column:
        return Refusal("6.5", "no opponent's train has reached column {column}", {"column": column})
    return Refusal("6.7", "the black train has to be used")


def _forbid_opponent(state: State, seat: Seat, command: ShipOil) -> Refusal | None:
    """Check that an opponent is named exactly where the owner of the marker chooses one (6.5)."""
    if command.carrier != "opponent" or not _chooses_opponent(state):
        if command.opponent is None:
            return None
        if command.carrier == "own":
            return Refusal("6.5", "your own train carries the marker: leave out the opponent")
        if command.carrier == "black":
            return Refusal("6.5", "the black train carries the marker: leave out the opponent")
        return Refusal("6.5", "the front-most opponent has to be used: leave out the opponent")
    named = opponents(state, seat, command.site)
    if command.opponent in named:
        return None
    if command.opponent is None:
        return Refusal("6.5", "name the seat of the opponent whose train is to carry, one of {seats}", {"seats": named})
    return Refusal(
        "6.5",
        "no train of seat {opponent} can carry this marker: choose one of {seats}",
        {"opponent": command.opponent, "seats": named},
    )


def resolve(state: State, _phase: Transport, seat: Seat, command: Command, _chance: Chance) -> list[Event]:
    """Ship the marker, or discard it (6.2)."""
    match command:
        case ShipOil(site, company, carrier, opponent):
            to_bank, payments = fare(state, seat, carrier, opponent)
            shipped = OilShipped(seat, site, company, carrier, to_bank, payments, opponent)
            return _extract(state, seat, site, shipped)
        case DiscardOil(site):
            return _extract(state, seat, site, OilDiscarded(seat, site, "waived"))
        case _:
            raise unhandled(command)


def _extract(state: State, seat: Seat, site: Square, event: Event) -> list[Event]:
    """Add that the derrick returns to its owner with its last marker (6.11)."""
    derrick = state.players[seat].derrick_at(site)
    assert derrick is not None
    return [event, DerrickExhausted(seat, site)] if derrick.markers == 1 else [event]
