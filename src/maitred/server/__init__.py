"""The house on the network: where live tables are kept and who may sit at them."""
