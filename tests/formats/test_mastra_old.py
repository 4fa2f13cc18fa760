"""Messages of version 1 are listed as the TypeScript original lists them."""

import pytest

from segue.formats.mastra import modernised, read_message, write_message
from segue.json_values import same_json
from segue.messages import StoredMessage
from segue.parts import TextPart


def old(role, content, **more):
    """A message of version 1."""
    return {"id": "m", "threadId": "t", "role": role, "content": content, **more}


def listed(*messages):
    """The contents of messages, listed anew."""
    return [write_message(message)["content"] for message in modernised(map(read_message, messages))]


def asked(id="c1", **args):
    """A call of version 1."""
    return {"type": "tool-call", "toolCallId": id, "toolName": "t", "args": args}


def gave(result, id="c1", **more):
    """A result of version 1."""
    return {"type": "tool-result", "toolCallId": id, "toolName": "t", "result": result, **more}


def settled(result, id="c1", **args):
    """An invocation of version 2, as it is listed."""
    return {"state": "result", "toolCallId": id, "toolName": "t", "result": result, "args": args}


def call(**args):
    """A part of version 2 that is a call."""
    return {"type": "tool-invocation", "toolInvocation": {"state": "call", "toolCallId": "c1", "toolName": "t", "args": args}}


def whole(*invocations, parts=()):
    """A content of version 2 with these results and parts."""
    return {
        "format": 2,
        "parts": [*parts, *({"type": "tool-invocation", "toolInvocation": one} for one in invocations)],
        "toolInvocations": list(invocations),
    }


CARRIED = {"type": "data-segue-part", "data": {"format": "anthropic", "kind": "text", "value": {"type": "text", "text": "a"}}}
CASES = {
    "a string": (old("user", "Hi"), {"format": 2, "parts": [{"type": "text", "text": "Hi"}], "content": "Hi"}),
    "an empty string": (old("user", ""), {"format": 2, "parts": [{"type": "text", "text": ""}], "content": ""}),
    "a list": (old("user", [{"type": "text", "text": "Hi"}]), {"format": 2, "parts": [{"type": "text", "text": "Hi"}]}),
    "an empty list": (old("user", []), {"format": 2, "parts": []}),
    "empty texts": (old("user", [{"type": "text", "text": ""}, {"type": "text", "text": "Hi"}]), {"format": 2, "parts": [{"type": "text", "text": "Hi"}]}),
    "nothing but empty texts": (old("user", [{"type": "text", "text": ""}]), {"format": 2, "parts": [{"type": "text", "text": ""}]}),
    "a call": (old("assistant", [asked(a=1)]), {"format": 2, "parts": [call(a=1)]}),
    "a text behind a call": (old("assistant", [asked(), {"type": "text", "text": "So"}]), {"format": 2, "parts": [call(), {"type": "step-start"}, {"type": "text", "text": "So"}]}),
    "a text behind a user's call": (old("user", [asked(), {"type": "text", "text": "So"}]), {"format": 2, "parts": [call(), {"type": "text", "text": "So"}]}),
    "a result of an unknown call": (old("tool", [gave(1)]), whole(settled(1))),
    "a result of nothing": (old("tool", [gave(None)]), whole(settled(""))),
    "a result beside its call": (old("assistant", [asked(a=1), gave(1)]), whole(settled(1, a=1), parts=[call(a=1)])),
    "a result with options": (
        old("tool", [gave(1, providerOptions={"a": {"b": 1}})]),
        {"format": 2, "parts": [{"type": "tool-invocation", "toolInvocation": settled(1), "providerMetadata": {"a": {"b": 1}}}], "toolInvocations": [settled(1)]},
    ),
    "an error": (old("tool", [gave("no", isError=True)]), whole({**settled("no"), "isError": True})),
    "options": (old("user", [{"type": "text", "text": "Hi", "providerOptions": {"a": {"b": 1}}}]), {"format": 2, "parts": [{"type": "text", "text": "Hi", "providerMetadata": {"a": {"b": 1}}}]}),
    "reasoning": (old("assistant", [{"type": "reasoning", "text": "Hm.", "signature": "s"}]), {"format": 2, "parts": [{"type": "reasoning", "reasoning": "", "details": [{"type": "text", "text": "Hm.", "signature": "s"}]}]}),
    "unsigned reasoning": (old("assistant", [{"type": "reasoning", "text": "Hm."}]), {"format": 2, "parts": [{"type": "reasoning", "reasoning": "", "details": [{"type": "text", "text": "Hm."}]}]}),
    "redacted reasoning": (old("assistant", [{"type": "redacted-reasoning", "data": "E", "providerOptions": {"a": {}}}]), {"format": 2, "parts": [{"type": "reasoning", "reasoning": "", "details": [{"type": "redacted", "data": "E"}], "providerMetadata": {"a": {}}}]}),
    "an image": (old("user", [{"type": "image", "image": "iVBO", "mimeType": "image/png"}]), {"format": 2, "parts": [{"type": "file", "data": "iVBO", "mimeType": "image/png"}]}),
    "an image of an unknown type": (old("user", [{"type": "image", "image": "https://a.example/a"}]), {"format": 2, "parts": [{"type": "file", "data": "https://a.example/a"}]}),
    "an image in bytes": (old("user", [{"type": "image", "image": {"0": 1}}]), {"format": 2, "parts": [{"type": "image", "image": {"0": 1}}]}),
    "a file": (old("user", [{"type": "file", "mimeType": "image/png", "data": "iVBO"}]), {"format": 2, "parts": [{"type": "file", "mimeType": "image/png", "data": "iVBO"}]}),
    "reasoning without text": (old("assistant", [{"type": "reasoning"}]), {"format": 2, "parts": [{"type": "reasoning"}]}),
    "a part of today": (old("assistant", [{"type": "step-start", "model": "a/b"}]), {"format": 2, "parts": [{"type": "step-start", "model": "a/b"}]}),
    "another format's part": (old("user", [CARRIED]), {"format": 2, "parts": [CARRIED]}),
    "an unknown part": (old("user", [{"type": "odd", "x": 1}, 7]), {"format": 2, "parts": [{"type": "odd", "x": 1}, 7]}),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_contents_are_listed_anew(name):
    """Each form and part of version 1 has its place in version 2; what the original does not know stays."""
    message, expected = CASES[name]

    assert same_json([expected], listed(message))


def test_a_tool_speaks_as_the_assistant():
    """The message of a tool's result becomes an assistant's; its type is gone, other fields stay."""
    [message] = modernised([read_message(old("tool", [], type="tool-result", x=1))])

    assert same_json(
        {"id": "m", "role": "assistant", "threadId": "t", "content": {"format": 2, "parts": []}, "x": 1}, write_message(message)
    )


EARLIER = {
    "the call before": ([old("assistant", [asked(a=1)])], {"a": 1}),
    "the latest call": ([old("assistant", [asked(a=1)]), old("assistant", [asked(a=2)])], {"a": 2}),
    "the latest that has any": ([old("assistant", [asked(a=1)]), old("assistant", [asked()])], {"a": 1}),
    "a call of today": ([{"id": "a", "role": "assistant", "content": {"format": 2, "parts": [call(a=3)]}}], {"a": 3}),
    "no user's call": ([old("user", [asked(a=1)])], {}),
    "no other call": ([old("assistant", [asked("c2", a=1)])], {}),
}


@pytest.mark.parametrize("name", EARLIER)
def test_the_arguments_are_those_of_the_call(name):
    """A result has the arguments of the latest call with its id that has some."""
    before, args = EARLIER[name]

    assert same_json(settled(1, **args), listed(*before, old("tool", [gave(1)]))[-1]["toolInvocations"][0])


def test_a_call_beside_comes_first():
    """Arguments of a call in the same message, the first of two, go before those of an earlier one."""
    found = listed(old("assistant", [asked(a=1)]), old("assistant", [asked(a=2), asked(a=3), gave(1)]))

    assert found[-1]["toolInvocations"][0]["args"] == {"a": 2}


def test_messages_of_today_stay_the_same_objects():
    """With and without older ones between them."""
    today = StoredMessage("m1", "user", (TextPart("Hi"),))
    between = modernised([today, read_message(old("user", "Hi")), today])

    assert (today, today, today) == (between[0], between[2], *modernised([today]))
    assert between[0] is between[2] is today


def test_a_listed_call_has_nothing_around_it():
    """Options belong to the part, so a listed call is equal to the one that is read from its row."""
    once = modernised([read_message(message) for message, _ in CASES.values()])

    assert once == tuple(map(read_message, map(write_message, once)))


def test_listing_again_changes_nothing():
    """What was listed is of today."""
    once = modernised([read_message(message) for message, _ in CASES.values()])

    assert all(one is other for one, other in zip(once, modernised(once), strict=True))
