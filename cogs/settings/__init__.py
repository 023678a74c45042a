"""The settings of people and servers."""
