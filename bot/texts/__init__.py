"""Every sentence that a user reads. Nothing here knows Discord's library."""
