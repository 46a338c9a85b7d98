"""Compiles modules of a package with mypyc: in a copy, one library per folder, in parallel, and nothing twice.

    native.py PACKAGE OUT GLOB...     compile the modules of PACKAGE that match, into OUT
    native.py --check                 can anything be compiled here?

A sentence on standard output reports the result. Status 0: done; 3: nothing can be compiled here; 1: it failed.

Compiled libraries are cached (cache.py) on two levels: an unchanged package takes all its libraries from the cache;
otherwise mypyc writes C again, and only changed C is compiled. The key of the first level includes every installed
package, because mypyc's result depends on the types it can see.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib.metadata import distributions, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import docstrings
from cache import Cache

if TYPE_CHECKING:
    from setuptools import Extension

FAILED = 1
CANNOT_COMPILE_HERE = 3
OPTIMIZE = "MAITRED_OPTIMIZE"
"""How hard the C compiler tries, 0 to 3: with 0 it is done in a third of the time, and games are slower."""
ENVIRONMENT = ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS", "LDSHARED", "ARCHFLAGS", OPTIMIZE)
PROBE = "#include <Python.h>\nPyMODINIT_FUNC PyInit_probe(void) { return NULL; }\n"
NEVER_COMPILED = ("__init__.py", "shapes.py")  # a compiled TypedDict forgets the types of its fields
INSTALL = "on Debian or Ubuntu: apt install gcc python3-dev; on macOS: xcode-select --install"


class Failure(Exception):
    """Compiling failed, for the reason in this sentence."""


# What this machine can do


def obstacle() -> str | None:
    """Why nothing can be compiled here, and what to install; None if it can."""
    if not find_spec("mypyc") or not find_spec("setuptools"):
        return "mypyc is not installed (pip install mypy setuptools)."
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return f"the headers of Python {sysconfig.get_python_version()} are missing ({INSTALL})."
    with tempfile.TemporaryDirectory() as work:
        from setuptools import Extension

        source = Path(work, "probe.c")
        source.write_text(PROBE)
        try:
            compile_c([Extension("probe", [str(source)])], Path(work))
        except Failure:
            return f"no working C compiler was found ({INSTALL})."
    return None


def toolchain() -> str:
    """Everything that a library depends on except its source."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    try:
        compiled_by = subprocess.run([*compiler, "--version"], capture_output=True, text=True, check=False).stdout
    except OSError:
        compiled_by = ""
    return json.dumps(
        [
            [Path(tool).read_text(encoding="utf-8") for tool in (__file__, str(docstrings.__file__))],
            [sys.version, sysconfig.get_platform(), sysconfig.get_config_var("EXT_SUFFIX")],
            [version("mypy"), version("setuptools"), compiler, compiled_by],
            [sysconfig.get_config_var(name) for name in ("CFLAGS", "LDSHARED")],
            [os.environ.get(name) for name in ENVIRONMENT],
        ]
    )


# From Python to C to libraries


def folders(package: Path, globs: list[str]) -> dict[str, list[str]]:
    """The files to compile, relative to the folder that holds the package, by the name of their library."""
    found: dict[str, list[str]] = {}
    for glob in globs:
        paths = [path for path in sorted(package.glob(glob)) if path.name not in NEVER_COMPILED]
        if not paths and not set("*?[") & set(glob):
            raise Failure(f"there is no {package.name}/{glob} to compile.")
        for path in paths:
            file = path.relative_to(package.parent)
            library = ".".join([*file.parent.parts, "native"])
            files = found.setdefault(library, [])
            if file.as_posix() not in files:
                files.append(file.as_posix())
    return found


def write_c(libraries: dict[str, list[str]], build: Path) -> list[Extension]:
    """Let mypyc write the C of every library, from the sources in the current folder."""
    import setuptools  # noqa: F401  mypyc builds with setuptools if that was imported first
    from mypyc.build import mypycify

    # Errors in modules that are not compiled, and packages that only those import, do not concern this build.
    options = ["--config-file=", "--explicit-package-bases", "--follow-imports=silent", f"--cache-dir={build / 'mypy'}"]
    files = [file for group in libraries.values() for file in group]
    groups: list[tuple[list[str], str | None]] = [(group, name) for name, group in libraries.items()]
    told = io.StringIO()
    try:
        with contextlib.redirect_stdout(told), contextlib.redirect_stderr(told):
            extensions = list[Any](
                mypycify(
                    [*options, *files],
                    separate=groups,
                    debug_level="0",
                    opt_level=os.environ.get(OPTIMIZE) or "3",
                    target_dir=str(build),
                )
            )
    except SystemExit as refusal:
        lines = [*told.getvalue().splitlines(), str(refusal)]
        first = next((line for line in lines if " error: " in line), lines[0])
        raise Failure(f"mypyc refused a module that is to be compiled: {first}") from None
    finally:
        sys.stderr.write(told.getvalue())
    docstrings.add_docstrings(files, build)
    for extension in extensions:
        # A newer compiler may have new warnings; they must not break the build.
        extension.extra_compile_args = [flag for flag in extension.extra_compile_args if flag != "-Werror"]
        if os.name == "posix":
            # What no other library can replace, the compiler may inline: mypyc's own functions above all.
            extension.extra_compile_args.append("-fvisibility=hidden")
        if sys.platform == "linux":
            # Python's own functions are called without a detour.
            extension.extra_compile_args.append("-fno-plt")
    return extensions


def file_of(library: str) -> str:
    """The file in which Python looks for a library of this name."""
    return library.replace(".", "/") + str(sysconfig.get_config_var("EXT_SUFFIX"))


def compile_c(extensions: list[Extension], work: Path) -> dict[str, Path]:
    """Compile in parallel, one job per processor; returns the path of each library by its name."""
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext
    from setuptools.errors import BaseError, CCompilerError

    largest_first = sorted(extensions, key=lambda extension: -sum(Path(c).stat().st_size for c in extension.sources))
    command = build_ext(Distribution({"name": "native", "ext_modules": largest_first}))
    command.build_lib = str(work / "lib")
    command.build_temp = str(work / "temp")
    command.parallel = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    try:
        command.ensure_finalized()
        command.run()
    except (BaseError, CCompilerError, OSError) as error:
        raise Failure(f"the C compiler failed: {error}") from error
    return {extension.name: work / "lib" / file_of(extension.name) for extension in extensions}


# What was compiled before


def digest(*parts: str | bytes) -> str:
    """One hash for all of these together."""
    total = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "big") + data)
    return total.hexdigest()


def package_key(package: Path, globs: list[str], tools: str) -> str:
    """The cache key of all libraries of a package together."""
    known = sorted({f"{found.name}=={found.version}" for found in distributions()})
    parts: list[str | bytes] = [tools, json.dumps([globs, known])]
    for path in sorted(package.rglob("*.py*")):
        if path.suffix in (".py", ".pyi"):
            parts += [path.relative_to(package).as_posix(), path.read_bytes()]
    return digest(*parts)


def library_key(extension: Extension, build: Path, tools: str) -> str:
    """The cache key of one library: its C, the headers that it includes, and how it is compiled."""
    parts: list[str | bytes] = [tools, extension.name, json.dumps(extension.extra_compile_args)]
    for path in sorted({str(file) for file in (*extension.sources, *extension.depends)}):
        parts += [Path(path).relative_to(build).as_posix(), Path(path).read_bytes()]
    return digest(*parts)


def take_all(cache: Cache, key: str, out: Path) -> int:
    """Fill `out` with all libraries of a package from the cache; returns how many, or 0 if any is missing."""
    listed = cache.find(key)
    libraries = {name: cache.find(kept) for name, kept in json.loads(listed).items()} if listed else {}
    if None in libraries.values():
        return 0
    for name, data in libraries.items():
        target = out / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data or b"")
        target.chmod(0o755)
    return len(libraries)


def compile_package(package: Path, out: Path, globs: list[str]) -> str:
    """Fill `out` with the libraries of a package, and return a sentence about it."""
    tools = toolchain()
    key = package_key(package, globs, tools)
    with tempfile.TemporaryDirectory(prefix="maitred-native-") as temporary:
        work = Path(temporary).resolve()
        cache = Cache(work / "cache")
        if count := take_all(cache, key, out):
            return f"{count} libraries, all compiled before."
        libraries = folders(package, globs)
        if not libraries:
            return "Nothing to compile."
        build = work / "c"
        copy = work / "source"
        shutil.copytree(package, copy / package.name, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
        with contextlib.chdir(copy):
            extensions = write_c(libraries, build)
            keys = {extension.name: library_key(extension, build, tools) for extension in extensions}
            new = [extension for extension in extensions if cache.find(keys[extension.name]) is None]
            made = compile_c(new, work)
        for name, path in made.items():
            cache.keep(keys[name], path.read_bytes())
        listed = {file_of(name): kept for name, kept in keys.items()}
        cache.keep(key, json.dumps(listed).encode())
        cache.prune()
        return f"{take_all(cache, key, out)} libraries, {len(new)} of them compiled now."


def run(arguments: list[str]) -> tuple[int, str]:
    """Carry out the command line; returns the status and a sentence about the result."""
    if reason := obstacle():
        return CANNOT_COMPILE_HERE, reason
    if arguments == ["--check"]:
        return 0, "Modules can be compiled here."
    package, out, *globs = arguments
    try:
        return 0, compile_package(Path(package).resolve(), Path(out).resolve(), globs)
    except Failure as failure:
        return FAILED, str(failure)


def main(arguments: list[str]) -> int:
    """Run, with only the sentence on standard output, whatever compilers print."""
    with os.fdopen(os.dup(1), "w") as answer:
        os.dup2(2, 1)
        status, sentence = run(arguments)
        print(sentence, file=answer)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
