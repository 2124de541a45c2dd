"""One game: its stored events, its state, what may be asked of it, and how its log is folded."""
