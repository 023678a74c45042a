"""The data to verify a game's deals with, before and after the game."""

from bot.tables.model import Added, Table
from bot.texts.translator import Translator
from engine.proof import Proof, print_proof


def promise(table: Table, words: Translator) -> str:
    """Show the hash of the secret behind the deals before the game, and explain it."""
    return words(
        "### Fair deals at table {id}\nAll deals are computed from a secret and from what each "
        "of you adds by sitting down. The secret has already been drawn; this is its hash "
        "(SHA-256):\n`{hash}`\nAfter the game **Verify** shows the secret. If it has this "
        "hash, nobody has changed it, and so nobody has chosen the cards.",
        id=table.id,
        hash=table.commitment,
    )


def verification(table: Table, words: Translator, user_id: int | None = None) -> str:
    """Say whether the deals of a finished game follow from its secret, and show the secret.

    The numbers of a game that was never dealt are shown without a word about deals.

    Args:
        table: the table, whose game is over.
        words: the language of the reader.
        user_id: the reader, who is told what is behind the own contribution.
    """
    said = words(
        "### The deals of table {id}\n{judgement}\nThe hash shown before the game: `{hash}`\nThe "
        "secret behind it: `{secret}`\n-# The file has every deal and all that it follows from. "
        "The page docs/verify.html of this bot's project computes them again in your browser, "
        "without a connection; docs/fair-deals.md has the formula.",
        id=table.id,
        judgement=_judgement(table, words),
        hash=table.commitment,
        secret=table.seeds.secret.hex(),
    )
    if table.seeds.key is not None:
        said += "\n" + words(
            "-# Someone of this game is forgotten, and so is what was added. The deals follow from "
            "the key that remains of it; that it came from the secret can no longer be shown."
        )
    mine = [each for each in table.added if each.user_id == user_id]
    return "\n".join([said, *(_own(each, words) for each in mine)])


def _own(added: Added, words: Translator) -> str:
    return words(
        "-# Yours is `{leaf}`, the SHA-256 of the bytes `{salt}` and the text `{text}`.",
        leaf=added.leaf,
        salt=added.salt.hex(),
        text=added.text,
    )


def deals_file(table: Table) -> bytes | None:
    """Give the file that `docs/verify.html` reads; None if no game was played."""
    if table.game is None:
        return None
    return print_proof(Proof.of(table.game, table.seeds), table.id).encode()


def _judgement(table: Table, words: Translator) -> str:
    if table.game is None:
        return words("No cards were dealt.")
    proof = Proof.of(table.game, table.seeds)
    if not proof.first_dealer_follows():
        return words("⚠️ The first dealer does **not** follow from the secret.")
    false = proof.false_deals()
    if false:
        return words(
            "⚠️ These deals do **not** follow from the secret: {rounds}",
            rounds=", ".join(map(str, false)),
        )
    return words.plural(
        "✓ {count} deal checked: it follows from the secret and from what each of you added by "
        "sitting down, so nobody has chosen the cards.",
        "✓ {count} deals checked: all follow from the secret and from what each of you added by "
        "sitting down, so nobody has chosen the cards.",
        len(proof.deals),
    )
