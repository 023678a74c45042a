"""What every house rule is in words: one entry a rule, by topic."""
