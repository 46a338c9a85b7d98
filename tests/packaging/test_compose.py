"""The compose file of three servers: what runs without a container engine, against a real PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path
from typing import Any

import yaml

from maitred.cli.parser import build_parser
from tests.packaging.clean import ROOT
from tests.server.event_loop import in_event_loop
from tests.server.faults import stored
from tests.server.guest import Browser, RunningHouse, at_free_port, at_table, deal, play_on
from tests.server.postgres import server
from tests.server.test_metrics import read, values

FOLDER = ROOT / "examples" / "hosting"
COMPOSE: dict[str, Any] = yaml.safe_load((FOLDER / "compose.yaml").read_text())
HOUSES = {name: told for name, told in COMPOSE["services"].items() if name.startswith("house")}
DATABASE = COMPOSE["services"]["db"]["environment"]
MANUAL = (ROOT / "docs" / "hosting.md").read_text()


def command(name: str) -> list[str]:
    """The words after `maitred serve` of a service, with the defaults of what is taken from the environment."""
    return [re.sub(r"\$\{\w+:-(.*)\}", r"\1", word) for word in HOUSES[name]["command"]]


def here(name: str) -> list[str]:
    """The same on this machine: other ports, and the database of the tests."""
    words = command(name)
    store = f"postgresql://{DATABASE['POSTGRES_USER']}@127.0.0.1:{server().port}/{DATABASE['POSTGRES_DB']}"
    instead = {"--store": store, "--cluster-address": "127.0.0.1:0", "--metrics": "127.0.0.1:0", "--proxy": "127.0.0.1"}
    for flag, value in instead.items():
        words[words.index(flag) + 1] = value
    return words


@contextmanager
def database() -> Iterator[None]:
    """The user and the database that the image of PostgreSQL makes."""
    user = DATABASE["POSTGRES_USER"]
    server().tell(f"CREATE ROLE {user} LOGIN SUPERUSER")
    server().tell(f"CREATE DATABASE {DATABASE['POSTGRES_DB']} OWNER {user}")
    try:
        yield
    finally:
        server().tell(f"DROP DATABASE {DATABASE['POSTGRES_DB']} WITH (FORCE)")
        server().tell(f"DROP ROLE {user}")


def in_database(command: str, folder: Path) -> None:
    """Run what `docker compose exec` runs beside the database."""
    own = {"PGHOST": "127.0.0.1", "PGPORT": str(server().port), "PATH": f"{server().programs}:{os.environ['PATH']}"}
    subprocess.run(command, shell=True, check=True, cwd=folder, env={**os.environ, **own})


def commands_of_the_manual() -> list[str]:
    """What the manual runs beside the database, in its order."""
    found = re.findall(r"^docker compose exec -T db (.+)$", MANUAL, re.MULTILINE)
    assert len(found) == 4
    return found


def test_its_servers_are_three_that_differ_in_their_names_only() -> None:
    assert len(HOUSES) == 3
    entry = re.search(r"^ENTRYPOINT (.+)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert entry is not None
    for name, told in HOUSES.items():
        chosen = build_parser().parse_args([*json.loads(entry[1])[1:], *command(name)])
        assert chosen.cluster_address == f"{name}:9000"
        assert chosen.store == f"postgresql://{DATABASE['POSTGRES_USER']}@db/{DATABASE['POSTGRES_DB']}"
        assert [word.replace(name, "house1") for word in command(name)] == command("house1")
        assert told["environment"]["PGPASSWORD"] == DATABASE["POSTGRES_PASSWORD"]
        assert (FOLDER / told["build"] / "Dockerfile").is_file()


def test_the_proxy_and_prometheus_know_all_servers(tmp_path: Path) -> None:
    nginx = (FOLDER / "nginx.conf").read_text()
    assert re.findall(r"server (\w+):8000 ", nginx) == list(HOUSES)
    port = re.search(r"listen (\d+);", nginx)
    assert port is not None
    proxy = COMPOSE["services"]["proxy"]
    assert proxy["ports"] == [f"8080:{port[1]}"]
    assert proxy["volumes"][0].startswith("./nginx.conf:")
    (job,) = yaml.safe_load((FOLDER / "prometheus.yml").read_text())["scrape_configs"]
    assert job["static_configs"][0]["targets"] == [f"{name}:9100" for name in HOUSES]
    if shutil.which("nginx") is not None:
        resolvable = tmp_path / "nginx.conf"
        resolvable.write_text(re.sub(r"house\d:8000", "127.0.0.1:8000", nginx))
        subprocess.run(["nginx", "-t", "-q", "-c", str(resolvable)], check=True)


@in_event_loop
async def test_its_servers_play_and_are_watched_and_come_back_from_a_backup(tmp_path: Path) -> None:
    dump, *restore = commands_of_the_manual()
    with database(), ExitStack() as opened:
        houses = [opened.enter_context(at_free_port(tmp_path / name, *here(name))) for name in HOUSES]
        check = HOUSES["house1"]["healthcheck"]["test"][2:]
        for house in houses:
            words = [word.replace(":8000/", f":{house.port}/") for word in check]
            subprocess.run([house.python, *words], check=True)
        browsers = [Browser(house.port) for house in houses]
        table = browsers[0].set_table("delectable", "moo")
        seats = [0, browsers[1].sit(table, "Ann"), browsers[2].sit(table, "Bob")]
        async with AsyncExitStack() as seated:
            guests = [
                await seated.enter_async_context(at_table(browser, table, seat))
                for browser, seat in zip(browsers, seats, strict=True)
            ]
            await deal(*guests)
            playing = [asyncio.create_task(play_on(guest, lambda offers: offers[0])) for guest in guests]
            await asyncio.to_thread(in_database, dump, tmp_path)  # while the game is played
            await asyncio.gather(*playing)
        for house in houses:
            check_dashboard(house)
            assert house.close() == 0
        before = await stored(here("house1")[1], table)
        for step in restore:
            await asyncio.to_thread(in_database, step, tmp_path)
        after = await stored(here("house1")[1], table)
        assert len(before) > len(after) > 3
        assert after == before[: len(after)]  # as of one moment of the game
        houses[1] = opened.enter_context(at_free_port(tmp_path / "again", *here("house2")))
        browsers[0].port = houses[1].port
        async with at_table(browsers[0], table, 0) as again:
            assert again.position is not None
            assert not again.over
            assert "Traceback" not in houses[1].log()


def check_dashboard(house: RunningHouse) -> None:
    """Every metric that the dashboard asks for is one that a server has."""
    port = re.search(r"Metrics are at port (\d+)", house.told)
    assert port is not None
    text = read(int(port[1]))[1]
    kinds = set(re.findall(r"^# TYPE (\S+)", text, re.MULTILINE))
    there = {re.split(r"[{ ]", name)[0] for name in values(text)} | kinds
    panels = json.loads((FOLDER / "grafana.json").read_text())["panels"]
    queries = [target["expr"] for panel in panels for target in panel["targets"]]
    asked = {name for query in queries for name in re.findall(r"maitred_\w+", query)}
    assert len(asked) > 12
    assert asked <= there, asked - there
    # And the list of metrics in the manual is the list of metrics.
    listed = set(re.findall(r"`(maitred_\w+)", (ROOT / "docs" / "cluster.md").read_text()))
    assert listed == kinds
