"""Live tables in PostgreSQL, shared by several servers: the extra `maitred[postgres]`."""
