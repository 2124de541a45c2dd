"""The refusal of a request that does not fit a game."""


class NotPossible(Exception):
    """A request does not fit the game as it stands; carries a stable code and the reason."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
