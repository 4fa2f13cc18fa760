"""What the rules of the documents ask of parts: whose they are, by the options they carry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from segue.json_values import EMPTY, JsonObject, JsonValue
from segue.messages import StoredMessage, StoredReasoning
from segue.parts import ReasoningPart, ToolCallPart, option
from segue.prompts import AssistantMessage, Prompt, ToolMessage

_ANTHROPIC = "anthropic"
_TOKENS = ("signature", "redactedData")
_OTHER_OPTIONS = _SENT, _TOLD = ("providerOptions", "providerMetadata")
"""Where a part that has both kinds of options keeps the second one, unclaimed."""
_FAMILIES = (("anthropic", ("anthropic",)), ("openai", ("openai", "azure")), ("google", ("google", "vertex")))


def _options(part: ReasoningPart) -> Iterator[JsonObject]:
    yield part.provider_options
    fields = part.extras.fields if part.extras is not None else EMPTY
    yield from (fields[key] for key in _OTHER_OPTIONS if isinstance(fields.get(key), JsonObject))


def _sent(part: ReasoningPart | ToolCallPart) -> JsonObject:
    """Return the options that are sent with a part. What it has as metadata alone was told with a reply, and is not."""
    keys = () if part.shape is None else part.shape.keys
    return EMPTY if _TOLD in keys and _SENT not in keys else part.provider_options


def is_foreign(part: ReasoningPart) -> bool:
    """Tell whether a thought has no options of Anthropic's, whatever they hold."""
    return not any(_ANTHROPIC in options for options in _options(part))


def is_signed_nothing(part: ReasoningPart) -> bool:
    """Tell whether a thought is signed and has no text. Redacted data is no signature."""
    own = next((held for options in _options(part) if isinstance(held := options.get(_ANTHROPIC), JsonObject)), EMPTY)
    return not part.text and bool(_token(own.get("signature")))


def token(part: ReasoningPart) -> str:
    """Return the signature of a thought, its redacted data where it has none; "" where it has neither."""
    own = _sent(part).get(_ANTHROPIC)
    signature, redacted = (own.get(name) for name in _TOKENS) if isinstance(own, JsonObject) else (None, None)
    return _token(redacted if signature is None else signature)


def _token(value: JsonValue) -> str:
    return value if isinstance(value, str) else ""


def tokens_of_others(messages: Iterable[StoredMessage], provider: str) -> frozenset[str]:
    """Return the tokens of stored thoughts of messages that are stamped with another provider."""
    return frozenset(
        found
        for message in messages
        if _is_of_another(message, provider)
        for part in message.parts
        if isinstance(part, StoredReasoning)
        for name in _TOKENS
        if (found := _token(option(part, _ANTHROPIC, name)))
    )


def _is_of_another(message: StoredMessage, provider: str) -> bool:
    stamp = message.metadata.get("provider")
    return message.role == "assistant" and isinstance(stamp, str) and stamp != provider and not _is_newer(message)


def _is_newer(message: StoredMessage) -> bool:
    """Tell whether the content is of a format other than 2, which is carried unread."""
    content = message.extras.fields.get("content") if message.extras is not None else None
    return isinstance(content, JsonObject) and "format" in content


def family_of(call: ToolCallPart) -> str | None:
    """Return the family of the provider that ran a call, by the options it carries."""
    options = _sent(call)
    return next((family for family, names in _FAMILIES if any(name in options for name in names)), None)


def open_turn(prompt: Prompt) -> int:
    """Return the index of the assistant message that only results follow, if any: its turn is going on. -1 where there is none."""
    for index in range(len(prompt.messages) - 1, -1, -1):
        if not isinstance(prompt.messages[index], ToolMessage):
            return index if isinstance(prompt.messages[index], AssistantMessage) else -1
    return -1
