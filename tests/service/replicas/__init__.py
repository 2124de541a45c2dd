"""Reads from real streaming replicas."""
