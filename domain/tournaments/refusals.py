"""The refusals of acts in a tournament. Each names the rule that forbids the act, as those of the titles do."""

from domain.kernel.values import RefusalPart, filled


class Refused(Exception):
    """A rule of tournaments forbids an act. Carries the number of the rule, and the reason, which says what to do.

    The reason is an English text with placeholders, and the parts that they stand for. `field` is the field of the act
    or of the terms that has to change, such as `format/rounds`; None if several may be wrong.
    """

    def __init__(self, rule: str, text: str, field: str | None = None, /, **parts: RefusalPart) -> None:
        self.rule = rule
        self.text = text
        self.field = field
        self.parts = parts
        super().__init__(f"rule {rule}: {self.reason}")

    @property
    def reason(self) -> str:
        """The reason with its parts, in English."""
        return filled(self.text, self.parts)


class RoleLackingError(Refused):
    """The act needs a role that the author does not have (rule 1.3)."""

    def __init__(self, text: str, /, **parts: RefusalPart) -> None:
        super().__init__("1.3", text, **parts)


class InvalidTermsError(Refused):
    """The terms do not agree with one another, with the title (rule 1.2) or with the players (rule 1.4)."""
