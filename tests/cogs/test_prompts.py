"""Turn prompts: after a wait, to the one person who is to act, gone when the turn has passed."""

from pathlib import Path

import discord
import pytest

from tests.cogs.player import Player
from tests.cogs.server import Server
from tests.cogs.test_restart import left_behind

SECONDS = 8
HOUR = 3600

pytestmark = pytest.mark.parametrize("settings", [{"turn_prompt_seconds": SECONDS}])


def prompts(server: Server) -> list[discord.Message]:
    """List the prompts that stand in the channel."""
    return [message for message in server.messages() if message.content]


async def deleted_prompt(server: Server) -> None:
    """Let someone delete the prompt of the first turn, which is then played."""
    await server.four(rules="cardcouch")
    await server.env.advance_time(SECONDS)
    (prompt,) = prompts(server)
    server.env.backend.delete_message(server.channel.id, prompt.id)
    await server.env.settle()
    await server.turn()


async def test_a_prompt_mentions_the_person_to_act(server: Server) -> None:
    """After the wait a short message with a link to the table notifies that person alone."""
    await server.four(rules="cardcouch")
    await server.env.advance_time(SECONDS - 1)
    assert prompts(server) == []
    await server.env.advance_time(1)
    (prompt,) = prompts(server)
    table = server.message()
    link = f"https://discord.com/channels/{server.guild.id}/{server.channel.id}/{table.id}"
    actor = server.actor()
    assert prompt.content == f"{actor.mention}, table 1 waits for you: {link}"
    assert [user.id for user in prompt.mentions] == [actor.id]
    sent = server.journal.sent[-1]
    assert sent.body["allowed_mentions"] == {"parse": [], "users": [actor.id]}


async def test_a_prompt_goes_when_the_turn_has_passed(server: Server) -> None:
    """With the bid it is deleted; the next person is asked after a wait of their own."""
    await server.four(rules="cardcouch")
    await server.env.advance_time(SECONDS + 1)
    first = server.actor()
    await server.turn()
    assert prompts(server) == []
    await server.env.advance_time(SECONDS)
    (prompt,) = prompts(server)
    assert first.mention not in prompt.content
    assert server.actor().mention in prompt.content


async def test_there_is_one_prompt_for_a_turn(server: Server) -> None:
    """However long the table waits, nobody is mentioned twice for one turn."""
    await server.four(rules="cardcouch")
    await server.env.advance_time(SECONDS * 20)
    assert len(prompts(server)) == 1


async def test_a_person_was_mentioned_while_pressing(server: Server) -> None:
    """Who has just looked at the hand is there, and is asked only once the wait is over again."""
    await server.four(rules="cardcouch")
    actor = server.actor()
    for _ in range(3):
        await server.env.advance_time(SECONDS - 1)
        await actor.open_hand()
    await server.env.advance_time(SECONDS - 1)
    assert prompts(server) == []
    await server.env.advance_time(1)
    (prompt,) = prompts(server)
    await actor.slash("score")
    await server.env.advance_time(SECONDS * 3)
    assert [each.id for each in prompts(server)] == [prompt.id]


async def test_the_presses_of_others_put_nothing_off(server: Server) -> None:
    """It is the person to act who is waited for."""
    await server.four(rules="cardcouch")
    others = [person for person in server.people[:4] if person is not server.actor()]
    await server.env.advance_time(SECONDS - 1)
    await others[0].open_hand()
    await server.env.advance_time(1)
    assert len(prompts(server)) == 1


async def test_whoever_is_quick_is_not_prompted(server: Server) -> None:
    """A turn that takes less than the wait sends nothing."""
    await server.four(rules="cardcouch")
    for _ in range(6):
        await server.env.advance_time(SECONDS / 2)
        await server.turn()
    assert not any(one.body.get("content") for one in server.journal.sent if one.is_message)


async def test_a_slow_table_mentions_later(server: Server) -> None:
    """Where a turn has a day, nobody is mentioned before a quarter of an hour."""
    await server.four(rules="cardcouch", pace="slow")
    await server.env.advance_time(899)
    assert prompts(server) == []
    await server.env.advance_time(1)
    assert len(prompts(server)) == 1


async def test_computers_are_not_prompted(server: Server, ada: Player) -> None:
    """Nor is anyone whose seat a computer player holds, or at a table between two rounds."""
    await server.alone(rules="cardcouch")
    await server.until_round_ends()
    await server.env.advance_time(server.between_rounds - 1)
    assert prompts(server) == []


async def test_the_lobby_prompts_nobody(server: Server) -> None:
    """Before the game the table waits for nobody in particular."""
    await server.lobby(*server.people[1:3])
    await server.env.advance_time(60)
    assert prompts(server) == []


async def test_a_prompt_goes_with_the_table(server: Server, ada: Player) -> None:
    """When the table is ended, nobody is asked to act at it any more."""
    await server.four(rules="cardcouch")
    await server.env.advance_time(SECONDS)
    assert len(prompts(server)) == 1
    await server.end()
    assert prompts(server) == []


async def test_a_prompt_goes_with_the_person(server: Server) -> None:
    """Who leaves is not waited for; the computer player needs no prompt."""
    await server.four(rules="cardcouch")
    await server.env.advance_time(SECONDS)
    await server.actor().leave()
    assert prompts(server) == []


async def test_a_prompt_that_was_deleted_by_someone(server: Server) -> None:
    """Deleting it again fails, and that is no fault."""
    await deleted_prompt(server)
    assert prompts(server) == []


async def test_a_prompt_was_tried_at_every_turn_where_it_is_refused(server: Server) -> None:
    """Without permission to write nobody is mentioned there for an hour, and the game goes on."""
    await server.four(rules="cardcouch")
    server.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=None)
    for _ in range(3):
        await server.env.advance_time(SECONDS)
        await server.turn()
    server.env.backend.faults.clear()
    tried = [sent for sent in server.journal.sent if sent.is_message and sent.body.get("content")]
    assert len(tried) == 1
    assert prompts(server) == []
    await server.env.advance_time(HOUR)
    await server.turn()
    await server.env.advance_time(SECONDS)
    assert len(prompts(server)) == 1


async def test_a_prompt_was_lost_when_discord_could_not_be_asked(server: Server) -> None:
    """After 503 it comes a little later, if the table still waits."""
    await server.four(rules="cardcouch")
    server.env.inject_error("POST", "/channels/*/messages", status=503, times=2)
    await server.env.advance_time(SECONDS)
    assert prompts(server) == []
    await server.env.advance_time(SECONDS)
    assert len(prompts(server)) == 1


async def test_a_turn_was_asked_for_again_after_a_restart(server: Server) -> None:
    """The prompt stays when the bot stops; the next process mentions nobody, and takes it away."""
    await server.four(rules="cardcouch")
    await server.env.advance_time(SECONDS)
    (before,) = prompts(server)
    await server.restart()
    await server.env.advance_time(SECONDS * 3)
    assert [prompt.id for prompt in prompts(server)] == [before.id]
    await server.turn()
    assert prompts(server) == []


async def test_a_turn_that_passed_while_the_bot_was_away(server: Server, ada: Player) -> None:
    """A prompt that asks for no turn of now is taken away at the start."""
    await server.four(rules="cardcouch")
    await server.env.advance_time(SECONDS)
    server.env.inject_error("DELETE", "/channels/*/messages/*", status=503, times=None)
    await server.turn()
    server.env.backend.faults.clear()
    assert len(prompts(server)) == 1
    await server.restart()
    await server.rest()
    assert prompts(server) == []


async def test_the_prompt_links_to_the_message_of_the_round(server: Server) -> None:
    """In a later round the link leads to that round's message."""
    await server.four(rules="cardcouch")
    await server.until_round_ends()
    await server.env.advance_time(server.between_rounds + SECONDS)
    (prompt,) = prompts(server)
    assert prompt.content.endswith(f"/{server.message().id}")


async def test_a_turn_was_asked_for_again_after_a_kill(server: Server, tmp_path: Path) -> None:
    """The next process finds the prompt, lets it stand and asks nobody again for that turn."""
    await server.four(rules="cardcouch")
    await server.env.advance_time(SECONDS)
    (before,) = prompts(server)
    old = await left_behind(server, tmp_path)
    await server.env.advance_time(SECONDS * 3)
    assert [prompt.id for prompt in prompts(server)] == [before.id]
    await server.turn()
    assert prompts(server) == []
    await old.close()


@pytest.mark.parametrize("end", [False, True])
async def test_a_prompt_that_could_not_be_deleted(server: Server, ada: Player, end: bool) -> None:
    """While Discord fails it stays; the next start takes it away, at an ended table too."""
    await server.four(rules="cardcouch")
    await server.env.advance_time(SECONDS)
    server.env.inject_error("DELETE", "/channels/*/messages/*", status=503, times=None)
    if end:
        await server.end()
    else:
        await server.turn()
    server.env.backend.faults.clear()
    assert len(prompts(server)) == 1
    await server.restart()
    await server.rest()
    assert prompts(server) == []


async def test_a_prompt_that_is_gone_is_not_asked_for_again(server: Server) -> None:
    """Once deleted, by the bot or by someone else, it is no concern of the next start."""
    await deleted_prompt(server)
    await server.env.advance_time(SECONDS)
    await server.turn()
    await server.restart()
    requests = len(server.journal.requests)
    await server.rest()
    deleted = [r for r in server.journal.requests[requests:] if r.method == "DELETE"]
    assert deleted == []
