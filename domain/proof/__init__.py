"""The verification of bundles (SPEC.md 5 and 7)."""
