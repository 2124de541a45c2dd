"""Rebuilding tables from the log next to the current ones, while these serve."""
