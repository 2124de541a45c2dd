"""Entries for tournaments, from their logs."""

from collections.abc import Iterable, Sequence

from domain.kernel.values import Event
from domain.ledger.records import Entry as Logged
from domain.ledger.records import read_event
from domain.tournaments.codec import TOURNAMENT_CODEC
from domain.tournaments.events.opening import FinalPlace, TournamentCancelled, TournamentFinished
from domain.tournaments.events.rounds import ResultTaken, RoundClosed, RoundPublished, RoundWithdrawn, TablePlace
from domain.tournaments.events.rulings import ResultReplaced, RuledPlace, TableVoided
from domain.tournaments.state import Tournament
from service.news.feeds import texts
from service.news.feeds.entries import EPOCH, Entry, urn_of
from service.news.feeds.texts import NameOf, amount, people, person, phrase, title_named

_OPENED, _TERMS_CHANGED = "tournament.opened", "tournament.terms_changed"
_SHOWN = {
    _OPENED,
    *(
        f"tournament.{name}"
        for name in (
            *("round_published", "round_withdrawn", "result_taken", "result_replaced", "table_voided"),
            *("round_closed", "finished", "cancelled"),
        )
    ),
}
"""The types of the events that have an entry, as the log stores them."""

MOST_PLACES = 10
"""The number of places that the summary of a finished tournament names."""


def shown_before(entries: Sequence[Logged], before: int | None, limit: int) -> list[Logged]:
    """Return the newest events with an entry, newest first, with lower versions than `before`."""
    found: list[Logged] = []
    for logged in reversed(entries):
        version = logged.record.version
        if len(found) < limit and logged.record.type in _SHOWN and (before is None or version < before):
            found.append(logged)
    return found


def tournament_entry(
    tournament: Tournament, logged: Logged, name_of: NameOf, origin: str, language: str, revised: str = EPOCH
) -> Entry:
    """Return the entry of an event of a tournament, whose terms were changed last at `revised`."""
    title, summary = _described(tournament, logged, name_of, language)
    page, data = f"{origin}/tournaments/{tournament.id}", f"{origin}/v1/tournaments/{tournament.id}"
    return Entry(
        id=urn_of(f"tournament/{tournament.id}/{logged.record.version}"),
        title=title,
        summary=summary,
        at=logged.record.at,
        page=page,
        data=data,
        tags=(tournament.terms.ruleset,),
        revised=revised,
    )


def terms_changed_at(entries: Iterable[Logged]) -> str:
    """Return when the terms of a tournament, such as its name, were changed last, or else its opening."""
    return max(logged.record.at for logged in entries if logged.record.type in {_OPENED, _TERMS_CHANGED})


def entry_of_player(
    tournament: Tournament, player: str, name_of: NameOf, origin: str, language: str, revised: str = EPOCH
) -> Entry:
    """Return the entry of a tournament in the feed of a player: that the player takes part, or the place at the end.

    `revised` is when its terms were changed last.
    """
    name, shown = tournament.terms.name, person(language, player, name_of(player))
    place = next((place for place in tournament.places if place.player == player), None)
    is_cancelled = tournament.status == "cancelled"
    if place is not None:
        parts = {"name": name, "rank": place.rank, "players": len(tournament.places), "player": shown}
        title = phrase(language, texts.PLACED, **parts)
    else:
        title = phrase(language, texts.CANCELLED, name=name) if is_cancelled else ""
    plays = phrase(language, texts.PLAYS, player=shown, name=name)
    return Entry(
        # the end is an entry of its own, so that feed readers show it
        id=urn_of(f"tournament/{tournament.id}/{player}{'/end' if tournament.is_over else ''}"),
        title=title or plays,
        summary=f"{title_named(tournament.terms.ruleset, language)}. {plays}.",
        at=tournament.tip.at if tournament.is_over else tournament.opened_at,
        page=f"{origin}/tournaments/{tournament.id}",
        data=f"{origin}/v1/tournaments/{tournament.id}",
        tags=(tournament.terms.ruleset,),
        revised=revised,
    )


def _described(tournament: Tournament, logged: Logged, name_of: NameOf, language: str) -> tuple[str, str]:
    """Return the title and the summary of an event."""
    name = tournament.terms.name
    if logged.record.type == _OPENED:
        title, most = title_named(tournament.terms.ruleset, language), tournament.terms.max_players
        summary = phrase(language, texts.REGISTRATION_TEXT, title=title, players=most)
        return phrase(language, texts.REGISTRATION, name=name), summary
    match event := read_event(logged, TOURNAMENT_CODEC):
        case RoundPublished():
            return phrase(language, texts.PUBLISHED, name=name, round=event.round), _tables(event, name_of, language)
        case RoundWithdrawn():
            return phrase(language, texts.WITHDRAWN, name=name, round=event.round), event.reason
        case ResultTaken():
            title = phrase(language, texts.RESULT, name=name, round=event.round, table=event.table)
            return title, _places(event.places, name_of, language)
        case ResultReplaced() | TableVoided():
            title = phrase(language, texts.RULED, name=name, round=event.round, table=event.table)
            places = event.places if isinstance(event, ResultReplaced) else ()
            return title, "\n".join(filter(None, (_places(places, name_of, language), event.reason)))
        case RoundClosed():
            summary = phrase(language, texts.CLOSED_TEXT, round=event.round)
            return phrase(language, texts.CLOSED, name=name, round=event.round), summary
        case _:
            return _end(event, name, name_of, language)


def _end(event: Event, name: str, name_of: NameOf, language: str) -> tuple[str, str]:
    match event:
        case TournamentFinished():
            names = people(language, winners_of(event.places), name_of)
            first = sorted(event.places, key=lambda place: (place.division, place.rank))[:MOST_PLACES]
            summary = ", ".join(f"{each.rank}. {people(language, (each.player,), name_of)}" for each in first)
            return phrase(language, texts.FINISHED, name=name, names=names), summary
        case TournamentCancelled():
            return phrase(language, texts.CANCELLED, name=name), event.reason
        case _:
            raise AssertionError(type(event))


def winners_of(places: Iterable[FinalPlace]) -> list[str]:
    """Return the players who share the first place of the first division."""
    return [place.player for place in places if place.rank == 1 and place.division == 1]


def _tables(event: RoundPublished, name_of: NameOf, language: str) -> str:
    lines = [
        phrase(language, texts.TABLE, table=number, names=people(language, table.players, name_of))
        for number, table in enumerate(event.tables, 1)
    ]
    if event.byes:
        lines.append(phrase(language, texts.BYES, names=people(language, event.byes, name_of)))
    return "\n".join(lines)


def _places(places: Sequence[TablePlace | RuledPlace], name_of: NameOf, language: str) -> str:
    ranked = sorted(places, key=lambda place: place.rank)
    return ", ".join(f"{one.rank}. {people(language, (one.player,), name_of)} {amount(one.score)}" for one in ranked)
