"""The rules of five card games as a program: frozen values, pure functions, no dependencies.

Start with ``README.md`` in this folder; ``refengine.rulesets.catalogue`` lists the games.
"""
