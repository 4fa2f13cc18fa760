"""`segue chat`: a reply in a pipe, a conversation at a terminal, another model in the middle."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
from io import StringIO
from select import select
from typing import Any

import click
import pytest
from attrs import define, field
from rich.console import Console

from segue.failures import CallFailure, Change
from segue.messages import RESPONSE, StoredMessage, ToolInvocation
from segue.parts import ReasoningPart, TextPart
from segue.prompts import assistant, call
from segue_shell.cli.chatting import Chat, answer
from segue_shell.cli.display import Display, call_line, summed_up
from segue_shell.conversation import Conversation
from segue_shell.providers import Reply, TextDelta
from segue_shell.stores import ANY_RESOURCE, MemoryStore, SqliteStore
from tests.cli.conftest import ENVIRONMENT, ROOT
from tests.conversation.scripted import CLAUDE, DOWN, GPT, Scripted
from tests.conversation.test_sending import RESPONSES, SEALED, UNREADABLE, Breaking
from tests.providers.servers import LoopbackServer, anthropic_api, chat_api
from tests.providers.servers import anthropic as claude
from tests.providers.servers import openai_chat as gpt
from tests.providers.servers.loopback import events_answer

EVIL = "\x1b[2J\x07rogue\u202e"
SIX = claude.message({"type": "text", "text": "At six.\nOr so."})
NOON = gpt.completion({"content": "At noon.", "refusal": None, "annotations": []})
PATIENCE = 120
"""Seconds after which a chat that says nothing is given up."""
KEYS = {"ANTHROPIC_API_KEY": claude.KEY, "OPENAI_API_KEY": gpt.KEY}


@define(eq=False)
class Shown(Chat):
    """A chat that knows what it showed."""

    text: Any = field(default=None, kw_only=True)


@pytest.fixture
def chat():
    """Make a chat with a provider that answers by a script; its text is what it showed."""

    def make(*answers, to=CLAUDE, store=None, make=None, **how):
        out = StringIO()
        talk = Conversation(MemoryStore() if store is None else store, Scripted(to, answers), thread_id="tides", resource_id="ada", **how)
        display = Display(Console(file=out, highlight=False, markup=False, emoji=False, soft_wrap=True))
        return Shown(talk, display, make, text=out.getvalue)

    return make


def typed(chat, *lines):
    """Type lines, then Ctrl-D; return what the chat showed."""
    waiting = iter(lines)

    def read():
        line = next(waiting, None)
        if line is None:
            raise EOFError
        if line is KeyboardInterrupt:
            raise KeyboardInterrupt
        return line

    assert chat.run(read) == 0
    return chat.text()


# In a pipe


@pytest.fixture
def piped(run):
    """Run the command with a key and a server, and standard input from a pipe."""
    return lambda server, *args, given="When is low tide?\n", to=CLAUDE: run("chat", "--to", to, "--base-url", server.url, *args, given=given, env=KEYS)


def test_the_reply_and_nothing_else(piped):
    """Standard output is the reply, standard error is empty, the status 0."""
    with LoopbackServer(anthropic_api([SIX])) as server:
        done = piped(server)

    assert (done.stdout, done.stderr, done.exit_code) == ("At six.\nOr so.\n", "", 0)
    assert str(server.bodies[0]["messages"]).count("When is low tide?") == 1


def test_a_thread_goes_on_from_its_file(piped, tmp_path):
    """With --db and --thread the next call has what was said before; the operator's words are in each and not in the file."""
    db = tmp_path / "chat.db"
    with LoopbackServer(anthropic_api([SIX, SIX])) as server:
        for text in ("When is low tide?", "And high tide?"):
            piped(server, "--db", str(db), "--thread", "tides", "--system", "Be brief.", given=text)
    with SqliteStore(db) as store:
        rows = store.list_messages("tides", ANY_RESOURCE)

    assert [row.role for row in rows] == ["user", "assistant"] * 2
    assert [len(body["messages"]) for body in server.bodies] == [1, 3]
    assert all("Be brief." in str(body["system"]) for body in server.bodies)


def test_no_reply_is_status_1(piped):
    """Why there is none is told on standard error, without the key."""
    with LoopbackServer(anthropic_api([claude.error("invalid_request_error", f"The prompt is too long {claude.KEY} {EVIL}", 400)])) as server:
        done = piped(server)

    assert (done.stdout, done.exit_code) == ("", 1)
    assert done.stderr.startswith("error: anthropic/claude-sonnet-4-5: 400: ")
    assert claude.KEY not in done.stderr
    assert EVIL not in done.stderr


WRONG = {
    "no model": (("--to", "anthropic"), "Hi", "names no model"),
    "no target": (("--to", "antropic/claude-sonnet-4-5"), "Hi", "did you mean anthropic"),
    "nothing said": (("--to", CLAUDE), " \n", "<stdin>: empty"),
    "a thread without a file": (("--to", CLAUDE, "--thread", "tides"), "Hi", "--thread needs --db"),
    "no target at all": ((), "Hi", "--to"),
    "no address": (("--to", "my-gateway/own"), "Hi", "a service of your own needs its URL\n"),
    "no key": (("--to", "groq/llama-3.3-70b"), "Hi", "no key for groq: set GROQ_API_KEY\n"),
}


@pytest.mark.parametrize(("args", "given", "words"), WRONG.values(), ids=WRONG)
def test_bad_usage_is_status_2(run, args, given, words):
    """What cannot be begun is told before anything is called."""
    done = run("chat", *args, given=given, env=KEYS)

    assert (done.stdout, done.exit_code) == ("", 2)
    assert words in done.stderr


def test_a_file_that_is_no_database_is_bad_input(run, file):
    """It is not touched."""
    done = run("chat", "--to", CLAUDE, "--db", file("{}"), given="Hi", env=KEYS)
    assert (done.stdout, done.exit_code) == ("", 2)


def test_payload_text_is_escaped_in_a_pipe(capsys):
    """A reply's line ends stay, and nothing in it steers a terminal."""
    talk = Conversation(MemoryStore(), lambda _: f"Hi\n\t{EVIL}", thread_id="tides", resource_id="ada")

    assert answer(talk, "Hi") == 0
    assert capsys.readouterr().out == "Hi\n\t\\x1b[2J\\x07rogue\\u202e\n"


def test_calls_in_a_pipe_are_told_beside_the_reply(capsys):
    """A call that nobody answers is named on standard error."""
    talk = Conversation(MemoryStore(), lambda _: assistant("I look.", call("c1", "look", {"at": EVIL})), thread_id="tides", resource_id="ada")

    assert answer(talk, "Hi") == 0
    out, err = capsys.readouterr()
    assert (out, err.startswith("calls look("), EVIL in err) == ("I look.\n", True, False)


def test_a_reply_that_is_not_stored_is_written_all_the_same(capsys):
    """With the error beside it, and status 1."""
    talk = Conversation(Breaking(), lambda _: "At six.", thread_id="tides", resource_id="ada")

    assert answer(talk, "Hi") == 1
    assert capsys.readouterr() == ("At six.\n", "error: the reply could not be stored: the disk is full\n")


# At a terminal


def test_what_is_typed_is_said(chat):
    """Replies follow what is typed, a line an answer; blank lines say nothing."""
    made = chat("At six.", "At noon.")

    assert typed(made, "When is low tide?", "  ", "And high tide?") == "At six.\nAt noon.\n"
    assert len(made.talk.providers[0].requests) == 2


def test_a_slash_can_be_said(chat):
    """Two slashes are one."""
    made = chat("A path.")
    typed(made, "//etc/hosts?")
    assert made.talk.providers[0].requests[0].prompt.messages[0].content[0].text == "/etc/hosts?"


def test_the_model_changes_in_the_middle(chat):
    """/model says who answers from here on, and what was rewritten for them stands in one line."""
    made = chat(Reply(assistant(SEALED, "At six.")), to=RESPONSES, make=lambda target, _: Scripted(target, ["At noon."]))
    lines = typed(made, "When is low tide?", f"/model {CLAUDE}", "And high tide?").splitlines()

    assert lines[-3:] == [
        f"from here on {CLAUDE}",
        f"rewritten for {CLAUDE}: 1 change (anthropic-foreign-thinking)",
        "At noon.",
    ]


def test_a_rewrite_is_told_once(chat):
    """What each turn repeats is no news; after another model it is."""
    answers = {CLAUDE: ["At noon.", "At one.", "At two."], RESPONSES: ["At three."]}
    made = chat(Reply(assistant(SEALED, "At six.")), to=RESPONSES, make=lambda target, _: Scripted(target, answers[target]))
    shown = typed(made, "When?", f"/model {CLAUDE}", "And?", "And?", f"/model {CLAUDE}", "And?")

    assert shown.count("rewritten for") == 1


def test_who_answers_can_be_asked(chat):
    """/model alone tells it."""
    assert typed(chat(), "/model") == f"{CLAUDE} answers; /model TARGET changes that\n"


def test_a_wrong_model_leaves_the_former(chat):
    """What is wrong is told, and the conversation goes on."""

    def make(target, url):
        raise click.BadParameter(f"{target} {url}")

    assert typed(chat("At six.", make=make), "/model nowhere http://x", "When?") == "nowhere http://x\nAt six.\n"


def test_the_history_is_shown(chat, capsys):
    """/history shows all that was said."""
    typed(chat("At six."), "When?", "/history")
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]

    assert [line for line in lines if line in {"When?", "At six."}] == ["When?", "At six."]


def test_a_reply_is_asked_for_again(chat):
    """After a failure, which is told, /retry brings the reply; where nothing is missing it says so."""
    shown = typed(chat(DOWN, "At six."), "When?", "/retry", "/retry")

    assert shown == f"error: {CLAUDE}: 529: Overloaded\nAt six.\nnothing in 'tides' waits for an answer\n"


def test_help_names_all_commands(chat):
    """/help tells what can be typed; another word is no command."""
    shown = typed(chat(), "/help", "/sing")
    assert all(f"/{name}" in shown for name in ("model", "history", "retry", "help", "quit"))
    assert shown.endswith("/sing is no command; /help lists them\n")


def test_quit_ends(chat):
    """/quit is as Ctrl-D, and nothing after it is read."""
    made = chat("never")
    assert typed(made, "/quit", "When?") == ""


def test_ctrl_c_at_the_prompt_ends_nothing(chat):
    """It says how to end."""
    assert typed(chat("At six."), KeyboardInterrupt, "When?") == "Ctrl-D ends\nAt six.\n"


def test_ctrl_c_ends_the_reply(chat):
    """The words that came are kept, and the chat goes on."""

    class Slow(Scripted):
        def stream(self, request):
            if self.answers:
                yield TextDelta("At si")
                self.answers.clear()
                raise KeyboardInterrupt
            yield self.outcome(str(len(request.prompt.messages)))

    made = chat()
    made.talk = made.talk.to(Slow(CLAUDE, ["once"]))
    typed(made, "When?", "Go on.")

    assert [part.text for row in made.talk.store.list_messages("tides", "ada") for part in row.parts] == ["When?", "At si", "Go on.", "3"]
    assert made.text().startswith("At si\nstopped; the words that came are kept\n")


def test_thoughts_and_words_are_told_apart(chat):
    """Thoughts stand in lines of their own."""
    assert typed(chat(assistant(ReasoningPart("Ebb."), "At six.")), "When?") == "Ebb.\nAt six.\n"


def test_calls_and_functions_are_shown(chat):
    """A function that ran is named, and a call that nobody answers, with its arguments."""
    made = chat(assistant("I look.", call("c1", "look"), call("c2", "pay", {"sum": 5})), tools={"look": lambda: 1 / 0})
    assert typed(made, "Look.") == 'I look.\nran look, which failed\ncalls pay({"sum": 5}), which nobody answers here\n'


def test_a_repair_is_one_line(chat):
    """A rejection that a rule knows is told with the rule."""
    shown = typed(chat(Reply(assistant(SEALED, "At six.")), UNREADABLE, "At noon.", to=RESPONSES), "When?", "And?")
    assert "refused by openai.responses/gpt-5.2; corrected by openai-responses-foreign-reasoning, and sent again\n" in shown


def test_a_cut_reply_is_retracted(chat):
    """Where another provider answers after all, the former's words are said to be void."""
    made = chat()
    made.talk = made.talk.to(Scripted(CLAUDE, [[TextDelta("At si"), CallFailure("cut")]]), Scripted(GPT, ["At six."]))
    assert typed(made, "When?") == "At si\nthat reply was cut; another provider answers\nAt six.\n"


def test_nothing_steers_the_terminal(chat):
    """Words, thoughts, calls, names and errors are shown with their control characters spelled out, markup as it is."""
    answers = (assistant(ReasoningPart(EVIL), f"[bold]:smile:{EVIL}", call("c1", EVIL, {"x": EVIL})), CallFailure(EVIL, 400))
    shown = typed(chat(*answers), "When?", "And?", f"/{EVIL}")

    assert "[bold]:smile:\\x1b[2J" in shown
    assert not set(shown) & set("\x1b\x07\u202e")


def test_long_arguments_are_cut():
    """A call is one line, of text that may be no JSON object too."""
    assert len(call_line(call("c1", "note", {"text": "x" * 500}))) == len("note()") + 200
    assert call_line(call("c1", "note", "half {")) == "note(half {)"


def test_many_changes_are_one_line():
    """Rules are counted."""
    assert summed_up([Change("a", (), frozenset())] * 3) == "3 changes (a 3 times)"


@pytest.fixture
def terminal():
    """Start the command at a terminal; return how to type, and how to wait for what it shows."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # what a shell starts with `&` ignores Ctrl-C, and hands that on
    master, slave = pty.openpty()
    started, unread = [], [""]

    def start(*args, **extra):
        environment = {**ENVIRONMENT, **KEYS, "TERM": "dumb", **extra}
        command = [sys.executable, "-m", "segue_shell.cli", "chat", *args]
        started.append(subprocess.Popen(command, cwd=ROOT, env=environment, stdin=slave, stdout=slave, stderr=slave, start_new_session=True))  # noqa: S603
        return started[0], lambda text: os.write(master, text.encode()), waiting

    def waiting(words):
        """Read until these words were shown; what was read beyond them is left for the next that waits."""
        while words not in unread[0]:
            assert select([master], [], [], PATIENCE)[0], unread[0]
            unread[0] += os.read(master, 4096).decode()
        unread[0] = unread[0].partition(words)[2]

    yield start
    for process in started:
        process.kill()
        process.wait()
    os.close(master)
    os.close(slave)
    signal.signal(signal.SIGINT, before)


def test_at_a_real_terminal(terminal, tmp_path):
    """A question, its answer, another model, a reply that is stopped with Ctrl-C, and an end with Ctrl-D: status 0, all of it kept."""
    begun = [*claude.written([*claude.events(claude.message({"type": "text", "text": "At six."}))][:4])]
    held = events_answer(begun, ending="held")
    with LoopbackServer(anthropic_api([SIX, held])) as one, LoopbackServer(chat_api([NOON])) as other:
        process, type_, wait = terminal("--to", CLAUDE, "--base-url", one.url, "--db", str(tmp_path / "chat.db"), "--thread", "tides")
        wait("> ")
        type_("When is low tide?\n")
        wait("Or so.")
        type_(f"/model {GPT} {other.url}/v1\n")
        wait("from here on")
        type_("And high tide?\n")
        wait("At noon.")
        type_(f"/model {CLAUDE} {one.url}\n")
        wait("from here on")
        type_("Sure?\n")
        wait("At")
        process.send_signal(signal.SIGINT)
        wait("stopped")
        wait("> ")  # what is typed before is read under another mode of the terminal, in which Ctrl-D is a letter
        type_("\x04")
        assert process.wait(PATIENCE) == 0
    with SqliteStore(tmp_path / "chat.db") as store:
        said = [part.text for row in store.list_messages("tides", ANY_RESOURCE) for part in row.parts]

    assert said[:5] == ["When is low tide?", "At six.\nOr so.", "And high tide?", "At noon.", "Sure?"]
    assert re.fullmatch("At s?i?", said[5])


def test_stored_calls_are_in_the_history(chat, capsys):
    """A thread that was begun elsewhere shows its calls."""
    store = MemoryStore()
    store.append("tides", "ada", [StoredMessage("q", "user", (TextPart("Look."),))])
    store.append("tides", "ada", [StoredMessage("a", "assistant", (ToolInvocation("c1", "look", "result", output="seen"),), sources=RESPONSE)])
    typed(chat(store=store), "/history")

    assert "look" in capsys.readouterr().out
