"""Games in this terminal alone: what `maitred play` sets up, asks and saves."""
