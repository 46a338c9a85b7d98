"""The Dockerfile, as far as it can be checked without building an image."""

from __future__ import annotations

import json
import re
from fnmatch import fnmatch
from pathlib import Path

from maitred.cli.parser import build_parser

ROOT = Path(__file__).parents[2]
STEPS = [line.split(maxsplit=1) for line in (ROOT / "Dockerfile").read_text().splitlines() if re.match("[A-Z]", line)]


def test_what_it_copies_is_there_and_not_ignored() -> None:
    ignore = (ROOT / ".dockerignore").read_text().splitlines()
    kept = {line.removeprefix("!") for line in ignore if line.startswith("!")}
    copied = [
        source
        for step, rest in STEPS
        if step == "COPY" and not rest.startswith("--from")
        for source in rest.split()[:-1]
    ]
    assert "src" in copied
    for source in copied:
        assert (ROOT / source).exists(), source
        assert source in kept, f"{source} is ignored"
    assert kept == set(copied)


def test_images_are_named_without_a_host() -> None:
    images = [rest.split()[0] for step, rest in STEPS if step == "FROM"]
    assert len(images) == 2
    assert all(fnmatch(image, "python:3.*-slim") for image in images)


def test_it_serves_as_a_user_of_its_own_from_its_volume() -> None:
    steps = dict(STEPS)
    assert steps["USER"] == "maitred"
    command = json.loads(steps["ENTRYPOINT"])
    chosen = build_parser().parse_args(command[1:])
    assert str(chosen.data) == steps["VOLUME"]
    assert chosen.host == "0.0.0.0"
    assert str(chosen.port) == steps["EXPOSE"]
    assert f"http://127.0.0.1:{chosen.port}/healthz" in steps["HEALTHCHECK"]
