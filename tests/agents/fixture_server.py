"""What the conformance suite wants of a server besides its protocol, over the transport of `maitred mcp`.

python -m tests.agents.fixture_server      serves at a free port, and prints its address
"""

from __future__ import annotations

import base64
import json
import struct
import zlib
from typing import Any

import anyio
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from maitred.agents.server import PATH, http_app, http_server
from maitred.server.serve import listen

Context = ServerRequestContext[Any, Any]


def chunk(kind: bytes, data: bytes) -> bytes:
    """A part of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


PIXEL = b"\x89PNG\r\n\x1a\n" + b"".join(
    [
        chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)),
        chunk(b"IDAT", zlib.compress(b"\0\0")),
        chunk(b"IEND", b""),
    ]
)
SILENCE = b"RIFF" + struct.pack("<I4s4sIHHIIHH4sI", 36, b"WAVE", b"fmt ", 16, 1, 1, 8000, 8000, 1, 8, b"data", 0)
IMAGE = types.ImageContent(type="image", data=base64.b64encode(PIXEL).decode(), mime_type="image/png")
AUDIO = types.AudioContent(type="audio", data=base64.b64encode(SILENCE).decode(), mime_type="audio/wav")
ADDRESS = {
    "$anchor": "addressDef",
    "type": "object",
    "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
}
SCHEMA_2020 = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {"address": ADDRESS},
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}
HEADER_SCHEMA = {
    "type": "object",
    "properties": {"region": {"type": "string", "x-mcp-header": "Region"}},
    "required": ["region"],
}


def text(said: str) -> types.TextContent:
    """A text."""
    return types.TextContent(type="text", text=said)


def resource(uri: str, mime: str, said: str) -> types.EmbeddedResource:
    """A text that is a resource."""
    return types.EmbeddedResource(
        type="resource", resource=types.TextResourceContents(uri=uri, mime_type=mime, text=said)
    )


CONTENT: dict[str, list[Any]] = {
    "test_simple_text": [text("This is a simple text response for testing.")],
    "test_image_content": [IMAGE],
    "test_audio_content": [AUDIO],
    "test_embedded_resource": [resource("test://embedded-resource", "text/plain", "An embedded resource.")],
    "test_multiple_content_types": [
        text("Several kinds of content:"),
        IMAGE,
        resource("test://mixed-content-resource", "application/json", '{"test": "data", "value": 123}'),
    ],
    "test_tool_with_progress": [text("done")],
    "test_error_handling": [text("This tool fails on purpose.")],
    "test_missing_capability": [text("sampled")],
    "test_streaming_elicitation": [text("nothing was asked on the stream")],
    "test_logging_tool": [text("nothing was logged")],
    "json_schema_2020_12_tool": [text("ok")],
    "test_header_tool": [text("ok")],
}
SCHEMAS: dict[str, dict[str, Any]] = {"json_schema_2020_12_tool": SCHEMA_2020, "test_header_tool": HEADER_SCHEMA}
PROMPTS: dict[str, list[str]] = {
    "test_simple_prompt": [],
    "test_prompt_with_arguments": ["arg1", "arg2"],
    "test_prompt_with_embedded_resource": ["resourceUri"],
    "test_prompt_with_image": [],
}


def schema_of(name: str) -> dict[str, Any]:
    """What a tool takes."""
    return SCHEMAS.get(name, {"type": "object", "properties": {}})


async def list_tools(ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
    """All tools."""
    return types.ListToolsResult(
        tools=[
            types.Tool(name=name, description=f"{name}, for testing", input_schema=schema_of(name)) for name in CONTENT
        ]
    )


async def call_tool(ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
    """The content of a tool, after what it does besides."""
    if params.name not in CONTENT:
        raise MCPError(types.INVALID_PARAMS, f"There is no tool {params.name}.")
    if params.name == "test_missing_capability":
        wanted = types.ClientCapabilities(sampling=types.SamplingCapability())
        if not ctx.session.check_client_capability(wanted):
            needed: dict[str, Any] = {"requiredCapabilities": {"sampling": {}}}
            raise MCPError(types.MISSING_REQUIRED_CLIENT_CAPABILITY, "This needs sampling.", needed)
    if params.name in ("test_tool_with_progress", "test_streaming_elicitation"):
        for done in (0, 50, 100):
            await ctx.session.report_progress(done, 100, f"{done} of 100")
            await anyio.sleep(0.02)
    return types.CallToolResult(content=CONTENT[params.name], is_error=params.name == "test_error_handling")


async def list_resources(ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
    """The resources that do not change."""
    return types.ListResourcesResult(
        resources=[
            types.Resource(uri="test://static-text", name="text", mime_type="text/plain"),
            types.Resource(uri="test://static-binary", name="binary", mime_type="image/png"),
        ]
    )


async def list_templates(
    ctx: Context, params: types.PaginatedRequestParams | None
) -> types.ListResourceTemplatesResult:
    """The resource with a parameter."""
    template = types.ResourceTemplate(
        uri_template="test://template/{id}/data", name="data", mime_type="application/json"
    )
    return types.ListResourceTemplatesResult(resource_templates=[template])


async def read_resource(ctx: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
    """The content of a resource."""
    uri = str(params.uri)
    if uri == "test://static-text":
        return types.ReadResourceResult(
            contents=[types.TextResourceContents(uri=uri, mime_type="text/plain", text="A text that stays the same.")]
        )
    if uri == "test://static-binary":
        return types.ReadResourceResult(
            contents=[types.BlobResourceContents(uri=uri, mime_type="image/png", blob=IMAGE.data)]
        )
    if uri.startswith("test://template/") and uri.endswith("/data"):
        id = uri.removeprefix("test://template/").removesuffix("/data")
        told = json.dumps({"id": id, "templateTest": True, "data": f"Data for ID: {id}"})
        return types.ReadResourceResult(
            contents=[types.TextResourceContents(uri=uri, mime_type="application/json", text=told)]
        )
    raise MCPError(types.INVALID_PARAMS, "There is no such resource.", {"uri": uri})


async def list_prompts(ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
    """All prompts."""
    return types.ListPromptsResult(
        prompts=[
            types.Prompt(
                name=name,
                description=f"{name}, for testing",
                arguments=[types.PromptArgument(name=each, description=each, required=True) for each in takes],
            )
            for name, takes in PROMPTS.items()
        ]
    )


async def get_prompt(ctx: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
    """A prompt with its arguments in place."""
    given = params.arguments or {}
    if params.name == "test_simple_prompt":
        content: list[Any] = [text("This is a simple prompt for testing.")]
    elif params.name == "test_prompt_with_arguments":
        content = [text(f"Prompt with arguments: arg1='{given['arg1']}', arg2='{given['arg2']}'")]
    elif params.name == "test_prompt_with_embedded_resource":
        content = [resource(given["resourceUri"], "text/plain", "A resource."), text("Please read the resource above.")]
    elif params.name == "test_prompt_with_image":
        content = [IMAGE, text("Please look at the image above.")]
    else:
        raise MCPError(types.INVALID_PARAMS, f"There is no prompt {params.name}.")
    return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=each) for each in content])


async def complete(ctx: Context, params: types.CompleteRequestParams) -> types.CompleteResult:
    """No completions."""
    return types.CompleteResult(completion=types.Completion(values=[], total=0, has_more=False))


SERVER: Server[Any] = Server(
    "fixture",
    version="1",
    get_tool_input_schema=schema_of,
    on_list_tools=list_tools,
    on_call_tool=call_tool,
    on_list_resources=list_resources,
    on_list_resource_templates=list_templates,
    on_read_resource=read_resource,
    on_list_prompts=list_prompts,
    on_get_prompt=get_prompt,
    on_completion=complete,
)

if __name__ == "__main__":
    taken = listen("127.0.0.1", 0)
    print(f"open at http://127.0.0.1:{taken.getsockname()[1]}{PATH} ", flush=True)
    anyio.run(lambda: http_server(http_app(SERVER)).serve(sockets=[taken]))
