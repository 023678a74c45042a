"""What processes at one database tell each other, as far as there are several."""

from collections.abc import Callable
from typing import Protocol

Heard = Callable[[str], None]
Missed = Callable[[], None]


class Hearing(Protocol):
    """Tells other processes, and is told by them."""

    def listen(self, heard: Heard, missed: Missed) -> None:
        """Be told what other processes tell, in the event loop.

        Args:
            heard: is given each text.
            missed: is called when something may have been told unheard.
        """
        ...

    async def tell(self, text: str) -> None:
        """Tell every other process that listens; if that fails, it is only logged."""
        ...


class Alone:
    """The hearing of a process that has no others: `Hearing`."""

    def listen(self, heard: Heard, missed: Missed) -> None:
        """Nothing is ever told."""

    async def tell(self, text: str) -> None:
        """Nobody listens."""
