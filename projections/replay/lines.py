"""The lines of a replay: for each version the event, the marks, the scores, and the view or its patch."""

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.game.fold import fold
from domain.game.game import Game
from domain.kernel.values import Seat, Value
from domain.ledger.records import Entry
from projections.boards.contract import Place
from projections.boards.pieces import with_pieces
from projections.history import AnyViewer, seen
from projections.replay.marks import Mark, mark_of
from projections.replay.patches import PatchOperation, as_json_value, patch_between
from projections.scores import scores_of
from projections.views import VIEWS

TextOf: TypeAlias = Callable[[int], str]
"""Returns the sentence of the event of a version."""

ToYouOf: TypeAlias = Callable[[int], str | UnsetType]
"""Returns the same as it is said to the player of the own seat; UNSET if it is about another one."""


class ReplayEvent(Value, frozen=True, omit_defaults=True):
    """An event as the viewer sees it, without what proves it: a record without head, seal and time."""

    type: Annotated[str, Meta(description="The type of the event, such as `giganten.oil_sold`.")]
    shape: Annotated[int, Meta(ge=1, description="The version of the fields of this type.")]
    seat: Annotated[Seat | None, Meta(description="The seat that decided; null for an event that follows.")]
    cause: Annotated[int, Meta(ge=1, description="The version of the decision event from which this event follows.")]
    data: Annotated[
        msgspec.Raw, Meta(description="The public fields of the event: those of `data` in a record of this type.")
    ]
    secret: (
        Annotated[msgspec.Raw, Meta(description="The secret fields. Present only if the viewer knows them.")]
        | UnsetType
    ) = UNSET
    text: (
        Annotated[
            str,
            Meta(
                description="The event in words, in the language of the request. Present only if the request has a "
                "language."
            ),
        ]
        | UnsetType
    ) = UNSET
    to_you: (
        Annotated[
            str,
            Meta(
                description="The same as it is said to you, such as `You sell no oil to Jet Oil Inc.`, if it is about "
                "your own seat. Present only without `as`."
            ),
        ]
        | UnsetType
    ) = UNSET


class ReplayLine(Value, frozen=True, omit_defaults=True):
    """A version of a game: its event, and the view after it, whole or as a patch of the view of the line before."""

    version: Annotated[int, Meta(ge=1, description="The version of the game.")]
    at: Annotated[str, Meta(description="The time (UTC) of the event.")]
    event: Annotated[ReplayEvent, Meta(description="The event of this version.")]
    mark: Annotated[Mark, Meta(description="What begins with the event.")] | UnsetType = UNSET
    scores: (
        Annotated[
            Sequence[int | None],
            Meta(
                description="The score of each seat if the game ended now; null if it depends on what is hidden from "
                "the viewer. A title without running scores has them with the final ranking only."
            ),
        ]
        | UnsetType
    ) = UNSET
    view: Annotated[dict[str, Any], Meta(description="The whole view; on the first line only.")] | UnsetType = UNSET
    patch: (
        Annotated[
            Sequence[PatchOperation],
            Meta(description="The JSON Patch (RFC 6902) from the view of the line before; on all lines but the first."),
        ]
        | UnsetType
    ) = UNSET


def replay(
    first: Game,
    entries: Sequence[Entry],
    viewer: AnyViewer,
    text: TextOf | None,
    place: Place | None = None,
    to_you: ToYouOf | None = None,
) -> Iterator[ReplayLine]:
    """Return a line for each entry. The first entry led to the game `first`, which must have started.

    The log is folded once. A line shows the view of its version for this viewer, and its event as this viewer sees it.
    With `place`, the views have what stands on the board.
    """
    view_of, game = VIEWS[first.opened.ruleset], first
    before: dict[str, Any] | None = None
    for entry in entries:
        if entry.record.version > game.version:
            following = fold((entry,), game)
            assert following is not None
            game = following
        view = as_json_value(view_of(game, viewer) if place is None else with_pieces(view_of(game, viewer), place))
        yield ReplayLine(
            version=game.version,
            at=entry.record.at,
            event=_event(entry, viewer, first.seed, text, to_you),
            mark=mark_of(entry.record),
            scores=scores_of(game, viewer),
            view=view if before is None else UNSET,
            patch=UNSET if before is None else patch_between(before, view),
        )
        before = view


def _event(entry: Entry, viewer: AnyViewer, seed: bytes, text: TextOf | None, to_you: ToYouOf | None) -> ReplayEvent:
    shown = seen(entry, viewer, seed)
    record = shown.record
    words = UNSET if text is None else text(record.version)
    said = UNSET if to_you is None else to_you(record.version)
    return ReplayEvent(record.type, record.shape, record.seat, record.cause, record.data, shown.secret, words, said)
