"""What is shown of games that are over fits a message, in every language and with long names."""

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime

from discord import ui

from bot.render.past import hands_picture
from bot.tables.model import Status, Table
from bot.tables.puzzles import Puzzle
from bot.texts import puzzles
from bot.texts.alt import hands_alt_text
from bot.texts.positions import action_text
from bot.texts.review import tried_text
from bot.texts.translator import Translator
from cogs.base.layouts import Color, layout, text
from cogs.records.history import A_PAGE, game_view, list_view, step_view
from cogs.records.review import retry_view, review_view
from cogs.table_message.message import Drawn
from engine.actions import Bid, Play
from engine.game import Game
from engine.players import rules_of_thumb
from engine.players.player import Reason, Why
from engine.players.review import Judgement, Review
from engine.rules import Rules
from engine.seats import SEATS
from engine.turns import Turn, after_plays, is_over, turns_of
from engine.views import seat_view
from tests.engine.tools import fresh_deal
from tests.texts.scenes import LONG, RULES, at_table
from tests.texts.test_layouts import BY_LANGUAGE, BY_LOOKS, emojis, problems, with_faces

ROUNDS = 3


def played(rules: Rules) -> Table:
    """Give a table after some rounds, whose names are the longest."""
    source = random.Random(7)
    game = Game.new(rules, SEATS[0])
    while game.outcome is None and (game.number < ROUNDS or game.to_act is not None):
        if game.to_act is None:
            game = game.apply(fresh_deal(game))
        else:
            game = game.apply(rules_of_thumb.choose(seat_view(game, game.to_act), source))
    table = at_table(rules, game, LONG)
    return replace(table, status=Status.FINISHED, moved_at=datetime(2030, 1, 1, tzinfo=UTC))


def worst(turn: Turn) -> Judgement:
    """Judge a decision in the most words."""
    other = turn.view.legal[-1]
    card = other.card if isinstance(other, Play) else next(iter(turn.view.hand or ()))
    why = Why(Reason.PARTNERS_NIL_HOLDS, tenths=10, others=10, card=card)
    return Judgement(turn, other, why, points=99.0, chance=0.999, better=99.0)


def decisions(game: Game, number: int) -> list[Turn]:
    """Give the decisions of the first seat in a deal: bids and cards."""
    turns = turns_of(game, number, SEATS[0])
    return [turn for turn in turns if isinstance(turn.action, Bid | Play)]


def views(table: Table, words: Translator) -> Iterator[ui.LayoutView]:
    """Draw all that is shown of a game that is over."""
    game, appearance = table.game, with_faces(words)
    assert game is not None
    person = table.chairs[SEATS[0]].person
    assert person is not None
    listed = [replace(table, id=table.id - at) for at in range(A_PAGE + 1)]
    yield list_view(listed, person.id, words, older=True)
    yield game_view(table, words, reviewed=True)
    for number in filter(lambda n: is_over(game, n), range(1, len(game.deals) + 1)):
        states = after_plays(game, number)
        for at in {0, len(states) // 2, len(states) - 1}:
            picture = hands_picture(table, states[at], "two")
            drawn = Drawn(b"picture", hands_alt_text(picture, words))
            yield step_view(table, number, at, states, words, drawn)
        turns = decisions(game, number)
        judged = tuple(map(worst, turns))
        yield review_view(table, Review(SEATS[0], number, judged[:3]), words)
        yield review_view(table, Review(SEATS[0], number, judged), words)
        for turn, judgement in list(zip(turns, judged, strict=True))[:6]:
            said = tried_text(turn.action, judgement, words)
            yield retry_view(table, number, turn, appearance, said)
        yield from puzzle_views(table, number, judged, words)


def puzzle_views(
    table: Table, number: int, judged: tuple[Judgement, ...], words: Translator
) -> Iterator[ui.LayoutView]:
    """Draw a puzzle of the day with the solution of another."""
    of_cards = [each for each in judged if isinstance(each.turn.action, Play)]
    for each in of_cards[:2]:
        assert isinstance(each.turn.action, Play)
        puzzle = Puzzle(table, number, each.turn, each.turn.action.card, each)
        today = puzzles.of_day(puzzle, date(2030, 1, 1), words)
        assert action_text(each.turn.action, words)
        yield layout(text(today), text(puzzles.solution(puzzle, words)), color=Color.RESULT)


@BY_LANGUAGE
@BY_LOOKS
def test_past_games_fit(name: str, language: str) -> None:
    """Lists, sheets, steps, reviews, positions and puzzles, with all cards as their faces."""
    words = Translator(language, emojis())
    table = played(RULES[name])
    for view in views(table, words):
        assert not problems(view)
