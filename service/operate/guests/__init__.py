"""Bots of users in the arena: a Python file, or a program that reads and writes JSON lines."""
