"""Feeds, badges and calendars: what feed readers, other sites and calendar programs read. It knows no requests."""
