"""Prints everything the installed package depends on, one per line: `make` installs again when a line changes."""

from __future__ import annotations

import hashlib
import os
import shutil
import sysconfig
import time
from pathlib import Path

import page
from installed import has_page, is_installed

ROOTS = ("src", "docs", "build_tools", "hatch_build.py", "pyproject.toml", "CHANGELOG.md", "LICENSE")


def files() -> list[Path]:
    """Every file that goes into the package or shapes it."""
    found = [path for root in ROOTS for path in (Path(root), *Path(root).rglob("*")) if path.is_file()]
    found = [path for path in found if path.suffix != ".png"]
    found += [path.relative_to(page.ROOT) for path in page.sources()]
    return sorted({path for path in found if "__pycache__" not in path.parts})


def main() -> None:
    """Print them."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    print("compile", os.environ.get("MAITRED_COMPILE") or "auto")
    print("compiler", shutil.which(compiler))
    print("headers", Path(sysconfig.get_path("include"), "Python.h").exists())
    wish = os.environ.get("MAITRED_PAGE") or "auto"
    print("page", wish)
    if wish != "0" and is_installed() and not has_page():
        print("page missing, to be tried again", time.time_ns())
    for path in files():
        print(hashlib.sha256(path.read_bytes()).hexdigest(), path.as_posix())


if __name__ == "__main__":
    main()
