"""Bundles, verifications and the public keys."""
