"""A process that talks and stops where it is told, to be killed there: python talker.py FILE STEP COUNT.

STEP is the name of an event; at the one that COUNT says, from 1, the process says `here` and waits to be killed.
"""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Event

from segue.prompts import assistant, call
from segue_shell.conversation import Conversation
from segue_shell.providers.callables import CallableProvider
from segue_shell.stores import SqliteStore


def model(request):
    """Call a tool, then answer."""
    last = request.prompt.messages[-1]
    return assistant("I look.", call("c1", "look")) if type(last).__name__ == "UserMessage" else "At six."


def ran(path: str) -> str:
    """Note beside the file that the function ran."""
    with Path(f"{path}.ran").open("a", encoding="utf-8") as file:
        file.write("x")
    return "seen"


def main(path: str, step: str, count: str) -> None:
    """Talk until the step is reached for the last time that counts."""
    left = int(count)

    def stop(event):
        nonlocal left
        left -= type(event).__name__ == step
        if left == 0:
            print("here", flush=True)
            Event().wait()

    def look():
        return ran(path)

    store = SqliteStore(path)
    talk = Conversation(store, CallableProvider(model, "anthropic/claude-sonnet-4-5"), thread_id="tides", resource_id="ada", tools=[look], listeners=[stop])
    talk.send("When is low tide?", message_id="q1")
    print("done", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
