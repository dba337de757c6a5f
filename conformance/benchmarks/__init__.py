"""Benchmarks: ``pytest --pyargs conformance.benchmarks --conformance-adapter SPEC --benchmark-only``.

``--conformance-adapter`` can be given more than once; without it the engine and all peers that are installed
are measured. ``conformance bench`` measures the same and prints the ratios.
"""
