"""Feeds, badges and calendars over HTTP."""
