"""Tests of the engine: chances and mistakes in finished games, and their jobs in the service."""
