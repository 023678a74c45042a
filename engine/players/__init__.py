"""The computer players: each chooses an action from its seat's view.

`styles.STYLES` lists them; `Style.player.choose(view, budget, rng)` gives a `Choice`.
"""
