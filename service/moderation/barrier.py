"""Refuses the requests of suspended players, wherever they arrive: the gate of all requests asks it."""

import re

from litestar.types import HTTPScope

from service.core.http.game_problem_types import ProblemType
from service.core.http.problem_types import declare
from service.moderation.state import PlayerStates
from service.moderation.values import Suspension
from service.people.api.identity import SAFE, Refusal
from service.people.tokens import Token

SUSPENDED = declare(
    "suspended",
    ProblemType(
        403,
        "Account suspended",
        "A moderator has suspended the account: it may only read, or not even that. `detail` has the reason and the "
        "end.",
        "GET /v1/me/standing returns the reason and the end. You may still sign out, revoke tokens, and delete the "
        "account.",
    ),
)

OWN_STANDING = "/v1/me/standing"

API = ("/v1/", "/oauth/")
"""The beginnings of paths that are refused. Pages are frames without anything personal."""


class Barrier:
    """Decides which requests of suspended players are let through."""

    def __init__(self, states: PlayerStates) -> None:
        self._states = states
        self._while_read_only: list[tuple[str, re.Pattern[str]]] = []
        self._while_locked_out: list[tuple[str, re.Pattern[str]]] = []
        # what is one's own right, and what changes nothing
        self.exempt("GET", OWN_STANDING)
        self.exempt("GET", "/v1/sessions/current")
        self.exempt("DELETE", "/v1/sessions/current")
        self.exempt("POST", "/v1/sessions")
        self.exempt("POST", "/v1/sessions/challenges")
        self.exempt("POST", "/v1/recoveries")
        self.exempt("DELETE", "/v1/me")
        self.exempt("DELETE", "/v1/me/tokens/[^/]+")
        self.exempt("DELETE", "/v1/me/grants/[^/]+")
        self.exempt("POST", "/v1/me/warnings/[^/]+/confirmations")
        self.exempt("POST", "/v1/me/stream-tickets", also_locked_out=False)
        self.exempt("POST", "/v1/verifications", also_locked_out=False)

    def exempt(self, method: str, path: str, *, also_locked_out: bool = True) -> None:
        """Let suspended players send requests with this method to paths of this form, a regular expression.

        It is for rights that a suspension does not take, such as an appeal or a copy of the own data.
        """
        form = (method, re.compile(path))
        self._while_read_only.append(form)
        if also_locked_out:
            self._while_locked_out.append(form)

    def check(self, token: Token, scope: HTTPScope) -> Refusal | None:
        """Return why a request is refused; None: it is not."""
        suspension = self._states.suspension(token.player)
        if suspension is None:
            return None
        method, path = scope["method"], scope["path"]
        if not path.startswith(API):
            return None
        if suspension.kind == "read_only":
            is_let_through = method in SAFE or _is_among(self._while_read_only, method, path)
        else:
            is_let_through = _is_among(self._while_locked_out, "GET" if method == "HEAD" else method, path)
        return None if is_let_through else Refusal(SUSPENDED, words_of(suspension))


def _is_among(forms: list[tuple[str, re.Pattern[str]]], method: str, path: str) -> bool:
    return any(method == allowed and form.fullmatch(path) for allowed, form in forms)


def words_of(suspension: Suspension) -> str:
    """Return what a suspended player is told."""
    what = "may only read" if suspension.kind == "read_only" else "is locked out"
    until = "without an end" if suspension.until is None else f"until {suspension.until}"
    return f"a moderator has suspended your account, which {what}, {until}: {suspension.reason}"
