"""Turn prompts: after a wait, to the one person who is to act, gone when the turn has passed."""

from pathlib import Path

import discord
import pytest

from tests.cogs.club import Club
from tests.cogs.player import Player
from tests.cogs.test_restart import left_behind

SECONDS = 8
HOUR = 3600

pytestmark = pytest.mark.parametrize("settings", [{"turn_prompt_seconds": SECONDS}])


def prompts(club: Club) -> list[discord.Message]:
    """List the prompts that stand in the channel."""
    return [message for message in club.messages() if message.content]


async def test_a_prompt_mentions_the_person_to_act(club: Club) -> None:
    """After the wait a short message with a link to the table notifies that person alone."""
    await club.four(rules="cardcouch")
    await club.env.advance_time(SECONDS - 1)
    assert prompts(club) == []
    await club.env.advance_time(1)
    (prompt,) = prompts(club)
    table = club.message()
    link = f"https://discord.com/channels/{club.guild.id}/{club.channel.id}/{table.id}"
    actor = club.actor()
    assert prompt.content == f"{actor.mention}, table 1 waits for you: {link}"
    assert [user.id for user in prompt.mentions] == [actor.id]
    sent = club.journal.sent[-1]
    assert sent.body["allowed_mentions"] == {"parse": [], "users": [actor.id]}


async def test_a_prompt_goes_when_the_turn_has_passed(club: Club) -> None:
    """With the bid it is deleted; the next person is asked after a wait of their own."""
    await club.four(rules="cardcouch")
    await club.env.advance_time(SECONDS + 1)
    first = club.actor()
    await club.turn()
    assert prompts(club) == []
    await club.env.advance_time(SECONDS)
    (prompt,) = prompts(club)
    assert first.mention not in prompt.content
    assert club.actor().mention in prompt.content


async def test_there_is_one_prompt_for_a_turn(club: Club) -> None:
    """However long the table waits, nobody is mentioned twice for one turn."""
    await club.four(rules="cardcouch")
    await club.env.advance_time(SECONDS * 20)
    assert len(prompts(club)) == 1


async def test_whoever_is_quick_is_not_prompted(club: Club) -> None:
    """A turn that takes less than the wait sends nothing."""
    await club.four(rules="cardcouch")
    for _ in range(6):
        await club.env.advance_time(SECONDS / 2)
        await club.turn()
    assert not any(one.body.get("content") for one in club.journal.sent if one.is_message)


async def test_computers_are_not_prompted(club: Club, ada: Player) -> None:
    """Nor is anyone whose seat a computer player holds, or at a table between two rounds."""
    await club.alone(rules="cardcouch")
    await club.until_round_ends()
    await club.env.advance_time(club.between_rounds - 1)
    assert prompts(club) == []


async def test_the_lobby_prompts_nobody(club: Club) -> None:
    """Before the game the table waits for nobody in particular."""
    await club.lobby(*club.people[1:3])
    await club.env.advance_time(60)
    assert prompts(club) == []


async def test_a_prompt_goes_with_the_table(club: Club, ada: Player) -> None:
    """When the table is ended, nobody is asked to act at it any more."""
    await club.four(rules="cardcouch")
    await club.env.advance_time(SECONDS)
    assert len(prompts(club)) == 1
    await club.end()
    assert prompts(club) == []


async def test_a_prompt_goes_with_the_person(club: Club) -> None:
    """Who leaves is not waited for; the computer player needs no prompt."""
    await club.four(rules="cardcouch")
    await club.env.advance_time(SECONDS)
    await club.actor().slash("leave")
    assert prompts(club) == []


async def test_a_prompt_that_was_deleted_by_someone(club: Club) -> None:
    """Deleting it again fails, and that is no fault."""
    await club.four(rules="cardcouch")
    await club.env.advance_time(SECONDS)
    (prompt,) = prompts(club)
    club.env.backend.delete_message(club.channel.id, prompt.id)
    await club.env.settle()
    await club.turn()
    assert prompts(club) == []


async def test_a_prompt_was_tried_at_every_turn_where_it_is_refused(club: Club) -> None:
    """Without permission to write nobody is mentioned there for an hour, and the game goes on."""
    await club.four(rules="cardcouch")
    club.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=None)
    for _ in range(3):
        await club.env.advance_time(SECONDS)
        await club.turn()
    club.env.backend.faults.clear()
    tried = [sent for sent in club.journal.sent if sent.is_message and sent.body.get("content")]
    assert len(tried) == 1
    assert prompts(club) == []
    await club.env.advance_time(HOUR)
    await club.turn()
    await club.env.advance_time(SECONDS)
    assert len(prompts(club)) == 1


async def test_a_prompt_was_lost_when_discord_could_not_be_asked(club: Club) -> None:
    """After 503 it comes a little later, if the table still waits."""
    await club.four(rules="cardcouch")
    club.env.inject_error("POST", "/channels/*/messages", status=503, times=2)
    await club.env.advance_time(SECONDS)
    assert prompts(club) == []
    await club.env.advance_time(SECONDS)
    assert len(prompts(club)) == 1


async def test_a_turn_was_asked_for_again_after_a_restart(club: Club) -> None:
    """The prompt stays when the bot stops; the next process mentions nobody, and takes it away."""
    await club.four(rules="cardcouch")
    await club.env.advance_time(SECONDS)
    (before,) = prompts(club)
    await club.restart()
    await club.env.advance_time(SECONDS * 3)
    assert [prompt.id for prompt in prompts(club)] == [before.id]
    await club.turn()
    assert prompts(club) == []


async def test_a_turn_that_passed_while_the_bot_was_away(club: Club, ada: Player) -> None:
    """A prompt that asks for no turn of now is taken away at the start."""
    await club.four(rules="cardcouch")
    await club.env.advance_time(SECONDS)
    club.env.inject_error("DELETE", "/channels/*/messages/*", status=503, times=None)
    await club.turn()
    club.env.backend.faults.clear()
    assert len(prompts(club)) == 1
    await club.restart()
    await club.rest()
    assert prompts(club) == []


async def test_the_prompt_links_to_the_message_of_the_round(club: Club) -> None:
    """In a later round the link leads to that round's message."""
    await club.four(rules="cardcouch")
    await club.until_round_ends()
    await club.env.advance_time(club.between_rounds + SECONDS)
    (prompt,) = prompts(club)
    assert prompt.content.endswith(f"/{club.message().id}")


async def test_a_turn_was_asked_for_again_after_a_kill(club: Club, tmp_path: Path) -> None:
    """The next process finds the prompt, lets it stand and asks nobody again for that turn."""
    await club.four(rules="cardcouch")
    await club.env.advance_time(SECONDS)
    (before,) = prompts(club)
    old = await left_behind(club, tmp_path)
    await club.env.advance_time(SECONDS * 3)
    assert [prompt.id for prompt in prompts(club)] == [before.id]
    await club.turn()
    assert prompts(club) == []
    await old.close()


@pytest.mark.parametrize("end", [False, True])
async def test_a_prompt_that_could_not_be_deleted(club: Club, ada: Player, end: bool) -> None:
    """While Discord fails it stays; the next start takes it away, at an ended table too."""
    await club.four(rules="cardcouch")
    await club.env.advance_time(SECONDS)
    club.env.inject_error("DELETE", "/channels/*/messages/*", status=503, times=None)
    if end:
        await club.end()
    else:
        await club.turn()
    club.env.backend.faults.clear()
    assert len(prompts(club)) == 1
    await club.restart()
    await club.rest()
    assert prompts(club) == []


async def test_a_prompt_that_is_gone_is_not_asked_for_again(club: Club) -> None:
    """Once deleted, by the bot or by someone else, it is no concern of the next start."""
    await club.four(rules="cardcouch")
    await club.env.advance_time(SECONDS)
    (prompt,) = prompts(club)
    club.env.backend.delete_message(club.channel.id, prompt.id)
    await club.env.settle()
    await club.turn()
    await club.env.advance_time(SECONDS)
    await club.turn()
    await club.restart()
    requests = len(club.journal.requests)
    await club.rest()
    deleted = [r for r in club.journal.requests[requests:] if r.method == "DELETE"]
    assert deleted == []
