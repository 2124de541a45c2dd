"""The transparency log of a site: its Merkle tree, notes, checkpoints, tiles and proofs (RFC 6962, C2SP)."""
