"""The package that `maitred new-game` writes: a tiny whole game, to be changed step by step."""
