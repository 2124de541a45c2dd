"""The clocks of a game: events, the state that follows from public records, and decisions (SPEC.md 9)."""
