"""The package that `maitred new-game` writes: a tiny but complete game, to be changed step by step."""
