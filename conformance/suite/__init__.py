"""The tests that the pytest plugin runs on an implementation: ``pytest --pyargs conformance.suite``."""
