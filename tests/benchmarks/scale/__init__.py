"""Large databases: made quickly of real games, measured on SQLite and PostgreSQL, and used for a simulated day."""
