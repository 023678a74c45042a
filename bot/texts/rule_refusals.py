"""The texts of refusals by the rules."""

from bot.tables.model import Table
from bot.tables.rule_answers import BadAnswer, Field
from bot.texts.cards import card_text, suit_name
from bot.texts.house_rules.catalogue import ENTRIES
from bot.texts.names import seat_name
from bot.texts.translator import Translator
from engine import errors
from engine.errors import (
    BidRefusal,
    CardRefusal,
    ContractRefusal,
    InputRefusal,
    Refusal,
    TurnRefusal,
)

RuleRefusal = Refusal | BadAnswer
"""The refusals of the rules, including answers of a form."""


def rule_refusal_text(refusal: RuleRefusal, words: Translator, table: Table | None) -> str:
    """Say in one sentence why the rules do not allow something, and what they allow."""
    if isinstance(refusal, TurnRefusal):
        return _turn(refusal, words, table)
    if isinstance(refusal, BidRefusal):
        return _bid(refusal, words)
    if isinstance(refusal, CardRefusal):
        return _cards(refusal, words)
    return _input(refusal, words)


def _turn(refusal: TurnRefusal, words: Translator, table: Table | None) -> str:
    match refusal:
        case errors.GameIsOver():
            return words("The game is over.")
        case errors.NoTimeKept() | errors.WrongPhase():
            return words("That is not what the table waits for now.")
        case errors.UnknownAction():
            return words("That is not something a seat can do.")
        case errors.NotYourTurn(turn=turn):
            if table is None:
                return words("It is not your turn.")
            return words("It is not your turn: {name} is to act.", name=seat_name(table, turn))
        case errors.UnknownSeat():
            return words("There is no such seat at this table.")
        case errors.UnknownSide():
            return words("There is no such side at this table.")
        case errors.CannotResign():
            return words(
                "Only one of two sides can resign. Here you may leave, and a computer player plays "
                "on for you."
            )
        case errors.BadDeal():
            return words("The cards could not be dealt.")


def _contract(refusal: ContractRefusal, words: Translator) -> str:
    match refusal:
        case errors.BelowMinimum(minimum=least):
            return words("Your side must bid at least {n}.", n=least)
        case errors.BelowSeatMinimum(minimum=least):
            return words("Everyone bids at least {n} here.", n=least)
        case errors.AboveMaximum(maximum=most):
            return words("Your side may bid {n} at most.", n=most)
        case errors.NineIsNotBid():
            return words("Nine is not bid here.")
        case errors.NilNotPlayed():
            return words("Nil is not played here.")
        case errors.OneNilASide():
            return words("Only one of you and your partner may bid nil.")
        case errors.BidsMeetTricks(tricks=tricks):
            return words("All bids together may not come to {n}.", n=tricks)
        case errors.TableTooLow(minimum=least):
            return words(
                "All bids together must come to {n} or more, and yours is the last.", n=least
            )


def _blind(
    refusal: errors.BlindNilNotAllowed | errors.BlindBidNotAllowed | errors.HandAlreadySeen,
    words: Translator,
) -> str:
    match refusal:
        case errors.BlindNilNotAllowed():
            return words("You cannot bid blind nil now.")
        case errors.BlindBidNotAllowed(least=None):
            return words("You cannot bid a number blind now.")
        case errors.BlindBidNotAllowed(least=least):
            return words("The least number that is bid blind here is {n}.", n=least)
        case errors.HandAlreadySeen():
            return words("A hand has been seen, so nothing can be bid blind in this round.")


def _bid(refusal: BidRefusal, words: Translator) -> str:
    if isinstance(refusal, ContractRefusal):
        return _contract(refusal, words)
    match refusal:
        case errors.BadBid():
            return words("That is not a bid at this table.")
        case errors.ForcedBid(bidding="mirror"):
            return words("With mirror bidding you bid the number of spades you hold.")
        case errors.ForcedBid(bidding="whiz"):
            return words("With whiz bidding you bid the number of spades you hold, or nil.")
        case errors.ForcedBid():
            return words(
                "With suicide bidding one of you and your partner bids nil, and the other does not."
            )
        case errors.LookFirst():
            return words("Look at your cards first.")
        case errors.BlindNilNotAllowed() | errors.BlindBidNotAllowed() | errors.HandAlreadySeen():
            return _blind(refusal, words)
        case errors.NoPossibleHere():
            return words("Only an opening can be a possible, where that is played.")
        case errors.PartnerLooksLater():
            return words("Your side may still bid blind: wait for your partner.")
        case errors.HandNotThrownIn():
            return words("This hand cannot be thrown in.")
        case errors.NothingToLookAt():
            return words("Your cards are already face up.")


def _cards(refusal: CardRefusal, words: Translator) -> str:
    match refusal:
        case errors.CardNotHeld(card=card):
            return words("You do not hold {card}.", card=card_text(card, words))
        case errors.MustFollowSuit(suit=suit):
            return words("You must follow {suit}: you hold some.", suit=suit_name(suit, words))
        case errors.BadExchange(count=count):
            return words.plural(
                "Choose exactly {count} card that you hold.",
                "Choose exactly {count} cards that you hold.",
                count,
            )
        case errors.NothingToExchange():
            return words("You have no cards to pass in this round.")
        case errors.NothingToClaim():
            return words("The remaining tricks are not certain, so play on.")
        case errors.LowestClubOpens(card=card):
            return words("The first trick is opened with {card}.", card=card_text(card, words))
        case errors.LowestClubFirst():
            return words("Everyone plays the lowest club held to the first trick.")
        case errors.NoSpadeYet():
            return words("No spade may be played on the first trick while you hold something else.")
        case errors.SpadesNotBroken():
            return words("Spades are not broken yet, so lead another suit.")


def _input(refusal: InputRefusal | BadAnswer, words: Translator) -> str:
    match refusal:
        case errors.BadPosition() | errors.BadTallies():
            return words("That position is not possible.")
        case errors.BadNotation():
            return words("This button belongs to an older version of the bot.")
        case errors.BadRules(sentence=sentence):
            return words("These rules do not work: {why}", why=words(sentence))
        case BadAnswer(field=field, answer=answer):
            return bad_answer_text(field, answer, words)


def bad_answer_text(field: Field, answer: str, words: Translator) -> str:
    """Say what a field would have taken."""
    label = ENTRIES[field.name].title(words)
    if field.choices:
        return words("{label}: choose one of the list.", label=label)
    given = " ".join(answer[:20].replace("`", "").split())
    return words(
        "{label}: `{given}` does not fit; a whole number, {range}.",
        label=label,
        given=given,
        range=range_text(field, words),
    )


def range_text(field: Field, words: Translator) -> str:
    """Say which numbers a field takes, and what stands for none."""
    if field.lowest is None:
        numbers = words("{highest} or less", highest=field.highest)
    else:
        numbers = words("{lowest} to {highest}", lowest=field.lowest, highest=field.highest)
    if field.optional:
        return words("{range}; empty: none", range=numbers)
    if field.lowest == 0 == ENTRIES[field.name].default:
        return words("{range}; 0: none", range=numbers)
    return numbers
