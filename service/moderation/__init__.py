"""Government: roles, acts of moderators and their log, suspensions, the desk."""
