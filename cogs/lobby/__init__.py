"""A table before, between and after its games: opening it, seats, rules, beginning, ending."""
