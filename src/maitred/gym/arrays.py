"""Memory that compiled code writes, as NumPy sees it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def view_of(memory: Any, kind: Any) -> Array:
    """An array over memory that compiled code writes; nothing is copied."""
    return np.frombuffer(memory, kind)
