"""Tables: seats, turns, saving and clocks.

This layer knows the engine and the Protocols in `ports`, and no Discord, SQL or pixels.
"""
