"""Shards that many processes share out, and the server of each prompt."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0012"
down_revision: Final = "0011"
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    """Nobody asks for a shard yet; of a prompt's server, its table tells."""
    op.add_column("shard_leases", sa.Column("wanted_by", sa.Text()))
    op.add_column(
        "shard_leases",
        sa.Column("wanted_until_at", sa.BigInteger(), nullable=False, server_default="0"),
    )
    for name in ("ready", "leaving"):
        column: sa.Column[bool] = sa.Column(
            name, sa.Boolean(), nullable=False, server_default=sa.false()
        )
        op.add_column("shard_leases", column)
    op.add_column("shard_leases", sa.Column("told", sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "serving_processes",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("until_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_serving_processes")),
    )
    op.create_table(
        "identify_buckets",
        sa.Column("bucket", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("next_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("bucket", name=op.f("pk_identify_buckets")),
    )
    op.add_column("prompts", sa.Column("guild_id", sa.BigInteger()))
    op.execute(
        "UPDATE prompts SET guild_id = "
        "(SELECT tables.guild_id FROM tables WHERE tables.id = prompts.table_id)"
    )
