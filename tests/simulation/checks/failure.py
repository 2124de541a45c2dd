"""The failure of an invariant."""


class BrokenInvariantError(AssertionError):
    """An invariant does not hold."""


def broken(is_broken: bool, what: str) -> None:
    """Raise BrokenInvariantError if an invariant is broken."""
    if is_broken:
        raise BrokenInvariantError(what)
