"""What a record's own fields tell: its options, its unclaimed fields, its kind."""

from __future__ import annotations

from typing import Any

from segue.characters import is_broken
from segue.json_values import EMPTY, JsonObject, JsonText
from segue.kinds import Kind
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart, option
from segue.profiles.anthropic import is_signed, is_token
from segue.profiles.converse import is_own_thought as is_bedrocks
from segue.profiles.gemini import FORMAT as GEMINI
from segue.profiles.gemini import MAKER, SIGNATURE, is_bare_response
from segue.profiles.gemini import SIGNED as OWNERS
from segue.profiles.openai import LONGEST_INPUT, LONGEST_TEXT
from segue.profiles.responses import FORMAT as RESPONSES
from segue.profiles.responses import is_encrypted, lacks_field
from segue.prompts import AssistantMessage, Message, SystemMessage
from segue.scan.bits import NAMED, PARTIAL, bits
from segue.scan.look import is_usual_id

INPUTS: dict[Any, int] = {JsonObject: 0, JsonText: bits(Kind.TEXT_INPUT)}
"""What the input of a call is, by its class, where that is usual."""
BLANK, EMPTY_MESSAGE, SPEAKER = bits(Kind.BLANK_TEXT), bits(Kind.EMPTY_MESSAGE), bits(Kind.SPEAKER)
SIGNED, UNUSUAL_SIGNATURE = bits(Kind.THOUGHT_SIGNATURE), bits(Kind.UNUSUAL_SIGNATURE)
UNUSUAL_ITEM, MISPLACED, CLOSING = bits(Kind.UNUSUAL_ITEM), bits(Kind.MISPLACED_REASONING), bits(Kind.CLOSING_REASONING)
ODD_LAYOUT = bits(Kind.ODD_LAYOUT)
_DEVELOPER, _LISTED, _EXTRAS, _MARKER, _VOICE = (
    bits(kind) for kind in (Kind.DEVELOPER, Kind.LISTED_SYSTEM, Kind.EXTRAS, Kind.CACHE_MARKER, Kind.VOICE)
)
_ODD_INPUT, _ERROR, _ODD_JSON = bits(Kind.ODD_INPUT), bits(Kind.ERROR_RESULT), bits(Kind.ODD_JSON)
_RESULT_FILE, _TEXT_FILE, _ASSISTANT_FILE = bits(Kind.RESULT_FILE), bits(Kind.TEXT_FILE), bits(Kind.ASSISTANT_FILE)
_LONG, _HALF = bits(Kind.LONG_TEXT), bits(Kind.HALF_CHARACTER)
_UNSIGNED, _UNENCRYPTED = bits(Kind.UNSIGNED_REASONING), bits(Kind.UNENCRYPTED_REASONING)
_NO_BEDROCK, _NO_GEMINI = bits(Kind.NON_BEDROCK_REASONING), bits(Kind.NON_GEMINI_REASONING)
_KINDS = {
    ReasoningPart: Kind.REASONING, ToolCallPart: Kind.HOSTED, ToolResultPart: Kind.HOSTED, OpaquePart: Kind.OPAQUE, FilePart: Kind.FILE,
}  # fmt: skip
_BITS = {record: bits(kind) for record, kind in _KINDS.items()}
_THOUGHT = bits(Kind.REASONING) | _UNSIGNED | _UNENCRYPTED | _NO_BEDROCK | _NO_GEMINI
BARE = _THOUGHT | PARTIAL
ANTHROPICS, BEDROCKS, GEMINIS = BARE - _UNSIGNED, BARE - _NO_BEDROCK, BARE - _NO_GEMINI
OPENAIS, GOOGLES = _THOUGHT - _UNENCRYPTED | NAMED, GEMINIS | SIGNED
"""What a thought is that carries no token, the usual ones of one maker alone, or none and Gemini's layout."""


def plain_thought(part: ReasoningPart) -> int:
    """Return what a thought of a usual layout is: one token, OpenAI's two or none; nobody named and nothing left over. 0 elsewhere."""
    options, shape = part.provider_options, part.shape
    if part.origin is not None or part.extras is not None or len(options) > 1:
        return 0
    own: Any = options.get("anthropic")
    if own is not None:
        return ANTHROPICS if own.__class__ is JsonObject and len(own) == 1 and _is_claudes(own.get("signature")) else 0
    if shape is not None and shape.format == RESPONSES and "summary" not in shape.keys and lacks_field(shape):
        return 0
    own = options.get("openai")
    if own is not None:
        usual = own.__class__ is JsonObject and len(own) == 2 and _is_token(own.get("reasoningEncryptedContent"))
        return OPENAIS if usual and (id := own.get("itemId")).__class__ is str and is_usual_id(id, ReasoningPart) else 0
    if options:
        return _elsewhere(options)
    return GEMINIS if shape is not None and shape.format == GEMINI else BARE


def _elsewhere(options: JsonObject) -> int:
    """Return what a thought is that carries a token of Google's or Bedrock's alone."""
    own: Any = options.get(MAKER)
    if own.__class__ is JsonObject:
        return GOOGLES if len(own) == 1 and own.get(SIGNATURE).__class__ is str else 0
    own = options.get("bedrock")
    return BEDROCKS if own.__class__ is JsonObject and len(own) == 1 and _is_token(own.get("signature")) else 0


def _is_claudes(token: object) -> bool:
    return isinstance(token, str) and is_token(token)


def _is_token(token: object) -> bool:
    return token.__class__ is str and token != ""


def only_token(options: JsonObject) -> str | None:
    """Return the id of OpenAI's item if options are that alone, "" if they are a signature of Google's alone or none, None elsewhere."""
    if len(options) != 1:
        return None if options else ""
    own: Any = options.get("openai")
    if own is None:
        own = options.get(MAKER)
        return "" if own.__class__ is JsonObject and len(own) == 1 and own.get(SIGNATURE).__class__ is str else None
    id = own.get("itemId") if own.__class__ is JsonObject and len(own) == 1 else None
    return id if id.__class__ is str and id else None


def odd_thought(part: ReasoningPart) -> int:
    """Return the kinds of a thought of any layout."""
    named, encrypted = part.origin is not None, is_encrypted(part)
    geminis = _is_googles(part) or (part.shape is not None and part.shape.format == GEMINI and not part.provider_options)
    kinds = _BITS[ReasoningPart] | marks(part) | (UNUSUAL_ITEM if encrypted else 0) | (ODD_LAYOUT if lacks_field(part.shape) else 0)
    kinds |= 0 if is_signed(part) and not named else _UNSIGNED
    kinds |= 0 if encrypted and not named else _UNENCRYPTED
    kinds |= 0 if is_bedrocks(part) and not named else _NO_BEDROCK
    return kinds | (0 if geminis and not named else _NO_GEMINI)


def _is_googles(part: object) -> bool:
    return isinstance(option(part, MAKER, SIGNATURE), str)


def marks(record: Any) -> int:
    """Return what a record's options and unclaimed fields say. A part that its message's maker signed is unusual besides."""
    kinds = _EXTRAS if record.extras is not None else 0
    options = record.provider_options
    if options is EMPTY:
        return kinds
    if is_marked(record):
        kinds |= _MARKER
    if any(map(options.__contains__, OWNERS)):
        kinds |= SIGNED if _is_googles(record) and getattr(record, "origin", None) is None else SIGNED | UNUSUAL_SIGNATURE
    if option(record, "openai", "audio") is not None:
        kinds |= _VOICE
    return kinds | (UNUSUAL_ITEM if option(record, "openai", "itemId") is not None else 0)


def is_marked(record: object) -> bool:
    """Tell whether a record carries a cache marker of Anthropic's or of Bedrock's."""
    return option(record, "anthropic", "cacheControl") is not None or option(record, "bedrock", "cachePoint") is not None


def holder(message: Message) -> int:
    """Return the kinds of a message, its content aside."""
    kinds = marks(message) | (0 if message.content else EMPTY_MESSAGE) | (0 if message.name is None else SPEAKER)
    if isinstance(message, SystemMessage):
        kinds |= _DEVELOPER if message.developer else 0
        kinds |= _LISTED if message.shape is not None and message.shape.form == "listed" else 0
    return kinds


def text(part: TextPart) -> int:
    """Return the kinds of a text."""
    kinds = (marks(part) if len(part.text) <= LONGEST_TEXT else marks(part) | _LONG) | half(part.text)
    return kinds if part.text and not part.text.isspace() else kinds | BLANK


def half(value: object) -> int:
    """Return what a text, or JSON, says of halves of characters in it."""
    return _HALF if is_broken(value) else 0


def call(part: ToolCallPart) -> int:
    """Return the kinds of a call of the caller's own tools, its id and name aside."""
    kinds = marks(part) | INPUTS.get(type(part.input), _ODD_INPUT) | half(part.input)
    kinds |= _LONG if isinstance(part.input, str) and len(part.input) > LONGEST_INPUT else 0
    return kinds | (ODD_LAYOUT if part.shape is not None and " " in part.shape.form else 0)


def result(part: ToolResultPart) -> int:
    """Return the kinds of a result of the caller's own tools, its id, name and output aside."""
    kinds = marks(part) | (_ERROR if part.error else 0) | (0 if part.output else BLANK)
    return kinds | (ODD_LAYOUT if part.shape is not None and is_bare_response(part.shape) else 0)


def other(part: Any, message: Message | None) -> int:
    """Return the kinds of a part that is no text, thought, call or result of the caller's own; no message is told of a result's piece."""
    kind = type(part)
    kinds = _BITS.get(kind, 0) | (half(part.value) if kind is OpaquePart else marks(part))
    if kind is ToolCallPart or kind is ToolResultPart:
        return kinds | half(part.input if kind is ToolCallPart else tuple(map(_held, part.output)))
    if kind is JsonPart:
        return kinds | half(part.value) | (0 if type(part.value) is JsonObject else _ODD_JSON)
    return kinds | _file(part, message) if kind is FilePart else kinds


def _held(piece: Any) -> Any:
    return piece.text if type(piece) is TextPart else piece.data if type(piece) is FilePart else piece.value


def _file(part: FilePart, message: Message | None) -> int:
    kinds = _RESULT_FILE if message is None else _ASSISTANT_FILE if isinstance(message, AssistantMessage) else 0
    kinds |= half(part.data) | half(part.filename)
    kinds |= _TEXT_FILE if part.encoding == "text" or part.media_type.startswith("text/") else 0
    return kinds | (ODD_LAYOUT if lacks_field(part.shape) else 0)
