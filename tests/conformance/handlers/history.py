"""What of ours answers the cases of a message history."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from attrs import Factory, define, evolve

from segue.formats.mastra import decode_messages, encode_messages, read_thread, write_thread
from segue.messages import StoredMessage
from segue.recall import recall, storable, without_working_memory
from segue_shell.history import MessageHistory, RequestContext
from segue_shell.stores.memory import MemoryStore
from segue_shell.stores.protocol import ANY_RESOURCE, Store
from tests.conformance.handlers.codes import UNDEFINED, given, present

NOW = "2031-05-04T03:02:01.000Z"
SOURCES = ("memory", "input", "response", "context")
OURS = {"listMessages": "list_messages", "saveMessages": "append", "saveThread": "append", "getThreadById": "append"}

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


@define
class Noting:
    """A store that notes which rows it was given first, in their order."""

    store: Store
    ids: dict[str, None] = Factory(dict)

    def __getattr__(self, name):
        """Return the method."""
        return getattr(self.store, name)

    def append(self, thread_id, resource_id, messages):
        """Note the rows and write them."""
        self.ids |= dict.fromkeys(message.id for message in messages)
        return self.store.append(thread_id, resource_id, messages)


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
    if {"memory", "context"} <= message.sources and message.role == "user":
        return {**wire, "content": {**wire["content"], "metadata": wire["content"].get("metadata", {})}}
    return wire


def process_output_result(case, make_store: MakeStore = in_memory):
    clock = clock_of(case)
    store, context = filled(Noting(make_store(clock)), case), context_of(case["context"])
    before = {row.id: row for row in rows(store)}
    history = MessageHistory(failing(store, case), clock=clock)
    for _ in range(case.get("runs", 1)):
        history.process_output_result(recall((), incoming(case)), context, finish_reason=case.get("finishReason"))
    after = rows(store)
    written = [row for row in after if before.get(row.id) != row]
    return {
        "written": [{"resourceId": None, **wire} for wire in encode_messages(written)],
        "storedIds": [row.id for row in after],
        "threads": [thread_of(thread, case) for thread in threads(store, case)],
    }


def threads(store, case):
    """Return those that were there before, then those that are new."""
    known = [raw["id"] for raw in case.get("threads", ())]
    found = store.list_threads(ANY_RESOURCE, per_page=None).items
    return sorted(found, key=lambda thread: known.index(thread.id) if thread.id in known else len(known))


def thread_of(thread, case):
    """What was never set is "" or None in a row; the original's storage in memory has nothing then."""
    unset = {key for raw in case.get("threads", ()) if raw["id"] == thread.id for key in raw if raw[key] is UNDEFINED}
    return {key: value for key, value in write_thread(thread).items() if key not in unset or value}


def rows(store: Noting):
    """Return all rows, in the order in which they were first written."""
    names = dict.fromkeys([thread.id for thread in store.list_threads(ANY_RESOURCE, per_page=None).items])
    places = {id: place for place, id in enumerate(store.ids)}
    return sorted([row for name in names for row in store.list_messages(name, ANY_RESOURCE)], key=lambda row: places[row.id])


def read(messages):
    return decode_messages(present(messages)).unwrap()


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
    """Let what the original asks of its storage fail; it saves a thread where there is none."""
    known = case.get("failOn") == "saveThread" and any(raw["id"] == case["context"].get("threadId") for raw in case.get("threads", ()))
    return Failing(store, OURS.get(case["failOn"])) if "failOn" in case and not known else store


def context_of(context):
    """Read what the original has in its request context or, for want of a thread there, in its list of messages."""
    asked = requested(context)
    found = asked if asked.get("thread", NO_THREAD)["id"] != "" else listed(context)
    return RequestContext(
        found["thread"]["id"] or None, found.get("resourceId") or ANY_RESOURCE, bool((asked.get("memoryConfig") or {}).get("readOnly"))
    )


NO_THREAD = {"id": ""}


def requested(context):
    if "raw" in context:
        return context["raw"]
    if context["mode"] in {"none", "messageList"}:
        return {}
    return {"thread": NO_THREAD, **context, **({"thread": {"id": context["threadId"]}} if "threadId" in context else {})}


def listed(context):
    if context["mode"] not in {"both", "messageList"}:
        return {"thread": NO_THREAD}
    own = {key: context.get(f"list{key[0].upper()}{key[1:]}", context.get(key)) for key in ("threadId", "resourceId")}
    return {"thread": {"id": own["threadId"]}, "resourceId": own["resourceId"]}


def incoming(case):
    stamp = partial(stamped, case["context"]) if case["context"]["mode"] in {"both", "messageList"} else lambda message: message
    return [
        evolve(stamp(message), sources=frozenset({group["source"]}))
        for group in case.get("incoming", ())
        for message in read(group["messages"])
    ]


def stamped(context, message: StoredMessage):
    if message.role == "system":
        return message
    thread, resource = context.get("listThreadId", context.get("threadId")), context.get("listResourceId", context.get("resourceId"))
    return evolve(message, thread_id=message.thread_id or thread, resource_id=message.resource_id or resource)


HANDLERS = {
    "messageHistory.processInput": process_input,
    "messageHistory.processOutputResult": process_output_result,
    "messageHistory.filterForPersistence": filter_for_persistence,
    "workingMemory.removeTags": remove_tags,
}
