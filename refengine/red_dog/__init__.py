"""Red Dog, also called High-Card Pool: bet that a card of the hand beats the next card of the pack.

``machine.py`` tells how a session runs; the text itself is ``refengine.rulesets.red_dog``.
"""
