"""The help for beginners, and the practice round."""
