"""Payloads into JSON text, and text onto standard output or into a file, whole or not at all."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO, Never

import click

from segue_shell.cli.escaping import escaped_json
from segue_shell.cli.reading import PLAIN, STDIN, BadInput, Layout, shown

PIPE_CLOSED = 141  # 128 + SIGPIPE, as shells have it


def dumped(value: Any, layout: Layout = PLAIN) -> bytes:
    """Write JSON as UTF-8, laid out like what was read; a lone surrogate comes out escaped."""
    separators = (",", ":") if layout.compact else (", ", ": ") if layout.indent is None else None
    text = json.dumps(value, ensure_ascii=False, indent=layout.indent, separators=separators)
    return escaped_json(text).encode() + b"\n"


def put(chunks: Iterable[bytes], output: str = STDIN) -> None:
    """Write to standard output, or replace a file in one step. Raises `BadInput`."""
    if output == STDIN:
        _to_stdout(chunks)
        return
    try:
        _to_file(chunks, Path(output).resolve())
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot write {shown(output)}: {getattr(error, 'strerror', None) or error}") from None


def say(text: str) -> None:
    """Write text to standard output, colours as the terminal has them. Raises `BadInput`."""
    try:
        click.echo(text)
    except OSError as error:
        _hang_up(error)


def _to_stdout(chunks: Iterable[bytes]) -> None:
    try:
        sys.stdout.flush()
        sys.stdout.buffer.writelines(chunks)
        sys.stdout.buffer.flush()
    except OSError as error:
        _hang_up(error)


def _hang_up(error: OSError) -> Never:
    """Leave: quietly where the reader has gone. What is still buffered must not raise at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        raise SystemExit(PIPE_CLOSED)
    raise BadInput(f"cannot write <stdout>: {error.strerror or error}")


def _to_file(chunks: Iterable[bytes], path: Path) -> None:
    if path.exists() and not path.is_file():  # /dev/null, a named pipe: nothing to replace
        with path.open("wb") as device:
            device.writelines(chunks)
        return
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("xb") as file:
            _fill(file, chunks)
        if path.exists():
            shutil.copymode(path, temporary)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _fill(file: BinaryIO, chunks: Iterable[bytes]) -> None:
    file.writelines(chunks)
    file.flush()
    os.fsync(file.fileno())
