"""What a hand whose cards are face down says of blind bids."""

from bot.tables.model import Table
from bot.texts.hand import call
from bot.texts.names import seat_name
from bot.texts.translator import Translator
from engine.actions import Bid
from engine.bidding import is_far_behind
from engine.views import SeatView


def face_down(table: Table, view: SeatView, words: Translator) -> str:
    """Offer what may be bid blind, before the cards are seen."""
    offers = [
        _blind_nil(view, words) if may_bid_nil_blind(view) else "",
        _blind_number(table, view, words),
    ]
    given_up = any(offers) and view.may_look
    said = [
        words("Your cards are face down."),
        *offers,
        words("Looking at your cards gives it up for this round.") if given_up else "",
    ]
    return "\n".join([" ".join(filter(None, said)), call(table, view, words)])


def may_bid_nil_blind(view: SeatView) -> bool:
    """Say whether a seat whose cards are face down may bid blind nil, now or in its turn."""
    rules, tallies = view.public.rules, view.public.tallies
    return rules.blind_nil and is_far_behind(rules, view.seat, tallies, rules.blind_nil_deficit)


def _blind_number(table: Table, view: SeatView, words: Translator) -> str:
    """Say whether a number may be bid blind, and by whom; nothing where that is over."""
    rules, public = table.rules, view.public
    partner = rules.partner_of(view.seat)
    behind = is_far_behind(rules, view.seat, public.tallies, rules.blind_bid_deficit)
    if rules.blind_bid is None or not behind:
        return ""
    if partner is None:
        return words(
            "You may bid **blind {n}** or more in your turn, for double points.", n=rules.blind_bid
        )
    if public.order.index(view.seat) < public.order.index(partner):
        return words(
            "You may bid **blind {n}** or more for your side in your turn, for double points.",
            n=rules.blind_bid,
        )
    if view.may_look:
        return ""
    name = seat_name(table, partner, words)
    return words("Your side may still bid blind: wait for {name}.", name=name)


def _blind_nil(view: SeatView, words: Translator) -> str:
    value = view.public.rules.blind_nil_value
    if view.public.to_act == view.seat:
        return words(
            "You may bid **blind nil** now: {value} if you take no trick, \N{MINUS SIGN}{value} if "
            "you take one.",
            value=value,
        )
    return words(
        "You may bid **blind nil** when it is your turn: {value} if you take no trick, "
        "\N{MINUS SIGN}{value} if you take one.",
        value=value,
    )


def sure_of_blind(bid: Bid, table: Table, words: Translator) -> str:
    """Ask whether a blind number is meant, and say what it brings and costs."""
    missed = {
        "doubled": words("Missed, it costs double."),
        "plain": words("Missed, it costs its plain points."),
        "nothing": words("Missed, it costs nothing."),
    }[table.rules.blind_bid_missed]
    if table.rules.partner_of(bid.seat) is None:
        asked = words("Bid **blind {n}**? Made, it scores double.", n=bid.tricks)
    else:
        asked = words(
            "Bid **blind {n}** for your side? Made, it scores double; your partner does not bid.",
            n=bid.tricks,
        )
    return f"{asked} {missed}"
