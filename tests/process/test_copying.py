"""A copy of many games, in short; `python -m tests.bench.copying` is the long form."""

from typing import TYPE_CHECKING

from tests.bench.copying import copied

if TYPE_CHECKING:
    from tests.data.cluster import Cluster


def test_a_copy_grew_with_the_games(cluster: "Cluster") -> None:
    """The operator's command copies hundreds of games, row for row, without keeping them."""
    few, many = copied(20, cluster), copied(600, cluster)
    assert many.rows["tables"] == many.rows["results"] == 600
    assert many.rows["log"] > 600 * 50
    assert many.memory < few.memory + 20 * 2**20, f"{few}\n{many}"
