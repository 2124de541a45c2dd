"""The service under abuse, over real sockets: bounded in time and count, on loopback only."""
