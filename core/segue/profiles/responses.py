"""What OpenAI's Responses API demands of a history.

Sources: the Responses API reference, the reasoning, function calling and file input guides of platform.openai.com, the types of the
official SDK, and the rejections quoted in `segue.rules.responses`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from segue.json_values import JsonObject, JsonValue
from segue.models import Model
from segue.parts import FilePart, OpaquePart, ReasoningPart, ToolCallPart, ToolResultPart, option
from segue.profiles.demands import Files, Spelling
from segue.prompts import Prompt, Request, ToolDefinition
from segue.shapes import Shape, extras_for
from segue.targets import Target

FORMAT = "openai-responses"
PROVIDERS = frozenset({"openai", "azure"})

CALL_ID = Spelling(r"[\s\S]", longest=64)
TOOL_NAME = Spelling("[a-zA-Z0-9_-]", longest=64)
LONGEST_ITEM_ID = 64
ITEM_ID = Spelling("[a-zA-Z0-9_-]", longest=LONGEST_ITEM_ID)
PREFIXES: Mapping[str, str | tuple[str, ...]] = {
    "call": ("fc", "ctc"), "reasoning": "rs", "message": "msg", "function_call": "fc", "custom_tool_call": "ctc", "web_search_call": "ws",
    "file_search_call": "fs", "code_interpreter_call": "ci", "image_generation_call": "ig", "mcp_call": "mcp",
}  # fmt: skip
"""How the ids of items begin, by their kind; of other kinds it is not told."""
NAMED_ITEMS = frozenset({
    "web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call", "mcp_call", "program", "computer_call",
    "local_shell_call",
})  # fmt: skip
"""Kinds of calls that are not taken without an id; of all others it may be left out."""
_REQUIRED: Mapping[str, frozenset[str]] = {
    "web_search_call": frozenset({"action", "status"}), "file_search_call": frozenset({"queries", "status"}),
    "code_interpreter_call": frozenset({"code", "container_id", "outputs", "status"}),
    "image_generation_call": frozenset({"result", "status"}), "mcp_call": frozenset({"arguments", "server_label"}),
    "tool_search_call": frozenset({"arguments"}), "program": frozenset({"call_id", "code", "fingerprint"}),
}  # fmt: skip
"""What a call of a tool that OpenAI runs must say besides its id, by the kind of its item."""
_WANTED: Mapping[str, str] = {"summary": "summary", "content": "summary", "input_image": "detail"}
"""A field that must be there, by the form of a thought or file."""
_ACTIONS = frozenset({"search", "open_page", "find_in_page"})

# Kinds of item that the API takes and that are carried unread.
OPAQUE_KINDS = frozenset({
    "item_reference", "compaction", "compaction_trigger", "additional_tools", "configuration_update", "mcp_list_tools",
    "mcp_approval_request", "mcp_approval_response",
})  # fmt: skip
_REQUEST, _APPROVAL = "mcp_approval_request", "mcp_approval_response"
_COMPUTER, _NAMESPACE = "computer_call", "openai.namespace"
REFERENCE = "item_reference"
PIECE = "piece"
"""How the format calls an unread part that stood among the texts of a model's message."""

_IMAGES = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})
_PDF = frozenset({"application/pdf"})
FILES = Files(base64=_IMAGES | _PDF, url=_IMAGES | _PDF | {"image/*"}, ids_of=FORMAT, schemes=("https://", "http://", "data:"))
_DOCUMENT = "input_file"
_SAME_ACCOUNT = frozenset({FORMAT, "openai-chat"})
_FILE_ID = "file-"

# Models that do not think; of all others it is taken that they do.
_THOUGHTLESS = re.compile(r"(ft:)?(chatgpt-|gpt-3|gpt-4)|.{0,60}chat-latest", re.IGNORECASE)
_CHAINS = ("previous_response_id", "conversation")


def holds(part: FilePart) -> bool:
    """Tell whether there is a place for this file: images and PDF, what this API was given as a document, what OpenAI holds."""
    own = part.shape is not None and part.shape.format == FORMAT
    if part.encoding == "id" and part.data.startswith(_FILE_ID):
        return part.shape is not None and part.shape.format in _SAME_ACCOUNT
    document = own and part.shape is not None and part.shape.form == _DOCUMENT and not part.media_type.startswith(("audio/", "video/"))
    return (document and part.encoding != "text") or FILES.hold(part)


def is_own_tool(tool: ToolDefinition) -> bool:
    """Tell whether a tool that a provider runs is one of OpenAI's, or a custom one of the caller's."""
    return tool.hosted.startswith("openai.")


def is_own(origin: Model | None, target: Target) -> bool:
    """Tell whether the target's provider may have made a thing, however it is spelled; who is not known may be it."""
    return origin is None or Target.of(origin).provider == target.provider


def item_id(part: object) -> str | None:
    """Return the id of the item that a part stood in."""
    id = option(part, "openai", "itemId")
    return id if isinstance(id, str) else None


def is_encrypted(part: ReasoningPart) -> bool:
    """Tell whether a thought carries encrypted content."""
    encrypted = option(part, "openai", "reasoningEncryptedContent")
    return isinstance(encrypted, str) and encrypted != ""


def is_spelled(id: str, kind: str) -> bool:
    """Tell whether an id is one that OpenAI gives to items of this kind.

    >>> is_spelled("fc_1", "function_call"), is_spelled("call_1", "function_call"), is_spelled("x.y", "shell_call")
    (True, False, False)
    """
    return ITEM_ID.allows(id) and id.startswith(PREFIXES.get(kind, ""))


def item_kind(part: ToolCallPart) -> str:
    """Return the kind of item that a call stands in, "call" where no item of this format held it."""
    shape = part.shape
    return shape.form.partition(" ")[0] if shape is not None and shape.format == FORMAT else "call"


def reference_id(part: OpaquePart) -> str | None:
    """Return the id of the item that a part refers to, None where it is no reference."""
    id = part.value.get("id") if is_own_opaque(part) and part.kind == REFERENCE else None
    return id if isinstance(id, str) else None


def approval(part: OpaquePart) -> str | None:
    """Return the id of the request that a part approves or denies, None where it does neither."""
    id = part.value.get("approval_request_id") if part.format == FORMAT and part.kind == _APPROVAL else None
    return id if isinstance(id, str) else None


def asked_for(prompt: Prompt) -> frozenset[str]:
    """Return the ids of the requests for approval, and of what refers to an item, which may be one."""
    parts = [part for message in prompt.messages for part in message.content if isinstance(part, OpaquePart) and part.format == FORMAT]
    ids = (part.value.get("id") for part in parts if part.kind in {_REQUEST, REFERENCE})
    return frozenset(id for id in ids if isinstance(id, str))


def needs_screen(part: ToolCallPart) -> bool:
    """Tell whether only a screenshot answers a call."""
    return item_kind(part) == _COMPUTER


def namespace(part: ToolCallPart) -> str | None:
    """Return the namespace that a call names."""
    name = option(part, "openai", "namespace")
    return name if isinstance(name, str) else None


def namespaces(tools: Iterable[ToolDefinition]) -> Mapping[str, str]:
    """Return the namespace of each function that is in one, in no other, and not on offer outside of all."""
    given = list(tools)
    plain = {tool.name for tool in given if not tool.hosted}
    found: dict[str, set[str]] = {}
    for tool in given:
        for name in _functions(tool) if tool.hosted == _NAMESPACE else ():
            found.setdefault(name, set()).add(tool.name)
    return {name: next(iter(spaces)) for name, spaces in found.items() if len(spaces) == 1 and name not in plain}


def _functions(tool: ToolDefinition) -> Iterator[str]:
    listed = tool.args.get("tools")
    for item in listed if isinstance(listed, tuple) else ():
        name = item.get("name") if isinstance(item, JsonObject) else None
        if isinstance(name, str):
            yield name


def is_own_hosted_call(part: ToolCallPart, target: Target) -> bool:
    """Tell whether the API takes the call of a tool that it ran: an item of its own, whole, with an id of its kind."""
    kind, id = item_kind(part), item_id(part)
    if kind not in _REQUIRED or part.shape is None or not is_own(part.origin, target) or not _REQUIRED[kind].issubset(part.shape.keys):
        return False
    named = is_spelled(id, kind) if id is not None else kind not in NAMED_ITEMS
    return named and (kind != "web_search_call" or _is_action(part.input))


def _is_action(given: JsonValue) -> bool:
    action = given.get("action") if isinstance(given, JsonObject) else None
    return isinstance(action, JsonObject) and action.get("type") in _ACTIONS


def is_own_hosted_result(part: ToolResultPart, target: Target, *, outcome: bool) -> bool:
    """Tell whether the API takes the result of a tool that it ran: an item of its own, or the outcome in that of its call."""
    if part.shape is None or part.shape.format != FORMAT:
        return False
    return is_own(part.origin, target) if part.shape.keys else outcome


def is_own_opaque(part: OpaquePart) -> bool:
    """Tell whether the API takes a part that is carried unread."""
    return part.format == FORMAT and part.kind in OPAQUE_KINDS


def is_json_arguments(shape: Shape) -> bool:
    """Tell whether a call's arguments came as JSON rather than as its text, or not at all."""
    return shape.format == FORMAT and shape.form == "function_call json"


def lacks_field(shape: Shape | None) -> bool:
    """Tell whether a thought came without a summary, or an image without saying how closely it is looked at."""
    if shape is None or shape.format != FORMAT or not shape.keys:
        return False
    return _WANTED.get(shape.form, shape.keys[0]) not in shape.keys


def reasons(model: str) -> bool:
    """Tell whether a model thinks.

    >>> reasons("gpt-5.2"), reasons("gpt-4.1-mini"), reasons("gpt-5.2-chat-latest")
    (True, False, False)
    """
    return _THOUGHTLESS.match(model) is None


def body(request: Request) -> JsonObject:
    """Return the fields of a body of this format that are not its messages and tools."""
    return extras_for(request.extras, FORMAT)


def is_chained(request: Request) -> bool:
    """Tell whether the messages go on from others that OpenAI holds."""
    return any(body(request).get(key) is not None for key in _CHAINS)


def is_stored(request: Request, target: Target) -> bool:
    """Tell whether OpenAI holds the items that the history names: the body or the target says so, or it goes on from such."""
    said = body(request).get("store", target.settings.get("store"))
    return said is True or (said is None and is_chained(request))
