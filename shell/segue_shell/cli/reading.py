"""Payloads out of files: JSON or JSON lines, with the place of whatever is wrong."""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple, Never

import click

from segue_shell.cli.escaping import escaped, masked
from segue_shell.cli.locating import locate

STDIN = "-"
_BOM = b"\xef\xbb\xbf"
_WIDE_BOMS = (b"\xff\xfe", b"\xfe\xff")
_INK = re.compile(rb"\S")
_INDENT = re.compile(r"\s*[\[{]\r?\n([ \t]+)")
_COMPACT = re.compile(r'\s*(?:\[\{|\{)"[^"\\]{0,80}":\S')


class BadInput(click.ClickException):
    """What cannot be read or written."""

    exit_code = 2


class Layout(NamedTuple):
    """How JSON text is laid out."""

    indent: str | None = None
    compact: bool = False


PLAIN = Layout()


class Payload(NamedTuple):
    """One payload and where it stood."""

    value: Any
    line: int = 0
    """The line that holds it, from 1; 0 where the whole file does."""
    lines: tuple[int, ...] = ()
    """The line of each message, where the file is one history, a message a line."""
    layout: Layout = PLAIN


class Document(NamedTuple):
    """A file: its name, its bytes, and its payloads, parsed as they are asked for."""

    name: str
    size: int
    payloads: Iterator[Payload]


def shown(name: str) -> str:
    """Name a file, or the address of a database, to a reader."""
    return "<stdin>" if name == STDIN else escaped(masked(name))


def read(name: str) -> Document:
    """Open a file of JSON or JSON lines. Raises `BadInput`, here or from `payloads`."""
    data = read_bytes(name)
    start = len(_BOM) if data.startswith(_BOM) else 0
    ink = _INK.search(data, start)
    if ink is None:
        raise BadInput(f"{shown(name)}: empty")
    payloads = _lines(shown(name), data, start) if _is_lines(data, ink.start()) else _whole(shown(name), data, start)
    return Document(name, len(data), payloads)


def read_bytes(name: str) -> bytes:
    """Return what a file, or standard input, holds. Raises `BadInput`."""
    try:
        if name == STDIN:
            if sys.stdin is None:  # closed by whoever started the process
                raise BadInput("standard input is closed")
            return sys.stdin.buffer.read()
        return Path(name).read_bytes()
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot read {shown(name)}: {getattr(error, 'strerror', None) or error}") from None


def text_of(name: str, data: bytes, offset: int = 0) -> str:
    """Read UTF-8. `offset` is where in the file the data begin. Raises `BadInput`."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        hint = " (UTF-16?)" if error.start + offset == 0 and data.startswith(_WIDE_BOMS) else ""
        raise BadInput(f"{name}: not UTF-8 at byte {error.start + offset}{hint}") from None


def parse(name: str, text: str, line: int = 1) -> Any:
    """Read JSON strictly: no doubled key, no NaN. `line` is the one the text begins on. Raises `BadInput`."""
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise BadInput(f"{name}:{line + error.lineno - 1}:{error.colno}: not JSON: {error.msg.removesuffix(' at')}") from None
    except (ValueError, RecursionError):
        what, at = locate(text)
    row, column = text.count("\n", 0, at), at - text.rfind("\n", 0, at)
    raise BadInput(f"{name}:{line + row}:{column}: {escaped(what)}")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError
    return found


def _refuse(_: str) -> Never:
    raise ValueError


def _finite(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else _refuse(text)


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_refuse, parse_float=_finite)


def _is_lines(data: bytes, start: int) -> bool:
    """Tell whether the first line is a whole value and more follows."""
    end = data.find(b"\n", start)
    if end < 0 or _INK.search(data, end) is None:
        return False
    try:
        _DECODER.decode(data[start:end].decode("utf-8"))
    except (ValueError, RecursionError):
        return False
    return True


def _whole(name: str, data: bytes, start: int) -> Iterator[Payload]:
    text = text_of(name, data[start:], start)
    del data  # a large file is held once less while it is parsed
    value = parse(name, text)
    if _is_message(value):
        yield Payload([value], lines=(1,), layout=_layout(text))
    else:
        yield Payload(value, layout=_layout(text))


def _lines(name: str, data: bytes, start: int) -> Iterator[Payload]:
    """Yield one payload a line; a single one where every line is a message."""
    held: list[Payload] = []
    values = _values(name, data, start)
    for payload in values:
        held.append(payload)
        if not _is_message(payload.value):
            break
    else:
        yield Payload([one.value for one in held], lines=tuple(one.line for one in held), layout=held[0].layout)
        return
    yield from held
    yield from values


def read_lines(name: str) -> Iterator[tuple[int, int, Any]]:
    """Yield each line's number, its bytes and its value, while the file is read. Blank lines are passed over. Raises `BadInput`."""
    at = 0
    for number, raw in enumerate(_raw_lines(name), 1):
        line = raw.removeprefix(_BOM) if number == 1 else raw
        if line.strip():
            yield number, len(raw), parse(shown(name), text_of(shown(name), line, at).rstrip("\r\n"), number)
        at += len(raw)


def _raw_lines(name: str) -> Iterator[bytes]:
    try:
        if name != STDIN:
            with Path(name).open("rb") as file:
                yield from file
        elif sys.stdin is None:  # closed by whoever started the process
            raise BadInput("standard input is closed")
        else:
            yield from sys.stdin.buffer
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot read {shown(name)}: {getattr(error, 'strerror', None) or error}") from None


def _values(name: str, data: bytes, start: int) -> Iterator[Payload]:
    file = BytesIO(data)
    at = file.seek(start)
    for number, raw in enumerate(file, 1):
        if not raw.isspace():
            text = text_of(name, raw, at).rstrip("\r\n")
            yield Payload(parse(name, text, number), number, layout=_layout(text))
        at += len(raw)


def _is_message(value: object) -> bool:
    return isinstance(value, dict) and "role" in value and "messages" not in value


def _layout(text: str) -> Layout:
    indent = _INDENT.match(text)
    return Layout(indent[1] if indent else None, compact=_COMPACT.match(text) is not None)
