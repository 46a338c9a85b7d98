"""The smallest agent: a client of the Model Context Protocol that takes the first legal action, or any at random.

In an arena (`maitred arena ovens --seat "mcp:python examples/agent.py" --seat easy`) it finds the server and its seat
in the environment. Alone (`python examples/agent.py --game ovens`) it starts `maitred mcp` itself and sits down.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client


async def call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """The answer of a tool."""
    # An agent that counts its tokens says so here; this one thinks for nothing, and counts its calls.
    used: Any = {"maitred/tokens": 1}
    result = await client.call_tool(tool, arguments, meta=used)
    text = "".join([each.text for each in result.content if each.type == "text"])
    if result.is_error and not text.startswith("{"):
        raise SystemExit(text)
    answer: dict[str, Any] = json.loads(text)
    return answer


async def play(client: Client, answer: dict[str, Any], policy: str) -> dict[str, Any]:
    """Play until the game is over; the last answer."""
    while answer["state"] not in ("over", "closed"):
        if not answer["actions"]:
            answer = await call(client, "wait_turn", seat=answer["seat"])
            continue
        action = answer["actions"][0] if policy == "first" else random.choice(answer["actions"])
        stamp = action[2] if len(action) > 2 else answer["stamp"]
        answer = await call(client, "act", seat=answer["seat"], stamp=stamp, action=action[0])
    return answer


async def main() -> None:
    """Play one game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--policy", choices=("first", "random"), default="random")
    parser.add_argument("--game", default="ovens", help="the game to play alone")
    chosen = parser.parse_args()
    url, seat = os.environ.get("MAITRED_MCP_URL"), os.environ.get("MAITRED_SEAT")
    if url is not None and seat is not None:
        async with Client(url) as client:
            await play(client, await call(client, "wait_turn", seat=seat), chosen.policy)
        return
    command = StdioServerParameters(command=sys.executable, args=["-m", "maitred", "mcp"], env=dict(os.environ))
    async with Client(stdio_client(command)) as client:
        answer = await play(client, await call(client, "sit", game=chosen.game), chosen.policy)
    print("\n".join(answer["score_sheet"]))


if __name__ == "__main__":
    asyncio.run(main())
