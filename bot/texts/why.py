"""The sentences of hints, with their reasons."""

from collections.abc import Callable
from typing import Final

from bot.texts.cards import cards_text
from bot.texts.sheet import bid_text
from bot.texts.translator import Translator
from engine.actions import Bid, Keep, Look, Pass, SeatAction, Throw, Toss
from engine.players.player import Choice, Reason, Why


def hint_text(choice: Choice, words: Translator) -> str:
    """Give a hint and its reason."""
    what = _action(choice.action, words)
    return words(
        "\N{ELECTRIC LIGHT BULB} {what}: {why}", what=what, why=why_text(choice.why, words)
    )


def no_hint(words: Translator) -> str:
    """Say that there is no time for a hint."""
    return words("No hint right now: the computer players are busy. Ask again in a moment.")


def _action(action: SeatAction, words: Translator) -> str:
    if isinstance(action, Look):
        return words("look at your cards")
    if isinstance(action, Bid):
        return words("bid {bid}", bid=bid_text(action, words))
    if isinstance(action, Throw):
        return words("throw your hand in")
    if isinstance(action, Keep | Toss):
        return words("keep it") if isinstance(action, Keep) else words("toss it")
    if isinstance(action, Pass):
        return words("pass {cards}", cards=cards_text(action.cards, words))
    return words("play {cards}", cards=cards_text([action.card], words))


def why_text(why: Why, words: Translator) -> str:
    """Give the reason of a choice as one sentence."""
    return _SENTENCES[why.reason](why, words)


def _card(why: Why, words: Translator) -> str:
    """Write the card that a reason names."""
    assert why.card is not None  # noqa: S101 - these reasons name one
    return cards_text([why.card], words)


def _better_by(why: Why, words: Translator) -> str:
    cards = _card(why, words)
    if not why.margin:
        return words("over many deals it does a little better than {cards}.", cards=cards)
    return words.plural(
        "over many deals it is about {count} point better than {cards}.",
        "over many deals it is about {count} points better than {cards}.",
        why.margin,
        cards=cards,
    )


def _too_little(why: Why, words: Translator) -> str:
    cards = _card(why, words)
    if not why.margin:
        return words(
            "over many deals {cards} does only a little better, too little for its risk.",
            cards=cards,
        )
    return words.plural(
        "over many deals {cards} is only about {count} point better, too little for its risk.",
        "over many deals {cards} is only about {count} points better, too little for its risk.",
        why.margin,
        cards=cards,
    )


_SENTENCES: Final[dict[Reason, Callable[[Why, Translator], str]]] = {
    Reason.ONLY_CHOICE: lambda _, w: w("there is nothing else."),
    Reason.LOOKS: lambda _, w: w("a blind bid is not worth its risk now."),
    Reason.COUNTED: lambda y, w: w(
        "your hand is worth about {n} tricks.", n=w.decimal(y.tricks / 10)
    ),
    Reason.COUNTED_FOR_SCORE: lambda y, w: w(
        "your hand is worth about {n} tricks, and the score asks for this.",
        n=w.decimal(y.tricks / 10),
    ),
    Reason.COUNTED_LOWER: lambda y, w: w(
        "your hand is worth about {n} tricks, but a set costs more than a trick too many.",
        n=w.decimal(y.tricks / 10),
    ),
    Reason.COUNTED_HIGHER: lambda y, w: w(
        "your hand is worth about {n} tricks, and a lower bid gives points away.",
        n=w.decimal(y.tricks / 10),
    ),
    Reason.LEAST_BID: lambda y, w: w(
        "your hand is worth about {n} tricks, and no lower number may be bid.",
        n=w.decimal(y.tricks / 10),
    ),
    Reason.BESIDE_NIL: lambda y, w: w(
        "your hand is worth about {n} tricks beside a nil.", n=w.decimal(y.tricks / 10)
    ),
    Reason.SAFE_NIL: lambda y, w: w("nil succeeds in about {n} % of such hands.", n=y.chance),
    Reason.DARING_NIL: lambda y, w: w(
        "nil succeeds in about {n} % of such hands, and the score asks for a risk.", n=y.chance
    ),
    Reason.BLIND_BEHIND: lambda _, w: w("so far behind, the risk is worth taking."),
    Reason.THROWS_IN: lambda _, w: w("a new deal is worth more than this hand."),
    Reason.KEEPS_CARD: lambda y, w: w(
        "only {n} % of the cards that you have not seen are worth more.", n=y.chance
    ),
    Reason.TOSSES_CARD: lambda y, w: w(
        "the next card is worth more on average; {n} % of those that you have not seen are.",
        n=y.chance,
    ),
    Reason.FORCED_BID: lambda _, w: w("the rules leave no other bid."),
    Reason.PASSES_DANGER: lambda _, w: w("these would take tricks that a nil must not."),
    Reason.PASSES_LOW: lambda _, w: w("with these your partner can duck."),
    Reason.KEEPS_NIL: lambda _, w: w("it stays under the trick and gets rid of a dangerous card."),
    Reason.STAYS_UNDER: lambda _, w: w("it stays under the trick, as your nil must."),
    Reason.NIL_LEADS: lambda _, w: w("you have to lead, and a low card endangers your nil least."),
    Reason.NIL_IN_DANGER: lambda _, w: w("no card that you may play stays under the trick."),
    Reason.NIL_HOLDS: lambda y, w: (
        w("your nil holds in about {n} of 10 deals.", n=y.tenths)
        if y.card is None
        else w(
            "your nil holds in about {n} of 10 deals, with {cards} in {m}.",
            n=y.tenths,
            m=y.others,
            cards=_card(y, w),
        )
    ),
    Reason.COVERS_NIL: lambda _, w: w("it covers your partner's nil."),
    Reason.ATTACKS_NIL: lambda _, w: w("it goes after a nil on the other side."),
    Reason.SETS_CONTRACT: lambda _, w: w("it may set the other side."),
    Reason.AVOIDS_BAG: lambda _, w: w("one more trick would be a bag."),
    Reason.PARTNER_WINS: lambda _, w: w("your partner has the trick."),
    Reason.PARTNER_SO_FAR: lambda _, w: w("your partner is winning the trick so far."),
    Reason.OVERTAKES: lambda _, w: w("it beats what could still beat your partner's card."),
    Reason.TAKES_TRICK: lambda y, w: (
        w("it takes a trick that you need.") if y.needs else w("it takes the trick.")
    ),
    Reason.TRUMPS: lambda _, w: w("it is the lowest trump that takes the trick."),
    Reason.TRUMPS_SO_FAR: lambda _, w: w("a trump wins the trick so far."),
    Reason.LEADS_MASTER: lambda _, w: w("no card left in its suit beats it."),
    Reason.NO_SURE_LEAD: lambda _, w: w("you have no sure trick to lead."),
    Reason.WINS_SO_FAR: lambda _, w: w("it wins the trick so far."),
    Reason.CANNOT_WIN: lambda _, w: w("no card that you may play beats what lies there."),
    Reason.PLAYS_LOW: lambda y, w: w("it keeps {cards} for later.", cards=_card(y, w)),
    Reason.THROWS_AWAY: lambda _, w: w("higher cards of its suit are still out."),
    Reason.SHORTENS: lambda _, w: w(
        "it is your last of the suit, which you can trump from now on."
    ),
    Reason.SHEDS: lambda _, w: w("it could take a trick that you do not need."),
    Reason.FALLS: lambda y, w: w(
        "in about {n} of 10 deals {cards} falls to it.", n=y.tenths, cards=_card(y, w)
    ),
    Reason.HOLDS: lambda y, w: w("in about {n} of 10 deals no opponent can beat it.", n=y.tenths),
    Reason.PARTNER_HOLDS: lambda y, w: w(
        "in about {n} of 10 deals your partner has {cards}.", n=y.tenths, cards=_card(y, w)
    ),
    Reason.MAKES_CONTRACT: lambda y, w: w(
        "your side makes its bid in about {n} of 10 deals, with {cards} in {m}.",
        n=y.tenths,
        m=y.others,
        cards=_card(y, w),
    ),
    Reason.PARTNERS_NIL_HOLDS: lambda y, w: w(
        "your partner's nil holds in about {n} of 10 deals, with {cards} in {m}.",
        n=y.tenths,
        m=y.others,
        cards=_card(y, w),
    ),
    Reason.NIL_FALLS: lambda y, w: w(
        "a nil of the other side falls in about {n} of 10 deals, with {cards} in {m}.",
        n=y.tenths,
        m=y.others,
        cards=_card(y, w),
    ),
    Reason.SETS_OFTEN: lambda y, w: w(
        "the other side is set in about {n} of 10 deals, with {cards} in {m}.",
        n=y.tenths,
        m=y.others,
        cards=_card(y, w),
    ),
    Reason.BETTER_BY: _better_by,
    Reason.TOO_LITTLE: _too_little,
    Reason.AS_GOOD: lambda y, w: w(
        "over many deals no card is better, and {cards} about as good.", cards=_card(y, w)
    ),
    Reason.NO_DIFFERENCE: lambda _, w: w("over many deals it makes no difference what you play."),
    Reason.FEW_DEALS: lambda _, w: w("it did best in the few deals that there was time for."),
    Reason.BY_RULE: lambda _, w: w("a rule of thumb says so; there was no time to try many deals."),
    Reason.TO_THE_BOARD: lambda y, w: w("your side must bid at least {n}.", n=y.rule),
    Reason.AT_MOST: lambda y, w: w("your side may bid {n} at most.", n=y.rule),
    Reason.TO_THE_TABLE: lambda y, w: w("with it the bids come to {n}, as they have to.", n=y.rule),
    Reason.STAYS_SHORT: lambda y, w: w(
        "the bids stay below {n}, so the cards are dealt again.", n=y.rule
    ),
    Reason.SHORT_IS_MADE: lambda y, w: w(
        "the bids stay below {n}, so all of them count as made.", n=y.rule
    ),
    Reason.CLOSES: lambda y, w: w(
        "your partner opened with {bid}, and your hand adds about {n}.",
        bid=y.rule,
        n=w.decimal(y.tricks / 10),
    ),
    Reason.SET_WOULD_LOSE: lambda y, w: w(
        "your hand is worth about {n} tricks, but one more set loses the game.",
        n=w.decimal(y.tricks / 10),
    ),
    Reason.LAST_ROUND: lambda y, w: w(
        "your hand is worth about {n} tricks, but this is the last round.",
        n=w.decimal(y.tricks / 10),
    ),
    Reason.SPREAD_ENDS: lambda y, w: w(
        "your hand is worth about {n} tricks, but a lead of {lead} ends the game.",
        n=w.decimal(y.tricks / 10),
        lead=y.rule,
    ),
    Reason.FIRST_ROUND: lambda y, w: w("your side needs {n} tricks in the first round.", n=y.rule),
    Reason.TEN_A_TRICK: lambda _, w: w("each trick scores 10 in this round."),
    Reason.SET_ENDS: lambda _, w: w(
        "it may set the other side, which loses the game with one more set."
    ),
    Reason.AVOIDS_TWICE: lambda y, w: w(
        "with {n} tricks your side would have twice its bid.", n=y.rule
    ),
    Reason.OVER_COSTS: lambda y, w: w.plural(
        "each trick over the bid costs {count} point.",
        "each trick over the bid costs {count} points.",
        y.rule,
    ),
    Reason.OVER_IS_NOTHING: lambda _, w: w("a trick over the bid scores nothing."),
}
"""One sentence for each reason."""
