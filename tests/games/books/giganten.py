"""Books of Giganten: money, oil and trains as the events tell them."""

from collections import Counter

from domain.game.game import Game
from domain.giganten import events as e
from domain.giganten.options import COMPANIES
from domain.giganten.state import Choosing, Over, State
from domain.kernel.values import Event, Seat

COST = {1: 4000, 2: 6000, 3: 8000}


class Books:
    """Money, oil and trains of one game as its events tell them."""

    def __init__(self, state: State) -> None:
        seats = range(len(state.players))
        self.money = dict.fromkeys(seats, 15_000)
        self.trains = dict.fromkeys(seats, state.options.train_start)
        self.black = 1
        self.supply = 60
        self.derricks: Counter[tuple[Seat, str]] = Counter()
        self.depots: Counter[tuple[Seat, str]] = Counter()
        self.hands: Counter[Seat] = Counter()
        self.built = 0

    def enter(self, state: State, event: Event) -> None:  # noqa: C901, PLR0912, PLR0915 - one case a type of event
        """Enter what an event says; check the amounts against the rules and the table before it."""
        match event:
            case e.DerrickBuilt(seat=seat, site=site):
                assert event.cost == COST[state.board.sites[site].kind]
                assert 0 < event.markers <= event.value
                self.money[seat] -= event.cost
                self.supply -= event.markers
                self.derricks[seat, site] += event.markers
                self.built += 1
            case e.OilShipped(seat=seat, site=site):
                fare = event.to_bank + sum(payment.amount for payment in event.payments)
                assert fare == (0 if event.carrier == "own" else 3000)
                assert seat not in {payment.seat for payment in event.payments}
                self.money[seat] -= fare
                for payment in event.payments:
                    assert payment.amount % 500 == 0
                    self.money[payment.seat] += payment.amount
                self.derricks[seat, site] -= 1
                self.depots[seat, event.company] += 1
            case e.OilDiscarded(seat=seat, site=site):
                self.derricks[seat, site] -= 1
                self.supply += 1
            case e.DerrickExhausted(seat=seat, site=site):
                assert self.derricks.pop((seat, site)) == 0
            case e.FreeOilStored(seat=seat):
                self.supply -= 1
                self.depots[seat, event.company] += 1
            case e.OilSold(seat=seat, markers=markers):
                assert event.price == state.prices[COMPANIES.index(event.company)]
                assert event.proceeds == markers * event.price
                self.money[seat] += event.proceeds
                self.supply += markers
                self.depots[seat, event.company] -= markers
            case e.ExcessReturned(seat=seat, markers=markers):
                assert event.refund == markers * 1000
                self.money[seat] += event.refund
                self.supply += markers
                self.depots[seat, event.company] -= markers
            case e.LicencesDealt(seat=seat):
                assert len(event.secret.values) == event.cards
                self.hands[seat] += event.cards
            case e.LicencesPaid(seat=seat) | e.LicencesForfeited(seat=seat):
                self.hands[seat] -= event.ones + event.twos
            case e.TrainAdvanced(seat=seat):
                self.trains[seat] += event.spaces
            case e.TrainsPushedBack():
                assert [train.seat for train in event.trains] == [s for s in self.trains if s != event.seat]
                for train in event.trains:
                    self.trains[train.seat] = max(1, self.trains[train.seat] - event.spaces)
            case e.BlackTrainAdvanced():
                self.black += event.spaces
            case _:
                pass

    def compare(self, state: State) -> None:
        """The table says the same."""
        players = dict(enumerate(state.players))
        assert self.money == {seat: player.money for seat, player in players.items()}
        assert min(self.money.values()) >= 0
        assert self.trains == {seat: player.train for seat, player in players.items()}
        assert self.black == state.black_train
        assert self.supply == state.supply
        assert dict(self.derricks) == {(s, d.site): d.markers for s, p in players.items() for d in p.derricks}
        assert +self.depots == Counter(
            {(s, c): n for s, p in players.items() for c, n in zip(COMPANIES, p.depots, strict=True) if n}
        )
        assert +self.hands == Counter({s: p.licence_cards for s, p in players.items() if p.licence_cards})
        check_pieces(state, self.built)

    def settle(self, state: State) -> None:
        """Nothing holds between decisions only."""

    def close(self, game: Game) -> None:
        """The final scores are the books' money, and the worth of derricks and markers."""
        for place in game.places:
            parts = {part.part: part.amount for part in place.parts}
            derricks = [markers for (seat, _), markers in self.derricks.items() if seat == place.seat]
            stored = sum(markers for (seat, _), markers in self.depots.items() if seat == place.seat)
            assert parts["money"] == self.money[place.seat]
            assert parts["derricks"] in {len(derricks) * value for value in (5000, 4000, 3000, 2000)}
            assert parts["oil_under_derricks"] == 1000 * sum(derricks)
            assert parts["oil_in_depots"] == (1000 * stored if game.state.options.score_depot_oil else 0)


def check_pieces(state: State, built: int) -> None:
    """Oil, tiles, cards, licences and derricks are all there; trains and prices are where they can be."""
    players = state.players
    stored = sum(sum(player.depots) for player in players)
    assert state.supply + stored + sum(d.markers for p in players for d in p.derricks) == 60
    assert state.supply >= 0 or state.options.oil_supply == "unlimited"
    assert all(count >= 0 for player in players for count in (*player.depots, player.ones, player.twos))

    assert len(state.tiles) + built == (36 if len(players) == 4 else 30)
    known = sum(value is not None for value in state.tiles.values())
    unknown = len(state.tiles) - known
    # with three players six tiles are over
    assert sum(bag.total for bag in state.undrawn) == unknown + (0 if len(players) == 4 else 6)

    lying = state.phase.open if isinstance(state.phase, Choosing | Over) else ()
    in_play = Counter([*lying, *(player.card for player in players if player.card)])
    for deck, discards, cards in (
        (state.red, state.red_discards, state.data.red_cards.cards),
        (state.beige, state.beige_discards, state.data.beige_cards.cards),
    ):
        for card in cards:
            assert deck.count(card.id) + discards.count(card.id) + in_play[card.id] == card.copies
    for value, total in ((1, state.options.licence_ones), (2, state.options.licence_twos)):
        held = sum(player.ones if value == 1 else player.twos for player in players)
        assert state.licences.count(value) + state.licence_discards.count(value) + held == total

    sites = [derrick.site for player in players for derrick in player.derricks]
    assert len(set(sites)) == len(sites)
    assert not state.tiles.keys() & set(sites)
    assert all(len(player.derricks) <= 5 and 1 <= player.train <= 20 for player in players)
    assert 1 <= state.black_train <= 1 + state.options.black_steps
    assert all(1500 <= price <= 9000 and price % 500 == 0 for price in state.prices)
    assert 0 <= state.round <= 20
