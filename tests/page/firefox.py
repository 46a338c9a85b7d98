"""Debian's Firefox, driven by its own WebDriver BiDi socket: what a smoke test needs, and no more."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

PATIENCE_S = 30
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
PREFERENCES = """
user_pref("remote.active-protocols", 1);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
"""


class Firefox:
    """A Firefox without a window, with a profile of its own and one tab."""

    def __init__(self, path: str) -> None:
        self.profile = Path(tempfile.mkdtemp(prefix="maitred-firefox-"))
        (self.profile / "user.js").write_text(PREFERENCES)
        command = [path, "--headless", "--no-remote", "--profile", str(self.profile), "--remote-debugging-port=0"]
        environment = {**os.environ, "HOME": str(self.profile), "MOZ_DISABLE_AUTO_SAFE_MODE": "1"}
        self.log = (self.profile / "log").open("w+")
        self.process = subprocess.Popen(command, stdout=self.log, stderr=subprocess.STDOUT, env=environment)
        self.opened = contextlib.ExitStack()
        line = connect(f"{self.listening()}/session", max_size=None, compression=None)
        self.socket = self.opened.enter_context(line)
        self.ids = itertools.count(1)
        self.problems: list[str] = []
        self.ask("session.new", capabilities={})
        self.tab = self.ask("browsingContext.create", type="tab")["context"]
        self.ask("session.subscribe", events=["log.entryAdded"], contexts=[self.tab])

    def listening(self) -> str:
        """The address of its socket, once it has said so."""
        for _ in range(PATIENCE_S * 10):
            found = LISTENS.search((self.profile / "log").read_text())
            if found:
                return found[1]
            assert self.process.poll() is None, "Firefox has ended: " + (self.profile / "log").read_text()
            time.sleep(0.1)
        raise AssertionError("Firefox does not say where it listens: " + (self.profile / "log").read_text())

    def ask(self, method: str, **params: Any) -> Any:
        """Send a command and wait for its result; errors in the page's console are noted on the way."""
        id = next(self.ids)
        self.socket.send(json.dumps({"id": id, "method": method, "params": params}))
        while True:
            told = json.loads(self.socket.recv(PATIENCE_S))
            if told.get("id") == id:
                assert told["type"] == "success", told
                return told["result"]
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self.problems.append(str(told["params"]["text"]))

    def go(self, url: str) -> None:
        """Open an address."""
        self.ask("browsingContext.navigate", context=self.tab, url=url, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page, through JSON."""
        told = self.ask(
            "script.evaluate",
            expression=f"JSON.stringify(({expression}) ?? null)",
            target={"context": self.tab},
            awaitPromise=True,
        )
        assert told["type"] == "success", told
        return json.loads(told["result"]["value"])

    def wait_for(self, expression: str) -> Any:
        """Wait until an expression is true in the page."""
        for _ in range(PATIENCE_S * 20):
            found = self.evaluate(expression)
            if found:
                return found
            time.sleep(0.05)
        raise AssertionError(f"It did not come true: {expression}")

    def click(self, selector: str) -> None:
        """Click on the first element of a selector with the mouse, as a person does."""
        at = f"document.querySelector({json.dumps(selector)})"
        self.wait_for(f"{at} !== null")
        box = self.evaluate(
            f"(() => {{ const it = {at}; it.scrollIntoView({{block: 'center'}}); const r = it.getBoundingClientRect();"
            " return [Math.round(r.left + r.width / 2), Math.round(r.top + r.height / 2)]; })()"
        )
        steps = [
            {"type": "pointerMove", "x": box[0], "y": box[1]},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.ask(
            "input.performActions", context=self.tab, actions=[{"type": "pointer", "id": "mouse", "actions": steps}]
        )

    def close(self) -> None:
        """End the browser and remove its profile."""
        self.opened.close()
        self.process.terminate()
        self.process.wait(PATIENCE_S)
        self.log.close()
        shutil.rmtree(self.profile, ignore_errors=True)
