"""Event streams as server-sent events or JSON lines."""
