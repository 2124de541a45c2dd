"""What a viewer may see of a table of Nim: an allow-list, built field by field."""

from typing import Annotated

from msgspec import Meta

from domain.game.game import Game
from domain.kernel.values import Place
from domain.kernel.viewers import viewer_name
from projections.history import FULL, AnyViewer
from projections.views.common import Part
from tests.titles.nim.flow import FLOW
from tests.titles.nim.state import State


class NimPlayerView(Part, frozen=True):
    """What a viewer may know of a player."""

    seat: Annotated[int, Meta(ge=0, description="A seat, from 0.")]
    favourite: Annotated[int | None, Meta(description="The favourite heap; null unless it is yours (1.3).")]
    taken: Annotated[tuple[int, ...], Meta(description="The objects that the player has taken, by heap.")]


class NimView(Part, frozen=True, tag="nim.view"):
    """A table of Nim as a viewer may see it."""

    game: Annotated[str, Meta(description="The id of the game, a UUID.")]
    version: Annotated[int, Meta(description="The version of the game.")]
    viewer: Annotated[str, Meta(description="`public`, `seat:N`, or `full`.")]
    awaiting: Annotated[tuple[int, ...], Meta(description="The seats that have to choose.")]
    heaps: Annotated[tuple[int, ...], Meta(description="The objects left, by heap.")]
    players: Annotated[tuple[NimPlayerView, ...], Meta(description="The players, by seat.")]
    places: Annotated[tuple[Place, ...], Meta(description="The ranking, once the game is over.")]


def view(game: Game, viewer: AnyViewer) -> NimView:
    """Return the table as the viewer may see it. The game must have started."""
    state: State = game.state
    return NimView(
        game=game.id,
        version=game.version,
        viewer=viewer_name(viewer),
        awaiting=tuple(sorted(FLOW.awaiting(state))),
        heaps=state.heaps,
        players=tuple(
            NimPlayerView(seat, player.favourite if viewer in (seat, FULL) else None, player.taken)
            for seat, player in enumerate(state.players)
        ),
        places=game.places,
    )
