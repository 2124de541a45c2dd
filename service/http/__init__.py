"""HTTP without any game: request validation, problem documents, conditional responses and middleware."""
