"""What the rules of Giganten fix about each choice, what a player has, and the ids of places and pieces."""

from collections.abc import Mapping
from itertools import product
from typing import assert_never

from domain.giganten import commands as c
from domain.giganten.board import board_of
from domain.giganten.options import COMPANIES, Square
from domain.giganten.phases.drilling import cost_of
from domain.giganten.phases.transport import fare, front_opponents
from domain.giganten.state import Auctions, Movement, State, derrick_squares
from domain.kernel.notes import Note, NoteOf, amounts, no_note, notes_by_command
from domain.kernel.values import Choice, Command, Seat


def holdings(state: State, seat: Seat) -> Mapping[str, int]:
    """Return what a seat has: dollars, licences, derricks, oil in each depot, the space of its train, and points."""
    player, phase = state.players[seat], state.phase
    return {
        "money": player.money,
        "licences": player.licence_cards,
        "derricks": len(player.derricks),
        **{f"oil_{company}": stored for company, stored in zip(COMPANIES, player.depots, strict=True)},
        "train": player.train,
        "points": phase.points if isinstance(phase, Movement) and phase.todo[:1] == (seat,) else 0,
    }


def anchors(data_set: str, seats: int) -> frozenset[str]:
    """Return the ids of all places and pieces on the board."""
    board = board_of(data_set)
    spaces = range(1, len(board.data.tracks.costs) + 2)
    cards = (*board.data.red_cards.cards, *board.data.beige_cards.cards)
    return frozenset(
        {
            *(f"square:{square}" for square in board.terrain),
            *(f"site:{square}" for square in board.sites),
            *(f"company:{company}" for company in COMPANIES),
            *(f"card:{card.id}" for card in cards),
            *(f"{piece}:{seat}" for piece in ("truck", "train", "licences") for seat in range(seats)),
            *(f"depot:{seat}:{company}" for seat, company in product(range(seats), COMPANIES)),
            *(f"track:{seat}:{space}" for seat, space in product(range(seats), spaces)),
            "train:black",
        }
    )


def _place(_state: State, seat: Seat, choice: Choice) -> Note:
    assert isinstance(choice.command, c.PlaceTruck)
    return Note(anchors=(f"square:{choice.command.square}", f"truck:{seat}"))


def _take(_state: State, _seat: Seat, choice: Choice) -> Note:
    assert isinstance(choice.command, c.TakeActionCard)
    return Note(anchors=(f"card:{choice.command.card}",))


def _drive(state: State, seat: Seat, choice: Choice) -> Note:
    command, phase, truck = choice.command, state.phase, state.players[seat].truck
    assert isinstance(command, c.DriveTruck)
    assert isinstance(phase, Movement)
    assert truck is not None
    points, _ = state.board.ways(truck, phase.points, derrick_squares(state))[command.to]
    return Note(effect={"points": -points}, anchors=(f"square:{command.to}", f"truck:{seat}"))


def _advance(state: State, seat: Seat, choice: Choice) -> Note:
    assert isinstance(choice.command, c.AdvanceTrain)
    train = state.players[seat].train
    low = choice.command.spaces
    high = choice.range.max if choice.range else low
    costs = state.data.tracks.costs[train - 1 : train - 1 + high]
    effect = {"train": low, "points": -sum(costs[:low])}
    each = {"train": 1} | ({"points": -costs[-1]} if len({*costs[low - 1 :]}) == 1 else {})
    spaces = (f"track:{seat}:{train + number}" for number in range(low, high + 1))
    return Note(effect=effect, each=each if choice.range else {}, anchors=(f"train:{seat}", *spaces))


def _end(state: State, _seat: Seat, _choice: Choice) -> Note:
    assert isinstance(state.phase, Movement)
    return Note(effect=amounts(points=-state.phase.points))


def _shift(_state: State, _seat: Seat, choice: Choice) -> Note:
    assert isinstance(choice.command, c.ShiftPrice)
    return Note(anchors=(f"company:{choice.command.company}",))


def _store(_state: State, seat: Seat, choice: Choice) -> Note:
    assert isinstance(choice.command, c.StoreFreeOil)
    company = choice.command.company
    return Note(effect={f"oil_{company}": 1}, anchors=(f"depot:{seat}:{company}",))


def _push(state: State, seat: Seat, _choice: Choice) -> Note:
    return Note(anchors=tuple(f"train:{other}" for other in range(len(state.players)) if other != seat))


def _build(state: State, _seat: Seat, choice: Choice) -> Note:
    assert isinstance(choice.command, c.BuildDerrick)
    site = choice.command.site
    return Note(cost_of(state, site), {"derricks": 1}, anchors=(f"site:{site}",))


def _ship(state: State, seat: Seat, choice: Choice) -> Note:
    command = choice.command
    assert isinstance(command, c.ShipOil)
    to_bank, payments = fare(state, seat, command.carrier, command.opponent)
    effect = {f"oil_{command.company}": 1} | _exhausted(state, seat, command.site)
    anchored = (f"site:{command.site}", f"depot:{seat}:{command.company}", *_trains(state, seat, command))
    return Note(to_bank + sum(payment.amount for payment in payments), effect, anchors=anchored)


def _trains(state: State, seat: Seat, command: c.ShipOil) -> tuple[str, ...]:
    """Return the ids of the trains that may be said to carry: the front-most ones where no opponent is chosen."""
    match command.carrier:
        case "own":
            return (f"train:{seat}",)
        case "black":
            return ("train:black",)
        case "opponent":
            named = command.opponent
            owners = front_opponents(state, seat) if named is None else (named,)
            return tuple(f"train:{owner}" for owner in owners)
        case _:
            assert_never(command.carrier)


def _discard(state: State, seat: Seat, choice: Choice) -> Note:
    assert isinstance(choice.command, c.DiscardOil)
    site = choice.command.site
    return Note(effect=_exhausted(state, seat, site), anchors=(f"site:{site}",))


def _exhausted(state: State, seat: Seat, site: Square) -> dict[str, int]:
    """Return that the derrick leaves the map with its last marker (6.11)."""
    derrick = state.players[seat].derrick_at(site)
    return {"derricks": -1} if derrick is not None and derrick.markers == 1 else {}


def _company(state: State) -> str:
    assert isinstance(state.phase, Auctions)
    return COMPANIES[state.phase.company]


def _bid(state: State, seat: Seat, choice: Choice) -> Note:
    """Note the value of the licences in the hand: a bid is a number of it, not of dollars, and may be higher (7a.3)."""
    held = {"licence_value": state.players[seat].licence_value} if isinstance(choice.command, c.Bid) else {}
    return Note(held=held, anchors=(f"company:{_company(state)}",))


def _spend(_state: State, seat: Seat, choice: Choice) -> Note:
    assert isinstance(choice.command, c.PayLicences | c.ForfeitLicences)
    number = choice.command.ones + choice.command.twos
    return Note(effect=amounts(licences=-number), anchors=(f"licences:{seat}",))


def _sell(state: State, seat: Seat, choice: Choice) -> Note:
    """Note the price of a marker: the listed number is 0, and the range includes all stored ones (7b.1)."""
    company = _company(state)
    price = state.prices[COMPANIES.index(company)]
    each = {"money": price, f"oil_{company}": -1} if choice.range else {}
    return Note(each=each, anchors=(f"depot:{seat}:{company}", f"company:{company}"))


def _site(_state: State, seat: Seat, choice: Choice) -> Note:
    assert isinstance(choice.command, c.InspectSite)
    return Note(anchors=(f"site:{choice.command.site}", f"truck:{seat}"))


_NOTES: Mapping[type[Command], NoteOf] = {
    c.PlaceTruck: _place,
    c.TakeActionCard: _take,
    c.DriveTruck: _drive,
    c.InspectSite: _site,
    c.AdvanceTrain: _advance,
    c.EndMovement: _end,
    c.ShiftPrice: _shift,
    c.StoreFreeOil: _store,
    c.PushTrainsBack: _push,
    c.DeclineSpecial: no_note,
    c.BuildDerrick: _build,
    c.DeclineDrilling: no_note,
    c.ShipOil: _ship,
    c.DiscardOil: _discard,
    c.Bid: _bid,
    c.PassBid: _bid,
    c.PayLicences: _spend,
    c.ForfeitLicences: _spend,
    c.SellOil: _sell,
}
notes = notes_by_command(_NOTES)
"""Returns the notes on choices of a seat."""
