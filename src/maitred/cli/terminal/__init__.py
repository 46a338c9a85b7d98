"""The terminal that `play` and `join` share: what is drawn there, and how typed lines are handled."""
