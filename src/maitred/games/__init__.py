"""The games: one folder each, all with the same file names. Every folder here is a game of the house."""
