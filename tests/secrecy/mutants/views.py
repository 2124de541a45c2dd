"""Leaks in the views of the titles."""

# what is planted goes by the names of things, not by their types
# pyright: reportUnknownLambdaType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from typing import Any

import pytest
from msgspec.structs import replace

from projections.history import FULL
from projections.views.giganten.parts import LicencesView
from tests.planted import replacing, wrap
from tests.secrecy.mutants.scenes import (
    CHANGED_TWICE,
    FORGOTTEN,
    GIGANTEN_MONEY,
    HANDS,
    HANDS_WATCHED,
    MINOS_MONEY,
    MINOS_OWN_CHOICE,
    SIBERIA_MONEY,
    TILES,
    TOKENS,
    TOKENS_WATCHED,
    mutant,
)


def _changed_player(title: str, change: Any) -> Any:
    """Return a plant that changes what a view tells of each player, by state and seat."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        def changed(original: Any) -> Any:
            return lambda state, seat, viewer: replace(original(state, seat, viewer), **change(state, seat))

        wrap(patch, f"projections.views.{title}._player", changed)

    return plant


@mutant(GIGANTEN_MONEY)
def giganten_money(patch: pytest.MonkeyPatch) -> None:
    """The money of all is shown though the options hide it."""
    _changed_player("giganten", lambda state, seat: {"money": state.players[seat].money})(patch)


@mutant(SIBERIA_MONEY)
def siberia_money(patch: pytest.MonkeyPatch) -> None:
    """The money of all is shown though the options hide it."""
    _changed_player("siberia", lambda state, seat: {"money": state.players[seat].money})(patch)


@mutant(MINOS_MONEY)
def minos_money(patch: pytest.MonkeyPatch) -> None:
    """The talents of all are shown though the options hide them."""
    _changed_player("minos", lambda state, seat: {"money": state.players[seat].money})(patch)


@mutant(MINOS_OWN_CHOICE)
def minos_own_choice_of_the_table(patch: pytest.MonkeyPatch) -> None:
    """As soon as one player shows the talents, those of all are shown."""
    _changed_player(
        "minos",
        lambda state, seat: {"money": state.players[seat].money} if any(each.shown for each in state.players) else {},
    )(patch)


@mutant(MINOS_MONEY)
def minos_money_as_ships(patch: pytest.MonkeyPatch) -> None:
    """Another number follows from hidden talents."""
    _changed_player("minos", lambda state, seat: {"ships_left": state.players[seat].money // 5})(patch)


@mutant(HANDS_WATCHED)
def giganten_hands(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees all hands."""
    _changed_player(
        "giganten", lambda state, seat: {"licences": LicencesView(state.players[seat].ones, state.players[seat].twos)}
    )(patch)


@mutant(HANDS)
def giganten_hand_value(patch: pytest.MonkeyPatch) -> None:
    """The number of licences is their value."""
    _changed_player("giganten", lambda state, seat: {"licence_cards": state.players[seat].licence_value})(patch)


@mutant(HANDS)
def giganten_deck(patch: pytest.MonkeyPatch) -> None:
    """The deck tells how many ones are left."""

    def changed(original: Any) -> Any:
        def view(game: Any, viewer: Any) -> Any:
            shown = original(game, viewer)
            return replace(shown, licence_deck=replace(shown.licence_deck, left=game.state.licences.count(1)))

        return view

    wrap(
        patch, "service.play.api.commands.routes.VIEWS", lambda views: {**views, "giganten": changed(views["giganten"])}
    )


@mutant(TILES)
def giganten_tiles(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees what one has inspected."""
    wrap(patch, "projections.views.giganten._known_value", lambda _: lambda state, square, _: state.tiles[square])


@mutant(FORGOTTEN)
def giganten_memory(patch: pytest.MonkeyPatch) -> None:
    """A view keeps inspected tiles though the options say that it does not."""
    wrap(
        patch,
        "projections.views.giganten._known_value",
        lambda _: (
            lambda state, square, viewer: state.players[viewer].known.get(square) if viewer in (0, 1, 2) else None
        ),
    )


@mutant(TOKENS)
def siberia_hands(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees what the others hold and have placed."""
    wrap(
        patch,
        "projections.views.siberia._player",
        lambda original: lambda state, seat, _: original(state, seat, FULL),
    )


@mutant(TOKENS)
def siberia_to_place_as_the_hand(patch: pytest.MonkeyPatch) -> None:
    """The number of tokens to place is that of the hand, so it falls and rises with each change (2.8)."""
    wrap(patch, "projections.views.siberia._to_place", lambda _: lambda _, phase, seat: len(phase.hands[seat]))


@mutant(CHANGED_TWICE)
@replacing("projections.views.siberia._to_place")
def siberia_nothing_lies(original: Any, state: Any, phase: Any, seat: Any) -> Any:
    """The number of tokens to place tells that a seat has taken back all that it had placed."""
    return original(state, phase, seat) + (0 if phase.laid[seat] else 100)


@mutant(TOKENS_WATCHED)
def siberia_columns(patch: pytest.MonkeyPatch) -> None:
    """Tokens that were placed unseen count in their columns."""

    def columns(state: Any, seat: int) -> dict[str, object]:
        laid = getattr(state.phase, "laid", None)
        return {"workers": (*state.players[seat].workers, *(one.spot for one in laid[seat])) if laid else ()}

    _changed_player("siberia", columns)(patch)


@mutant(TOKENS_WATCHED)
def siberia_bag(patch: pytest.MonkeyPatch) -> None:
    """The view tells what is left in the bag."""

    def changed(original: Any) -> Any:
        return lambda game, viewer: replace(original(game, viewer), bag_tokens=dict(game.state.bag.contents()))

    wrap(patch, "service.play.api.commands.routes.VIEWS", lambda views: {**views, "siberia": changed(views["siberia"])})
