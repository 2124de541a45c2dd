"""The state of the site as values."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from domain.kernel.values import Value

Mode: TypeAlias = Literal["open", "invitation", "closed"]
"""Who may sign up: everyone, holders of a code, or no one."""

MODES: tuple[Mode, ...] = ("open", "invitation", "closed")


class Maintenance(Value, frozen=True):
    """Reads go on, changes are refused."""

    reason: str
    since: str
    until: str | None = None
    """When it will probably end. It ends when an operator ends it."""


class Notice(Value, frozen=True):
    """A text that every page shows until its end."""

    text: str
    until: str
    texts: Mapping[str, str] = {}
    """The text in other languages, by their tags."""

    def in_language(self, language: str) -> str:
        """Return the text in a language, or the one for all others."""
        return self.texts.get(language, self.text)


class Window(Value, frozen=True):
    """A maintenance that is over."""

    began: str
    ended: str


class SiteState(Value, frozen=True):
    """What is switched at the moment."""

    sign_ups: Mode = "open"
    maintenance: Maintenance | None = None
    notice: Notice | None = None
    windows: tuple[Window, ...] = ()
    """The maintenances of the last days: no clock runs out because of them."""


class Code(Value, frozen=True):
    """A code with which one person signs up, without its secret."""

    id: str
    label: str
    created_at: str
    created_by: str | None
    """The id of the operator; None: the command line, or the account was deleted."""
    expires_at: str
    used_at: str | None
    player: str | None
    """The id of who signed up with it; None: no one yet, or the account was deleted."""
