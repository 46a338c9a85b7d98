"""The house on the network: HTTP and sockets, storage, identity, limits."""
