"""A stored call's id that a provider refuses.

What it does
    Writes `_` for each character that is not allowed, UTF-16 unit by unit, in the calls of the messages, in the lists beside their
    parts, and where suspended calls and pending approvals name them. Where another call has that id, a digest of the old one is
    added. A call without id that holds its outcome gets one from its number in the history.
Why
    Other providers make ids of other characters; the history is refused at every later turn as long as they are stored.
Keeps
    Distinct ids as distinct ids; ids that are allowed; arguments, results and texts, also where they name an id.
Example
    >>> from segue.messages import StoredMessage, ToolInvocation
    >>> from segue.profiles.demands import Spelling
    >>> calls = tuple(ToolInvocation(id, "read", "result") for id in ("read:0", "read.0", "toolu_1"))
    >>> (after,) = respell_stored_ids((StoredMessage("m1", "assistant", calls),), Spelling("[a-zA-Z0-9_-]"))
    >>> [part.id for part in after.parts]
    ['read_0', 'read_0_08387df300', 'toolu_1']
"""

from __future__ import annotations

from itertools import count

from attrs import Factory, define

from segue.json_values import JsonObject
from segue.messages import SETTLED, Data, StoredMessage, StoredPart, ToolInvocation
from segue.profiles.demands import Spelling
from segue.repairs._spelling import alias
from segue.repairs._stored import calls_of, with_fields, with_stored, with_values

_NAMING_CALLS = ("pendingToolApprovals", "suspendedTools")
"""Metadata by which calls that wait are found: objects by call or by tool, each with the id of its call."""


def respell_stored_ids(messages: tuple[StoredMessage, ...], spelling: Spelling) -> tuple[StoredMessage, ...]:
    """Respell the ids of stored calls that are not allowed."""
    ids = _Ids(spelling)
    counted = [call for message in messages for call in calls_of(message)]
    ids.taken |= {call.id for call in counted}
    for call in counted:
        ids.note(call.id)
    return with_stored(messages, map(ids.respelled, messages))


def plain_id(id: str, spelling: Spelling) -> str:
    """Return an id with `_` for each UTF-16 unit that is not allowed; what is allowed, or empty, as it is.

    >>> plain_id("functions.read:0", Spelling("[a-zA-Z0-9_-]"))
    'functions_read_0'
    """
    if spelling.allows(id):
        return id
    return "".join(letter if spelling.allows(letter) else "__" if letter > "\uffff" else "_" for letter in id)


@define
class _Ids:
    spelling: Spelling
    taken: set[str] = Factory(set)
    given: dict[str, str] = Factory(dict)
    unnamed: int = 0

    def note(self, id: str) -> None:
        """Find an id that nothing else has for one that is not allowed."""
        if id and id not in self.given and not self.spelling.allows(id):
            self.given[id] = self._free(plain_id(id, self.spelling), id)

    def _free(self, wish: str, id: str, salt: str = "") -> str:
        tries = (alias(id, self.spelling, f"{salt}{'+' * tried}") for tried in count())
        free = wish if wish not in self.taken else next(made for made in tries if made not in self.taken)
        self.taken.add(free)
        return free

    def another(self) -> str:
        """Return an id for a call without one."""
        self.unnamed += 1
        return self._free(alias("", self.spelling, str(self.unnamed)), "", str(self.unnamed))

    def respelled(self, message: StoredMessage) -> StoredMessage:
        """Return the message with the ids that were found."""
        parts = tuple([self._part(part, message) for part in message.parts])
        calls = [part for part in parts if isinstance(part, ToolInvocation)]
        listed = self._listed(message, calls) if calls else [self._call(call, message) for call in message.invocations]
        return with_fields(message, parts=parts, invocations=tuple(listed), metadata=self._metadata(message.metadata))

    def _part(self, part: StoredPart, message: StoredMessage) -> StoredPart:
        if isinstance(part, ToolInvocation):
            return self._call(part, message)
        return with_fields(part, value=self._naming(part.value)) if isinstance(part, Data) else part

    def _call(self, call: ToolInvocation, message: StoredMessage) -> ToolInvocation:
        whole = message.role != "tool" and call.state in SETTLED
        return with_fields(call, id=self.given.get(call.id, call.id) if call.id or not whole else self.another())

    def _listed(self, message: StoredMessage, calls: list[ToolInvocation]) -> list[ToolInvocation]:
        """Respell the list of calls as the parts that it repeats; ids that no part has alike."""
        unnamed = iter([new.id for old, new in zip(calls_of(message), calls, strict=True) if not old.id])
        ids = [self.given.get(call.id) or plain_id(call.id, self.spelling) or next(unnamed, "") for call in message.invocations]
        return [with_fields(call, id=id) for call, id in zip(message.invocations, ids, strict=True)]

    def _metadata(self, metadata: JsonObject) -> JsonObject:
        waiting = {key: metadata[key] for key in _NAMING_CALLS if isinstance(metadata.get(key), JsonObject)}
        return with_values(metadata, **{key: self._by_call(calls) for key, calls in waiting.items()}) if waiting else metadata

    def _by_call(self, calls: JsonObject) -> JsonObject:
        made = JsonObject({self.given.get(key, key): self._naming(value) for key, value in calls.items()})
        return calls if list(made) == list(calls) and all(made[key] is value for key, value in calls.items()) else made

    def _naming(self, value: object) -> object:
        """Return an object that names a call by its new id."""
        if not isinstance(value, JsonObject) or not isinstance(id := value.get("toolCallId"), str):
            return value
        return with_values(value, toolCallId=self.given.get(id, id))
