"""Players, tokens and invitations: SQL tables next to the event log."""
