"""The signing keys of a database: the key file, its rotation, and the public keys recorded in the database."""
