"""How long the bot's event loop ever stands still while many quick tables play.

While it does, nobody is answered. A hundred tables play at once, each with one person, who thinks
for up to two seconds, and three computer players at their usual pace; settings are those that a bot
has without any. The bot is as always, but for a callback that is due every two milliseconds: it
notes how late it comes, and how much processor time the loop's thread has used meanwhile, which is
what the bot itself has to answer for.
"""

from tests.bench._crowd import Crowd, Figures, watch


def measure() -> Figures:
    """Let a hundred tables of quick people play for half a minute."""
    return watch(Crowd(tables=100, thinking=(0.3, 2.0), level="normal", seconds=30.0))
