"""Adapters for well-known packages, so that the corpus can be run against them. None is imported unasked."""
