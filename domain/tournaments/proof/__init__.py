"""The verifier of tournaments: it recomputes pairings and standings from a bundle (SPEC.md 11)."""
