"""When people were last at a table, and whether they were warned that it will be closed."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0004"
down_revision: Final = "0003"
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    """Add the moments; at open tables the time that people have been silent begins now."""
    op.add_column("tables", sa.Column("moved_at", sa.BigInteger()))
    op.add_column("tables", sa.Column("warned_at", sa.BigInteger()))
    op.add_column("seats", sa.Column("acted_at", sa.BigInteger()))
    op.execute(
        "UPDATE tables SET moved_at = CAST(strftime('%s', 'now') AS INTEGER) * 1000000 "
        "WHERE status NOT IN ('finished', 'closed') AND first_dealer IS NOT NULL"
    )
