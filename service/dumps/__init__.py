"""Dumps: all finished public games of a day or a month as files."""
