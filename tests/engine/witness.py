"""A second record of a game, kept in plain text beside the real one and compared with it."""

from dataclasses import dataclass, field

from engine.actions import Action, Bid, Deal, Look, Play
from engine.cards import iter_cards
from engine.game import Game
from engine.round import Round
from engine.rules import Rules
from tests.engine import plain_cards, plain_score
from tests.engine.plain_score import PlainBid


@dataclass
class Witness:
    """What somebody who keeps score with a pencil knows about the game.

    Attributes:
        rules: the rules of the table.
        dealer: who deals next, or dealt.
        scores: points by side.
        bags: bags by side.
        rounds: how many have been dealt.
        hands: the cards held, by seat.
        bids: by seat, in the order in which they were made.
        taken: tricks taken, by seat.
        trick: the cards of the present trick, in order.
        leader: who leads it; while bids are made, who bids first.
        broken: whether spades are broken.
        legal: the cards that the one to act may play.
    """

    rules: Rules
    dealer: int
    scores: list[int]
    bags: list[int]
    rounds: int = 0
    hands: list[set[str]] = field(default_factory=list)
    bids: dict[int, PlainBid] = field(default_factory=dict)
    taken: list[int] = field(default_factory=list)
    trick: list[str] = field(default_factory=list)
    leader: int = 0
    broken: bool = False
    legal: set[str] = field(default_factory=set)

    @property
    def turn(self) -> int:
        """Who is to act: the bidder in order, then the player in order."""
        done = len(self.bids if self.bidding else self.trick)
        return (self.leader + done) % len(self.hands)

    @property
    def bidding(self) -> bool:
        """Whether somebody has yet to bid."""
        return len(self.bids) < len(self.hands)

    def note(self, action: Action) -> None:
        """Write an action down."""
        match action:
            case Deal():
                self._deal(action)
            case Look():
                pass
            case Bid(seat, tricks, blind):
                self.bids[seat] = tricks or ("blind_nil" if blind else "nil")
            case Play(seat, card):
                self._play(seat, str(card))
        playing = not self.bidding and any(self.hands)
        self.legal = self._legal_cards() if playing else set()

    def _legal_cards(self) -> set[str]:
        hand, deck = self.hands[self.turn], self.rules.deck
        return plain_cards.legal(list(hand), self.trick, self.broken, deck)

    def _deal(self, deal: Deal) -> None:
        if self.rounds:
            self.dealer = (self.dealer + 1) % len(self.hands)
        self.rounds += 1
        self.hands = [{str(card) for card in hand} for hand in deal.hands]
        everything = sorted(card for hand in self.hands for card in hand)
        assert everything == sorted(plain_cards.deck(self.rules.deck))
        self.bids, self.trick, self.broken = {}, [], False
        self.taken = [0] * len(self.hands)
        self.leader = (self.dealer + 1) % len(self.hands)

    def _play(self, seat: int, card: str) -> None:
        assert seat == self.turn
        assert card in self.legal
        self.hands[seat].remove(card)
        self.trick.append(card)
        breaks = plain_cards.breaks(card, self.trick[0], self.rules.breaking, self.rules.deck)
        self.broken = self.broken or breaks
        if len(self.trick) == len(self.hands):
            winner = plain_cards.winner(self.trick, self.rules.deck)
            self.leader = (self.leader + winner) % len(self.hands)
            self.taken[self.leader] += 1
            self.trick = []
        if not any(self.hands):
            self._score()

    def _score(self) -> None:
        for side in self.rules.sides:
            seats = self.rules.seats_of(side)
            self.scores[side], self.bags[side] = plain_score.side_after(
                self.rules,
                [self.bids[seat] for seat in seats],
                [self.taken[seat] for seat in seats],
                self.scores[side],
                self.bags[side],
            )

    def compare(self, game: Game) -> None:
        """Assert that the game stands as this record says."""
        current = game.round
        if current is not None:
            assert game.to_act == (self.turn if any(self.hands) else None)
            assert {str(card) for card in iter_cards(current.playable)} == self.legal
            assert current.broken is self.broken
            if not self.trick:
                self._compare_round(current)
        if current is None or current.finished:
            self._compare_scores(game)

    def _compare_round(self, current: Round) -> None:
        assert current.dealer == self.dealer
        assert current.leader == self.leader
        assert current.trick == ()
        assert current.taken == tuple(self.taken)
        assert len(current.tricks) == sum(self.taken)
        held = [hand.bit_count() for hand in current.hands]
        assert held == [len(hand) for hand in self.hands]
        assert held == [len(self.hands[0])] * len(held)

    def _compare_scores(self, game: Game) -> None:
        assert game.number == self.rounds
        assert [tally.points for tally in game.tallies] == self.scores
        assert [tally.bags for tally in game.tallies] == self.bags
        winner = plain_score.winner(self.rules, self.scores)
        outcome = game.outcome
        assert (None if outcome is None else outcome.winner) == winner
        if outcome is not None and self.rules.places == "points_then_bags":
            assert outcome.places == tuple(plain_score.places(self.scores, self.bags))
