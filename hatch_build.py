"""Builds what goes into the wheel: the compiled modules beside their sources, and the page.

`MAITRED_COMPILE` and `MAITRED_PAGE` say what is wanted: `1` required, `0` left out, `auto` (or unset) if possible. With
`auto` there is a wheel whatever fails: plain Python, or without its page. That is reported here, where pip shows it
only with `--verbose`, and by the package itself, from its built.txt.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.builders.wheel import WheelBuilderConfig


class Part(NamedTuple):
    """Something that is built for the wheel: the tool, the setting, and the words for reports."""

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
    "plain Python, several times slower",
)
PAGE = Part("page.py", "MAITRED_PAGE", "no page", "with its page", "the page", "without its page")


class Built(BuildHookInterface[WheelBuilderConfig]):
    """Runs the tools of `build_tools/` and collects what they made."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, unless told not to, and mark the wheel for this platform if it has compiled modules."""
        if version == "editable":
            return
        self.made = TemporaryDirectory(prefix="maitred-wheel-")
        self.missing: list[str] = []
        made = Path(self.made.name)
        package = Path(self.root, self.config["package"])
        native = [str(package), str(made / "native"), *self.config["compile"]]
        # The page is built meanwhile: for most of its time mypyc needs one processor only.
        with ThreadPoolExecutor(1) as beside:
            page = None
            if "page" in self.config:
                page = beside.submit(self.tool, PAGE, ["build", str(made / "page" / self.config["page"])])
            if self.tool(COMPILED, native):
                build_data["pure_python"] = False
                build_data["infer_tag"] = True
            if page is not None:
                page.result()
        if self.missing:
            told = made / "told" / package.name / "built.txt"
            told.parent.mkdir(parents=True)
            told.write_text("".join(f"{line}\n" for line in sorted(self.missing)), encoding="utf-8")
        for part in ("native", "page", "told"):
            for path in sorted((made / part).rglob("*")):
                if path.is_file():
                    build_data["force_include"][str(path)] = path.relative_to(made / part).as_posix()

    def tool(self, part: Part, arguments: list[str]) -> bool:
        """Run one tool according to its setting; returns whether it made something."""
        wish = os.environ.get(part.setting) or "auto"
        if wish not in ("0", "1", "auto"):
            self.app.abort(f"{part.setting} is 0 ({part.without}), 1 ({part.having}) or auto, not {wish!r}.")
        if wish == "0":
            return False
        out = Path(arguments[1])
        out.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, str(Path(self.root, "build_tools", part.script)), *arguments]
        run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        said = run.stdout.strip()
        if run.returncode == 0:
            self.app.display_info(said)
            return True
        reason = said or f"{part.script} broke with status {run.returncode} (pip install --verbose shows how)."
        if wish == "1":
            self.app.abort(f"{part.setting}=1 wants {part.wanted}, but {reason}")
        shutil.rmtree(out)
        self.missing.append(f"{part.otherwise}: {' '.join(reason.split())}")
        self.app.display_warning(f"*** MAITRED IS BUILT {part.otherwise.upper()}: {reason}")
        return False

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """The wheel is written: remove what was made for it."""
        if hasattr(self, "made"):
            self.made.cleanup()
