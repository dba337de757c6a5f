"""Counting the positions of a game, as move generators for chess are tested: perft.

From a fixed deal on, every sequence of so many actions is counted; menus are reduced to their edges first
(`edges`), so that a program in any language comes to the same numbers. `deals` reads the published ones,
`counting` counts on the reference engine, `comparing` counts on an implementation beside it.
"""
