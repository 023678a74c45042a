"""The computer players: each chooses an action from what its seat may see.

`styles.STYLES` lists them; `Style.player.choose(view, budget, rng)` gives a `Choice`.
"""
