"""How things look to one person: the language, the settings, and the card faces at hand."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import discord

from bot.preferences import PersonalSettings
from bot.texts.translator import ENGLISH, Translator
from cogs.base.faces import Faces
from cogs.base.language import words_for
from cogs.base.services import Interaction, services_of
from engine.cards import Card, Deck


@dataclass(frozen=True)
class Appearance:
    """How things look to one person.

    Attributes:
        words: the language.
        settings: what the person has chosen.
        faces: the card faces.
        tips: whether to show tips on each step.
        claims: whether tricks that are certain may be claimed.
    """

    words: Translator = ENGLISH
    settings: PersonalSettings = field(default_factory=PersonalSettings)
    faces: Faces = field(default_factory=Faces)
    tips: bool = False
    claims: bool = False

    def face(self, card: Card) -> discord.PartialEmoji | None:
        """Give the emoji of a card, or None if it is shown as text."""
        if self.settings.text_only:
            return None
        return self.faces.of(card, four_color=self.settings.four_color)

    def sorted(self, cards: Iterable[Card], deck: Deck) -> tuple[Card, ...]:
        """Sort a hand in the person's order."""
        high_first = deck.sorted(cards)
        if self.settings.order == "high_first":
            return high_first
        suits = dict.fromkeys(deck.suit_of[card.index] for card in high_first)
        low_first = high_first[::-1]
        return tuple(
            card for suit in suits for card in low_first if deck.suit_of[card.index] is suit
        )


def appearance_of(interaction: Interaction) -> Appearance:
    """Give how things look to the person who interacts."""
    services = services_of(interaction)
    settings = services.preferences.of_person(interaction.user.id)
    tips = settings.tips and interaction.user.id in services.newcomers
    claims = services.preferences.of_server(interaction.guild_id or 0).claims
    return Appearance(words_for(interaction), settings, services.faces, tips, claims)
