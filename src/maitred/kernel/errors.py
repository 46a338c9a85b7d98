"""Everything that can be refused. Each error is one sentence that can be shown to a person as it is."""


class Refused(Exception):
    """Something from outside was refused; nothing has changed."""


class IllegalMove(Refused):
    """A move that the rules do not allow now."""


class BadSetup(Refused):
    """A game, number of players, option or seed that does not exist."""


class BadCards(Refused):
    """A card file that cannot be played with: says the file, the card and the reason."""


class BadPosition(Refused):
    """A position (in words or packed) that cannot occur."""


class BadRecord(Refused):
    """A record that cannot be read, or that is not true."""
