"""The witnesses of the transparency log: the site submits checkpoints, and publishes what they cosign."""
