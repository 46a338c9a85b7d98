"""Levels of play, written once against the kernel: every game that has a `sense.py` has them all."""
