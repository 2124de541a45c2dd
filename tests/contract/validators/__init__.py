"""Validators of OpenAPI documents, with the rule sets that the document has to satisfy."""
