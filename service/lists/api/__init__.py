"""The lists, the results and the streams of their rows over HTTP."""
