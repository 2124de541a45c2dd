"""The event store: the log in SQLite or PostgreSQL, and what all packages need of a database."""
