"""The signing keys of a database: opened with it, and noted in it."""
