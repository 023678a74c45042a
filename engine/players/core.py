"""The inner loops: compiled where `make core` has built them, interpreted everywhere else.

Both give the same answers, so nothing but the time that a choice takes depends on which it is.
"""

from importlib import import_module
from types import ModuleType

from engine.players import kernel as interpreted_kernel
from engine.players import sampling as interpreted_sampling

kernel: ModuleType = interpreted_kernel
sampling: ModuleType = interpreted_sampling
compiled = False
"""Whether the fast core is in use."""


def use_interpreted() -> None:
    """Leave the fast core out from now on, in this process."""
    global kernel, sampling, compiled
    kernel, sampling, compiled = interpreted_kernel, interpreted_sampling, False


def use_compiled() -> None:
    """Use the fast core from now on, where it has been built.

    Whether that was from this very source is for whoever can read it to find out.
    """
    global kernel, sampling, compiled
    try:
        fast_kernel = import_module("engine.players._kernel")
        fast_sampling = import_module("engine.players._sampling")
    except ImportError:
        return
    kernel, sampling, compiled = fast_kernel, fast_sampling, True


use_compiled()
