"""The process of a service: its start."""
