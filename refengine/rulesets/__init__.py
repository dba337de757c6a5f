"""One module for each source text: its policies and the clauses they rest on; no logic."""
