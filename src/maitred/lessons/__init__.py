"""Lessons: each game is taught by playing prepared positions of it, with the real rules."""
