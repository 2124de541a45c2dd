"""The programs of the operator: the command line, a whole site, and the doctor."""
