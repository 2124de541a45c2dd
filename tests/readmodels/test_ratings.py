"""Ratings as tables: anyone can compute them again from the results, and provisional players are listed apart."""

import datetime
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations

from projections.rows.ratings import PROVISIONAL_ABOVE, PROVISIONAL_BELOW, SCALE, Rating, finishes, rate
from service.core.store.database import Cursor
from service.lists.tables.ratings import TITLE, history, leaderboard, ratings_of
from service.lists.tables.results import ResultQuery, results
from tests.readmodels.kit import PEOPLE, World


def test_the_published_formula_gives_the_ratings_of_the_results(followed: World) -> None:
    with followed.database.reading() as cursor:
        every = results(cursor, ResultQuery(limit=1000))
        found = {one.player: one for player in PEOPLE for one in ratings_of(cursor, player) if _is_siberia(one)}
        weights = [change.weight for change in history(cursor, PEOPLE[0], "siberia", TITLE, 0, 100)]

    computed: defaultdict[str, Rating] = defaultdict(Rating)
    games, met = Counter[str](), defaultdict[tuple[str, ...], list[datetime.datetime]](list)
    expected: list[int] = []
    for one in every:
        those = finishes(one.result)
        if one.result.ruleset != "siberia" or not those:
            continue
        end = datetime.datetime.fromisoformat(one.result.ended_at)
        players = [each.player for each in those]
        shares = [
            [
                Fraction(
                    1, 1 + sum(at >= end - datetime.timedelta(hours=24) for at in met[tuple(sorted((one, other)))])
                )
                for other in players
                if other != one
            ]
            for one in players
        ]
        full = rate([computed[player] for player in players], [each.rank for each in those])
        for player, after, of_player in zip(players, full, shares, strict=True):
            weight = round(SCALE * sum(of_player) / len(of_player))
            before = computed[player]
            computed[player] = Rating(
                before.mu + round(Fraction((after.mu - before.mu) * weight, SCALE)),
                before.sigma + round(Fraction((after.sigma - before.sigma) * weight, SCALE)),
            )
            games[player] += 1
            if player == PEOPLE[0]:
                expected.append(weight)
        for pair in combinations(sorted(players), 2):
            met[pair].append(end)

    assert {player: (one.rating, one.games) for player, one in found.items()} == {
        player: (rating, games[player]) for player, rating in computed.items()
    }
    assert weights == expected
    assert weights[0] == SCALE
    assert len(set(weights)) > 2


def _is_siberia(one: object) -> bool:
    return getattr(one, "ruleset", None) == "siberia" and getattr(one, "profile", None) == TITLE


def test_provisional_players_are_listed_apart_and_each_list_has_its_places(table: World) -> None:
    players = {
        # mu, sigma, games
        "player:a": (30_000_000, PROVISIONAL_ABOVE, PROVISIONAL_BELOW),
        "player:b": (40_000_000, PROVISIONAL_ABOVE + 1, 99),
        "player:c": (50_000_000, 2_000_000, PROVISIONAL_BELOW - 1),
        "player:d": (29_000_000, 5_000_000, 99),
    }
    assert {name: Rating(mu, sigma).is_provisional(games) for name, (mu, sigma, games) in players.items()} == {
        "player:a": False, "player:b": True, "player:c": True, "player:d": False,
    }  # fmt: skip
    with table.database.writing() as cursor:
        # of the accounts, whose deleted players are left out
        cursor.execute("CREATE TABLE players (id TEXT, erased_at TEXT)")
        for name, (mu, sigma, games) in players.items():
            rating = Rating(mu, sigma)
            values = ("minos", TITLE, name, mu, sigma, rating.ordinal, games, 1, int(rating.is_provisional(games)))
            cursor.execute(
                "INSERT INTO ratings_g1 (ruleset, profile, player, mu, sigma, ordinal, games, wins, provisional) "
                "VALUES (?,?,?,?,?,?,?,?,?)",
                values,
            )
    with table.database.reading() as cursor:
        assert _board(cursor, provisional=False) == [(1, "player:d"), (2, "player:a")]
        assert _board(cursor, provisional=True) == [(1, "player:c"), (2, "player:b")]


def _board(cursor: Cursor, *, provisional: bool) -> list[tuple[int, str]]:
    """Return a list in pages of one."""
    found: list[tuple[int, str]] = []
    after = None
    while page := leaderboard(cursor, "minos", TITLE, after, 1, provisional=provisional):
        found += [(each.rank, each.player_rating.player) for each in page]
        after = (page[0].player_rating.rating.ordinal, page[0].player_rating.player)
    return found
