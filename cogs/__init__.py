"""The Discord side: commands, buttons and messages. No rules, no SQL."""
