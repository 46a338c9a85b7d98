"""Builds the documentation as a static site, into build/docs or a given folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE", "docs")


def lay_out(folder: Path) -> None:
    """Put the pages and the settings into an empty folder."""
    shutil.rmtree(folder, ignore_errors=True)
    pages = folder / "pages"
    pages.mkdir(parents=True)
    shutil.copy(ROOT / "zensical.toml", folder)
    for name in PAGES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, pages / name)
        else:
            shutil.copy(ROOT / name, pages)


def build(folder: Path) -> Path:
    """Build the site; any warning is a failure."""
    lay_out(folder)
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}  # the reference is read from the source
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if run.returncode:
        raise SystemExit(f"The documentation could not be built:\n{run.stdout}{run.stderr}")
    return folder / "site"


if __name__ == "__main__":
    built = build(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "docs")
    print(f"The documentation is in {built / 'index.html'}")
