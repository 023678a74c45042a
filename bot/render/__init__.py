"""Pictures: card faces and tables, drawn from our own vector shapes. No Discord here."""
