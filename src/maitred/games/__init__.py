"""The games: one folder each, all with the same file names. A folder here is a game of the house."""
