"""Gemini's tools: declarations of functions, tools that Google runs, and the one function that the model must call.

Declarations give their parameters as `parametersJsonSchema`, or as `parameters` in Google's own dialect of JSON Schema, which is read
into the common one and remembered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from segue.formats.gemini_layout import Opened, extras_of, kept, laid, opened, own, told
from segue.formats.gemini_wire import MAKER, NAME, Fields, camel, frozen_at, frozen_object, listing, mapping, snake, string
from segue.json_values import EMPTY, JsonObject, JsonValue, Malformed, same_json, thaw
from segue.profiles.gemini import HOSTED_TOOLS
from segue.prompts import Request, ToolDefinition
from segue.shapes import Shape

_FUNCTIONS = "functionDeclarations"
_CONFIG, _CALLING, _ALLOWED = "toolConfig", "functionCallingConfig", "allowedFunctionNames"
_DIALECT, _JSON_SCHEMA = "parameters", "parametersJsonSchema"
_SETTINGS = ("response", "responseJsonSchema", "behavior")
_DECLARATION = frozenset({"name", "description", _DIALECT, _JSON_SCHEMA, *_SETTINGS})
_OF_RETRIEVAL = ("mode", "dynamicThreshold")
"""Settings that the AI SDK gives a search of Google's for the models of 1.5 alone, which know it by another name."""
_TYPES = frozenset({"STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL"})
_COUNTS = frozenset({"maxItems", "maxLength", "maxProperties", "minItems", "minLength", "minProperties"})
_SPELLED = {snake(name): name for name in (*_COUNTS, "additionalProperties", "anyOf", "propertyOrdering")}


def read_tools(raws: object) -> tuple[ToolDefinition, ...]:
    """Read the tools of a body. Raises `Malformed`."""
    tools: list[ToolDefinition] = []
    for index, raw in enumerate(listing(raws)):
        try:
            tools += _tools(mapping(raw))
        except Malformed as fault:
            raise fault.at(index) from None
    return tuple(tools)


def _tools(raw: Mapping[str, Any]) -> Iterator[ToolDefinition]:
    """Yield the tools of one wire object, which may hold several declarations and tools of Google's."""
    for key, value in raw.items():
        if value is not None and camel(key) == _FUNCTIONS:
            yield from _declarations(key, value)
        elif value is not None:
            args, name = frozen_at(key, value), snake(key)
            known, shape = (args, None) if isinstance(args, JsonObject) else (EMPTY, JsonObject(value=args))
            yield ToolDefinition(name, None, None, f"{MAKER}.{name}", known, shape=Shape(NAME, (key,), detail=shape))


def _declarations(key: str, raws: object) -> Iterator[ToolDefinition]:
    for index, raw in enumerate(listing(raws, key)):
        try:
            yield _declared(opened(mapping(raw), _DECLARATION))
        except Malformed as fault:
            raise fault.at(key, index) from None


def _declared(raw: Opened) -> ToolDefinition:
    said = raw.said
    if "name" not in said:
        raise Malformed("a string", None, ("name",))
    if _JSON_SCHEMA in said and _DIALECT in said:
        raw.left[_DIALECT] = said.pop(_DIALECT)
    form = next((name for name in (_JSON_SCHEMA, _DIALECT) if name in said), "")
    given = frozen_object(form, said[form]) if form else None
    schema = json_schema(given) if given is not None and form == _DIALECT else given
    detail = {"schema": given} if not same_json(schema, given) else {}
    detail |= {"blank": JsonObject(raw.blank)} if raw.blank else {}
    options = {name: frozen_at(name, said[name]) for name in _SETTINGS if name in said}
    told = JsonObject({MAKER: JsonObject(options)}) if options else EMPTY
    shape = Shape(NAME, tuple(raw.raw), form, False, JsonObject(detail))
    description = string(said, "description") if "description" in said else None
    return ToolDefinition(string(said, "name"), description, schema, "", EMPTY, told, kept(raw.left), shape)


def json_schema(schema: JsonObject) -> JsonObject:
    """Return a schema in Google's dialect as a common one.

    >>> from segue.json_values import freeze
    >>> json_schema(freeze({"type": "ARRAY", "min_items": "1", "items": {"type": "STRING", "nullable": True}}))
    {'type': 'array', 'minItems': 1, 'items': {'type': ('string', 'null')}}
    """
    common: dict[str, JsonValue] = {}
    for key, value in schema.items():
        name = _SPELLED.get(key, key)
        if value is not None:
            common[name] = _common(name, value)
    nullable, kind = common.get("nullable"), common.get("type")
    if nullable is True and isinstance(kind, str):
        common["type"] = (kind, "null")
    if nullable.__class__ is bool:
        del common["nullable"]
    return JsonObject(common)


def _common(name: str, value: JsonValue) -> JsonValue:
    if isinstance(value, JsonObject):
        return JsonObject({key: _common("", item) for key, item in value.items()}) if name == "properties" else json_schema(value)
    if name == "anyOf" and isinstance(value, tuple):
        return tuple(_common("", item) for item in value)
    if name == "type" and isinstance(value, str) and value in _TYPES:
        return value.lower()
    return int(value) if name in _COUNTS and isinstance(value, str) and value.isdecimal() and len(value) < 20 else value


def write_tools(tools: tuple[ToolDefinition, ...], raw: object) -> list[Fields] | None:
    """Write tools, those that nobody touched as they came; None where there are none. Tools that another provider runs are left out."""
    if isinstance(raw, tuple) and read_tools(raw) == tools:
        return thaw(raw)  # type: ignore[no-any-return]
    functions = [_function(tool) for tool in tools if not tool.hosted]
    hosted = [wire for tool in tools if tool.hosted and (wire := _hosted(tool)) is not None]
    return ([{_FUNCTIONS: functions}] if functions else []) + hosted or None


def _function(tool: ToolDefinition) -> Fields:
    shape, given, schema = own(tool), told(own(tool), "schema"), tool.input_schema
    fields: Fields = {"name": tool.name}
    if tool.description is not None:
        fields["description"] = tool.description
    if schema is not None and given is not None and same_json(json_schema(given), schema):
        fields[_DIALECT] = thaw(given)
    elif schema is not None:
        fields[_JSON_SCHEMA if shape is None or given is not None else shape.form or _JSON_SCHEMA] = thaw(schema)
    options = tool.provider_options.get(MAKER)
    if isinstance(options, JsonObject):
        fields |= {name: thaw(options[name]) for name in _SETTINGS if name in options}
    return laid(fields, shape.keys if shape is not None else None, told(shape, "blank"), extras_of(tool))


def _hosted(tool: ToolDefinition) -> Fields | None:
    shape = own(tool)
    if shape is not None:
        return {shape.keys[0]: thaw(told(shape, "value") or tool.args)}
    provider, _, kind = tool.hosted.partition(".")
    if provider != MAKER or kind not in HOSTED_TOOLS:
        return None
    if kind == "vertex_rag_store":
        return {"retrieval": {"vertexRagStore": _rag_store(tool.args)}}
    return {camel(kind): thaw(tool.args.without(*_OF_RETRIEVAL) if kind == "google_search" else tool.args)}


def _rag_store(args: JsonObject) -> Fields:
    """Write the settings of a corpus, which the AI SDK spells `ragCorpus` and `topK`."""
    most = {"similarityTopK": args["topK"]} if "topK" in args else {}
    corpora = [{"ragCorpus": args["ragCorpus"]}] if "ragCorpus" in args else []
    return {"ragResources": corpora, **most}


def forced(config: object) -> str | None:
    """Return the name of the one function that a `toolConfig` makes the model call, None where it may choose."""
    _, calling = _under(config, _CALLING)
    _, mode = _under(calling, "mode")
    _, names = _under(calling, _ALLOWED)
    only = names[0] if isinstance(names, list | tuple) and len(names) == 1 else None
    any_ = isinstance(mode, str) and str.__str__(mode).upper() == "ANY"
    return str.__str__(only) if any_ and isinstance(only, str) else None


def _under(value: object, name: str) -> tuple[str, Any]:
    """Return what an object has under a key of either spelling, and the key."""
    items = value.items() if isinstance(value, Mapping) else ()
    return next(((key, item) for key, item in items if isinstance(key, str) and camel(key) == name), (name, None))


def write_choice(extras: JsonObject, request: Request) -> tuple[str, Any]:
    """Return the `toolConfig` that demands what the request does, None for none, and the key it stands under."""
    key, raw = _under(extras, _CONFIG)
    now = request.tool_choice
    if now == forced(raw) or (now is not None and now not in {tool.name for tool in request.tools if not tool.hosted}):
        return key, thaw(raw)
    config: Fields = thaw(raw) if isinstance(raw, JsonObject) else {}
    at, calling = _under(config, _CALLING)
    if now is None:
        del config[at]
        return key, config or None
    allowed, _ = _under(calling, _ALLOWED)
    mode, _ = _under(calling, "mode")
    config[at] = {**(calling if isinstance(calling, dict) else {}), mode: "ANY", allowed: [now]}
    return key, config
