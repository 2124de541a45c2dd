"""The REST API, its stores, the command line and the terminal client. `README.md` describes the packages."""
