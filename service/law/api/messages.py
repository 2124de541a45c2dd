"""The bodies of requests and replies about the documents of the operator."""

from typing import Annotated

from msgspec import Meta

from service.core.http.messages import Moment, Reply, RequestBody

Version = Annotated[str, Meta(max_length=64, description="The version: the beginning of the digest of the texts.")]


class LawDocument(Reply, frozen=True):
    """A document of the operator."""

    name: Annotated[str, Meta(description="`imprint`, `privacy` or `terms`.")]
    version: Version
    since: Annotated[Moment, Meta(description="Since when this version is in force.")]
    languages: Annotated[tuple[str, ...], Meta(description="The languages in which it exists, as far as it says so.")]
    page: Annotated[str, Meta(description="The path of its page.")]


class LawDocuments(Reply, frozen=True):
    """The documents of the operator."""

    items: Annotated[tuple[LawDocument, ...], Meta(description="The documents that there are.")]
    terms: Annotated[
        str | None, Meta(description="The version of the terms that players have to accept; null: they are not asked.")
    ]
    accepted: Annotated[
        bool | None, Meta(description="Whether you have accepted it, or do not have to; null without a token.")
    ]


class Acceptance(RequestBody, frozen=True):
    """The acceptance of the terms."""

    version: Version
