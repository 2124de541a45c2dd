"""Clocks: durations, presets, and what a player does with the own clock."""
