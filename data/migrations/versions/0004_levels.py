"""How well computer players play, and how they came to what they did."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0004"
down_revision: Final = "0003"
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    """Add the level of a table and the thought of an entry."""
    op.add_column("tables", sa.Column("level", sa.Text, nullable=False, server_default="normal"))
    op.add_column("log", sa.Column("thought", sa.Text, nullable=False, server_default=""))
