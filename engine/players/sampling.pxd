# The C types of sampling.py, for `make core`. Python reads sampling.py alone.
import cython

cdef long long FIELD
cdef long long TRIES
cdef long long UNKNOWN
cdef long long NOBODY
cdef long long WORD

@cython.locals(
    world=cython.longlong, attempt=cython.longlong, seat=cython.longlong, number=cython.longlong,
    fits=cython.longlong, drawn=cython.longlong, broken=cython.longlong, card=cython.longlong,
    dealt=cython.longlong, left="long long[::1]", quota="long long[::1]",
    hands="long long[::1]",
)
cpdef long long deal(
    long long[::1] cards, long long[::1] allowed, long long[::1] room, long long[::1] spades,
    long long[::1] known, long long[::1] worlds, long long seed
) noexcept

@cython.locals(seat=cython.longlong, total=cython.longlong, chosen=cython.longlong)
cdef long long _seat_for(
    long long seats, long long card, long long[::1] left, long long[::1] quota, long long attempt,
    long long drawn
) noexcept

@cython.locals(room=cython.longlong, spades=cython.longlong)
cdef long long _places(
    long long seats, long long card, long long seat, long long[::1] left, long long[::1] quota,
    long long attempt
) noexcept

@cython.locals(
    world=cython.longlong, seat=cython.longlong, suit=cython.longlong, score=cython.longlong,
    bid=cython.longlong, hand=cython.longlong, base=cython.longlong, worth=cython.longlong,
    far=cython.longlong,
)
cpdef void fit(
    long long[::1] worlds, long long[::1] played, long long[::1] bids, long long[::1] values,
    long long[::1] penalty, long long[::1] scores
) noexcept
