"""The command line as a client: everything here speaks to a server over the REST API alone."""
