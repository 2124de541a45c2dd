"""The refusals of acts in a tournament. Each names the rule that forbids the act, as those of the titles do."""


class Refused(Exception):
    """A rule of tournaments forbids an act. Carries the number of the rule, and the reason, which says what to do.

    `field` is the field of the act or of the terms that has to change, such as `format/rounds`; None if several
    may be wrong.
    """

    def __init__(self, rule: str, reason: str, field: str | None = None) -> None:
        super().__init__(f"rule {rule}: {reason}")
        self.rule = rule
        self.reason = reason
        self.field = field


class RoleLackingError(Refused):
    """The act needs a role that the author does not have (rule 1.3)."""

    def __init__(self, reason: str) -> None:
        super().__init__("1.3", reason)


class InvalidTermsError(Refused):
    """The terms do not agree with one another, with the title (rule 1.2) or with the players (rule 1.4)."""
