"""Strategies for payloads of the dialects of Chat Completions, made from their rows: a new row has its payloads at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from segue.json_values import dump, thaw
from segue.profiles.dialects import DIALECTS, Dialect
from segue.testing.values import call_ids, json_objects, json_values, texts, tool_names

PNG, PDF, WAV = "iVBORw0KGgoAAAAN", "JVBERi0xLjQ=", "UklGRiQAAABXQVZF"
_URL = "https://files.example/a"
_SOUNDS = st.sampled_from((WAV, f"{_URL}.mp3", f"data:audio/wav;base64,{WAV}"))


def _object(**fields: SearchStrategy[Any]) -> SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(fields)


def _kind(kind: str, **fields: SearchStrategy[Any]) -> SearchStrategy[dict[str, Any]]:
    return _object(type=st.just(kind), **fields)


@cache
def _image_urls(*, remote: bool) -> SearchStrategy[str]:
    inline = st.sampled_from((f"data:image/png;base64,{PNG}", "data:image/jpeg;base64,/9j/4AAQ"))
    return inline | st.just(f"{_URL}.png") if remote else inline


@cache
def parts(form: str, *, remote: bool = True) -> SearchStrategy[dict[str, Any]]:
    """Parts of the contents in one of the forms that dialects have."""
    url = _image_urls(remote=remote)
    known: dict[str, Callable[[], SearchStrategy[Any]]] = {
        "text": lambda: _kind("text", text=texts()),
        "refusal": lambda: _kind("refusal", refusal=texts()),
        "image_url": lambda: _kind("image_url", image_url=_object(url=url)),
        "image_url string": lambda: _kind("image_url", image_url=url),
        "images url": lambda: _kind("image_url", image_url=_object(url=url)),
        "images": lambda: st.just(PNG),
        "input_audio": lambda: _kind("input_audio", input_audio=_object(data=st.just(WAV), format=st.sampled_from(("wav", "mp3")))),
        "input_audio string": lambda: _kind("input_audio", input_audio=_SOUNDS),
        "file": lambda: _kind("file", file=_object(filename=st.just("a.pdf"), file_data=st.just(f"data:application/pdf;base64,{PDF}"))),
        "file id": lambda: _kind("file", file_id=st.just("00edaf84-95b0")),
        "document_url": lambda: _kind("document_url", document_url=st.sampled_from((f"{_URL}.pdf", f"data:application/pdf;base64,{PDF}"))),
        "reference": lambda: _kind("reference", reference_ids=st.lists(st.integers(0, 9), max_size=2)),
        "thinking": chunks,
    }  # fmt: skip
    return known[form]() if form in known else _kind(form, **{form: _object(url=st.just(f"{_URL}.{form}"))})


@cache
def chunks() -> SearchStrategy[dict[str, Any]]:
    """Mistral's thoughts: texts and references, signed or not, open or closed."""
    pieces = st.one_of(parts("text"), parts("text"), parts("reference"))
    plain = _kind("thinking", thinking=st.lists(pieces, max_size=3))
    signed = _kind("thinking", thinking=parts("text").map(lambda part: [part]), signature=st.just("sig"), closed=st.booleans())
    return plain | signed


_FORMATS = ("anthropic-claude-v1", "google-gemini-v1", "openai-responses-v1")


@cache
def details(formats: tuple[str, ...] = _FORMATS) -> SearchStrategy[dict[str, Any]]:
    """OpenRouter's details of thoughts, in these formats or in none that is known."""
    more: dict[str, SearchStrategy[Any]] = {
        "format": st.sampled_from((*formats, "unknown", None)),
        "id": st.sampled_from(("rs_1", None)), "index": st.just(0),
    }  # fmt: skip
    return st.one_of(
        _kind("reasoning.text", text=texts(), signature=st.sampled_from(("sig", None)), **more),
        _kind("reasoning.summary", summary=texts(), **more), _kind("reasoning.encrypted", data=st.just("blob"), **more),
        _kind("reasoning.server_tool_call", tool_name=tool_names(), arguments=st.just("{}"), result=texts(), **more),
    )  # fmt: skip


@st.composite
def calls(draw: DrawFn, dialect: Dialect) -> dict[str, Any]:
    """Calls as a dialect has them. Ollama's may have no id, and then have none that is empty."""
    fields = dialect.call or frozenset({"id", "type", "function"})
    given = draw(json_objects().map(thaw))
    as_object = dialect.arguments == "object" or (dialect.arguments == "either" and draw(st.booleans()))
    id = draw(call_ids())
    made = {"id": id, "type": "function", "function": {"name": draw(tool_names()), "arguments": given if as_object else dump(given)}}
    called = {key: value for key, value in made.items() if key in fields and (value or dialect.made_ids)}
    return called | draw(st.sampled_from(({}, {"extra_content": {"google": {"thought_signature": "Cs8B"}}}))) if dialect.signed else called


@cache
def _contents(dialect: Dialect, role: str) -> SearchStrategy[Any]:
    forms = dialect.parts(role)
    beside = {"images", "images url", "thinking"} if role != "assistant" else {"images", "images url"}
    listed = [parts(form, remote=dialect.remote) for form in sorted(forms or {"text"}) if form not in beside]
    whole = st.lists(st.one_of(parts("text"), *listed), min_size=1, max_size=3)
    return texts() if forms is not None and "text" not in forms else st.one_of(texts(), texts(), whole)


@cache
def _fields(dialect: Dialect, role: str) -> dict[str, SearchStrategy[Any]]:
    """What may stand in a message's fields beside its role, by their names."""
    beside = "images url" if "images url" in (dialect.parts(role) or ()) else "images"
    thoughts = st.lists(details(tuple(sorted(dialect.formats or ()))), min_size=1, max_size=3)
    return {
        "content": _contents(dialect, role), "name": st.sampled_from(("maja", "find")), "prefix": st.just(True), "partial": st.just(True),
        "tool_calls": st.lists(calls(dialect), min_size=1, max_size=2), "tool_call_id": call_ids(), "tool_name": tool_names().filter(bool),
        "images": st.lists(parts(beside), min_size=1, max_size=2), "reasoning": texts(), "reasoning_content": texts(), "thinking": texts(),
        "reasoning_details": thoughts, "refusal": texts(), "audio": _object(id=st.just("audio_1")), "tool_plan": texts(),
        "citations": st.just([]), "annotations": st.just([{"type": "file", "file": {"hash": "a1", "name": "tides.pdf", "content": []}}]),
    }  # fmt: skip


@st.composite
def messages(draw: DrawFn, dialect: Dialect, *, odd: bool = True) -> dict[str, Any]:
    """Messages with the fields that a dialect has, some of them; `odd` ones in any order, with nulls and fields that nobody knows."""
    role = draw(st.sampled_from(("system", "user", "user", "assistant", "assistant", "assistant", "tool")))
    known = _fields(dialect, role)
    needed = {"content", "tool_call_id"} & (dialect.fields(role) or frozenset({"content"}))
    names = [name for name in sorted(dialect.fields(role) or needed) if name != "role"]
    chosen = [name for name in names if name in needed or draw(st.booleans())]
    fields = {"role": role, **{name: draw(known[name]) for name in chosen}}
    if not odd:
        thoughts = {str(dialect.reasoning): "Think."} if _wants_thoughts(dialect, fields) else {}
        return {**fields, **thoughts}
    nulls = {name: None for name in names if name not in needed and draw(st.integers(0, 9)) == 0}
    stray = {"stray": draw(json_values().map(thaw))} if draw(st.integers(0, 9)) == 0 else {}
    return dict(draw(st.permutations(list({**fields, **nulls, **stray}.items()))))


def _wants_thoughts(dialect: Dialect, fields: dict[str, Any]) -> bool:
    every = dialect.every and fields["role"] == "assistant"
    return dialect.filler is not None and (every or "tool_calls" in fields)


@cache
def payloads(dialect: Dialect, *, odd: bool = True) -> SearchStrategy[Any]:
    """Bodies and bare lists of messages of one dialect."""
    listed = st.lists(messages(dialect, odd=odd), max_size=5)
    return listed | listed.map(lambda said: {"model": "some-model", "messages": said, "temperature": 1.0})


@cache
def dialects() -> SearchStrategy[Dialect]:
    """Every dialect."""
    return st.sampled_from(DIALECTS)
