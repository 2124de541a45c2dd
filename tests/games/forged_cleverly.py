"""Clever forgeries: salts, seals, chain and closing line are made anew, signed by a key of the forger."""

import json
import random
from collections.abc import Callable, Mapping
from typing import Any

from domain.ledger.draws import KeyedChance, chance_key
from domain.ledger.records import salt, seal
from tests.games.bundles import Finished, stranger
from tests.games.forged_lines import (
    Forge,
    Lines,
    at,
    changed,
    draws_of,
    follows,
    having,
    renumbered,
    rewritten,
    some_event,
)


def later(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    """A whole log a day later: nothing but a signature or a receipt shows it."""
    return rewritten([line.replace(b'"2026-11-20T', b'"2026-11-21T') for line in lines])


def signed_by_a_stranger(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    return rewritten(lines)


def other_player(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    """Somebody else sat there: nothing but a signature or a receipt shows it."""
    return rewritten([line.replace(b'"player:0"', b'"player:9"') for line in lines])


TRUE_TO_THE_RULES: Mapping[str, Forge] = {
    forge.__name__: forge for forge in (later, signed_by_a_stranger, other_player)
}
"""Logs that could have been: only a signature or a receipt tells them from the one that was."""


def other_seat(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    place = having(lines, rng, lambda line: line["record"]["seat"] is not None)
    return rewritten(at(lines, place, lambda line: line["record"].update(seat=(line["record"]["seat"] or 0) ^ 1)))


def other_draw(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    place = having(lines, rng, draws_of)

    def change(line: dict[str, Any]) -> None:
        draws = draws_of(line)
        draws[0][1] = draws[0][1] + 1 if draws[0][1] + 1 < draws[0][0] else draws[0][1] - 1

    return rewritten(at(lines, place, change))


def no_draw(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    return rewritten(at(lines, having(lines, rng, draws_of), lambda line: draws_of(line).pop(0)))


def other_score(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    def change(line: dict[str, Any]) -> None:
        place = line["record"]["data"]["places"][-1]
        place["score"] += 1

    return rewritten(at(lines, len(lines) - 2, change))


def other_ranking(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    return rewritten(at(lines, len(lines) - 2, lambda line: line["record"]["data"]["places"].reverse()))


def opened_by_a_seat(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    return rewritten(at(lines, 1, lambda line: line["record"].update(seat=0)))


def ending_with_a_secret(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    seed = bytes.fromhex(json.loads(lines[1])["secret"]["seed"])

    def change(line: dict[str, Any]) -> None:
        line.update(secret={"note": "anything"}, salt=salt(seed, line["record"]["version"]).hex())
        line["record"].update(known_to=[0])

    return rewritten(at(lines, len(lines) - 2, change))


def impossible_time(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    moment = rng.choice(["9999-99-99T99:99:99.999999Z", "2026-13-01T00:00:00.000000Z", "2026-01-01T24:00:00.000000Z"])
    events = [changed(line, lambda fields: fields["record"].update(at=moment)) for line in lines[1:-1]]
    return rewritten([lines[0], *events, lines[-1]])


def other_number(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    """Any number is another in an event that follows from a decision (another decision may be as legal)."""

    def numbers(line: dict[str, Any]) -> list[str]:
        if not follows(line):
            return []
        return [name for name, value in line["record"]["data"].items() if type(value) is int]

    place = having(lines[:-1], rng, lambda line: numbers(line) and not line["record"]["type"].startswith("game."))

    def change(line: dict[str, Any]) -> None:
        name = rng.choice(numbers(line))
        line["record"]["data"][name] += rng.choice([-1, 1, 10**6, -(10**6), 2**52])

    return rewritten(at(lines, place, change))


def other_secret(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    """A secret that the rules gave is that of another event."""
    return _with_another_secret(lines, rng, follows, {"values": [1, 2, 3, 4]})


def _with_another_secret(
    lines: Lines, rng: random.Random, is_wanted: Callable[[dict[str, Any]], bool], otherwise: object
) -> Lines:
    """Give an event of a kind the secret of another one; if both have the same, another secret."""

    def has_secret(line: dict[str, Any]) -> bool:
        return "secret" in line and is_wanted(line)

    place, from_place = having(lines, rng, has_secret), having(lines, rng, has_secret)
    secret = json.loads(lines[from_place]).get("secret", {"a": 1})
    if json.loads(lines[place]).get("secret") == secret:
        secret = otherwise
    return rewritten(at(lines, place, lambda line: line.update(secret=secret)))


def swapped_secrets(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    """Secret and salt of two events change places, and the seals stay."""
    places = [n for n in range(2, len(lines) - 1) if b'"salt"' in lines[n]]
    if len(places) < 2:
        return lines[1:]
    here, there = rng.sample(places, 2)
    one, two = json.loads(lines[here]), json.loads(lines[there])
    return at(
        at(lines, here, lambda line: line.update(secret=two["secret"], salt=two["salt"])),
        there,
        lambda line: line.update(secret=one["secret"], salt=one["salt"]),
    )


def other_seed(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    """Another seed, committed to as it should be: then no draw is right."""
    seed = rng.randbytes(32)

    def change(line: dict[str, Any]) -> None:
        line["secret"]["seed"] = seed.hex()
        line["record"]["data"]["seed_commitment"] = seal(seed, 1, b"")

    forged = rewritten(at(lines, 1, change))
    return forged if _draws_otherwise(forged) else other_seed(lines, rng, _)


def other_entropy(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    place = having(lines, rng, lambda line: line["record"]["type"] == "game.seat_taken")
    entropy = rng.randbytes(32).hex()
    forged = rewritten(at(lines, place, lambda line: line["record"]["data"].update(entropy=entropy)))
    return forged if _draws_otherwise(forged) else other_entropy(lines, rng, _)


def _draws_otherwise(lines: Lines) -> bool:
    """Whether already the first recorded draw does not follow from seed and entropy; a die falls alike now and then."""
    events = [json.loads(line) for line in lines[1:-1]]
    taken = {event["record"]["data"]["seat"]: event for event in events if event["record"]["type"] == "game.seat_taken"}
    entropy = [bytes.fromhex(taken[seat]["record"]["data"]["entropy"]) for seat in sorted(taken)]
    key = chance_key(bytes.fromhex(events[0]["secret"]["seed"]), events[0]["record"]["game"], entropy)
    first = next(event for event in events if draws_of(event))
    size, number = draws_of(first)[0]
    return KeyedChance(key, first["record"]["cause"] - 1).draw(size) != number


def other_option(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    def change(line: dict[str, Any]) -> None:
        (line["record"]["data"] if "record" in line else line)["options"]["cheating"] = True

    return rewritten(at(at(lines, 0, change), 1, change))


def many_seats(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    seats = rng.choice([0, 1, 5, 64, 65, 2**52])

    def change(line: dict[str, Any]) -> None:
        (line["record"]["data"] if "record" in line else line)["seats"] = seats

    return rewritten(at(at(lines, 0, change), 1, change))


def cut_and_closed(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    return rewritten([*lines[: some_event(lines, rng)], lines[-1]])


def dropped_and_closed(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    place = having(lines, rng, follows)
    return rewritten(renumbered([*lines[:place], *lines[place + 1 :]]))


def repeated_and_closed(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    place = having(lines, rng, follows)
    return rewritten(renumbered([*lines[: place + 1], *lines[place:]]))


def suffix_of_another_game(lines: Lines, rng: random.Random, other: Finished) -> Lines:
    place = min(some_event(lines, rng), len(other.entries) - 2)
    return [*lines[:place], *other.lines(signer=stranger())[place:]]


def suffix_made_to_fit(lines: Lines, rng: random.Random, other: Finished) -> Lines:
    place = min(some_event(lines, rng), len(other.entries) - 2)
    game = json.loads(lines[0])["game"].encode()
    suffix = [line.replace(other.game.id.encode(), game) for line in other.lines()[place:]]
    return rewritten([*lines[:place], *suffix])


def other_decision(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    """A decision is taken that another event of the game took, at another time."""
    places = [n for n in range(6, len(lines) - 2) if json.loads(lines[n])["record"]["seat"] is not None]
    here, there = rng.sample(places, 2)
    taken = json.loads(lines[there])["record"]

    def change(line: dict[str, Any]) -> None:
        line["record"].update(data=taken["data"], type=taken["type"])

    if json.loads(lines[here])["record"]["data"] == taken["data"]:
        return rewritten(at(lines, here, lambda line: line["record"]["data"].update(castled=True)))
    return rewritten(at(lines, here, change))


AGAINST_THE_RULES: Mapping[str, Forge] = {
    forge.__name__: forge
    for forge in (
        other_seat, other_draw, no_draw, other_score, other_ranking, opened_by_a_seat,
        ending_with_a_secret, impossible_time, other_number, other_secret, swapped_secrets,
        other_seed, other_entropy, other_option, many_seats, cut_and_closed, dropped_and_closed, repeated_and_closed,
        suffix_of_another_game, suffix_made_to_fit,
    )
}  # fmt: skip
"""Logs that could not have been: found without any key."""


def other_hidden_choice(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    """What a seat chose in secret is what it, or another, chose at another time."""
    return _with_another_secret(lines, rng, lambda line: not follows(line), {"token": 10**6})


def other_seat_throughout(lines: Lines, rng: random.Random, _: Finished) -> Lines:
    """A decision is another seat's, and says so in its data, too."""
    place = having(lines, rng, lambda line: line["record"]["seat"] is not None)

    def change(line: dict[str, Any]) -> None:
        record = line["record"]
        record["seat"] = record["data"]["seat"] = (record["seat"] or 0) ^ 1

    return rewritten(at(lines, place, change))


AS_LEGAL_NOW_AND_THEN: Mapping[str, Forge] = {
    forge.__name__: forge for forge in (other_decision, other_hidden_choice, other_seat_throughout)
}
"""Mostly against the rules, but now and then as legal as what was decided: then only a signature tells."""
