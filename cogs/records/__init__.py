"""Scores, statistics and the leaderboard."""
