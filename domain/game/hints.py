"""A seat takes a hint of the engine: the table stays, and all see that the hint was taken."""

from collections.abc import Sequence

import msgspec

from domain.game.decide import Decided, must_go_on
from domain.game.events import Advice, Advised, HintTaken
from domain.game.game import Game, decision_id, is_by_bot
from domain.game.refusals import NotPossible
from domain.kernel.values import Seat

MOST_CHOICES = 3
"""The maximum number of choices of a hint."""

WHOLE = 1000
"""The chance of a seat that is sure to win."""


def check_hint(game: Game, seat: Seat) -> None:
    """Raise NotPossible unless a seat can take a hint now: once for each of its decisions."""
    must_go_on(game)
    if game.opened.hints is not True:
        reason = "a rated game has no hints" if game.opened.rated is True else "it was opened without `hints`"
        raise NotPossible("no-hints", f"there are no hints in this game: {reason}")
    if seat not in game.questions or is_by_bot(game, seat):
        raise NotPossible("no-hints", f"seat {seat} has nothing to decide: hints are for an open decision of a player")
    if decision_id(game, seat) in game.hinted:
        raise NotPossible("no-hints", f"seat {seat} has a hint for this decision already: the log has it")


def take_hint(game: Game, seat: Seat, choices: Sequence[Advised]) -> Decided:
    """Give a seat the advice of the engine for its open decision. Raises NotPossible."""
    check_hint(game, seat)
    if not 1 <= len(choices) <= MOST_CHOICES:
        raise NotPossible("no-hints", f"a hint has 1 to {MOST_CHOICES} choices")
    if any(not 0 <= choice.chance <= WHOLE or not 0 <= choice.error <= WHOLE for choice in choices):
        raise NotPossible("no-hints", f"chances and errors of a hint are 0 to {WHOLE}")
    ordered = sorted(choices, key=lambda choice: -choice.chance)
    if [*choices] != ordered or any(not _is_legal(game, seat, choice) for choice in choices):
        raise NotPossible("no-hints", "a hint has legal commands of the seat, the best one first")
    return Decided([HintTaken(seat, decision_id(game, seat), Advice(tuple(choices)))])


def _is_legal(game: Game, seat: Seat, advised: Advised) -> bool:
    # the commands of a choice, and of the file that a verifier reads, are compared as JSON has them
    by_type = {command.__struct_config__.tag: command for command in game.ruleset.commands}
    kind = by_type.get(advised.command.get("type"))
    if kind is None:
        return False
    try:
        command = msgspec.convert(advised.command, kind)
    except msgspec.ValidationError:
        return False
    return any(choice.admits(command) for choice in game.ruleset.legal_commands(game.state, seat))
