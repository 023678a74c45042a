"""A second record of a game, kept in plain text beside the real one and compared with it."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import comb

from engine.actions import (
    Action,
    Bid,
    Claim,
    Deal,
    Keep,
    Look,
    Pass,
    Play,
    Resign,
    Throw,
    Time,
    Toss,
)
from engine.cards import CardSet, iter_cards
from engine.game import Game
from engine.round import Round
from engine.rules import Rules
from tests.engine import plain_bids, plain_cards, plain_score
from tests.engine.plain_bids import PlainBid
from tests.engine.plain_score import End, Standing


@dataclass
class PlainGame:
    """What somebody who keeps score with a pencil knows about the game.

    Attributes:
        rules: the rules of the table.
        dealer: who deals next, or dealt.
        sides: what each side has.
        deals: how many there have been.
        rounds: how many have been scored.
        thrown: how many deals have been thrown in one after another.
        phase: "dealing", "drawing", "bidding", "exchanging" or "playing".
        hands: the cards held, by seat.
        stock: what is left to be drawn, the top card first.
        dead: the cards out of play.
        face_down: the seats that do not see their own cards, with what they may bid blind.
        bids: by seat, in the order in which they were made.
        passing: the seats that have yet to pass cards, in their order.
        passed: the cards that were passed, by the seat that passed them.
        taken: tricks taken, by seat.
        trick: the cards of the present trick, in order.
        leader: who leads it.
        broken: whether spades are broken.
        end: what besides the tallies may have ended the game.
    """

    rules: Rules
    dealer: int
    sides: list[Standing]
    deals: int = 0
    rounds: int = 0
    thrown: int = 0
    phase: str = "dealing"
    hands: list[set[str]] = field(default_factory=list)
    stock: list[str] = field(default_factory=list)
    dead: set[str] = field(default_factory=set)
    face_down: dict[int, set[str]] = field(default_factory=dict)
    bids: dict[int, PlainBid] = field(default_factory=dict)
    passing: list[int] = field(default_factory=list)
    passed: dict[int, set[str]] = field(default_factory=dict)
    taken: list[int] = field(default_factory=list)
    trick: list[str] = field(default_factory=list)
    leader: int = 0
    broken: bool = False
    end: End = field(default_factory=End)

    @staticmethod
    def beside(game: Game) -> "PlainGame":
        """Begin a record of a game that has had no deal."""
        return PlainGame(game.rules, game.dealer, [Standing(*tally) for tally in game.tallies])

    def __post_init__(self) -> None:
        """Put the house rules of the play together."""
        rules = self.rules
        self.play = plain_cards.Play(
            deck=plain_bids.deck_of(rules),
            any_time=rules.spade_leads == "any_time",
            breaking=rules.breaking,
            spade_first=rules.spades_on_first_trick,
            club_opens=rules.opening.startswith("lowest"),
            all_clubs=rules.opening == "lowest_clubs_all",
        )

    @property
    def turn(self) -> int | None:
        """Who is to act: the drawer, the bidder in order, who passes cards, the player in order."""
        if self.phase == "dealing":
            return None
        if self.phase == "drawing":
            drawn = len(self.dead)
            return (self.dealer + 1 + drawn) % 2
        if self.phase == "exchanging":
            return self.passing[0]
        if self.phase == "bidding":
            order = plain_bids.order_of(self.rules, self.dealer)
            return next(seat for seat in order if seat not in self.bids)
        return (self.leader + len(self.trick)) % len(self.hands)

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
        return plain_bids.bids(self.rules, seat, self.hands[seat], self.bids, self.face_down)

    @property
    def looks(self) -> set[int]:
        """The seats that may look: not the second of a side while the first may bid for it."""
        order = plain_bids.order_of(self.rules, self.dealer)
        found = set()
        for seat, may in self.face_down.items():
            partner = plain_bids.partner_of(self.rules, seat)
            first = partner is None or order.index(seat) < order.index(partner)
            if "number" not in may or first or partner not in self.face_down:
                found.add(seat)
        return found

    @property
    def may_throw(self) -> bool:
        """Whether the one to act may throw the hand in."""
        seat = self.turn
        if self.phase != "bidding" or seat is None or seat in self.face_down or self.thrown == 5:
            return False
        return plain_bids.may_throw(self.rules, self.hands[seat])

    def note(self, action: Action) -> None:  # noqa: C901 - one a kind
        """Write an action down."""
        match action:
            case Deal():
                self._deal(action)
            case Keep(seat) | Toss(seat):
                self._draw(seat, keep=isinstance(action, Keep))
            case Look(seat):
                assert seat in self.looks
                del self.face_down[seat]
            case Time():
                self.end = replace(self.end, time_out=True)
            case Throw():
                assert self.may_throw
                self._thrown_in()
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
        if self.deals:
            self.dealer = (self.dealer + 1) % len(self.hands)
        self.deals += 1
        self.hands = [_texts(hand) for hand in deal.hands] or [set(), set()]
        self.stock = [str(card) for card in deal.stock]
        everything = [card for hand in self.hands for card in hand] + self.stock
        self.dead = set(plain_cards.deck(self.play.deck)) - set(everything)
        assert sorted([*everything, *self.dead]) == sorted(plain_cards.deck(self.play.deck))
        assert len(self.dead) == (26 if deal.hands and len(self.hands) == 2 else 0)
        self.bids, self.passed, self.passing = {}, {}, []
        self.trick, self.broken = [], False
        self.taken = [0] * len(self.hands)
        self.leader = (self.dealer + 1) % len(self.hands)
        self.phase = "drawing" if self.stock else "bidding"
        scores = [has.score for has in self.sides]
        self.face_down = {
            seat: may
            for seat in range(len(self.hands))
            if (may := plain_bids.may_be_blind(self.rules, seat, scores))
        }
        self._skip_bids()

    def _skip_bids(self) -> None:
        if self.phase == "bidding" and self.rules.first_round == "bids_itself" and self.deals == 1:
            self._open()

    def _draw(self, seat: int, *, keep: bool) -> None:
        assert seat == self.turn
        top, following = self.stock.pop(0), self.stock.pop(0)
        self.hands[seat].add(top if keep else following)
        self.dead.add(following if keep else top)
        if not self.stock:
            self.phase = "bidding"
            self._skip_bids()

    def _bid(self, bid: Bid) -> None:
        written = _plain(bid)
        assert bid.seat == self.turn
        assert written in self.legal_bids
        self.bids[bid.seat] = written
        self.face_down.pop(bid.seat, None)
        partner = plain_bids.partner_of(self.rules, bid.seat)
        if partner is not None and str(written).startswith("blind "):
            self.bids[partner] = "+"
            del self.face_down[partner]
        if len(self.bids) < len(self.hands):
            return
        short = self.thrown < 5 and plain_bids.is_short(self.rules, self.bids)
        if short and self.rules.table_short == "thrown_in":
            self._thrown_in()
        elif short and self.rules.table_short == "made":
            self.phase = "dealing"
            self._score(unplayed=True)
        else:
            left = (self.dealer + 1) % len(self.hands)
            self.passing = plain_bids.passing(self.rules, self.bids, left)
            self.phase = "exchanging"
            if not self.passing:
                self._open()

    def _thrown_in(self) -> None:
        self.phase = "dealing"
        self.thrown += 1

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
        self.face_down = {}
        club = plain_cards.lowest_club(self.play.deck)
        opener = next((seat for seat, hand in enumerate(self.hands) if club in hand), 0)
        self.leader = plain_bids.leader(self.rules, self.dealer, self.bids, opener)

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
        """Play the rest in an order of its own."""
        assert seat in range(len(self.hands))
        assert self.trick == []
        while self.phase == "playing" and self.turn is not None:
            self._play(self.turn, max(self.legal_cards))

    def _take_over_claim(self, current: Round) -> None:
        """Take what the order of play leaves open: what breaks, who of a side takes what."""
        assert current.claimed is not None
        self.broken = current.broken
        for seats in plain_bids.sides_of(self.rules):
            ours, theirs = [
                [taken[seat] for seat in seats] for taken in (self.taken, current.taken)
            ]
            assert sum(ours) == sum(theirs)
            nil = any(self.bids.get(seat) in {"nil", "blind_nil"} for seat in seats)
            assert not nil or ours == theirs
        self.taken, self.leader = list(current.taken), current.leader

    def _score(self, *, unplayed: bool = False) -> None:
        self.thrown = 0
        self.rounds += 1
        boston = None
        first = self.rounds == 1
        sides = plain_bids.sides_of(self.rules)
        for side, seats in enumerate(sides):
            own = [seat for seat in self.bids if seat in seats]
            bids = [self.bids[seat] for seat in own]
            taken = [self.taken[seat] for seat in own or seats]
            self.sides[side] = plain_score.side_after(
                self.rules, bids, taken, self.sides[side], first=first, unplayed=unplayed
            )
            if plain_score.is_boston(self.rules, bids, taken):
                boston = side
        took = [sum(self.taken[seat] for seat in seats) for seats in sides]
        first_taken = took if first and not unplayed else ()
        self.end = End(boston, self.rounds, first_taken, self.end.time_out)

    def compare(self, game: Game) -> None:
        """Assert that the game stands as this record says."""
        current = game.round
        if current is not None:
            assert game.to_act == self.turn
            if current.claimed:
                self._take_over_claim(current)
            assert _texts(iter_cards(current.playable)) == self.legal_cards
            assert current.broken is self.broken
            if self.phase in {"drawing", "bidding", "exchanging"}:
                self._compare_choices(game)
                assert current.seen == tuple(
                    seat not in self.face_down for seat in range(len(self.hands))
                )
            if not self.trick:
                self._compare_round(current)
        if current is None or current.finished:
            self._compare_scores(game)
            assert game.round_number == self.rounds + bool(self.thrown)

    def _compare_choices(self, game: Game) -> None:
        legal = game.legal_actions
        bids = [_plain(action) for action in legal if isinstance(action, Bid)]
        assert len(bids) == len(self.legal_bids)
        assert set(bids) == self.legal_bids
        draws = [action for action in legal if isinstance(action, Keep | Toss)]
        assert len(draws) == (2 if self.phase == "drawing" else 0)
        passes = {str(action.cards) for action in legal if isinstance(action, Pass)}
        size, number = len(self.hands[0]), self.rules.exchange
        assert len(passes) == (comb(size, number) if self.phase == "exchanging" else 0)
        assert (Throw(legal[0].seat) in legal) == self.may_throw
        for seat in game.rules.seats:
            assert (Look(seat) in game.legal_actions_of(seat)) == (seat in self.looks)

    def _compare_round(self, current: Round) -> None:
        assert current.dealer == self.dealer
        assert current.leader == self.leader
        assert current.trick == ()
        assert current.taken == tuple(self.taken)
        assert len(current.tricks) == sum(self.taken)
        assert [_texts(iter_cards(hand)) for hand in current.hands] == self.hands
        sizes = [len(hand) for hand in self.hands]
        assert max(sizes) - min(sizes) <= (self.phase == "drawing")

    def _compare_scores(self, game: Game) -> None:
        assert (game.number, len(game.sheets)) == (self.deals, self.rounds)
        assert [Standing(*tally) for tally in game.tallies] == self.sides
        outcome = game.outcome
        if not self.rounds or self.thrown:
            assert outcome is None
            return
        winner = plain_score.winner(self.rules, self.sides, self.end)
        assert (None if outcome is None else outcome.winner) == winner
        if outcome is not None and self.rules.places == "points_then_bags":
            losers = plain_score.lost(self.rules, self.sides, self.end)
            assert outcome.places == tuple(plain_score.places(self.sides, winner, losers))


def _texts(cards: Iterable[object] | CardSet) -> set[str]:
    return {str(card) for card in cards}


def _plain(bid: Bid) -> PlainBid:
    if bid.tricks and bid.blind:
        return f"blind {bid.tricks}"
    if bid.possible:
        return f"{bid.tricks}p"
    return bid.tricks or ("blind_nil" if bid.blind else "zero" if bid.zero else "nil")
