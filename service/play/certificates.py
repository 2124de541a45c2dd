"""Certificates: signed results of games, for scoreboards of other sites."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from domain.game.game import Game
from domain.kernel.values import Place
from projections.ranking import ranking_of, resigned_seats, winners_of
from service.core.http.messages import TIME
from service.core.keys.signing import Signer


class CertificateStatement(msgspec.Struct, frozen=True):
    """A result with the head of its log."""

    at: Annotated[str, Meta(description="The time of the last event.", extra=TIME)]
    game: Annotated[str, Meta(description="The id of the game.")]
    head: Annotated[str, Meta(description="The head of the hash chain at the end: 64 hexadecimal digits.")]
    key_id: Annotated[str, Meta(description="The id of the signing key.")]
    places: Annotated[
        tuple[Place, ...],
        Meta(description="The ranking, best first, with resigned seats last unless the game was adjudicated."),
    ]
    players: Annotated[tuple[str | None, ...], Meta(description="The player ids of the seats at the end.")]
    resigned: Annotated[
        tuple[int, ...], Meta(description="The seats whose players resigned; a bot played them to the end.")
    ]
    ruleset: Annotated[str, Meta(description="The title.")]
    ruleset_version: Annotated[int, Meta(description="The version of the rules.")]
    status: Annotated[Literal["ended", "abandoned"], Meta(description="`ended` if the game was played to its end.")]
    version: Annotated[int, Meta(description="The version of the last event.")]
    winners: Annotated[
        tuple[int, ...],
        Meta(description="The seats that won; empty if nobody won. Older certificates lack this field."),
    ] = ()
    adjudicated: Annotated[
        Literal[True] | msgspec.UnsetType, Meta(description="Present if the owner of the game gave the ranks.")
    ] = msgspec.UNSET


class Certificate(msgspec.Struct, frozen=True):
    """A signed result: Ed25519 over the canonical JSON (RFC 8785) of the statement."""

    statement: Annotated[CertificateStatement, Meta(description="The signed statement.")]
    signature: Annotated[str, Meta(description="The Ed25519 signature: 128 hexadecimal digits.")]
    public_key: Annotated[
        str, Meta(description="The public key: 64 hexadecimal digits. `/.well-known/jwks.json` also has it.")
    ]


class LogPlace(msgspec.Struct, frozen=True):
    """The place of an entry in the transparency log, with its proof (RFC 6962 2.1.1)."""

    hashes: Annotated[
        tuple[str, ...], Meta(description="The hashes of the proof, the lowest first: 64 hexadecimal digits each.")
    ]
    index: Annotated[int, Meta(ge=0, description="The position of the entry, from 0.")]


class LogProofs(msgspec.Struct, frozen=True):
    """The proofs that the transparency log has a game. SPEC.md 12 defines the entries."""

    checkpoint: Annotated[
        str, Meta(description="The first checkpoint that covers both entries, a signed note (C2SP tlog-checkpoint).")
    ]
    ended: Annotated[LogPlace, Meta(description="The entry of the end, whose `result` is the digest of the result.")]
    opened: Annotated[LogPlace, Meta(description="The entry of the opening.")]


def certified(game: Game) -> dict[str, Any]:
    """Return the statement of the certificate of a game that is over, without the id of a key."""
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
    if game.is_adjudicated:
        statement["adjudicated"] = True
    return statement


def certificate_of(game: Game, signer: Signer) -> Certificate:
    """Return the signed result of a game that is over."""
    signed = signer.sign(certified(game))
    return msgspec.convert(
        {**msgspec.structs.asdict(signed), "statement": msgspec.to_builtins(signed.statement)}, Certificate
    )
