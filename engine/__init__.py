"""Spades itself: rules, rounds, scores, views and notation.

Everything here is pure and synchronous. A `Game` is an immutable value; `Game.apply` is the
only way to change one; time and randomness are passed in by whoever uses the engine.
"""
