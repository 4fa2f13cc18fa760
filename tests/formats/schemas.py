"""Strategies of what a JSON schema allows, as the types of an SDK give it."""

from __future__ import annotations

from hypothesis import strategies as st

ANYTHING = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=5))
TEXT = st.text(max_size=8) | st.sampled_from(
    ["", "{}", '{"a": 1.0}', "data:image/png;base64,AA==", "DATA:;base64,AA", "https://a.example/x", "https://a.example/x.pdf", "data:text/plain,hi", "a.docx"]
)


def payloads(schema, root=None):
    """Return a strategy of the values that a JSON schema allows."""
    root = root or schema
    if "$ref" in schema:
        return st.deferred(lambda: payloads(root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root))
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "anyOf" in schema or "oneOf" in schema:
        return st.one_of([payloads(one, root) for one in schema.get("anyOf") or schema["oneOf"]])
    leaves = {"string": TEXT, "integer": st.integers(), "boolean": st.booleans(), "null": st.none(), "number": st.integers() | st.just(-0.0)}
    if schema.get("type") in leaves:
        return leaves[schema["type"]]
    if schema.get("type") == "array":
        return st.lists(payloads(schema["items"], root), max_size=3)
    if "properties" not in schema:
        return st.dictionaries(st.text(max_size=4), ANYTHING, max_size=3)
    return structs(schema, root)


def structs(schema, root):
    """Return a strategy of objects with the required keys, any of the others, in any order."""
    required = schema.get("required", [])
    fields = {key: payloads(value, root) for key, value in schema["properties"].items()}
    optional = {key: value for key, value in fields.items() if key not in required}
    whole = st.fixed_dictionaries({key: fields[key] for key in required}, optional=optional)
    return whole.flatmap(lambda made: st.permutations(list(made.items())).map(dict))
