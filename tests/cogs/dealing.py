"""Games that begin with hands and points of a test's choice."""

from dataclasses import replace

from bot.tables import lifecycle
from bot.tables.model import Table
from bot.tables.service import Tables
from bot.tables.step import Step
from engine.actions import Deal
from engine.cards import CARDS, CardSet
from engine.game import Game
from engine.notation import parse_card
from engine.presets import PRESETS
from engine.rules import Rules
from engine.seats import SEATS
from engine.tally import Tally
from tests.cogs.server import Server


async def begin(
    server: Server, rules: Rules | str, *hands: str, tallies: tuple[Tally, ...] | None = None
) -> None:
    """Begin a game of as many people as there are seats, of whom Ada is the first to bid.

    Args:
        server: where.
        rules: the rules, or the name of a preset.
        hands: by seat, cards that it is dealt, as in `AS KH`; the others are spread in order.
        tallies: by side, what it has already.
    """
    played = PRESETS[rules] if isinstance(rules, str) else rules
    people = server.people[: played.players]
    table_id = await server.lobby(*people[1:])
    with server.env.time_context():
        await deal_to(server.tables, table_id, played, *hands, tallies=tallies)
    while not server.table(table_id).message_round:
        await server.rest()
    for person in people:
        await person.open_hand(table_id)


async def deal_to(
    tables: Tables,
    table_id: int,
    rules: Rules,
    *hands: str,
    tallies: tuple[Tally, ...] | None = None,
) -> None:
    """Give a lobby its rules, and begin its game with a deal by the last seat."""
    lobby = tables.open_table(table_id)
    assert lobby is not None, f"table {table_id} is not open"
    host = lobby.host
    await tables.change(table_id, lambda table: lifecycle.change_rules(table, host, rules), host)

    def dealt(table: Table) -> Step:
        begun = lifecycle.begin(table, "begin").table
        game = Game.new(rules, SEATS[rules.players - 1], tallies)
        bare = replace(begun, game=game, version=table.version)
        return Step(bare).then("deal", Deal(_spread(rules, hands)))

    await tables.step(table_id, dealt)


def _spread(rules: Rules, wished: tuple[str, ...]) -> tuple[CardSet, ...]:
    """Give each seat the cards that it is to have, and deal the rest one after the other.

    Of two seats, half of the rest stays out.
    """
    hands = [[parse_card(card) for card in hand.split()] for hand in wished]
    hands += [[] for _ in range(rules.players - len(hands))]
    given = {card for hand in hands for card in hand}
    deck = CardSet(rules.deck_in_play.cards)
    rest = [card for card in CARDS if card in deck and card not in given]
    for place, card in enumerate(rest):
        open_hands = [hand for hand in hands if len(hand) < rules.hand_size]
        if not open_hands:
            break
        open_hands[place % len(open_hands)].append(card)
    return tuple(CardSet.of(hand) for hand in hands)
