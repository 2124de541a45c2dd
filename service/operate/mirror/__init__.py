"""Mirrors: a folder that has all that a site has promised, verified, and goes on where it stopped."""
