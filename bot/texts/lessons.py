"""The lessons for beginners at each step: the bids, the legal cards, and the last trick."""

from bot.tables.model import Table
from bot.texts.cards import card_text, suit_name
from bot.texts.deal import STAR, plays
from bot.texts.drawing import how_to_draw
from bot.texts.names import seat_name
from bot.texts.sheet import bid_text
from bot.texts.translator import Translator
from engine.cards import CardSet, Suit
from engine.phases import Phase
from engine.players.estimate import tricks_for, usual_bid
from engine.rules import PENALTY_PER_BAG
from engine.score_sheet import Item, RoundScore
from engine.tricks import Trick
from engine.views import SeatView


def told(lesson: str) -> str:
    """Format a lesson; empty without one."""
    return f"> {lesson}" if lesson else ""


def bidding_lesson(table: Table, view: SeatView, words: Translator) -> str:
    """Explain the bid and how to choose one; empty while the cards are hidden."""
    if view.hand is None:
        return ""
    worth = words.decimal(tricks_for(view.hand, table.rules))
    said = [
        words(
            "Bid the tricks that you expect to take: aces, most kings, high spades, and each spade "
            "beyond the third. These cards are worth about {n}.",
            n=worth,
        ),
        _contract_to_come(table, view, words),
    ]
    return " ".join(filter(None, said))


def _contract_to_come(table: Table, view: SeatView, words: Translator) -> str:
    partner = table.rules.partner_of(view.seat)
    if partner is None:
        return words("Fewer tricks than you bid cost points.")
    bid = view.public.bids[partner]
    if bid is None:
        return _partner_to_bid(table, words)
    if bid.is_nil:
        return words(
            "{name}, your partner, bid nil and tries to take no trick: your bid alone counts.",
            name=seat_name(table, partner, words),
        )
    if table.rules.side_bid == "second_closes":
        return words(
            "{name}, your partner, holds about {opening}: with your {own} that makes {sum}. Your "
            "number alone is the contract of you both.",
            name=seat_name(table, partner, words),
            opening=bid.tricks,
            own=_usual_bid(table, view),
            sum=bid.tricks + _usual_bid(table, view),
        )
    return words(
        "{name}, your partner, bid {bid}: with a bid of {own} you two must take {sum} tricks.",
        name=seat_name(table, partner, words),
        bid=bid_text(bid, words),
        own=_usual_bid(table, view),
        sum=bid.tricks + _usual_bid(table, view),
    )


def _partner_to_bid(table: Table, words: Translator) -> str:
    if table.rules.side_bid == "second_closes":
        return words(
            "Your number tells your partner what you hold; your partner's number will be the "
            "contract of you both."
        )
    return words("Your partner's bid is added to yours: together you must take that many.")


def _usual_bid(table: Table, view: SeatView) -> int:
    """Give the bid that the lesson uses as its example."""
    return usual_bid(tricks_for(view.hand or CardSet(), table.rules), table.rules)


def contract_lesson(table: Table, view: SeatView, words: Translator) -> str:
    """Explain the bids before the first trick."""
    public, rules = view.public, table.rules
    side = rules.side_of(view.seat)
    contract = public.contract_of(side) or 0
    own = public.bids[view.seat]
    said = []
    if own is not None and own.is_nil:
        said.append(words("You bid nil: try to lose every trick."))
    if contract:
        said.append(_contract(contract, words, alone=rules.partner_of(view.seat) is None))
    said += [
        words(
            "{name} bid nil: let them take a trick, and the nil costs {value}.",
            name=seat_name(table, seat, words),
            value=rules.nil_value,
        )
        for seat, bid in zip(rules.seats, public.bids, strict=True)
        if bid is not None and bid.is_nil and not bid.blind and rules.side_of(seat) != side
    ]
    if contract:
        said.append(
            words(
                '"0 of {n}" is tricks taken of tricks bid, and {star} marks the card that wins '
                "so far.",
                n=contract,
                star=STAR,
            )
        )
    return " ".join(said)


def _contract(tricks: int, words: Translator, *, alone: bool) -> str:
    if alone:
        return words.plural(
            "Your contract: {count} trick.", "Your contract: {count} tricks.", tricks
        )
    return words.plural(
        "Your side's contract: {count} trick, whichever of you takes it.",
        "Your side's contract: {count} tricks, whichever of you takes them.",
        tricks,
    )


def playing_lesson(view: SeatView, words: Translator) -> str:
    """Explain the legal cards; empty out of turn."""
    playable = view.playable
    if not playable:
        return ""
    suits = view.public.rules.deck_in_play.suit_of
    led = view.public.led
    if led is None:
        return _leading(view, words)
    suit = suits[led.index]
    name = suit_name(suit, words)
    if any(suits[card.index] is not suit for card in playable):
        if suit is Suit.SPADES:
            return words("You hold no spades, so any card may be played, but none can win.")
        return words(
            "You hold no {suit}, so any card may be played. A spade beats all {suit}; other suits "
            "cannot win.",
            suit=name,
        )
    return _following(view, suit, words)


def _following(view: SeatView, suit: Suit, words: Translator) -> str:
    suits = view.public.rules.deck_in_play.suit_of
    name = suit_name(suit, words)
    if suit is Suit.SPADES:
        return words("Spades were led and you hold some, so you must play one. The highest wins.")
    if any(suits[play.card.index] is Suit.SPADES for play in view.public.trick):
        return words(
            "You hold {suit}, so you must play one: the bright cards. A spade has been played "
            "already, so none of them can win.",
            suit=name,
        )
    return words(
        "You hold {suit}, so you must play one: the bright cards. The highest of the suit wins, "
        "unless someone who has none of it plays a spade.",
        suit=name,
    )


def _leading(view: SeatView, words: Translator) -> str:
    suits = view.public.rules.deck_in_play.suit_of
    held_back = (view.hand or CardSet()) - view.playable
    if any(suits[card.index] is Suit.SPADES for card in held_back):
        return words(
            "You lead, and the others must follow suit if they can. Spades are broken, and may be "
            "led, once one has been played."
        )
    return words("You lead: any card, and the others must follow its suit if they can.")


def cards_so_far(table: Table, view: SeatView, words: Translator) -> str:
    """Show the cards on the table; nothing where there are none."""
    public = view.public
    if not public.trick:
        return ""
    return words("On the table: {cards}", cards=plays(table, public.trick, public.winning, words))


def past_trick(table: Table, view: SeatView, words: Translator) -> str:
    """Show the last trick, who took it and why; nothing before the first."""
    last = view.public.last_trick
    if last is None:
        return ""
    cards = words("Last trick: {cards}", cards=plays(table, last.plays, last.winner, words))
    return f"{cards}\n{told(trick_lesson(table, view, words))}"


def trick_lesson(table: Table, view: SeatView, words: Translator) -> str:
    """Explain the last trick; empty before the first."""
    trick = view.public.last_trick
    if trick is None:
        return ""
    said = [
        _who_won(table, view, trick, words),
        _spades_broken(view, trick, words),
        _nil_lost(table, view, trick, words),
        _contract_so_far(table, view, trick, words),
    ]
    return " ".join(filter(None, said))


def _who_won(table: Table, view: SeatView, trick: Trick, words: Translator) -> str:
    suits = table.rules.deck_in_play.suit_of
    led = suits[trick.cards[0].index]
    card = next(play.card for play in trick.plays if play.seat == trick.winner)
    fields = {
        "name": seat_name(table, trick.winner, words),
        "card": card_text(card, words),
        "suit": suit_name(led, words),
    }
    mine = trick.winner == view.seat
    if suits[card.index] is Suit.SPADES and led is not Suit.SPADES:
        if mine:
            return words(
                "You took the trick: your {card} is its highest spade, and any spade beats {suit}.",
                **fields,
            )
        return words(
            "{name} took the trick: {card} is its highest spade, and any spade beats {suit}.",
            **fields,
        )
    if mine:
        return words(
            "You took the trick: in {suit}, nobody played higher than your {card}.", **fields
        )
    return words("{name} took the trick: in {suit}, nobody played higher than {card}.", **fields)


def _spades_broken(view: SeatView, trick: Trick, words: Translator) -> str:
    suits = view.public.rules.deck_in_play.suit_of
    earlier = (card for past in view.public.tricks[:-1] for card in past.cards)
    before = any(suits[card.index] is Suit.SPADES for card in earlier)
    now = any(suits[card.index] is Suit.SPADES for card in trick.cards)
    if before or not now or not view.public.broken:
        return ""
    return words("It was the first spade: from now on spades may be led.")


def _nil_lost(table: Table, view: SeatView, trick: Trick, words: Translator) -> str:
    bid = view.public.bids[trick.winner]
    if bid is None or not bid.is_nil or view.public.taken[trick.winner] != 1:
        return ""
    value = table.rules.blind_nil_value if bid.blind else table.rules.nil_value
    if trick.winner == view.seat:
        return words("You had bid nil, so that costs {value} points.", value=value)
    return words(
        "{name} had bid nil, so that costs the side {value} points.",
        name=seat_name(table, trick.winner, words),
        value=value,
    )


def _contract_so_far(table: Table, view: SeatView, trick: Trick, words: Translator) -> str:
    """Say that a trick of the person's side made the contract, or is a bag."""
    rules, public = table.rules, view.public
    side = rules.side_of(view.seat)
    if rules.side_of(trick.winner) != side:
        return ""
    contract = public.contract_of(side) or 0
    over = sum(public.taken[seat] for seat in rules.seats_of(side)) - contract
    if not contract or over < 0 or rules.bag_limit is None:
        return ""
    if over == 0 and not view.hand:
        return words("Your contract is made.")
    if over == 0:
        return words("Your contract is made. Each extra trick is a bag.")
    return words(
        "That is a bag: 1 point now, but {limit} bags cost {cost}.",
        limit=rules.bag_limit,
        cost=rules.bag_limit * PENALTY_PER_BAG,
    )


def _bags_lesson(table: Table, words: Translator) -> str:
    limit = table.rules.bag_limit
    if limit is None:
        return words("Each trick beyond the contract is a bag, and scores 1 point.")
    return words(
        "Each trick beyond the contract is a bag: 1 point, but {limit} of them cost {cost}.",
        limit=limit,
        cost=limit * PENALTY_PER_BAG,
    )


def sheet_lesson(table: Table, sheet: RoundScore, words: Translator) -> str:
    """Explain the lines of a score sheet, each kind once."""
    items = {line.item for side in sheet.sides for line in side.lines}
    said = []
    if Item.CONTRACT_MADE in items:
        said.append(words("A contract made scores 10 for each trick that was bid."))
    if Item.CONTRACT_SET in items:
        said.append(words('A contract missed, "set", costs 10 for each trick that was bid.'))
    if Item.BAGS in items:
        said.append(_bags_lesson(table, words))
    if items & {Item.NIL_MADE, Item.NIL_FAILED}:
        said.append(words("Nil scores {value}, or costs as much.", value=table.rules.nil_value))
    said.append(
        words(
            "A game goes on like this until a side has {target} points.", target=table.rules.target
        )
    )
    return "\n".join(f"- {line}" for line in said)


def _passing_lesson(table: Table, view: SeatView, words: Translator) -> str:
    """Say which cards to pass where one of two partners bid nil; else there is no rule of thumb."""
    own, partner = view.public.bids[view.seat], table.rules.partner_of(view.seat)
    if own is not None and own.is_nil:
        return words("Pass high cards: they would take tricks, and you bid nil.")
    bid = None if partner is None else view.public.bids[partner]
    if bid is not None and bid.is_nil:
        return words("Pass low cards: your partner bid nil and must take no trick.")
    return ""


def first_step(table: Table, view: SeatView, words: Translator) -> str:
    """Give the line of help for a newcomer's turn; empty out of turn."""
    if view.public.to_act != view.seat:
        return ""
    if view.public.phase == Phase.DRAWING:
        return how_to_draw(words)
    if view.bids:
        return bidding_lesson(table, view, words)
    if view.public.phase == Phase.EXCHANGING:
        return _passing_lesson(table, view, words)
    lesson = playing_lesson(view, words)
    if not lesson or view.public.tricks:
        return lesson
    asked = words("{me} can have you asked before each card.", me=words.command("me"))
    return f"{lesson} {asked}"


def put_away_label(words: Translator) -> str:
    """Label the button that ends the help for beginners."""
    return words("No more tips")
