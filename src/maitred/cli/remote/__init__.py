"""Seats at live tables: what `maitred join` asks a house, keeps, hears and says."""
