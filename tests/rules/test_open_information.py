"""What is decided without asking, and what a seat may do, hangs on nothing that it may not know."""

import random

import pytest
from msgspec.structs import replace

from domain.giganten import GIGANTEN
from domain.giganten.commands import BuildDerrick
from domain.giganten.state import Auctions, State
from domain.kernel.codec import Codec
from domain.kernel.values import Command, Event, Seat
from tests.kit import RandomChance, player, random_game

CODEC = Codec(GIGANTEN.events)


def twin(state: State, but: Seat | None = None) -> State:
    """Return a table that looks the same to the public (or to one seat): other hidden values wherever it can be."""
    for seat, one in enumerate(state.players):
        ones = state.licences.count(1) + one.ones - one.twos
        twos = state.licences.count(2) + one.twos - one.ones
        if seat != but and ones >= 0 and twos >= 0:
            state = player(state, seat, ones=one.twos, twos=one.ones)
            state = replace(state, licences=replace(state.licences, counts=(ones, twos)))
    for site, value in state.tiles.items():
        if value is not None and (but is None or site not in state.players[but].known):
            state = _other_value(state, site, value)
    return state


def _other_value(state: State, site: str, value: int) -> State:
    kind = state.board.sites[site].kind - 1
    bag = state.undrawn[kind]
    other = next((item for item, _ in bag.contents() if item != value), value)
    undrawn = (*state.undrawn[:kind], bag.having(value).without(other), *state.undrawn[kind + 1 :])
    state = replace(state, tiles={**state.tiles, site: other}, undrawn=undrawn)
    for seat, one in enumerate(state.players):
        if site in one.known:
            state = player(state, seat, known={**one.known, site: other})
    return state


def public(events: list[Event]) -> list[tuple[str, bytes]]:
    return [(parts.type, parts.data) for parts in map(CODEC.encode, events)]


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("options", [{}, {"peek_memory": False, "specials_optional": False, "licence_twos": 30}])
def test_what_follows_a_choice_before_phase_7_follows_from_open_information(
    seats: int, options: dict[str, int | str | bool]
):
    changed = 0

    def compare(state: State, seat: Seat, command: Command, events: list[Event], after: State) -> None:
        del events, after
        nonlocal changed
        # a tile that is turned is open, and so is what a bluff betrays
        if isinstance(state.phase, Auctions) or isinstance(command, BuildDerrick):
            return
        other = twin(state)
        changed += other != state
        real = GIGANTEN.decide(state, seat, command, RandomChance(random.Random(changed)))
        assert public(GIGANTEN.decide(other, seat, command, RandomChance(random.Random(changed)))) == public(real)

    random_game(7, seats, options, compare)

    assert changed > 50


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("bluffer", ["capped", "excluded"])
def test_what_a_seat_may_do_follows_from_what_it_knows(seats: int, bluffer: str):
    changed = 0

    def compare(state: State, seat: Seat, command: Command, events: list[Event], after: State) -> None:
        del command, events, after
        nonlocal changed
        other = twin(state, seat)
        changed += other != state
        assert GIGANTEN.legal_commands(other, seat) == GIGANTEN.legal_commands(state, seat)
        assert GIGANTEN.awaiting(twin(state)) == {seat}

    random_game(8, seats, {"bluffer_rejoins": bluffer, "bluff_pick": "owner"}, compare)

    assert changed > 50
