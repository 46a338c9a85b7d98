"""Makes sure that there is a Chromium for the tests of the page: installs Debian's if possible, or says why not.

Status 0: there is one; 3: there is none, and what to do is printed. With `CI` set that is a failure.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NONE_HERE = 3


def browser() -> str | None:
    """The path of a Chromium on this machine."""
    for name in (os.environ.get("MAITRED_CHROMIUM") or "", *NAMES):
        found = shutil.which(name) if name else None
        if found is not None:
            return found
    return None


def install() -> None:
    """Install Debian's Chromium, if this is root on a Debian."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None:
        print("Installing Chromium for the tests of the page (some 30 seconds, once)", flush=True)
        quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"]
        if subprocess.run(command, env=quietly, stdout=subprocess.DEVNULL, check=False).returncode:
            subprocess.run(["apt-get", "update", "-qq"], stdout=subprocess.DEVNULL, check=False)
            subprocess.run(command, env=quietly, stdout=subprocess.DEVNULL, check=False)


def main() -> int:
    """Find Chromium, or install it."""
    if browser() is None:
        install()
    if browser() is not None:
        return 0
    print()
    print("*** THE PAGE IS NOT TESTED IN A BROWSER: there is no Chromium (on Debian or Ubuntu: apt install chromium).")
    return NONE_HERE


if __name__ == "__main__":
    sys.exit(main())
