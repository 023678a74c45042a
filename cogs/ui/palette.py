"""The colors that a container may have at its edge; each has one meaning."""

from typing import Final

TABLE: Final = 0x2F7D5B
"""Felt green: a table that plays."""
LOBBY: Final = 0x3B6EA8
"""Blue: a table that waits for people."""
YOUR_TURN: Final = 0xE0A030
"""Amber: it is up to you."""
QUIET: Final = 0x6B7280
"""Gray: nothing to do here."""
RESULT: Final = 0xC9A227
"""Gold: a game is won."""
