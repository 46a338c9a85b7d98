"""`maitred serve`: open the house, so that people can play in their browsers."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from maitred.cli.arguments import above_zero, whole
from maitred.cli.folder import add_data, tables_file

if TYPE_CHECKING:
    from maitred.cli.arguments import Verbs

LOG_LEVELS = ("debug", "info", "warning", "error")


def add_to(verbs: Verbs) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "serve",
        help="open the house: play in the browser, with friends or bots",
        description="Open the house: one process and one file. Tables that were not finished go on at the next start.",
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="the address to listen at (0.0.0.0: all; default: %(default)s)"
    )
    parser.add_argument(
        "--port", type=whole, default=8000, help="the port, or the next free one (default: %(default)s)"
    )
    add_data(parser)
    parser.add_argument(
        "--public-url", metavar="URL", help="the address that people open, such as https://games.example.org"
    )
    parser.add_argument(
        "--open", action=argparse.BooleanOptionalAction, default=False, help="open the page in this machine's browser"
    )
    hosting = parser.add_argument_group("for hosts")
    hosting.add_argument("--proxy", metavar="ADDRESSES", help="trust what the reverse proxy at these addresses tells")
    hosting.add_argument("--plain-sockets", action="store_true", help="use uvicorn's own sockets, which are slower")
    hosting.add_argument(
        "--keep-days", type=whole, default=0, help="how long finished games are kept (default: always)"
    )
    hosting.add_argument(
        "--idle-days", type=whole, default=60, help="how long games are kept that nobody goes on with (0: always)"
    )
    hosting.add_argument(
        "--disk-mb", type=above_zero, default=4096, help="what all tables may fill (default: %(default)s)"
    )
    hosting.add_argument(
        "--workers", type=above_zero, help="processes that bots think in (default: one less than cores)"
    )
    hosting.add_argument(
        "--grace", type=above_zero, metavar="SECONDS", help="wait this long for who has gone (default: 45)"
    )
    hosting.add_argument(
        "--idle", type=above_zero, metavar="SECONDS", help="wait this long for who is idle (default: 180)"
    )
    hosting.add_argument(
        "--answer",
        type=above_zero,
        default=20,
        metavar="SECONDS",
        help="void a deal when a client is silent this long (default: 20)",
    )
    hosting.add_argument(
        "--doze", type=above_zero, default=60, metavar="SECONDS", help="keep empty tables in memory (default: 60)"
    )
    hosting.add_argument(
        "--tables-per-minute", type=above_zero, default=30, help="that one address may set (default: 30)"
    )
    hosting.add_argument("--windows-per-address", type=above_zero, default=64, help="open at once (default: 64)")
    hosting.add_argument("--requests-per-second", type=above_zero, default=40, help="of one address (default: 40)")
    hosting.add_argument("--log", choices=LOG_LEVELS, default="warning", help="what to log (default: warning)")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Serve until told to close."""
    # Only a server needs these, which take as long to import as a small command to run.
    from maitred.server import logs, serve
    from maitred.server.limits import Limits
    from maitred.table.presence import AT_TURNS, Patience

    patience = None
    if chosen.grace is not None or chosen.idle is not None:
        gone = AT_TURNS.gone if chosen.grace is None else chosen.grace * 1000
        patience = Patience(gone, AT_TURNS.idle if chosen.idle is None else chosen.idle * 1000)
    logs.set_up(chosen.log)
    settings = serve.Settings(
        file=tables_file(chosen.data),
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
        answer_ms=chosen.answer * 1000,
    )
    serve.run(settings)
    print("The house is closed; tables are kept.")
    return 0
