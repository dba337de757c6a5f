"""Adapters: how the kit talks to an implementation under test."""
