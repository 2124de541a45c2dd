"""The verifier reports whatever stands in a bundle, and never fails: values of other types, sizes and lengths."""

import json
import random
from typing import Any, cast

import pytest

from domain.tournaments.proof.verify import verify
from tests.games.bundles import signer, trusting
from tests.tournaments.bundles import eventful, lines_of
from tests.tournaments.forged import rewritten

NO_DAY = "2026-02-31T00:00:00.000000Z"
OTHER_VALUES: list[Any] = [
    None, True, -1, 0, 2, 10**9, 2**53 - 1, "", "x", "1/0", "player:01", NO_DAY, [], {}, [[]], ["player:01"],
]  # fmt: skip


def mutated(rng: random.Random, value: Any) -> Any:
    """Return a JSON value with one value in it replaced, removed or doubled."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        fields = cast("dict[str, Any]", value)
        # an author may give any reason: a bundle with another one is as valid
        key = rng.choice(sorted(fields.keys() - {"reason"}) or ["reason"])
        return {**fields, key: mutated(rng, fields[key])}
    if isinstance(value, list) and value and rng.random() < 0.7:
        items = cast("list[Any]", value)
        place = rng.randrange(len(items))
        return [*items[:place], mutated(rng, items[place]), *items[place + rng.randrange(2) :]]
    return rng.choice(OTHER_VALUES)


@pytest.mark.parametrize("number", range(8))
def test_the_verifier_never_fails(number: int):
    rng = random.Random(number)
    lines = lines_of(eventful(), signer())
    plain = rewritten(lines)
    for _ in range(12):
        index = rng.randrange(1, len(lines) - 1)
        given = json.loads(lines[index])
        part = "record" if "record" in given else "certificate"
        inner = "data" if part == "record" else "statement"
        given[part] = (
            {**given[part], inner: mutated(rng, given[part][inner])}
            if rng.random() < 0.8
            else mutated(rng, given[part])
        )
        changed = [
            *lines[:index],
            json.dumps(given, sort_keys=True, separators=(",", ":")).encode(),
            *lines[index + 1 :],
        ]
        try:
            forged = rewritten(changed)
        except (KeyError, TypeError):
            forged = changed
        report = verify(forged, trusting(signer()))
        assert report.checks
        assert forged == plain or not report.is_valid, (index, given)
