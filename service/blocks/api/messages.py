"""Replies about blocks."""

from typing import Annotated

from msgspec import Meta

from service.core.http.messages import Moment, PlayerId, Reply

Name = Annotated[str | None, Meta(description="The current name of the player.")]


class BlockReply(Reply, frozen=True):
    """Whether you have blocked a player."""

    player: PlayerId
    name: Name
    blocked: Annotated[bool, Meta(description="Whether you have blocked the player.")]
    since: Annotated[Moment | None, Meta(description="Since when; null: you have not.")]


class BlockedPlayer(Reply, frozen=True):
    """A player whom you have blocked."""

    player: PlayerId
    name: Name
    since: Annotated[Moment, Meta(description="Since when you have blocked the player.")]


class BlockedPlayers(Reply, frozen=True):
    """A page of the players whom you have blocked."""

    items: Annotated[tuple[BlockedPlayer, ...], Meta(description="The players of this page, the last one first.")]
    next: Annotated[str | None, Meta(description="The cursor of the next page; null on the last page.")]


class KeptApart(Reply, frozen=True):
    """Two players of whom one wishes not to play with the other."""

    players: Annotated[tuple[PlayerId, PlayerId], Meta(description="The players, in the order of their ids.")]
    names: Annotated[tuple[str | None, str | None], Meta(description="Their current names.")]


class Wishes(Reply, frozen=True):
    """The wishes of the players of a tournament to be kept apart."""

    items: Annotated[tuple[KeptApart, ...], Meta(description="The pairs, in the order of the ids.")]
