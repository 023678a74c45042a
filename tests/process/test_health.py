"""What monitoring reads from the real bot."""

import json
import re
import socket
from typing import Final

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.metrics import REGISTRY
from bot.startup import ExitCode
from tests.loopback.api import LoopbackDiscord, error
from tests.process.community import Community
from tests.process.group import SOON
from tests.process.host import Host, check_output
from tests.process.quick import MAIN
from tests.project.checkout import ROOT

OPERATIONS: Final = ROOT / "docs" / "operations"
NAME: Final = re.compile(r"\b(?:spades|process)_[a-z_]+")


@pytest.fixture
def port() -> int:
    """Give a port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        found: int = probe.getsockname()[1]
        return found


async def asked(port: int, path: str) -> tuple[int, str]:
    """Ask the bot; give the status and the text."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}{path}") as response,
    ):
        return response.status, await response.text()


def sums(text: str) -> dict[str, float]:
    """Add up the samples of each name."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found[sample.name] = found.get(sample.name, 0.0) + sample.value
    return found


async def test_a_bot_that_serves(discord: LoopbackDiscord, community: Community, port: int) -> None:
    """It is alive and ready, and counts presses, answers, requests, saves and tables; no id."""
    group = community.groups[0]
    process = await community.host.start({"HEALTH_PORT": str(port)})
    await discord.slash(group.people[0], group.channel, "spades new")
    lobby = discord.messages(group.channel)[-1]
    start = next(each for each in lobby.custom_ids if each.startswith("s:start:"))
    await discord.press(group.people[0], lobby, start)
    assert await asked(port, "/healthz") == (200, "ok\n")
    assert await asked(port, "/readyz") == (200, "ok\n")
    status, text = await asked(port, "/metrics")
    found = sums(text)
    assert status == 200
    assert found["spades_interactions_total"] == found["spades_answer_seconds_count"] == 2
    assert found["spades_unanswered_total"] == 0
    assert found["spades_tables"] == found["spades_hands"] == found["spades_connected"] == 1
    assert found["spades_save_seconds_count"] >= 1
    assert found["spades_discord_requests_total"] >= 3
    assert 'route="/interactions/:id/:token/callback"' in text
    assert not re.search(r"\d{5,}", "".join(re.findall(r"\{.*\}", text)))
    assert await process.terminate() == 0
    check_output(process)


async def test_a_bot_without_discord(
    discord: LoopbackDiscord, community: Community, port: int
) -> None:
    """While Discord is away it is alive, and not ready."""
    discord.faults.next("*", "/users/@me", error(503), times=1000)
    settings = community.host.environment({"HEALTH_PORT": str(port)})
    async with await discord.process("run", main=MAIN, extra=settings) as process:
        await discord.until(lambda: "discord_unreachable" in process.output, SOON)
        assert await asked(port, "/healthz") == (200, "ok\n")
        assert await asked(port, "/readyz") == (503, "not connected to Discord\n")
        await process.terminate()


async def test_a_port_in_use(host: Host, port: int) -> None:
    """It is told in one sentence."""
    with socket.socket() as other:
        other.bind(("", port))
        other.listen()
        ended = await host.run({"HEALTH_PORT": str(port), "LOG_LEVEL": "ERROR"})
    assert ended.code == ExitCode.PORT_IN_USE
    assert ended.stderr == f"The port {port} is in use: choose another HEALTH_PORT.\n"


def served() -> set[str]:
    """Give the names of what is served, as Prometheus stores them."""
    kinds = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}
    return {
        f"{family.name}{suffix}" for family in REGISTRY.collect() for suffix in kinds[family.type]
    }


@pytest.mark.parametrize("name", ["dashboard.json", "alerts.yaml"])
def test_what_is_watched_exists(name: str) -> None:
    """The dashboard and the alert rules name only metrics that the bot serves."""
    text = (OPERATIONS / name).read_text(encoding="utf-8")
    named = set(NAME.findall(text))
    assert named
    assert named <= served() | {"process_resident_memory_bytes", "process_cpu_seconds_total"}


def test_the_page_explains_each_alert_and_metric() -> None:
    """docs/operations.md says what each alert means, and lists every metric."""
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    alerts = re.findall(r"alert: (\w+)", (OPERATIONS / "alerts.yaml").read_text(encoding="utf-8"))
    assert alerts
    assert [each for each in alerts if f"`{each}`" not in page] == []
    families = {each.name for each in REGISTRY.collect() if each.name.startswith("spades_")}
    assert [each for each in sorted(families) if f"`{each}" not in page] == []


def test_the_dashboard_is_readable() -> None:
    """Every panel of the dashboard has a title and asks for something."""
    board = json.loads((OPERATIONS / "dashboard.json").read_text(encoding="utf-8"))
    assert all(panel["title"] and panel["targets"][0]["expr"] for panel in board["panels"])
