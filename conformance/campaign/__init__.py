"""Random play on many machines: shards of fixed seed ranges, spread by Dask, and a stream of their outcomes.

Everything but `cluster` and `workers` does without Dask.
"""
