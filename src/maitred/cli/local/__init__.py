"""Games in this terminal: what `maitred play` sets up, asks and saves."""
