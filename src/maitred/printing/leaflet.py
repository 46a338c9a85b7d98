"""The rules of a game as a leaflet: Markdown, set with typst."""

from __future__ import annotations

import json
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

OPENED = {"strong": "#strong[", "em": "#emph["}
INLINE_END = ("strong_close", "em_close", "link_close", "s_close")


def leaflet(markdown: str) -> str:
    """The typst source for a text in Markdown. It is quoted, so that typst sees no markup or code in it."""
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown)
    made: list[str] = []
    for at, token in enumerate(tokens):
        match token.type:
            case "heading_open":
                made.append(f"#heading(level: {token.tag[1:]})[")
            case "heading_close" | "th_close" | "td_close" | "list_item_close" | "blockquote_close":
                made.append("]" if token.type.startswith(("heading", "blockquote")) else "],")
            case "paragraph_open" | "paragraph_close":
                made.append("\n\n" if not token.hidden else "")
            case "bullet_list_open":
                made.append("#list(")
            case "ordered_list_open":
                made.append("#enum(")
            case "bullet_list_close" | "ordered_list_close" | "table_close":
                made.append(")\n\n")
            case "list_item_open" | "th_open" | "td_open":
                made.append("[")
            case "blockquote_open":
                made.append("#quote(block: true)[")
            case "table_open":
                columns = sum(each.type == "th_open" for each in until(tokens, at, "thead_close"))
                made.append(f"#table(columns: {columns},")
            case "fence" | "code_block":
                made.append(f"#raw(block: true, {quoted(token.content.rstrip())})\n\n")
            case "inline":
                made.append(inline(token.children or []))
    return "".join(made)


def until(tokens: Sequence[Token], at: int, end: str) -> list[Token]:
    """The tokens from number `at` up to the first of type `end`."""
    found: list[Token] = []
    for token in tokens[at:]:
        if token.type == end:
            break
        found.append(token)
    return found


def inline(children: Sequence[Token]) -> str:
    """Text with its emphasis; of links only the text."""
    made = []
    for token in children:
        if token.type in ("text", "html_inline"):
            made.append(f"#{quoted(token.content)};")
        elif token.type == "code_inline":
            made.append(f"#raw({quoted(token.content)})")
        elif token.type in ("softbreak", "hardbreak"):
            made.append(" ")
        elif token.type == "link_open":
            made.append("#[")
        elif token.type.endswith("_open"):
            made.append(OPENED.get(token.type.removesuffix("_open"), "#["))
        elif token.type in INLINE_END:
            made.append("]")
    return "".join(made)


def quoted(text: str) -> str:
    """A string for typst, which escapes as JSON does, except that letters outside ASCII stay as they are."""
    return json.dumps(text, ensure_ascii=False)
