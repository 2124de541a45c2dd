"""Features: what one declares is all that it needs."""
