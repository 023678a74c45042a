"""Votes for the end of a game, and games that were ended without a result."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0006"
down_revision: Final = "0005"
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    """Nobody has voted yet; who ended the games before is not known."""
    op.add_column("tables", sa.Column("end_votes", sa.Text(), nullable=False, server_default="[]"))
    op.add_column(
        "totals", sa.Column("unfinished", sa.Integer(), nullable=False, server_default="0")
    )
