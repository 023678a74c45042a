"""Tables where a computer player's seat takes somebody's yes, and who asks for one."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0009"
down_revision: Final = "0008"
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    """Seats are free at the tables there are, and nobody asks."""
    op.add_column(
        "tables", sa.Column("ask_first", sa.Boolean(), nullable=False, server_default="0")
    )
    op.add_column("tables", sa.Column("asking", sa.Text(), nullable=False, server_default="[]"))
