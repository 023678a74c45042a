"""The texts of leaderboards and statistics."""

from bot.tables.records import RANKED_AFTER, Order, Page, Standing, Totals
from bot.texts.translator import Translator


def order_name(order: Order, words: Translator) -> str:
    """Name the order of a leaderboard."""
    return {
        Order.WINS: words("wins"),
        Order.WIN_RATE: words("win rate"),
        Order.POINTS_A_ROUND: words("points a round"),
        Order.NILS_MADE: words("nils made"),
        Order.FEWEST_BAGS: words("fewest bags"),
    }[order]


def leaderboard(page: Page, order: Order, words: Translator) -> str:
    """Give a page of the leaderboard."""
    head = words("## Leaderboard: {order}", order=order_name(order, words))
    if not page.standings:
        opens = words("{new} opens a table.", new=words.command("new"))
        return f"{head}\n{_nobody(order, words)} {opens}"
    rows = [_row(standing, order, words) for standing in page.standings]
    foot = words("-# Page {number} of {pages}", number=page.number, pages=page.pages)
    return "\n".join([head, *rows, foot])


def _nobody(order: Order, words: Translator) -> str:
    """Say that nobody has played enough to be ranked."""
    least = RANKED_AFTER[order]
    return {
        Order.WINS: words("Nobody has finished a game here yet."),
        Order.WIN_RATE: words("Nobody has finished {n} games here yet.", n=least),
        Order.POINTS_A_ROUND: words("Nobody has finished {n} rounds here yet.", n=least),
        Order.NILS_MADE: words("Nobody has bid nil here yet."),
        Order.FEWEST_BAGS: words("Nobody has finished {n} rounds here yet.", n=least),
    }[order]


def _row(standing: Standing, order: Order, words: Translator) -> str:
    totals = standing.totals
    value = {
        Order.WINS: words.plural("{count} win", "{count} wins", totals.wins),
        Order.WIN_RATE: words.percent(totals.win_rate),
        Order.POINTS_A_ROUND: words(
            "{points} a round", points=words.decimal(totals.points_a_round)
        ),
        Order.NILS_MADE: words("{made} of {bid} nils", made=totals.nils_made, bid=totals.nils),
        Order.FEWEST_BAGS: words("{bags} bags a round", bags=words.decimal(totals.bags_a_round, 2)),
    }[order]
    games = words.plural("{count} game", "{count} games", totals.games)
    return (
        f"{standing.place}. <@{totals.user_id}> \N{MIDDLE DOT} **{value}** \N{MIDDLE DOT} {games}"
    )


def stats(user_id: int, totals: Totals | None, words: Translator) -> str:
    """Give a person's totals in a server."""
    head = f"## <@{user_id}>"
    if totals is None:
        return f"{head}\n" + words("has not finished a round in this server yet.")
    rows = [
        words(
            "**{wins}** of {games} games won ({rate})",
            wins=totals.wins,
            games=totals.games,
            rate=words.percent(totals.win_rate),
        ),
        words.plural(
            "**{points}** points a round over {count} round",
            "**{points}** points a round over {count} rounds",
            totals.rounds,
            points=words.decimal(totals.points_a_round),
        ),
        words(
            "Contracts made: **{made}** of {all}", made=totals.contracts_made, all=totals.contracts
        ),
        words("Nils made: **{made}** of {all}", made=totals.nils_made, all=totals.nils),
        words(
            "Tricks bid and taken: {bid} and {took}",
            bid=totals.tricks_bid,
            took=totals.tricks_taken,
        ),
        words("Bags: {bags}", bags=totals.bags),
    ]
    if totals.unfinished:
        rows.append(words("Games ended without a result: {n}", n=totals.unfinished))
    if totals.blind_nils:
        made, bid = totals.blind_nils_made, totals.blind_nils
        rows.insert(4, words("Of those blind: **{made}** of {all}", made=made, all=bid))
    return "\n".join([head, *rows])
