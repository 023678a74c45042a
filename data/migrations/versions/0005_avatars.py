"""The avatars of people, so that pictures show them after a restart too."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0005"
down_revision: Final = "0004"
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    """Add the path of an avatar to every seat; nothing is known of the people there yet."""
    op.add_column("seats", sa.Column("avatar", sa.Text(), nullable=False, server_default=""))
