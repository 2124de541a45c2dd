"""Apps of others: what a player allows them (OAuth 2.1), and how they get their tokens (decision 069)."""
