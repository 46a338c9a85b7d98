"""A guest at a live table: what `maitred join` asks the house, keeps, hears, draws and says."""
