"""Imprint, privacy and terms of the operator."""
