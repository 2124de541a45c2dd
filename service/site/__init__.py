"""A whole site on one machine: PostgreSQL, service processes and the worker, each started again when it ends."""
