"""House rules of the play."""

from typing import Final

from bot.texts.house_rules.entry import Choice, RuleEntry, Text, Topic

PLAY: Final = Topic(
    "play",
    Text("Play"),
    (
        RuleEntry(
            "spade_leads",
            Text("Spades may be led"),
            {
                "once_broken": Choice(Text("Once they are broken")),
                "any_time": Choice(
                    Text("At any time"),
                    Text("Spades may be led at any time."),
                    mark=Text("spades led at any time"),
                ),
            },
            said_by="breaking",
        ),
        RuleEntry(
            "breaking",
            Text("Spades are broken by"),
            {
                "any_spade": Choice(
                    Text("Any spade"),
                    Text(
                        "Spades may be led once any spade has been played, or by a hand of spades "
                        "alone."
                    ),
                ),
                "trump_only": Choice(
                    Text("A spade on another suit"),
                    Text(
                        "Spades may be led once a spade has been played on another suit, or by a "
                        "hand of spades alone."
                    ),
                    mark=Text("spades broken only on another suit"),
                ),
            },
            applies=lambda rules: rules.spade_leads != "any_time",
        ),
        RuleEntry(
            "spades_on_first_trick",
            Text("Spades allowed on the first trick"),
            {
                "yes": Choice(
                    Text("Yes"), off=Text("Spades may be played on the first trick too.")
                ),
                "no": Choice(
                    Text("No"),
                    Text("No spade on the first trick, unless the hand holds nothing else."),
                    mark=Text("no spade on the first trick"),
                ),
            },
            applies=lambda rules: rules.opening != "lowest_clubs_all",
        ),
        RuleEntry(
            "opening",
            Text("Who leads the first trick"),
            {
                "dealers_left": Choice(
                    Text("The dealer's left"),
                    Text("The seat on the dealer's left leads to the first trick."),
                ),
                "lowest_club": Choice(
                    Text("The lowest club"),
                    Text("The lowest club opens the first trick, whoever holds it."),
                    mark=Text("the lowest club opens"),
                ),
                "lowest_clubs_all": Choice(
                    Text("The lowest club, and all play theirs"),
                    Text(
                        "The lowest club opens the first trick, and everyone plays the lowest club "
                        "held, or no spade."
                    ),
                    mark=Text("lowest clubs to the first trick"),
                ),
                "high_bidder": Choice(
                    Text("The highest bid"),
                    Text("The highest bid leads to the first trick."),
                    mark=Text("the highest bid leads"),
                ),
            },
        ),
    ),
)
"""What may be played when."""
