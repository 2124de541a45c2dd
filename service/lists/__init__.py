"""Read models: tables of lists and results, projected from the log, rebuilt on request, and queried by readers."""
