"""Games with clocks on a machine whose system clock jumps, and whose processes are killed."""
