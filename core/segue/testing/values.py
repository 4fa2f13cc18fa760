"""Strategies for the smallest things: texts, names, ids, JSON."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from segue.json_values import EMPTY, JsonObject, JsonText, JsonValue, dump, freeze_object, thaw

BLANK = ("", " ", "\n", "\u00a0\t")
_WORDS = (
    "Hello.", "What is the weather in Bergen?", "Let me look. ", "ok", "ok\n", " leading", "two\n\nlines", "Grüße, 世界 😀", "[note]",
    "[empty result]", "a\u0000b", "\ud83d", "<tool>x</tool>", '{"a": 1}', "null",
)  # fmt: skip
_LETTERS = 'xyz0.:_-é世😀[]{}"'
_IDS = (
    "call_1", "call_2", "toolu_01A", "srvtoolu_01B", "functions.read:0", "functions.read:1", "", "call_abc|fc_def", "ünïcode", "a b",
    "x" * 65, "call-" + "9" * 40, "abcDEF123", "0", "call_1_", "tooluse_k-2",
)  # fmt: skip
_NAMES = ("read", "get_weather", "web_search", "fs.read", "mcp__files__read_text", "functions.read", "größe", "a b", "", "read!", "n" * 70)
_LEAVES: tuple[JsonValue, ...] = ("", "x", "Bergen", None, True, False, 0, 1, -1, 1.0, -0.0, 1e300, 2**70, (), EMPTY)
_KEYS = ("a", "b", "city", "type", "id", "_raw", "", "é")


@cache
def texts(*, blank: bool = True) -> SearchStrategy[str]:
    """Texts: common, multilingual, odd; blank ones among them unless told not to."""
    return st.one_of(st.sampled_from(_WORDS), *([st.sampled_from(BLANK)] if blank else []), st.text(_LETTERS, min_size=1, max_size=8))


@cache
def tool_names() -> SearchStrategy[str]:
    """Names of tools, such as providers take and such as some refuse."""
    return st.sampled_from(_NAMES)


@cache
def call_ids() -> SearchStrategy[str]:
    """Ids of calls in the spellings of many providers: dots, colons, bars, unicode, empty, too long. Few, so that they collide."""
    return st.sampled_from(_IDS)


@cache
def json_values() -> SearchStrategy[JsonValue]:
    """Frozen JSON: numbers whose types differ, -0.0, empty containers, a little nesting."""
    leaves = st.one_of(st.sampled_from(_LEAVES), st.sampled_from(_LEAVES), texts())
    return st.recursive(leaves, lambda inner: st.one_of(st.lists(inner, max_size=3).map(tuple), _objects(inner)), max_leaves=4)


@cache
def json_objects() -> SearchStrategy[JsonObject]:
    """Frozen JSON objects."""
    return _objects(json_values())


def _objects(values: SearchStrategy[Any]) -> SearchStrategy[JsonObject]:
    return st.dictionaries(st.sampled_from(_KEYS), values, max_size=3).map(JsonObject)


_INPUTS: tuple[JsonValue, ...] = (
    EMPTY, JsonObject(city="Bergen"), JsonObject(path="a.txt", lines=(1, 2.0)), JsonText('{"city": "Bergen"}'), JsonText("{ }"),
    '{"city": "Ber', "", "null", None, (1, 2), '"{\\"a\\": 1}"', JsonObject(_raw="x"),
)  # fmt: skip


@cache
def call_inputs() -> SearchStrategy[JsonValue]:
    """Inputs of calls: objects, objects still in their JSON text, and what is no object."""
    return st.one_of(st.sampled_from(_INPUTS), json_objects(), json_objects().map(_as_text))


def _as_text(value: JsonObject) -> JsonText:
    return JsonText(dump(thaw(value)))


_CITATION = {
    "type": "char_location", "cited_text": "x", "document_index": 0, "document_title": None, "start_char_index": 0, "end_char_index": 1,
}  # fmt: skip
_OPTIONS = tuple(
    freeze_object(options)
    for options in (
        {"anthropic": {"cacheControl": {"type": "ephemeral"}}}, {"openai": {"itemId": "msg_1"}}, {"google": {"thoughtSignature": "Cs8B"}},
        {"anthropic": {"citations": [_CITATION]}}, {"example-provider": {"tag": "t", "n": {"k": 1}}},
    )
)  # fmt: skip


@cache
def provider_options() -> SearchStrategy[JsonObject]:
    """Options of a model's part, opaque tokens among them; half of them none."""
    return st.sampled_from((*[EMPTY] * len(_OPTIONS), *_OPTIONS))


@cache
def cache_markers() -> SearchStrategy[JsonObject]:
    """Options of what is not a model's: none, or a cache marker."""
    return st.sampled_from((EMPTY, EMPTY, EMPTY, _OPTIONS[0]))
