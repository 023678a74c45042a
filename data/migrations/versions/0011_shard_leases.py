"""Who serves the tables of a PostgreSQL server, and until when."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0011"
down_revision: Final = "0010"
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    """Nobody holds a lease; with SQLite, the lock on the file is one."""
    op.create_table(
        "shard_leases",
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("owner", sa.Text()),
        sa.Column("fence", sa.BigInteger(), nullable=False, server_default="0"),
        sa.Column("until_at", sa.BigInteger(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("shard", name=op.f("pk_shard_leases")),
    )
