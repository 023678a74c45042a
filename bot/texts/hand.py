"""The texts of a person's own hand."""

from typing import Final

from bot.tables.absence import waiting_since
from bot.tables.model import Table
from bot.texts.cards import card_text, hand_text, suit_name
from bot.texts.deal import plays
from bot.texts.drawing import draw_call
from bot.texts.house_rules.catalogue import ENTRIES
from bot.texts.names import seat_name
from bot.texts.near_the_end import end_lines, moment
from bot.texts.sheet import bid_text
from bot.texts.standing import standings
from bot.texts.table import DOT, TOGETHER
from bot.texts.translator import Translator
from engine.actions import Bid
from engine.cards import CardSet, Suit
from engine.phases import Phase
from engine.seats import Seat
from engine.views import SeatView

_LIMITS: Final = (
    "seat_minimum",
    "minimum_contract",
    "maximum_contract",
    "contract_of_nine",
    "table_minimum",
    "hook",
)
"""The rules that limit a bid."""


def heading(table: Table, words: Translator) -> str:
    """Give the heading of a hand."""
    return words("### Your hand at table {id}", id=table.id)


def bids_so_far(table: Table, view: SeatView, words: Translator) -> str:
    """Say what everyone has bid, beginning with the first bidder."""
    public = view.public
    order = public.order
    partner = table.rules.partner_of(view.seat)
    said = []
    for seat in order:
        bid = public.bids[seat]
        if bid is None:
            continue
        name = words("You") if seat == view.seat else seat_name(table, seat, words)
        if seat == partner:
            name = words("{name} (partner)", name=name)
        said.append(f"{name}{TOGETHER}{bid_text(bid, words)}")
    return words("Bids: {bids}", bids=DOT.join(said)) if said else words("Nobody has bid yet.")


def how_to_bid(view: SeatView, words: Translator) -> str:
    """Explain the table's bidding rules; empty if bids are free."""
    rules = view.public.rules
    asked = {
        "free": "",
        "mirror": words("Mirror: you bid the number of spades you hold; none means nil."),
        "whiz": words("Whiz: you bid the number of spades you hold, or nil."),
        "suicide": words("Suicide: one of you and your partner bids nil, the other does not."),
    }[rules.bidding]
    limits = [ENTRIES[field].sentence_of(rules, words) for field in _LIMITS]
    said = " ".join(filter(None, [asked, *limits]))
    return f"-# {said}" if said else ""


def standing(table: Table, view: SeatView, words: Translator) -> str:
    """Give how near the end is, and both sides' bids, tricks, points and bags."""
    said = end_lines(table, view.public, words)
    if view.public.bids_itself:
        said.append("-# " + words("No bids in this round: each trick scores 10."))
    return "\n".join([*said, standings(table, view.public, words, view.seat)])


def trick_above(table: Table, view: SeatView, words: Translator) -> str:
    """Show the trick so far, or the one just taken."""
    public = view.public
    if public.trick:
        return plays(table, public.trick, public.winning, words)
    last = public.last_trick
    if last is None:
        return ""
    return words(
        "-# Last trick, to {name}: {cards}",
        name=seat_name(table, last.winner, words),
        cards=plays(table, last.plays, last.winner, words),
    )


def call(table: Table, view: SeatView, words: Translator) -> str:
    """Say what the person has to do, or whom the table waits for."""
    public = view.public
    if public.to_act is None:
        return words("The round is over.")
    if public.to_act != view.seat:
        return _waiting(table, view, public.to_act, words)
    if public.phase == Phase.DRAWING:
        return draw_call(view, words)
    if public.phase == Phase.BIDDING:
        return _bid_call(table, view, words)
    if public.phase == Phase.EXCHANGING:
        return exchange_call(table, view, words)
    return words("**Your turn:** {what}", what=_what_to_play(view, words))


def _bid_call(table: Table, view: SeatView, words: Translator) -> str:
    if len(view.bids) == 1:
        bid = bid_text(view.bids[0], words)
        return words("**Your bid:** the rules leave you {bid}.", bid=bid)
    partner = table.rules.partner_of(view.seat)
    if table.rules.side_bid == "sum" or partner is None:
        return words("**Your bid:** how many tricks?")
    if view.opening is not None:
        return words(
            "**Close for your side:** {name} opened with {bid}.",
            name=seat_name(table, partner, words),
            bid=bid_text(view.opening, words),
        )
    if view.public.bids[partner] is None:
        return words("**Open for your side:** what do you hold?")
    return words("**Your bid:** how many tricks?")


def _waiting(table: Table, view: SeatView, seat: Seat, words: Translator) -> str:
    name = seat_name(table, seat, words)
    if view.public.phase == Phase.DRAWING:
        return words("Waiting for {name} to draw.", name=name)
    if view.public.phase == Phase.BIDDING:
        return words("Waiting for {name} to bid.", name=name)
    if view.public.phase == Phase.EXCHANGING:
        return words("Waiting for {name} to pass cards.", name=name)
    if not view.public.trick:
        return words("Waiting for {name} to lead.", name=name)
    return words("Waiting for {name} to play.", name=name)


def exchange_call(table: Table, view: SeatView, words: Translator) -> str:
    """Ask for the cards to pass to the partner."""
    partner = table.rules.partner_of(view.seat)
    name = "" if partner is None else seat_name(table, partner, words)
    return words.plural(
        "**Your turn:** choose {count} card to pass to {name}.",
        "**Your turn:** choose {count} cards to pass to {name}.",
        table.rules.exchange,
        name=name,
    )


def exchanged(view: SeatView, words: Translator) -> str:
    """Say which cards the seat has passed and received, until the first trick is over."""
    if view.public.tricks or not view.given:
        return ""
    deck = view.public.rules.deck_in_play
    given = words("You passed {cards}", cards=hand_text(view.given, deck, words))
    if not view.received:
        return f"-# {given}"
    got = words("and were passed {cards}", cards=hand_text(view.received, deck, words))
    return f"-# {given} {got}"


def _what_to_play(view: SeatView, words: Translator) -> str:
    led = view.public.led
    suits = view.public.rules.deck_in_play.suit_of
    public = view.public
    if not public.tricks and not public.rules.plain_first_trick:
        return _first_trick(view, words)
    if led is None:
        if public.rules.spade_leads == "any_time":
            return words("lead any card.")
        if any(suits[c.index] is Suit.SPADES for c in view.hand or () if c not in view.playable):
            return words("lead, but no spade yet: they are not broken.")
        return words("lead any card.")
    suit = suits[led.index]
    if all(suits[card.index] is suit for card in view.playable):
        return words("follow {suit}.", suit=suit_name(suit, words))
    return words("you have no {suit}, so play any card.", suit=suit_name(suit, words))


def _first_trick(view: SeatView, words: Translator) -> str:
    """Say what may be played to a first trick with special rules."""
    rules = view.public.rules
    if view.public.led is None and rules.opening == "lowest_club":
        return words(
            "the lowest club opens, {card}.", card=card_text(rules.deck_in_play.lowest_club, words)
        )
    if not rules.spades_on_first_trick:
        return words("no spade on the first trick, unless you hold nothing else.")
    return words("play to the first trick.")


def absent(table: Table, seat: Seat, words: Translator) -> str:
    """Say that a table waits for an absent person."""
    last = table.chairs[seat].acted_at or waiting_since(table, seat)
    return words(
        "The table waits for {name}, who was last here {when}.",
        name=seat_name(table, seat, words),
        when=moment(last),
    )


def away(words: Translator) -> str:
    """Say that a computer player holds the seat."""
    return words("A computer player is playing for you. Press **I'm back** to take over.")


def sure_of_nil(bid: Bid, table: Table, words: Translator) -> str:
    """Ask for confirmation of nil, and say what it costs."""
    value = table.rules.blind_nil_value if bid.blind else table.rules.nil_value
    return words(
        "Bid **{bid}**? It scores {value} if you take no trick, and \N{MINUS SIGN}{value} if you "
        "take one.",
        bid=bid_text(bid, words),
        value=value,
    )


def sure_of_throw(words: Translator) -> str:
    """Ask whether a hand is to be thrown in, and say what follows."""
    return words("Throw this hand in? Everyone sees it, and all cards are dealt again.")


def sure_of_pass(cards: CardSet, table: Table, view: SeatView, words: Translator) -> str:
    """Ask for confirmation of the cards to pass to the partner."""
    partner = table.rules.partner_of(view.seat)
    return words(
        "Pass {cards} to {name}?",
        cards=hand_text(cards, table.rules.deck_in_play, words),
        name="" if partner is None else seat_name(table, partner, words),
    )


def stale(words: Translator) -> str:
    """Say that a press was meant for an earlier turn."""
    return words("-# The table has moved on; here is your hand now.")


def between_rounds(table: Table, view: SeatView, words: Translator) -> str:
    """Say that there is no hand between two rounds, and how near the end is."""
    if view.public.thrown_in:
        said = words("These cards were thrown in. Your next cards come with the next deal.")
    else:
        said = words("The round is over. Your next cards come with the next deal.")
    return "\n".join([said, *end_lines(table, view.public, words)])


def waits_for_next(table: Table, words: Translator) -> str:
    """Say who has not asked for the next round yet."""
    names = [
        seat_name(table, seat, words)
        for seat, chair in zip(table.rules.seats, table.chairs, strict=True)
        if chair.person is not None and not chair.away and not chair.ready
    ]
    return words("-# Waiting for {names}.", names=", ".join(names)) if names else ""


def not_playing_phase(view: SeatView) -> bool:
    """Say whether there is no hand to show."""
    return view.public.phase in {Phase.DEALING, Phase.OVER}
