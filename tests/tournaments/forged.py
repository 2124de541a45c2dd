"""Forgeries of the bundle of a tournament, and the checks that find them."""

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from domain.kernel.codec import canonical
from domain.ledger.records import Tip, seal, tip_of_new
from tests.games.bundles import signer
from tests.tournaments.kit import SEED, TOURNAMENT

Lines: TypeAlias = list[bytes]
Forge: TypeAlias = Callable[[Lines], Lines]
Change: TypeAlias = Callable[[dict[str, Any]], object]


def fields(line: bytes) -> dict[str, Any]:
    return json.loads(line)


def at(lines: Lines, number: int, change: Change) -> Lines:
    """Return the lines with one of them changed."""
    changed = fields(lines[number])
    change(changed)
    return [*lines[:number], canonical(changed), *lines[number + 1 :]]


def of_type(lines: Sequence[bytes], name: str, place: int = 0) -> int:
    """Return the index of an event by its type, the first one by default."""
    found = [i for i, line in enumerate(lines) if fields(line).get("record", {}).get("type") == f"tournament.{name}"]
    return found[place]


def rewritten(lines: Lines) -> Lines:
    """Return the lines with versions, seals, heads and signature made anew, so that only the content is wrong."""
    head, version, made, last = tip_of_new(TOURNAMENT).head, 0, [lines[0]], ""
    for line in lines[1:-1]:
        given = fields(line)
        if "record" in given:
            version += 1
            record = given["record"] | {"version": version, "cause": version}
            if version == 1:
                record["sealed"] = record["data"]["seed_commitment"] = seal(SEED, 1, b"")
            head = hashlib.sha256(bytes.fromhex(head) + canonical(record)).hexdigest()
            given |= {"record": record, "head": head}
            last = record["at"]
        made.append(canonical(given))
    return [*made, canonical(signer().sign_head(Tip(TOURNAMENT, version, head, last)))]


def data(change: Change) -> Change:
    return lambda line: change(line["record"]["data"])


def in_data(name: str, change: Change, place: int = 0) -> Forge:
    """Return the forgery that changes the data of an event."""
    return lambda lines: at(lines, of_type(lines, name, place), data(change))


def in_record(name: str, change: Change, place: int = 0) -> Forge:
    """Return the forgery that changes the record of an event."""
    return lambda lines: at(lines, of_type(lines, name, place), lambda line: change(line["record"]))


def in_certificate(lines: Lines) -> Lines:
    """Return the lines with another score part in the first certificate."""
    index = of_type(lines, "result_taken") + 1
    return at(lines, index, lambda line: line["certificate"]["statement"]["places"][0].update(parts=[1]))


def dropped(lines: Lines, index: int) -> Lines:
    return [*lines[:index], *lines[index + 1 :]]


def moved(lines: Lines, index: int, to: int) -> Lines:
    line = at(lines, index, lambda f: f["record"].update(at=fields(lines[to - 1])["record"]["at"]))[index]
    rest = dropped(lines, index)
    return [*rest[:to], line, *rest[to:]]


def doubled(lines: Lines, index: int) -> Lines:
    return [*lines[: index + 2], *lines[index : index + 2], *lines[index + 2 :]]


def swap(names: dict[str, Any]) -> None:
    first, second = names["tables"][0]["players"], names["tables"][1]["players"]
    first[0], second[0] = second[0], first[0]


def better(names: dict[str, Any]) -> None:
    names["places"][-1]["rank"], names["places"][0]["rank"] = 1, len(names["places"])


FORGERIES: dict[str, tuple[str, Forge]] = {
    "a player of another round": ("acts", in_data("checked_in", lambda d: d.update(round=2))),
    "a registration by a stranger": ("acts", in_data("registered", lambda d: d.update(author="player:99"))),
    "a registration left out": ("acts", lambda s: dropped(s, of_type(s, "registered"))),
    "a guest registers": ("acts", in_data("registered", lambda d: d.update(player="guest:1", author="guest:1"))),
    "terms that do not agree": ("acts", in_data("opened", lambda d: d["terms"].update(sizes=[7]))),
    "terms changed by a helper": ("acts", in_data("terms_changed", lambda d: d.update(author="player:helper"))),
    "a director from nowhere": ("acts", lambda s: dropped(s, of_type(s, "organiser_appointed"))),
    "a pair that was not forbidden": (
        "acts",
        in_data("pair_forbidden", lambda d: d.update(pair=["player:02", "player:01"])),
    ),
    "check-in before its time": (
        "acts",
        in_record("check_in_opened", lambda r: r.update(at="2026-12-02T10:59:59.999999Z"), 1),
    ),
    "a bye for a player with a table": ("acts", in_data("bye_given", lambda d: d.update(player="player:05"))),
    "a ruling without a reason": ("acts", in_data("penalty_given", lambda d: d.update(reason=""))),
    "a penalty that is not a fraction": ("acts", in_data("penalty_given", lambda d: d.update(points="2/4"))),
    "a swap of other players": ("acts", in_data("tables_changed", lambda d: d["tables"][0]["players"].reverse())),
    "a round closed too early": (
        "acts",
        lambda s: moved(s, of_type(s, "round_closed"), of_type(s, "games_opened") + 1),
    ),
    "a replaced result of a stranger": (
        "acts",
        in_data("result_replaced", lambda d: d["places"][0].update(player="player:99")),
    ),
    "two players swapped in a round": ("pairings", in_data("round_published", swap)),
    "seats swapped in a round": (
        "pairings",
        in_data("round_published", lambda d: d["tables"][0]["players"].reverse(), 1),
    ),
    "another attempt": ("pairings", in_data("round_published", lambda d: d.update(attempt=3), 1)),
    "an edit that was not made": ("pairings", in_data("round_published", lambda d: d.update(edits=[]), 3)),
    "a lower cost": ("pairings", in_data("round_published", lambda d: d["cost"].update(total="-1"))),
    "the id of another game": (
        "pairings",
        in_data("round_published", lambda d: d["tables"][0].update(game=TOURNAMENT)),
    ),
    "another seed of a round": ("seals", in_data("round_published", lambda d: d.update(seed="00" * 32))),
    "a round published too early": (
        "pairings",
        in_record("round_published", lambda r: r.update(at="2026-12-02T11:59:59.000000Z"), 2),
    ),
    "a negative round": ("seals", in_data("round_published", lambda d: d.update(round=-1))),
    "a negative edition": ("seals", in_data("round_published", lambda d: d.update(edition=-1))),
    # the first edition is 0, which has the same four bytes
    "an edition of five bytes": ("seals", in_data("round_published", lambda d: d.update(edition=2**32))),
    "another winner": ("results", in_data("result_taken", better)),
    "a higher score": ("results", in_data("result_taken", lambda d: d["places"][0].update(score=999))),
    "nobody left": ("results", in_data("result_taken", lambda d: d.update(left=[]))),
    "the head of another log": ("results", in_data("result_taken", lambda d: d.update(head="cd" * 32))),
    "the result of another table": ("results", in_data("result_taken", lambda d: d.update(table=2))),
    "a result taken twice": ("results", lambda s: doubled(s, of_type(s, "result_taken"))),
    "a certificate with another score": ("certificates", in_certificate),
    "another final ranking": ("standings", in_data("finished", lambda d: d["places"].reverse())),
    "a player missing in the final ranking": ("standings", in_data("finished", lambda d: d["places"].pop())),
}
"""By name: the check that finds the forgery, and the change. All heads are made anew afterwards."""
