"""Games with clocks: played at random, forged, and simulated with time jumps."""
