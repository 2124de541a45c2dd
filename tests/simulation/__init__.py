"""Deterministic simulation of the whole service: virtual time, one seeded scheduler, a store that fails."""
