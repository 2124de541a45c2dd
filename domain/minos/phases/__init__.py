"""The phases of a turn of Minos, one module per chapter of the rules."""
