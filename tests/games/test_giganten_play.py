"""Properties of every game of Giganten, over random play with random options.

LUDOLOG_GAMES says how many games are played (default 48; 1000 is the long run).
"""

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from domain import game as games
from domain.game import Game
from domain.giganten import GIGANTEN, flow
from domain.giganten import commands as c
from domain.giganten import events as e
from domain.giganten.options import COMPANIES, OPTIONS, PROFILES
from domain.giganten.state import Over, State
from domain.kernel.chance import KeyedChance, chance_key
from domain.kernel.ledger import Entry, next_head, read_event, seal, tip_of_new
from domain.kernel.values import Choice, Command, Event

GAMES = int(os.environ.get("LUDOLOG_GAMES", "48"))
BATCHES = 8
SEED = bytes(range(32))
LONGEST = 20 * (4 * (1 + 40 + 5) + 3 * 200)
"""No game has more decisions: 20 rounds (the black train moves each time), in each the moves of four players and
three auctions; nothing in a round can be repeated without spending points, cards, sites or licences."""


def random_options(whim: random.Random) -> dict[str, Any]:
    """Return a profile with some options changed."""
    options = GIGANTEN.resolve_options(whim.choice(list(PROFILES)), {})
    for option in OPTIONS:
        if whim.random() < 0.5:
            options[option.name] = whim.choice(option.values)
    if options["first_player"] == "seat_3":
        options["first_player"] = "seat_2"
    return options


def opened(number: int, whim: random.Random) -> tuple[Game, list[Entry]]:
    """Return a game that is about to start, with its log."""
    seats = whim.choice([3, 4])
    name = f"00000000-0000-4000-8000-{number:012}"
    events = games.open_game(GIGANTEN, seats, random_options(whim), "kosmos-1999", SEED, "player:a", "public")
    game, entries = games.append(None, tip_of_new(name), SEED, "t", None, events)
    log = list(entries)
    for seat in range(seats):
        taken = games.take_seat(game, seat, f"player:{seat}", whim.randbytes(32).hex(), "player")
        game, entries = games.append(game, game.tip, SEED, "t", seat, taken)
        log += entries
    return game, log


def any_of(choice: Choice, whim: random.Random) -> Command:
    """Return the listed command, or another number of its range; wild bids are rare."""
    span = choice.range
    if span is None:
        return choice.command
    high = span.max if whim.random() < 0.05 else min(span.max, span.min + 8)
    return replace(choice.command, **{span.field: whim.randint(span.min, high)})


def played(number: int, whim: random.Random) -> Iterator[tuple[Game, list[Event], list[Entry]]]:
    """Play a whole game; return after each batch the game, the events and the log so far."""
    game, log = opened(number, whim)
    events = games.start(game)
    seat = None
    while True:
        game, entries = games.append(game, game.tip, SEED, "t", seat, events)
        log += entries
        yield game, events, log
        if game.status != "running":
            return
        (seat,) = games.awaiting(game)
        events = games.decide(game, seat, any_of(whim.choice(games.legal_commands(game, seat)), whim))


def others(state: State, whim: random.Random) -> list[Command]:
    """Return commands of all kinds with plausible arguments, legal or not."""
    squares = list(state.board.terrain)
    sites = list(state.board.sites)
    near = [player.truck for player in state.players if player.truck]
    beside = [site for truck in near for site in state.board.sites_beside[truck]]
    cards = [card.id for card in (*state.data.red_cards.cards, *state.data.beige_cards.cards)]
    site = whim.choice(beside + sites[:3])
    number = whim.randint(-1, 6)
    company = whim.choice(COMPANIES)
    return [
        c.PlaceTruck(whim.choice([*state.board.entry, *squares[:5]])),
        c.TakeActionCard(whim.choice(cards)),
        *(c.DriveTruck(whim.choice(squares)) for _ in range(4)),
        c.DriveTruck(whim.choice([*near, site, "Z99", ""])),
        c.InspectSite(site),
        c.AdvanceTrain(number),
        c.EndMovement(),
        c.ShiftPrice(company, whim.choice([1, -1, 0]), number),
        c.StoreFreeOil(company),
        c.PushTrainsBack(),
        c.DeclineSpecial(),
        c.BuildDerrick(site),
        c.DeclineDrilling(),
        c.ShipOil(site, company, whim.choice(["own", "black", "opponent"])),
        c.DiscardOil(site),
        c.Bid(whim.choice([number, number + 6, 999, 1000])),
        c.PassBid(),
        c.PayLicences(whim.randint(-1, 4), whim.randint(-1, 4)),
        c.ForfeitLicences(whim.randint(-1, 3), whim.randint(-1, 3)),
        c.SellOil(number),
    ]


def check_listed_is_accepted(state: State, whim: random.Random) -> None:
    """Exactly what is listed is accepted, for every seat."""
    awaited = flow.awaiting(state)
    for seat in range(len(state.players)):
        choices = flow.legal_commands(state, seat)
        assert bool(choices) == (seat in awaited)
        for choice in choices:
            ends = (choice.range.min, choice.range.max) if choice.range else ()
            for number in ends:
                assert choice.range
                assert flow.forbid(state, seat, replace(choice.command, **{choice.range.field: number})) is None
            assert flow.forbid(state, seat, choice.command) is None
        for command in others(state, whim):
            listed = any(choice.admits(command) for choice in choices)
            assert listed == (flow.forbid(state, seat, command) is None), command


def check_conserved(state: State) -> None:
    """Oil, tiles, cards, licences and derricks are neither made nor lost."""
    options, players = state.options, state.players
    oil = sum(sum(p.depots) + sum(d.markers for d in p.derricks) for p in players) + state.supply
    assert oil == 60
    assert options.oil_supply == "unlimited" or state.supply >= 0
    assert all(markers >= 0 for p in players for markers in p.depots)
    open_cards = getattr(state.phase, "open", ())
    held = [p.card for p in players if p.card]
    in_play = len(open_cards) + len(held)
    decks = (state.red, state.red_discards, state.beige, state.beige_discards)
    assert sum(deck.total for deck in decks) + in_play == 42
    in_hands = sum(p.licence_cards for p in players)
    assert state.licences.total + state.licence_discards.total + in_hands == options.licence_ones + options.licence_twos
    assert all(p.ones >= 0 and p.twos >= 0 and p.money >= 0 for p in players)
    assert all(len(p.derricks) <= 5 and 1 <= p.train <= 20 for p in players)
    assert all(state.prices[i] in state.data.prices.ladder for i in range(3))
    assert 1 <= state.black_train <= state.black_end
    known = [value for value in state.tiles.values() if value is not None]
    undrawn = sum(bag.total for bag in state.undrawn)
    spare = 0 if len(players) == 4 else 6
    assert len(state.tiles) - len(known) + spare == undrawn


def money_moved(event: Event) -> dict[int, int]:
    """Return what an event says that it gives to, or takes from, each seat, in dollars."""
    match event:
        case e.DerrickBuilt():
            return {event.seat: -event.cost}
        case e.OilShipped():
            moved = {payment.seat: payment.amount for payment in event.payments}
            return {event.seat: -event.to_bank - sum(moved.values()), **moved}
        case e.OilSold():
            return {event.seat: event.price * event.markers}
        case e.ExcessReturned():
            return {event.seat: event.refund}
        case _:
            return {}


def check_money(before: State, events: list[Event]) -> None:
    """Money changes by exactly what events say, and only then."""
    state = before
    for event in events:
        if not isinstance(event, e.FirstPlayerDrawn) and type(event) not in GIGANTEN.events:
            continue
        after = GIGANTEN.evolve(state, event)
        moved = {
            seat: after.players[seat].money - player.money
            for seat, player in enumerate(state.players)
            if after.players[seat].money != player.money
        }
        assert moved == {seat: amount for seat, amount in money_moved(event).items() if amount}
        check_conserved(after)
        state = after


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_games_end_with_everything_conserved(batch: int) -> None:
    for number in range(batch, GAMES, BATCHES):
        whim = random.Random(number)
        before: State | None = None
        decisions = 0
        game = None
        for game, events, _ in played(number, whim):
            table = before or GIGANTEN.initial(game.opened.seats, game.opened.options, game.opened.data_set)
            check_money(table, events)
            before = game.state
            decisions += 1
            if decisions % 5 == 0 and game.status == "running":
                check_listed_is_accepted(game.state, whim)

        assert game is not None
        assert game.status == "ended"
        assert decisions < LONGEST
        assert isinstance(game.state.phase, Over)
        assert sorted(place.seat for place in game.places) == list(range(game.opened.seats))
        assert flow.legal_commands(game.state, 0) == ()


@pytest.mark.parametrize("number", range(6))
def test_the_log_rebuilds_the_game(number: int) -> None:
    *_, (game, _, log) = played(number, random.Random(number))

    assert games.fold(log) == game
    half = games.fold(log[: len(log) // 2])
    assert games.fold(log[len(log) // 2 :], half) == game


@pytest.mark.parametrize("number", range(4))
def test_every_record_follows_from_seed_and_entropy(number: int) -> None:
    *_, (game, _, log) = played(number, random.Random(number))
    head = tip_of_new(game.id).head
    key = chance_key(SEED, game.id, [bytes.fromhex(o.entropy) for o in game.occupants if o])
    chance = KeyedChance(key, 0)
    drawn = 0
    for entry in log:
        record = entry.record
        head = next_head(head, record)
        assert entry.head == head
        if entry.secret is not None:
            assert record.sealed == seal(SEED, record.version, bytes(entry.secret))
        if record.cause == record.version:
            chance = KeyedChance(key, record.version - 1)
        event = read_event(entry, game.codec)
        for size, outcome in getattr(getattr(event, "secret", event), "draws", ()):
            assert chance.draw(size) == outcome
            drawn += 1

    assert drawn > 60


def test_the_same_seed_entropy_and_commands_give_the_same_log() -> None:
    heads = [[game.tip.head for game, _, _ in played(3, random.Random(3))] for _ in range(2)]

    assert heads[0] == heads[1]
