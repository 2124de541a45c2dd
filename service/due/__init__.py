"""The sweep, which takes the steps that are due at a time: clocks run out, pauses end, games start."""
