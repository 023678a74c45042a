"""Computes the deals of a finished table again from its seeds."""

from bot.startup import ExitCode, StartupError
from bot.tables.model import Table
from engine.cards import CardSet
from engine.deals import deal, first_dealer


def verify_table(table: Table | None, table_id: str) -> str:
    """Check every deal of a table, and give what to print.

    Raises:
        StartupError: there is no such table, it has not ended, or a deal does not follow from
            what was committed to before the game.
    """
    if table is None or table.game is None:
        raise StartupError(ExitCode.NOT_FOUND, f"No game was played at table {table_id}.")
    if not table.status.ended:
        raise StartupError(
            ExitCode.NOT_FOUND,
            f"Table {table_id} has not ended; its secret is shown when the game is over.",
        )
    rules, game = table.rules, table.game
    seats = len(rules.seats)
    if rules.first_dealer == "random" and first_dealer(table.seeds, seats) != game.first_dealer:
        raise StartupError(
            ExitCode.NOT_VERIFIED, "The first dealer does not follow from the seeds."
        )
    rounds = [*game.past, *(() if game.round is None else (game.round,))]
    for number, played in enumerate(rounds, 1):
        dealt = deal(table.seeds, number, played.dealer, rules.deck_in_play, seats)
        if dealt.hands != tuple(CardSet(bits) for bits in played.dealt):
            raise StartupError(
                ExitCode.NOT_VERIFIED, f"The deal of round {number} does not follow from the seeds."
            )
    return (
        f"Table {table_id}: all {len(rounds)} deals follow from the secret whose hash is\n"
        f"{table.commitment}\n"
    )
