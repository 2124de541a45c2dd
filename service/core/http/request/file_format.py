"""The query parameter of downloads that chooses the format of a file."""

from typing import Annotated

from litestar.params import QueryParameter

FileFormat = Annotated[
    int,
    QueryParameter(
        name="format",
        ge=1,
        le=2,
        description="The highest format of the file: 1 leaves out the proofs of the transparency log.",
    ),
]
