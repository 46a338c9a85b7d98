"""Puts into the wheel what is built for it: the compiled modules beside their sources, and the page.

Without a C compiler the wheel is plain Python, without Node it has no page; both is said. `MAITRED_COMPILE` and
`MAITRED_PAGE` say what is wanted: `1` this or nothing, `0` without, `auto` (or unset) whatever works here.
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

CANNOT_BUILD_HERE = 3


class Built(BuildHookInterface[WheelBuilderConfig]):
    """Runs the tools of `build_tools/` and collects what they made."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, unless told otherwise, and mark the wheel for this platform if it has compiled modules."""
        if version == "editable":
            return
        self.made = TemporaryDirectory(prefix="maitred-wheel-")
        made = Path(self.made.name)
        package = Path(self.root, self.config["package"])
        native = [str(package), str(made / "native"), *self.config["compile"]]
        if self.tool("MAITRED_COMPILE", "native.py", native, "built as plain Python, several times slower"):
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
        page = ["build", str(made / "page" / "maitred" / "page")]
        self.tool("MAITRED_PAGE", "page.py", page, "built WITHOUT ITS PAGE")
        for part in ("native", "page"):
            for path in sorted((made / part).rglob("*")):
                if path.is_file():
                    build_data["force_include"][str(path)] = path.relative_to(made / part).as_posix()

    def tool(self, setting: str, script: str, arguments: list[str], otherwise: str) -> bool:
        """Run one tool as its setting wants it; whether it made something."""
        wish = os.environ.get(setting) or "auto"
        if wish not in ("0", "1", "auto"):
            self.app.abort(f"{setting} is 0 (without), 1 (insist) or auto, not {wish!r}.")
        if wish == "0":
            return False
        Path(arguments[1]).mkdir(parents=True, exist_ok=True)
        command = [sys.executable, str(Path(self.root, "build_tools", script)), *arguments]
        run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        said = run.stdout.strip()
        if run.returncode == CANNOT_BUILD_HERE and wish == "auto":
            self.app.display_warning(f"maitred is {otherwise}: {said}")
            return False
        if run.returncode == CANNOT_BUILD_HERE:
            self.app.abort(f"{setting}=1 insists, but {said}")
        if run.returncode:
            self.app.abort(said or f"{script} failed; the reason stands above.")
        self.app.display_info(said)
        return True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """The wheel is written: what was made for it is no longer needed here."""
        if hasattr(self, "made"):
            self.made.cleanup()
