# The C types of kernel.py, for `make core`. Python reads kernel.py alone.
import cython

cdef long long FIELD
cdef long long WORD
cdef long long STRIDE
cdef long long WIDE
cdef long long BASE
cdef long long KINDS
cdef long long DRAWS
cdef long long CALM
cdef long long FEW
cdef long long LATE
cdef long long[::1] LUCK
cdef long long[::1] MASKS
cdef long long[::1] TOP

cdef class Kernel:
    cdef long long hands[4]
    cdef long long taken[4]
    cdef long long need[4]
    cdef long long live[4]
    cdef long long mate[4]
    cdef long long helps[4]
    cdef long long root_taken[4]
    cdef long long root_need[4]
    cdef long long root_live[4]
    cdef long long voids[4]
    cdef long long root_voids[4]
    cdef long long[::1] utility
    cdef long long[::1] policy
    cdef long long seats, any_time, any_spade, plain_first, noise, side, exact
    cdef long long root_turn, root_played, root_led, root_best_suit, root_best, root_best_seat
    cdef long long root_broken, root_left
    cdef long long out, turn, played, led, left, alive, best_suit, best, best_seat, broken
    cdef long long random, nodes, limit, learned

    cpdef void rollouts(
        self, long long[::1] worlds, long long[::1] weights, long long[::1] moves,
        long long[::1] totals, long long seed
    ) noexcept
    @cython.locals(values="long long[::1]")
    cpdef long long solve(
        self, long long[::1] worlds, long long[::1] weights, long long[::1] moves,
        long long[::1] totals, long long limit
    ) noexcept
    cpdef void replay(
        self, long long[::1] worlds, long long[::1] history, long long penalty,
        long long[::1] scores
    ) noexcept
    @cython.locals(low=cython.longlong, high=cython.longlong, foreign=cython.longlong)
    cdef long long _differs(self, long long card) noexcept
    cdef void _begin(self, long long[::1] worlds, long long world) noexcept
    cdef long long _worth(self) noexcept
    cdef long long _finish(self) noexcept
    cdef void _put(self, long long card) noexcept
    cdef void _join(self, long long suit, long long rank) noexcept
    cdef void _lead_best(self, long long suit, long long rank) noexcept
    cdef void _close(self) noexcept
    cdef long long _legal(self) noexcept
    cpdef long long rule(self, long long own, long long unseen) noexcept
    cdef void _begin_trick(self) noexcept
    cdef long long _choose(self) noexcept
    cdef long long _rule(self, long long legal) noexcept
    cdef void _shuffle(self) noexcept
    @cython.locals(
        first=cython.longlong, best=cython.longlong, chosen=cython.longlong, card=cython.longlong,
        score=cython.longlong, ours=cython.bint, luck=cython.longlong, drawn=cython.longlong,
    )
    cdef long long _drawn(self, long long legal) noexcept
    @cython.locals(
        aim=cython.longlong, seat=cython.longlong, follows=cython.longlong, whose=cython.longlong,
        foreign=cython.longlong,
    )
    cdef long long _context(self, long long legal) noexcept
    @cython.locals(
        seat=cython.longlong, mate=cython.longlong, need=cython.longlong, wanted=cython.longlong
    )
    cdef long long _aim(self) noexcept
    @cython.locals(
        suit=cython.longlong, rank=cython.longlong, hand=cython.longlong, own=cython.longlong,
        foreign=cython.longlong, above=cython.longlong, lowest=cython.longlong,
        least=cython.longlong,
    )
    cdef long long _kind(self, long long card) noexcept
    @cython.locals(kind=cython.longlong, shown=cython.longlong)
    cdef long long _kind_led(
        self, long long suit, long long rank, long long own, long long foreign
    ) noexcept
    @cython.locals(wins=cython.bint, winners=cython.longlong, losers=cython.longlong)
    cdef long long _kind_following(self, long long rank, long long own, long long above) noexcept
    @cython.locals(count=cython.longlong)
    cdef long long _few(self, long long cards) noexcept
    cdef long long _length(self, long long own) noexcept
    cdef long long _fewer(self, long long cards, long long others) noexcept
    cdef long long _any(self, long long legal, long long drawn) noexcept
    cdef long long _wants(self, long long seat) noexcept
    cdef long long _hunts(self, long long seat) noexcept
    @cython.locals(ahead=cython.longlong)
    cdef long long _follows_later(self, long long seat) noexcept
    cdef long long _lead(self, long long seat, long long legal) noexcept
    cdef long long _follow(self, long long seat, long long legal) noexcept
    cdef long long _beside_mate(self, long long legal, long long suit, long long above) noexcept
    cdef long long _take(self, long long legal, long long suit, long long above) noexcept
    cdef long long _lose(self, long long legal) noexcept
    cdef long long _highest(self, long long legal) noexcept
    cdef long long _lowest(self, long long legal) noexcept
    cdef long long _search(self, long long alpha, long long beta) noexcept
    @cython.locals(
        seat=cython.longlong, suit=cython.longlong, best=cython.longlong,
        winner=cython.longlong, number=cython.longlong, card=cython.longlong,
        field=cython.longlong, worth=cython.longlong,
    )
    cdef long long _last(self) noexcept
    cdef long long _distinct(self, long long legal, long long tried) noexcept
    cdef long long _try(self, long long card, long long alpha, long long beta) noexcept
    cdef void _reopen(self, long long winner, long long alive) noexcept
