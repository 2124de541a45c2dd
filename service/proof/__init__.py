"""Bundles, certificates, imports and verification over stored games."""
