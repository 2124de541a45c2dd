"""The failure of an invariant."""


class BrokenInvariantError(AssertionError):
    """Something holds no longer that has to hold after every step."""


def broken(is_broken: bool, what: str) -> None:
    """Raise BrokenInvariantError if an invariant is broken."""
    if is_broken:
        raise BrokenInvariantError(what)
