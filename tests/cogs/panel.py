"""The panel of house rules as a person uses it: topic, rule, value."""

from bot.texts.house_rules.catalogue import ENTRIES, TOPIC_OF
from bot.texts.translator import ENGLISH
from cogs.lobby.rules_panel import answer_arg, in_a_menu
from tests.cogs.player import Player, Said
from tests.cogs.reading import Message, buttons_of


async def open_house(person: Player) -> Message:
    """Press "House rules", and give the message with the topics."""
    said = await person.press_table("House rules")
    assert said.private
    return said.message


async def open_rule(person: Player, field: str, house: Message | None = None) -> Message:
    """Go from the topics to a rule, as a person does: the topic, then the rule in its menu."""
    house = house or await open_house(person)
    topic = await press_verb(person, house, "topic", TOPIC_OF[field].name)
    return (await person.choose(topic.message, field)).message


async def press_verb(person: Player, message: Message, verb: str, last: str | None = None) -> Said:
    """Press the button that asks for something."""
    button = next(
        each for each in buttons_of(message) if each.verb == verb and last in {None, each.last}
    )
    return await person.press(message, custom_id=button.custom_id)


async def set_rule(person: Player, field: str, answer: str, house: Message | None = None) -> Said:
    """Give a rule a value: by its button, in its menu, or as a number in the form."""
    page = await open_rule(person, field, house)
    if in_a_menu(ENTRIES[field], ENGLISH):
        return await person.choose(page, answer)
    offered = {button.last for button in buttons_of(page) if button.verb == "choose"}
    if answer_arg(answer) in offered:
        return await press_verb(person, page, "choose", answer_arg(answer))
    return await type_number(person, page, field, answer)


async def type_number(person: Player, page: Message, field: str, answer: str) -> Said:
    """Ask for the form of a rule, and send a number."""
    shown = await press_verb(person, page, "number")
    return await person.fill(shown, **{field: answer})


async def set_rules(person: Player, **answers: str) -> None:
    """Give several rules of the person's table their values, one after the other."""
    house = await open_house(person)
    for field, answer in answers.items():
        await set_rule(person, field, answer, house)
        await press_verb(person, house, "house")
