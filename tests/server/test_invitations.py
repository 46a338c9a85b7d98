"""A link to give away: never an address that friends cannot open without saying so."""

from __future__ import annotations

import pytest

from maitred.server import identity
from maitred.server.identity import HostPolicy


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine is in a network."""
    monkeypatch.setattr(identity, "address_in_network", lambda: "192.168.7.9")


@pytest.mark.usefixtures("network")
@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "127.9.9.9:80"])
def test_a_house_for_this_machine_alone_says_so(host: str) -> None:
    hosts = HostPolicy(None)
    assert hosts.reach(host) == "here"
    assert hosts.link(host, False, "/t/x") == f"http://{host}/t/x"


@pytest.mark.usefixtures("network")
def test_a_house_open_to_the_network_gives_its_address_there() -> None:
    hosts = HostPolicy(None, port=8123)
    assert hosts.reach("localhost:8123") == "network"
    assert hosts.link("localhost:8123", False, "/t/x") == "http://192.168.7.9:8123/t/x"


def test_without_a_network_nothing_is_made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "address_in_network", lambda: None)
    hosts = HostPolicy(None, port=8123)
    assert hosts.reach("localhost:8123") == "offline"
    assert hosts.link("localhost:8123", False, "/t/x") == "http://localhost:8123/t/x"


@pytest.mark.usefixtures("network")
def test_whoever_came_by_an_address_of_the_network_gives_that_one_away() -> None:
    hosts = HostPolicy(None, port=8123)
    assert hosts.reach("10.0.0.4:8123") == "network"
    assert hosts.link("10.0.0.4:8123", False, "/t/x") == "http://10.0.0.4:8123/t/x"


@pytest.mark.usefixtures("network")
def test_a_public_address_is_for_everybody() -> None:
    hosts = HostPolicy("https://games.example.org", port=8123)
    assert hosts.reach("localhost:8123") == "public"
    assert hosts.link("localhost:8123", False, "/t/x") == "https://games.example.org/t/x"
