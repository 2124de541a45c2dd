"""The transparency log of the site: what it has promised, in a tree that can only grow (SPEC.md 12)."""
