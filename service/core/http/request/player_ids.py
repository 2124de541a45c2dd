"""Player ids in requests: a UUID without a prefix is the id of a player who has signed up."""

import re

PLAYER = "player:"
"""The prefix of the id of a player who has signed up. Replies and the log always have it."""

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII)


def full_id(player: str) -> str:
    """Return the id of a player with its prefix. Other texts, such as `guest:…` and `bot:…`, stay as they are."""
    return PLAYER + player if _UUID.fullmatch(player) else player
