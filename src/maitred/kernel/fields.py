"""Types for the fields of a state, from which `make fields` writes how it is copied, packed and read back.

A field is declared once, in `__init__`: its type, the value it starts with, and what it means. A whole number has a
named type that gives its bounds, such as `Seat = Annotated[int, "0 to players - 1"]`; plain `int` has no bounds. Where
the bounds begin at 0, a field that starts as NONE or NOTHING may also have that value. A list that starts with a number
of items always has that many.
"""

from __future__ import annotations

from typing import Annotated, TypeVar

T = TypeVar("T")

Count = Annotated[int, "0 to BOUND"]
Flag = Annotated[int, "0 to 1"]
Derived = Annotated[T, "derived"]
"""A field that is computed from others: it is not packed, and is computed again when a state is read back."""
Shared = Annotated[T, "shared"]
"""A field whose list is replaced, never changed in place, so that copies share it."""
