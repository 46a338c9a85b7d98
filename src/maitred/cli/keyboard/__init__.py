"""A game at one keyboard: what `maitred play` draws, asks, hears and saves."""
