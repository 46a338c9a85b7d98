"""Makes sure that there are browsers for the tests of the page: installs Debian's if possible, or says why not.

Status 0: they are there; 3: one is missing, and what to do is printed. With `CI` set that is a failure.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import NamedTuple

MISSING = 3


class Browser(NamedTuple):
    """A browser: its name, Debian's package, the commands it may have, and the setting that names another one."""

    name: str
    package: str
    commands: tuple[str, ...]
    setting: str

    def path(self) -> str | None:
        """Where it is on this machine."""
        for command in (os.environ.get(self.setting) or "", *self.commands):
            found = shutil.which(command) if command else None
            if found is not None:
                return found
        return None

    def missing(self) -> str:
        """Why the page is not tested in it; empty if it is here."""
        if self.path() is not None:
            return ""
        how = f"on Debian: apt install {self.package}"
        return f"THE PAGE IS NOT TESTED IN {self.name.upper()}: there is none here ({how})."


CHROMIUM = Browser(
    "Chromium",
    "chromium",
    ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    "MAITRED_CHROMIUM",
)
FIREFOX = Browser("Firefox", "firefox-esr", ("firefox-esr", "firefox"), "MAITRED_FIREFOX")
BROWSERS = (CHROMIUM, FIREFOX)


def install(packages: list[str]) -> None:
    """Install Debian's packages, if this is root on a Debian."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None:
        print(f"Installing {' and '.join(packages)} for the tests of the page (some 30 seconds, once)", flush=True)
        quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
        if subprocess.run(command, env=quietly, stdout=subprocess.DEVNULL, check=False).returncode:
            subprocess.run(["apt-get", "update", "-qq"], stdout=subprocess.DEVNULL, check=False)
            subprocess.run(command, env=quietly, stdout=subprocess.DEVNULL, check=False)


def main() -> int:
    """Find the browsers, or install them."""
    packages = [browser.package for browser in BROWSERS if browser.path() is None]
    if packages:
        install(packages)
    reasons = [reason for browser in BROWSERS if (reason := browser.missing())]
    for reason in reasons:
        print(f"\n*** {reason}")
    return MISSING if reasons else 0


if __name__ == "__main__":
    sys.exit(main())
