"""Seats at live tables: what `maitred join` asks a house, stores, receives and sends."""
