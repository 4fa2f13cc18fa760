"""Output is whole or not there at all."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from segue_shell.cli.reading import BadInput, Layout
from segue_shell.cli.writing import dumped, put


@pytest.mark.parametrize(
    ("layout", "text"),
    [(Layout(), '{"a": [1, "ü"]}'), (Layout(compact=True), '{"a":[1,"ü"]}'), (Layout("\t"), '{\n\t"a": [\n\t\t1,\n\t\t"ü"\n\t]\n}')],
)
def test_json_is_laid_out_as_asked(layout, text):
    """JSON is written in the layout of the input."""
    assert dumped({"a": [1, "ü"]}, layout) == text.encode() + b"\n"


def test_lone_surrogates_come_out_escaped():
    """A lone surrogate is written as its escape, which UTF-8 holds and JSON reads."""
    assert dumped(["\ud800", "👋"]) == '["\\ud800", "👋"]\n'.encode()


def test_deep_values_are_written():
    """Values as deep as the core takes them are written with indentation."""
    value = 1
    for _ in range(256):
        value = [value]

    assert json.loads(dumped(value, Layout("  "))) == value


def test_a_file_is_replaced_in_one_step(tmp_path):
    """A failure halfway leaves the old file and no other."""
    path = tmp_path / "x"
    path.write_text("old")

    def chunks():
        yield b"new"
        raise RuntimeError

    with pytest.raises(RuntimeError):
        put(chunks(), str(path))

    assert (path.read_text(), list(tmp_path.iterdir())) == ("old", [path])


def test_a_file_keeps_its_mode(tmp_path):
    """A private file stays private."""
    path = tmp_path / "x"
    path.write_text("old")
    path.chmod(0o600)
    put([b"new"], str(path))

    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"new", 0o600)


def test_a_link_stays_a_link(tmp_path):
    """The file behind a link is replaced, not the link."""
    (tmp_path / "x").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "x")
    put([b"new"], str(tmp_path / "link"))

    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "x").read_bytes() == b"new"


def test_devices_are_written_to():
    """What is no regular file is written to, not replaced."""
    put([b"new"], os.devnull)

    assert Path(os.devnull).is_char_device()


def test_where_nothing_can_be_written_is_told(tmp_path):
    """A missing folder is bad input."""
    with pytest.raises(BadInput, match="cannot write"):
        put([b"new"], str(tmp_path / "none" / "x"))
