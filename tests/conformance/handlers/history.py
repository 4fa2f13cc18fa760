"""What of ours answers the cases of a message history."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from attrs import define, evolve

from segue.formats.mastra import decode_messages, encode_messages, read_thread, write_thread
from segue.messages import StoredMessage
from segue.recall import recall, storable, without_working_memory
from segue_shell.history import MessageHistory, RequestContext
from segue_shell.stores.memory import MemoryStore
from segue_shell.stores.protocol import ANY_RESOURCE, Store
from tests.conformance.handlers.codes import UNDEFINED, given

NOW = "2031-05-04T03:02:01.000Z"
SOURCES = ("memory", "input", "response", "context")
OURS = {"listMessages": "list_messages", "saveMessages": "append", "saveThread": "append"}

MakeStore: TypeAlias = Callable[[Callable[[], str]], Store]


def in_memory(clock):
    return MemoryStore(clock=clock)


@define
class Failing:
    """A store one of whose methods fails."""

    store: Store
    method: str

    def __getattr__(self, name):
        """Return the method, or one that fails."""
        return self.fail if name == self.method else getattr(self.store, name)

    def fail(self, *_: Any, **__: Any):
        """Fail as a database would."""
        message = f"{self.method} failed"
        raise OSError(message)


def remove_tags(case):
    return {"text": without_working_memory(case["text"])}


def filter_for_persistence(case):
    return {"messages": encode_messages(storable(read(case["messages"])))}


def process_input(case, make_store: MakeStore = in_memory):
    clock = clock_of(case)
    store, context = filled(make_store(clock), case), context_of(case["context"])
    limit = case.get("lastMessages")
    history = MessageHistory(failing(store, case), None if limit is False else limit, clock=clock)
    return answer(history.process_input(incoming(case), context))


def answer(messages):
    conversation = [message for message in messages if message.role != "system"]
    written = [reworded(message, wire) for message, wire in zip(conversation, encode_messages(conversation), strict=True)]
    system = [message for message in messages if message.role == "system"]
    return {
        "messages": [{**wire, "source": message.source} for message, wire in zip(conversation, written, strict=True)],
        "sources": {source: [message.id for message in conversation if source in message.sources] for source in SOURCES},
        "systemMessages": encode_messages(system),
    }


def reworded(message, wire):
    """A message whose content a copy replaced has an empty object as metadata in the original; a record holds none and an empty one alike."""
    if {"memory", "context"} <= message.sources:
        return {**wire, "content": {**wire["content"], "metadata": wire["content"].get("metadata", {})}}
    return wire


def process_output_result(case, make_store: MakeStore = in_memory):
    clock = clock_of(case)
    store, context = filled(make_store(clock), case), context_of(case["context"])
    before = {row.id: row for row in rows(store)}
    history = MessageHistory(failing(store, case), clock=clock)
    for _ in range(case.get("runs", 1)):
        history.process_output_result(recall((), incoming(case)), context, finish_reason=case.get("finishReason"))
    after = rows(store)
    written = [row for row in after if before.get(row.id) != row]
    return {
        "written": [{"resourceId": None, **wire} for wire in encode_messages(written)],
        "storedIds": [row.id for row in after],
        "threads": [thread_of(thread, case) for thread in store.list_threads(ANY_RESOURCE, per_page=None).items],
    }


def thread_of(thread, case):
    """What was never set is "" or None in a row; the original's storage in memory has nothing then."""
    unset = {key for raw in case.get("threads", ()) if raw["id"] == thread.id for key in raw if raw[key] is UNDEFINED}
    return {key: value for key, value in write_thread(thread).items() if key not in unset or value}


def rows(store):
    threads = dict.fromkeys([thread.id for thread in store.list_threads(ANY_RESOURCE, per_page=None).items])
    return [row for thread in threads for row in store.list_messages(thread, ANY_RESOURCE)]


def read(messages):
    return decode_messages(messages).unwrap()


def clock_of(case):
    return lambda: case.get("now", NOW)


def filled(store, case):
    threads = [
        read_thread({key: given(value, "" if key == "title" else None) for key, value in raw.items()}) for raw in case.get("threads", ())
    ]
    for thread in threads:
        store.save_thread(thread)
    for row in read(case.get("stored", ())):
        store.append(row.thread_id, ANY_RESOURCE, (row,))
    for thread in threads:
        store.save_thread(thread)
    return store


def failing(store, case):
    return Failing(store, OURS[case["failOn"]]) if "failOn" in case else store


def context_of(context):
    """Read what the original has in its request context or, for want of that, in its list of messages."""
    if "raw" in context:
        return RequestContext(context["raw"]["thread"]["id"], ANY_RESOURCE)
    if context["mode"] == "none":
        return RequestContext(None, ANY_RESOURCE)
    may_read_only = context["mode"] != "messageList" and context.get("memoryConfig", {}).get("readOnly")
    return RequestContext(context.get("threadId"), context.get("resourceId", ANY_RESOURCE), bool(may_read_only))


def incoming(case):
    stamp = partial(stamped, case["context"]) if case["context"]["mode"] in {"both", "messageList"} else lambda message: message
    return [
        evolve(stamp(message), sources=frozenset({group["source"]}))
        for group in case.get("incoming", ())
        for message in read(group["messages"])
    ]


def stamped(context, message: StoredMessage):
    thread, resource = context.get("listThreadId", context.get("threadId")), context.get("listResourceId", context.get("resourceId"))
    return evolve(message, thread_id=message.thread_id or thread, resource_id=message.resource_id or resource)


HANDLERS = {
    "messageHistory.processInput": process_input,
    "messageHistory.processOutputResult": process_output_result,
    "messageHistory.filterForPersistence": filter_for_persistence,
    "workingMemory.removeTags": remove_tags,
}
