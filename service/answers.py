"""What the routes answer with: replies made of games, and answers that can be asked for conditionally."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from litestar import Request, Response

from domain import game as games
from domain.game import Game
from domain.kernel.values import Seat
from projections.history import Sight, seen
from service.accounts import Accounts
from service.messages import (
    Accepted,
    ChoiceReply,
    DecisionReply,
    GameReply,
    Receipt,
    SeatReply,
)
from service.play import Done, Loaded
from service.problems import ProblemError

T = TypeVar("T")

REPLAYED = "Idempotency-Replayed"


def rule_url(ruleset: str, number: str) -> str:
    """Return where a rule can be read."""
    return f"/v1/rulesets/{ruleset}/rules/{number}"


def game_reply(game: Game, accounts: Accounts) -> GameReply:
    """Return a game in short."""
    opened = game.opened
    return GameReply(
        id=game.id,
        ruleset=opened.ruleset,
        ruleset_version=opened.ruleset_version,
        data_set=opened.data_set,
        data_digest=opened.data_digest,
        options=opened.options,
        status=game.status,
        visibility=opened.visibility,
        owner=opened.owner,
        seats=tuple(_seat_reply(game, seat, accounts) for seat in range(opened.seats)),
        version=game.version,
        head=game.tip.head,
        opened_at=game.opened_at,
        seed_commitment=opened.seed_commitment,
        awaiting=tuple(sorted(games.awaiting(game))),
    )


def _seat_reply(game: Game, seat: Seat, accounts: Accounts) -> SeatReply:
    occupant = game.occupants[seat]
    if occupant is None:
        return SeatReply(seat, None, None, None, None, resigned=False)
    player = accounts.player(occupant.player)
    name = player.name if player else None
    return SeatReply(seat, occupant.player, name, occupant.entropy, occupant.entropy_from, occupant.resigned)


def decisions(game: Game, sight: Sight) -> tuple[DecisionReply, ...]:
    """Return the open decisions as the viewer sees them: with the choices for the seat that is asked."""
    ruleset = game.ruleset
    replies: list[DecisionReply] = []
    for seat in sorted(games.awaiting(game)):
        number = ruleset.question(game.state, seat)
        reply = DecisionReply(
            games.decision_id(game, seat), seat, f"{ruleset.name}/{number}", rule_url(ruleset.name, number)
        )
        if sight == seat:
            choices: Any = games.legal_commands(game, seat)
            shown = tuple(ChoiceReply(choice.command, choice.range) for choice in choices)
            reply = msgspec.structs.replace(reply, choices=shown)
        replies.append(reply)
    return tuple(replies)


def accepted(loaded: Loaded, seat: Seat, done: Done) -> Accepted:
    """Return the answer to an accepted command; the same for its repetition at any later time."""
    first = loaded.entries[done.first - 1]
    last = loaded.entries[done.last - 1]
    game = loaded.at(done.last)
    decision = f"{seat}.{loaded.at(done.first).decided[seat]}"
    return Accepted(
        receipt=Receipt(
            game=game.id,
            version=done.last,
            head=last.head,
            at=last.record.at,
            command=first.command and first.command.key,
            decision=decision,
        ),
        events=tuple(seen(entry, seat, game.seed) for entry in loaded.entries[done.first - 1 : done.last]),
        decisions=tuple(reply for reply in decisions(game, seat) if reply.seat == seat),
    )


def version_of(loaded: Loaded, at: int | None) -> int:
    """Return the version asked for, by default the last; raises a 416 problem beyond the end."""
    last = loaded.game.version
    if at is None:
        return last
    if not 1 <= at <= last:
        headers = {"Content-Range": f"versions */{last}"}
        raise ProblemError("beyond-the-end", f"the game has the versions 1 to {last}", headers)
    return at


def conditional(
    request: Request[Any, Any, Any], tag: str, content: T, *, public: bool, headers: Mapping[str, str] | None = None
) -> Response[T]:
    """Return the content under an ETag, or 304 where the client has it already (RFC 9110 13.1.2)."""
    etag = f'"{tag}"'
    all_headers = {
        "ETag": etag,
        "Vary": "Authorization, Accept",
        "Cache-Control": "public, no-cache" if public else "private, no-cache",
        **(headers or {}),
    }
    known = request.headers.get("if-none-match", "")
    if known.strip() == "*" or etag in {candidate.strip().removeprefix("W/") for candidate in known.split(",")}:
        unchanged: Response[Any] = Response(None, status_code=304, headers=all_headers)
        return unchanged
    return Response(content, headers=all_headers)


def expected_version(request: Request[Any, Any, Any]) -> int | None:
    """Return the version that If-Match names, if any: the number at the start of an ETag of this game."""
    header = request.headers.get("if-match")
    if header is None or header.strip() == "*":
        return None
    number = header.strip().removeprefix("W/").strip('"').split(".")[0]
    if not number.isdecimal():
        raise ProblemError("version-changed", "If-Match names no version of this game: send an ETag that it gave")
    return int(number)
