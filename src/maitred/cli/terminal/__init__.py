"""The terminal that `play` and `join` share: what is drawn there, and what is made of the lines that are typed."""
