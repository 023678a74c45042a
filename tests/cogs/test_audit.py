"""What looks through everything that was sent finds what it is there to find."""

import logging

import pytest

from tests.cogs import audit
from tests.cogs.journal import Sent, Stamp
from tests.cogs.logbook import State, TableLog, read_logs
from tests.cogs.player import Player
from tests.cogs.server import Server

ADA, BEN = 11, 22
SPADE = "\N{BLACK SPADE SUIT}\N{VARIATION SELECTOR-15}"
HANDS = (frozenset({"AS", "TH"}), frozenset({"KS", "2C"}), frozenset({"QS"}), frozenset({"JS"}))
LOG = TableLog(
    "5ec7e7",
    (
        State(),
        State(1, HANDS, (True, False, True, True)),
        State(1, HANDS, (True, False, True, True), frozenset({"AS"})),
        State(2, HANDS[1:] + HANDS[:1], (True,) * 4),
    ),
)


def sent(*texts: str, reader: int | None = None, version: int = 1, table: str = "Table 1") -> Sent:
    """Give a message with some texts about a table."""
    parts = [{"type": 10, "content": text} for text in (table, *texts)]
    body = {"flags": audit.LAYOUT, "components": parts, "allowed_mentions": {"parse": []}}
    stamp = Stamp(version, (ADA, BEN, None, None))
    return Sent("POST", "/channels/1/messages", body, reader, {1: stamp})


@pytest.mark.parametrize(
    "leak",
    [
        sent(f"A{SPADE}"),
        sent("10\N{BLACK HEART SUIT} is next"),
        sent("AS"),
        sent("x:TH:y"),
        sent(f"K{SPADE}", reader=ADA),
        sent(f"K{SPADE}", reader=BEN),
        sent(f"A{SPADE}", reader=99),
        sent("KS", version=2),
        sent("<:c2_KS_king_of_spades_1a2b3c4d:1234>"),
        sent(f"A{SPADE}", table="no table is named"),
        sent("the secret is 5ec7e7"),
        sent("s:play:1:1.4:0:AS", version=2),
        sent("s:bid:1:1.0:0:nil"),
    ],
)  # fmt: skip
def test_a_leak_is_found(leak: Sent) -> None:
    """A hidden card on a face or in notation, for everybody or the wrong person; a secret."""
    assert len(list(audit.leaks([leak], {1: LOG}))) >= 1


@pytest.mark.parametrize(
    "fine",
    [
        sent("nothing"),
        sent(f"A{SPADE} 10\N{BLACK HEART SUIT}", reader=ADA),
        sent(f"A{SPADE}", version=2),
        sent("s:play:1:1.4:0:AS", reader=ADA),
        sent(f"A{SPADE}", version=3),
        sent(f"K{SPADE}", reader=ADA, version=3),
        sent("AA QSX 10 of 12, took 3 S"),
    ],
)
def test_what_may_be_known_is_no_leak(fine: Sent) -> None:
    """One's own cards once seen, what has been played, the round before while the next begins."""
    assert list(audit.leaks([fine], {1: LOG})) == []


def test_an_ended_table_tells_its_secret() -> None:
    """What is told of a table that is not open any more is no leak."""
    told = Sent("POST", "/channels/1/messages", {"content": "Table 1: 5ec7e7"}, None, {})
    assert list(audit.leaks([told], {1: LOG})) == []


def test_a_card_in_the_log_is_found() -> None:
    """Neither a card nor an entry of a table's log may be logged."""
    record = logging.LogRecord("x", logging.INFO, "x.py", 1, "%s", None, None)
    for text in (f"played A{SPADE}", "play 2 AS", "deal 2C9H", "bid 1 nil"):
        record.msg = {"event": text}
        assert len(list(audit.cards_in_log([record]))) == 1
    record.msg = {"event": "table_saved", "table": 12}
    assert list(audit.cards_in_log([record])) == []


@pytest.mark.parametrize(
    "allowed",
    [None, {"parse": ["users"]}, {"parse": [], "users": [1, 2]}, {"parse": [], "roles": [3]}],
)
def test_a_message_that_mentions_anyone_is_found(allowed: object) -> None:
    """Only a prompt mentions, and only the person whose turn it is."""
    body = {"content": "<@1>", "allowed_mentions": allowed}
    assert list(audit.mentions([Sent("POST", "/channels/1/messages", body, None, {})]))


def test_what_discord_would_refuse_is_found() -> None:
    """Two buttons with one custom id, a text that is too long, a label that is too long."""
    button = {"type": 2, "style": 2, "label": "x" * 81, "custom_id": "s:a:1"}
    row = {"type": 1, "components": [button, button]}
    text = {"type": 10, "content": "x" * 4001}
    body = {"flags": audit.LAYOUT, "components": [row, text]}
    bad = [Sent("POST", "/channels/1/messages", body, None, {})]
    told = "\n".join(audit.refusals(bad))
    assert "CUSTOM_ID_DUPLICATED" in told
    assert "TEXT_SIZE_EXCEEDED" in told
    assert len(list(audit.too_long(bad))) == 2


def test_an_emoji_on_a_label_is_found() -> None:
    """Discord shows what stands for an emoji as bare letters on buttons and in menus."""
    card = "<:c2_AS_ace_of_spades_1a2b3c4d:1234>"
    button = {"type": 2, "style": 2, "label": card, "custom_id": "s:a:1"}
    menu = {"type": 3, "placeholder": card, "options": [{"label": card, "value": "AS"}]}
    body = {"components": [{"type": 1, "components": [part]} for part in (button, menu)]}
    bad = [Sent("POST", "/channels/1/messages", body, None, {})]
    assert len(list(audit.formatted_labels(bad))) == 3


async def test_the_truth_is_the_databases_log(server: Server, ada: Player) -> None:
    """Hands, looks and plays are read from the file as they were logged."""
    await server.four(rules="hero_partners", pace="none")
    await server.actor().look()
    await server.bidding()
    actor = server.actor()
    card = actor.cards(enabled=True)[0]
    await actor.play(card)
    log = read_logs(server.path)[1]
    dealt, looked, played = log.at(1), log.at(2), log.at(server.table().version)
    assert [len(hand) for hand in dealt.hands] == [13] * 4
    assert frozenset().union(*dealt.hands) == frozenset(
        rank + suit for rank in "23456789TJQKA" for suit in "CDHS"
    )
    assert (sum(dealt.seen), sum(looked.seen), sum(played.seen)) == (0, 1, 4)
    assert played.public == {card}
    assert set(actor.cards()) | {card} == played.hands[server.people.index(actor)]
    assert log.secret == server.table().seeds.secret.hex()
