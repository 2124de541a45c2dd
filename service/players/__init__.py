"""Players: what their names may contain, and when two names are the same."""
