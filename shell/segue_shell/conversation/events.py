"""The steps of a send, as records that listeners get.

None holds keys or words of the conversation unless they were asked for: `contents` is then what was sent, what was answered or what
went wrong. A rejection's text is content too, since providers quote both.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from attrs import frozen

from segue.failures import Change
from segue.json_values import EMPTY, JsonObject
from segue.targets import Target

_LOG = logging.getLogger("segue")


@frozen(kw_only=True)
class Event:
    """A step of a send."""

    thread_id: str
    send_id: str
    """Tells sends apart."""


@frozen(kw_only=True)
class Recalled(Event):
    """The history was read."""

    messages: int
    """Rows, those of this send not counted."""


@frozen(kw_only=True)
class Rewrote(Event):
    """The history was rewritten for a target."""

    target: Target
    changes: tuple[Change, ...]


@frozen(kw_only=True)
class Sent(Event):
    """A request goes out."""

    target: Target
    call: int
    """Counts the model calls of the send, from 1."""
    messages: int
    contents: Any = None
    """The `Request`."""


@frozen(kw_only=True)
class Replied(Event):
    """A reply arrived, whole."""

    target: Target
    call: int
    seconds: float
    finish: str = ""
    usage: JsonObject = EMPTY
    tool_calls: int = 0
    contents: Any = None
    """The `AssistantMessage`."""


@frozen(kw_only=True)
class Rejected(Event):
    """A call failed: the provider refused it, could not be reached, or cut its reply."""

    target: Target
    call: int
    seconds: float
    status: int | None = None
    contents: Any = None
    """The `CallFailure`."""


@frozen(kw_only=True)
class Repaired(Event):
    """A rejected request was corrected, by this rule; it is sent once more."""

    target: Target
    rule: str
    changes: tuple[Change, ...] = ()
    stored: bool = False
    """The correction is of the stored messages, and was stored."""


@frozen(kw_only=True)
class Interrupted(Event):
    """Whoever asked stopped listening before the reply was whole."""

    target: Target
    call: int
    seconds: float


@frozen(kw_only=True)
class ToolRan(Event):
    """A function of the caller's was run for a call of the model's."""

    name: str
    tool_call_id: str
    seconds: float
    error: bool = False
    contents: Any = None
    """The `ToolResultPart`."""


@frozen(kw_only=True)
class Saved(Event):
    """Messages were stored."""

    messages: int


@frozen(kw_only=True)
class NotSaved(Event):
    """A reply, or a result, could not be stored. It is in what the send returns."""

    error: str
    """The class of what the store raised."""


@frozen(kw_only=True)
class Failed(Event):
    """No provider gave a reply."""

    tried: tuple[Target, ...]
    rules: tuple[str, ...] = ()
    """The rules by which rejected requests were corrected, in vain."""


Listener: TypeAlias = Callable[[Any], object]


def tell(listeners: Iterable[Listener], event: Event) -> None:
    """Give an event to each listener. What a listener raises is logged, and stops neither the send nor the next listener."""
    for listener in listeners:
        try:
            listener(event)
        except Exception:  # noqa: BLE001  # whatever it is, it is not the send's
            _LOG.exception("a listener failed on %s", type(event).__name__)
