"""A complete site on one machine: PostgreSQL, service processes and the worker, supervised by supervisord."""
