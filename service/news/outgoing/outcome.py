"""What came of a request to a URL of a user."""

from domain.kernel.values import Value


class Outcome(Value, frozen=True):
    """What came of a request: the status and the start of the reply, or an error."""

    status: int | None = None
    reply: str = ""
    error: str | None = None
    """Begins with the step that failed: `refused` (also by the resolution), `connect`, `tls`, `timeout` or `http`."""
    retry_after: int | None = None
    """The seconds of the header Retry-After, if it has this form (RFC 9110 10.2.3)."""

    @property
    def is_success(self) -> bool:
        """Whether the receiver accepted the request."""
        return self.status is not None and self.status // 100 == 2  # noqa: PLR2004 - 2xx
