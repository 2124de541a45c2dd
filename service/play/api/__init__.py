"""Games over HTTP: one package of routes for each resource."""
