"""The rule sets that servers save under names of their own."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0002"
down_revision: Final = "0001"
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    """Create the table of saved rule sets."""
    op.create_table(
        "rule_sets",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("author", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "key", name=op.f("pk_rule_sets")),
        sqlite_with_rowid=False,
    )
