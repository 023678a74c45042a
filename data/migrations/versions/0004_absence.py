"""When people were last at a table, and whether they were warned that it will be closed."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0004"
down_revision: Final = "0003"
branch_labels: Final = None
depends_on: Final = None

_TABLES: Final = sa.table(
    "tables", sa.column("status"), sa.column("first_dealer"), sa.column("moved_at")
)
_SECONDS: Final = {
    "sqlite": "CAST(strftime('%s', 'now') AS INTEGER)",
    "postgresql": "CAST(extract(epoch FROM now()) AS BIGINT)",
}


def upgrade() -> None:
    """Add the moments; at open tables the time that people have been silent begins now."""
    op.add_column("tables", sa.Column("moved_at", sa.BigInteger()))
    op.add_column("tables", sa.Column("warned_at", sa.BigInteger()))
    op.add_column("seats", sa.Column("acted_at", sa.BigInteger()))
    seconds: sa.ColumnElement[int] = sa.literal_column(_SECONDS[op.get_bind().dialect.name])
    going_on = _TABLES.c.status.not_in(("finished", "closed")), _TABLES.c.first_dealer.is_not(None)
    op.execute(sa.update(_TABLES).where(*going_on).values(moved_at=seconds * 1000000))
