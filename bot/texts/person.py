"""A person's card: the picture in the reader's words, and its description."""

from bot.render.names import drawn
from bot.render.person import NAME_WIDTH, PersonPicture, Tile
from bot.tables.records import PersonCard, Score
from bot.texts.records import form_of, last_of, mode_of, rating, season_name
from bot.texts.translator import Translator


def person_picture(name: str, card: PersonCard, season: int, words: Translator) -> PersonPicture:
    """Give what is drawn of a person.

    Args:
        name: of the person, as shown in the server.
        card: what the person has achieved.
        season: the present season.
        words: the language of the reader.
    """
    mode = mode_of(card)
    last = last_of(card, mode)
    label = words("Rating with partners") if mode == "partners" else words("Rating in solo")
    return PersonPicture(
        name=drawn(name, NAME_WIDTH),
        season=season_name(season if last is None else last.season, words),
        rating_label=label,
        rating="" if last is None else rating(last.after, provisional=last.provisional),
        form_label=words("Last games"),
        course=tuple(round(each.after) for each in card.changes if each.mode == mode),
        form=form_of(card),
        tiles=_tiles(card, words),
    )


def _tiles(card: PersonCard, words: Translator) -> tuple[Tile, ...]:
    totals, best = card.totals, card.partner
    made = words.percent(totals.contracts_made / totals.contracts) if totals.contracts else "-"
    tiles = [
        Tile(words("Won against people"), _of(card.people)),
        Tile(words("Won against computers"), _of(card.computers)),
        Tile(words("Contracts made"), made),
        Tile(words("Nils made"), _of(Score(totals.nils_made, totals.nils))),
        Tile(words("Bags a round"), words.decimal(totals.bags_a_round)),
    ]
    if best is not None:
        # A name that cannot be drawn stands in the text beside the picture.
        name = drawn(best.name, NAME_WIDTH) or "\N{BLACK SPADE SUIT}"
        won = _of(Score(best.wins, best.games))
        tiles.append(Tile(words("Best partner, {won}", won=won), name))
    return tuple(tiles)


def _of(score: Score) -> str:
    return f"{score.wins} / {score.games}"


def person_alt(picture: PersonPicture, words: Translator) -> str:
    """Describe a card: everything that is drawn, in at most 1024 characters."""
    head = [each for each in (picture.name, picture.season) if each]
    said = [f"{picture.rating_label}: {picture.rating}."] if picture.rating else []
    said += [f"{tile.label}: {tile.value}." for tile in picture.tiles]
    if picture.form:
        won = sum(picture.form)
        said.append(words("Of the last {all} games {won} won.", all=len(picture.form), won=won))
    if len(picture.course) > 1:
        said.append(
            words(
                "The rating went from {first} to {last}, {low} at the lowest, {high} at the "
                "highest.",
                first=picture.course[0],
                last=picture.course[-1],
                low=min(picture.course),
                high=max(picture.course),
            )
        )
    return " ".join([", ".join(head) + ".", *said])
