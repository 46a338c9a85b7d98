"""Puts the compiled modules into the wheel, beside their sources; without a C compiler the wheel is plain Python.

`MAITRED_COMPILE` says what is wanted: `1` compiled or nothing, `0` plain Python, `auto` (or unset) whatever works here.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.builders.wheel import WheelBuilderConfig

CANNOT_COMPILE_HERE = 3


class CompiledModules(BuildHookInterface[WheelBuilderConfig]):
    """Runs `build_tools/native.py` and collects what it made."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, unless told otherwise, and mark the wheel for this platform."""
        wish = os.environ.get("MAITRED_COMPILE") or "auto"
        if wish not in ("0", "1", "auto"):
            self.app.abort(f"MAITRED_COMPILE is 0 (plain Python), 1 (compiled) or auto, not {wish!r}.")
        if wish == "0" or version == "editable":
            return
        self.made = TemporaryDirectory(prefix="maitred-wheel-")
        made = Path(self.made.name)
        package = Path(self.root, self.config["package"])
        native = Path(self.root, "build_tools", "native.py")
        command = [sys.executable, str(native), str(package), str(made), *self.config["compile"]]
        run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        said = run.stdout.strip()
        if run.returncode == CANNOT_COMPILE_HERE and wish == "auto":
            self.app.display_warning(f"maitred is built as plain Python, several times slower: {said}")
            return
        if run.returncode == CANNOT_COMPILE_HERE:
            self.app.abort(f"MAITRED_COMPILE=1 wants compiled modules, but {said}")
        if run.returncode:
            self.app.abort(said or "Compiling maitred failed; the reason stands above.")
        libraries = [path for path in sorted(made.rglob("*")) if path.is_file()]
        for library in libraries:
            build_data["force_include"][str(library)] = library.relative_to(made).as_posix()
        if libraries:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
        self.app.display_info(said)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """The wheel is written: the libraries are no longer needed here."""
        if hasattr(self, "made"):
            self.made.cleanup()
