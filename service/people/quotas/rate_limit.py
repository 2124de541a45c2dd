"""How many requests a token, an account and an address may send a minute (draft-ietf-httpapi-ratelimit-headers)."""

import time
from collections.abc import Callable

from domain.kernel.values import Value
from service.core.http.problems import ProblemError
from service.core.settings import Settings
from service.people.tokens import Token

WINDOW = 60
"""Seconds of a window."""

TOKENS_TOGETHER, ADDRESS_TOGETHER = 2, 10
"""The default limits of an account and of an address, as multiples of the limit of a token."""


class WindowState(Value, frozen=True):
    """The state of a window after a request was counted; a limit of 0 is none."""

    limit: int
    left: int
    seconds: int
    """Until the window ends."""
    is_over: bool
    policy: str = "requests"
    """The name of the limit: `requests` of a token, or an address without one; `account`; `address`."""

    def headers(self) -> dict[str, str]:
        """Return the headers of a reply."""
        if not self.limit:
            return {}
        return {
            "RateLimit-Policy": f'"{self.policy}";q={self.limit};w={WINDOW}',
            "RateLimit": f'"{self.policy}";r={self.left};t={self.seconds}',
        }

    def raw_headers(self) -> list[tuple[bytes, bytes]]:
        """Return the same headers in the form of an ASGI message."""
        if not self.limit:
            return []
        policy = self.policy.encode()
        return [
            (b"ratelimit-policy", b'"%b";q=%d;w=%d' % (policy, self.limit, WINDOW)),
            (b"ratelimit", b'"%b";r=%d;t=%d' % (policy, self.left, self.seconds)),
        ]


UNCOUNTED = WindowState(0, 0, 0, is_over=False)
"""The state of a request to which no limit applies."""


_OF = {"requests": "", "account": " of all tokens of your account", "address": " of your address"}
"""Whose requests each limit counts."""


def too_many_requests(taken: WindowState) -> ProblemError:
    """Return the 429 problem of a request above a limit."""
    return ProblemError(
        "too-many-requests",
        f"there are {taken.limit} requests a minute{_OF[taken.policy]}: wait {taken.seconds} s",
        {**taken.headers(), "Retry-After": str(taken.seconds)},
    )


class Limits:
    """Counts requests in windows of a minute; exact, since all are counted on one event loop."""

    def __init__(self, limit: int, policy: str = "requests") -> None:
        self.limit = limit
        self._policy = policy
        self._window = 0
        self._counts: dict[str, int] = {}

    def take(self, who: str, own: int | None = None) -> WindowState:
        """Count a request of a sender, a token or an address; returns the state of its window.

        `own` is the limit of this sender, if an operator has set one.
        """
        return self._state_after(who, 1, own)

    def look(self, who: str, own: int | None = None) -> WindowState:
        """Return the state of the window of a sender, without counting."""
        return self._state_after(who, 0, own)

    def _state_after(self, who: str, requests: int, own: int | None) -> WindowState:
        limit = self.limit if own is None else own
        if not limit:
            return UNCOUNTED
        window, past = divmod(int(time.time()), WINDOW)
        if window != self._window:
            self._window, self._counts = window, {}
        count = self._counts.get(who, 0) + requests
        self._counts[who] = count
        left = max(0, limit - count)
        return WindowState(limit, left, WINDOW - past, is_over=count > limit, policy=self._policy)


def _no_own_limit(_account: str) -> int | None:
    return None


class RateLimits:
    """The three limits that a request counts for: of its token, of the token's account, and of its address."""

    def __init__(self, settings: Settings) -> None:
        per_token = settings.rate_limit
        per_account, per_address = settings.rate_limit_per_account, settings.rate_limit_per_address
        self.token = Limits(per_token)
        self.account = Limits(TOKENS_TOGETHER * per_token if per_account is None else per_account, "account")
        self.own_limit: Callable[[str], int | None] = _no_own_limit
        """The limit of all tokens of an account, and of each, if an operator has set one."""
        self.address = Limits(ADDRESS_TOGETHER * per_token if per_address is None else per_address, "address")

    def take(self, token: Token | None, account: str | None, address: str) -> WindowState:
        """Count a request for all limits; returns the one that refuses it, or would be the first to refuse one.

        `account` is the account for which the player of the token is counted.
        """
        own = None if account is None else self.own_limit(account)
        taken = [self.token.take(address if token is None else token.id, own), self.address.take(address)]
        if account is not None:
            taken.append(self.account.take(account, own))
        limited = [each for each in taken if each.limit]
        # of equal limits the first one is reported
        return min(limited, key=lambda each: (not each.is_over, each.left), default=UNCOUNTED)
