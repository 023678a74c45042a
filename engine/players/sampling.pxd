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

cdef class Chain:
    cdef long long fixed[4]
    cdef long long barred[4]
    cdef long long played[4]
    cdef long long bids[4]
    cdef long long hands[4]
    cdef long long misfits[4]
    cdef int[::1] values
    cdef long long[::1] penalty
    cdef long long[::1] chances
    cdef long long random

    @cython.locals(
        count=cython.longlong, chains=cython.longlong, chain=cython.longlong,
        world=cython.longlong, seat=cython.longlong,
    )
    cpdef void run(
        self, long long[::1] starts, long long[::1] worlds, long long before, long long between,
        long long seed
    ) noexcept
    @cython.locals(
        drawn=cython.longlong, one=cython.longlong, other=cython.longlong, own=cython.longlong,
        theirs=cython.longlong, swap=cython.longlong, first=cython.longlong,
        second=cython.longlong, grown=cython.longlong,
    )
    cdef void _swap(self, long long steps) noexcept
    cdef long long _draw(self) noexcept
    @cython.locals(count=cython.longlong, rest=cython.longlong)
    cdef long long _one_of(self, long long cards, long long drawn) noexcept
    @cython.locals(
        bid=cython.longlong, base=cython.longlong, worth=cython.longlong, suit=cython.longlong,
        rated=cython.longlong,
    )
    cdef long long _misfit(self, long long seat, long long hand) noexcept
