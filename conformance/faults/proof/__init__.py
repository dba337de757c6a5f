"""Proving the corpus: every wrong engine is judged by it, and what comes of that is counted."""
