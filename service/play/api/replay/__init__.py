"""The views of a game, version by version."""
