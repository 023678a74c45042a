"""A person's hand: bidding, passing and playing."""
