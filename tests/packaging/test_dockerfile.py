"""The Dockerfile: its steps one by one, in a folder instead of an image, with this Python instead of the image's."""

from __future__ import annotations

import json
import os
import re
import shutil
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

from maitred.cli.parser import build_parser
from tests.packaging.clean import ROOT, Machine, can_compile
from tests.server.guest import RunningHouse

STEPS = [line.split(maxsplit=1) for line in (ROOT / "Dockerfile").read_text().splitlines() if re.match("[A-Z]", line)]


def test_what_it_copies_is_there_and_not_ignored() -> None:
    ignore = (ROOT / ".dockerignore").read_text().splitlines()
    kept = {line.removeprefix("!") for line in ignore if line.startswith("!")}
    assert ignore[1] == "*"
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


def test_it_installs_what_the_build_declares() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    (step,) = [rest for step, rest in STEPS if step == "RUN" and rest.startswith("pip install")]
    assert step.split("/wheels ")[1].split() == [re.split(r"[<>=]", name)[0] for name in declared]


@pytest.mark.skipif(
    not can_compile() and "CI" not in os.environ,
    reason="the image gets a compiler with apt-get; there is none on this machine",
)
def test_its_steps_build_a_house_that_answers(newcomer: Machine, tmp_path: Path) -> None:
    image = tmp_path / "image"
    python = newcomer.new_python("system")
    newcomer.environment["PATH"] = f"{python.parent}{os.pathsep}{newcomer.environment['PATH']}"
    here = image
    kitchen = STEPS[: [step for step, _ in STEPS].index("FROM", 1)]
    for step, rest in kitchen:
        inside = re.sub(r"(?<![\w.])/(?=(wheels|kitchen|maitred)\b)", f"{image}/", rest)
        if step == "WORKDIR":
            here = Path(inside)
            here.mkdir(parents=True)
        elif step == "COPY":
            *sources, target = rest.split()
            for source in sources:
                copy(ROOT / source, here / target, into=target.endswith("/"))
        elif step == "RUN" and not rest.startswith("apt-get"):
            newcomer.run("sh", "-c", inside, cwd=here)
    installed = image / "maitred" / "bin"
    assert newcomer.run(installed / "maitred", "--version").splitlines()[0].endswith(", compiled")
    with RunningHouse(tmp_path / "data", installed=True, python=installed / "python") as house:
        check = json.loads(dict(STEPS)["HEALTHCHECK"].removeprefix("CMD "))[1:]
        newcomer.run(installed / "python", *[word.replace(":8000/", f":{house.port}/") for word in check])
        assert house.close() == 0


def copy(source: Path, target: Path, into: bool) -> None:
    """Copy as a Dockerfile does, without what .dockerignore names."""
    ignored = shutil.ignore_patterns("__pycache__", "node_modules", "pictures", "wire.ts", "shapes.ts")
    if source.is_dir():
        shutil.copytree(source, target, ignore=ignored)
    else:
        target = target / source.name if into else target
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)
