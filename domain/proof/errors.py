"""How a check of a bundle ends early."""


class CheckFailedError(Exception):
    """A check fails at the current line. The message is the reason."""


class CheckSkippedError(Exception):
    """A check does not apply to this bundle. The message is the reason."""
