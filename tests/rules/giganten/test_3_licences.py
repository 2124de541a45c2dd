"""Rule 3: sales licences are dealt."""

import pytest

from domain.giganten import GIGANTEN
from domain.giganten.commands import TakeActionCard
from domain.giganten.events import (
    ActionCardLeft,
    ActionCardTaken,
    DealtLicences,
    DeckReshuffled,
    Drawn,
    DrawsSealed,
    LicencesDealt,
    LicencesShort,
    PhaseStarted,
)
from domain.giganten.state import Choosing, Dealing, State
from domain.kernel.values import Event
from tests.kit import ScriptedChance, of
from tests.rules.giganten.kit import given, having, holding, in_phase, player, table, when

TAKE = TakeActionCard("red-2-2-6-oil")


def last_to_choose(state: State, *cards: str) -> State:
    """Return the table where the last in turn order still has to take the red card, for 2 licences."""
    *before, last = state.order
    for seat, card in zip(before, cards, strict=True):
        state = player(state, seat, card=card)
    return in_phase(state, Choosing(("red-2-2-6-oil", "beige-5-8"), len(cards) + 2, (last,)))


def stocked(state: State, deck: dict[int, int], discards: dict[int, int]) -> State:
    licences = holding(state.licences, deck)
    return having(state, licences=licences, licence_discards=holding(licences, discards))


def dealt(state: State, *draws: int) -> list[Event]:
    """Return what is dealt when the last card is taken."""
    events = when(state, state.order[-1], TAKE, ScriptedChance(*draws))
    first, last = events.index(PhaseStarted("3")), events.index(PhaseStarted("4"))
    return events[first + 1 : last]


def test_rule_3_1_each_is_dealt_what_the_card_says_one_player_after_the_other():
    state = last_to_choose(having(table(3), first_player=1), "beige-3-12", "beige-2-10-price-2")
    events = when(state, 0, TAKE, ScriptedChance(0, 76, 75, 0, 73, 0, 0))

    assert events == [
        ActionCardTaken(0, "red-2-2-6-oil"),
        ActionCardLeft("beige-5-8"),
        PhaseStarted("3"),
        LicencesDealt(1, 3, DealtLicences((1, 2, 2))),
        LicencesDealt(2, 2, DealtLicences((1, 2))),
        LicencesDealt(0, 2, DealtLicences((1, 1))),
        DrawsSealed(Drawn(((78, 0), (77, 76), (76, 75), (75, 0), (74, 73), (73, 0), (72, 0)))),
        PhaseStarted("4"),
    ]
    state = given(state, *events)
    assert [(one.ones, one.twos) for one in state.players] == [(2, 0), (1, 2), (1, 1)]
    assert state.licences.contents() == ((1, 35), (2, 36))


def test_rule_3_1_licences_are_added_to_the_hand():
    state = player(last_to_choose(table(3), "beige-3-12", "beige-3-12"), 0, ones=2, twos=1)
    after = given(state, *when(state, 2, TAKE))

    assert (after.players[0].ones, after.players[0].twos) == (5, 1)


def test_rule_3_1_nobody_is_asked_while_licences_are_dealt():
    assert GIGANTEN.awaiting(in_phase(table(), Dealing((0, 1, 2, 3), 5))) == frozenset()


def test_rule_3_2_only_the_holder_knows_the_values_all_know_the_number():
    event = LicencesDealt(2, 3, DealtLicences((1, 2, 2)))

    assert event.known_to == (2,)
    assert event.cards == 3


def test_rule_3_3_an_empty_licence_deck_is_reshuffled_and_dealing_goes_on():
    state = last_to_choose(table(3), "beige-3-12", "beige-2-10-price-2")
    state = stocked(state, {1: 1, 2: 1}, {1: 3, 2: 4})

    assert dealt(state, 1, 0, 6, 0, 0, 0, 0) == [
        LicencesDealt(0, 2, DealtLicences((2, 1))),
        DrawsSealed(Drawn(((2, 1), (1, 0)))),
        DeckReshuffled("licences", 7),
        LicencesDealt(0, 1, DealtLicences((2,))),
        LicencesDealt(1, 2, DealtLicences((1, 1))),
        LicencesDealt(2, 2, DealtLicences((1, 2))),
        DrawsSealed(Drawn(((7, 6), (6, 0), (5, 0), (4, 0), (3, 0)))),
    ]


def test_rule_3_3_a_deck_that_has_just_run_out_waits():
    state = last_to_choose(table(3), "beige-3-12", "beige-2-10-price-2")
    state = stocked(state, {1: 7}, {2: 4})
    events = when(state, 2, TAKE)
    after = given(state, *events)

    assert of(events, DeckReshuffled) == []
    assert (after.licences.total, after.licence_discards.contents()) == (0, ((2, 4),))


def test_rule_3_4_with_deck_and_discards_empty_the_rest_is_forfeited():
    state = stocked(last_to_choose(table(4), "beige-3-12", "beige-3-12", "beige-8-3"), {2: 3}, {1: 1})

    assert dealt(state, 0, 0, 0, 0) == [
        LicencesDealt(0, 3, DealtLicences((2, 2, 2))),
        DrawsSealed(Drawn(((3, 0), (2, 0), (1, 0)))),
        DeckReshuffled("licences", 1),
        LicencesDealt(1, 1, DealtLicences((1,))),
        DrawsSealed(Drawn(((1, 0),))),
        LicencesShort(1, 2),
        LicencesShort(2, 8),
        LicencesShort(3, 2),
    ]


def test_rule_3_4_what_was_forfeited_is_not_owed():
    state = stocked(last_to_choose(table(3), "beige-3-12", "beige-3-12"), {}, {})
    after = given(state, *when(state, 2, TAKE))

    assert [one.licence_cards for one in after.players] == [0, 0, 0]
    # the next round deals what its card says, no more
    again = stocked(last_to_choose(after, "beige-3-12", "beige-3-12"), {1: 39}, {})
    assert [event.cards for event in of(dealt(again, *[0] * 8), LicencesDealt)] == [3, 3, 2]


@pytest.mark.parametrize("seats", [3, 4])
def test_rule_3_1_licences_of_a_named_deck_are_dealt(seats: int):
    state = last_to_choose(table(seats, licence_ones=30, licence_twos=30), *["beige-3-12"] * (seats - 1))
    events = of(when(state, seats - 1, TAKE), DrawsSealed)

    assert events[0].secret.draws[:3] == ((60, 0), (59, 0), (58, 0))
