"""Vendors' own types as eager, closed validators.

The SDKs describe a request with TypedDicts. As shipped, pydantic checks their `Iterable` fields only when somebody iterates, and lets
unknown keys pass. Here the core schema that pydantic makes of them is rewritten: a generator becomes a list, a TypedDict becomes closed,
a union is told apart by JSON kind and by `type` or `role`, and what can never be JSON (response models, paths, open files) is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from pydantic import TypeAdapter
from pydantic_core import SchemaValidator, ValidationError

Schema: TypeAlias = dict[str, Any]
KINDS = {"str": "str", "list": "list", "typed-dict": "dict", "dict": "dict", "int": "int", "float": "float", "bool": "bool"}
NOT_JSON = frozenset({"model", "is-instance", "lax-or-strict", "bytes", "function-after"})
TAGS = ("type", "role")


def closed(vendor_type: Any) -> SchemaValidator:
    """Make a validator of a vendor's type: eager, closed, without coercion."""
    schema = TypeAdapter(vendor_type).core_schema
    return SchemaValidator(_Closing(schema).close(schema), {"strict": True})


def fields(vendor_type: Any) -> dict[str, SchemaValidator]:
    """Make one validator for each key of a vendor's TypedDict, so that a payload may leave keys out."""
    schema: Any = TypeAdapter(vendor_type).core_schema
    closing = _Closing(schema)
    inner = schema["schema"] if schema["type"] == "definitions" else schema
    definitions = [closing.close(entry) for entry in closing.definitions.values()]
    return {
        name: SchemaValidator(
            {"type": "definitions", "schema": closing.close(field["schema"]), "definitions": definitions}, {"strict": True}
        )
        for name, field in inner["fields"].items()
    }


def complaints(validator: SchemaValidator, value: object, root: str) -> list[str]:
    """Say what is wrong with a value, one line a fault, with the JSON path."""
    try:
        validator.validate_python(value)
    except ValidationError as error:
        found = [f"{_path(root, fault['loc'])}: {fault['msg']} [vendor's types]" for fault in error.errors(include_url=False)]
        return list(dict.fromkeys(found))
    return []


def _path(root: str, place: tuple[int | str, ...]) -> str:
    return ".".join([root, *(str(step) for step in place if not str(step).startswith("<"))])


class _Closing:
    """One core schema being rewritten; remembers its definitions."""

    def __init__(self, schema: Any) -> None:
        entries = schema["definitions"] if schema["type"] == "definitions" else []
        self.definitions: dict[str, Any] = {entry["ref"]: entry for entry in entries}

    def close(self, schema: Any) -> Any:
        """Rewrite a schema and all below it."""
        rewrite: Callable[[Any], Any] = getattr(self, f"_{schema['type'].replace('-', '_')}", self._other)
        return rewrite(schema)

    def _other(self, schema: Any) -> Any:
        return {key: self._below(value) for key, value in schema.items() if key not in {"serialization", "config", "metadata"}}

    def _below(self, value: Any) -> Any:
        if isinstance(value, dict):
            return self.close(value) if isinstance(value.get("type"), str) else {key: self._below(entry) for key, entry in value.items()}
        return [self._below(entry) for entry in value] if isinstance(value, list) else value

    def _generator(self, schema: Any) -> Any:
        return {"type": "list", "items_schema": self.close(schema["items_schema"])}

    def _typed_dict(self, schema: Any) -> Any:
        return {**self._other(schema), "extra_behavior": "forbid", "total": False}

    def _json_or_python(self, schema: Any) -> Any:
        return self.close(schema["json_schema"])

    def _union(self, schema: Any) -> Any:
        groups: dict[str, list[Any]] = {}
        for choice in self._choices(schema):
            for kind in self._kinds(choice):
                groups.setdefault(kind, []).append(choice)
        if "any" in groups:
            return {"type": "any"}
        return _told_apart(
            lambda value: f"<{type(value).__name__}>", {f"<{kind}>": self._one_of(kind, choices) for kind, choices in groups.items()}
        )

    def _choices(self, schema: Any) -> Iterator[Any]:
        for choice in schema["choices"]:
            entry = choice[0] if isinstance(choice, tuple) else choice
            real = self._real(entry)
            if real["type"] == "union":
                yield from self._choices(real)
            elif real["type"] not in NOT_JSON:
                yield entry

    def _real(self, schema: Any) -> Any:
        if schema["type"] == "definition-ref":
            return self._real(self.definitions[schema["schema_ref"]])
        return self._real(schema["json_schema"]) if schema["type"] == "json-or-python" else schema

    def _kinds(self, schema: Any) -> set[str]:
        real = self._real(schema)
        if real["type"] == "literal":
            return {type(value).__name__ for value in real["expected"]}
        if real["type"] == "nullable":
            return {*self._kinds(real["schema"]), "NoneType"}
        return {KINDS.get("list" if real["type"] == "generator" else real["type"], "any")}

    def _one_of(self, kind: str, choices: list[Any]) -> Any:
        if len(choices) == 1:
            return self.close(choices[0])
        key = next((key for key in TAGS if all(self._tags(choice, key) for choice in choices)), None) if kind == "dict" else None
        if key is None:
            return {"type": "union", "choices": [(self.close(choice), f"<{at}>") for at, choice in enumerate(choices)]}
        return self._tagged(key, choices)

    def _tagged(self, key: str, choices: list[Any]) -> Any:
        groups: dict[str, list[Any]] = {}
        for choice in choices:
            for tag in self._tags(choice, key):
                groups.setdefault(f"<{tag}>", []).append(choice)
        absent = next((f"<{self._tags(choice, key)[0]}>" for choice in choices if not self._required(choice, key)), None)
        return _told_apart(_reading(key, absent), {tag: self._one_of("same", members) for tag, members in groups.items()})

    def _tags(self, choice: Any, key: str) -> list[str]:
        field = self._real(choice).get("fields", {}).get(key)
        return [] if field is None else [tag for tag in _literals(self._real(field["schema"])) if isinstance(tag, str)]

    def _required(self, choice: Any, key: str) -> bool:
        return bool(self._real(choice)["fields"][key].get("required", False))


def _told_apart(discriminator: Callable[[Any], str | None], choices: Mapping[str, Any]) -> Any:
    return {
        "type": "tagged-union",
        "discriminator": discriminator,
        "choices": choices,
        "custom_error_type": "unknown_kind",
        "custom_error_message": "none of " + ", ".join(choices),
    }


def _literals(schema: Any) -> list[object]:
    if schema["type"] == "literal":
        return list(schema["expected"])
    inner = schema.get("choices") or [schema[key] for key in ("schema",) if key in schema]
    return [tag for entry in inner for tag in _literals(entry)]


def _reading(key: str, absent: str | None) -> Callable[[Mapping[str, Any]], str | None]:
    return lambda value: f"<{value[key]}>" if value.get(key) is not None else absent
