"""The page can draw the emojis that the bot uploads."""

from simcord.backend.cdn import CDN_BASE

from bot.local.pictures import emoji_assets
from bot.local.simulation import simulate
from tests.local.clicker import ONE_PIXEL, Clicker


class Decorated(Clicker):
    """Uploads an emoji before it is ready."""

    async def setup_hook(self) -> None:
        """Upload it, then do as usual."""
        await super().setup_hook()
        self.emoji = await self.create_application_emoji(name="spade", image=ONE_PIXEL)


async def test_uploaded_pictures_are_given_to_the_page() -> None:
    """Each is found under the address that simcord gives the emoji."""
    bot = Decorated()
    env = simulate(bot)
    await env.start()
    assert emoji_assets(env) == {f"{CDN_BASE}/emojis/{bot.emoji.id}.png": ("spade.png", ONE_PIXEL)}
    await env.shutdown()


async def test_what_cannot_be_decoded_is_left_out() -> None:
    """The page then shows the emoji's name, as Discord does for a broken one."""
    bot = Decorated()
    env = simulate(bot)
    await env.start()
    for request in env.http_requests:
        if request.path.endswith("/emojis") and isinstance(request.json, dict):
            request.json["image"] = "data:image/png;base64,???"
    assert emoji_assets(env) == {}
    await env.shutdown()
