"""All forgeries of bundles, and the line at which each of them is found."""

import json
from collections.abc import Mapping, Sequence

from domain.proof.bundle import LOGGED_FORMAT
from tests.games.forged_cleverly import AGAINST_THE_RULES, AS_LEGAL_NOW_AND_THEN, TRUE_TO_THE_RULES
from tests.games.forged_clumsily import CLUMSY
from tests.games.forged_lines import Forge, Lines, draws_of

ALL: Mapping[str, Forge] = {**CLUMSY, **TRUE_TO_THE_RULES, **AGAINST_THE_RULES, **AS_LEGAL_NOW_AND_THEN}

TOLD_BY_THE_RULES = {*AS_LEGAL_NOW_AND_THEN, "suffix_made_to_fit"}
"""What was changed may be legal where it stands: only the rules know the line by which such a forgery is told."""

OTHER_CHANCE = {"other_seed", "other_entropy"}


def first_bad_lines(kind: str, lines: Sequence[bytes], forged: Lines) -> range:
    """Return the lines, from 1, of which one has to be named as the first bad one: a single one, if the file tells it.

    Mostly it is the first line that was changed. Those above it are never named: nothing is wrong with them.
    """
    changed = _first_changed(lines, forged)
    if kind in TRUE_TO_THE_RULES:
        return _only(len(forged))
    if kind in TOLD_BY_THE_RULES:
        return range(changed, len(forged) + 1)
    if kind in OTHER_CHANCE:
        # what was dealt may stand above its draws, but not above the start
        return range(_started(forged) + 1, _first_drawing(forged) + 1)
    if kind == "flip_in_header":
        # it may still be a header, which then is not that of the first event
        return range(1, 3)
    if kind == "other_header" and json.loads(forged[0])["format"] == LOGGED_FORMAT:
        # only the closing line has not what this format has
        return _only(len(forged))
    if kind in {"other_header", "other_option", "many_seats"}:
        return _only(1 if _is_bad_by_itself(forged[0]) else 2)
    return _only(changed)


def _only(line: int) -> range:
    return range(line, line + 1)


def _first_changed(lines: Sequence[bytes], forged: Lines) -> int:
    same = 0
    for line, other in zip(lines, forged, strict=False):
        if line != other:
            break
        same += 1
    return same + 1


def _started(forged: Lines) -> int:
    return next(number for number, line in enumerate(forged, 1) if b'"game.started"' in line)


def _first_drawing(forged: Lines) -> int:
    return next(number for number, line in enumerate(forged[1:], 2) if draws_of(json.loads(line)))


def _is_bad_by_itself(header: bytes) -> bool:
    """Whether a header is wrong by itself: its format, unknown rules, impossible seats."""
    fields = json.loads(header)
    is_known = (
        fields["format"] == "ludolog-bundle/1" and fields["ruleset"] != "chess" and fields["ruleset_version"] == 1
    )
    return not (is_known and 1 <= fields["seats"] <= 64)
