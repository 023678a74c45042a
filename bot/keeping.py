"""What this process does for the shards that it holds: connections, presses, tables."""

from bot.connections import Connections
from bot.gate import Gate
from bot.tables.shards import AllShards, Shards


class ShardKeeper:
    """Serves shards from the moment in which they are taken: `bot.tables.shards.ShardWatcher`."""

    def __init__(self, shards: Shards, gate: Gate, connections: Connections) -> None:
        """Serve nothing yet.

        Args:
            shards: which ones this process holds.
            gate: lets their presses in.
            connections: the gateway's.
        """
        self._shards = shards
        self._gate = gate
        self._connections = connections
        gate.watch(shards)

    def recount(self, count: int) -> bool:
        """Serve another number of shards, if this process serves all of them; say whether it does.

        Only more of them are ever needed: Discord's number grows with the servers.
        """
        shards = self._shards
        if not isinstance(shards, AllShards) or count <= shards.count:
            return False
        shards.count = count
        for shard in range(count):
            self.taken(shard, "")
        return True

    def prepare(self, shard: int) -> None:
        """Open a session of a shard that another process still serves."""

    def taken(self, shard: int, told: str) -> None:  # noqa: ARG002 - nobody hands over yet
        """Serve a shard."""
        self._gate.open(shard)
        self._connections.open(shard)

    def spared(self, shard: int) -> None:
        """Close the session of a shard that another process serves after all."""

    def hand_over(self, shard: int) -> None:
        """Finish everything of a shard, and give it up."""

    def lost(self, shard: int) -> None:
        """Drop everything of a shard."""

    def leads(self) -> None:
        """Do what one process does for all."""
