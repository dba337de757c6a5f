"""Benchmarks of the scorers beside their peers: ``pytest --pyargs conformance.benchmarks --benchmark-only``.

``conformance bench`` measures the same and prints the ratios. Peers that are not installed are left out.
"""
