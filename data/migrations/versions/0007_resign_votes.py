"""Who wants their side to give a game up."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0007"
down_revision: Final = "0006"
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    """Nobody has wanted that yet."""
    op.add_column(
        "tables", sa.Column("resign_votes", sa.Text(), nullable=False, server_default="[]")
    )
