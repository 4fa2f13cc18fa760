"""Messages as they are stored: one record a row, an assistant's with its calls and their outcomes inside.

The layout is that of the database messages of the TypeScript original, content format 2. `formats.mastra` reads and writes it,
`convert` makes prompts of it.
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from attrs import field, frozen

from segue.json_values import EMPTY, JsonObject, JsonValue
from segue.parts import FilePart, OpaquePart, TextPart
from segue.shapes import Extras, Shape

STATES = ("partial-call", "call", "approval-requested", "approval-responded", "result", "output-error", "output-denied")
"""The states of an invocation, in the order in which it can pass through them; the last three settle it."""
SETTLED = frozenset(STATES[4:])

INPUT = frozenset({"input"})
RESPONSE = frozenset({"response"})
CONTEXT = frozenset({"context"})
MEMORY = frozenset({"memory"})


@frozen
class ToolInvocation:
    """A call and, once it is settled, its outcome."""

    id: str
    """"" where the row has none."""
    name: str
    state: str
    """One of `STATES`, or what else was stored."""
    input: JsonValue = EMPTY
    """The arguments: an object, or text that may hold one."""
    output: JsonValue = None
    """What the tool gave, any JSON."""
    error: bool = False
    """A result that tells of an error."""
    error_text: str | None = None
    """What went wrong, in state `output-error`."""
    approval: JsonObject | None = None
    """What was asked of the user and answered: `id`, `approved`, `reason`."""
    hosted: bool = False
    """The provider itself ran the tool."""
    provider_options: JsonObject = EMPTY
    extras: Extras | None = None
    shape: Shape | None = field(default=None, eq=False, repr=False)


@frozen
class Thought:
    """One stretch of stored reasoning: text, perhaps signed, or data that only its maker can read."""

    text: str = ""
    signature: str | None = None
    redacted: str | None = None
    extras: Extras | None = None
    shape: Shape | None = field(default=None, eq=False, repr=False)


@frozen
class StoredReasoning:
    """A model's thoughts. `text` is the whole where it is stored; `details` are the stretches it came in."""

    text: str
    details: tuple[Thought, ...] = ()
    provider_options: JsonObject = EMPTY
    extras: Extras | None = None
    shape: Shape | None = field(default=None, eq=False, repr=False)


@frozen
class StepStart:
    """A step of the agent loop begins here; `model` made it, such as `anthropic/claude-sonnet-4-5`, "" where it does not tell."""

    model: str = ""
    provider_options: ClassVar[JsonObject] = EMPTY
    extras: Extras | None = None
    shape: Shape | None = field(default=None, eq=False, repr=False)


@frozen
class Source:
    """A web page or document that the model drew on. Shown to people, not sent to models."""

    id: str = ""
    url: str = ""
    title: str = ""
    media_type: str = ""
    filename: str = ""
    provider_options: JsonObject = EMPTY
    extras: Extras | None = None
    shape: Shape | None = field(default=None, eq=False, repr=False)


@frozen
class Data:
    """A value of the application's own, under a name of its own. Not sent to models."""

    name: str
    value: JsonValue = None
    provider_options: ClassVar[JsonObject] = EMPTY
    extras: Extras | None = None
    shape: Shape | None = field(default=None, eq=False, repr=False)


StoredPart: TypeAlias = TextPart | StoredReasoning | FilePart | ToolInvocation | StepStart | Source | Data | OpaquePart


@frozen
class StoredMessage:
    """A message as a row holds it.

    Times are text, UTC in milliseconds as in `2026-01-02T03:04:05.006Z`, since rows hold other texts as well. Ids are text; ""
    and None mean that there is none yet.
    """

    id: str
    role: str
    """`user`, `assistant`, `system` or `signal`; old rows also `tool`."""
    parts: tuple[StoredPart, ...] = ()
    created_at: str | None = None
    thread_id: str | None = None
    resource_id: str | None = None
    text: str | None = None
    """Text beside the parts, as older rows have it."""
    metadata: JsonObject = EMPTY
    invocations: tuple[ToolInvocation, ...] = ()
    """The calls once more, as older rows list them."""
    extras: Extras | None = None
    shape: Shape | None = field(default=None, eq=False, repr=False)
    sources: frozenset[str] = field(default=INPUT, eq=False, repr=False)
    """Where it came from in this run: `input`, `response`, `context`, `memory`; a recalled row whose copy the caller gave has two."""

    @property
    def source(self) -> str:
        """Where it came from, `memory` before all others."""
        return "memory" if "memory" in self.sources else min(self.sources)

    def from_(self, sources: frozenset[str]) -> StoredMessage:
        """Return the message as one that came from there; itself where it did."""
        if self.sources == sources:
            return self
        return StoredMessage(  # by position, since every row of a recall passes here
            self.id, self.role, self.parts, self.created_at, self.thread_id, self.resource_id, self.text, self.metadata, self.invocations,
            self.extras, self.shape, sources,
        )  # fmt: skip


@frozen
class Thread:
    """A conversation: whose it is, what it is called."""

    id: str
    resource_id: str
    title: str = ""
    metadata: JsonObject | None = None
    created_at: str | None = None
    updated_at: str | None = None


@frozen
class Resource:
    """An owner of threads, such as a user, and what is remembered of them."""

    id: str
    working_memory: str | None = None
    metadata: JsonObject | None = None
    created_at: str | None = None
    updated_at: str | None = None
