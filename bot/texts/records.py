"""The texts of leaderboards, seasons and statistics."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.tables.model import Table
from bot.tables.records import (
    ALL_TIME,
    RANKED_AFTER,
    Order,
    Page,
    PersonCard,
    RatingChange,
    Standing,
    Totals,
    year_and_quarter,
)
from bot.texts.names import seat_name
from bot.texts.standing import DOT, TOGETHER
from bot.texts.translator import Translator
from engine.ratings import Mode

FORM: Final = 10
"""The games whose results are shown one by one."""


def order_name(order: Order, words: Translator) -> str:
    """Name the order of a leaderboard."""
    return {
        Order.PARTNERS: words("rating with partners"),
        Order.SOLO: words("rating in solo"),
        Order.WINS: words("wins against people"),
        Order.CONTRACTS: words("contracts made"),
        Order.NILS: words("nils made"),
        Order.POINTS: words("points a round"),
    }[order]


def season_name(season: int, words: Translator) -> str:
    """Name a season by its year and quarter, or all time."""
    if season == ALL_TIME:
        return words("All time")
    year, quarter = year_and_quarter(season)
    return words("Season {year}/{quarter}", year=year, quarter=quarter)


def leaderboard(page: Page, order: Order, season: int, words: Translator) -> str:
    """Give a page of the leaderboard."""
    head = words("## Leaderboard: {order}", order=order_name(order, words))
    asked = f"-# {season_name(season, words)}{DOT}{_least(order, words)}"
    if not page.standings:
        opens = words("{new} opens a table.", new=words.command("new"))
        return f"{head}\n{asked}\n{_nobody(words)} {opens}"
    rows = [_row(standing, order, words) for standing in page.standings]
    foot = words("-# Page {number} of {pages}", number=page.number, pages=page.pages)
    return "\n".join([head, asked, *rows, foot])


def _nobody(words: Translator) -> str:
    """Say that nobody has played enough to be ranked."""
    return words("Nobody has played enough for that yet.")


def _least(order: Order, words: Translator) -> str:
    """Say how much somebody has to play to be ranked."""
    least = RANKED_AFTER[order]
    return {
        Order.PARTNERS: words("from {n} rated games on", n=least),
        Order.SOLO: words("from {n} rated games on", n=least),
        Order.WINS: words("from {n} games against people on", n=least),
        Order.CONTRACTS: words("from {n} contracts on", n=least),
        Order.NILS: words("from {n} nils bid on", n=least),
        Order.POINTS: words("from {n} rounds on", n=least),
    }[order]


def _row(standing: Standing, order: Order, words: Translator) -> str:
    value, count = standing.value, standing.count
    shown, of = {
        Order.PARTNERS: (rating(value, provisional=standing.provisional), _games),
        Order.SOLO: (rating(value, provisional=standing.provisional), _games),
        Order.WINS: (words.plural("{count} win", "{count} wins", round(value)), _games),
        Order.CONTRACTS: (words.percent(value), _contracts),
        Order.NILS: (words.percent(value), _nils),
        Order.POINTS: (words("{points} a round", points=words.decimal(value)), _rounds),
    }[order]
    return f"{standing.place}. <@{standing.user_id}>{DOT}**{shown}**{DOT}{of(count, words)}"


def _games(count: int, words: Translator) -> str:
    return words.plural("{count} game", "{count} games", count)


def _contracts(count: int, words: Translator) -> str:
    return words.plural("{count} contract", "{count} contracts", count)


def _nils(count: int, words: Translator) -> str:
    return words.plural("{count} nil", "{count} nils", count)


def _rounds(count: int, words: Translator) -> str:
    return words.plural("{count} round", "{count} rounds", count)


def rating(value: float, *, provisional: bool) -> str:
    """Give a rating; a question mark says that it is still uncertain."""
    return f"{round(value)}{TOGETHER}?" if provisional else str(round(value))


def rating_change(change: RatingChange) -> str:
    """Give a rating and by how much a game has changed it: `1492 (+12)`."""
    shown = rating(change.after, provisional=change.provisional)
    return f"**{shown}**{TOGETHER}({signed_step(change)})"


def signed_step(change: RatingChange) -> str:
    """Give by how much a game has changed a rating, by the whole numbers that people see."""
    step = round(change.after) - round(change.before)
    if step < 0:
        return f"\N{MINUS SIGN}{-step}"
    return f"+{step}" if step else "\N{PLUS-MINUS SIGN}0"


def changes_line(table: Table, changes: Sequence[RatingChange], words: Translator) -> str:
    """Say what a game has changed in the ratings of its people; nothing where it was not rated."""
    by_user: Mapping[int, RatingChange] = {change.user_id: change for change in changes}
    said = []
    for seat in table.rules.seats:
        person = table.chairs[seat].person
        change = None if person is None else by_user.get(person.id)
        if change is not None:
            said.append(f"{seat_name(table, seat, words)}{TOGETHER}{rating_change(change)}")
    return words("Rating: {changes}", changes=DOT.join(said)) if said else ""


def season_over(season: int, words: Translator) -> str:
    """Say that a season is over, beside the first result of the next."""
    return words("**{season} is over.**", season=season_name(season, words))


def stats(user_id: int, card: PersonCard | None, season: int, words: Translator) -> str:
    """Give what a person has achieved in a server.

    Args:
        user_id: the person.
        card: what there is, or None before the first finished round.
        season: the present season.
        words: the language of the reader.
    """
    head = f"## <@{user_id}>"
    if card is None:
        return f"{head}\n" + words("has not finished a round in this server yet.")
    return "\n".join([head, *_ratings(card, season, words), *_games_of(card, words),
                      *_totals(card.totals, words)])  # fmt: skip


def mode_of(card: PersonCard) -> Mode:
    """Give which of the ratings the last game was for."""
    return card.changes[-1].mode if card.changes else "partners"


def last_of(card: PersonCard, mode: Mode) -> RatingChange | None:
    """Give the last change of one of the ratings, or None."""
    return next((each for each in reversed(card.changes) if each.mode == mode), None)


def _ratings(card: PersonCard, season: int, words: Translator) -> list[str]:
    rows = []
    modes: tuple[Mode, ...] = ("partners", "solo")
    for mode in modes:
        last = last_of(card, mode)
        if last is not None:
            shown = rating(last.after, provisional=last.provisional)
            row = (
                words("Rating with partners: **{rating}**", rating=shown)
                if mode == "partners"
                else words("Rating in solo: **{rating}**", rating=shown)
            )
            since = "" if last.season == season else f" ({season_name(last.season, words)})"
            rows.append(row + since)
    return rows


def form_of(card: PersonCard) -> tuple[bool, ...]:
    """Give the last games, oldest first: whether the person won."""
    return tuple(change.place == 1 for change in card.changes[-FORM:])


def _games_of(card: PersonCard, words: Translator) -> list[str]:
    rows = []
    if card.people.games:
        rows.append(
            words(
                "Against people: **{wins}** of {games} games won",
                wins=card.people.wins,
                games=card.people.games,
            )
        )
    if card.computers.games:
        rows.append(
            words(
                "Against computers alone: **{wins}** of {games} games won",
                wins=card.computers.wins,
                games=card.computers.games,
            )
        )
    if card.changes:
        marks = "".join("\N{LARGE GREEN SQUARE}" if won else "\N{WHITE LARGE SQUARE}"
                        for won in form_of(card))  # fmt: skip
        rows.append(words("Last games: {marks}", marks=marks))
    if card.partner is not None:
        best = card.partner
        rows.append(
            words(
                "Best partner: <@{user}>, **{wins}** of {games} games won",
                user=best.user_id,
                wins=best.wins,
                games=best.games,
            )
        )
    return rows


def _totals(totals: Totals, words: Translator) -> list[str]:
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
        words(
            "Bags: {bags}, **{rate}** a round",
            bags=totals.bags,
            rate=words.decimal(totals.bags_a_round),
        ),
    ]
    if totals.unfinished:
        rows.append(words("Games ended without a result: {n}", n=totals.unfinished))
    if totals.blind_nils:
        made, bid = totals.blind_nils_made, totals.blind_nils
        rows.insert(4, words("Of those blind: **{made}** of {all}", made=made, all=bid))
    return rows


def anew_question(season: int, words: Translator) -> str:
    """Ask whether the ratings of a server are to begin anew."""
    return words(
        "**Begin anew?** The ratings of {season} and of all time begin at 1500 again for everyone "
        "in this server. Statistics and earlier seasons stay. That cannot be taken back.",
        season=season_name(season, words),
    )


def began_anew(words: Translator) -> str:
    """Say that the ratings of a server have begun anew."""
    return words("The ratings of this server have begun anew.")
