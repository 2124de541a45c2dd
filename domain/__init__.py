"""The rules of the titles and the ledger of their games: pure functions on immutable values."""
