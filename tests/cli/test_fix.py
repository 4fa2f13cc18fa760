"""`segue fix` writes what the target takes, and says what that cost."""

from __future__ import annotations

import json

import pytest

import segue
from segue.failures import Fault
from tests.cli.conftest import FAULTY, FINE, TO

FIXED = [FAULTY["messages"][0], {"role": "assistant", "content": "Hello,"}]


def lines(*values):
    """Write JSON lines."""
    return "".join(f"{json.dumps(value)}\n" for value in values)


def test_the_payload_is_on_standard_output(run, faulty, to):
    """The repaired payload is all of standard output."""
    done = run("fix", faulty, *to, "--from", "anthropic")

    assert done.exit_code == 0
    assert json.loads(done.stdout) == {"messages": FIXED}


def test_the_account_is_beside_it(run, faulty, to):
    """Standard error groups the changes by rule, with counts and losses."""
    account = run("fix", faulty, *to).stderr.splitlines()
    [change] = segue.fix(FAULTY, TO[1]).changes

    assert account[0] == f"{faulty}: 1 change for anthropic/claude-sonnet-4-5"
    assert account[1].split() == [change.rule, "1", "end", "whitespace"]
    assert len(account) == 2


def test_fine_is_left_as_it_is(run, fine, to):
    """A history without faults comes out as it went in."""
    done = run("fix", fine, *to, "--from", "anthropic")

    assert (json.loads(done.stdout), done.exit_code) == (FINE, 0)
    assert "nothing to change" in done.stderr


def test_payloads_a_line_stay_lines(run, file, to):
    """JSON lines of payloads come out as JSON lines, counted together."""
    done = run("fix", file(lines(FAULTY, FINE, FAULTY)), *to, "--from", "anthropic")

    assert done.stdout == lines({"messages": FIXED}, FINE, {"messages": FIXED})
    assert "2 changes for anthropic/claude-sonnet-4-5 in 3 payloads" in done.stderr


def test_a_message_a_line_stays_lines(run, file, to):
    """A history of a message a line comes out the same way."""
    done = run("fix", file(lines(*FAULTY["messages"])), *to, "--from", "anthropic")

    assert done.stdout == lines(*FIXED)


def test_a_message_a_line_becomes_a_body_in_another_format(run, file, to):
    """Where the format changes, the lines become a body."""
    done = run("fix", file(lines(*FAULTY["messages"])), *to, "--from", "openai-chat")

    assert json.loads(done.stdout)["messages"][0]["role"] == "user"


def test_another_format_can_be_asked_for(run, faulty, to):
    """`--as` names the format to write."""
    done = run("fix", faulty, *to, "--from", "anthropic", "--as", "openai-chat")

    assert json.loads(done.stdout) == segue.fix(FAULTY, TO[1], from_format="anthropic", as_format="openai-chat").payload


def test_the_layout_is_kept(run, file, to):
    """Indented input gives indented output, tight input tight output."""
    indented = run("fix", file(json.dumps(FINE, indent=4)), *to, "--from", "anthropic")
    tight = run("fix", file(json.dumps(FINE, separators=(",", ":"))), *to, "--from", "anthropic")

    assert indented.stdout == json.dumps(FINE, indent=4) + "\n"
    assert tight.stdout == json.dumps(FINE, separators=(",", ":")) + "\n"


def test_lone_surrogates_come_out_valid(run, file, to):
    """A lone surrogate in a text is completed; where no rule looks, as in a field of the body, it comes out as its escape."""
    name = file('{"messages": [{"role": "user", "content": "a\\ud800 \\u009b[31m ü"}], "metadata": {"user_id": "b\\ud800"}}')
    written = run("fix", name, *to, "--from", "anthropic").stdout_bytes.decode("utf-8")

    assert "a\ufffd \\u009b[31m ü" in written
    assert "b\\ud800" in written


def test_the_input_may_be_replaced(run, faulty, to, tmp_path):
    """`-o` may name the input; nothing is on standard output, no other file is left."""
    done = run("fix", faulty, *to, "--from", "anthropic", "-o", faulty)

    assert (done.exit_code, done.stdout) == (0, "")
    assert json.loads((tmp_path / "chat.json").read_text()) == {"messages": FIXED}
    assert [path.name for path in tmp_path.iterdir()] == ["chat.json"]


def test_bad_input_writes_nothing(run, file, to, tmp_path):
    """One bad line, and neither output nor file is there."""
    name = file(f"{lines(FINE)}{{", "x.jsonl")
    piped = run("fix", name, *to)
    written = run("fix", name, *to, "-o", str(tmp_path / "out"))

    assert (piped.exit_code, piped.stdout, written.exit_code) == (2, "", 2)
    assert [path.name for path in tmp_path.iterdir()] == ["x.jsonl"]


def test_what_is_no_history_is_told_with_its_line(run, file, to):
    """A payload that is not of its format is named by its line."""
    name = file(lines(FINE, {"messages": 7}))
    done = run("fix", name, *to, "--from", "anthropic")

    assert done.exit_code == 2
    assert done.stderr.startswith(f"Error: {name}:2: messages: expected ")


def test_faults_left_are_named(run, faulty, to, monkeypatch):
    """What nothing repairs is named beside the payload, with its words and the status 1."""
    rule = next(rule for rule in segue.BUILT_IN if rule.evidence)
    left = (Fault(rule.name, ("messages", 0, "content"), False),)
    fixed = segue.fix(FINE, TO[1])
    monkeypatch.setattr(segue, "fix", lambda *_, **__: type("Left", (), {"payload": fixed.payload, "changes": (), "unheld": (), "faults_left": left}))
    done = run("fix", faulty, *to)

    assert done.exit_code == 1
    assert "1 fault left:" in done.stderr
    assert f"{faulty}: messages[0].content: {rule.name} (not repairable)" in done.stderr
    assert json.loads(done.stdout)


@pytest.mark.parametrize("option", ["--as", "--from"])
def test_an_unknown_format_is_refused(run, faulty, to, option):
    """An unknown format ends with status 2 and near names."""
    done = run("fix", faulty, *to, option, "anthropix")

    assert done.exit_code == 2
    assert "did you mean anthropic?" in done.stderr


def test_nowhere_to_write_is_told(run, faulty, to, tmp_path):
    """A folder that is not there ends with status 2."""
    done = run("fix", faulty, *to, "-o", str(tmp_path / "none" / "x"))

    assert done.exit_code == 2
    assert "cannot write" in done.stderr


def test_what_the_format_has_no_place_for_is_told(run, file):
    """Below the changes, counted the same way: no rule lost it, and the payload does not show it."""
    failed = [
        {"role": "user", "content": "When?"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "trains", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "No line.", "is_error": True}]},
    ]
    account = run("fix", file(json.dumps(failed)), "--to", "openai/gpt-5.2").stderr.splitlines()

    assert account[0].endswith(": nothing to change for openai/gpt-5.2")
    assert account[1].split() == ["not", "in", "openai-chat", "1", "error", "flag"]
