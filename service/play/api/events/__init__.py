"""The events of a game, in pages or as a stream."""
