"""A person at the server, who gives commands and presses buttons, and reads the answers."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import simcord

from engine.actions import Bid, Keep, Look, Pass, Play, SeatAction, Throw, Toss
from engine.notation import print_bid
from tests.cogs.reading import (
    Button,
    Message,
    buttons_of,
    chosen_in,
    labels_of,
    text_of,
    typed_in,
)

if TYPE_CHECKING:
    from tests.cogs.server import Server


@dataclass(frozen=True, slots=True)
class Said:
    """What the bot answered."""

    result: simcord.InteractionResult

    @property
    def message(self) -> simcord.ResponseMessage:
        """The message with the answer: the follow-up where there is one, else the response."""
        followups = self.result.followups
        found = followups[-1] if followups else self.result.response
        assert found is not None, "there is no answer"
        return found

    @property
    def text(self) -> str:
        """What the answer says."""
        return text_of(self.message)

    @property
    def labels(self) -> list[str]:
        """The labels of the answer's buttons."""
        return labels_of(self.message)

    @property
    def form(self) -> dict[str, Any]:
        """The form that was shown."""
        assert self.result.modal is not None, "there is no form"
        return self.result.modal

    @property
    def prefilled(self) -> dict[str, str]:
        """What stands in the form that was shown, by field."""
        return chosen_in(self.form) | typed_in(self.form)

    @property
    def private(self) -> bool:
        """Whether nobody else sees the answer."""
        return self.message.ephemeral


MANAGED: Final = frozenset({"settings", "ratings", "rules save", "rules delete", "rules default"})
"""What those do who may manage the server."""


def _full(command: str) -> str:
    """Give a command in full; `rules` by itself stands for the one that shows them."""
    if command in MANAGED:
        return f"spades-admin {command}"
    return "spades rules show" if command == "rules" else f"spades {command}"


class Player:
    """A person, and the newest hand that the person has open."""

    def __init__(self, server: "Server", member: simcord.MemberActor) -> None:
        """Begin without a hand."""
        self.server = server
        self.member = member
        self.hands: dict[int, Message] = {}

    @property
    def id(self) -> int:
        """The user's id."""
        return self.member.id

    @property
    def mention(self) -> str:
        """What mentions the person."""
        return self.member.mention

    @property
    def name(self) -> str:
        """The name that the server knows the person by."""
        return str(self.member.user.global_name)

    def __repr__(self) -> str:
        return f"<Player {self.member.user.global_name}>"

    async def slash(
        self,
        command: str,
        channel: simcord.ChannelHandle | None = None,
        /,
        **options: Any,  # noqa: ANN401
    ) -> Said:
        """Give a command of `/spades`."""
        where = channel or self.server.channel
        said = Said(await self.member.slash(where, _full(command), **options))
        await self.server.rest()
        return said

    async def choices(
        self,
        command: str,
        option: str,
        typed: str = "",
        channel: simcord.ChannelHandle | None = None,
    ) -> list[tuple[str, Any]]:
        """Type into an option, and give the names and values that are offered."""
        where = channel or self.server.channel
        offered = await self.member.autocomplete(where, _full(command), option, typed)
        return [(each["name"], each["value"]) for each in offered]

    async def press(
        self, message: Message, *, label: str | None = None, custom_id: str | None = None
    ) -> Said:
        """Press a button of a message."""
        said = Said(await self.member.click(message, label=label, custom_id=custom_id))
        await self.server.rest()
        return said

    async def choose(
        self,
        message: Message,
        *values: str | simcord.MemberActor | simcord.RoleHandle,
        custom_id: str | None = None,
    ) -> Said:
        """Choose in a menu of a message."""
        said = Said(await self.member.select(message, values, custom_id=custom_id))
        await self.server.rest()
        return said

    async def fill(self, shown: Said, **answers: str) -> Said:
        """Send a form that was shown, with some answers changed."""
        values = {**shown.prefilled, **answers}
        menus = chosen_in(shown.form)
        filled = {name: [v] if name in menus else v for name, v in values.items()}
        said = Said(await self.member.submit_modal(shown.result, filled))
        await self.server.rest()
        return said

    async def press_table(self, label: str, table_id: int = 1) -> Said:
        """Press a button of a table's public message."""
        return await self.press(self.server.message(table_id), label=label)

    async def leave(self) -> Said:
        """Leave a game, and mean it."""
        asked = await self.slash("leave")
        return await self.press(asked.message, label="Leave the table")

    async def open_hand(self, table_id: int = 1) -> Said:
        """Press "My hand", and keep what comes as the open hand."""
        said = await self.press_table("My hand", table_id)
        self.hands[table_id] = said.message
        return said

    def hand(self, table_id: int = 1) -> Message:
        """Give the open hand."""
        return self.hands[table_id]

    def hand_text(self, table_id: int = 1) -> str:
        """Give what the open hand says."""
        return text_of(self.hand(table_id))

    def cards(self, table_id: int = 1, *, enabled: bool = False) -> list[str]:
        """List the cards on the open hand, as in `AS`; with `enabled`, those to be played now."""
        verbs = {"play"} if enabled else {"play", "why"}
        return [b.last for b in buttons_of(self.hand(table_id)) if b.verb in verbs]

    def of_verb(self, verb: str, table_id: int = 1) -> list[Button]:
        """List the buttons of the open hand that ask for one thing."""
        return [button for button in buttons_of(self.hand(table_id)) if button.verb == verb]

    async def bid(self, said: str | int, table_id: int = 1) -> Said:
        """Press a bid of the open hand: a number, `nil` or `blind`; say yes if asked again."""
        return await self.sure(await self._press_last("bid", str(said), table_id))

    async def sure(self, said: Said) -> Said:
        """Say yes to the question whether a bid or cards to pass are meant, if that is asked."""
        for button in buttons_of(said.message):
            if button.verb in {"sure_bid", "sure_pass", "sure_throw"}:
                return await self.press(said.message, custom_id=button.custom_id)
        return said

    async def pass_cards(self, *cards: str, table_id: int = 1) -> Said:
        """Choose cards to pass in the menu of the open hand; say yes if asked again."""
        return await self.sure(await self.choose(self.hand(table_id), *cards))

    async def throw_in(self, table_id: int = 1) -> Said:
        """Press "Throw this hand in", and say yes."""
        return await self.sure(await self.press(self.hand(table_id), label="Throw this hand in"))

    async def draw(self, action: Keep | Toss, table_id: int = 1) -> Said:
        """Press "Keep it" or "Toss it"."""
        what = "keep" if isinstance(action, Keep) else "toss"
        return await self._press_last("draw", what, table_id)

    async def play(self, card: str, table_id: int = 1) -> Said:
        """Press a card of the open hand, as in `AS`."""
        return await self._press_last("play", card, table_id)

    async def press_card(self, card: str, table_id: int = 1) -> Said:
        """Press a card of the open hand that may not be played."""
        return await self._press_last("why", card, table_id)

    async def look(self, table_id: int = 1) -> Said:
        """Press "Look at my cards"."""
        return await self.press(self.hand(table_id), label="Look at my cards")

    async def _press_last(self, verb: str, last: str, table_id: int) -> Said:
        button = next(each for each in self.of_verb(verb, table_id) if each.last == last)
        return await self.press(self.hand(table_id), custom_id=button.custom_id)

    def can(self, action: SeatAction, table_id: int = 1) -> bool:
        """Say whether what an action asks for can be pressed on the open hand."""
        if table_id not in self.hands:
            return False
        verb, last = _wording(action)
        return any(
            not button.disabled and last in {"", button.last}
            for button in self.of_verb(verb, table_id)
        )

    async def do(self, action: SeatAction, table_id: int = 1) -> Said:
        """Press what an action asks for."""
        if table_id not in self.hands:
            await self.open_hand(table_id)
        if isinstance(action, Look):
            return await self.look(table_id)
        if isinstance(action, Bid):
            return await self.bid(print_bid(action), table_id)
        if isinstance(action, Throw):
            return await self.throw_in(table_id)
        if isinstance(action, Keep | Toss):
            return await self.draw(action, table_id)
        if isinstance(action, Pass):
            return await self.pass_cards(*map(str, action.cards), table_id=table_id)
        return await self.play(str(action.card), table_id)


def _wording(  # noqa: PLR0911 - one a kind
    action: SeatAction,
) -> tuple[str, str]:
    """Give the verb of the button that asks for an action, and the last piece of its id."""
    match action:
        case Look():
            return "look", ""
        case Bid():
            return "bid", print_bid(action)
        case Throw():
            return "throw", ""
        case Keep():
            return "draw", "keep"
        case Toss():
            return "draw", "toss"
        case Pass():
            return "pass", ""
        case Play(_, card):
            return "play", str(card)
