"""Words for the fields of a state, from which `make fields` writes how it is copied, packed and read back.

A field is declared once, in `__init__`: its type, the value it starts with, and what it means. A whole number goes by a
noun that says where it lies, such as `Seat = Annotated[int, "0 to players - 1"]`; plain `int` has no bounds. Where a
noun begins at 0, a field that starts as NONE or NOTHING may also be that. A list that starts with so many items always
has so many.
"""

from __future__ import annotations

from typing import Annotated, TypeVar

T = TypeVar("T")

Count = Annotated[int, "0 to BOUND"]
Flag = Annotated[int, "0 to 1"]
Derived = Annotated[T, "derived"]
"""A field that follows from others, so that it is not packed: whoever reads a state back works it out."""
Shared = Annotated[T, "shared"]
"""A field whose list is replaced, never changed in place, so that copies share it."""
