"""The sweep, which lets clocks run out and pauses end."""
