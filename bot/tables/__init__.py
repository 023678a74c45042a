"""Tables: who sits where, whose turn it is, what is saved and when time runs out.

This layer knows the engine and the Protocols in `ports`; it knows no Discord, no SQL, no pixels.
"""
