"""A first help for authors of adapters: simple checks in order, up to the first that fails.

`report` writes what was found, `visit` makes the visit; the other modules hold the stages. What is right is
always shown by the reference engine, which is asked whatever the implementation is asked.
"""
