"""Tools that Google runs, from their wire parts and back: code execution, and those told by `toolCall` and `toolResponse`.

Records name them and keep their ids as the AI SDK's Google provider does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from segue.formats.anthropic_hosted import demanded, output_text
from segue.formats.gemini_layout import Opened, extras_of, finish, had, inside, kept, laid, options_of, own, shape_of, told
from segue.formats.gemini_pairing import CODE, HOSTED, Pairing
from segue.formats.gemini_wire import MAKER, Fields, frozen_object, string
from segue.json_values import EMPTY, JsonObject, thaw
from segue.models import Model
from segue.parts import JsonPart, ToolCallPart, ToolResultPart, option
from segue.repairs._wording import hosted_as_text

_GOOGLE = Model(MAKER)
_FINE, _FAILED = "OUTCOME_OK", "OUTCOME_FAILED"
_CODE, _RAN = ("language", "code"), ("outcome", "output")
_ID, _TYPE = "serverToolCallId", "serverToolType"


def read_code(part: Opened, pairing: Pairing) -> ToolCallPart:
    """Read code that the model has run."""
    inner = inside(part, "executableCode", frozenset({"id", *_CODE}))
    given = JsonObject({key: string(inner.said, key, "executableCode") for key in _CODE if key in inner.said})
    id = pairing.call(CODE, _id(inner, "executableCode"), HOSTED)
    return ToolCallPart(id, CODE, given, True, _GOOGLE, options_of(part), *_rest(part, inner, "executableCode"))


def read_code_result(part: Opened, pairing: Pairing) -> ToolResultPart:
    """Read what such code gave."""
    inner = inside(part, "codeExecutionResult", frozenset({"id", *_RAN}))
    told = JsonObject({key: string(inner.said, key, "codeExecutionResult") for key in _RAN if key in inner.said})
    id = pairing.result(CODE, _id(inner, "codeExecutionResult"), HOSTED)
    error = told.get("outcome", _FINE) != _FINE
    return ToolResultPart(id, CODE, (JsonPart(told),), error, True, _GOOGLE, options_of(part), *_rest(part, inner, "codeExecutionResult"))


def read_server_call(part: Opened, pairing: Pairing) -> ToolCallPart:
    """Read a call of another tool of Google's."""
    inner = inside(part, "toolCall", frozenset({"id", "toolType", "args"}))
    name, options = _server(part, inner, "toolCall")
    given = _object(inner, "args", "toolCall") or EMPTY
    id = pairing.call(name, _id(inner, "toolCall"), HOSTED)
    return ToolCallPart(id, name, given, True, _GOOGLE, options, *_rest(part, inner, "toolCall"))


def read_server_response(part: Opened, pairing: Pairing) -> ToolResultPart:
    """Read what such a tool gave."""
    inner = inside(part, "toolResponse", frozenset({"id", "toolType", "response"}))
    name, options = _server(part, inner, "toolResponse")
    found = _object(inner, "response", "toolResponse")
    output = () if found is None else (JsonPart(found),)
    id = pairing.result(name, _id(inner, "toolResponse"), HOSTED)
    return ToolResultPart(id, name, output, False, True, _GOOGLE, options, *_rest(part, inner, "toolResponse"))


def _id(inner: Opened, kind: str) -> str | None:
    return string(inner.said, "id", kind) if "id" in inner.said else None


def _object(inner: Opened, name: str, kind: str) -> JsonObject | None:
    return frozen_object(name, inner.said[name], kind) if name in inner.said else None


def _server(part: Opened, inner: Opened, kind: str) -> tuple[str, JsonObject]:
    """Return the tool's name and the options of its call or result."""
    known = {_ID: _id(inner, kind)} if "id" in inner.said else {}
    type = string(inner.said, "toolType", kind)
    return f"server:{type}", options_of(part, **known, **{_TYPE: type})


def _rest(part: Opened, inner: Opened, kind: str) -> tuple[Any, Any]:
    return kept(part.left, {kind: inner.left}), shape_of(part, inner, kind)


def write_hosted(part: ToolCallPart | ToolResultPart, names: Mapping[str, str]) -> Fields:
    """Write a hosted call or result: the part that Google made of it, or text that tells of another's. `names` are by the calls' ids."""
    shape = own(part)
    kind = _kind(part) if shape is None else shape.form
    if not kind:
        return {"text": hosted_as_text(part, names).text}
    fields = _WRITERS[kind](part)
    extras = extras_of(part).get(kind)
    inner = extras if isinstance(extras, JsonObject) else EMPTY
    return finish({kind: laid(fields, told(shape, "keys"), told(shape, "inner"), inner)}, part, kind)


def _kind(part: ToolCallPart | ToolResultPart) -> str:
    """Tell as which part another format's record can be written, "" where it is not Google's."""
    is_call = isinstance(part, ToolCallPart)
    if isinstance(option(part, MAKER, _TYPE), str):
        return "toolCall" if is_call else "toolResponse"
    said = demanded(part.input, verbatim=False) if isinstance(part, ToolCallPart) else _value(part) or {}
    if is_call:
        return "executableCode" if part.name == CODE and _all_text(said, _CODE) else ""
    return "codeExecutionResult" if _all_text(said, _RAN) and said["outcome"].startswith("OUTCOME_") else ""


def _all_text(said: Any, keys: tuple[str, ...]) -> bool:
    return all(isinstance(said.get(key), str) for key in keys)


def _value(part: ToolResultPart) -> JsonObject | None:
    """Return the object that a result is, None where it is none."""
    value = part.output[0].value if len(part.output) == 1 and isinstance(part.output[0], JsonPart) else None
    return value if isinstance(value, JsonObject) else None


def _words(part: ToolResultPart) -> str:
    return "\n".join(map(output_text, part.output))


def _identified(part: ToolCallPart | ToolResultPart) -> Fields:
    shape = own(part)
    if shape is None:
        id = option(part, MAKER, _ID)
        return {"id": id} if isinstance(id, str) else {}
    return {"id": part.id} if had(shape, "id") else {}


def _code(part: ToolCallPart) -> Fields:
    given = demanded(part.input, verbatim=False)
    return _identified(part) | {key: given[key] for key in _CODE if key in given}


def _ran(part: ToolResultPart) -> Fields:
    said = _value(part)
    if said is None:
        said = JsonObject(outcome=_FAILED if part.error else _FINE, output=_words(part))
    return _identified(part) | {key: thaw(said[key]) for key in _RAN if key in said}


def _typed(part: ToolCallPart | ToolResultPart) -> Fields:
    shape = own(part)
    type = option(part, MAKER, _TYPE)
    return _identified(part) | ({"toolType": type} if type or (shape is not None and had(shape, "toolType")) else {})


def _server_call(part: ToolCallPart) -> Fields:
    given, shape = demanded(part.input, verbatim=own(part) is not None), own(part)
    return _typed(part) | ({"args": given} if given or shape is None or had(shape, "args") else {})


def _server_response(part: ToolResultPart) -> Fields:
    said = _value(part)
    if said is None and part.output:
        said = JsonObject(result=_words(part))
    return _typed(part) | ({} if said is None else {"response": thaw(said)})


_WRITERS: Mapping[str, Callable[[Any], Fields]] = {
    "executableCode": _code, "codeExecutionResult": _ran, "toolCall": _server_call, "toolResponse": _server_response,
}  # fmt: skip
