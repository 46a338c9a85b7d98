"""Says how the installed maitred was built. With `compiled` or `page`: says nothing, fails unless it has that."""

from __future__ import annotations

import os
import sys
from importlib.metadata import PackageNotFoundError, files

from native import obstacle


def is_installed() -> bool:
    """Whether maitred is installed at all."""
    try:
        return bool(files("maitred"))
    except PackageNotFoundError:
        return False


def compiled() -> bool:
    """Whether the installed package has compiled modules."""
    return any(file.suffix in (".so", ".pyd") for file in files("maitred") or [])


def has_page() -> bool:
    """Whether the installed package has its page."""
    return any(file.as_posix() == "maitred/page/index.html" for file in files("maitred") or [])


def main(arguments: list[str]) -> int:
    """Do what the command line says."""
    if arguments == ["compiled"]:
        return 0 if compiled() else 1
    if arguments == ["page"]:
        return 0 if has_page() else 1
    if compiled():
        print("maitred is installed, compiled.")
    elif os.environ.get("MAITRED_COMPILE") == "0":
        print("maitred is installed as plain Python, as MAITRED_COMPILE=0 asks.")
    else:
        print(f"maitred is installed as plain Python, several times slower: {obstacle()}")
    if not has_page() and os.environ.get("MAITRED_PAGE") != "0":
        print()
        print("*** MAITRED IS INSTALLED WITHOUT ITS PAGE: Node or the page's packages could not be had (see above).")
        print("*** Games can be played in the terminal (make terminal); the next make tries again.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
