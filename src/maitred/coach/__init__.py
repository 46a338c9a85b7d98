"""The coach: what a finished game says about how it was played, and puzzles out of games between strong bots."""
