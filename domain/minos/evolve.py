"""How each event changes the table of Minos; no rule is checked here."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.kernel.values import Event, Seat
from domain.minos import events as e
from domain.minos.board import harbour_of
from domain.minos.dice import Dice
from domain.minos.options import BUILDINGS, Field, Space
from domain.minos.state import (
    Acting,
    Between,
    Fighting,
    Over,
    Placing,
    Player,
    Rolling,
    Settlement,
    State,
)


def evolve(state: State, event: Event) -> State:
    """Return the table after the event."""
    return EVOLVE[type(event)](state, event)


def _player(state: State, seat: Seat, **changes: Any) -> tuple[Player, ...]:
    players = state.players
    return (*players[:seat], replace(players[seat], **changes), *players[seat + 1 :])


def _without(spaces: tuple[Space, ...], space: Space) -> tuple[Space, ...]:
    place = spaces.index(space)
    return (*spaces[:place], *spaces[place + 1 :])


def _with(spaces: tuple[Space, ...], space: Space) -> tuple[Space, ...]:
    return tuple(sorted((*spaces, space)))


def _moved(spaces: tuple[Space, ...], origin: Space, to: Space) -> tuple[Space, ...]:
    return _with(_without(spaces, origin), to)


def _turn(state: State) -> Acting:
    assert isinstance(state.phase, Acting)
    return state.phase


def _acted(state: State, turn: Acting, **changes: Any) -> Acting:
    """Return the turn after an action other than Scales: income is closed (3.4), rings may be (3.6)."""
    rings_open = turn.rings_open and state.options.ring_purchase == "turn"
    return replace(turn, **{"income_open": False, "rings_open": rings_open, **changes})


def _fields_covered(state: State, event: e.FieldsCovered) -> State:
    return replace(state, covered=event.fields)


def _first_player_drawn(state: State, event: e.FirstPlayerDrawn) -> State:
    return replace(state, first_player=event.seat, phase=Between(None))


def _round_started(state: State, event: e.RoundStarted) -> State:
    return replace(state, round=event.round, phase=Between(None))


def _turn_started(state: State, event: e.TurnStarted) -> State:
    return replace(state, phase=Rolling(event.seat))


def _turn_ended(state: State, event: e.TurnEnded) -> State:
    return replace(state, phase=Between(event.seat))


def _dice_rolled(state: State, event: e.DiceRolled | e.DiceRolledAgain) -> State:
    assert isinstance(state.phase, Rolling)
    rolls = state.phase.rolls + 1
    if rolls == state.data.dice.rolls:
        return replace(state, phase=Acting(event.seat, event.dice))
    return replace(state, phase=Rolling(event.seat, event.dice, rolls))


def _dice_kept(state: State, event: e.DiceKept) -> State:
    assert isinstance(state.phase, Rolling)
    assert state.phase.dice is not None
    return replace(state, phase=Acting(event.seat, state.phase.dice))


def _dice_used(state: State, event: e.DiceUsed) -> State:
    turn = _turn(state)
    used = Dice(**{event.symbol: event.dice}, joker=int(event.joker), star=int(event.star))
    turn = replace(
        turn,
        dice=turn.dice.minus(used),
        jokered=(*turn.jokered, event.symbol) if event.joker else turn.jokered,
        starred=(*turn.starred, event.symbol) if event.star else turn.starred,
    )
    player = state.players[event.seat]
    match event.symbol:
        case "scales":
            return replace(state, phase=turn, players=_player(state, event.seat, money=player.money + event.gain))
        case "arrow":
            players = _player(state, event.seat, rings=player.rings + event.gain)
            turn = _acted(state, turn, rings_open=True)
            return replace(state, phase=turn, players=players, rings=state.rings - event.gain)
        case "gull":
            return replace(state, phase=_acted(state, turn, points=turn.points + event.gain))
        case "building":
            return replace(state, phase=_acted(state, turn, rights=turn.rights + event.gain))


def _rings_bought(state: State, event: e.RingsBought) -> State:
    player = state.players[event.seat]
    players = _player(state, event.seat, rings=player.rings + event.rings, money=player.money - event.cost)
    return replace(state, players=players, rings=state.rings - event.rings, phase=_acted(state, _turn(state)))


def _ship_moved(state: State, event: e.ShipMoved) -> State:
    turn = _turn(state)
    ships = _moved(state.players[event.seat].ships, event.origin, event.to)
    phase = _acted(state, turn, points=turn.points - 1)
    return replace(state, players=_player(state, event.seat, ships=ships), phase=phase)


def _soldier_moved(state: State, event: e.SoldierMoved) -> State:
    turn = _turn(state)
    soldiers = _moved(state.players[event.seat].soldiers, event.origin, event.to)
    phase = _acted(state, turn, points=turn.points - 1)
    return replace(state, players=_player(state, event.seat, soldiers=soldiers), phase=phase)


def _soldier_carried(state: State, event: e.SoldierCarried) -> State:
    turn = _turn(state)
    player = state.players[event.seat]
    players = _player(
        state,
        event.seat,
        ships=_moved(player.ships, harbour_of(event.origin), harbour_of(event.to)),
        soldiers=_moved(player.soldiers, event.origin, event.to),
    )
    return replace(state, players=players, phase=_acted(state, turn, points=turn.points - event.points))


def _building_built(state: State, event: e.BuildingBuilt) -> State:
    turn = _turn(state)
    player = state.players[event.seat]
    old = state.settlements.get(event.field)
    buildings = (*(old.buildings if old else ()), event.building)
    kind = BUILDINGS.index(event.building)
    players = _player(
        state,
        event.seat,
        money=player.money - event.cost,
        income=event.income,
        soldiers=_with(player.soldiers, event.field) if event.soldier else player.soldiers,
    )
    return replace(
        state,
        players=players,
        settlements={**state.settlements, event.field: Settlement(event.seat, buildings)},
        stock=(*state.stock[:kind], state.stock[kind] - 1, *state.stock[kind + 1 :]),
        last_built=state.round,
        phase=_acted(state, turn, rights=turn.rights - event.rights),
    )


def _piece_recruited(state: State, event: e.PieceRecruited) -> State:
    turn = _turn(state)
    player = state.players[event.seat]
    money = player.money - event.cost
    if event.piece == "ship":
        players = _player(state, event.seat, money=money, ships=_with(player.ships, harbour_of(event.field)))
    else:
        players = _player(state, event.seat, money=money, soldiers=_with(player.soldiers, event.field))
    return replace(state, players=players, phase=_acted(state, turn, recruited=(*turn.recruited, event.field)))


def _conflict_opened(state: State, event: e.ConflictOpened) -> State:
    turn = _turn(state)
    turn = _acted(state, turn, points=turn.points - event.points)
    return replace(state, phase=Fighting(turn, event.attackers, event.place, event.defender))


def _conflict_dice_rolled(state: State, event: e.ConflictDiceRolled) -> State:
    assert isinstance(state.phase, Fighting)
    return replace(state, phase=replace(state.phase, dice=event.dice))


def _conflict_dice_rerolled(state: State, event: e.ConflictDiceRerolled) -> State:
    assert isinstance(state.phase, Fighting)
    players = _player(state, event.seat, rings=state.players[event.seat].rings - 1)
    return replace(state, players=players, rings=state.rings + 1, phase=replace(state.phase, dice=event.dice))


def _conflict_dice_stood(state: State, event: e.ConflictDiceStood) -> State:
    assert isinstance(state.phase, Fighting)
    if state.phase.step == "attack":
        return replace(state, phase=replace(state.phase, step="defend", dice=None, attack=event.value))
    return replace(state, phase=replace(state.phase, step="settle", dice=None, defence=event.value))


def _duel_fought(state: State, event: e.DuelFought) -> State:
    phase = state.phase
    assert isinstance(phase, Fighting)
    player = state.players[event.loser]
    lost = event.lost
    if lost.kind == "ship":
        players = _player(state, event.loser, ships=_without(player.ships, lost.space))
    else:
        players = _player(state, event.loser, soldiers=_without(player.soldiers, lost.space))
    attackers = phase.attackers if event.winner == phase.turn.seat else phase.attackers[1:]
    won = phase.duels_won + (event.winner == phase.turn.seat)
    fighting = Fighting(phase.turn, attackers, phase.place, phase.defender, duels_won=won)
    return replace(state, players=players, phase=fighting)


def _attack_won(state: State, event: e.AttackWon) -> State:
    phase = state.phase
    assert isinstance(phase, Fighting)
    player = state.players[event.seat]
    ships, soldiers = player.ships, player.soldiers
    for piece in phase.attackers:
        if piece.kind == "ship":
            at_field = event.place in state.board.field_of
            ships = _moved(ships, piece.space, harbour_of(event.place) if at_field else event.place)
        else:
            soldiers = _moved(soldiers, piece.space, event.place)
    return replace(state, players=_player(state, event.seat, ships=ships, soldiers=soldiers), phase=phase.turn)


def _attack_repelled(state: State, event: e.AttackRepelled) -> State:
    del event
    assert isinstance(state.phase, Fighting)
    return replace(state, phase=replace(state.phase.turn, defeated=True))


def _entry_barred(state: State, event: e.EntryBarred) -> State:
    del event
    assert isinstance(state.phase, Fighting)
    return replace(state, phase=state.phase.turn)


def _owned(state: State, field: Field, owner: Seat | None, left_by: Seat | None) -> Mapping[Field, Settlement]:
    old = state.settlements[field]
    return {**state.settlements, field: replace(old, owner=owner, left_by=left_by)}


def _settlement_abandoned(state: State, event: e.SettlementAbandoned) -> State:
    settlements = _owned(state, event.field, None, event.seat)
    return replace(state, settlements=settlements, players=_player(state, event.seat, income=event.income))


def _settlement_taken(state: State, event: e.SettlementTaken) -> State:
    if event.taken_from is not None:
        state = replace(state, players=_player(state, event.taken_from, income=event.loser_income))
    return replace(
        state,
        settlements=_owned(state, event.field, event.seat, None),
        players=_player(state, event.seat, income=event.income),
        phase=Placing(_turn(state), event.field) if event.soldier_due else state.phase,
    )


def _free_soldier_placed(state: State, event: e.FreeSoldierPlaced) -> State:
    assert isinstance(state.phase, Placing)
    soldiers = _with(state.players[event.seat].soldiers, event.field)
    return replace(state, players=_player(state, event.seat, soldiers=soldiers), phase=state.phase.turn)


def _free_soldier_declined(state: State, event: e.FreeSoldierDeclined) -> State:
    del event
    assert isinstance(state.phase, Placing)
    return replace(state, phase=state.phase.turn)


def _player_eliminated(state: State, event: e.PlayerEliminated) -> State:
    return replace(
        state,
        players=_player(state, event.seat, money=0, rings=0),
        rings_lost=state.rings_lost + event.rings,
        eliminated=(*state.eliminated, event.seat),
    )


def _play_ended(state: State, event: e.PlayEnded) -> State:
    return replace(state, phase=Over(event.reason))


EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    e.FieldsCovered: _fields_covered,
    e.FirstPlayerDrawn: _first_player_drawn,
    e.RoundStarted: _round_started,
    e.TurnStarted: _turn_started,
    e.TurnEnded: _turn_ended,
    e.DiceRolled: _dice_rolled,
    e.DiceRolledAgain: _dice_rolled,
    e.DiceKept: _dice_kept,
    e.DiceUsed: _dice_used,
    e.RingsBought: _rings_bought,
    e.ShipMoved: _ship_moved,
    e.SoldierMoved: _soldier_moved,
    e.SoldierCarried: _soldier_carried,
    e.BuildingBuilt: _building_built,
    e.PieceRecruited: _piece_recruited,
    e.ConflictOpened: _conflict_opened,
    e.ConflictDiceRolled: _conflict_dice_rolled,
    e.ConflictDiceRerolled: _conflict_dice_rerolled,
    e.ConflictDiceStood: _conflict_dice_stood,
    e.DuelFought: _duel_fought,
    e.AttackWon: _attack_won,
    e.AttackRepelled: _attack_repelled,
    e.EntryBarred: _entry_barred,
    e.SettlementAbandoned: _settlement_abandoned,
    e.SettlementTaken: _settlement_taken,
    e.FreeSoldierPlaced: _free_soldier_placed,
    e.FreeSoldierDeclined: _free_soldier_declined,
    e.PlayerEliminated: _player_eliminated,
    e.PlayEnded: _play_ended,
}
