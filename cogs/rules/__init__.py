"""The rules in words, and the rule sets of a server."""
