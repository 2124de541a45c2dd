"""The route of hints."""
