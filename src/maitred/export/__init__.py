"""Decisions of bots as data for imitation and evaluation: `maitred export`. An extra; nothing imports it."""
