"""The phases of Nim, one module each."""
