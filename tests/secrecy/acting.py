"""What is accepted, in two worlds: take-backs, vacations, rulings, resignations, tokens and invitations.

After the first act the services go on differently from the game that was played, so acts are the last that is compared.
"""

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from domain.ledger.times import micros
from tests.secrecy.addresses import LINES, SSE
from tests.secrecy.asking import Answer, Ask
from tests.secrecy.comparing import Leak, Pair
from tests.secrecy.plays import GAME, Move
from tests.secrecy.sites import people
from tests.secrecy.surfaces import IN_WORDS, PATH, Asker, askers

TAKEN_BACK = re.compile(rb'"game\.decision_taken_back".*?\nevent: awaiting\n.*?\n\n', re.DOTALL)
"""The end of what a stream sends of a take-back."""


class Act(NamedTuple):
    """Something that a player or the owner of the game does."""

    name: str
    who: str
    """Such as `seat 0` or `owner`."""
    method: str
    path: str
    """Below that of the game."""
    body: Mapping[str, Any] | None = None
    query: str = ""
    needs_clock: bool = False

    def ask(self) -> Ask:
        """Return the request."""
        bearer = {"Authorization": f"Bearer {people().tokens[self.who]}"}
        # with a key the secret of a new token is the same in both worlds
        keyed = {**bearer, "Idempotency-Key": f"act-{self.name}"}
        return Ask(self.method, PATH + self.path, self.query, keyed, self.body)


def take_back_of(move: Move, query: str) -> Act:
    """Return the act that takes back a decision that has just been made."""
    body = {"decision": move.decision}
    return Act("take_back", f"seat {move.seat}", "POST", "/take-backs", body, query)


def acts_of(seat: int, seats: int) -> Iterator[Act]:
    """Return what is accepted of a seat and of the owner in a running game, in this order, up to its end.

    The game is paused from the first resignation on, so that no bot decides meanwhile.
    """

    def ruling(name: str, *, needs_clock: bool = False, **fields: Any) -> Act:
        body = {"type": name.partition(" ")[0], "reason": "The evening is over.", **fields}
        return Act(name, "owner", "POST", "/rulings", body, needs_clock=needs_clock)

    player = f"seat {seat}"
    yield Act("token", player, "POST", f"/seats/{seat}/tokens", {"label": "deputy"})
    yield Act("invitation", "owner", "POST", "/invitations", {"label": "friends"})
    yield Act("message", player, "POST", "/messages", {"text": "Good luck!"})
    yield Act("note", player, "PUT", "/notes", {"version": 1, "text": "Open low."})
    yield Act("vacation", player, "POST", f"/seats/{seat}/vacations", {"duration": "PT1M"}, needs_clock=True)
    yield ruling("extend_clock", seat=seat, duration="PT1M", needs_clock=True)
    yield ruling("replace_player", seat=seat, player=people().ids["stranger"])
    yield ruling("pause", duration="PT1H")
    yield ruling("resume")
    yield ruling("pause 2", duration="PT1H")
    yield Act("resignation", player, "POST", "/resignations")
    yield ruling("give_up_seat", seat=(seat + 1) % seats)
    yield ruling("adjudicate", ranks=list(range(1, seats + 1)))


def is_taken_back(pair: Pair, move: Move) -> bool:
    """Whether a decision can be taken back as soon as it is made."""
    undo = pair.world.played.after(move.last).undo
    return bool(undo) and undo[-1].seat == move.seat and undo[-1].decision == move.decision


async def compare_acts(pair: Pair, after: int, rng: random.Random) -> list[str]:
    """Let everything happen in both worlds that is accepted, and compare what the viewer is answered; raises Leak.

    `after` is a version that both services have reached. Returns the names of the acts.
    """
    played, viewer = pair.world.played, pair.world.viewer
    asker = askers(played.setting.seats, viewer)[1 if viewer is None else 0]
    later = [move for move in played.moves if move.before.version >= after and is_taken_back(pair, move)]
    if not later:
        return []
    own = [move for move in later[:40] if move.seat == viewer]
    differing = [move for move in own or later[:40] if _differs(pair, move)]
    move = rng.choice(differing or own or later[:40])
    await pair.go_to(move.last)
    at = played.entries[move.last - 1].record.at
    pair.real.now = pair.other.now = at
    asked = Ask("GET", f"{PATH}/stream", f"after={move.last}", {**asker.headers, "Accept": SSE})
    async with pair.following(asked, TAKEN_BACK):
        await _do(pair, asker, take_back_of(move, rng.choice(IN_WORDS)))
    done = ["take_back"]
    await pair.same(_after(asker, move.last, rng))
    seat = move.seat if viewer is None else viewer
    for act in acts_of(seat, played.setting.seats):
        if act.needs_clock and not _is_ticking(pair, seat, move.last):
            continue
        await _do(pair, asker, act)
        done.append(act.name)
        # the end shows everything
        if act.name != "adjudicate":
            await pair.same(_after(asker, move.last, rng))
    return done


def _differs(pair: Pair, move: Move) -> bool:
    """Whether the table differs to which a take-back leads."""
    return pair.world.at(move.before.version).state != move.before.state


def _is_ticking(pair: Pair, seat: int, version: int) -> bool:
    """Whether a seat has a clock, and no vacation stops it."""
    game, entry = pair.world.played.after(version), pair.world.played.entries[version - 1]
    return game.clocks is not None and game.clocks.seats[seat].away_until <= micros(entry.record.at)


async def _do(pair: Pair, asker: Asker, act: Act) -> None:
    """Do something in both worlds; what its sender is answered is compared if that is who looks. Raises Leak."""
    if act.who == asker.name:
        answer = await pair.same_answer(act.ask())
    else:
        answers: list[Answer] = [(await site.ask(act.ask()))[0] for site in (pair.real, pair.other)]
        answer = answers[0]
        if answer.status != answers[1].status:
            message = f"{act.name}: {answers[0].body!r} and {answers[1].body!r}"
            raise Leak(message)
    assert answer.status in {200, 201}, f"{act.name}: {answer.status} {answer.body!r}"


def _after(asker: Asker, since: int, rng: random.Random) -> Iterator[Ask]:
    """Return the reads that are compared after each act."""
    language = rng.choice(("en", "de", "it"))
    headers = {**asker.headers}
    yield Ask("GET", f"{PATH}/view", "", headers)
    yield Ask("GET", f"{PATH}/decisions", f"lang={language}", headers)
    yield Ask("GET", f"{PATH}/events", f"after={since - 1}&lang={language}", {**headers, "Accept": LINES})
    yield Ask("GET", f"{PATH}/stream", f"follow=false&awaiting=true&after={since - 1}&lang={language}", headers)
    yield Ask("GET", f"{PATH}/views", f"from={since}&lang={language}", headers)
    yield Ask("GET", f"{PATH}/bundle", "", headers)
    yield Ask("GET", f"{PATH}/messages", "", headers)
    yield Ask("GET", f"{PATH}/talk", "", headers)
    yield Ask("GET", PATH, "", headers)
    yield Ask("GET", f"/embed/games/{GAME}/picture.svg", f"lang={language}", headers)
    yield Ask("GET", f"/games/{GAME}", f"lang={language}", headers)
    if "Authorization" in headers:
        yield Ask("GET", "/v1/me/games", "awaiting=true", headers)
        yield Ask("GET", "/v1/me/stream", "follow=false&after=MCAw", headers)
