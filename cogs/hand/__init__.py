"""The hand of a person, from which they bid and play."""
