"""The commands: one small module per verb. Bad input gets one sentence and exit code 2."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from maitred.cli.parser import build_parser
from maitred.kernel.errors import Refused
from maitred.kernel.words import by_seat


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    chosen = build_parser().parse_args(arguments)
    try:
        code: int = chosen.run(chosen)
    except Refused as refusal:
        print(f"maitred: {by_seat(str(refusal))}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("maitred: stopped.", file=sys.stderr)
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    return code
