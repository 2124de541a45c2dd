"""The web client: pages, their style sheets and modules. It is a client of the public API: README.md."""
