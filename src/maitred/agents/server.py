"""The server of the Model Context Protocol: tools and rules over stdio or HTTP, in every revision that the SDK speaks.

Nothing is kept between calls but the seats' own files, so any call may be the first after a restart.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Mapping
from importlib.metadata import version
from typing import Any, Final

import anyio
import anyio.to_thread
import mcp_types as types
import uvicorn
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import MCPError
from starlette.applications import Starlette

import maitred
from maitred.agents.tools import Tools
from maitred.kernel.errors import Refused

RULES: Final = "maitred://rules/"
PATH: Final = "/mcp"
THREADS: Final = 256
"""How many calls may wait at the same time."""
MOST_BYTES: Final = 1 << 16
LOCAL: Final = ("127.0.0.1", "localhost", "[::1]")
INSTRUCTIONS: Final = (
    "Restaurant card games to play. Call games, then sit, then again and again act (or wait_turn while others move) "
    "until the state is over. Only the listed actions can be taken, by their number and stamp. Read the rules of a "
    "game as the resource maitred://rules/{game} before you play it."
)

Context = ServerRequestContext[Any, Any]


TOKENS: Final = "maitred/tokens"
"""Where the `_meta` of a call says how many tokens the agent used for it."""


def build_server(tools: Tools, report: Callable[[Mapping[str, Any], int], None] | None = None) -> Server[Any]:
    """The server of these tools; `report` is told the arguments of calls that say how many tokens were used."""
    limiter: list[anyio.CapacityLimiter] = []

    async def list_tools(ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(
            tools=[
                types.Tool(
                    name=tool.name,
                    title=tool.title,
                    description=tool.description,
                    input_schema=tool.schema(),
                    annotations=types.ToolAnnotations(
                        read_only_hint=tool.read_only, idempotent_hint=tool.name != "sit", open_world_hint=False
                    ),
                )
                for tool in tools.listed.values()
            ]
        )

    async def call_tool(ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        tokens = (params.meta or {}).get(TOKENS)
        if report is not None and isinstance(tokens, int) and tokens > 0:
            report(params.arguments or {}, tokens)
        if not limiter:
            limiter.append(anyio.CapacityLimiter(THREADS))
        told, refused = await anyio.to_thread.run_sync(
            tools.call, params.name, params.arguments, limiter=limiter[0], abandon_on_cancel=True
        )
        return types.CallToolResult(content=[types.TextContent(type="text", text=told)], is_error=refused)

    async def list_resources(ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        return types.ListResourcesResult(
            resources=[
                types.Resource(
                    uri=f"{RULES}{game.id}",
                    name=f"rules-{game.id}",
                    title=f"How to play {game.title}",
                    mime_type="text/markdown",
                )
                for game in maitred.all_games()
            ]
        )

    async def read_resource(ctx: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri = str(params.uri)
        for game in maitred.all_games():
            if uri == f"{RULES}{game.id}":
                text = types.TextResourceContents(uri=uri, mime_type="text/markdown", text=game.rules())
                return types.ReadResourceResult(contents=[text])
        raise MCPError(types.INVALID_PARAMS, f"There is no resource {uri[:100]!r}; list the resources.", {"uri": uri})

    async def list_templates(
        ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        template = types.ResourceTemplate(
            uri_template=f"{RULES}{{game}}", name="rules", title="How to play a game", mime_type="text/markdown"
        )
        return types.ListResourceTemplatesResult(resource_templates=[template])

    async def list_prompts(ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        wanted = types.PromptArgument(name="game", description="the id of the game", required=True)
        return types.ListPromptsResult(
            prompts=[types.Prompt(name="play", title="Play a game", description="Play to win.", arguments=[wanted])]
        )

    async def get_prompt(ctx: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        if params.name != "play":
            raise MCPError(types.INVALID_PARAMS, f"There is no prompt {params.name[:40]!r}; there is one: play.")
        try:
            game = maitred.game((params.arguments or {}).get("game", ""))
        except Refused as refusal:
            raise MCPError(types.INVALID_PARAMS, str(refusal)) from refusal
        text = f"Read {RULES}{game.id}, sit down at a new table of {game.id}, and play to win until the game is over."
        content = types.TextContent(type="text", text=text)
        return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=content)])

    return Server(
        "maitred",
        version=version("maitred"),
        title="maitred: restaurant card games",
        instructions=INSTRUCTIONS,
        get_tool_input_schema=lambda name: tools.listed[name].schema() if name in tools.listed else None,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
    )


async def serve_stdio(tools: Tools) -> None:
    """Serve one client over standard input and output, until the input ends."""
    server = build_server(tools)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


def http_app(server: Server[Any], hosts: tuple[str, ...] = ()) -> Starlette:
    """The application for HTTP: without sessions, so that a restart is nothing a client notices; `hosts`: names besides
    this machine's own under which it may be called."""
    known = [f"{name}:*" for name in (*LOCAL, *hosts)]
    names = [*known, *hosts]
    origins = [f"{scheme}://{name}" for scheme in ("http", "https") for name in names]
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=True, allowed_hosts=names, allowed_origins=origins
    )
    return server.streamable_http_app(
        streamable_http_path=PATH,
        stateless_http=True,
        max_request_body_size=MOST_BYTES,
        transport_security=security,
    )


def http_server(app: Starlette) -> uvicorn.Server:
    """The server of an application; it listens at sockets that it is given."""
    # h11 removes the white space around the values of headers, as HTTP says; httptools leaves it.
    config = uvicorn.Config(app, http="h11", log_level="warning", access_log=False, timeout_graceful_shutdown=1)
    return uvicorn.Server(config)


async def serve_http(tools: Tools, taken: socket.socket, hosts: tuple[str, ...]) -> None:
    """Serve any number of clients over HTTP."""
    await http_server(http_app(build_server(tools), hosts)).serve(sockets=[taken])
