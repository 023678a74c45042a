"""How tables look to everyone in a channel: in the server's language, with a picture."""

from dataclasses import replace
from typing import Final

from bot.clock import DiscordTime
from bot.preferences import NEVER, Preferences
from bot.render.showing import table_picture
from bot.render.worker import NoPictures, Renderer
from bot.tables.model import Pace, Status, Table
from bot.tables.ports import StoreError
from bot.tables.records import NOT_RATED, Rated, Records
from bot.tables.shards import shard_of
from bot.texts.alt import alt_text
from bot.texts.translator import Translator
from cogs.base.calls import role_to_call
from cogs.base.faces import Faces
from cogs.base.language import server_words
from cogs.base.services import Client, SpadesCommands
from cogs.table_message.avatars import Avatars
from cogs.table_message.message import Drawn, TableMessage
from cogs.table_message.view import message_view

SLOW_MENTION_AFTER: Final = 900.0
"""Seconds that a slow table waits at least before it mentions a person: nobody sits beside it."""


SHARE_BEFORE_MENTION: Final = 0.5
"""The share of a turn's clock after which a mention comes at the latest."""

SOONEST_MENTION: Final = 10.0
"""Seconds before which no clock brings a mention: one may think for so long."""


class PublicAppearance:
    """Draws the messages that everyone sees."""

    def __init__(  # noqa: PLR0913 - what it draws from
        self,
        client: Client,
        preferences: Preferences,
        renderer: Renderer,
        avatars: Avatars,
        faces: Faces,
        commands: SpadesCommands,
        time: DiscordTime,
        *,
        records: Records,
    ) -> None:
        """Use the client's servers, their preferences and their records to draw tables.

        Texts show card faces if there are any, commands as links, and countdowns by Discord's time.
        """
        self._time = time
        self._records = records
        self._commands = commands
        self._faces = faces
        self._client = client
        self._preferences = preferences
        self._renderer = renderer
        self._avatars = avatars

    def words(self, table: Table) -> Translator:
        """Give the language of a table's server."""
        guild = self._client.get_guild(table.place.guild_id)
        locale = None if guild is None else guild.preferred_locale
        return server_words(
            self._preferences, self._commands, table.place.guild_id, locale, self._faces
        )

    def mention_after(self, table: Table, user_id: int) -> float:
        """Give the seconds that a table waits for a person before it mentions them, or `NEVER`.

        Where the clock of the turn is short, half of it is left then.
        """
        seconds = self._preferences.mention_after(table.place.guild_id, user_id)
        if seconds == NEVER:
            return NEVER
        if table.pace is Pace.SLOW:
            return max(seconds, SLOW_MENTION_AFTER)
        if table.clock is None:
            return seconds
        return min(seconds, max(SOONEST_MENTION, table.clock * SHARE_BEFORE_MENTION))

    def knows(self, guild_id: int) -> bool:
        """Say whether a server is known and available."""
        guild = self._client.get_guild(guild_id)
        return guild is not None and not guild.unavailable

    def has_left(self, guild_id: int) -> bool:
        """Say whether the bot is known to have left a server."""
        named = shard_of(guild_id, self._client.shard_count or 1) in self._client.named
        return named and self._client.get_guild(guild_id) is None

    async def message(
        self, table: Table, note: str = "", *, in_words: bool = False
    ) -> TableMessage:
        """Make the public message of a table as it stands.

        Args:
            table: the table.
            note: a line to add at the end, for example that the bot was restarted.
            in_words: leave out the picture, whatever the server's settings.
        """
        words = self.words(table)
        table = self._on_discords_time(table)
        drawn, late = None, False
        if not in_words:
            try:
                drawn = await self._draw(table, words)
            except TimeoutError:
                late = True
        calls = role_to_call(self._client, self._preferences, table.place.guild_id) is not None
        claims = self._preferences.of_server(table.place.guild_id).claims
        rated = await self._rated(table)
        view = message_view(table, words, note, drawn, calls=calls, claims=claims, rated=rated)
        view.stop()
        return TableMessage(view, drawn, late)

    async def _rated(self, table: Table) -> Rated:
        """Give what a finished game has changed in ratings; nothing if that cannot be read now."""
        if table.status is not Status.FINISHED:
            return NOT_RATED
        try:
            return await self._records.rated(table.id)
        except StoreError:
            return NOT_RATED

    def _on_discords_time(self, table: Table) -> Table:
        """Give a table whose countdowns run on Discord's time."""
        due, left = table.due, table.time_left
        if due is not None:
            due = replace(due, at=self._time.of(due.at))
        if left is not None and left.at is not None:
            left = replace(left, at=self._time.of(left.at))
        return replace(table, due=due, time_left=left)

    def shows_pictures(self, guild_id: int) -> bool:
        """Say whether a server wants pictures."""
        drawn = self._preferences.of_server(guild_id).pictures
        return drawn and not isinstance(self._renderer, NoPictures)

    async def _draw(self, table: Table, words: Translator) -> Drawn | None:
        if not self.shows_pictures(table.place.guild_id):
            return None
        at_hand = await self._avatars.at_hand(person.avatar for person in table.people)
        shown = table_picture(table, avatars=at_hand)
        if shown is None:
            return None
        data = await self._renderer.draw(shown)
        return None if data is None else Drawn(data, alt_text(shown, words))

    async def close(self) -> None:
        """Stop fetching avatars."""
        await self._avatars.close()
