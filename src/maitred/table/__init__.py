"""A live table without a network: seats, clocks, undo, presence, the pace of bots."""
