"""Tests of the search for hints."""
