"""Strategies for Gemini's own payloads: in both spellings and mixed, as REST has them and as the Python SDK dumps and takes them."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterable
from functools import cache
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from segue.formats.gemini_wire import DATA, SETTINGS, snake
from segue.json_values import thaw
from segue.testing.values import json_objects, json_values, texts, tool_names

_SPELLINGS = ("camel", "camel", "snake", "mixed")
_IDS = ("a1", "a2", "gemini-0-read", "gemini-1-read", "")
_BYTES = (b"", b"\x00\x01", b"\xff\xfe\xfd\xfc\xfb")
_BASE64 = ("", "AAE=", "iVBORw0KGgo=", "//79/Ps=", "__79_Ps=", "not base64!", "a-b+")
_TOKENS = st.sampled_from(("Cs8B", "__4=", "skip_thought_signature_validator", ""))
_TYPES = st.sampled_from(("image/png", "application/pdf", "audio/wav", "", "text/plain"))
_URIS = st.sampled_from(("gs://b/a.png", "https://example.org/a.jpg", "https://generativelanguage.googleapis.com/x", "files/x", ""))
_NULLABLE = st.sampled_from((None, "value", "value", "value"))
"""Whether a field that may be absent is null."""
_SELDOM = st.integers(0, 15).map(lambda number: number == 7)
_LEVEL = st.just({"level": "MEDIA_RESOLUTION_LOW"})


@st.composite
def _objects(
    draw: DrawFn, needed: dict[str, SearchStrategy[Any]], may: dict[str, SearchStrategy[Any]], spelling: str, empty: Iterable[str] = ()
) -> dict[str, Any]:
    """Objects of these fields, each key in a spelling, some null, some that nobody knows, now and then in another order."""
    chosen = draw(st.lists(st.sampled_from((*may, "stray")), max_size=3, unique=True)) if may else []
    fields = {name: draw(field) for name, field in needed.items()}
    fields |= {name: draw(_NULLABLE) and draw(may.get(name, _plain())) for name in chosen}
    fields = {name: None for name in empty if name not in fields} | fields
    items = list(fields.items())[:: draw(st.sampled_from((1, 1, -1)))]
    return {(snake(key) if _is_snake(draw, spelling) else key): value for key, value in items}


def _is_snake(draw: DrawFn, spelling: str) -> bool:
    return draw(st.booleans()) if spelling == "mixed" else spelling == "snake"


@cache
def _plain(*, wide: bool = True) -> SearchStrategy[Any]:
    return (json_values() if wide else json_objects()).map(thaw)


@cache
def _data(*, dumped: bool) -> SearchStrategy[Any]:
    """Base64 text of either alphabet, and bytes as in dumps of the SDK."""
    text = st.one_of(st.sampled_from(_BASE64), st.sampled_from(_BYTES).map(lambda raw: urlsafe_b64encode(raw).decode()))
    return st.one_of(text, st.sampled_from(_BYTES)) if dumped else text


@cache
def _tokens(*, dumped: bool) -> SearchStrategy[Any]:
    return st.one_of(_TOKENS, st.sampled_from(_BYTES)) if dumped else _TOKENS


@cache
def _files(spelling: str, *, dumped: bool) -> dict[str, SearchStrategy[Any]]:
    names = {"mimeType": _TYPES, "displayName": st.just("a.png")}
    return {
        "inlineData": _objects({"data": _data(dumped=dumped)}, names, spelling),
        "fileData": _objects({"fileUri": _URIS}, names, spelling),
    }


@cache
def _held(spelling: str, *, dumped: bool) -> dict[str, SearchStrategy[Any]]:
    """What a part can hold, by its name."""
    ids, named = {"id": st.sampled_from(_IDS)}, {"name": tool_names()}
    files = _files(spelling, dumped=dumped).items()
    inside = st.one_of([_objects({kind: held}, {"mediaResolution": _LEVEL}, spelling) for kind, held in files])
    wrapped = st.one_of([st.fixed_dictionaries({key: _plain()}) for key in ("result", "output", "error")])
    response = st.one_of(wrapped, wrapped, _plain(wide=False), _plain())
    more = {"parts": st.lists(inside, max_size=2), "willContinue": st.booleans(), "scheduling": st.just("SILENT")}
    code = {"language": st.just("PYTHON"), "code": texts()}
    ran = {"outcome": st.sampled_from(("OUTCOME_OK", "OUTCOME_FAILED")), "output": texts()}
    typed = {"toolType": st.just("GOOGLE_SEARCH_WEB")}
    return {
        "text": texts(), **_files(spelling, dumped=dumped),
        "functionCall": _objects(named, {**ids, "args": _plain(wide=False), "willContinue": st.booleans()}, spelling),
        "functionResponse": _objects(named, {**ids, "response": response, **more}, spelling),
        "executableCode": _objects(code, ids, spelling), "codeExecutionResult": _objects(ran, ids, spelling),
        "toolCall": _objects(typed, {**ids, "args": _plain(wide=False)}, spelling),
        "toolResponse": _objects(typed, {**ids, "response": _plain(wide=False)}, spelling),
    }  # fmt: skip


_SAID_BY = {
    "user": ("text", "text", "inlineData", "fileData", "functionResponse", "functionResponse"),
    "model": ("text", "thought", "functionCall", "functionCall", *DATA),
}
"""What is in the parts of each speaker; calls and thoughts of a user's are not, save in one of many."""


@st.composite
def parts(draw: DrawFn, speaker: str = "model", *, dumped: bool = False) -> dict[str, Any]:
    """Parts of a content: what its speaker may say, signed or not; rarely one that holds nothing, or two things."""
    spelling = draw(st.sampled_from(_SPELLINGS))
    held = _held(spelling, dumped=dumped)
    odd = draw(_SELDOM)
    kinds = draw(st.lists(st.sampled_from(DATA), max_size=2, unique=True)) if odd else [draw(st.sampled_from(_SAID_BY[speaker]))]
    if kinds == ["thought"]:
        thought = {"text": held["text"], "thought": st.just(True)}
        return draw(_objects(thought, {"thoughtSignature": _tokens(dumped=dumped)}, spelling))
    thoughts = {"thought": st.booleans()} if speaker == "model" else {}
    settings = {"thoughtSignature": _tokens(dumped=dumped), "mediaResolution": _LEVEL, "partMetadata": _plain(wide=False)}
    empty = draw(st.sampled_from(((), (), ("videoMetadata", "functionCall", "inlineData", "text"), (*DATA, *SETTINGS))))
    return draw(_objects({kind: held[kind] for kind in kinds}, {**thoughts, **settings}, spelling, empty))


@st.composite
def contents(draw: DrawFn, *, dumped: bool = False) -> dict[str, Any]:
    """Contents of a user or a model; some without role or parts, some in a role that Gemini does not take any more."""
    role = draw(st.sampled_from(("user", "model", "user", "model", "user", "model", "function", "tool", "assistant", "system", None)))
    speaker = "model" if role in {"model", "assistant"} else "user"
    told = {} if role is None else {"role": st.just(role)}
    if draw(_SELDOM):
        return {"role": role}
    return draw(_objects({**told, "parts": _some(parts(speaker, dumped=dumped), 3)}, {}, "camel"))


@cache
def listed(*, dumped: bool = False) -> SearchStrategy[list[Any]]:
    """Lists of contents; some with texts and parts among them, as the Python SDK takes them."""
    one = contents(dumped=dumped)
    loose = parts(dumped=dumped).filter(lambda part: set(part) != {"stray"})
    return st.one_of(_some(one, 5), _some(one, 5), _some(st.one_of(one, texts(), loose), 4))


def _some(items: SearchStrategy[Any], most: int) -> SearchStrategy[list[Any]]:
    """Lists of one or more; rarely empty ones."""
    return st.one_of(st.lists(items, min_size=1, max_size=most), st.lists(items, min_size=1, max_size=most), st.lists(items, max_size=1))


@st.composite
def _declarations(draw: DrawFn, spelling: str) -> dict[str, Any]:
    dialect = {"type": "OBJECT", "properties": {"city": {"type": "STRING", "nullable": True, "min_length": "1"}}, "required": ["city"]}
    schema = draw(st.sampled_from((dialect, {"type": "object", "properties": {}})))
    may = {"description": texts(), "response": st.just(dialect), "behavior": st.just("BLOCKING")}
    return draw(
        _objects({"name": tool_names()}, {**may, draw(st.sampled_from(("parameters", "parametersJsonSchema"))): st.just(schema)}, spelling)
    )


@st.composite
def _settings(draw: DrawFn, spelling: str, *, dumped: bool) -> dict[str, Any]:
    functions = {"functionDeclarations": st.lists(_declarations(spelling), max_size=2)}
    tool = _objects({}, {**functions, "googleSearch": st.just({}), "codeExecution": st.just({}), "mcpServers": st.just([])}, spelling)
    said = parts("user", dumped=dumped)
    instruction = st.one_of(texts(), _objects({"parts": st.lists(said, max_size=2)}, {"role": st.just("system")}, "camel"), said)
    calling = {"mode": "ANY", "allowedFunctionNames": draw(st.lists(tool_names(), max_size=2))}
    may = {
        "systemInstruction": st.one_of(instruction, st.lists(st.one_of(texts(), said), max_size=2)), "tools": st.lists(tool, max_size=3),
        "toolConfig": st.just({"functionCallingConfig": calling}), "generationConfig": st.just({"temperature": 1.0, "topK": 1}),
    }  # fmt: skip
    return draw(_objects({}, may, spelling))


@st.composite
def payloads(draw: DrawFn, *, dumped: bool = False) -> Any:
    """Bodies, arguments of an SDK, bare contents. `dumped` ones hold bytes, as dumps of the Python SDK do in its Python mode."""
    form = draw(st.sampled_from(("list", "body", "list", "body", "list", "config", "one", "text")))
    bare: Any = draw({"one": contents(dumped=dumped), "text": texts()}.get(form, listed(dumped=dumped)))
    if form in {"list", "one", "text"}:
        return {"contents": bare} if draw(st.booleans()) else bare
    settings = draw(_settings(draw(st.sampled_from(_SPELLINGS)), dumped=dumped))
    return {"contents": bare, **settings} if form == "body" else {"model": "gemini-3-pro-preview", "contents": bare, "config": settings}


__all__ = ["contents", "listed", "parts", "payloads"]
