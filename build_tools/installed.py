"""Says how the installed maitred was built. With `compiled` or `page`: prints nothing, and fails unless it has that."""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, files


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


def missing() -> list[str]:
    """What the build could not make, each with the reason; not what it was told to leave out."""
    for file in files("maitred") or []:
        if file.as_posix() == "maitred/built.txt":
            return file.read_text().splitlines()
    return []


def main(arguments: list[str]) -> int:
    """Do what the command line says."""
    if arguments == ["compiled"]:
        return 0 if compiled() else 1
    if arguments == ["page"]:
        return 0 if has_page() else 1
    print(f"maitred is installed{', compiled' if compiled() else ' as plain Python'}.")
    for line in missing():
        print(f"*** MAITRED IS INSTALLED {line}")
        if line.startswith("without its page"):
            print("*** Games can be played in the terminal (make terminal); the next make tries again.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
