"""What the rules of Siberia fix about each choice, what a player has, and the ids of places and pieces."""

from collections.abc import Mapping
from itertools import product

from domain.kernel.notes import Note, NoteOf, amounts, no_note, notes_by_command
from domain.kernel.values import Choice, Command, Seat
from domain.siberia import commands as c
from domain.siberia.board import board_of, price_of
from domain.siberia.options import COLUMNS, RESOURCES, SIDES, Column, Origin
from domain.siberia.phases.logistics import goals
from domain.siberia.phases.mining import emptied_by
from domain.siberia.state import Acting, State


def holdings(state: State, seat: Seat) -> Mapping[str, int]:
    """Return what a seat has: dollars, tokens in columns and for research, tiles, pawns by their use, and moves."""
    player, phase = state.players[seat], state.phase
    return {
        "money": player.money,
        "tokens": player.kept,
        "research": len(player.research),
        "tiles": len(player.tiles),
        "reserve": player.reserve,
        "workers": len(player.workers),
        "salesmen": len(player.salesmen),
        "moves": phase.moves if isinstance(phase, Acting) and phase.turn == seat else 0,
    }


def anchors(data_set: str, seats: int) -> frozenset[str]:
    """Return the ids of all places and pieces on the board."""
    board = board_of(data_set)
    exchanges = {exchange for sides in SIDES for exchange in board.exchanges(sides)}
    players = range(seats)
    return frozenset(
        {
            *(f"place:{place}" for place in board.places),
            *(f"exchange:{exchange}" for exchange in exchanges),
            *(f"tile:{column}" for column in COLUMNS),
            *(f"cubes:{resource}" for resource in RESOURCES),
            *(f"{name}:{seat}" for name, seat in product(("reserve", "research"), players)),
            *(f"column:{seat}:{column}" for seat, column in product(players, COLUMNS)),
            *(f"token:{seat}:{token}" for seat, token in product(players, board.columns)),
            *(f"worker:{seat}:{place}" for seat, place in product(players, board.places)),
            *(f"salesman:{seat}:{exchange}" for seat, exchange in product(players, exchanges)),
        }
    )


def _column(seat: Seat, column: Column) -> str:
    return f"column:{seat}:{column}"


def _used(state: State, seat: Seat, column: Column) -> int:
    """Return how many tokens leave a column that is used."""
    return len(state.players[seat].tokens[column])


def _sides(state: State, _seat: Seat, choice: Choice) -> Note:
    assert isinstance(choice.command, c.ChooseSides)
    exchanges = state.board.exchanges(choice.command.sides)
    always = state.data.exchanges.always.id
    return Note(anchors=tuple(f"exchange:{exchange}" for exchange in exchanges if exchange != always))


def _lay(_state: State, seat: Seat, choice: Choice) -> Note:
    command = choice.command
    assert isinstance(command, c.PlaceToken | c.TakeBack)
    spot = f"research:{seat}" if command.spot == "research" else _column(seat, command.spot)
    return Note(anchors=(f"token:{seat}:{command.token}", spot))


def _void(state: State, seat: Seat, choice: Choice) -> Note:
    assert isinstance(choice.command, c.VoidAction)
    column = choice.command.column
    return Note(effect=amounts(tokens=-_used(state, seat, column)), anchors=(_column(seat, column),))


def _research(_state: State, seat: Seat, choice: Choice) -> Note:
    command = choice.command
    assert isinstance(command, c.PlaceResource)
    anchored = (f"token:{seat}:{command.token}", f"cubes:{command.resource}", f"place:{command.area}")
    return Note(effect={"research": -1}, anchors=anchored)


def _joker(state: State, seat: Seat, choice: Choice) -> Note:
    """Note the tokens that leave the column of the Manager, of which one is the joker (5.2)."""
    assert isinstance(choice.command, c.PlayJoker)
    effect = amounts(tokens=1 - _used(state, seat, "manager"))
    return Note(effect=effect, anchors=(_column(seat, "manager"), _column(seat, choice.command.column)))


def _logistics(state: State, seat: Seat, _choice: Choice) -> Note:
    effect = amounts(tokens=-_used(state, seat, "logistics"), moves=state.data.numbers.moves)
    return Note(effect=effect, anchors=(_column(seat, "logistics"),))


def _move(state: State, seat: Seat, choice: Choice) -> Note:
    command, phase = choice.command, state.phase
    assert isinstance(command, c.MoveWorker)
    assert isinstance(phase, Acting)
    effect = amounts(moves=-goals(state, phase, command.origin)[command.to])
    return Note(effect=effect, anchors=(f"worker:{seat}:{command.origin}", f"place:{command.to}"))


def _stop(state: State, _seat: Seat, _choice: Choice) -> Note:
    assert isinstance(state.phase, Acting)
    return Note(effect=amounts(moves=-state.phase.moves))


def _pawn(state: State, seat: Seat, origin: Origin) -> tuple[str, str]:
    """Return what a pawn is before it moves, and its id."""
    player = state.players[seat]
    if origin in player.workers:
        return "workers", f"worker:{seat}:{origin}"
    if origin in player.salesmen:
        return "salesmen", f"salesman:{seat}:{origin}"
    return "reserve", f"reserve:{seat}"


def _salesman(state: State, seat: Seat, choice: Choice) -> Note:
    command = choice.command
    assert isinstance(command, c.PlaceSalesman)
    was, pawn = _pawn(state, seat, command.origin)
    effect = _becoming(was, "salesmen", -_used(state, seat, "salesman"))
    return Note(effect=effect, anchors=(_column(seat, "salesman"), pawn, f"exchange:{command.exchange}"))


def _worker(state: State, seat: Seat, choice: Choice) -> Note:
    command = choice.command
    assert isinstance(command, c.PlaceWorker)
    was, pawn = _pawn(state, seat, command.origin)
    effect = _becoming(was, "workers", -_used(state, seat, "worker"))
    return Note(effect=effect, anchors=(_column(seat, "worker"), pawn, f"place:{state.board.start}"))


def _becoming(was: str, becomes: str, tokens: int) -> Mapping[str, int]:
    changes = {} if was == becomes else {was: -1, becomes: 1}
    return amounts(tokens=tokens, **changes)


def _invest(state: State, seat: Seat, choice: Choice) -> Note:
    assert isinstance(choice.command, c.TakeInvestment)
    tile = choice.command.tile
    effect = amounts(tokens=-_used(state, seat, "investor"), tiles=1)
    columns = dict.fromkeys((_column(seat, "investor"), _column(seat, tile)))
    return Note(effect=effect, anchors=(f"tile:{tile}", *columns))


def _sell(state: State, seat: Seat, choice: Choice) -> Note:
    """Note the proceeds (10.5), and the workers that leave exhausted areas (12.2)."""
    command = choice.command
    assert isinstance(command, c.SellCubes)
    price = price_of(state.exchanges[command.exchange], command.resource)
    workers = state.players[seat].workers
    home = sum(workers.count(area) for area in emptied_by(state, command))
    effect = amounts(
        money=price * len(command.areas),
        tokens=-_used(state, seat, command.resource),
        workers=-home,
        reserve=home,
    )
    places = (f"place:{area}" for area in command.areas)
    return Note(effect=effect, anchors=(_column(seat, command.resource), f"exchange:{command.exchange}", *places))


def _return(_state: State, seat: Seat, choice: Choice) -> Note:
    command = choice.command
    assert isinstance(command, c.ReturnToken)
    return Note(effect={"tokens": -1}, anchors=(f"token:{seat}:{command.token}", _column(seat, command.column)))


_NOTES: Mapping[type[Command], NoteOf] = {
    c.ChooseSides: _sides,
    c.PlaceToken: _lay,
    c.TakeBack: _lay,
    c.EndPlacing: no_note,
    c.Pass: no_note,
    c.VoidAction: _void,
    c.PlaceResource: _research,
    c.PlayJoker: _joker,
    c.UseLogistics: _logistics,
    c.MoveWorker: _move,
    c.EndLogistics: _stop,
    c.PlaceSalesman: _salesman,
    c.PlaceWorker: _worker,
    c.TakeInvestment: _invest,
    c.SellCubes: _sell,
    c.ReturnToken: _return,
}
notes = notes_by_command(_NOTES)
"""Returns the notes on choices of a seat."""
