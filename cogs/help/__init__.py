"""What Spades is for who never played it, and a round to practise."""
