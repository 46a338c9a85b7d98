"""Environments for programs that learn: PettingZoo, Gymnasium, and thousands of games in one call.

`aec`, `parallel`, `single` and `vector` make them; `pip install maitred[gym]` brings what they need. With Gymnasium
installed, importing this registers `maitred/Delectable-v0` and so on for every game.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from maitred.gym.batch import vector
    from maitred.gym.learner import single
    from maitred.gym.zoo import aec, parallel

WHERE = {"aec": "zoo", "parallel": "zoo", "single": "learner", "vector": "batch"}
__all__ = ["aec", "parallel", "single", "vector"]


def __getattr__(name: str) -> Any:
    """Load what is asked for, or say what has to be installed for it."""
    if name not in WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(f"{__name__}.{WHERE[name]}"), name)
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] == "maitred":
            raise
        raise ModuleNotFoundError(
            f"maitred.gym.{name} needs {missing.name}: pip install 'maitred[gym]'", name=missing.name
        ) from None


if find_spec("gymnasium"):
    import_module("maitred.gym.registration").register_all()
