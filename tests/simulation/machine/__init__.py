"""The simulated machines: event loops, threads, time, the database and its faults."""
