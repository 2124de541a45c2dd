"""Uploaded bundles: held in memory as long as there is room for them, in files beyond."""
