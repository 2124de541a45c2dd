"""The document of an analysis by the engine. Chances are in thousandths."""

from collections.abc import Iterable, Mapping, Sequence
from math import isqrt
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from domain.kernel.values import Seat, Value
from projections.ranking import ranking_of
from service.analysis.chances import WHOLE, won
from service.analysis.examine import Answer, Examined, Point, thousandths
from service.analysis.levels import Budget, budget_of
from service.analysis.questions import SEEDS, Plan, Question, out_of
from service.analysis.sources import digest
from service.core.http.messages import GameId

FORMAT: Literal["ludolog-engine-analysis/1"] = "ludolog-engine-analysis/1"
ENGINE = "ludolog-engine/1"

MISTAKE, BLUNDER = WHOLE // 10, WHOLE // 5
"""What a choice has to cost more than."""

CERTAIN = 2
"""How many standard errors a cost has to be above 0."""

MOST_DEAREST = 10
"""The maximum number of the dearest decisions."""

DECIDED = WHOLE // 100
"""A decision does not count for the accuracy if its seat has at most this chance, or lacks at most this much of it."""

Pair: TypeAlias = tuple[Question, Examined]
"""A decision, and what the engine found."""

Kind: TypeAlias = Literal["mistake", "blunder"]
AtVersion: TypeAlias = Annotated[int, Meta(description="The version of the decision event.")]
OfSeat: TypeAlias = Annotated[int, Meta(description="The seat that decided.")]
Chance: TypeAlias = Annotated[int, Meta(description="A winning chance in thousandths.")]
AnyCommand: TypeAlias = Annotated[Mapping[str, Any], Meta(description="A command.")]


class Engine(Value, frozen=True):
    """What the analysis was made with."""

    name: Annotated[str, Meta(description="The name and version of the engine.")]
    digest: Annotated[str, Meta(description="The digest of its sources, rules, weights and calibration.")]
    level: Annotated[str, Meta(description="The level.")]
    budget: Annotated[Budget, Meta(description="The steps that the level spends.")]
    seeds: Annotated[str, Meta(description="How the seed of each version is computed.")]


class Chances(Value, frozen=True):
    """The winning chances of all seats at a version, given the whole table; draws to come are unknown."""

    version: Annotated[int, Meta(description="The version.")]
    chances: Annotated[
        tuple[int, ...],
        Meta(
            description="The chance of each seat in thousandths, with the sum 1000. It is 0 while its player has left, "
            "and another has not. At the end of an adjudicated game it follows the ruling."
        ),
    ]


class ExaminedDecision(Value, frozen=True):
    """A decision with more than one legal command, given what its seat knew."""

    version: AtVersion
    seat: OfSeat
    chosen: Chance
    best: Annotated[
        int,
        Meta(description="The chance after the best candidate, in new worlds; `chosen` again if none looked better."),
    ]
    error: Annotated[
        int,
        Meta(description="The standard error of the difference, not of a chance; 0 if no candidate looked better."),
    ]
    worlds: Annotated[int, Meta(description="The number of worlds.")]


class Mistake(Value, frozen=True):
    """A choice that cost more than 100 (mistake) or 200 (blunder) thousandths, by more than 2 standard errors."""

    version: AtVersion
    seat: OfSeat
    decision: Annotated[str, Meta(description="The id of the decision.")]
    kind: Annotated[Kind, Meta(description="How much it cost.")]
    rule: Annotated[str, Meta(description="The rule under which the seat was asked.")]
    phase: Annotated[str, Meta(description="The chapter of the rule.")]
    chosen: AnyCommand
    better: AnyCommand
    about: Annotated[tuple[str, ...], Meta(description="What the better command is about: anchors on the board.")]
    chance: Chance
    best: Annotated[int, Meta(description="The chance after the better command.")]
    error: Annotated[int, Meta(description="The standard error of the difference.")]
    worlds: Annotated[int, Meta(description="The number of worlds.")]


class DearDecision(Value, frozen=True):
    """A decision with a better candidate, however little it cost."""

    version: AtVersion
    seat: OfSeat
    decision: Annotated[str, Meta(description="The id of the decision.")]
    kind: Annotated[Kind | None, Meta(description="Whether it is a mistake or a blunder; null: neither.")]
    rule: Annotated[str, Meta(description="The rule under which the seat was asked.")]
    phase: Annotated[str, Meta(description="The chapter of the rule.")]
    chosen: AnyCommand
    better: AnyCommand
    about: Annotated[tuple[str, ...], Meta(description="What the better command is about: anchors on the board.")]
    chance: Chance
    best: Annotated[int, Meta(description="The chance after the better command.")]
    error: Annotated[int, Meta(description="The standard error of the difference.")]
    worlds: Annotated[int, Meta(description="The number of worlds.")]


class Loss(Value, frozen=True):
    """What some decisions of a seat cost in sum."""

    decisions: Annotated[int, Meta(description="The number of decisions that were examined.")]
    lost: Annotated[
        int,
        Meta(
            description="The sum of the differences of `best` and `chosen`, in thousandths of a winning chance. A "
            "candidate that turned out worse counts with its sign, so that the errors cancel out."
        ),
    ]
    error: Annotated[int, Meta(description="The standard error of the sum.")]


class PhaseLoss(Loss, frozen=True):
    """What the decisions of a seat cost in a phase."""

    phase: Annotated[str, Meta(description="The chapter of the rules of these decisions.")]


class PlayerLoss(Loss, frozen=True):
    """What the decisions of a seat cost in the whole game, and how accurate they were."""

    seat: Annotated[int, Meta(description="The seat.")]
    accuracy: Annotated[
        int | None,
        Meta(
            description="The mean share of the odds of winning (chance to counter-chance) that a decision kept, "
            "compared with the candidate, in thousandths. Decisions of a game that is won or lost, with a chance below "
            "10 or above 990 thousandths, do not count; null if none counts."
        ),
    ]
    decided: Annotated[int, Meta(description="The decisions that do not count for the accuracy.")]
    phases: Annotated[tuple[PhaseLoss, ...], Meta(description="By phase, in the order of the rule book.")]


class EngineAnalysis(Value, frozen=True):
    """The analysis of a finished game by the engine. It follows from the log and the level."""

    format: Annotated[Literal["ludolog-engine-analysis/1"], Meta(description="The form of this document.")]
    game: GameId
    version: Annotated[int, Meta(description="The last version of the log.")]
    head: Annotated[str, Meta(description="The head of the log at this version.")]
    ruleset: Annotated[str, Meta(description="The title.")]
    ruleset_version: Annotated[int, Meta(description="The version of its rules.")]
    seats: Annotated[int, Meta(description="The number of seats.")]
    engine: Annotated[Engine, Meta(description="What the analysis was made with.")]
    chances: Annotated[tuple[Chances, ...], Meta(description="At the start, at the rounds and at the end.")]
    mistakes: Annotated[tuple[Mistake, ...], Meta(description="In the order of the versions.")]
    decisions: Annotated[tuple[ExaminedDecision, ...], Meta(description="The decisions that were examined.")]
    omitted: Annotated[int, Meta(description="Decisions left out, evenly spread: at most 2000 are examined.")]
    players: Annotated[
        tuple[PlayerLoss, ...],
        Meta(description="The sums by seat. A document of an earlier release has none until it is asked for again."),
    ] = ()
    dearest: Annotated[
        tuple[DearDecision, ...],
        Meta(
            description="At most ten decisions that cost the most, the dearest first: those with the largest cost less "
            "its standard error."
        ),
    ] = ()


def document(plan: Plan, answers: Iterable[Answer]) -> bytes:
    """Return the document as JSON. The order of the answers does not matter."""
    return msgspec.json.encode(report(plan, answers))


def report(plan: Plan, answers: Iterable[Answer]) -> EngineAnalysis:
    """Return the analysis of a game from the answers to all questions of its plan, in any order."""
    found = sorted(answers, key=lambda each: each.version)
    examined = {each.version: each for each in found if isinstance(each, Examined)}
    pairs = [(question, examined[question.version]) for question in plan.questions]
    opened, game = plan.game.opened, plan.game
    return EngineAnalysis(
        format=FORMAT,
        game=game.id,
        version=game.version,
        head=game.tip.head,
        ruleset=opened.ruleset,
        ruleset_version=opened.ruleset_version,
        seats=opened.seats,
        engine=_engine(plan),
        chances=_chances(plan, [each for each in found if isinstance(each, Point)]),
        mistakes=tuple(mistake for each in pairs if (mistake := _mistake(plan, *each)) is not None),
        decisions=tuple(
            ExaminedDecision(
                each.version, question.seat, _shown(each.chosen), _shown(each.best), _up(each.error), each.worlds
            )
            for question, each in pairs
        ),
        omitted=plan.omitted,
        players=tuple(_player_loss(plan, seat, pairs) for seat in range(opened.seats)),
        dearest=_dearest(plan, pairs),
    )


class _Summed(msgspec.Struct, frozen=True):
    players: Sequence[Any] = ()


def has_sums(found: bytes) -> bool:
    """Return whether a stored document has the sums. Those of earlier releases have none."""
    return bool(msgspec.json.decode(found, type=_Summed).players)


def _engine(plan: Plan) -> Engine:
    title, level = plan.game.opened.ruleset, plan.level
    seeds = f"the first 8 bytes of SHA-256({SEEDS} GAME HEAD VERSION LEVEL)"
    return Engine(ENGINE, digest(title), level, budget_of(title, level), seeds)


def _chances(plan: Plan, points: Sequence[Point]) -> tuple[Chances, ...]:
    """Return the winning chance over time: the points, and the result of the game."""
    game = plan.game
    places = ranking_of(game) if out_of(game) else game.places
    ended = thousandths([won(places, seat) for seat in range(game.opened.seats)])
    return (*(Chances(each.version, each.chances) for each in points), Chances(game.version, ended))


def _player_loss(plan: Plan, seat: Seat, pairs: Sequence[Pair]) -> PlayerLoss:
    own = [each for each in pairs if each[0].seat == seat]
    rules = plan.game.ruleset.rules
    phases = dict.fromkeys(rule.phase for rule in rules.values())
    by_phase = {phase: [found for question, found in own if rules[question.rule].phase == phase] for phase in phases}
    kept = [share for _, found in own if (share := _kept(found)) is not None]
    return PlayerLoss(
        **_loss([found for _, found in own]),
        seat=seat,
        accuracy=_shown(sum(kept) // len(kept)) if kept else None,
        decided=len(own) - len(kept),
        phases=tuple(PhaseLoss(**_loss(found), phase=phase) for phase, found in by_phase.items() if found),
    )


def _loss(found: Sequence[Examined]) -> dict[str, int]:
    """Return the fields of a loss. The errors of decisions do not depend on one another."""
    lost = sum(each.best - each.chosen for each in found)
    error = isqrt(sum(each.error * each.error for each in found))
    return {"decisions": len(found), "lost": _shown(lost), "error": _up(error)}


def _kept(found: Examined) -> int | None:
    """Return the share of the odds that a decision kept, in millionths; None if the game was won or lost by then."""
    best, chosen = found.best, found.chosen
    if best <= DECIDED or chosen >= WHOLE - DECIDED:
        return None
    return min(WHOLE, chosen * (WHOLE - best) * WHOLE // (best * (WHOLE - chosen)))


def _dearest(plan: Plan, pairs: Sequence[Pair]) -> tuple[DearDecision, ...]:
    """Return the dearest decisions. A cost with a large error may be none."""
    costly = [each for each in pairs if each[1].better is not None and each[1].best > each[1].chosen]
    ranked = sorted(costly, key=lambda each: each[1].error - (each[1].best - each[1].chosen))
    return tuple(DearDecision(**_described(plan, *each), kind=kind_of(each[1])) for each in ranked[:MOST_DEAREST])


def kind_of(examined: Examined) -> Kind | None:
    """Return whether a decision was a mistake or a blunder; None: neither."""
    cost = examined.best - examined.chosen
    if not examined.confirmed or cost <= MISTAKE or cost <= CERTAIN * examined.error:
        return None
    return "blunder" if cost > BLUNDER else "mistake"


def _mistake(plan: Plan, question: Question, found: Examined) -> Mistake | None:
    kind = kind_of(found)
    if kind is None or found.better is None:
        return None
    return Mistake(**_described(plan, question, found), kind=kind)


def _described(plan: Plan, question: Question, found: Examined) -> dict[str, Any]:
    """Return the fields of a decision that has a better candidate."""
    return {
        "version": found.version,
        "seat": question.seat,
        "decision": question.decision,
        "rule": question.rule,
        "phase": plan.game.ruleset.rules[question.rule].phase,
        "chosen": msgspec.to_builtins(question.chosen),
        "better": found.better,
        "about": found.about,
        "chance": _shown(found.chosen),
        "best": _shown(found.best),
        "error": _up(found.error),
        "worlds": found.worlds,
    }


def _shown(millionths: int) -> int:
    return (millionths + 500) // 1000


def _up(millionths: int) -> int:
    return -(-millionths // 1000)
