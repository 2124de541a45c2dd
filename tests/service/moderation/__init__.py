"""Government: roles, acts of moderators and their log."""
