"""Scenes of what is asked for by commands: rules, records, settings."""

from typing import Final

from tests.gallery.catalog import scene, state
from tests.gallery.conditions import bids_made, cards_on_table, follows
from tests.gallery.history import play_many
from tests.gallery.stage import Stage

DAYS_OF_A_QUARTER: Final = 92
"""After which another season has begun."""


@scene(
    "Rules",
    state("rules", "The rules of the table, in words.", "rules.rules_view"),
    state("rules-saved", "A rule set was kept under a name.", "base.notice"),
    state("rules-list", "The rule sets to choose from."),
)
async def rules(stage: Stage) -> None:
    """Ask for rules, and keep some."""
    await stage.lobby([], rules="hero_partners")
    await stage.show("rules", await stage.ada.press(stage.message, "rules"))
    saved = await stage.manager.slash("spades-admin rules save", name="Friday night")
    await stage.show("rules-saved", saved, viewer=stage.manager)
    await stage.show("rules-list", await stage.ada.slash("rules list"))


@scene(
    "Leaderboards, a person's card, and the end of a season",
    state("leaderboard", "Who is rated best.", "records.leaderboard_view"),
    state("leaderboard-second", "The second page.", "records.leaderboard_view"),
    state("leaderboard-wins", "Who wins most against people.", "records.leaderboard_view"),
    state("stats", "One's own card: rating, last games, totals.", "records.stats_view"),
    state(
        "season-over",
        "The first result of a new season.",
        "table_message._result",
        "table_message._ratings",
    ),
    state("season-final", "The final table of the last one.", "records.leaderboard_view"),
    state("ratings-anew", "Asked before ratings begin anew.", "records.anew_view"),
)
async def records(stage: Stage) -> None:
    """Look at what was played."""
    await play_many(stage)
    message = await stage.ada.slash("leaderboard")
    await stage.show("leaderboard", message)
    await stage.ada.press(message, "board", "2")
    await stage.show("leaderboard-second", message)
    await stage.show("leaderboard-wins", await stage.ada.slash("leaderboard", order="wins"))
    await stage.show("stats", await stage.ada.slash("stats"))
    for _ in range(DAYS_OF_A_QUARTER):
        await stage.rest(86_400)
    await stage.four(target=50)
    await stage.finish()
    result = stage.message_of(stage.newest.id)
    await stage.show("season-over", result)
    await stage.show("season-final", await stage.ada.press(result, "final"))
    anew = await stage.manager.slash("spades-admin ratings")
    await stage.show("ratings-anew", anew, viewer=stage.manager)


@scene(
    "Nothing played yet",
    state("leaderboard-empty", "A leaderboard before the first game.", "records.leaderboard_view"),
    state("stats-empty", "Statistics before the first round.", "records.stats_view"),
    state("tables-empty", "No table is open.", "base.notice"),
)
async def nothing_yet(stage: Stage) -> None:
    """Ask before anything was played."""
    await stage.show("leaderboard-empty", await stage.ada.slash("leaderboard"))
    await stage.show("stats-empty", await stage.ada.slash("stats"))
    await stage.show("tables-empty", await stage.ada.slash("tables"))


@scene(
    "Tables",
    state("tables", "The open tables of a server.", "lobby.tables_view"),
    state("join", "A seat was taken, from a list.", "base.notice"),
)
async def tables(stage: Stage) -> None:
    """Have two tables open."""
    await stage.four(rules="hero_solo")
    actor = stage.actor
    await stage.ada.slash("new", rules="one_page")
    await stage.show("tables", await actor.slash("tables"), viewer=actor)
    seated = await stage.ben.slash("join", table=stage.table.id)
    await stage.show("join", seated, viewer=stage.ben)


@scene(
    "Settings",
    state("me", "How Spades looks to one person.", "settings.personal_view"),
    state("my-data", "What is stored of a person.", "settings.data_view"),
    state("my-data-file", "All of it, as a file."),
    state("forget-me", "Asked whether to be forgotten.", "settings._question"),
    state("forget-me-really", "Asked once more.", "settings._question"),
    state("forgotten", "Nothing leads to the person any more."),
    state("settings", "How Spades is in a server.", "settings.server_view"),
    state("settings-refused", "Someone who may not manage the server.", "base.notice"),
)
async def settings(stage: Stage) -> None:
    """Look at the settings."""
    mine = await stage.ada.slash("me")
    await stage.show("me", mine)
    await stage.show("my-data", await stage.ada.press(mine, "my_data"))
    await stage.show("my-data-file", await stage.ada.press(mine, "my_file"))
    await stage.show("forget-me", await stage.ada.press(mine, "forget_me"))
    await stage.show("forget-me-really", await stage.ada.press(mine, "forget_sure"))
    await stage.show("forgotten", await stage.ada.press(mine, "forget_now"))
    await stage.show(
        "settings", await stage.manager.slash("spades-admin settings"), viewer=stage.manager
    )
    await stage.let_run(stage.ben, "spades-admin")
    refused = await stage.ben.slash("spades-admin settings")
    await stage.show("settings-refused", refused, viewer=stage.ben)


@scene(
    "Other languages",
    state("german-lobby", "A lobby in a server that speaks German.", "table_message.lobby_view"),
    state("german-hand", "A hand for someone who reads German.", "hand._bidding"),
    state("german-table", "The same table in play.", "table_message._drawn"),
    state("french-hand", "A hand for someone who reads French.", "hand._playing"),
)
async def languages(stage: Stage) -> None:
    """Play in German, with someone who reads French."""
    await stage.manager.choose(
        await stage.manager.slash("spades-admin settings"), "language", ["de"]
    )
    for person, language in ((stage.ada, "de"), (stage.ben, "fr")):
        await person.choose(await person.slash("me"), "my_language", [language])
    await stage.lobby([stage.ben], rules="jokers", computers=1)
    await stage.show("german-lobby")
    await stage.sit(stage.dana)
    await stage.start()
    await stage.until(bids_made(2))
    await stage.show("german-hand", stage.ada.hand)
    await stage.until(cards_on_table(2, tricks=1))
    await stage.show("german-table")
    await stage.until(
        lambda table: stage.may_play(table, follows) and stage.actor is stage.ben,
    )
    await stage.show("french-hand", stage.ben.hand, viewer=stage.ben)
