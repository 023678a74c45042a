"""One's games that are over: the list, a score sheet, and a round card by card."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from typing import Final

import discord
from discord import ButtonStyle, app_commands, ui
from discord.ext import commands

from bot.render.past import hands_picture
from bot.tables.errors import NoSuchTable
from bot.tables.model import Table
from bot.texts import answers
from bot.texts import history as texts
from bot.texts.alt import hands_alt_text
from bot.texts.refusals import old_button_text
from bot.texts.translator import Translator
from cogs.base.answer import Answer, answer_to
from cogs.base.appearance import appearance_of
from cogs.base.controls import MOST_CHOICES, Pick, Press, shortened
from cogs.base.custom_ids import CustomId, parse_id, parse_number
from cogs.base.door import Handler, Pressed
from cogs.base.language import public_words, words_for
from cogs.base.layouts import Color, Piece, layout, row, text
from cogs.base.services import Interaction, services_of
from cogs.table_message.message import Drawn, files_of
from engine.game import Game
from engine.game_notation import print_game
from engine.turns import after_plays, is_over

A_PAGE: Final = 8
"""Games in a list: with the menu they fit a phone."""

MENUS: Final = 3
"""Menus of one kind at most; of a game of more than 75 deals the last ones are offered."""

OFFERED: Final = 12
"""Games offered as a name is typed."""


async def complete_game(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the person's last games here, by number, day or partner; an older one by its number.

    The game whose number is typed comes first.
    """
    words, number = words_for(interaction), parse_id(typed.strip())
    found = await _games(interaction, None, OFFERED)
    if number is not None and found and number < found[-1].id:
        found += [each for each in await _games(interaction, number + 1, 1) if each.id == number]
    found.sort(key=lambda table: table.id != number)
    labels = [(table.id, texts.game_label(table, interaction.user.id, words)) for table in found]
    meant = [(number, label) for number, label in labels if typed.casefold() in label.casefold()]
    return [app_commands.Choice(name=shortened(label), value=number) for number, label in meant]


class HistoryCommands(commands.Cog):
    """The command for one's own games."""

    @app_commands.command(name="history", description="Look at your games here again")
    @app_commands.describe(game="The game to open; the list of yours if empty")
    @app_commands.autocomplete(game=complete_game)
    async def history(self, interaction: Interaction, game: int | None = None) -> None:  # noqa: D102
        answer = answer_to(interaction)
        await answer.run(_list(answer, None) if game is None else _open(answer, game))


async def _games(interaction: Interaction, before: int | None, most: int) -> list[Table]:
    """Load the person's games of this server, newest first."""
    services = services_of(interaction)
    ids = await services.history.games_of(
        interaction.guild_id or 0, interaction.user.id, before, most
    )
    return [await services.tables.get(table_id) for table_id in ids]


async def _list(answer: Answer, before: int | None) -> None:
    found = await _games(answer.interaction, before, A_PAGE + 1)
    await answer.show(
        list_view(found, answer.interaction.user.id, answer.words, older=before is not None)
    )


def list_view(
    found: Sequence[Table], user_id: int, words: Translator, *, older: bool = False
) -> ui.LayoutView:
    """Draw a page of a person's games.

    Args:
        found: the games, one more than a page has where there are older ones.
        user_id: the person.
        words: the language.
        older: whether newer games are left out.
    """
    shown = found[:A_PAGE]
    pieces: list[Piece] = [text(texts.games(shown, user_id, words))]
    if shown:
        choices = [
            (shortened(texts.game_label(each, user_id, words)), str(each.id)) for each in shown
        ]
        pieces.append(row(Pick(CustomId("game", 0), choices, placeholder=words("Open a game"))))
    turns = [Press(CustomId("games", 0), words("Newest"))] if older else []
    if len(found) > A_PAGE:
        turns.append(Press(CustomId("games", 0, (str(shown[-1].id),)), words("Older")))
    if turns:
        pieces.append(row(*turns))
    return layout(*pieces, color=Color.RESULT)


async def games(pressed: Pressed) -> None:
    """Turn a page of the list."""
    await _list(pressed.answer, parse_id(*pressed.id.args))


async def _open(answer: Answer, table_id: int) -> None:
    """Show a game as its score sheet.

    Raises:
        NoSuchTable: the person does not see it, or no game was played there.
    """
    services = services_of(answer.interaction)
    table = await services.tables.get(table_id)
    own = table.played_seat(answer.interaction.user.id) is not None
    if table.place.guild_id != answer.interaction.guild_id or table.game is None:
        raise NoSuchTable(table_id)
    if not own:
        await services.sight.require(answer.interaction, table)
    await answer.show(game_view(table, answer.words, reviewed=own))


def game_view(table: Table, words: Translator, *, reviewed: bool) -> ui.LayoutView:
    """Draw a game: its score sheet, and menus of its rounds.

    Args:
        table: the table.
        words: the language of the person.
        reviewed: whether the person has played, so that there may be something to review.
    """
    pieces: list[Piece] = [text(answers.scores(table, words))]
    if table.game is not None:
        pieces += _deal_menus("deal", table, table.game, words("Look at a deal"), words)
        if reviewed:
            pieces += _deal_menus("review", table, table.game, words("Review my play"), words)
    pieces.append(
        row(
            Press(CustomId("notation", table.id), words("As text")),
            Press(CustomId("games", 0), words("Your games")),
        )
    )
    return layout(*pieces, color=Color.RESULT)


def _deal_menus(
    verb: str, table: Table, game: Game, asked: str, words: Translator
) -> Iterator[Piece]:
    """Give the deals that are over to choose from, in as many menus as they need, if any."""
    every = [number for number in range(1, 1 + len(game.deals)) if is_over(game, number)]
    over = every[-MENUS * MOST_CHOICES :]
    for first in range(0, len(over), MOST_CHOICES):
        some = over[first : first + MOST_CHOICES]
        args = (str(first),) if first else ()
        yield row(
            Pick(
                CustomId(verb, table.id, args),
                [(texts.deal_label(number, words), str(number)) for number in some],
                placeholder=asked,
                notes={str(number): texts.deal_note(game, number, words) for number in some},
            )
        )


async def open_game(pressed: Pressed) -> None:
    """Open a game of the list, or the one of a round that is looked at."""
    table_id = pressed.id.table_id or parse_id(*pressed.values)
    if table_id is None:
        await pressed.answer.say(old_button_text(pressed.words))
        return
    await _open(pressed.answer, table_id)


async def deal(pressed: Pressed) -> None:
    """Show the first card of the round that was chosen."""
    await _step(pressed, parse_number(*pressed.values) or 0, 0)


async def step(pressed: Pressed) -> None:
    """Show a card of a round."""
    found = _asked(pressed)
    if found is None:
        await pressed.answer.say(old_button_text(pressed.words))
        return
    await _step(pressed, *found)


async def share(pressed: Pressed) -> None:
    """Show a card of a round to everyone in the channel, with a button to look further."""
    found = _asked(pressed)
    if found is None:
        await pressed.answer.say(old_button_text(pressed.words))
        return
    number, place = found
    table, states = await _states(pressed, number)
    words = public_words(pressed.interaction)
    at = min(place, len(states) - 1)
    drawn = await _drawn(pressed, table, states[at], words)
    further = Press(CustomId("past", table.id, (str(number), str(at))), words("Look through it"))
    head = text(texts.round_head(table, number, words))
    said = text(texts.step_text(table, states[at], words))
    pieces = [head, *([] if drawn is None else [drawn.piece]), said, row(further)]
    await pressed.answer.publish(layout(*pieces, color=Color.RESULT), files_of(drawn))


def _asked(pressed: Pressed) -> tuple[int, int] | None:
    """Read which deal and which of its cards a button asks for; None for one of an older version.

    What follows them only tells buttons apart that lead to the same card.
    """
    number, place = parse_number(*pressed.id.args[:1]), parse_number(*pressed.id.args[1:2])
    return None if number is None or place is None else (number, place)


async def _step(pressed: Pressed, number: int, place: int) -> None:
    table, states = await _states(pressed, number)
    at = min(place, len(states) - 1)
    drawn = await _drawn(pressed, table, states[at], pressed.words)
    view = step_view(table, number, at, states, pressed.words, drawn)
    await pressed.answer.show(view, files_of(drawn))


async def _states(pressed: Pressed, number: int) -> tuple[Table, tuple[Game, ...]]:
    """Give a table, and the states of a round that is over.

    Raises:
        NoSuchTable: there is no such round, or it is still played.
    """
    table = await services_of(pressed.interaction).tables.get(pressed.id.table_id)
    if table.game is None or not is_over(table.game, number):
        raise NoSuchTable(pressed.id.table_id)
    return table, after_plays(table.game, number)


def step_view(
    table: Table,
    number: int,
    at: int,
    states: Sequence[Game],
    words: Translator,
    drawn: Drawn | None = None,
) -> ui.LayoutView:
    """Draw a card of a round with all hands.

    Args:
        table: the table.
        number: the deal, from 1.
        at: which of the states, from 0.
        states: the game before the first card, and after each.
        words: the language of the person.
        drawn: the picture, or None.
    """
    last = len(states) - 1
    seats = len(table.rules.seats)

    def to(place: int, sign: str) -> Press:
        place = max(0, min(last, place))
        return Press(
            CustomId("past", table.id, (str(number), str(place), sign)),
            _SIGNS[sign],
            disabled=place == at,
        )

    moves = row(
        to(at - seats, "tb"),
        to(at - 1, "b"),
        to(at + 1, "n"),
        to(at + seats, "tn"),
    )
    more = row(
        Press(
            CustomId("review", table.id, (str(number),)),
            words("Review my play"),
            style=ButtonStyle.primary,
        ),
        Press(CustomId("share", table.id, (str(number), str(at))), words("Show everyone")),
        Press(CustomId("game", table.id), words("The game")),
    )
    return layout(
        text(texts.round_head(table, number, words)),
        *([] if drawn is None else [drawn.piece]),
        text(texts.step_text(table, states[at], words)),
        *([text(texts.came_of(table, number, words))] if at == last else []),
        moves,
        more,
        color=Color.RESULT,
    )


_SIGNS: Final = {
    "tb": "\N{BLACK LEFT-POINTING DOUBLE TRIANGLE}",
    "b": "\N{BLACK LEFT-POINTING TRIANGLE}",
    "n": "\N{BLACK RIGHT-POINTING TRIANGLE}",
    "tn": "\N{BLACK RIGHT-POINTING DOUBLE TRIANGLE}",
}
"""The signs of a trick back, a card back, the next card, the next trick."""


async def _drawn(pressed: Pressed, table: Table, state: Game, words: Translator) -> Drawn | None:
    """Draw a state; None where pictures are off, or late."""
    services = services_of(pressed.interaction)
    settings = appearance_of(pressed.interaction).settings
    if settings.text_only or not services.presenter.shows_pictures(table.place.guild_id):
        return None
    picture = hands_picture(table, state, "four" if settings.four_color else "two")
    try:
        data = await services.renderer.draw(picture)
    except TimeoutError:
        return None
    return None if data is None else Drawn(data, hands_alt_text(picture, words))


async def notation(pressed: Pressed) -> None:
    """Give a game that is over as text, in the project's notation."""
    table = await services_of(pressed.interaction).tables.get(pressed.id.table_id)
    if table.game is None or not table.status.ended:
        raise NoSuchTable(pressed.id.table_id)
    name = f"spades-{table.id}.txt"
    content = await asyncio.to_thread(print_game, table.game)
    file = discord.File(BytesIO(f"{content}\n".encode()), name)
    said = pressed.words("The whole game in one line; docs/engine.md explains the notation.")
    view = layout(text(said), ui.File(f"attachment://{name}"), color=Color.QUIET)
    await pressed.answer.whisper(view, [file])


HANDLERS: Final[Mapping[str, Handler]] = {
    "games": games,
    "game": open_game,
    "deal": deal,
    "past": step,
    "share": share,
    "notation": notation,
}
"""The handlers of this module's controls, by verb."""
