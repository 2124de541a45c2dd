"""Books of Siberia: money, cubes, tokens and tiles as the events tell them."""

from collections import Counter
from itertools import chain

from domain.game.game import Game
from domain.kernel.values import Event
from domain.siberia import events as e
from domain.siberia.options import COLUMNS
from domain.siberia.state import Placing, State

MOST_ROUNDS = 60


class Books:
    """Money, cubes, tokens, tiles and pawns of one game as its events tell them."""

    def __init__(self, state: State) -> None:
        seats = range(len(state.players))
        self.money = dict.fromkeys(seats, 0)
        self.cubes = {"reserve": 70, "map": 0, "sold": 0}
        self.held = dict.fromkeys(seats, 0)
        self.tiles = dict.fromkeys(seats, 0)
        self.exhausted: list[str] = []
        self.pieces = pieces(state)
        assert [sum(kinds.values()) for kinds in self.pieces] == [70, 70, 20]

    def enter(self, state: State, event: Event) -> None:
        """Enter what an event says; check amounts against the rules and the table before it."""
        match event:
            case e.AreaSeeded(resources=resources):
                self._carry(len(resources), "reserve", "map")
            case e.ResourcePlaced(seat=seat):
                self._carry(1, "reserve", "map")
                self.held[seat] -= 1
            case e.CubesSold(seat=seat, areas=areas):
                exchange = state.exchanges[event.exchange]
                assert event.price == exchange.prices[("gas", "coal", "oil", "gold", "diamonds").index(event.resource)]
                assert event.proceeds == event.price * len(areas) > 0
                self.money[seat] += event.proceeds
                self._carry(len(areas), "map", "sold")
                self.held[seat] -= len(event.tokens)
            case e.RoundStarted():
                assert all(player.kept <= 10 and not player.research for player in state.players)
            case e.TokensDrawn(seat=seat):
                # four players keep ten tokens each at the most, so the bag never runs dry
                assert event.count == len(event.secret.tokens) == 6
                self.held[seat] += event.count
            case e.ResearchFailed(seat=seat) | e.TokenReturned(seat=seat):
                self.held[seat] -= 1
            case e.InvestmentTaken(seat=seat):
                self.tiles[seat] += 1
                self.held[seat] -= len(event.tokens)
            case e.AreaExhausted():
                self.exhausted.append(event.area)
                assert event.number == len(self.exhausted)
            case (
                e.ActionVoided(seat=seat, tokens=tokens)
                | e.JokerPlayed(seat=seat, tokens=tokens)
                | e.LogisticsStarted(seat=seat, tokens=tokens)
                | e.SalesmanPlaced(seat=seat, tokens=tokens)
                | e.WorkerPlaced(seat=seat, tokens=tokens)
            ):
                self.held[seat] -= len(tokens)
            case _:
                pass

    def _carry(self, cubes: int, origin: str, to: str) -> None:
        self.cubes[origin] -= cubes
        self.cubes[to] += cubes

    def compare(self, state: State) -> None:
        """The table says the same."""
        on_map = sum(len(cubes) for cubes in state.areas.values())
        assert self.cubes == {"reserve": state.reserves.total, "map": on_map, "sold": state.sold.total}
        players = dict(enumerate(state.players))
        assert self.money == {seat: player.money for seat, player in players.items()}
        assert self.tiles == {seat: len(player.tiles) for seat, player in players.items()}
        phase = state.phase
        unseen = zip(phase.hands, phase.laid, strict=True) if isinstance(phase, Placing) else [((), ())] * len(players)
        assert self.held == {
            seat: player.kept + len(player.research) + len(hand) + len(laid)
            for (seat, player), (hand, laid) in zip(players.items(), unseen, strict=True)
        }
        assert tuple(self.exhausted) == state.exhausted
        assert pieces(state) == self.pieces
        check_places(state)

    def settle(self, state: State) -> None:
        """Nothing holds between decisions only."""

    def close(self, game: Game) -> None:
        """Money is what counts."""
        assert game.state.round < MOST_ROUNDS
        assert {place.seat: place.score for place in game.places} == self.money


def pieces(state: State) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Return every cube, token and investment tile by its kind, wherever it is."""
    cubes = Counter[str](chain.from_iterable(state.areas.values()))
    cubes.update(dict(state.reserves.contents()))
    cubes.update(dict(state.sold.contents()))
    tokens = Counter(dict(state.bag.contents()))
    tiles = Counter[str](state.open)
    tiles.update(dict(state.stack.contents()))
    for player in state.players:
        tokens.update(chain(player.research, *player.tokens.values()))
        tiles.update(player.tiles)
    if isinstance(state.phase, Placing):
        tokens.update(chain(*state.phase.hands, (laid.token for laid in chain(*state.phase.laid))))
    return cubes, tokens, tiles


def check_places(state: State) -> None:
    """Six pawns a player; no column is too full; no two cubes of a kind on an area, none on an exhausted one."""
    for player in state.players:
        assert player.reserve + len(player.workers) + len(player.salesmen) == 6
        assert player.reserve >= 0
        assert all(player.free(column) >= 0 for column in COLUMNS)
        assert len(set(player.tiles)) == len(player.tiles)
        assert state.options.exhausted_stop or not set(player.workers) & set(state.exhausted)
    assert all(len(set(cubes)) == len(cubes) for cubes in state.areas.values())
    assert not any(state.areas[area] for area in state.exhausted)
    slots = state.options.exchange_slots
    if slots != "none":
        salesmen = Counter(chain.from_iterable(player.salesmen for player in state.players))
        assert all(count <= slots for exchange, count in salesmen.items() if exchange != "frankfurt")
