"""For people who design games: who wins and why, how it goes, and what a change did, with honest intervals.

An extra (`pip install maitred[lab]`) that nothing else of the package imports.
"""
