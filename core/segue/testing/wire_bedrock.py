"""Strategies for payloads of Amazon Bedrock's Converse API: as JSON has them, and with bytes as boto3 holds them."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from segue.json_values import thaw
from segue.testing.values import call_ids, json_objects, json_values, texts, tool_names

Fields = dict[str, SearchStrategy[Any]]

_BASE64 = st.sampled_from(("iVBORw0KGgo=", "JVBERi0=", "AA==", "", "no base64!"))
_RAW = st.sampled_from((b"\x89PNG", b"%PDF-", b"", b"\x00\xff"))
_FORMATS = {
    "image": ("png", "jpeg", "gif", "webp", "heic"), "document": ("pdf", "csv", "docx", "txt", "md"), "video": ("mp4", "mpg", "three_gp"),
    "audio": ("mp3", "mka", "x-aac"),
}  # fmt: skip
_MARK: Fields = {
    "cachePoint": st.sampled_from(
        ({"type": "default"}, {"type": "default", "ttl": "1h"}, {"ttl": "5m", "type": "default"}, {"type": "default"}, 5)
    )
}
_SELDOM = st.integers(0, 15).map(lambda number: number == 7)
_CITATION = {"title": "A", "sourceContent": [{"text": "a"}], "location": {"web": {"url": "https://a.example"}}}
_QUALIFIERS: Fields = {"qualifiers": st.just(["query"])}
_CHOICES: tuple[dict[str, Any], ...] = ({"auto": {}}, {"any": {}}, {"tool": {"name": "read"}}, {"future": {}})


@st.composite
def _objects(draw: DrawFn, needed: Fields, may: Fields | None = None) -> dict[str, Any]:
    """Objects with their fields in any order, some that they may have, rarely one of these null, or one that nobody knows."""
    optional = may or {}
    chosen = [name for name in optional if draw(st.booleans())]
    fields = {name: draw({**needed, **optional}[name]) for name in [*needed, *chosen]}
    if draw(_SELDOM):
        fields |= {name: None for name in optional if name not in chosen} | {"stray": draw(_any())}
    return dict(draw(st.permutations(list(fields.items())))) if draw(st.booleans()) else fields


@cache
def _any() -> SearchStrategy[Any]:
    return json_values().map(thaw)


def _blocks(kind: str, held: SearchStrategy[Any]) -> SearchStrategy[dict[str, Any]]:
    return held.map(lambda value: {kind: value})


@cache
def _sources(*, raw: bool) -> SearchStrategy[dict[str, Any]]:
    place = _objects({"uri": st.just("s3://bucket/a")}, {"bucketOwner": st.just("123456789012")})
    blob = _blocks("bytes", _RAW | _BASE64 if raw else _BASE64)
    return st.one_of(blob, blob, _blocks("s3Location", place), _blocks("drive", st.just("/a")))


@cache
def _written() -> SearchStrategy[dict[str, Any]]:
    """Sources of documents that are given as text."""
    pieces = st.lists(_blocks("text", texts()), max_size=2)
    return st.one_of(_blocks("text", texts()), _blocks("content", pieces))


@cache
def files(*, raw: bool = False) -> SearchStrategy[dict[str, Any]]:
    """Images, documents, videos, sounds and search results; `raw` ones hold bytes."""
    cited: Fields = {"citations": st.just({"enabled": True})}
    names = st.sampled_from(("Minutes", "a_b.pdf", "", "document"))

    def held(kind: str, source: SearchStrategy[Any], more: Fields, may: Fields) -> SearchStrategy[dict[str, Any]]:
        return _blocks(kind, _objects({"format": st.sampled_from(_FORMATS[kind]), "source": source, **more}, may))

    data = _sources(raw=raw)
    found: Fields = {"source": st.just("https://a.example"), "title": texts(), "content": st.lists(_blocks("text", texts()), max_size=2)}
    return st.one_of(
        held("image", data, {}, {"error": st.just({"message": "blurred"})}), held("video", data, {}, {}), held("audio", data, {}, {}),
        held("document", st.one_of(data, _written()), {"name": names}, {"context": texts(), **cited}),
        _blocks("searchResult", _objects(found, cited)),
    )  # fmt: skip


@cache
def words(*, raw: bool = False) -> SearchStrategy[dict[str, Any]]:
    """Texts: plain, guarded, cited; and blocks that nobody knows, bytes in them where `raw`."""
    plain = _blocks("text", texts())
    pieces = st.lists(_blocks("text", texts()), max_size=2)
    guarded = st.one_of(_blocks("text", _objects({"text": texts()}, _QUALIFIERS)), files(raw=raw).filter(lambda block: "image" in block))
    unknown = st.one_of(_any(), st.just({"a": [b"\x00", {"b": b""}]})) if raw else _any()
    return st.one_of(
        plain, plain, plain, plain, _blocks("guardContent", guarded),
        _blocks("citationsContent", _objects({}, {"content": pieces, "citations": st.lists(st.just(_CITATION), max_size=1)})),
        _blocks("toolAddition", st.just({"tool": {"name": "read"}})), _blocks("poll", unknown), st.just({}),
    )  # fmt: skip


@cache
def results(*, raw: bool = False) -> SearchStrategy[dict[str, Any]]:
    """Results of calls, settled and failed, with all that they may hold."""
    text = _blocks("text", texts())
    pieces = st.one_of(text, text, _blocks("json", _any()), files(raw=raw), _blocks("cachePoint", _any()))
    statuses = st.sampled_from(("success", "success", "error", "error", "denied"))
    fields: Fields = {"toolUseId": call_ids(), "content": st.lists(pieces, max_size=2)}
    return _blocks("toolResult", _objects(fields, {"status": statuses, "type": st.sampled_from(("nova_grounding_result", 5))}))


@cache
def said(*, raw: bool = False) -> SearchStrategy[dict[str, Any]]:
    """Blocks that a model alone says: calls of the caller's tools and of Amazon's, thoughts signed, unsigned and redacted."""
    called: Fields = {"toolUseId": call_ids(), "name": tool_names(), "input": st.one_of(json_objects().map(thaw), _any())}
    thought = _blocks("reasoningText", _objects({"text": texts()}, {"signature": st.sampled_from(("EqoB", ""))}))
    call = _blocks("toolUse", _objects(called))
    return st.one_of(
        call, call, call, _blocks("toolUse", _objects(called, {"type": st.sampled_from(("server_tool_use", "future_tool_use"))})),
        _blocks("reasoningContent", thought), _blocks("reasoningContent", _blocks("redactedContent", _RAW if raw else _BASE64)),
    )  # fmt: skip


@cache
def messages(*, raw: bool = False) -> SearchStrategy[dict[str, Any]]:
    """Messages of a user, a model and, late, an operator, cache markers among their blocks."""
    text, gave, spoke, file, mark = words(raw=raw), results(raw=raw), said(raw=raw), files(raw=raw), _objects(_MARK)
    held: dict[str, SearchStrategy[Any]] = {
        "user": st.one_of(text, gave, gave, file, mark), "assistant": st.one_of(text, spoke, spoke, gave, mark),
        "system": st.one_of(text, mark),
    }  # fmt: skip
    odd = st.one_of(text, gave, spoke, file, mark)

    def of(role: str) -> SearchStrategy[dict[str, Any]]:
        content = st.lists(st.one_of(held[role], held[role], held[role], odd), max_size=4)
        return _objects({"role": st.just(role), "content": content}, {"id": st.just("m1")})

    return st.one_of(of("user"), of("user"), of("assistant"), of("assistant"), of("system"))


@cache
def configs() -> SearchStrategy[dict[str, Any]]:
    """Tools of the caller's and of Amazon's, markers among them, and what the model must call."""
    schema = st.one_of(_blocks("json", json_objects().map(thaw)), st.just({}))
    spec = _blocks("toolSpec", _objects({"name": tool_names(), "inputSchema": schema}, {"description": texts(), "strict": st.booleans()}))
    hosted = _blocks("systemTool", _objects({"name": tool_names()}))
    tools = st.one_of(spec, spec, hosted, _objects(_MARK), _blocks("future", _any()))
    return _objects({}, {"tools": st.lists(tools, max_size=3), "toolChoice": st.sampled_from(_CHOICES)})


@cache
def payloads(*, raw: bool = False) -> SearchStrategy[Any]:
    """Bodies and bare lists of messages. `raw` ones hold bytes, as boto3 does."""
    listed = st.lists(messages(raw=raw), max_size=4)
    settings: Fields = {
        "system": st.lists(st.one_of(words(raw=raw), words(raw=raw), _objects(_MARK)), max_size=3), "toolConfig": configs(),
        "modelId": st.just("amazon.nova-pro-v1:0"), "inferenceConfig": st.sampled_from(({"temperature": 1.0}, {"topP": 1, "maxTokens": 9})),
        "additionalModelRequestFields": json_objects().map(thaw),
    }  # fmt: skip
    kept = _objects({"modelId": st.just("arn:aws:bedrock:us-east-1:1:prompt/A")}, {"promptVariables": st.just({"a": {"text": "b"}})})
    return st.one_of(_objects({"messages": listed}, settings), _objects({"messages": listed}, settings), listed, listed, kept)


__all__ = ["configs", "files", "messages", "payloads", "results", "said", "words"]
