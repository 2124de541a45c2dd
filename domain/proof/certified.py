"""The result of a game as its log has it, compared with a certificate of the game (SPEC.md 6 and 7)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta
from msgspec.structs import replace

from domain.game.events import BOT
from domain.kernel.values import Seat, Value
from domain.ledger.signing import CertificateStatement, CertifiedPlace
from domain.proof.bundle import BadLineError, PlainRecord, convert_line
from domain.proof.errors import CheckFailedError

_TAKEN, _LEFT, _RETURNED = "game.seat_taken", "game.seat_left", "game.seat_returned"
_REPLACED, _ADJUDICATED, _ENDED = "game.player_replaced", "game.adjudicated", "game.ended"
_TO_BOT = ("game.seat_resigned", "game.seat_given_up", "clock.seat_taken_over")
_STATUSES: Mapping[str, Literal["ended", "abandoned"]] = {_ENDED: "ended", "game.abandoned": "abandoned"}

_FIRST_LOSER = 2
"""The best rank of a resigned seat."""


class _Seated(Value, frozen=True):
    """The data of an event that changes who has a seat."""

    seat: Annotated[int, Meta(ge=0)]
    player: str | None = None


class _Ended(Value, frozen=True):
    """The data of game.ended."""

    places: tuple[CertifiedPlace, ...]


class Outcome:
    """Follows the public records of a game as far as its certificate depends on them."""

    def __init__(self, ruleset: str | None, ruleset_version: int | None, seats: int) -> None:
        self._ruleset = (ruleset, ruleset_version)
        self._players: list[str | None] = [None] * seats
        self._resigned: dict[Seat, str | None] = {}
        """By seat: the player whose seat a bot has."""
        self._places: tuple[CertifiedPlace, ...] = ()
        self._is_adjudicated = False
        self._last: PlainRecord | None = None

    def take(self, record: PlainRecord) -> None:
        """Follow an event. Raises CheckFailedError for data without the fields of its type."""
        self._last = record
        try:
            self._follow(record.type, record.data)
        except BadLineError as bad:
            raise CheckFailedError(f"{record.type}: {bad}") from None

    def _follow(self, kind: str, data: Mapping[str, Any]) -> None:
        if kind in {_TAKEN, _LEFT, _RETURNED, _REPLACED, *_TO_BOT}:
            changed: _Seated = convert_line({name: data[name] for name in ("seat", "player") if name in data}, _Seated)
            if changed.seat >= len(self._players):
                raise CheckFailedError(f"the game has the seats 0 to {len(self._players) - 1}")
            self._seat(kind, changed)
        elif kind == _ADJUDICATED:
            self._is_adjudicated = True
        elif kind == _ENDED and "places" in data:
            ended: _Ended = convert_line({"places": data["places"]}, _Ended)
            self._places = ended.places

    def _seat(self, kind: str, changed: _Seated) -> None:
        seat = changed.seat
        if kind in _TO_BOT:
            self._resigned.setdefault(seat, self._players[seat])
            self._players[seat] = changed.player
            return
        former = self._resigned.pop(seat, None)
        self._players[seat] = former if kind == _RETURNED else None if kind == _LEFT else changed.player

    def statement(self, head: str) -> CertificateStatement:
        """Return the result by the log as it has been followed, with the head at its end and without a key.

        Raises CheckFailedError if the log does not end with the end of a game.
        """
        last = self._last
        if last is None or last.type not in _STATUSES:
            raise CheckFailedError("the log ends before the game is over")
        ruleset, version = self._ruleset
        return CertificateStatement(
            at=last.at,
            game=last.game,
            head=head,
            version=last.version,
            key_id=None,
            places=self._ranking(),
            players=tuple(self._players),
            resigned=tuple(sorted(self._resigned)),
            ruleset=ruleset or "",
            ruleset_version=version or 0,
            status=_STATUSES[last.type],
            winners=tuple(self._winners()),
            adjudicated=True if self._is_adjudicated else UNSET,
        )

    def check(self, certificate: CertificateStatement) -> None:
        """Compare a certificate with the log. Raises CheckFailedError with the first member that differs."""
        last = self._last
        assert last is not None
        if certificate.version != last.version:
            raise CheckFailedError(
                f"the certificate is of version {certificate.version}, the log ends at {last.version}"
            )
        is_current = certificate.winners is not UNSET
        expected: Mapping[str, object] = {
            "status": _STATUSES.get(last.type),
            "ruleset": self._ruleset[0],
            "ruleset_version": self._ruleset[1],
            "players": tuple(self._players),
            "resigned": tuple(sorted(self._resigned)),
            "adjudicated": True if self._is_adjudicated else UNSET,
            "places": self._ranking() if is_current else self._places,
            "winners": self._winners() if is_current else UNSET,
        }
        for name, value in expected.items():
            if getattr(certificate, name) != value:
                raise CheckFailedError(f"the certificate states other {name} than the log has")

    def _ranking(self) -> tuple[CertifiedPlace, ...]:
        """Return the places, best first, with the resigned seats last, unless a ruling adjudicated the game."""
        if self._is_adjudicated:
            return self._places
        stayed = [place.rank for place in self._places if place.seat not in self._resigned]
        last = max(_FIRST_LOSER, 1 + len(stayed))

        def rank_of(place: CertifiedPlace) -> int:
            return last if place.seat in self._resigned else 1 + sum(rank < place.rank for rank in stayed)

        return tuple(
            sorted((replace(place, rank=rank_of(place)) for place in self._places), key=lambda place: place.rank)
        )

    def _winners(self) -> Sequence[Seat]:
        has_people = any(player is not None and not player.startswith(BOT) for player in self._players)
        if self._resigned and not has_people and not self._is_adjudicated:
            return ()
        return tuple(place.seat for place in self._ranking() if place.rank == 1)
