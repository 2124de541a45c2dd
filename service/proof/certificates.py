"""Certificates: the result of a game, signed, for whoever keeps scores elsewhere."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from domain.game.game import Game
from domain.kernel.values import Place
from projections.ranking import ranking_of, resigned_seats, winners_of
from service.keys.signing import Signer


class CertificateStatement(msgspec.Struct, frozen=True):
    """A result with the head of the log that it follows from."""

    at: Annotated[str, Meta(description="The time of the last event.")]
    game: Annotated[str, Meta(description="The id of the game.")]
    head: Annotated[str, Meta(description="The head of the hash chain at the end, hex.")]
    key_id: Annotated[str, Meta(description="The key that has signed.")]
    places: Annotated[tuple[Place, ...], Meta(description="The ranking, best first; resigned seats are last.")]
    players: Annotated[tuple[str | None, ...], Meta(description="Who sat where at the end: opaque ids.")]
    resigned: Annotated[tuple[int, ...], Meta(description="Seats that were given up and played on by a bot.")]
    ruleset: Annotated[str, Meta(description="The title.")]
    ruleset_version: Annotated[int, Meta(description="The version of its rules.")]
    status: Annotated[Literal["ended", "abandoned"], Meta(description="Whether it was played to the end.")]
    version: Annotated[int, Meta(description="The version of the last event.")]
    winners: Annotated[
        tuple[int, ...], Meta(description="Seats that have won; empty if nobody has. Older certificates lack it.")
    ] = ()


class Certificate(msgspec.Struct, frozen=True):
    """A signed result: Ed25519 over the canonical JSON (RFC 8785) of the statement."""

    statement: Annotated[CertificateStatement, Meta(description="What is signed.")]
    signature: Annotated[str, Meta(description="64 bytes, hex.")]
    public_key: Annotated[str, Meta(description="32 bytes, hex; `/.well-known/jwks.json` has it.")]


def certificate_of(game: Game, signer: Signer) -> Certificate:
    """Return the signed result of a game that is over."""
    statement: dict[str, Any] = {
        "at": game.tip.at,
        "game": game.id,
        "head": game.tip.head,
        "places": ranking_of(game),
        "players": tuple(occupant and occupant.player for occupant in game.occupants),
        "resigned": resigned_seats(game),
        "ruleset": game.opened.ruleset,
        "ruleset_version": game.opened.ruleset_version,
        "status": game.status,
        "version": game.version,
        "winners": winners_of(game),
    }
    signed = signer.sign(statement)
    return msgspec.convert(
        {**msgspec.structs.asdict(signed), "statement": msgspec.to_builtins(signed.statement)}, Certificate
    )
