"""The searches for tables and seats."""
