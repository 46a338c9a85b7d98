"""`python -m maitred`: the same as the command `maitred`."""

from __future__ import annotations

import sys

from maitred.cli import main

if __name__ == "__main__":
    sys.exit(main())
