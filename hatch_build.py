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
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.builders.wheel import WheelBuilderConfig

CANNOT_BUILD_HERE = 3


class Part(NamedTuple):
    """Something that is built for the wheel: who builds it, who decides, and how that is said."""

    script: str
    setting: str
    without: str
    having: str
    wanted: str
    otherwise: str


COMPILED = Part(
    "native.py",
    "MAITRED_COMPILE",
    "plain Python",
    "compiled",
    "compiled modules",
    "as plain Python, several times slower",
)
PAGE = Part("page.py", "MAITRED_PAGE", "no page", "with its page", "the page", "WITHOUT ITS PAGE")


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
        if self.tool(COMPILED, native):
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
        if "page" in self.config:
            self.tool(PAGE, ["build", str(made / "page" / self.config["page"])])
        for part in ("native", "page"):
            for path in sorted((made / part).rglob("*")):
                if path.is_file():
                    build_data["force_include"][str(path)] = path.relative_to(made / part).as_posix()

    def tool(self, part: Part, arguments: list[str]) -> bool:
        """Run one tool as its setting wants it; whether it made something."""
        wish = os.environ.get(part.setting) or "auto"
        if wish not in ("0", "1", "auto"):
            self.app.abort(f"{part.setting} is 0 ({part.without}), 1 ({part.having}) or auto, not {wish!r}.")
        if wish == "0":
            return False
        Path(arguments[1]).mkdir(parents=True, exist_ok=True)
        command = [sys.executable, str(Path(self.root, "build_tools", part.script)), *arguments]
        run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        said = run.stdout.strip()
        if run.returncode == CANNOT_BUILD_HERE and wish == "auto":
            self.app.display_warning(f"maitred is built {part.otherwise}: {said}")
            return False
        if run.returncode == CANNOT_BUILD_HERE:
            self.app.abort(f"{part.setting}=1 wants {part.wanted}, but {said}")
        if run.returncode:
            self.app.abort(said or f"{part.script} failed; the reason stands above.")
        self.app.display_info(said)
        return True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """The wheel is written: what was made for it is no longer needed here."""
        if hasattr(self, "made"):
            self.made.cleanup()
