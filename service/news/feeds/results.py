"""Entries for results of games."""

from projections.rows.results import ResultRow, SeatResult
from service.news.feeds.entries import Entry, Place, urn_of_id
from service.news.feeds.texts import ENDED, WON, NameOf, amount, person, phrase, title_named


def result_entry(row: ResultRow, name_of: NameOf, origin: str, language: str) -> Entry:
    """Return the entry of a result: who won, and the ranking with the scores."""
    title = title_named(row.ruleset, language)
    winners = ", ".join(_name(seat, name_of, language) for seat in row.seats if seat.won)
    return Entry(
        id=urn_of_id(row.game),
        title=phrase(language, WON, title=title, names=winners) if winners else phrase(language, ENDED, title=title),
        summary=", ".join(_line(seat, name_of, language, is_scored=row.ending != "adjudicated") for seat in row.seats),
        at=row.ended_at,
        page=f"{origin}/games/{row.game}",
        data=f"{origin}/v1/games/{row.game}/result",
        tags=(row.ruleset,),
        places=tuple(Place(one.seat, one.player, name_of(one.player), one.rank, one.score) for one in row.seats),
        resources=(f"{origin}/v1/games/{row.game}",),
    )


def _line(seat: SeatResult, name_of: NameOf, language: str, *, is_scored: bool) -> str:
    """Return a place of the ranking. An adjudicated game has ranks without scores."""
    name = _name(seat, name_of, language)
    return f"{seat.rank}. {name} {amount(seat.score)}" if is_scored else f"{seat.rank}. {name}"


def _name(seat: SeatResult, name_of: NameOf, language: str) -> str:
    return person(language, seat.player, name_of(seat.player))
