"""Says how the installed maitred was built. With `compiled` as argument: says nothing, fails unless it is compiled."""

from __future__ import annotations

import os
import sys
from importlib.metadata import files

from native import obstacle


def compiled() -> bool:
    """Whether the installed package has compiled modules."""
    return any(file.suffix in (".so", ".pyd") for file in files("maitred") or [])


def main(arguments: list[str]) -> int:
    """Do what the command line says."""
    if arguments == ["compiled"]:
        return 0 if compiled() else 1
    if compiled():
        print("maitred is installed, compiled.")
    elif os.environ.get("MAITRED_COMPILE") == "0":
        print("maitred is installed as plain Python, as MAITRED_COMPILE=0 asks.")
    else:
        print(f"maitred is installed as plain Python, several times slower: {obstacle()}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
