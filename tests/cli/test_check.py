"""`segue check` names every fault with its place, and nothing of the text."""

from __future__ import annotations

import json

import pytest

import segue
from tests.cli.conftest import FAULTY, TO

ESC = "\x1b[31m"


def faults(payload=FAULTY):
    """Return what the library says of a payload."""
    return segue.check(payload, TO[1])


def test_fine_is_said_in_a_word(run, fine, to):
    """A history without faults: status 0, nothing on standard output, one line beside it."""
    done = run("check", fine, *to)

    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr.startswith("fine: anthropic/claude-sonnet-4-5")


def test_a_fault_is_a_line(run, faulty, to):
    """A fault is named with file, place and rule, the provider's words stand beneath."""
    done = run("check", faulty, *to)
    [fault] = faults()
    [rule] = [rule for rule in segue.BUILT_IN if rule.name == fault.rule]
    first, second, *_ = done.stdout.splitlines()

    assert done.exit_code == 1
    assert first == f"{faulty}: messages[1].content: {fault.rule}"
    assert second.strip() == f"{rule.evidence[0].status}: {rule.evidence[0].error}"


def test_the_last_line_says_what_to_do(run, faulty, to):
    """The summary counts and names the command that repairs, options included."""
    done = run("check", faulty, *to, "--from", "anthropic", "--made-by", "0:ollama/llama3:8b")
    last = done.stdout.splitlines()[-1]

    assert last.startswith("1 fault, 1 repairable: segue fix ")
    assert last.endswith("--to anthropic/claude-sonnet-4-5 --from anthropic --made-by 0:ollama/llama3:8b")


def test_files_are_counted(run, faulty, fine, to):
    """Over several files the summary tells in how many the faults are."""
    assert "1 fault in 1 of 2 files, 1 repairable: segue fix FILE" in run("check", faulty, fine, *to).stdout
    assert "takes all 2 files" in run("check", fine, fine, *to).stderr


def test_standard_input_is_read(run, to):
    """A dash is standard input."""
    done = run("check", "-", *to, given=json.dumps(FAULTY))

    assert done.stdout.startswith("<stdin>: messages[1].content: ")


def test_a_line_is_told_where_lines_are_payloads(run, file, to):
    """In JSON lines the line of the payload stands behind the file."""
    name = file("\n".join(map(json.dumps, [FAULTY, {"messages": FAULTY["messages"][:1]}, FAULTY])), "x.jsonl")
    lines = [line for line in run("check", name, *to).stdout.splitlines() if line.startswith(name)]

    assert [line.split(": ")[:2] for line in lines] == [[f"{name}:1", "messages[1].content"], [f"{name}:3", "messages[1].content"]]


def test_a_line_is_told_where_lines_are_messages(run, file, to):
    """In a history of a message a line, the line stands for the index."""
    name = file("\n\n".join(map(json.dumps, FAULTY["messages"])), "x.jsonl")

    assert run("check", name, *to).stdout.startswith(f"{name}:3: content: ")


def test_json_for_programs(run, faulty, fine, to):
    """JSON output holds each fault with place, evidence and losses, and standard error is silent."""
    done = run("check", faulty, fine, *to, "--output", "json")
    data = json.loads(done.stdout)
    [fault] = data["faults"]

    assert (done.exit_code, done.stderr, data["repairable"], data["errors"]) == (1, "", 1, [])
    assert (fault["file"], fault["line"], fault["path"]) == (faulty, None, "messages[1].content")
    assert fault["place"] == ["messages", 1, "content"]
    assert fault["status"] == 400
    assert fault["losses"]
    assert "value" not in fault


def test_json_of_a_fine_file(run, fine, to):
    """A program gets an empty list, not silence."""
    done = run("check", fine, *to, "--output", "json")

    assert (done.exit_code, json.loads(done.stdout)["faults"]) == (0, [])


def test_values_are_shown_on_demand_only(run, file, to):
    """Text of the conversation is quoted with --show-values alone, cut to 200 characters."""
    name = file({"messages": [*FAULTY["messages"][:1], {"role": "assistant", "content": "secret " * 100}]})
    shown = run("check", name, *to, "--show-values").stdout
    [value] = [line.strip() for line in shown.splitlines() if line.strip().startswith("value: ")]

    assert "secret" not in run("check", name, *to).stdout
    assert "secret" not in run("check", name, *to, "--output", "json").stdout
    assert (value[:14], len(value)) == ('value: "secret', len("value: ") + 200)
    assert json.loads(run("check", name, *to, "--output", "json", "--show-values").stdout)["faults"][0]["value"].startswith('"secret')


def test_escapes_of_payload_and_name_do_not_reach_the_terminal(run, file, to):
    """Terminal escapes in file names and texts are written as text."""
    name = file({"messages": [{"role": "assistant", "content": f"{ESC}\x9b "}]}, f"x{ESC}.json")
    done = run("check", name, *to, "--show-values")
    missing = run("check", f"none{ESC}", *to)

    assert done.exit_code == 1
    assert not {"\x1b", "\x9b"} & set(done.stdout + done.stderr + missing.stderr)
    assert "\\x1b[31m" in done.stdout


def test_rules_can_be_chosen(run, faulty, to):
    """Select and ignore take names and families, repeated or with commas."""
    [fault] = faults()
    family = fault.rule.partition("-")[0]
    other = next(rule.name for rule in segue.BUILT_IN if rule.name != fault.rule)

    assert run("check", faulty, *to, "--select", family).exit_code == 1
    assert run("check", faulty, *to, "--select", f"{other},{fault.rule}").exit_code == 1
    assert run("check", faulty, *to, "--select", other).exit_code == 0
    assert run("check", faulty, *to, "--ignore", fault.rule).exit_code == 0


USAGE = [
    (("--to", "antropic/claude-sonnet-4-5"), "did you mean anthropic?"),
    (("--to", "qqqq"), "Known providers: anthropic"),
    ((*TO, "--from", "anthropc"), "did you mean anthropic?"),
    ((*TO, "--from", "openai_chat"), "openai-chat"),
    ((*TO, "--select", "no-such-rule"), "no-such-rule"),
    ((*TO, "--ignore", "no-such-rule"), "no-such-rule"),
    ((*TO, "--made-by", "3:"), "names no model"),
    ((*TO, "--made-by", "-1:a/b"), "'-1:a/b': items are counted from 0"),
    ((*TO, "--made-by", "3:a/b", "--made-by", "3:c/d"), "two models from turn 3 on"),
    ((*TO, "--output", "xml"), "xml"),
    ((), "--to"),
]


@pytest.mark.parametrize(("options", "told"), USAGE)
def test_wrong_usage_is_refused(run, fine, options, told):
    """Wrong usage ends with status 2 and says what is wrong, with near names."""
    done = run("check", fine, *options)

    assert done.exit_code == 2
    assert told in done.stderr


def test_escapes_in_arguments_do_not_reach_the_terminal(run, fine):
    """An argument is shown escaped."""
    assert ESC not in run("check", fine, "--to", f"antropic/{ESC}").stderr
    assert ESC not in run("check", fine, f"--{ESC}").stderr


def test_a_bad_file_does_not_hide_the_others(run, file, faulty, to):
    """What can be read is checked; the status tells of the rest."""
    bad = file("{", "bad.json")
    done = run("check", bad, faulty, *to)
    data = json.loads(run("check", bad, faulty, *to, "--output", "json").stdout)

    assert done.exit_code == 2
    assert f"{faulty}: messages[1].content" in done.stdout
    assert f"error: {bad}:1:2: not JSON" in done.stderr
    assert (len(data["faults"]), data["errors"][0]["file"]) == (1, bad)


def test_what_is_no_history_is_told_with_its_path(run, file, to):
    """A payload that is not of its format is bad input, its text is not quoted."""
    done = run("check", file({"messages": [{"role": "user", "content": 7}, "a secret of some length"]}), *to, "--from", "anthropic")

    assert done.exit_code == 2
    assert "messages[" in done.stderr
    assert "secret" not in done.stderr


@pytest.mark.parametrize("depth", [200, 300, 900, 50_000])
def test_depth_is_no_traceback(run, file, to, depth):
    """However deep a file is, the answer is a status."""
    body = f'{{"messages": [{{"role": "user", "content": "Hi.", "x": {"[" * depth}{"]" * depth}}}]}}'

    assert run("check", file(body), *to).exit_code in ({0, 1} if depth < 250 else {2})


def test_the_maker_of_turns_is_passed_on(run, fine, to, monkeypatch):
    """`--made-by` gives a name, or pairs in the order of the turns; only digits before the first colon count."""
    seen = []
    monkeypatch.setattr(segue, "check", lambda *_, made_by, **__: seen.append(made_by) or ())
    run("check", fine, *to, "--made-by", "ollama/llama3:8b")
    run("check", fine, *to, "--made-by", "6:openai/gpt-5.2", "--made-by", "0:moonshot/kimi:k2")
    run("check", fine, *to, "--made-by", "6:openai/gpt-5.2", "--made-by", "moonshot/kimi-k2")
    run("check", fine, *to)

    both = ((0, "moonshot/kimi:k2"), (6, "openai/gpt-5.2"))
    assert seen == ["ollama/llama3:8b", both, ((0, "moonshot/kimi-k2"), both[1]), None]


def test_a_misspelt_maker_is_noted(run, fine, to):
    """A provider that nearly is one gets a note; one of one's own does not."""
    assert "did you mean anthropic?" in run("check", fine, *to, "--made-by", "antropic/claude-x").stderr
    assert "note: " not in run("check", fine, *to, "--made-by", "acme/llm").stderr
