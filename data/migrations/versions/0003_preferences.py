"""What people and servers have chosen for themselves."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0003"
down_revision: Final = "0002"
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    """Create the table of preferences."""
    op.create_table(
        "preferences",
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("owner", sa.BigInteger, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("kind", "owner", name=op.f("pk_preferences")),
        sqlite_with_rowid=False,
    )
