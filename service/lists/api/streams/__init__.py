"""The streams of rows: your own, those of games and those of results."""
