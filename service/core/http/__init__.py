"""HTTP without the state of a game: request validation, problem documents, conditional responses and middleware."""
