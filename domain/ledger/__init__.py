"""The hash-chained log of a game as SPEC.md defines it: records, seals, draws and signatures."""
