"""Uploaded bundles, in memory up to a limit and in files beyond."""
