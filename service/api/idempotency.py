"""The idempotency key of a request, and what the log keeps of where a request came from."""

import hashlib
from typing import Annotated

from litestar.params import HeaderParameter

from domain.kernel.codec import canonical
from service.accounts.tokens import Token
from service.http.middleware.request_id import REQUEST_ID
from service.store.recorder import Origin

MAX_KEY = 128

REPLAYED = "Idempotency-Replayed"

IdempotencyKey = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        required=False,
        min_length=1,
        # it is a part of a path where the fate of a command is asked for; and clients do not agree how a header is to
        # hold any other letters
        pattern="^[ -.0-~]+$",
        max_length=MAX_KEY,
        description=(
            "A key that you make, of printable ASCII without a slash. A repetition with the same key and body gets the "
            "same answer and has no further effect; with another body it is refused (422). A key keeps accepted "
            "answers only: after an error, correct the request and send it again with the same key."
        ),
    ),
]


def origin_of(token: Token, key: str | None, asked: object) -> Origin:
    """Return where a request came from: by which token, under which key, the digest of what was asked, and its id."""
    digest = None if key is None else hashlib.sha256(canonical(asked)).hexdigest()
    return Origin(token.sender, key, digest, REQUEST_ID.get())


def replay_headers(replayed: bool) -> dict[str, str]:
    """Return what says that an answer is that of an earlier request."""
    return {REPLAYED: "true"} if replayed else {}
