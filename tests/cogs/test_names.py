"""Names are text: no markdown, no mention, no direction of writing in them does any harm."""

import pytest

from bot.texts.names import label_name, plain
from tests.cogs.forging import forge
from tests.cogs.player import Player
from tests.cogs.server import Server

AWKWARD = "**A** _b_ `c` ~d~ |e| <@1> [f](g)"
TURNED = "\N{RIGHT-TO-LEFT OVERRIDE}evil"
HEBREW = "\N{HEBREW LETTER SHIN}\N{HEBREW LETTER RESH}\N{HEBREW LETTER HE}"
FAMILY = "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}" * 6


def test_markdown_in_a_name_is_escaped() -> None:
    """Every character that Discord formats stands behind a backslash."""
    assert plain("a*b_c`d~e|f<g>h[i](j)#k") == (r"a\*b\_c\`d\~e\|f\<g\>h\[i\]\(j\)\#k")


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("https://evil.example/x", r"https\:\/\/evil\.example\/x"),
        ("discord.gg/abc", r"discord\.gg\/abc"),
        ("www.evil.example", r"www\.evil\.example"),
        ("@everyone", r"\@everyone"),
        ("<@1>", r"\<\@1\>"),
        ("-# small", r"\-\# small"),
        ("1. first", r"1\. first"),
    ],
)
def test_an_address_in_a_name_is_no_link(name: str, written: str) -> None:
    """Neither an address nor an invitation, a mention or the beginning of a list is one."""
    assert plain(name) == written


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("Ada\n# Ben", "Ada # Ben"),
        ("Ada \t\r\n  Ben", "Ada Ben"),
        ("A\N{LINE SEPARATOR}B", "A B"),
        ("A\N{ZERO WIDTH SPACE}d\N{SOFT HYPHEN}a\N{ZERO WIDTH NO-BREAK SPACE}", "Ada"),
        ("\N{HANGUL FILLER}\N{BRAILLE PATTERN BLANK}", "?"),
        ("\N{ZERO WIDTH JOINER}\N{COMBINING ACUTE ACCENT}", "?"),
        ("", "?"),
        (FAMILY, FAMILY),
    ],
)
def test_a_name_is_one_line_that_can_be_seen(name: str, seen: str) -> None:
    """Breaks become spaces, what nobody sees is dropped, and a name of nothing else is a mark."""
    assert label_name(name) == seen
    assert plain(name).replace("\\", "") == seen


def test_names_from_right_to_left_are_set_apart() -> None:
    """A Hebrew name does not turn around the score behind it; a Latin one is left as it is."""
    assert plain(HEBREW) == f"\N{FIRST STRONG ISOLATE}{HEBREW}\N{POP DIRECTIONAL ISOLATE}"
    assert plain("Ada") == "Ada"


def test_characters_that_turn_text_around_are_dropped() -> None:
    """An override in a name, which nobody sees, would reverse the rest of the line."""
    assert plain(TURNED) == "evil"
    assert label_name(TURNED) == "evil"


async def test_names_in_refusals_are_escaped(server: Server, ada: Player, ben: Player) -> None:
    """A refusal that names a person formats nothing of the name."""
    odd = server.newcomer("*Odd*_one_")
    server.people = (odd, ada, *server.people[1:])
    await server.lobby(ada)
    said = await ben.slash("join", seat=1)
    assert said.text.startswith(r"\*Odd\*\_one\_ sits there.")
    await odd.press_table("Start")
    await ada.open_hand()
    bid = ada.of_verb("bid")[0]
    said = await forge(server, ada, ada.hand(), bid.custom_id)
    assert r"It is not your turn: \*Odd\*\_one\_ is to act." in said.text


@pytest.mark.parametrize(
    "names",
    [
        (AWKWARD, TURNED, HEBREW, FAMILY),
        ("@everyone", "#", "-# x", "1."),
        ("https://a.example", "discord.gg/abc", "www.a.example", "\N{HANGUL FILLER}"),
    ],
)
async def test_a_round_of_people_with_awkward_names(server: Server, names: tuple[str, ...]) -> None:
    """The lobby, the table, hands, sheets and lists carry them as text, and nobody is mentioned."""
    odd = tuple(server.newcomer(name[:32]) for name in names)
    server.people = (*odd, *server.people)
    first = odd[0]
    await server.lobby(*odd[1:])
    lobby = server.says()
    await first.press_table("Start")
    for person in odd:
        await person.open_hand()
    await server.until_round_ends()
    await server.step()
    texts = (server.says(), (await first.slash("score")).text, (await first.slash("tables")).text)
    for name in names:
        assert all(plain(name[:32]) in text for text in (lobby, *texts))
    await first.slash("leaderboard")
    await first.choices("join", "table")
