"""One conversation with a language model, carried across providers.

`check` names what a provider will refuse of a history, `fix` repairs it and says what it did, `explain` turns an error into the
rule behind it. Below them: immutable records, and pure functions over them.

What a name stands for is loaded when it is first asked for, so that importing the package costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from segue import placeholders
    from segue.compat import ProviderHistoryCompat
    from segue.convert import answered, attribute, to_prompt, to_store
    from segue.engine import (
        Rewrite,
        RewrittenRequest,
        apply_rule,
        find_faults,
        recover,
        rewrite,
        rewrite_request,
        tool_aliases,
        with_tool_names,
    )
    from segue.failures import CallFailure, Change, Correction, DecodeError, DecodeFailure, Fault, Recovery
    from segue.filters import ToolCallFilter
    from segue.formats.format import Format
    from segue.formats.registry import FORMATS, detect
    from segue.guards import PrefillErrorHandler, TrailingAssistantGuard, needs_trailing_assistant_guard
    from segue.json_values import EMPTY, JsonObject, JsonText, same_json
    from segue.kinds import Kind, Loss, Place
    from segue.messages import Resource, StoredMessage, Thread, ToolInvocation
    from segue.models import Model
    from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
    from segue.prompts import (
        AssistantMessage,
        Prompt,
        Request,
        SystemMessage,
        ToolDefinition,
        ToolMessage,
        UserMessage,
        assistant,
        call,
        prompt,
        result,
        system,
        tool,
        user,
    )
    from segue.repairs._rebuilding import each_part
    from segue.rule import CompatRule, Evidence
    from segue.rules import BUILT_IN, only, without
    from segue.rules.documented import DOCUMENTED
    from segue.targets import Target
    from segue.verbs import Fixed, check, explain, fix, try_fix
else:
    _NAMES = {
        "compat": "ProviderHistoryCompat",
        "convert": "answered attribute to_prompt to_store",
        "engine": "Rewrite RewrittenRequest apply_rule find_faults recover rewrite rewrite_request tool_aliases with_tool_names",
        "failures": "CallFailure Change Correction DecodeError DecodeFailure Fault Recovery",
        "filters": "ToolCallFilter",
        "formats.format": "Format",
        "formats.registry": "FORMATS detect",
        "guards": "PrefillErrorHandler TrailingAssistantGuard needs_trailing_assistant_guard",
        "json_values": "EMPTY JsonObject JsonText same_json",
        "kinds": "Kind Loss Place",
        "messages": "Resource StoredMessage Thread ToolInvocation",
        "models": "Model",
        "parts": "FilePart JsonPart OpaquePart ReasoningPart TextPart ToolCallPart ToolResultPart",
        "prompts": (
            "AssistantMessage Prompt Request SystemMessage ToolDefinition ToolMessage UserMessage "
            "assistant call prompt result system tool user"
        ),
        "repairs._rebuilding": "each_part",
        "rule": "CompatRule Evidence",
        "rules": "BUILT_IN only without",
        "rules.documented": "DOCUMENTED",
        "targets": "Target",
        "verbs": "Fixed check explain fix try_fix",
    }
    """What each module has of the public names; the same as the imports above, which type checkers read."""
    _HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}

    def __getattr__(name: str) -> object:
        """Load a public name, or a module of the package."""
        home = f"{__name__}.{_HOMES.get(name, name)}"
        try:
            module = __import__(home, fromlist=[name])
        except ModuleNotFoundError as missing:
            if missing.name != home:
                raise
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name) from None
        globals()[name] = found = getattr(module, name) if name in _HOMES else module
        return found

    def __dir__() -> list[str]:
        """Name what is public, loaded or not."""
        return sorted({*globals(), *__all__})

__all__ = [
    "BUILT_IN",
    "DOCUMENTED",
    "EMPTY",
    "FORMATS",
    "AssistantMessage",
    "CallFailure",
    "Change",
    "CompatRule",
    "Correction",
    "DecodeError",
    "DecodeFailure",
    "Evidence",
    "Fault",
    "FilePart",
    "Fixed",
    "Format",
    "JsonObject",
    "JsonPart",
    "JsonText",
    "Kind",
    "Loss",
    "Model",
    "OpaquePart",
    "Place",
    "PrefillErrorHandler",
    "Prompt",
    "ProviderHistoryCompat",
    "ReasoningPart",
    "Recovery",
    "Request",
    "Resource",
    "Rewrite",
    "RewrittenRequest",
    "StoredMessage",
    "SystemMessage",
    "Target",
    "TextPart",
    "Thread",
    "ToolCallFilter",
    "ToolCallPart",
    "ToolDefinition",
    "ToolInvocation",
    "ToolMessage",
    "ToolResultPart",
    "TrailingAssistantGuard",
    "UserMessage",
    "answered",
    "apply_rule",
    "assistant",
    "attribute",
    "call",
    "check",
    "detect",
    "each_part",
    "explain",
    "find_faults",
    "fix",
    "needs_trailing_assistant_guard",
    "only",
    "placeholders",
    "prompt",
    "recover",
    "result",
    "rewrite",
    "rewrite_request",
    "same_json",
    "system",
    "to_prompt",
    "to_store",
    "tool",
    "tool_aliases",
    "try_fix",
    "user",
    "with_tool_names",
    "without",
]
