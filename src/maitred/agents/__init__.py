"""Seats for agents: a server of the Model Context Protocol, and an arena where agents and bots are compared.

An extra: `pip install maitred[mcp]`. The command line finds its verbs by their entry points.
"""
