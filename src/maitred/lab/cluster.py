"""Chunks played on a Ray cluster: the same results as on processes. Needs `pip install maitred[ray]`."""

from __future__ import annotations

import socket
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from importlib.util import find_spec
from typing import Any, Final

from maitred.kernel.errors import BadSetup
from maitred.lab.work import Bundle, Chunk, Workers

CONNECT_SECONDS: Final = 5.0
ATTEMPTS: Final = -1
"""If a worker or a machine dies, Ray plays its chunks again, however often that happens."""


def cluster(address: str) -> Workers:
    """The workers of a cluster, one for each of its cores, or a refusal."""
    if find_spec("ray") is None:
        raise BadSetup("A cluster needs Ray: install it with `pip install maitred[ray]`, here and on all its machines.")
    import ray

    check_reachable(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ValueError, RuntimeError, TimeoutError) as problem:
        raise BadSetup(f"There is no Ray cluster at {address!r}.") from problem
    cores = int(ray.cluster_resources().get("CPU", 0))
    if cores < 1:
        raise BadSetup(f"The Ray cluster at {address!r} has no cores to play on.")
    return Workers(max(2, cores), RayExecutor)


def check_reachable(address: str) -> None:
    """Refuse an address where nobody answers: Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit():
        return  # `auto` and the like: Ray knows where to look
    try:
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
    except (OSError, OverflowError) as problem:
        raise BadSetup(f"There is no Ray cluster at {address!r}.") from problem


class RayBundle:
    """Chunks that are being played on a cluster."""

    def __init__(self, reference: Any) -> None:
        self.reference = reference

    def result(self) -> Bundle:
        """Wait for their games."""
        import ray
        from ray.exceptions import ObjectLostError, WorkerCrashedError

        try:
            bundle: Bundle = ray.get(self.reference)
        except (ObjectLostError, WorkerCrashedError) as problem:
            raise BrokenProcessPool("the worker and its results are gone") from problem
        return bundle


class RayExecutor:
    """A cluster in the shape of an executor."""

    def submit(self, work: Callable[[list[Chunk]], Bundle], chunks: list[Chunk], /) -> RayBundle:
        """Begin to play chunks."""
        import ray

        return RayBundle(ray.remote(num_cpus=1, max_retries=ATTEMPTS)(work).remote(chunks))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster."""
        import ray

        if cancel_futures:
            ray.shutdown()
