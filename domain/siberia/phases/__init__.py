"""The phases of a round of Siberia, one module per chapter of the rules."""
