"""The findings of the doctor."""

from domain.kernel.values import Value


class Finding(Value, frozen=True):
    """A checked item, its state, and the verdict.

    `ok`; `note`: information, nothing has to be done; `warning`: it should be changed, and the service works without;
    `wrong`: the service does not start, or does not do what the settings say.
    """

    what: str
    found: str
    verdict: str


IN_USE = "in use by a running service"
"""The state of a database whose lock another process holds."""

GONE = "a running service uses a file of this name that was deleted or moved: stop the service, and put the file back"
"""The state of a missing database whose lock another process holds."""
