"""Ratings: skill as games show it, by the Plackett-Luce model of Weng and Lin (JMLR 12, 2011), per title.

All values are whole numbers of millionths: each game's outcome is rounded before the next one is computed from it, so
that the same log gives the same numbers to the last digit, however often it is computed.
"""

from collections.abc import Sequence

from openskill.models import PlackettLuce

from domain.kernel.values import Value
from projections.results import ResultRow

SCALE = 1_000_000
"""The whole numbers are so many parts of one."""

MU, SIGMA = 25_000_000, 8_333_333
"""What a player starts with: the estimated skill, and its uncertainty."""

BETA, TAU, KAPPA = 4_166_667, 83_333, 100
"""How much chance there is in a game; how much skill may change between two; the least factor of a variance."""

CERTAINTY = 3
"""The ordinal, by which players are ranked, lies so many sigma below mu."""

PROVISIONAL_BELOW = 10
"""A rating of fewer games is provisional."""

_REGISTERED = "player:"

_MODEL = PlackettLuce(mu=MU / SCALE, sigma=SIGMA / SCALE, beta=BETA / SCALE, tau=TAU / SCALE, kappa=KAPPA / SCALE)


class Rating(Value, frozen=True):
    """A player's estimated skill and its uncertainty, in millionths."""

    mu: int = MU
    sigma: int = SIGMA

    @property
    def ordinal(self) -> int:
        """What the player's skill is at least, most probably: by this players are ranked."""
        return self.mu - CERTAINTY * self.sigma


class Finish(Value, frozen=True):
    """How a player finished a rated game: equals share a rank, and players who resigned share the last one."""

    player: str
    rank: int


def finishes(result: ResultRow) -> tuple[Finish, ...]:
    """Return how the players of a game finished, by seat; nothing for a game that is not rated.

    A game is rated when at least two registered players, all different, had all its seats from the start, without bots
    and guests, and when at least one of them has not resigned. A resigned seat is last, whatever the bot's score.
    """
    seats = sorted(result.seats, key=lambda seat: seat.seat)
    players = [seat.player for seat in seats]
    if len(players) < 2 or len(set(players)) < len(players):  # noqa: PLR2004 - nobody is rated against nobody
        return ()
    if any(not player.startswith(_REGISTERED) for player in players):
        return ()
    if all(seat.resigned for seat in seats):
        return ()
    return tuple(Finish(seat.player, seat.rank) for seat in seats)


def rate(before: Sequence[Rating], ranks: Sequence[int]) -> tuple[Rating, ...]:
    """Return the ratings after a game, in the order of those before it."""
    teams = [[_MODEL.rating(mu=rating.mu / SCALE, sigma=rating.sigma / SCALE)] for rating in before]
    after = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return tuple(Rating(round(team[0].mu * SCALE), round(team[0].sigma * SCALE)) for team in after)
