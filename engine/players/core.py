"""The inner loops: compiled where `make core` has built them, interpreted everywhere else.

Both give the same answers, so nothing but the time that a choice takes depends on which it is.
"""

from engine.players import kernel as interpreted_kernel
from engine.players import sampling as interpreted_sampling

try:
    from engine.players import _kernel as kernel
    from engine.players import _sampling as sampling

    compiled = True
except ImportError:
    kernel = interpreted_kernel
    sampling = interpreted_sampling
    compiled = False
