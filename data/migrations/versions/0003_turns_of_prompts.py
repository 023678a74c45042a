"""The turn that a prompt asks for, so that nobody is asked for it twice."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0003"
down_revision: Final = "0002"
branch_labels: Final = None
depends_on: Final = None

_OLD: Final = sa.table("prompts", sa.column("message_id"), sa.column("channel_id"))


def upgrade() -> None:
    """Make the table anew, with what stands in it: whom these prompts ask is not known."""
    rows = [dict(row) for row in op.get_bind().execute(sa.select(_OLD)).mappings()]
    op.drop_table("prompts")
    prompts = op.create_table(
        "prompts",
        sa.Column("message_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("table_id", sa.Integer),
        sa.Column("round", sa.Integer),
        sa.Column("moves", sa.Integer),
        sa.Column("user_id", sa.BigInteger),
        sa.PrimaryKeyConstraint("message_id", name=op.f("pk_prompts")),
        sqlite_with_rowid=False,
    )
    op.bulk_insert(prompts, rows)
