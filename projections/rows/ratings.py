"""Ratings by the Plackett-Luce model of Weng and Lin (JMLR 12, 2011), per title.

All values are integers in millionths. The ratings are rounded after each game, so that the same log always gives
exactly the same ratings.
"""

import datetime
from collections.abc import Iterable, Sequence
from fractions import Fraction

from openskill.models import PlackettLuce

from domain.kernel.values import Value
from projections.played import ENOUGH
from projections.rows.results import ResultRow

SCALE = 1_000_000
"""The number of units in 1.0."""

MU, SIGMA = 25_000_000, 8_333_333
"""The initial skill and its uncertainty."""

BETA, TAU, KAPPA = 4_166_667, 83_333, 100
"""The amount of chance in a game, the change of skill between games, and the lower bound of the variance factor."""

CERTAINTY = 3
"""The ordinal, by which players are ranked, is mu minus this many sigma."""

PROVISIONAL_BELOW = 10
"""A rating based on fewer games is provisional."""

PROVISIONAL_ABOVE = 6_500_000
"""A rating with a larger sigma is provisional: about that after 9 games of two newcomers, or 12 of four."""

WEIGHT_HOURS = 24
"""The hours before the end of a game in which earlier games of the same two players lower its weight."""

_REGISTERED = "player:"

_MODEL = PlackettLuce(mu=MU / SCALE, sigma=SIGMA / SCALE, beta=BETA / SCALE, tau=TAU / SCALE, kappa=KAPPA / SCALE)


class Rating(Value, frozen=True):
    """A player's estimated skill and its uncertainty, in millionths."""

    mu: int = MU
    sigma: int = SIGMA

    @property
    def ordinal(self) -> int:
        """A lower bound of the skill, by which players are ranked."""
        return self.mu - CERTAINTY * self.sigma

    def is_provisional(self, games: int) -> bool:
        """Whether this rating, which is based on so many games, is too uncertain to be ranked."""
        return games < PROVISIONAL_BELOW or self.sigma > PROVISIONAL_ABOVE


class Finish(Value, frozen=True):
    """The rank of a player in a rated game. Equal players share a rank, and resigned players share the last one."""

    player: str
    rank: int


def finishes(result: ResultRow) -> tuple[Finish, ...]:
    """Return the ranks of the players of a game in seat order; empty for a game that is not rated.

    A game is rated unless it was opened as unrated, if two or more different registered players had all its seats
    from the start, without bots and guests, at least one of them did not resign, and the players of each seat made two
    decisions or more. A resigned seat is last, whatever the score of the bot. A seat whose player was replaced counts
    for none of its players.
    """
    if result.rated is False:
        return ()
    all_seats = sorted(result.seats, key=lambda seat: seat.seat)
    players = [player for seat in all_seats for player in (*seat.former, seat.player)]
    seats = [seat for seat in all_seats if not seat.former]
    if len(seats) < 2 or len(set(players)) < len(players):  # noqa: PLR2004 - a rating needs an opponent
        return ()
    if any(not player.startswith(_REGISTERED) for player in players):
        return ()
    if all(seat.resigned for seat in seats):
        return ()
    if any(seat.decisions is not None and seat.decisions < ENOUGH for seat in all_seats):
        return ()
    return tuple(Finish(seat.player, seat.rank) for seat in seats)


def weight(earlier: Iterable[int]) -> int:
    """Return the weight of a game for a player in millionths.

    `earlier` has, for each opponent, the number of rated games of the two in this title within the last
    `WEIGHT_HOURS`. The weight is the mean of 1 / (1 + number).
    """
    shares = [Fraction(1, 1 + number) for number in earlier]
    return round(SCALE * sum(shares, Fraction()) / len(shares))


def since(ended_at: str) -> str:
    """Return from when on earlier games lower the weight of a game that ended at a time."""
    end = datetime.datetime.fromisoformat(ended_at) - datetime.timedelta(hours=WEIGHT_HOURS)
    return end.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def rate(before: Sequence[Rating], ranks: Sequence[int], weights: Sequence[int] | None = None) -> tuple[Rating, ...]:
    """Return the ratings after a game in the order of the ratings before it.

    `weights` are those of the players in millionths; None: all are 1. A player gets this share of the change.
    """
    after = _rated(before, ranks)
    if weights is None:
        return after
    return tuple(_between(*each) for each in zip(before, after, weights, strict=True))


def _between(before: Rating, after: Rating, share: int) -> Rating:
    return Rating(_shared(before.mu, after.mu, share), _shared(before.sigma, after.sigma, share))


def _shared(before: int, after: int, share: int) -> int:
    return before + round(Fraction((after - before) * share, SCALE))


def _rated(before: Sequence[Rating], ranks: Sequence[int]) -> tuple[Rating, ...]:
    teams = [[_MODEL.rating(mu=rating.mu / SCALE, sigma=rating.sigma / SCALE)] for rating in before]
    after = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return tuple(Rating(round(team[0].mu * SCALE), round(team[0].sigma * SCALE)) for team in after)
