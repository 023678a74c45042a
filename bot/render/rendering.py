"""Turns the value of any picture into a file."""

from io import BytesIO
from typing import Final, TypeAlias

from bot.render.avatars import colors_of
from bot.render.canvas import packed
from bot.render.hands import HandsPicture, draw_hands
from bot.render.person import PersonPicture, draw_person
from bot.render.picture import TablePicture
from bot.render.table import draw_table

Picture: TypeAlias = TablePicture | HandsPicture | PersonPicture
"""Whatever can be drawn."""

COMPRESSION: Final = 4
"""The zlib level; higher ones cost milliseconds and save little on flat colors."""


def render(picture: Picture) -> bytes:
    """Give a picture as PNG, 960 by 540 pixels."""
    if isinstance(picture, TablePicture):
        image = packed(draw_table(picture), colors_of(picture))
    elif isinstance(picture, PersonPicture):
        image = packed(draw_person(picture))
    else:
        image = packed(draw_hands(picture))
    file = BytesIO()
    image.save(file, "PNG", compress_level=COMPRESSION)
    return file.getvalue()
