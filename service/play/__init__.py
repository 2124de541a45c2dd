"""The use case of a game: load, decide, append, notify."""
