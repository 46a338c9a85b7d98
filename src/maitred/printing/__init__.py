"""Print and play: the cards of a game as a PDF, as pictures and as sheets for Tabletop Simulator. The command needs the
extra `lab`; the drawings are those of the page."""
