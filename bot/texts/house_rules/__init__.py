"""Every house rule in words: one entry per rule, by topic."""
