"""A table outside its games: opening it, seats, guests, rules, starting and ending."""
