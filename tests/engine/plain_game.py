"""A second record of a game, kept in plain text beside the real one and compared with it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import comb

from engine.actions import Action, Bid, Claim, Deal, Look, Pass, Play, Resign, SeatAction
from engine.cards import CardSet, iter_cards
from engine.game import Game
from engine.round import Round
from engine.rules import Rules
from tests.engine import plain_bids, plain_cards, plain_score
from tests.engine.plain_bids import PlainBid


@dataclass
class PlainGame:
    """What somebody who keeps score with a pencil knows about the game.

    Attributes:
        rules: the rules of the table.
        dealer: who deals next, or dealt.
        scores: points by side.
        bags: bags by side.
        rounds: how many have been dealt.
        phase: "dealing", "bidding", "exchanging" or "playing".
        hands: the cards held, by seat.
        face_down: the seats that do not see their own cards.
        bids: by seat, in the order in which they were made.
        passing: the seats that have yet to pass cards, in their order.
        passed: the cards that were passed, by the seat that passed them.
        taken: tricks taken, by seat.
        trick: the cards of the present trick, in order.
        leader: who leads it; while bids are made, who bids first.
        broken: whether spades are broken.
        boston: the side that bid and made every trick of the last round, if one did.
    """

    rules: Rules
    dealer: int
    scores: list[int]
    bags: list[int]
    rounds: int = 0
    phase: str = "dealing"
    hands: list[set[str]] = field(default_factory=list)
    face_down: set[int] = field(default_factory=set)
    bids: dict[int, PlainBid] = field(default_factory=dict)
    passing: list[int] = field(default_factory=list)
    passed: dict[int, set[str]] = field(default_factory=dict)
    taken: list[int] = field(default_factory=list)
    trick: list[str] = field(default_factory=list)
    leader: int = 0
    broken: bool = False
    boston: int | None = None

    @staticmethod
    def beside(game: Game) -> "PlainGame":
        """Begin a record of a game that has had no deal."""
        points = [tally.points for tally in game.tallies]
        return PlainGame(game.rules, game.dealer, points, [tally.bags for tally in game.tallies])

    def __post_init__(self) -> None:
        """Put the house rules of the play together."""
        rules = self.rules
        self.play = plain_cards.Play(
            deck=plain_bids.deck_of(rules),
            any_time=rules.spade_leads == "any_time",
            breaking=rules.breaking,
            spade_first=rules.spades_on_first_trick,
            club_opens=rules.opening == "lowest_club",
        )

    @property
    def turn(self) -> int | None:
        """Who is to act: the bidder in order, who passes cards, then the player in order."""
        if self.phase == "dealing":
            return None
        if self.phase == "exchanging":
            return self.passing[0]
        done = len(self.bids if self.phase == "bidding" else self.trick)
        return (self.leader + done) % len(self.hands)

    @property
    def legal_cards(self) -> set[str]:
        """The cards that the one to act may play."""
        if self.phase != "playing" or self.turn is None:
            return set()
        hand = list(self.hands[self.turn])
        return plain_cards.legal(hand, self.trick, self.broken, self.play, not any(self.taken))

    @property
    def legal_bids(self) -> set[PlainBid]:
        """The bids that the one to act may make."""
        seat = self.turn
        if self.phase != "bidding" or seat is None:
            return set()
        down = seat in self.face_down
        return plain_bids.bids(self.rules, seat, self.hands[seat], self.bids, down)

    def note(self, action: Action) -> None:
        """Write an action down."""
        match action:
            case Deal():
                self._deal(action)
            case Look(seat):
                self.face_down.remove(seat)
            case Bid():
                self._bid(action)
            case Pass(seat, cards):
                self._pass(seat, _texts(cards))
            case Play(seat, card):
                self._play(seat, str(card))
            case Claim(seat):
                self._claim(seat)
            case Resign():
                raise ValueError(action)

    def _deal(self, deal: Deal) -> None:
        if self.rounds:
            self.dealer = (self.dealer + 1) % len(self.hands)
        self.rounds += 1
        self.hands = [_texts(hand) for hand in deal.hands]
        everything = sorted(card for hand in self.hands for card in hand)
        assert everything == sorted(plain_cards.deck(self.play.deck))
        self.bids, self.passed, self.passing = {}, {}, []
        self.trick, self.broken, self.boston = [], False, None
        self.taken = [0] * len(self.hands)
        self.leader = (self.dealer + 1) % len(self.hands)
        self.phase = "bidding"
        self.face_down = {
            seat
            for seat in range(len(self.hands))
            if plain_bids.may_be_blind(self.rules, seat, self.scores)
        }
        if self.rules.first_round == "bids_itself" and self.rounds == 1:
            self._open()

    def _bid(self, bid: Bid) -> None:
        written = _plain(bid)
        assert bid.seat == self.turn
        assert written in self.legal_bids
        self.bids[bid.seat] = written
        self.face_down.discard(bid.seat)
        if len(self.bids) == len(self.hands):
            self.passing = plain_bids.passing(self.rules, self.bids, self.leader)
            self.phase = "exchanging"
        if self.phase == "exchanging" and not self.passing:
            self._open()

    def _pass(self, seat: int, cards: set[str]) -> None:
        assert seat == self.passing.pop(0)
        assert len(cards) == self.rules.exchange
        assert cards <= self.hands[seat]
        self.passed[seat] = cards
        if self.passing:
            return
        for giver, given in self.passed.items():
            self.hands[giver] -= given
        for giver, given in self.passed.items():
            self.hands[(giver + 2) % 4] |= given
        self._open()

    def _open(self) -> None:
        """Begin the play."""
        self.phase = "playing"
        self.face_down = set()
        if self.play.club_opens:
            opener = plain_cards.lowest_club(self.play.deck)
            self.leader = next(seat for seat, hand in enumerate(self.hands) if opener in hand)

    def _play(self, seat: int, card: str) -> None:
        assert seat == self.turn
        assert card in self.legal_cards
        self.hands[seat].remove(card)
        self.trick.append(card)
        deck = self.play.deck
        breaks = plain_cards.breaks(card, self.trick[0], self.play.breaking, deck)
        self.broken = self.broken or breaks
        if len(self.trick) == len(self.hands):
            winner = plain_cards.winner(self.trick, deck)
            self.leader = (self.leader + winner) % len(self.hands)
            self.taken[self.leader] += 1
            self.trick = []
        if not any(self.hands):
            self.phase = "dealing"
            self._score()

    def _claim(self, seat: int) -> None:
        """Play the rest in an order of its own, and see that the seat takes all."""
        assert (seat, self.trick) == (self.turn, [])
        tricks, taken = len(self.hands[seat]), self.taken[seat]
        while self.phase == "playing" and self.turn is not None:
            self._play(self.turn, max(self.legal_cards))
        assert self.taken[seat] == taken + tricks

    def _score(self) -> None:
        for side, seats in enumerate(plain_bids.sides_of(self.rules)):
            bids = [self.bids[seat] for seat in seats if seat in self.bids]
            taken = [self.taken[seat] for seat in seats]
            after = plain_score.side_after(
                self.rules, bids, taken, self.scores[side], self.bags[side]
            )
            self.scores[side], self.bags[side] = after
            if plain_score.is_boston(self.rules, bids, taken):
                self.boston = side

    def compare(self, game: Game) -> None:
        """Assert that the game stands as this record says."""
        current = game.round
        if current is not None:
            assert game.to_act == self.turn
            # The order in which claimed cards are played is open, and so is what they break.
            self.broken = current.broken if current.claimed else self.broken
            assert _texts(iter_cards(current.playable)) == self.legal_cards
            assert current.broken is self.broken
            if self.phase in {"bidding", "exchanging"}:
                self._compare_choices(game.legal_actions)
                assert current.seen == tuple(
                    seat not in self.face_down for seat in range(len(self.hands))
                )
            if not self.trick:
                self._compare_round(current)
        if current is None or current.finished:
            self._compare_scores(game)

    def _compare_choices(self, legal: Iterable[SeatAction]) -> None:
        bids = [_plain(action) for action in legal if isinstance(action, Bid)]
        assert len(bids) == len(self.legal_bids)
        assert set(bids) == self.legal_bids
        passes = {str(action.cards) for action in legal if isinstance(action, Pass)}
        size, number = len(self.hands[0]), self.rules.exchange
        assert len(passes) == (comb(size, number) if self.phase == "exchanging" else 0)
        looks = [action.seat for action in legal if isinstance(action, Look)]
        assert looks == [seat for seat in self.face_down if seat == self.turn]

    def _compare_round(self, current: Round) -> None:
        assert current.dealer == self.dealer
        assert current.leader == self.leader
        assert current.trick == ()
        assert current.taken == tuple(self.taken)
        assert len(current.tricks) == sum(self.taken)
        assert [_texts(iter_cards(hand)) for hand in current.hands] == self.hands
        assert len({len(hand) for hand in self.hands}) == 1

    def _compare_scores(self, game: Game) -> None:
        assert game.number == self.rounds
        assert [tally.points for tally in game.tallies] == self.scores
        assert [tally.bags for tally in game.tallies] == self.bags
        winner = plain_score.winner(self.rules, self.scores, self.boston)
        outcome = game.outcome
        if not self.rounds:
            assert outcome is None
            return
        assert (None if outcome is None else outcome.winner) == winner
        if outcome is not None and self.rules.places == "points_then_bags":
            assert outcome.places == tuple(plain_score.places(self.scores, self.bags, winner))


def _texts(cards: Iterable[object] | CardSet) -> set[str]:
    return {str(card) for card in cards}


def _plain(bid: Bid) -> PlainBid:
    return bid.tricks or ("blind_nil" if bid.blind else "nil")
