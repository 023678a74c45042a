"""All house rules in words: by topic, and by name."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from bot.tables.mending import Guide
from bot.texts.house_rules.bags import BAGS
from bot.texts.house_rules.bids import BIDS
from bot.texts.house_rules.deck import DECK
from bot.texts.house_rules.end import END
from bot.texts.house_rules.entry import RuleEntry, Topic
from bot.texts.house_rules.nil import NIL
from bot.texts.house_rules.play import PLAY
from bot.texts.house_rules.scoring import SCORING
from bot.texts.house_rules.table_bids import TABLE_BIDS
from engine.rules import Rules

TOPICS: Final = (BIDS, TABLE_BIDS, SCORING, NIL, BAGS, DECK, PLAY, END)
"""In the order in which they are shown."""


def _by_name(topics: Iterable[Topic]) -> Mapping[str, RuleEntry]:
    order = list(Rules.model_fields)
    entries = sorted(
        (entry for topic in topics for entry in topic.entries),
        key=lambda entry: order.index(entry.name),
    )
    return MappingProxyType({entry.name: entry for entry in entries})


ENTRIES: Final = _by_name(TOPICS)
"""The entry of each field of `Rules`, in the order of the fields."""


TOPIC_OF: Final[Mapping[str, Topic]] = MappingProxyType(
    {entry.name: topic for topic in TOPICS for entry in topic.entries}
)
"""The topic of each rule."""

GUIDE: Final = Guide(
    values=lambda name: ENTRIES[name].values(),
    has_effect=lambda rules, name: ENTRIES[name].applies(rules),
)
"""How rules depend on each other."""
