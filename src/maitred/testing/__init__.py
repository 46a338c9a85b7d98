"""For games by other people: what every game must pass, golden files, and mutants that break its rules on purpose.

Three lines make a whole suite of a game's own (pip install "maitred[testing]"):

    from maitred.testing.conformance import *
    from my_game import GAME
    GAMES = [GAME]

`python -m maitred.testing golden` writes perft.json and playthrough.txt beside the tests, `python -m maitred.testing
mutants` breaks every clause of mutants.toml and sees that a test named after it notices.
"""
