"""A worker process: reads questions line by line, thinks, and answers line by line, until nobody is there to ask."""

from __future__ import annotations

import signal
import sys

import msgspec

from maitred.bots.worker import Question, answer


def main() -> None:
    """Cook until the house closes the door."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    decoder = msgspec.json.Decoder(Question)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(b"%d\n" % answer(decoder.decode(line)))
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
