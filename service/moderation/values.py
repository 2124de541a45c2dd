"""What moderators decide about players, as values."""

from typing import Literal, TypeAlias

from domain.kernel.values import Value

SuspensionKind: TypeAlias = Literal["read_only", "locked_out"]
"""`read_only`: the player may read, and changes nothing; `locked_out`: the player may not even read."""


class Suspension(Value, frozen=True):
    """A suspension of a player."""

    kind: SuspensionKind
    since: str
    until: str | None
    """Its end; None: it has none."""
    reason: str

    def is_over(self, now: str) -> bool:
        """Return whether it has ended at a time."""
        return self.until is not None and self.until <= now


class Warned(Value, frozen=True):
    """A warning that a player has got, and when the player has confirmed it."""

    id: str
    at: str
    reason: str
    confirmed_at: str | None


class Suspend(Value, frozen=True, tag_field="type", tag="suspend"):
    """Suspend a player, also in the place of another suspension."""

    kind: SuspensionKind
    reason: str
    until: str | None = None


class LiftSuspension(Value, frozen=True, tag_field="type", tag="lift_suspension"):
    """End a suspension early."""

    reason: str


class Warn(Value, frozen=True, tag_field="type", tag="warn"):
    """Warn a player, who has to confirm it."""

    reason: str


class Rename(Value, frozen=True, tag_field="type", tag="rename"):
    """Give a player another name; the former one stays reserved, and is not shown."""

    reason: str
    name: str


class SignOutEverywhere(Value, frozen=True, tag_field="type", tag="sign_out_everywhere"):
    """End all tokens, sessions, passkeys and apps of a player, whose account another person has taken."""

    reason: str


class MakeRecovery(Value, frozen=True, tag_field="type", tag="make_recovery"):
    """Make a link by which a person gets an account back. It works once, and replaces an earlier one."""

    reason: str


class SetLimits(Value, frozen=True, tag_field="type", tag="set_limits"):
    """Lower or raise the rate limits of an account; None: those of the site."""

    reason: str
    requests: int | None = None
    messages: int | None = None


PlayerAct: TypeAlias = Suspend | LiftSuspension | Warn | Rename | SignOutEverywhere | MakeRecovery | SetLimits
"""An act about a player."""

OF_OPERATORS = (SignOutEverywhere, MakeRecovery, SetLimits)
"""The acts that only operators do."""
