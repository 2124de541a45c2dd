"""The files of a database and its keys: permissions, locks, and whether they still exist."""
