"""`maitred serve`: open the house, so that people can play in their browsers."""

from __future__ import annotations

import argparse

from maitred.bots.policies import admit
from maitred.cli.arguments import above_zero, whole
from maitred.cli.folder import DATA, tables_file
from maitred.cli.verb import Argument, ArgumentGroup, verb

LOG_LEVELS = ("debug", "info", "warning", "error")


def limit(name: str, default: int, meaning: str, unit: str | None = None) -> Argument:
    """A number above zero that a host may change."""
    return Argument(name, type=above_zero, default=default, metavar=unit, help=f"{meaning} (default: %(default)s)")


FOR_HOSTS = ArgumentGroup(
    "for hosts",
    Argument(
        "--store",
        metavar="URL",
        help="keep the tables in a database that several servers share (postgresql://user@host/name)",
    ),
    Argument(
        "--cluster-address",
        metavar="HOST:PORT",
        default="127.0.0.1:0",
        help="where the other servers that share the database reach this one (default: this machine, any port)",
    ),
    Argument("--metrics", metavar="HOST:PORT", help="serve metrics for Prometheus at /metrics of this address"),
    Argument("--proxy", metavar="ADDRESSES", help="trust the headers of reverse proxies at these addresses"),
    Argument("--plain-sockets", action="store_true", help="use uvicorn's own sockets, which are slower"),
    Argument("--keep-days", type=whole, default=0, help="how long finished games are kept (default: always)"),
    Argument("--idle-days", type=whole, default=60, help="how long unfinished games are kept (0: always)"),
    limit("--disk-mb", 4096, "how much disk space the tables may use"),
    Argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME=POLICY",
        help="admit a bot of your own to live tables, FILE.onnx, FILE.expert or PACKAGE:FUNCTION, under a name",
    ),
    Argument("--workers", type=above_zero, help="worker processes for bots (default: one fewer than cores)"),
    Argument(
        "--grace", type=above_zero, metavar="SECONDS", help="until a bot plays for an absent player (default: 45)"
    ),
    Argument("--idle", type=above_zero, metavar="SECONDS", help="until a bot plays for an idle player (default: 180)"),
    limit("--answer", 20, "how long a client may take to answer before a deal is void", "SECONDS"),
    limit("--doze", 60, "how long an empty table stays in memory", "SECONDS"),
    limit("--tables-per-minute", 30, "how many tables one address may set up"),
    limit("--windows-per-address", 64, "how many connections one address may have open"),
    limit("--requests-per-second", 40, "how many requests one address may make"),
    Argument(
        "--review-seconds",
        type=whole,
        default=60,
        metavar="SECONDS",
        help="how long the review of a game may take, beside the tables (0: none are made; default: 60)",
    ),
    Argument("--lab", action="store_true", help="open the lab to everybody, not only to people at this machine"),
    Argument("--log", choices=LOG_LEVELS, default="warning", help="what to log (default: warning)"),
)


@verb(
    "open the house: play in the browser, with friends or bots",
    Argument("--host", default="127.0.0.1", help="the address to listen at (0.0.0.0: all; default: %(default)s)"),
    Argument("--port", type=whole, default=8000, help="the port, or the next free one (default: %(default)s)"),
    DATA,
    Argument("--public-url", metavar="URL", help="the address that people open, such as https://games.example.org"),
    Argument(
        "--open", action=argparse.BooleanOptionalAction, default=False, help="open the page in this machine's browser"
    ),
    FOR_HOSTS,
)
def serve(chosen: argparse.Namespace) -> int:
    """Open the house: one process and one file. Unfinished tables continue when it is opened again."""
    # Imported only here: these take as long to import as a small command takes to run.
    from maitred.server import logs, serve
    from maitred.server.limits import Limits
    from maitred.table.presence import AT_TURNS, Patience

    admit(chosen.bot)
    patience = None
    if chosen.grace is not None or chosen.idle is not None:
        gone = AT_TURNS.gone if chosen.grace is None else chosen.grace * 1000
        patience = Patience(gone, AT_TURNS.idle if chosen.idle is None else chosen.idle * 1000)
    logs.set_up(chosen.log)
    settings = serve.Settings(
        file=tables_file(chosen.data),
        store=chosen.store,
        cluster_address=chosen.cluster_address,
        metrics=chosen.metrics,
        host=chosen.host,
        port=chosen.port,
        public_url=None if chosen.public_url is None else serve.check_public_url(chosen.public_url),
        proxy=chosen.proxy,
        plain_sockets=chosen.plain_sockets,
        open_page=chosen.open,
        keep_days=chosen.keep_days,
        idle_days=chosen.idle_days,
        workers=chosen.workers or serve.usual_workers(),
        limits=Limits(
            tables_per_minute=chosen.tables_per_minute,
            windows_per_address=chosen.windows_per_address,
            requests_per_second=chosen.requests_per_second,
            disk_bytes=chosen.disk_mb << 20,
        ),
        doze=chosen.doze * 1000,
        patience=patience,
        lab=chosen.lab,
        review_seconds=chosen.review_seconds,
        answer_ms=chosen.answer * 1000,
    )
    serve.run(settings)
    print("The house is closed; tables are kept.")
    return 0
