"""Private tables: whom the host lets in, and whom not."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0002"
down_revision: Final = "0001"
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    """Every table that there is stays open to all."""
    op.add_column("tables", sa.Column("private", sa.Boolean(), nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("invited", sa.Text(), nullable=False, server_default="[]"))
    op.add_column("tables", sa.Column("removed", sa.Text(), nullable=False, server_default="[]"))
