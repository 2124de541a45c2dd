"""The phases of a round of Giganten, one module per chapter of the rules."""
