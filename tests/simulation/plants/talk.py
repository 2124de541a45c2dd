"""Planted bugs of talk."""

from typing import Any

from tests.planted import replacing


@replacing("service.talk.talk.erase_talk")
def keep_texts(_erase: Any, _cursor: Any, _player: str, _now: str) -> None:
    """Delete an account without its texts."""


@replacing("service.talk.api.aside.rooms_read")
def show_whispers(_rooms: Any, _request: Any, _access: Any, _game: Any) -> tuple[str, ...]:
    """Send players what spectators write, before the end."""
    return ("table", "spectators")


@replacing("service.talk.follower.Feed.add")
def lose_changes(add: Any, feed: Any, changes: list[Any]) -> None:
    """Lose all but the last of the messages that were found at once."""
    add(feed, changes[-1:])
