"""Every sentence that a user reads, without knowledge of discord.py."""
