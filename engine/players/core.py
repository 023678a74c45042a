"""The inner loops: compiled if `make core` has built them, otherwise interpreted.

Both give the same results; only the speed differs.
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
    """Use the interpreted core in this process from now on."""
    global kernel, sampling, compiled
    kernel, sampling, compiled = interpreted_kernel, interpreted_sampling, False


def use_compiled() -> None:
    """Use the compiled core from now on, if it has been built.

    The caller has to check that it was built from the present source.
    """
    global kernel, sampling, compiled
    try:
        fast_kernel = import_module("engine.players._kernel")
        fast_sampling = import_module("engine.players._sampling")
    except ImportError:
        return
    kernel, sampling, compiled = fast_kernel, fast_sampling, True


use_compiled()
