"""Names that no player may take: those of the site, of roles and of bots, in all forms that look like them."""

import re
from collections.abc import Iterable

from service.people.names import name_keys
from service.people.rows import NameTakenError

ROLES = (
    *("admin", "admins", "administrator", "administrators", "sysadmin", "root", "system", "support", "official"),
    *("moderator", "moderators", "operator", "operators", "staff", "webmaster", "postmaster"),
    # German and Italian
    *("administratorin", "moderatorin", "betreiber", "betreiberin", "amministratore", "amministratrice"),
    *("moderatore", "moderatrice", "operatore", "gestore"),
)
"""Words that claim a role: a name in which one of them is a word is refused."""

WHOLE = ("ludolog", "bot", "bots", "nobody", "null", "undefined", "anonymous", "deleted")
"""Whole names that could be mistaken for something of the service."""

_BREAKS = re.compile(r"[\W_]+")
_NUMBER = re.compile(r"^\d+|\d+$")
_DIGITS = str.maketrans("01345", "oieas")
"""The letters for which digits stand."""


class NameForbiddenError(NameTakenError):
    """A name belongs to the site, a role or a bot."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.args = (f"{name} is reserved for the site and those who run it: choose a name that looks different",)


class ReservedNames:
    """The reserved names. Case, variants and confusable letters do not count, nor do signs between the letters."""

    def __init__(self, bots: Iterable[str], site: str | None, further: Iterable[str]) -> None:
        """`site` is the host of the site; `further` are names of the operator, which count as roles do."""
        words, whole = [*ROLES, *further], [*WHOLE, *bots, *([] if site is None else [site, site.partition(".")[0]])]
        self._words = _all_forms(words)
        self._whole = self._words | _all_forms(whole)

    def check(self, name: str) -> None:
        """Raise NameForbiddenError if a name is reserved."""
        if _forms(name) & self._whole:
            raise NameForbiddenError(name)
        words = [word for word in _BREAKS.split(name) if word]
        if any(_forms(word) & self._words for word in words):
            raise NameForbiddenError(name)


def _all_forms(names: Iterable[str]) -> frozenset[str]:
    """Return the forms of names, also of those in capitals: other letters look like these."""
    return frozenset(form for name in names for text in (name, name.upper()) for form in _forms(text))


def _forms(name: str) -> frozenset[str]:
    """Return the forms of a name that count as the same: by both keys, without signs, and without numbers at the ends.

    A number may stand for a letter, so that the form with it counts, too.
    """
    plain = _BREAKS.sub("", name)
    found = {key for text in (plain, _NUMBER.sub("", plain), plain.translate(_DIGITS)) for key in _keys(text)}
    return frozenset(found - {""})


def _keys(text: str) -> tuple[str, str]:
    keys = name_keys(text)
    return _BREAKS.sub("", keys.folded), _BREAKS.sub("", keys.shape)
