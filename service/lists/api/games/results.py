"""The result of a game."""

from collections.abc import Awaitable, Callable
from functools import cache
from typing import Literal

import msgspec
from litestar import Response, Router, get

from domain.game.decide import NotPossible
from domain.game.game import Game
from domain.kernel.ruleset import EndInfo
from domain.proof.bundle import LogSection
from projections.played import count_played
from projections.ranking import ranking_of, resigned_seats, winners_of
from projections.rows.ratings import finishes
from projections.rows.results import ended_row
from service.core.http.problems import problems
from service.core.keys.signing import Signer
from service.people.api.request import PlayerRequest
from service.play.api.access import Access
from service.play.api.games.messages import EndReason, Result
from service.play.api.loading import Games
from service.play.api.representations import conditional
from service.play.certificates import LogProofs, certificate_of
from service.play.loaded import Loaded
from service.play.scores import Scores, places_without_events


async def _no_proofs(_loaded: Loaded) -> LogSection | None:
    return None


class ResultProofs:
    """The proofs that the log of the site has a game, which a feature above this one has."""

    def __init__(self) -> None:
        self.of: Callable[[Loaded], Awaitable[LogSection | None]] = _no_proofs
        """Returns the proofs of a game; None: it was imported, or the log does not have its end yet."""


@get(
    "/{game:str}/result",
    summary="Read the result",
    operation_id="result",
    responses=problems("token-needed", "not-found", "game-not-over"),
)
async def result(
    request: PlayerRequest,
    signer: Signer,
    scores: Scores,
    access: Access,
    games: Games,
    result_proofs: ResultProofs,
    game: str,
) -> Response[Result]:
    """Return the ranking and the scores with their parts, the rule of each part, and the events that changed it.

    Resigned seats are last, unlike in the event `game.ended`, which has the ranking by the rules. The certificate
    signs ranking, scores and parts together with the head of the log. The result of a private rated game is public
    once it has ended: to those who may not see the game, without the events.

    The amounts of `parts` add up to the score, and the amounts of the `events` of a part to the part. An event belongs
    to every part that it changed, of any seat. A seat that the clock gave to a bot counts as resigned if the bot still
    has it at the end, and so does one that a ruling gave up. If a seat is resigned, `places` differs from the places in
    `game.ended`: the event has the ranks by the rules, whereas here resigned seats share the last rank, which is 2 at
    best. The ranks of an adjudicated game stand as given.
    """
    loaded, is_seen = await games.load_result(request, game)
    found = loaded.game
    if not found.is_over:
        raise NotPossible("game-not-over", f"the game is {found.status}")
    status: Literal["ended", "abandoned"] = "ended" if found.status == "ended" else "abandoned"
    places = await scores.of(loaded, request.asker) if is_seen else places_without_events(found)

    log = await result_proofs.of(loaded)
    voided = access.is_void(found)

    @cache  # also used for the compressed form
    def make() -> Result:
        certificate = None if loaded.is_foreign else certificate_of(found, signer)
        return Result(
            game=found.id,
            status=status,
            version=found.version,
            head=found.tip.head,
            places=places,
            unit=found.ruleset.score.unit,
            resigned=resigned_seats(found),
            winners=winners_of(found),
            rated=_is_rated(loaded) and not voided,
            adjudicated=found.is_adjudicated,
            ending=found.ending,
            reason=_reply(_end_of(found)),
            tie_break=_reply(_tie_break(found)),
            former=tuple(occupant.former if occupant else () for occupant in found.occupants),
            certificate=certificate,
            log=log and msgspec.convert(log, LogProofs, from_attributes=True),
            voided=voided,
        )

    public = access.is_seen_by_all(found)
    tag = (
        f"{found.version}.result.{'ruled' if is_seen else 'bare'}.{signer.key_id}"
        f"{'' if log is None else '.logged'}{'.void' if voided else ''}"
    )
    return conditional(request, loaded, tag, make, public=public, for_all=public)


def _end_of(game: Game) -> EndInfo | None:
    """Return why the rules have ended a game; None if it ended otherwise."""
    reason = game.ruleset.end_of(game.state) if game.ending == "rules" else None
    return next((each for each in game.ruleset.ends if each.reason == reason), None)


def _tie_break(game: Game) -> EndInfo | None:
    """Return what decided between the only winner and a seat with the same score; None: nothing had to."""
    end = _end_of(game)
    if end is None or end.decides or len(winners_of(game)) != 1:
        return None
    resigned = resigned_seats(game)
    first, *others = (place for place in ranking_of(game) if place.seat not in resigned)
    return game.ruleset.tie_break if any(other.score == first.score for other in others) else None


def _reply(end: EndInfo | None) -> EndReason | None:
    return None if end is None else EndReason(end.reason, end.rule)


def _is_rated(loaded: Loaded) -> bool:
    """Return whether a game that is over counts for ratings."""
    played = count_played(None, (entry.record for entry in loaded.entries), loaded.game.opened.seats)
    row = ended_row(loaded.game, played, is_foreign=loaded.is_foreign)
    return row is not None and bool(finishes(row))


router = Router("/v1/games", route_handlers=[result], tags=["games"])
