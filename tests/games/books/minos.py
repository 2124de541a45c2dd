"""Books of Minos: all that is on the table as the events tell it."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from domain.game.game import Game
from domain.kernel.values import Choice, Command, Event, Seat
from domain.minos import commands as c
from domain.minos import events as e
from domain.minos.dice import Dice
from domain.minos.options import BUILDINGS, Building, Field, Space
from domain.minos.state import Acting, Fighting, Placing, State, holders, place_of
from projections.views.minos import view
from service.bots.minos import careful
from tests.games.plays import any_of

MOST_CHOICES = {"at_arrow": 1000, "turn": 5000}
"""More than there are in a turn (10.5), by the option `ring_purchase`. At the Arrow there are at most 728: 1 about
talents; 2 about rolls; 6 dice, each used, then bought, built or stepped with up to 5 times; a free soldier after
each of 30 steps; a soldier or ship in each of 28 settlements; up to 76 pieces on the board and 64 that come in the
turn, each of which can lose a duel in which two sides stand; 50 rings and 50 more after each use of Arrows for
rerolls; the end. In the whole turn there are 3,050 more: 50 purchases before each of 30 conflicts and after the
last, and 50 rerolls in each."""

WORTH = {"port": 1, "house": 1, "warehouse": 2, "walls": 0}
TALENTS = (5, 12, 18, 25)
PIECES = {"port": 16, "house": 16, "warehouse": 32, "walls": 16}


def lively(game: Game, seat: Seat, choices: Sequence[Choice], rng: random.Random) -> Command:
    """Choose as one of four kinds of players would, who change seats: so games get far, and everywhere."""
    if isinstance(game.state.phase, Placing):
        return rng.choice(choices).command
    kind = (seat + int(game.id[-4:])) % 4
    attacks = [choice for choice in choices if is_attack(game.state, seat, choice.command)]
    if kind == 0 and attacks and rng.random() < 0.7:
        return rng.choice(attacks).command
    if kind == 1 or (kind in {0, 2} and rng.random() < 0.6):
        return careful.choose(view(game, seat), seat, choices, rng)
    return any_of(choices, rng, 0.95 if kind == 2 else 0.6)


def is_attack(state: State, seat: Seat, command: Command) -> bool:
    if isinstance(command, c.MoveShip | c.MoveSoldier):
        return holders(state).get(place_of(state, command.to), seat) != seat
    return isinstance(command, c.CarrySoldier | c.AttackShip)


def worth(buildings: Sequence[Building]) -> int:
    return sum(WORTH[building] for building in buildings) * (2 if "walls" in buildings else 1)


def value(dice: Dice) -> int:
    combined = min(dice.arrow, dice.joker, dice.star)
    return 3 * dice.arrow + 2 * dice.joker + dice.star + 4 * combined


class Books:
    """All that is on the table of one game as its events tell it."""

    def __init__(self, state: State) -> None:
        seats = range(len(state.players))
        self.sets = 2 if len(seats) == 2 else 1
        ships = state.options.two_player_ships if self.sets == 2 else 1
        talents = state.options.two_player_talents if self.sets == 2 else 25
        self.money = dict.fromkeys(seats, talents)
        self.rings = dict.fromkeys(seats, 0)
        self.ships: dict[Seat, Counter[Space]] = {seat: Counter({"mare-medium": ships}) for seat in seats}
        self.soldiers: dict[Seat, Counter[Space]] = {seat: Counter() for seat in seats}
        self.buildings: dict[Field, tuple[Building, ...]] = {}
        self.owner: dict[Field, Seat | None] = {}
        self.lost = self.points = self.rights = 0
        self.choices = 0
        """How many choices there were in the turn that goes on."""
        self.attackers: list[e.Piece] = []
        self.out: list[Seat] = []

    def income(self, seat: Seat) -> int:
        return sum(worth(self.buildings[field]) for field, owner in self.owner.items() if owner == seat)

    def enter(self, state: State, event: Event) -> None:  # noqa: C901, PLR0912, PLR0915 - one case a type of event
        """Enter what an event says; check the amounts against the rules and the table before it."""
        match event:
            case e.TurnStarted():
                self.points = self.rights = self.choices = 0
            case e.TalentsShown(seat=seat):
                assert event.talents == self.money[seat]
            case e.DiceUsed(seat=seat):
                self._use(state, seat, event)
            case e.RingsBought(seat=seat):
                assert event.cost == 10 * event.rings > 0
                self.money[seat] -= event.cost
                self.rings[seat] += event.rings
            case e.ShipMoved(seat=seat):
                self.points -= 1
                self._move(self.ships[seat], event.origin, event.to)
            case e.SoldierMoved(seat=seat):
                self.points -= 1
                self._move(self.soldiers[seat], event.origin, event.to)
            case e.SoldierCarried(seat=seat):
                assert event.points >= 2
                self.points -= event.points
                self._move(self.ships[seat], f"harbour-{event.origin}", f"harbour-{event.to}")
                self._move(self.soldiers[seat], event.origin, event.to)
            case e.BuildingBuilt(seat=seat, field=field):
                self._build(seat, field, event)
            case e.PieceRecruited(seat=seat, field=field):
                assert event.cost == 5
                assert self.owner[field] == seat
                assert self.buildings[field].count("house" if event.piece == "soldier" else "port") >= 2
                self.money[seat] -= 5
                if event.piece == "ship":
                    self.ships[seat][f"harbour-{field}"] += 1
                else:
                    self.soldiers[seat][field] += 1
            case e.ConflictOpened():
                assert state.round > 1
                self.points -= event.points
                self.attackers = list(event.attackers)
            case e.ConflictDiceRolled():
                assert (event.dice.total, event.value) == (6, value(event.dice))
            case e.ConflictDiceRerolled(seat=seat):
                assert (event.dice.total, event.value) == (6, value(event.dice))
                assert not event.rolled.scales
                self.rings[seat] -= 1
            case e.DuelFought():
                assert isinstance(state.phase, Fighting)
                assert (event.winner == state.phase.turn.seat) == (event.attacker > event.defender)
                assert event.winner != event.loser
                self._lose(event)
            case e.EntryBarred(place=place):
                assert place == state.board.fish
                assert any(ships[place] for ships in self.ships.values())
            case e.AttackWon(seat=seat, place=place):
                for piece in self.attackers:
                    harbour = f"harbour-{place}" if place in state.board.fields else place
                    if piece.kind == "ship":
                        self._move(self.ships[seat], piece.space, harbour)
                    else:
                        self._move(self.soldiers[seat], piece.space, place)
            case e.SettlementAbandoned(seat=seat, field=field):
                assert self.owner[field] == seat
                self.owner[field] = None
                assert event.income == self.income(seat)
            case e.SettlementTaken(seat=seat, field=field):
                assert self.owner[field] == event.taken_from != seat
                self.owner[field] = seat
                assert event.income == self.income(seat)
                assert event.loser_income == (None if event.taken_from is None else self.income(event.taken_from))
            case e.FreeSoldierPlaced(seat=seat, field=field):
                assert self.owner[field] == seat
                self.soldiers[seat][field] += 1
            case e.PlayerEliminated(seat=seat):
                assert not self.ships[seat].total() + self.soldiers[seat].total() + self.income(seat)
                assert event.rings == self.rings[seat]
                self.lost += event.rings
                self.money[seat] = self.rings[seat] = 0
                self.out.append(seat)
            case _:
                pass

    def _use(self, state: State, seat: Seat, event: e.DiceUsed) -> None:
        number = event.dice + event.joker
        assert number >= 1
        match event.symbol:
            case "scales":
                extra = self.income(seat) if state.options.star_on_scales == "income" else 1
                assert event.gain == number * self.income(seat) + event.star * extra
                self.money[seat] += event.gain
            case "arrow":
                assert event.gain == min(number + event.star, state.rings)
                self.rings[seat] += event.gain
            case "gull":
                assert event.gain == 5 * number + event.star
                self.points += event.gain
            case "building":
                assert event.gain == number + event.star
                self.rights += event.gain

    def _build(self, seat: Seat, field: Field, event: e.BuildingBuilt) -> None:
        built = self.buildings.get(field, ())
        assert event.cost == TALENTS[len(built)]
        assert event.rights == (4 if event.building == "walls" else len(built) + 1)
        assert event.soldier == (not built and self.soldiers[seat].total() < 12 * self.sets)
        assert self.owner.get(field, seat) == seat
        self.money[seat] -= event.cost
        self.rights -= event.rights
        self.buildings[field] = (*built, event.building)
        self.owner[field] = seat
        self.soldiers[seat][field] += event.soldier
        assert event.income == self.income(seat)

    def _lose(self, event: e.DuelFought) -> None:
        pieces = self.ships if event.lost.kind == "ship" else self.soldiers
        pieces[event.loser][event.lost.space] -= 1
        if event.lost in self.attackers:
            self.attackers.remove(event.lost)

    @staticmethod
    def _move(pieces: Counter[Space], origin: Space, to: Space) -> None:
        pieces[origin] -= 1
        pieces[to] += 1

    def compare(self, state: State) -> None:
        """Assert that the table holds what the books say, and no more of anything than the box."""
        for seat, player in enumerate(state.players):
            assert player.money == self.money[seat] >= 0
            assert player.rings == self.rings[seat] >= 0
            assert player.income == self.income(seat)
            assert Counter(player.ships) == +self.ships[seat]
            assert Counter(player.soldiers) == +self.soldiers[seat]
            assert min((*self.ships[seat].values(), *self.soldiers[seat].values()), default=0) >= 0
            assert len(player.ships) <= 7 * self.sets
            assert len(player.soldiers) <= 12 * self.sets
        assert state.rings + sum(self.rings.values()) + self.lost == 50
        assert state.rings >= 0
        assert {field: each.buildings for field, each in state.settlements.items()} == self.buildings
        assert {field: each.owner for field, each in state.settlements.items()} == self.owner
        standing = Counter(building for buildings in self.buildings.values() for building in buildings)
        assert {kind: standing[kind] + left for kind, left in zip(BUILDINGS, state.stock, strict=True)} == PIECES
        assert min(state.stock) >= 0
        assert list(state.eliminated) == self.out
        if isinstance(state.phase, Acting):
            assert (state.phase.points, state.phase.rights) == (self.points, self.rights)
        assert state.round <= 81 * state.options.idle_limit

    def settle(self, state: State) -> None:
        """Check the places, and that the turn ends (10.5)."""
        check_places(state)
        self.choices += 1
        assert self.choices < MOST_CHOICES[state.options.ring_purchase]

    def close(self, game: Game) -> None:
        """The books say nothing of the scores."""


def check_places(state: State) -> None:
    """Between decisions no place is held by two, no space is too full, owners are present, cities have walls."""
    board, open_fields = state.board, {*state.board.fields} - {*state.covered}
    ships = Counter(space for player in state.players for space in player.ships if space != board.fish)
    assert set(ships.values()) <= {1}
    crowded = Counter(space for player in state.players for space in player.soldiers)
    assert all(number == 1 for space, number in crowded.items() if space not in open_fields)
    holders: dict[Space, Seat] = {}
    for seat, player in enumerate(state.players):
        for space in (*player.ships, *player.soldiers):
            place = space.removeprefix("harbour-")
            assert space == board.fish or holders.setdefault(place, seat) == seat
    for field, settlement in state.settlements.items():
        assert field in open_fields
        assert settlement.owner == holders.get(field)
        assert settlement.buildings[0] != "walls"
        assert settlement.buildings.count("walls") <= 1
        assert len(settlement.buildings) < 4 or ("walls" in settlement.buildings and settlement.is_city)


FAULTS: dict[str, Callable[[State], State]] = {
    "a talent": lambda state: with_first(state, money=state.players[0].money + 1),
    "a ring": lambda state: replace(state, rings=state.rings - 1),
    "a ship": lambda state: with_first(state, ships=state.players[0].ships[1:]),
    "a soldier": lambda state: with_first(state, soldiers=(*state.players[0].soldiers, "roma")),
    "income": lambda state: with_first(state, income=state.players[0].income + 1),
    "a building of the stock": lambda state: replace(state, stock=(state.stock[0] + 1, *state.stock[1:])),
    "a settlement": lambda state: replace(state, settlements=dict(list(state.settlements.items())[1:])),
}


def with_first(state: State, **changes: Any) -> State:
    return replace(state, players=(replace(state.players[0], **changes), *state.players[1:]))
