"""What is left of the minutes that a game may take."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0010"
down_revision: Final = "0009"
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    """No game has such a limit yet."""
    op.add_column("tables", sa.Column("time_left", sa.BigInteger()))
