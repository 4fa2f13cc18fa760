"""Would Mistral accept this request? The serving validator of the vendor's own package first, then what the hosted API enforces beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen
from mistral_common.exceptions import MistralCommonException
from mistral_common.protocol.instruct.request import ChatCompletionRequest
from mistral_common.protocol.instruct.validator import ValidationMode, get_validator
from mistral_common.tokens.tokenizers.base import TokenizerVersion
from pydantic import ValidationError

from tests.judges.checks import Checks, Issued, whole

Message = dict[str, Any]
THINKS, ALL = (TokenizerVersion.v11,), (TokenizerVersion.v7, TokenizerVersion.v11)
DOCUMENT = {"type", "document_url", "document_name"}
GITHUB = "https://github.com"


@frozen
class Body:
    """A request that the validator accepts."""

    messages: list[Message]

    def placed(self, role: str) -> Iterator[tuple[int, Message]]:
        """Yield the messages of a role with their index."""
        yield from ((at, message) for at, message in enumerate(self.messages) if message["role"] == role)


CHECKS: Checks[Body] = Checks()


@CHECKS.enforced(f"{GITHUB}/pipecat-ai/pipecat-flows/issues/178")
def user_after_tool(body: Body) -> Iterator[str]:
    """Unexpected role 'user' after role 'tool'."""
    yield from (f"messages[{at}]" for at, _ in body.placed("user") if at and body.messages[at - 1]["role"] == "tool")


@CHECKS.enforced(f"{GITHUB}/OpenHands/OpenHands/issues/8685")
def empty_assistant(body: Body) -> Iterator[str]:
    """Assistant message must have either content or tool_calls, but not none."""
    yield from (
        f"messages[{at}]" for at, message in body.placed("assistant") if not message.get("content") and not message.get("tool_calls")
    )


def _as_the_package_has_it(message: Any) -> Any:
    """Return a message of the API as the package spells it, which has no documents, thoughts in one text, and calls without index."""
    if not isinstance(message, dict):
        return message
    fields = {
        key: value for key, value in message.items() if not (key == "content" and value is None and message.get("role") == "assistant")
    }
    if isinstance(fields.get("content"), list):
        fields["content"] = [_chunk(chunk, message.get("role")) for chunk in fields["content"]]
    if isinstance(fields.get("tool_calls"), list):
        fields["tool_calls"] = [{key: value for key, value in call.items() if key != "index"} for call in fields["tool_calls"]]
    return fields


def _chunk(chunk: Any, role: Any) -> Any:
    match chunk:
        case {"type": "thinking", "thinking": list(pieces)}:
            return {**chunk, "thinking": "".join(piece.get("text", "") for piece in pieces)}
        case {"type": "document_url", "document_url": str()} if role == "user" and set(chunk) <= DOCUMENT:
            return {"type": "text", "text": "document"}
        case _:
            return chunk


def judge(payload: Any, *, model: str, issued: Issued | None = None) -> list[str]:
    """Return the complaints about a request body or bare message list; none means accepted.

    Validated as for models before tokenizer 13, which are the strictest about ids. Nothing opaque is sent, so `issued` changes nothing.
    """
    del issued
    messages = [_as_the_package_has_it(message) for message in whole(payload)["messages"]]
    try:
        request: Any = ChatCompletionRequest.model_validate({"model": model, "messages": messages})
    except ValidationError as error:
        faults = error.errors(include_url=False)
        return list(dict.fromkeys(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']} [vendor's types]" for fault in faults))
    except MistralCommonException as error:
        return [f"messages: {error} [vendor's types]"]
    wrong = list(dict.fromkeys(line for version in _versions(messages) for line in _validated(request, version)))
    return wrong or CHECKS.complaints(Body(messages))


def _versions(messages: list[Any]) -> tuple[TokenizerVersion, ...]:
    contents = [message["content"] for message in messages if isinstance(message.get("content"), list)]
    return THINKS if any(chunk["type"] == "thinking" for content in contents for chunk in content) else ALL


def _validated(request: Any, version: TokenizerVersion) -> Iterator[str]:
    try:
        get_validator(version, ValidationMode.serving).validate_request(request)
    except (MistralCommonException, ValueError) as error:
        yield f"messages: {error} [vendor's validator]"
