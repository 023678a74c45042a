"""Seats that are held for guests, calls to a lobby, and the games of a person."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0008"
down_revision: Final = "0007"
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    """No seat is held for anyone yet, and nobody has been called to a lobby."""
    op.add_column("seats", sa.Column("held_for", sa.BigInteger()))
    op.add_column("tables", sa.Column("called", sa.Boolean(), nullable=False, server_default="0"))
    op.create_index("ix_sittings_user_id", "sittings", ["user_id"])
