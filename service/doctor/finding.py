"""What the doctor finds."""

from domain.kernel.values import Value


class Finding(Value, frozen=True):
    """Something looked at: what, what was found, and whether it is fine (`ok`), to be known (`warning`) or `wrong`."""

    what: str
    found: str
    verdict: str


IN_USE = "in use by a running service"
"""What is found of a database whose lock another process has."""

GONE = "a running service uses a file of this name that was deleted or moved: stop the service, and put the file back"
"""What is found of a database that is not there, while another process has its lock."""
