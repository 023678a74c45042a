"""The computer players: each chooses an action from what its seat may see."""
