"""Pages that are written from the code, so that they cannot tell stories: ``python -m conformance.pages``."""
