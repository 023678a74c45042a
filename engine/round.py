"""One deal: bidding, exchange and tricks. `Round.apply` gives the next state.

Rounds and tricks are named tuples: every card creates a new one, and creating a frozen dataclass
with so many fields takes five times as long.
"""

from collections.abc import Sequence
from typing import Final

from engine.actions import PLAYS, Bid, Claim, Deal, Keep, Pass, Play, RoundAction, Throw, Toss
from engine.basis import Basis, Terms
from engine.cards import Bits, Card, CardSet, iter_cards
from engine.claims import Claimed
from engine.drawing import Drawing
from engine.errors import BadDeal, UnknownSeat
from engine.phases import Phase
from engine.positions import Start, check_position
from engine.round_state import RoundState
from engine.rules import Rules
from engine.seats import SEATS, Seat, next_seat
from engine.tricks import Trick, breaks_spades, first_leader, playable, winning_index

_SCORED: Final = Phase.SCORED
_new = tuple.__new__
"""Makes a named tuple in half the time that its own constructor takes."""


class Round(RoundState):
    """One deal from the first bid to the last card; a value like its state."""

    __slots__ = ()

    @staticmethod
    def dealt_by(
        rules: Rules,
        dealer: Seat,
        deal: Deal,
        *,
        terms: Terms | None = None,
        bids_itself: bool = False,
    ) -> "Round":
        """Begin a round with a deal.

        Args:
            rules: the rules of the table.
            dealer: the seat that deals.
            deal: the hands, or the stock.
            terms: what is settled before the deal; by default, as the rules say.
            bids_itself: whether there is no bidding in this round.

        Raises:
            UnknownSeat: the rules have no such dealer.
            BadDeal: it is not the deck of these rules, in the shares of its seats.
        """
        if not rules.has_seat(dealer):
            raise UnknownSeat(dealer)
        hands = _checked_hands(rules, deal)
        terms = terms or Terms.usual(rules)
        if bids_itself:
            never = (False,) * len(hands)
            terms = Terms(never, never, bids_itself=True)
        basis = Basis.of_deal(rules, dealer, hands, terms)
        first, taken = next_seat(dealer, len(hands)), (0,) * len(hands)
        dealt = Round(basis, Phase.BIDDING, first, first, (), taken, False, (), 0)
        if rules.draws:
            basis = basis._replace(drawing=Drawing(deal.stock, first))
            return dealt._replace(basis=basis, phase=Phase.DRAWING)
        return dealt._opened(basis) if bids_itself else dealt

    @staticmethod
    def position(
        rules: Rules, dealer: Seat, hands: Sequence[CardSet], bids: Sequence[Bid], start: Start
    ) -> "Round":
        """Set up a round between two tricks, as in a diagram, with all bids made.

        Raises:
            BadPosition: the parts contradict each other, or the rules.
        """
        check_position(rules, dealer, hands, bids, start)
        bits = tuple(hand.bits for hand in hands)
        leader, taken, broken = start.leader, start.taken, start.broken
        return Round(
            basis=Basis.of_position(rules, dealer, bits, bids, start),
            phase=Phase.PLAYING,
            turn=leader,
            leader=leader,
            trick=(),
            taken=taken,
            broken=broken,
            tricks=(),
            playable=playable(rules, bits[leader], None, broken=broken, first=not any(taken)),
        )

    def apply(self, action: RoundAction) -> "Round":
        """Give the round after an action.

        Raises:
            RuleError: the action is not legal now.
        """
        if type(action) is Play:
            return self._after_play(action)
        self._refuse_illegal(action)
        if isinstance(action, Bid):
            return self._after_bid(action)
        if isinstance(action, Pass):
            return self._after_pass(action)
        if isinstance(action, Claim):
            return self._after_claim(action.seat)
        return self._after_other(action)

    def _after_other(self, action: RoundAction) -> "Round":
        """Give the round after a draw, a throw or a look."""
        if isinstance(action, Keep | Toss):
            return self._after_draw(keep=isinstance(action, Keep))
        if isinstance(action, Throw):
            return self._replace(phase=Phase.SCORED)
        return self._replace(basis=self.basis.after_look(action.seat))

    def _refuse_illegal(self, action: RoundAction) -> None:
        refusal = self.explain(action)
        if refusal is not None:
            raise refusal

    def _after_draw(self, *, keep: bool) -> "Round":
        basis = self.basis.after_draw(keep=keep)
        if basis.to_draw is not None:
            return self._replace(basis=basis, turn=basis.to_draw)
        if basis.terms.bids_itself:
            return self._opened(basis)
        return self._replace(basis=basis, phase=Phase.BIDDING, turn=self.leader)

    def _after_bid(self, bid: Bid) -> "Round":
        basis = self.basis.after_bid(bid)
        bids = basis.bids
        for seat in basis.bidding_order:
            if bids[seat] is None:
                return _new(Round, (basis, self.phase, seat, *self[3:]))
        return self._after_bidding(basis)

    def _after_bidding(self, basis: Basis) -> "Round":
        """Give the round with every bid made: it goes on, or the bids do not come to enough."""
        if basis.rules.table_minimum and not basis.is_played:
            return self._replace(basis=basis, phase=Phase.SCORED)
        passing = basis.to_pass
        if not passing:
            return self._opened(basis)
        return self._replace(basis=basis, phase=Phase.EXCHANGING, turn=passing[0])

    def _after_pass(self, choice: Pass) -> "Round":
        basis = self.basis.after_pass(choice)
        for seat in basis.to_pass:
            if not basis.passed[seat]:
                return self._replace(basis=basis, turn=seat)
        return self._opened(basis)

    def _opened(self, basis: Basis) -> "Round":
        """Give the round after bidding and exchange, before the first lead."""
        leader = first_leader(basis.rules, basis.dealer, basis.held, basis.bids)
        may_play = playable(basis.rules, basis.held[leader], None, broken=False, first=True)
        return self._replace(
            basis=basis, phase=Phase.PLAYING, turn=leader, leader=leader, playable=may_play
        )

    def _after_claim(self, seat: Seat) -> "Round":
        """Play the remaining tricks, each seat its lowest legal card; any other scores the same."""
        after = self
        while after.playable:
            lowest = after.playable & -after.playable
            after = after._after_play(PLAYS[after.turn][lowest.bit_length() - 1])
        return after._replace(claimed=Claimed(seat, self.hands))

    def _after_play(self, play: Play) -> "Round":
        basis, phase, turn, leader, trick, taken, broken, tricks, may_play, played, claimed = self
        card = play.card
        bit = 1 << card.index
        if not may_play & bit or play.seat != turn:
            self._refuse_illegal(play)
        played |= bit
        trick += (card,)
        rules = basis.rules
        deck, led = rules.deck_in_play, trick[0]
        if deck.trumps & bit and not broken:
            broken = breaks_spades(rules, card, led)
        held = basis.held
        seats = len(held)
        if len(trick) == seats:
            return self._after_trick(trick, played, broken=broken)
        turn = SEATS[(turn + 1) % seats]
        hand = held[turn] & ~played
        # What `playable` gives, without the call: most plays of a game pass here.
        may_play = hand & deck.same_suit[led.index] or hand
        if not tricks and not rules.plain_first_trick:
            first = not any(taken)
            may_play = playable(rules, hand, led, broken=broken, first=first)
        changed = (
            basis, phase, turn, leader, trick, taken, broken, tricks, may_play, played, claimed,
        )  # fmt: skip
        return _new(Round, changed)

    def _after_trick(self, trick: tuple[Card, ...], played: Bits, *, broken: bool) -> "Round":
        """Give the round after the last card of a trick, whose winner leads the next."""
        basis, phase, _, leader, _, taken, _, tricks, _, _, claimed = self
        rules = basis.rules
        winner = SEATS[(leader + winning_index(rules, trick)) % len(trick)]
        took = [*taken]
        took[winner] += 1
        taken = tuple(took)
        tricks += (_new(Trick, (leader, trick, winner)),)
        hand = basis.held[winner] & ~played
        phase = phase if hand else _SCORED
        may_play = playable(rules, hand, None, broken=broken)
        return _new(
            Round,
            (basis, phase, winner, winner, (), taken, broken, tricks, may_play, played, claimed),
        )


def _checked_hands(rules: Rules, deal: Deal) -> tuple[Bits, ...]:
    """Give the hands of a deal as bare sets; empty ones where they are drawn.

    Raises:
        BadDeal: they, or the stock, are not the deck of these rules in the shares of its seats.
    """
    hands = tuple([hand.bits for hand in deal.hands])
    if rules.draws:
        pack = list(iter_cards(rules.deck_in_play.cards))
        if hands or sorted(deal.stock, key=lambda card: card.index) != pack:
            raise BadDeal
        return (0,) * rules.players
    if len(hands) != rules.players or deal.stock:
        raise BadDeal
    size, together = rules.hand_size, 0
    for hand in hands:
        if hand.bit_count() != size or together & hand:
            raise BadDeal
        together |= hand
    if together & ~rules.deck_in_play.cards:
        raise BadDeal
    return hands
