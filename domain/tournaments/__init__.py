"""Tournaments: pure, event-sourced, in a ledger like that of games. RULES.md has the rules."""
