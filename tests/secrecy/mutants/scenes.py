"""Where a planted leak is looked for: a game, a viewer, and the positions that tell something."""

import zlib
from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from domain.game import game as games
from domain.game.game import Game
from domain.giganten.state import Drilling, Movement
from domain.giganten.state import State as Giganten
from domain.kernel.values import Viewer
from domain.minos.state import State as Minos
from domain.siberia.state import Placing
from service.core.parts import parts_of
from tests.planted import Plant

P = TypeVar("P")

When: TypeAlias = Callable[[Game, Viewer], bool]


def part_of(request: Any, kind: type[P]) -> P:
    """Return a part of the service that a request reaches."""
    return parts_of(request.app).get(kind)


def always(game: Game, viewer: Viewer) -> bool:
    """Whether anything is hidden by the options alone."""
    return True


def hands_dealt(game: Game, viewer: Viewer) -> bool:
    """Whether another hand than the viewer's, and the deck, hold licences."""
    state: Giganten = game.state
    others = [player for seat, player in enumerate(state.players) if seat != viewer]
    return state.licences.total > 2 and sum(player.licence_cards for player in others) > 2


def tiles_inspected(game: Game, viewer: Viewer) -> bool:
    """Whether others have inspected tiles that still lie."""
    state: Giganten = game.state
    own = () if viewer is None else state.players[viewer].known
    return sum(value is not None and site not in own for site, value in state.tiles.items()) > 1


def tiles_forgotten(game: Game, viewer: Viewer) -> bool:
    """Whether tiles still lie that the viewer has inspected."""
    state: Giganten = game.state
    return viewer is not None and bool(state.players[viewer].known.keys() & state.tiles.keys())


def placing(game: Game, viewer: Viewer) -> bool:
    """Whether others hold tokens, and have placed some, unseen."""
    phase = game.state.phase
    if not isinstance(phase, Placing) or phase.step != "placing":
        return False
    others = [seat for seat in range(len(phase.hands)) if seat != viewer]
    return any(phase.hands[seat] for seat in others) and any(phase.laid[seat] for seat in others)


def changed_twice(game: Game, viewer: Viewer) -> bool:
    """Whether another seat has changed its panel twice and may go on: then two tokens lie, or none (Siberia 2.8)."""
    phase = game.state.phase
    if not isinstance(phase, Placing) or phase.step != "placing":
        return False
    return any(phase.changes_of(seat) == 2 for seat in range(len(phase.hands)) if seat not in {viewer, *phase.done})


def asked(game: Game, viewer: Viewer) -> bool:
    """Whether the viewer has to act."""
    return viewer in games.awaiting(game)


def last_to_place(game: Game, viewer: Viewer) -> bool:
    """Whether the viewer places the last token of all: then all tokens are revealed."""
    phase = game.state.phase
    return isinstance(phase, Placing) and [*games.awaiting(game)] == [viewer] and len(phase.hands[viewer or 0]) == 1


def before_a_derrick(game: Game, viewer: Viewer) -> bool:
    """Whether the next seat may build a derrick if it has the money, once the viewer has drilled or used a special."""
    state: Giganten = game.state
    phase = state.phase
    match phase:
        case Drilling(todo) if todo[:1] == (viewer,) and len(todo) > 1:
            following = todo[1]
        case Movement(todo, step="special") if todo == (viewer,):
            following = state.first_player
        case _:
            return False
    truck = state.players[following].truck
    return truck is not None and any(site in state.tiles for site in state.board.sites_beside[truck])


def some_hide(game: Game, viewer: Viewer) -> bool:
    """Whether a player shows the talents, and another than the viewer does not."""
    state: Minos = game.state
    return len({player.shown for seat, player in enumerate(state.players) if seat != viewer}) > 1


class Scene(NamedTuple):
    """A game of a title under some options, who looks, and at which positions."""

    title: str
    options: tuple[tuple[str, Any], ...] = ()
    viewer: Viewer = 0
    when: When = always
    has_clock: bool = False


HANDS = Scene("giganten", when=hands_dealt)
HANDS_CLOCKED = Scene("giganten", when=hands_dealt, has_clock=True)
HANDS_WATCHED = Scene("giganten", viewer=None, when=hands_dealt)
TILES = Scene("giganten", viewer=1, when=tiles_inspected)
FORGOTTEN = Scene("giganten", (("peek_memory", False),), 0, tiles_forgotten)
BEFORE_A_DERRICK = Scene("giganten", (("money_public", False),), 2, before_a_derrick)
ASKED = Scene("giganten", (("money_public", False),), when=asked)
GIGANTEN_MONEY = Scene("giganten", (("money_public", False),))
TOKENS = Scene("siberia", when=placing)
TOKENS_CLOCKED = Scene("siberia", when=placing, has_clock=True)
LAST_TO_PLACE = Scene("siberia", (("take_back", False),), when=last_to_place)
TOKENS_WATCHED = Scene("siberia", viewer=None, when=placing)
CHANGED_TWICE = Scene("siberia", viewer=None, when=changed_twice)
SIBERIA_MONEY = Scene("siberia", (("money_public", False),), 1)
MINOS_MONEY = Scene("minos", (("money_public", False),), 1)
MINOS_OWN_CHOICE = Scene("minos", (("money_public", "own_choice"),), 1, some_hide)


Where: TypeAlias = Literal["game", "lists", "metrics", "live", "acts"]
"""`game`: in replies about the game; `lists`: in lists, metrics and the log; `metrics`: in these, once the game was
asked for; `live`: in what a stream sends as it happens; `acts`: in what follows from a take-back, a vacation or a
ruling."""


class Mutant(NamedTuple):
    """A planted leak: its name, what plants it, and where it is looked for."""

    name: str
    plant: Plant
    scene: Scene
    where: Where
    """In which replies it is."""
    path: str
    """The only path that is asked, by all of its addresses; empty: everything of `where`."""


PLANTED: list[Mutant] = []


def mutant(scene: Scene, where: Where = "game", path: str = "") -> Callable[[Plant], Plant]:
    """Note a planted leak, to be looked for in this scene.

    A leak under a parameter that is rarely asked names its path: to ask everything before it would take most of the
    time.
    """

    def note(plant: Plant) -> Plant:
        PLANTED.append(Mutant(plant.__name__, plant, scene, where, path))
        return plant

    return note


def hidden_of(game: Game) -> str:
    """Return something of a table that no viewer knows in whole."""
    state: Any = game.state
    if state is None:
        return "nothing"
    players = [str(getattr(player, "ones", "")) + str(player.money) for player in state.players]
    phase = state.phase
    return " ".join([*players, str(phase.hands) if isinstance(phase, Placing) else ""])


def sum_of(game: Game) -> int:
    """Return a number that follows from what is hidden."""
    return zlib.crc32(hidden_of(game).encode())
