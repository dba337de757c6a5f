"""Ton: five cards, a talon of four, trump or none, and fifteen points to win the bank.

``machine.py`` tells how a session runs; the text itself is ``refengine.rulesets.ton``.
"""
