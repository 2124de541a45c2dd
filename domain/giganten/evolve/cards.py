"""Phases 1 to 3: prices, action cards, licences."""

from collections.abc import Callable, Mapping
from typing import Any, assert_never

from msgspec.structs import replace

from domain.giganten import events as e
from domain.giganten.evolve.parts import discards_with, with_player, with_price
from domain.giganten.evolve.turns import dealing_after
from domain.giganten.state import Choosing, Dealing, Over, Prices, State
from domain.kernel.values import Event


def _price_rolled(state: State, event: e.PriceRolled) -> State:
    assert isinstance(state.phase, Prices)
    return replace(state, prices=with_price(state, event.company, event.price), phase=Prices(state.phase.rolled + 1))


def _red_card_revealed(state: State, event: e.RedCardRevealed) -> State:
    assert isinstance(state.phase, Choosing)
    return replace(
        state,
        red=state.red.without(event.card),
        phase=replace(state.phase, open=(event.card,), revealed=1),
    )


def _black_train_advanced(state: State, event: e.BlackTrainAdvanced) -> State:
    """Advance the black train. On the last space of its track it ends the game (10.1)."""
    phase = state.phase
    assert isinstance(phase, Choosing)
    over = event.to >= state.black_end
    return replace(state, black_train=event.to, phase=Over(phase.open) if over else phase)


def _beige_card_revealed(state: State, event: e.BeigeCardRevealed) -> State:
    assert isinstance(state.phase, Choosing)
    return replace(
        state,
        beige=state.beige.without(event.card),
        phase=replace(state.phase, open=(*state.phase.open, event.card), revealed=state.phase.revealed + 1),
    )


def _deck_reshuffled(state: State, event: e.DeckReshuffled) -> State:
    match event.deck:
        case "red":
            return replace(state, red=state.red_discards, red_discards=state.red_discards.emptied())
        case "beige":
            return replace(state, beige=state.beige_discards, beige_discards=state.beige_discards.emptied())
        case "licences":
            discards = state.licence_discards
            return replace(state, licences=discards, licence_discards=discards.emptied())
        case _:
            assert_never(event.deck)


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    place = cards.index(card)
    return (*cards[:place], *cards[place + 1 :])


def _action_card_taken(state: State, event: e.ActionCardTaken) -> State:
    phase = state.phase
    assert isinstance(phase, Choosing)
    phase = replace(phase, open=_without(phase.open, event.card), todo=phase.todo[1:])
    return replace(state, phase=phase, players=with_player(state, event.seat, card=event.card))


def _action_card_left(state: State, event: e.ActionCardLeft) -> State:
    assert isinstance(state.phase, Choosing)
    phase = replace(state.phase, open=_without(state.phase.open, event.card))
    red, beige = discards_with(state, event.card)
    return replace(state, phase=phase, red_discards=red, beige_discards=beige)


def _licences_dealt(state: State, event: e.LicencesDealt) -> State:
    player = state.players[event.seat]
    ones = event.secret.values.count(1)
    twos = event.cards - ones
    players = with_player(state, event.seat, ones=player.ones + ones, twos=player.twos + twos)
    licences = state.licences.without(1, ones).without(2, twos)
    return replace(state, players=players, licences=licences, phase=_after_dealing(state, event.cards))


def _licences_short(state: State, event: e.LicencesShort) -> State:
    return replace(state, phase=_after_dealing(state, event.cards))


def _after_dealing(state: State, cards: int) -> Dealing:
    assert isinstance(state.phase, Dealing)
    return dealing_after(state, state.phase, cards)


EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    e.PriceRolled: _price_rolled,
    e.RedCardRevealed: _red_card_revealed,
    e.BlackTrainAdvanced: _black_train_advanced,
    e.BeigeCardRevealed: _beige_card_revealed,
    e.DeckReshuffled: _deck_reshuffled,
    e.ActionCardTaken: _action_card_taken,
    e.ActionCardLeft: _action_card_left,
    e.LicencesDealt: _licences_dealt,
    e.LicencesShort: _licences_short,
}
