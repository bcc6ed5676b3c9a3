"""Which kind of text a text is: by structure first, by the extension where structure leaves it open."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

MARKDOWN = frozenset({"md", "markdown", "mdown", "mkd", "mdx", "rmd", "qmd"})
WEB = frozenset({"html", "htm", "xhtml", "shtml", "mht"})
DELIMITED = frozenset({"csv", "tsv", "psv"})
YAML = frozenset({"yaml", "yml"})
PLAIN = frozenset({"txt", "text", "log"})
LANGUAGES: dict[str, str] = {
    "py": "python", "pyi": "python", "js": "javascript", "mjs": "javascript", "jsx": "javascript", "ts": "typescript",
    "tsx": "typescript", "java": "java", "kt": "kotlin", "scala": "scala", "go": "go", "rs": "rust", "c": "c", "h": "c",
    "cc": "cpp", "cpp": "cpp", "cxx": "cpp", "hpp": "cpp", "cs": "csharp", "rb": "ruby", "php": "php", "swift": "swift",
    "sh": "shell", "bash": "shell", "ps1": "powershell", "sql": "sql", "r": "r", "lua": "lua", "pl": "perl", "vue": "vue",
    "proto": "protobuf", "graphql": "graphql", "css": "css", "scss": "css", "yaml": "yaml", "yml": "yaml", "toml": "toml",
    "ini": "ini", "cfg": "ini", "properties": "properties", "xml": "xml", "xsd": "xml", "xsl": "xml", "wsdl": "xml",
    "dart": "dart", "m": "objective-c", "groovy": "groovy", "gradle": "groovy", "tf": "terraform", "bat": "batch",
}  # fmt: skip
"""Extensions of source code, and the language that each stands for."""

API_KEYS = ("openapi", "swagger")
HEAD_CHARS = 65_536
_PROLOGUE = re.compile(r"\s*(?:<\?xml[^>]*\?>\s*|<!--.*?-->\s*)*", re.DOTALL)
_PAGE = re.compile(r"<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_FRAGMENT = re.compile(r"<(?:div|p|table|section|article|main|title|meta|h[1-6]|ul|ol|span|font|center)\b[^>]*>", re.IGNORECASE)
_API_LINE = re.compile(r"""^["']?(?:openapi|swagger)["']?\s*:\s*["']?\d""", re.MULTILINE)
_HEADER_LINE = re.compile(r"(?:From |[A-Za-z][A-Za-z0-9-]*:)")
_MAIL_NAMES = re.compile(r"^(?:from|to|date|subject|received|message-id|mime-version|return-path|content-type):", re.I | re.M)
_MARKDOWN_SIGN = re.compile(r"^(?:#{1,6} \S|```|~~~|\|[ :|-]+\|\s*$|- \[[ x]\] )", re.MULTILINE)


def text_format(text: str, extension: str) -> tuple[str, str]:
    """Return the format of a text and the reason for it.

    Structure that proves itself wins (JSON that parses, an API description, a page that opens as HTML, mail headers);
    then the extension; then weaker signs.
    """
    for test, reason in _STRUCTURES:
        found = test(text, extension)
        if found:
            return found, f"sniffed:{reason}"
    found = _by_extension(extension)
    if found:
        return found, f"extension:{extension}"
    return _by_signs(text, extension)


def loads_lines(text: str) -> list[Any] | None:
    """Return the values of JSON lines (two at least), or None where a line is not JSON."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2:
        return None
    try:
        return [json.loads(line) for line in lines]
    except (ValueError, RecursionError):
        return None


def is_api(value: Any) -> bool:
    """Return whether a value is an OpenAPI or Swagger description."""
    return isinstance(value, dict) and any(key in value for key in API_KEYS) and ("paths" in value or "info" in value)


def _json(text: str, extension: str) -> str | None:
    start = text.lstrip()[:1]
    if start not in {"{", "["}:
        return None
    try:
        value = json.loads(text)
    except RecursionError:
        return "json"
    except ValueError:
        first_line = text.lstrip().split("\n", 1)[0]
        return "ndjson" if _is_json(first_line) and loads_lines(text) is not None else None
    return "openapi" if is_api(value) else "json"


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _yaml_api(text: str, extension: str) -> str | None:
    """Look for a line at the left border that names the specification's version, in a text that opens as a YAML mapping."""
    if extension in MARKDOWN | WEB or not _API_LINE.search(text):
        return None
    opening = next((line for line in text.splitlines() if line.strip() and not line.lstrip().startswith(("#", "---", "%"))), "")
    return "openapi" if re.match(r"""["']?[\w$.-]+["']?\s*:""", opening) else None


def _page(text: str, extension: str) -> str | None:
    head = text[:HEAD_CHARS]
    opening = _PROLOGUE.match(head)
    at = opening.end() if opening else 0
    if _PAGE.match(head, at):
        return "html"
    if head.lstrip().startswith("<?xml"):
        return "html" if _PAGE.match(head, at) or re.search(r"<html\b", head[at : at + 4096], re.I) else "code"
    if extension in WEB:
        return "html" if _FRAGMENT.search(head) or _PAGE.search(head) else None
    return "html" if extension not in MARKDOWN and extension not in LANGUAGES and _FRAGMENT.match(head, at) else None


def _mail(text: str, extension: str) -> str | None:
    """RFC 5322: the first lines are header fields (or their folded continuations), three of the well-known ones among them."""
    block = re.split(r"\r?\n\r?\n", text.lstrip()[:HEAD_CHARS], maxsplit=1)[0]
    lines = block.splitlines()
    named = {match.lower() for match in _MAIL_NAMES.findall(block)}
    good = all(_HEADER_LINE.match(line) or line[:1] in " \t" for line in lines)
    enough = len(named) >= (2 if extension == "eml" else 3) and any(name in named for name in ("from:", "received:"))
    return "eml" if good and enough else None


def _by_extension(extension: str) -> str | None:
    groups = ((MARKDOWN, "markdown"), (DELIMITED, "csv"), (frozenset(LANGUAGES), "code"))
    return next((name for group, name in groups if extension in group), None)


def _by_signs(text: str, extension: str) -> tuple[str, str]:
    head = text[:HEAD_CHARS]
    if extension not in PLAIN and len(_MARKDOWN_SIGN.findall(head)) >= 2:
        return "markdown", "sniffed:markdown-signs"
    if _is_delimited(head):
        return "csv", "sniffed:delimiters"
    return "text", "sniffed:text"


def _is_delimited(text: str) -> bool:
    """Five lines at least, each with the same number (two or more) of one delimiter."""
    lines = [line for line in text.splitlines()[:200] if line.strip()]
    if len(lines) < 5:
        return False
    counts = ({line.count(delimiter) for line in lines} for delimiter in "\t,;|")
    return any(len(count) == 1 and min(count) >= 2 for count in counts)


_STRUCTURES: tuple[tuple[Callable[[str, str], str | None], str], ...] = (
    (_json, "json-parses"),
    (_yaml_api, "api-version-key"),
    (_page, "markup"),
    (_mail, "mail-headers"),
)
