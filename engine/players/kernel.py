"""The inner loop of the strong player: play a round out by rules, or solve its last tricks.

Everything here is whole numbers below 2**62, so that the same source runs interpreted and, with
the types in `kernel.pxd`, compiled to C with the same answers. A hand is one number of four
fields of 16 bits: spades in bits 0 to 15, then clubs, diamonds and hearts, low cards first; a
card is a single bit. `engine.players.packing` translates.
"""

import math
from array import array

FIELD = 0xFFFF
MASKS = array("q", [FIELD, FIELD << 16, FIELD << 32, 0x1FFF << 48])
TOP = array("q", [0, *(1 << (n.bit_length() - 1) for n in range(1, 1 << 16))])
"""By a field: its highest bit alone."""

WORD = 0xFFFFFFFF
STRIDE = 2654435761
WIDE = 1 << 60
"""Beyond every utility."""

BASE = 18
"""Tricks of a seat are 0 to 17; the utility of a result stands at (t0 * 18 + t1) * 18 + t2."""


KINDS = 80
"""The kinds of cards that a learned policy tells apart in each of its contexts."""
CONTEXTS = 288
NO_POLICY = array("q")
DRAWS = 1023
LUCK = array("q", [round(-100 * math.log(-math.log((n + 0.5) / 1024))) for n in range(1024)])
"""Added to the weights of cards, it makes the highest sum a draw by their likelihood (Gumbel)."""
CALM = 84
"""The part of 128 of this luck in the seats of the mover's side, whose choices are better known."""
FEW = 0b1111111
"""As many cards of a suit as are few in the other hands."""
LATE = 2
"""How many tricks more than it needs a side may lose that is hunted."""


class Kernel:
    """One position, from which worlds are played out or solved again and again."""

    def __init__(
        self, setup: "array[int]", utility: "array[int]", policy: "array[int]" = NO_POLICY
    ) -> None:
        """Take the table and the position.

        Args:
            setup: the numbers that `engine.players.packing.setup` lists.
            utility: by the tricks of seats 0, 1 and 2, what the round is worth to the mover.
            policy: by context and kind (`_context`, `_kind`), the hundredths of a logit of a card
                in every other playout of four seats; the rest, and all without it, go by rules, and
                now and then at random.
        """
        self.hands = [0, 0, 0, 0]
        self.taken = [0, 0, 0, 0]
        self.need = [0, 0, 0, 0]
        self.live = [0, 0, 0, 0]
        self.mate = [0, 0, 0, 0]
        self.helps = [0, 0, 0, 0]
        self.root_taken = [0, 0, 0, 0]
        self.root_need = [0, 0, 0, 0]
        self.root_live = [0, 0, 0, 0]
        self.voids = [0, 0, 0, 0]
        self.root_voids = [0, 0, 0, 0]
        self.utility = utility
        self.policy = policy
        self.learned = len(policy)
        for seat in range(4):
            self.mate[seat] = setup[seat]
            self.helps[seat] = setup[4 + seat]
            self.root_taken[seat] = setup[8 + seat]
            self.root_need[seat] = setup[12 + seat]
            self.root_live[seat] = setup[16 + seat]
            self.root_voids[seat] = setup[35 + seat]
        self.seats = setup[20]
        self.any_time = setup[21]
        self.any_spade = setup[22]
        self.plain_first = setup[23]
        self.root_turn = setup[24]
        self.root_played = setup[25]
        self.root_led = setup[26]
        self.root_best_suit = setup[27]
        self.root_best = setup[28]
        self.root_best_seat = setup[29]
        self.root_broken = setup[30]
        self.root_left = setup[31]
        self.noise = setup[32]
        self.side = setup[33]
        self.exact = setup[34]
        self.out = self.turn = self.played = self.led = self.left = self.alive = 0
        self.best_suit = self.best = self.best_seat = self.broken = 0
        self.random = 1
        self.nodes = self.limit = 0

    def rollouts(
        self,
        worlds: "array[int]",
        weights: "array[int]",
        moves: "array[int]",
        totals: "array[int]",
        seed: int,
    ) -> None:
        """Add to `totals`, by move, the weighted utility of one playout in each world.

        The last tricks are solved, as many as the setup says.

        Args:
            worlds: four hands a world, one after the other.
            weights: by world.
            moves: the cards of the mover that are compared.
            totals: by move, to be added to.
            seed: of the noise, 1 to 2**32 - 1; all moves meet the same noise in a world.
        """
        for world in range(len(weights)):
            # Every other deal expects players who go by rules, as many do.
            self.learned = len(self.policy) if world & 1 else 0
            for number in range(len(moves)):
                self._begin(worlds, world)
                self.random = (seed + world * STRIDE) & WORD | 1
                self._put(moves[number])
                while self.left > self.exact:
                    self._put(self._choose())
                totals[number] += weights[world] * self._finish()

    def solve(
        self,
        worlds: "array[int]",
        weights: "array[int]",
        moves: "array[int]",
        totals: "array[int]",
        limit: int,
    ) -> int:
        """Add to `totals`, by move, the weighted utility under best play of all in each world.

        Args:
            worlds: four hands a world, one after the other.
            weights: by world.
            moves: the cards of the mover that are compared.
            totals: by move, to be added to.
            limit: positions looked at, at most, over all worlds together.

        Returns:
            How many worlds were solved, from the first on; the rest added nothing.
        """
        self.nodes = 0
        self.limit = limit
        noise = self.noise
        self.noise = 0
        values = array("q", [0] * len(moves))
        for world in range(len(weights)):
            for number in range(len(moves)):
                self._begin(worlds, world)
                self._put(moves[number])
                values[number] = self._search(-WIDE, WIDE)
            if self.nodes >= limit:
                self.noise = noise
                return world
            for number in range(len(moves)):
                totals[number] += weights[world] * values[number]
        self.noise = noise
        return len(weights)

    def replay(
        self,
        worlds: "array[int]",
        history: "array[int]",
        penalty: int,
        scores: "array[int]",
    ) -> None:
        """Rate how well each world explains what the other seats have played.

        Args:
            worlds: the hands before the first card of the history, four a world.
            history: the cards played from the position of this kernel on, in order.
            penalty: what each card costs that the rules of the playouts would not have played.
            scores: by world, to be added to.
        """
        self.noise = 0
        for world in range(len(scores)):
            self._begin(worlds, world)
            for number in range(len(history)):
                if self.turn != self.side:
                    scores[world] += penalty * self._differs(history[number])
                self._put(history[number])

    def _differs(self, card: int) -> int:
        """Say whether the rules would have played a card that is not as good as this one."""
        chosen = self._choose()
        if chosen == card:
            return 0
        foreign = self.out ^ self.hands[self.turn]
        low, high = min(card, chosen), max(card, chosen)
        return 1 if foreign & (high - 1) & -(low << 1) else 0

    def _begin(self, worlds: "array[int]", world: int) -> None:
        self.out = 0
        self.alive = 0
        for seat in range(4):
            self.hands[seat] = worlds[4 * world + seat]
            self.out |= self.hands[seat]
            self.taken[seat] = self.root_taken[seat]
            self.need[seat] = self.root_need[seat]
            self.live[seat] = self.root_live[seat]
            self.alive += self.live[seat]
            self.voids[seat] = self.root_voids[seat]
        self._begin_trick()

    def _begin_trick(self) -> None:
        self.turn = self.root_turn
        self.played = self.root_played
        self.led = self.root_led
        self.best_suit = self.root_best_suit
        self.best = self.root_best
        self.best_seat = self.root_best_seat
        self.broken = self.root_broken
        self.left = self.root_left

    def _worth(self) -> int:
        index = (self.taken[0] * BASE + self.taken[1]) * BASE + self.taken[2]
        worth: int = self.utility[index]
        return worth

    def _finish(self) -> int:
        """Give the utility of the last tricks of a playout under best play."""
        if self.left == 0:
            return self._worth()
        noise = self.noise
        self.noise = 0
        self.nodes = 0
        self.limit = WIDE
        value = self._search(-WIDE, WIDE)
        self.noise = noise
        return value

    def _put(self, card: int) -> None:
        """Let the seat in turn play a card, and close the trick when it is the last."""
        self.hands[self.turn] ^= card
        self.out ^= card
        suit = 0
        rank = card
        if rank > FIELD:
            rank >>= 16
            suit = 1
            while rank > FIELD:
                rank >>= 16
                suit += 1
        if self.played == 0:
            self.led = suit
            self._lead_best(suit, rank)
        else:
            self._join(suit, rank)
        if suit == 0 and (self.any_spade or self.led != 0):
            self.broken = 1
        self.played += 1
        if self.played < self.seats:
            self.turn += 1
            if self.turn == self.seats:
                self.turn = 0
        else:
            self._close()

    def _join(self, suit: int, rank: int) -> None:
        """Note what a card that does not lead says, and whether it is the best so far."""
        if suit != self.led:
            self.voids[self.turn] |= 1 << self.led
        if suit == self.best_suit:
            if rank > self.best:
                self.best = rank
                self.best_seat = self.turn
        elif suit == 0:
            self._lead_best(suit, rank)

    def _lead_best(self, suit: int, rank: int) -> None:
        self.best_suit = suit
        self.best = rank
        self.best_seat = self.turn

    def _close(self) -> None:
        winner = self.best_seat
        self.taken[winner] += 1
        self.left -= 1
        self.played = 0
        self.turn = winner
        if self.live[winner]:
            self.live[winner] = 0
            self.alive -= 1
        if self.helps[winner]:
            self.need[winner] -= 1
            if self.mate[winner] >= 0:
                self.need[self.mate[winner]] -= 1

    def _legal(self) -> int:
        hand = self.hands[self.turn]
        if self.played:
            legal = hand & MASKS[self.led]
            if legal == 0:
                legal = hand
        elif self.broken or self.any_time:
            return hand
        else:
            legal = hand & ~FIELD
            if legal == 0:
                legal = hand
        if not self.plain_first and legal > FIELD and self.left == self.root_left:
            legal &= ~FIELD
        return legal

    def rule(self, own: int, unseen: int) -> int:
        """Give the card that the rules choose for the seat in turn, from what it sees.

        Args:
            own: the cards that it may choose from.
            unseen: the cards that others may hold.
        """
        self.out = own | unseen
        self.hands[self.root_turn] = own
        self.alive = 0
        for seat in range(4):
            self.taken[seat] = self.root_taken[seat]
            self.need[seat] = self.root_need[seat]
            self.live[seat] = self.root_live[seat]
            self.alive += self.live[seat]
        self._begin_trick()
        return self._rule(own)

    def _choose(self) -> int:
        """Give the card that the seat in turn plays: by the policy, or the rules and some noise."""
        legal = self._legal()
        if legal & (legal - 1) == 0:
            return legal
        if self.noise:
            if self.learned:
                return self._drawn(legal)
            self._shuffle()
            if self.random & 255 < self.noise:
                return self._any(legal, self.random >> 8)
        return self._rule(legal)

    def _rule(self, legal: int) -> int:
        """Give the card that the rules choose among these."""
        seat = self.turn
        if self.live[seat]:
            return self._lose(legal)
        if self.played == 0:
            return self._lead(seat, legal)
        return self._follow(seat, legal)

    def _shuffle(self) -> None:
        self.random ^= (self.random << 13) & WORD
        self.random ^= self.random >> 17
        self.random ^= (self.random << 5) & WORD

    def _drawn(self, legal: int) -> int:
        """Draw a card as likely as the policy says."""
        first = self._context(legal) * KINDS
        ours = self.turn == self.side or self.mate[self.turn] == self.side
        luck = CALM if ours else 128
        best = -WIDE
        chosen = 0
        while legal:
            card = legal & -legal
            legal ^= card
            self._shuffle()
            drawn = (LUCK[self.random >> 7 & DRAWS] * luck) >> 7
            score = self.policy[first + self._kind(card)] + drawn
            if score > best:
                best = score
                chosen = card
        return chosen

    def _context(self, legal: int) -> int:
        """Number the situation of the seat in turn: its place, its aim, the trick so far."""
        aim = self._aim()
        if self.played == 0:
            return aim * 9
        seat = self.turn
        follows = 0
        if legal & MASKS[self.led] == 0:
            follows = 2 if legal & FIELD else 1
        whose = 2
        if self.best_seat == self.mate[seat]:
            foreign = ((self.out ^ self.hands[seat]) >> (self.best_suit << 4)) & FIELD
            whose = 0 if self.played == self.seats - 1 or foreign < self.best else 1
        return ((self.played * 8 + aim) * 3 + whose) * 3 + follows

    def _aim(self) -> int:
        """Number what a seat is after: a nil, its partner's, tricks beside one, or tricks."""
        seat = self.turn
        mate = self.mate[seat]
        need = self.need[seat] if self.helps[seat] else 0
        if self.live[seat]:
            return 0
        if mate >= 0 and self.live[mate]:
            return 1
        if self.alive:
            return 2 if need > 0 else 3
        if need > 0:
            return 4 if self.left - need <= 1 else 5
        wanted = self.need[(seat + 1) & 3]
        return 6 if wanted > 0 and wanted >= self.left - LATE else 7

    def _kind(self, card: int) -> int:
        """Number what a card is in its hand and trick."""
        suit = 0
        rank = card
        while rank > FIELD:
            rank >>= 16
            suit += 1
        hand = self.hands[self.turn]
        own = (hand >> (suit << 4)) & FIELD
        foreign = ((self.out ^ hand) >> (suit << 4)) & FIELD
        if self.played == 0:
            return self._kind_led(suit, rank, own, foreign)
        above = self._few(foreign & -(rank << 1))
        if suit == self.led:
            return self._kind_following(rank, own, above)
        lowest = 1 if own & -own == rank else 0
        if suit:
            return 27 + (4 * lowest + above) * 3 + self._length(own)
        if self.best_suit == 0 and rank < self.best:
            return 26 - lowest
        least = own & -(self.best << 1) if self.best_suit == 0 else own
        return (21 if least & -least == rank else 23) + min(above, 1)

    def _kind_led(self, suit: int, rank: int, own: int, foreign: int) -> int:
        """Number a card to lead: what is above, and in a side suit length and voids shown."""
        kind = self._few(foreign & -(rank << 1))
        if kind > 1:
            kind = 2 if own & -own == rank else 3
        if suit == 0:
            return 4 * self._fewer(foreign, own) + kind
        shown = 0
        if (self.voids[(self.turn + 1) & 3] | self.voids[(self.turn + 3) & 3]) >> suit & 1:
            shown = 1
        elif self.voids[(self.turn + 2) & 3] >> suit & 1:
            shown = 2
        return 8 + ((4 * self._fewer(foreign, FEW) + kind) * 3 + shown) * 3 + self._length(own)

    def _kind_following(self, rank: int, own: int, above: int) -> int:
        """Number a card of the suit led: what it beats, and what is above."""
        wins = self.best_suit == self.led
        if wins and rank > self.best:
            winners = own & -(self.best << 1)
            if winners & -winners == rank:
                return min(above, 2)
            return (3 if winners < rank << 1 else 6) + min(above, 2)
        if own & -own == rank:
            return 9 + above
        losers = own & (self.best - 1) if wins else own
        return (13 if losers < rank << 1 else 17) + above

    def _few(self, cards: int) -> int:
        """Count cards as far as three."""
        count = 0
        while cards and count < 3:  # noqa: PLR2004 - as it says
            cards &= cards - 1
            count += 1
        return count

    def _length(self, own: int) -> int:
        """Give 0 for a single card, 1 for two, 2 for more."""
        return min(2, self._few(own) - 1)

    def _fewer(self, cards: int, others: int) -> int:
        """Say whether there are fewer cards than others."""
        while cards and others:
            cards &= cards - 1
            others &= others - 1
        return 1 if others else 0

    def _any(self, legal: int, drawn: int) -> int:
        count = 0
        rest = legal
        while rest:
            rest &= rest - 1
            count += 1
        drawn = drawn % count
        while drawn:
            legal &= legal - 1
            drawn -= 1
        return legal & -legal

    def _wants(self, seat: int) -> int:
        """Say whether a seat wants the trick: for its contract, or to set another's."""
        if not self.helps[seat]:
            return 0
        need = self.need[seat]
        if self.alive and need < self.left and self._hunts(seat):
            return 0
        if need > 0:
            return 1
        for other in range(self.seats):
            if other != seat and other != self.mate[seat]:
                wanted = self.need[other]
                if wanted > 0 and self.left - 1 <= wanted <= self.left:
                    return 1
        return 0

    def _hunts(self, seat: int) -> int:
        """Say whether this trick is left to another side's nil, in the hope that it takes it.

        A side that still needs tricks leads to a nil, and plays under one that wins so far; for one
        that is yet to play it throws nothing away.
        """
        for other in range(self.seats):
            if other != seat and other != self.mate[seat] and self.live[other]:
                if self.played == 0 or other == self.best_seat:
                    return 1
                if self.need[seat] <= 0 and self._follows_later(other):
                    return 1
        return 0

    def _follows_later(self, seat: int) -> int:
        """Say whether a seat plays to the present trick after the one in turn."""
        ahead = (seat - self.turn + self.seats) % self.seats
        return 1 if ahead < self.seats - self.played else 0

    def _lead(self, seat: int, legal: int) -> int:
        mate = self.mate[seat]
        if mate >= 0 and self.live[mate]:
            return self._highest(legal) if legal > FIELD else TOP[legal]
        if not self._wants(seat):
            return self._lowest(legal)
        hand = self.hands[seat]
        for suit in range(1, 4):
            own = (legal >> (suit << 4)) & FIELD
            if own:
                others = ((self.out ^ hand) >> (suit << 4)) & FIELD
                if others and TOP[own] > TOP[others]:
                    return TOP[own] << (suit << 4)
        own = legal & FIELD
        if own and TOP[own] > TOP[(self.out ^ hand) & FIELD]:
            return TOP[own]
        return self._lowest(legal)

    def _follow(self, seat: int, legal: int) -> int:
        suit = self.led
        if legal & MASKS[suit] == 0:
            suit = 0
        shift = suit << 4
        own = (legal >> shift) & FIELD
        above = 0
        if suit == self.best_suit:
            above = own & -(self.best << 1)
        elif suit == 0:
            above = own
        mate = self.mate[seat]
        if mate >= 0 and self.live[mate] and above:
            if mate == self.best_seat:
                return (above & -above) << shift
            if self.played == 1:
                return TOP[above] << shift
        if not self._wants(seat):
            return self._lose(legal)
        if above == 0:
            return self._lowest(legal)
        if mate == self.best_seat:
            return self._beside_mate(legal, suit, above)
        return self._take(legal, suit, above)

    def _beside_mate(self, legal: int, suit: int, above: int) -> int:
        """Leave the trick to the partner, but for a sure card of the suit over an unsure one."""
        others = ((self.out ^ self.hands[self.turn]) >> (suit << 4)) & FIELD
        last = self.played == self.seats - 1
        if last or suit != self.best_suit or suit != self.led or self.best > TOP[others]:
            return self._lowest(legal)
        if TOP[above] > TOP[others] and others & -(self.best << 1):
            return TOP[above] << (suit << 4)
        return self._lowest(legal)

    def _take(self, legal: int, suit: int, above: int) -> int:
        """Win as cheaply as will do; second in hand, only with a sure card."""
        shift = suit << 4
        if self.played == self.seats - 1 or suit != self.led:
            return (above & -above) << shift
        others = ((self.out ^ self.hands[self.turn]) >> shift) & FIELD
        sure = above & -(TOP[others] << 1) if others else above
        if sure:
            return (sure & -sure) << shift
        if self.played == 1:
            return self._lowest(legal)
        return TOP[above] << shift

    def _lose(self, legal: int) -> int:  # noqa: PLR0911 - one line for each way to lose
        """Get rid of the highest card that loses; where none does, of what costs least."""
        if self.played == 0:
            return self._lowest(legal)
        suit = self.led
        own = (legal >> (suit << 4)) & FIELD
        if legal & MASKS[suit]:
            if self.best_suit != suit:
                return TOP[own] << (suit << 4)
            under = own & (self.best - 1)
            if under:
                return TOP[under] << (suit << 4)
            if self.played == self.seats - 1:
                return TOP[own] << (suit << 4)
            return (own & -own) << (suit << 4)
        if self.best_suit == 0:
            under = legal & FIELD & (self.best - 1)
            if under:
                return TOP[under]
        return self._highest(legal)

    def _highest(self, legal: int) -> int:
        """Give the highest card of the side suits, or where there is none the lowest spade."""
        if legal <= FIELD:
            return legal & -legal
        found = 0
        best = 0
        for suit in range(1, 4):
            top = TOP[(legal >> (suit << 4)) & FIELD]
            if top > best:
                best = top
                found = suit
        return best << (found << 4)

    def _lowest(self, legal: int) -> int:
        """Give the lowest card of the side suits, or where there is none the lowest spade."""
        if legal <= FIELD:
            return legal & -legal
        found = 0
        best = FIELD
        for suit in range(1, 4):
            own = (legal >> (suit << 4)) & FIELD
            if own and own & -own < best:
                best = own & -own
                found = suit
        return best << (found << 4)

    def _search(self, alpha: int, beta: int) -> int:
        """Give the utility of the position under best play, the mover's side against all others."""
        if self.left == 0:
            return self._worth()
        self.nodes += 1
        if self.nodes >= self.limit:
            return alpha
        if self.left == 1:
            return self._last()
        legal = self._legal()
        if legal & (legal - 1) == 0:
            return self._try(legal, alpha, beta)
        seat = self.turn
        ours = seat == self.side or self.mate[seat] == self.side
        card = self._choose()
        legal = self._distinct(legal, card)
        best = -WIDE if ours else WIDE
        while card:
            value = self._try(card, alpha, beta)
            if ours:
                if value > best:
                    best = value
                    alpha = max(alpha, value)
            elif value < best:
                best = value
                beta = min(beta, value)
            if alpha >= beta:
                break
            card = legal & -legal
            legal ^= card
        return best

    def _last(self) -> int:
        """Give the utility when every seat has but one card to play, or none."""
        seat, suit, best, winner = self.turn, self.best_suit, self.best, self.best_seat
        for number in range(self.played, self.seats):
            card = self.hands[seat]
            field = 0
            while card > FIELD:
                card >>= 16
                field += 1
            if number == 0 or (field == 0 and suit != 0) or (field == suit and card > best):
                suit, best, winner = field, card, seat
            seat += 1
            if seat == self.seats:
                seat = 0
        self.taken[winner] += 1
        worth = self._worth()
        self.taken[winner] -= 1
        return worth

    def _distinct(self, legal: int, tried: int) -> int:
        """Give one card of each run of equal cards, without the run of the one already tried."""
        distinct = 0
        for suit in range(4):
            shift = suit << 4
            own = (legal >> shift) & FIELD
            first = (tried >> shift) & FIELD
            foreign = ((self.out ^ self.hands[self.turn]) >> shift) & FIELD
            if self.played and suit == self.best_suit:
                foreign |= self.best
            while own:
                below = foreign & (TOP[own] - 1)
                run = own & -(TOP[below] << 1) if below else own
                own ^= run
                if run & first == 0:
                    distinct |= (run & -run) << shift
        return distinct

    def _try(self, card: int, alpha: int, beta: int) -> int:
        """Play a card, search on, and take everything back."""
        turn, played, led, best_suit = self.turn, self.played, self.led, self.best_suit
        best, best_seat, broken, alive = self.best, self.best_seat, self.broken, self.alive
        self._put(card)
        value = self._search(alpha, beta)
        if self.played == 0:
            self._reopen(self.turn, alive)
        self.turn, self.played, self.led, self.best_suit = turn, played, led, best_suit
        self.best, self.best_seat, self.broken, self.alive = best, best_seat, broken, alive
        self.hands[turn] ^= card
        self.out ^= card
        return value

    def _reopen(self, winner: int, alive: int) -> None:
        self.taken[winner] -= 1
        self.left += 1
        if self.alive != alive:
            self.live[winner] = 1
        if self.helps[winner]:
            self.need[winner] += 1
            if self.mate[winner] >= 0:
                self.need[self.mate[winner]] += 1
