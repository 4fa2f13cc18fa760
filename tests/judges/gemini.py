"""Would Gemini's generateContent accept this request? Google's types first, closed as they are, then what the API enforces and no type states.

The types are the google-genai SDK's models. They refuse unknown keys; here they also read strictly, as from JSON. `model` tells the
generation: from 3 on calls of the current turn are signed, from 3.6 on a model's turn may not be last.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from attrs import frozen
from google.genai import types
from pydantic import TypeAdapter, ValidationError

from tests.judges.checks import Checks, Issued, whole

Content = dict[str, Any]
GITHUB, DOCS = "https://github.com", "https://ai.google.dev"
PLACEHOLDERS = ("skip_thought_signature_validator", "context_engineering_is_the_way_to_go")
"""Signatures that the documents give for calls of other models, taken as they are and in base64."""
DATA = (
    "text", "inlineData", "fileData", "functionCall", "functionResponse", "executableCode", "codeExecutionResult", "toolCall", "toolResponse",
)  # fmt: skip
OTHERS = ("generationConfig", "safetySettings", "cachedContent", "labels", "model", "serviceTier", "store")


@frozen
class Body:
    """A request whose types are right, its keys in camelCase."""

    raw: dict[str, Any]
    version: tuple[int, int]
    issued: Issued | None

    @property
    def contents(self) -> list[Content]:
        """Return the contents."""
        found: list[Content] = self.raw.get("contents", [])
        return found

    def parts(self) -> Iterator[tuple[str, Content, dict[str, Any]]]:
        """Yield each part with its place and its content."""
        for at, content in enumerate(self.contents):
            yield from ((f"contents[{at}].parts[{number}]", content, part) for number, part in enumerate(content.get("parts") or []))

    def turns(self) -> Iterator[tuple[str, Content, Content | None, Content | None]]:
        """Yield each content with its place, the one before it and the one behind it."""
        around: Sequence[Content | None] = [None, *self.contents, None]
        for at, content in enumerate(self.contents):
            yield f"contents[{at}]", content, around[at], around[at + 2]


def held(content: Content | None, kind: str) -> list[dict[str, Any]]:
    """Return what the parts of a content hold of one kind."""
    return [part[kind] for part in (content or {}).get("parts") or [] if part.get(kind) is not None]


CHECKS: Checks[Body] = Checks()


@CHECKS.enforced(f"{GITHUB}/langchain-ai/langchain-google/issues/691")
def no_contents(body: Body) -> Iterator[str]:
    """The field `contents` is not specified."""
    if not body.contents:
        yield "contents"


@CHECKS.enforced(f"{GITHUB}/mem0ai/mem0/issues/6393")
def role(body: Body) -> Iterator[str]:
    """Please use a valid role: user, model."""
    yield from (place for place, content, _, _ in body.turns() if content.get("role", "user") not in {"user", "model"})


@CHECKS.enforced(f"{GITHUB}/vercel/ai/issues/3775")
def empty_parts(body: Body) -> Iterator[str]:
    """contents.parts must not be empty."""
    yield from (place for place, content, _, _ in body.turns() if not content.get("parts"))


@CHECKS.enforced(f"{GITHUB}/router-for-me/CLIProxyAPI/issues/1292")
def one_of_data(body: Body) -> Iterator[str]:
    """parts.data: required oneof field 'data' must have one initialized field."""
    for place, _, part in body.parts():
        count = sum(part.get(kind) is not None for kind in DATA)
        if count > 1 or (count == 0 and "thoughtSignature" not in part):
            yield place


@CHECKS.enforced(f"{GITHUB}/boldsoftware/sketch/issues/68")
def instruction_data(body: Body) -> Iterator[str]:
    """system_instruction.parts.data: required oneof field 'data' must have one initialized field."""
    instruction = body.raw.get("systemInstruction")
    if instruction is not None and not (instruction.get("parts") and all(part.get("text") for part in instruction["parts"])):
        yield "systemInstruction"


@CHECKS.enforced(f"{GITHUB}/googleapis/google-cloud-go/issues/10309")
def empty_text(body: Body) -> Iterator[str]:
    """Unable to submit request because it has an empty text parameter."""
    yield from (place for place, _, part in body.parts() if part.get("text") == "" and "thoughtSignature" not in part)


@CHECKS.enforced(f"{GITHUB}/ollama/ollama/issues/14214")
def empty_name(body: Body) -> Iterator[str]:
    """function_response.name: Name cannot be empty."""
    for place, _, part in body.parts():
        if any(part.get(kind) is not None and not part[kind].get("name") for kind in ("functionCall", "functionResponse")):
            yield place


@CHECKS.enforced(f"{GITHUB}/google-gemini/gemini-cli/issues/26486")
def call_not_after_user(body: Body) -> Iterator[str]:
    """Please ensure that function call turn comes immediately after a user turn or after a function response turn."""
    for place, content, before, _ in body.turns():
        if held(content, "functionCall") and (content.get("role") != "model" or before is None or before.get("role") == "model"):
            yield place


@CHECKS.enforced(f"{GITHUB}/langchain-ai/langchain/issues/27799")
def response_not_after_call(body: Body) -> Iterator[str]:
    """Please ensure that function response turn comes immediately after a function call turn."""
    yield from (
        place for place, content, before, _ in body.turns() if held(content, "functionResponse") and not held(before, "functionCall")
    )


@CHECKS.enforced(f"{GITHUB}/google-gemini/gemini-cli/issues/16543")
def response_count(body: Body) -> Iterator[str]:
    """The number of function response parts is equal to the number of function call parts of the function call turn."""
    for place, content, _, behind in body.turns():
        asked = held(content, "functionCall")
        if asked and len(asked) != len(held(behind, "functionResponse")):
            yield place


@CHECKS.enforced(f"{GITHUB}/router-for-me/CLIProxyAPI/issues/5692")
def response_names(body: Body) -> Iterator[str]:
    """Names, and ids where both sides have them, of responses are those of their calls."""
    for place, content, _, behind in body.turns():
        asked, given = held(content, "functionCall"), held(behind, "functionResponse")
        ids = [[call.get("id") for call in calls] for calls in (asked, given)]
        differ = all(map(all, ids)) and Counter(ids[0]) != Counter(ids[1])
        if len(asked) == len(given) and (Counter(map(name_of, asked)) != Counter(map(name_of, given)) or differ):
            yield place


def name_of(call: dict[str, Any]) -> str:
    """Return the name in a call or response."""
    return str(call.get("name"))


@CHECKS.enforced(f"{DOCS}/gemini-api/docs/thought-signatures")
def call_unsigned(body: Body) -> Iterator[str]:
    """Function call is missing a thought_signature in functionCall parts."""
    contents = body.contents
    start = max((at for at, content in enumerate(contents) if is_asking(content)), default=-1)
    for at in range(start + 1, len(contents)) if body.version >= (3, 0) else ():
        first = next((part for part in contents[at].get("parts") or [] if part.get("functionCall") is not None), None)
        if first is not None and not first.get("thoughtSignature"):
            yield f"contents[{at}]"


def is_asking(content: Content) -> bool:
    """Tell a content of the user's own words from one of results."""
    return content.get("role", "user") == "user" and not held(content, "functionResponse")


@CHECKS.enforced(f"{GITHUB}/google-gemini/gemini-cli/issues/13467")
def signature_foreign(body: Body) -> Iterator[str]:
    """Corrupted thought signature."""
    if body.issued is None:
        return
    known = {
        *map(alphabet, body.issued.thinking),
        *map(alphabet, PLACEHOLDERS),
        *(b64encode(word.encode()).decode() for word in PLACEHOLDERS),
    }
    yield from (place for place, _, part in body.parts() if alphabet(part.get("thoughtSignature", PLACEHOLDERS[0])) not in known)


def alphabet(token: str) -> str:
    """Spell base64 in the common alphabet; the SDK's dumps have that for URLs."""
    return token.replace("-", "+").replace("_", "/")


@CHECKS.enforced(f"{GITHUB}/crewAIInc/crewAI/pull/6973")
def trailing_model_turn(body: Body) -> Iterator[str]:
    """Requests ending with a model turn are not supported."""
    if body.version >= (3, 6) and body.contents and body.contents[-1].get("role") == "model":
        yield f"contents[{len(body.contents) - 1}]"


@cache
def _types() -> dict[str, TypeAdapter[Any]]:
    """Return a validator for each key of a body."""
    known: dict[str, Any] = {
        "contents": list[types.Content], "systemInstruction": types.Content, "tools": list[types.Tool], "toolConfig": types.ToolConfig,
    }  # fmt: skip
    return {key: TypeAdapter(kind) for key, kind in known.items()}


def judge(payload: Any, *, model: str, issued: Issued | None = None) -> list[str]:
    """Return the complaints about a request body or bare contents; none means accepted.

    With `issued`, whose `thinking` has the signatures that Google gave, all others are refused. Keys are camelCase or snake_case.
    """
    body = {_camel(key): value for key, value in whole(payload, "contents").items()}
    known = _types()
    wrong = [f"{key}: Cannot find field [vendor's types]" for key in body if key not in known and key not in OTHERS]
    for key in body.keys() & known.keys():
        try:
            body[key] = _read(known[key], body[key])
        except ValidationError as error:
            faults = error.errors(include_url=False)
            wrong += [f"{'.'.join([key, *map(str, fault['loc'])])}: {fault['msg']} [vendor's types]" for fault in faults]
    return wrong or CHECKS.complaints(Body(body, _version(model), issued))


def _read(adapter: TypeAdapter[Any], value: object) -> Any:
    """Return a value with its keys in camelCase and without nulls, as Google's types read it."""
    return adapter.dump_python(adapter.validate_json(json.dumps(value), strict=True), mode="json", by_alias=True, exclude_none=True)


def _camel(key: str) -> str:
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), key)


def _version(model: str) -> tuple[int, int]:
    """Return the generation of a model; one that does not tell is taken for the newest."""
    found = re.search(r"gemini-(\d+)(?:\.(\d+))?", model)
    return (int(found[1]), int(found[2] or 0)) if found else (99, 0)
