"""Pictures: card faces and the table, drawn from vector shapes of our own. No Discord here."""
