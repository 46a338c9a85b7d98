"""The tables of a house in PostgreSQL, in a schema of their own, and how they are brought up to date.

A migration only ever adds, so that servers of this version and of the one before can run side by side.
"""

from __future__ import annotations

from typing import Any, Final

from maitred.postgres.connection import connect
from maitred.server.store import StoreFailed

OLDEST: Final = 14
"""The oldest PostgreSQL that is supported."""

MIGRATING: Final = 0x6D616974
"""The advisory lock that lets one server migrate while the others wait."""

SERVERS: Final = 0x6D616973
"""The class of the advisory locks that servers hold as long as they are connected."""

PINNED: Final = "synchronous_commit"

MIGRATIONS: Final[list[str]] = [
    """
    CREATE SEQUENCE maitred.epoch;

    -- The servers of the house. One is alive as long as its lease lasts, by the clock of the database.
    CREATE TABLE maitred.server (
        id text PRIMARY KEY,
        number serial UNIQUE,
        address text NOT NULL,
        version text NOT NULL,
        speaks int NOT NULL,
        beat timestamptz NOT NULL,
        until timestamptz NOT NULL
    );

    -- Which server a table is awake in. An epoch is never used twice.
    CREATE TABLE maitred.lease (
        "table" text PRIMARY KEY,
        server text NOT NULL,
        epoch bigint NOT NULL
    );
    CREATE INDEX lease_of_server ON maitred.lease (server);

    CREATE TABLE maitred.line (
        "table" text NOT NULL,
        seq bigint NOT NULL,
        line bytea NOT NULL,
        PRIMARY KEY ("table", seq)
    );
    CREATE TABLE maitred.summary (
        "table" text COLLATE "C" PRIMARY KEY,
        game text NOT NULL,
        phase text NOT NULL,
        public boolean NOT NULL,
        changed bigint NOT NULL,
        card bytea NOT NULL
    );
    CREATE INDEX lists ON maitred.summary (phase, public, changed, "table");
    CREATE TABLE maitred.published ("table" text PRIMARY KEY, told bytea NOT NULL);

    -- Lines that were cut off when a damaged table was mended.
    CREATE TABLE maitred.cut (
        id bigserial PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT now(),
        "table" text NOT NULL,
        seq bigint NOT NULL,
        line bytea NOT NULL
    );

    -- What all servers of the house share and nobody else may know.
    CREATE TABLE maitred.secret (name text PRIMARY KEY, value bytea NOT NULL);

    -- Appends in one transaction; the outcome of each: 0 written, 1 another line is the last one, 2 another server has
    -- the table, and the table's last line.
    CREATE FUNCTION maitred.append(
        tables text[], epochs bigint[], expected bigint[], counts int[], lines bytea[],
        games text[], phases text[], publics boolean[], changes bigint[], cards bytea[]
    ) RETURNS TABLE (outcome int, last bigint) LANGUAGE plpgsql AS $$
    DECLARE
        first int := 0;
        held bigint;
    BEGIN
        FOR i IN 1 .. cardinality(tables) LOOP
            SELECT lease.epoch INTO held FROM maitred.lease WHERE lease."table" = tables[i] FOR SHARE;
            SELECT coalesce(max(line.seq), 0) INTO last FROM maitred.line WHERE line."table" = tables[i];
            IF held IS DISTINCT FROM epochs[i] THEN
                outcome := 2;
            ELSIF last <> expected[i] THEN
                outcome := 1;
            ELSE
                outcome := 0;
                INSERT INTO maitred.line ("table", seq, line)
                    SELECT tables[i], last + n, lines[first + n] FROM generate_series(1, counts[i]) AS n;
                last := last + counts[i];
                IF games[i] IS NOT NULL THEN
                    INSERT INTO maitred.summary ("table", game, phase, public, changed, card)
                        VALUES (tables[i], games[i], phases[i], publics[i], changes[i], cards[i])
                        ON CONFLICT ("table") DO UPDATE SET game = excluded.game, phase = excluded.phase,
                            public = excluded.public, changed = excluded.changed, card = excluded.card;
                END IF;
            END IF;
            first := first + counts[i];
            RETURN NEXT;
        END LOOP;
    END $$;

    -- Whether a server is gone: its lease has run out, or it has neither been heard of for a while nor is it connected.
    -- A server that is found gone stays gone.
    CREATE FUNCTION maitred.is_gone(asked text, silence interval, locks int) RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE
        known maitred.server;
    BEGIN
        SELECT * INTO known FROM maitred.server WHERE id = asked;
        IF NOT FOUND OR known.until <= clock_timestamp() THEN
            RETURN true;
        END IF;
        IF known.beat > clock_timestamp() - silence OR NOT pg_try_advisory_xact_lock(locks, known.number) THEN
            RETURN false;
        END IF;
        UPDATE maitred.server SET until = '-infinity' WHERE id = asked;
        RETURN true;
    END $$;
    """,
    """
    -- The last snapshot of each table, so that waking it need not play all its moves again.
    CREATE TABLE maitred.snapshot ("table" text PRIMARY KEY, lines bigint NOT NULL, body bytea NOT NULL);
    """,
]


async def migrate(connection: Any) -> None:
    """Bring the schema up to date; of several servers that start together one does it, and the others wait."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATING)
        await connection.execute("CREATE SCHEMA IF NOT EXISTS maitred")
        await connection.execute(
            "CREATE TABLE IF NOT EXISTS maitred.migration (number int PRIMARY KEY, made timestamptz DEFAULT now())"
        )
        done: int = await connection.fetchval("SELECT coalesce(max(number), 0) FROM maitred.migration")
        for number, script in enumerate(MIGRATIONS[done:], done + 1):
            await connection.execute(script)
            await connection.execute("INSERT INTO maitred.migration (number) VALUES ($1)", number)


async def check_settings(connection: Any) -> None:
    """Refuse a database that is too old, or acknowledges what it has not written."""
    if connection.get_server_version().major < OLDEST:
        raise StoreFailed(
            f"This is PostgreSQL {connection.get_server_version().major}: maitred needs {OLDEST} or newer."
        )
    if await connection.fetchval("SELECT pg_is_in_recovery()"):
        raise StoreFailed("This database is a replica, which cannot be written to: name the primary.")
    for setting in (PINNED, "fsync"):
        if await connection.fetchval("SELECT current_setting($1)", setting) == "off":
            raise StoreFailed(f"This database has {setting} = off, with which acknowledged moves can be lost.")


async def connect_to_write(url: str) -> Any:
    """A connection to a database that may be written to, and that goes on to acknowledge only what it has written,
    whatever becomes the database's setting."""
    connection = await connect(url)
    try:
        await check_settings(connection)
        await connection.execute("SELECT set_config(name, setting, false) FROM pg_settings WHERE name = $1", PINNED)
    except BaseException:
        connection.terminate()
        raise
    return connection
