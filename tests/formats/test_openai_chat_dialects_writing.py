"""Chat Completions written for a target: the fields, kinds and thoughts that its dialect has, and no others."""

from __future__ import annotations

import pytest

from segue import Target, fix, same_json
from segue.formats.ai_sdk import AI_SDK
from segue.formats.openai_chat import OPENAI_CHAT
from segue.json_values import JsonText, freeze
from segue.models import Model
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import (
    AssistantMessage,
    Prompt,
    Request,
    SystemMessage,
    ToolDefinition,
    UserMessage,
    assistant,
    call,
    result,
    system,
    tool,
    user,
)

IMAGE, LINKED = FilePart("image/png", "AA=="), FilePart("image/*", "https://a.example/a.png", "url")
PAGE, LINK = FilePart("application/pdf", "AA==", filename="a.pdf"), FilePart("application/pdf", "https://a.example/a.pdf", "url")
SOUND = FilePart("audio/wav", "AA==")
REFUSED, VOICE = freeze({"openai": {"refusal": True}}), freeze({"openai": {"audio": {"id": "a"}}})
CALL = {"id": "a", "type": "function", "function": {"name": "find", "arguments": '{"q": 1}'}}
PLAIN = [
    "mistral/mistral-large-latest", "cerebras/zai-glm-4.7", "deepseek/deepseek-chat", "groq/llama-3.3-70b-versatile", "xai/grok-4",
    "moonshot/kimi-k2.6", "openrouter/qwen/qwen3", "ollama/qwen3", "vllm/qwen3", "llamacpp/x", "zai/glm-4.6", "fireworks/x", "minimax/m2",
]  # fmt: skip


def sent(to, *messages, **more):
    """Write records for a target."""
    return OPENAI_CHAT.encode_for(Request(Prompt(messages), **more), Target.of(to))["messages"]


def resent(to, *messages):
    """Read messages and write them for a target."""
    return OPENAI_CHAT.encode_for(OPENAI_CHAT.decode(list(messages)).unwrap(), Target.of(to))


def reply(**fields):
    """Make an assistant message."""
    return {"role": "assistant", "content": "7:10.", **fields}


def thought(maker="", **options):
    """Make a thought."""
    return ReasoningPart("Look.", freeze(options), Model.of(maker) if maker else None)


@pytest.mark.parametrize("to", PLAIN)
def test_plain_talk_is_the_same_everywhere(to):
    """Words, calls and results of one text are written alike for every target that has them as OpenAI does."""
    talk = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Trains?"},
        {"role": "assistant", "content": "Wait.", "tool_calls": [CALL]},
        {"role": "tool", "tool_call_id": "a", "content": "7:10"},
        {"role": "assistant", "content": "At 7:10."},
    ]
    filled = {"deepseek": "", "moonshot": " "}.get(to.partition("/")[0])

    assert same_json(resent(to, *talk), talk if filled is None else [*talk[:2], {**talk[2], "reasoning_content": filled}, *talk[3:]])


def test_roles_and_names():
    """Developers become the system where there is no such role; speakers are named where they can be."""
    said = (SystemMessage((TextPart("A"),), developer=True, name="ops"), UserMessage((TextPart("B"),), "maja"))

    assert sent("groq/x", *said) == [{"role": "developer", "content": "A", "name": "ops"}, {"role": "user", "content": "B", "name": "maja"}]
    assert sent("deepseek/x", *said) == [
        {"role": "system", "content": "A", "name": "ops"},
        {"role": "user", "content": "B", "name": "maja"},
    ]
    assert sent("mistral/x", *said) == [{"role": "system", "content": "A"}, {"role": "user", "content": "B"}]


def test_fields_that_the_dialect_lacks_are_left_out():
    """What nobody claims is written where the row lists it: a prefix for Mistral and DeepSeek, `partial` for Kimi, annotations for OpenRouter."""
    message = reply(prefix=True, partial=True, annotations=[], refusal=None, audio=None)

    assert resent("mistral/x", message) == resent("deepseek/x", message) == [reply(prefix=True)]
    assert resent("moonshot/kimi-k2.6", message) == [reply(partial=True)]
    assert resent("openrouter/openai/gpt-5.2", message) == [reply(annotations=[], refusal=None, audio=None)]
    assert resent("xai/grok-4", message) == [reply()]


def test_fields_of_calls_and_parts():
    """An index stays where a call has one; marks on parts stay where they mean something; what is inside is the format's own."""
    odd = {"index": 0, **CALL, "function": {**CALL["function"], "odd": 1}}
    part = {"type": "text", "text": "A", "cache_control": {"type": "ephemeral"}, "odd": 1}

    assert resent("cerebras/zai-glm-4.7", reply(tool_calls=[odd]))[0]["tool_calls"] == [{"index": 0, **CALL}]
    assert resent("groq/x", reply(tool_calls=[odd]))[0]["tool_calls"] == [CALL]
    assert resent("openrouter/qwen/x", {"role": "user", "content": [part]})[0]["content"] == [
        {"type": "text", "text": "A", "cache_control": {"type": "ephemeral"}}
    ]
    assert resent("groq/x", {"role": "user", "content": [part]})[0]["content"] == [{"type": "text", "text": "A"}]


def test_fields_of_results_chunks_and_images():
    """What stands in a result, a chunk or an image without meaning anything to the target is left out."""
    told = {"role": "tool", "tool_call_id": "a", "content": "1", "name": "find", "odd": 1}
    image = {"type": "image_url", "image_url": {"url": "https://a.example/a.png", "format": "image/png"}}
    chunk = {"type": "thinking", "thinking": [{"type": "text", "text": "T"}], "closed": True, "odd": 1}

    assert resent("groq/x", told) == [{"role": "tool", "tool_call_id": "a", "content": "1"}]
    assert resent("mistral/x", told) == [{"role": "tool", "tool_call_id": "a", "content": "1", "name": "find"}]
    assert resent("groq/x", {"role": "user", "content": [image]})[0]["content"][0]["image_url"] == {"url": "https://a.example/a.png"}
    assert resent("mistral/x", reply(content=[chunk]))[0]["content"] == [{key: chunk[key] for key in ("type", "thinking", "closed")}]


def test_refusals_and_voices_without_a_field_are_words():
    """Where there is no field for a refusal or a voice reply, it is what was said."""
    said = AssistantMessage((TextPart("No.", REFUSED), TextPart("Yes.", VOICE)))

    assert sent("mistral/x", said) == [
        {"role": "assistant", "content": [{"type": "text", "text": "No."}, {"type": "text", "text": "Yes."}]}
    ]
    assert sent("openrouter/openai/x", said)[0]["refusal"] == "No."
    assert sent("vllm/x", AssistantMessage((TextPart("No.", REFUSED), TextPart("No!", REFUSED))))[0] == {
        "role": "assistant", "content": "No.", "refusal": "No!",
    }  # fmt: skip


def test_legacy_and_custom_calls_are_tool_calls():
    """A `function_call`, its result and a custom call are written the one way that dialects know."""
    legacy = reply(function_call={"name": "find", "arguments": "{}"})
    custom = {"id": "b", "type": "custom", "custom": {"name": "sh", "input": "ls"}}

    assert resent("groq/x", legacy, {"role": "function", "name": "find", "content": "1"}) == [
        reply(tool_calls=[{"id": "", "type": "function", "function": {"name": "find", "arguments": "{}"}}]),
        {"content": "1", "role": "tool"},
    ]
    assert resent("groq/x", reply(tool_calls=[custom]))[0]["tool_calls"] == [
        {"id": "b", "type": "function", "function": {"name": "sh", "arguments": "ls"}}
    ]


def test_unknown_kinds_of_call_and_part_are_told():
    """What only OpenAI could read is told in its place; what the dialect knows is written unread."""
    unknown, video = {"id": "b", "type": "mcp", "title": "T"}, {"type": "video_url", "video_url": {"url": "https://a.example/v"}}

    assert resent("groq/x", reply(tool_calls=[unknown]))[0]["content"][1]["text"] == "[mcp part]\ntitle: T"
    assert resent("moonshot/kimi-k2.6", {"role": "user", "content": [video]}) == [{"role": "user", "content": [video]}]
    assert resent("deepseek/x", {"role": "user", "content": [video]})[0]["content"] == "[video_url part]\nurl: https://a.example/v"
    assert (
        sent("mistral/x", user(OpaquePart("video_url", freeze(video), "anthropic")))[0]["content"]
        == "[video_url part]\nurl: https://a.example/v"
    )
    hollow = OpaquePart("images", freeze({"type": "images"}), "openai-chat")
    assert sent("ollama.native/x", UserMessage((hollow,)))[0]["content"] == "[images part]"


@pytest.mark.parametrize(
    ("to", "contents"),
    [
        ("deepseek/x", "A\nB\n[file omitted: image/png]"),
        ("minimax/x", "A\nB\n[file omitted: image/png]"),
        ("cerebras/zai-glm-4.7", [{"type": "text", "text": text} for text in ("A", "B", "[file omitted: image/png]")]),
    ],
)
def test_contents_of_text_alone(to, contents):
    """Contents are a string where the dialect has no parts; a file is named where there is no place for it."""
    assert sent(to, user("A", "B", IMAGE)) == [{"role": "user", "content": contents}]


@pytest.mark.parametrize(
    ("output", "content"),
    [
        ((TextPart("A"), TextPart("[1]")), "A\n[1]"),
        ((JsonPart(freeze({"n": 1.0})),), '{"n": 1.0}'),
        ((JsonPart(freeze({"n": 1})), TextPart('say "A"')), '[{"n": 1}, "say \\"A\\""]'),
        ((JsonPart(freeze([])), JsonPart(None)), "[[], null]"),
    ],
)
def test_json_beside_others_keeps_its_ends(output, content):
    """Several pieces of a result are an array where contents are a string and one of the pieces is JSON."""
    assert sent("deepseek/x", tool(ToolResultPart("a", "find", output)))[0]["content"] == content


def test_files():
    """Images, documents and sounds are written in the forms that the dialect has."""
    kinds = [
        [part["type"] for part in sent(to, user(IMAGE, PAGE, LINK, SOUND))[0]["content"]] for to in ("mistral/voxtral-small", "openrouter/x", "vllm/x")
    ]
    page, link, sound = sent("mistral/voxtral-small", user(PAGE, LINK, SOUND))[0]["content"]

    assert kinds == [
        ["image_url", "document_url", "document_url", "input_audio"],
        ["image_url", "file", "file", "input_audio"],
        ["image_url", "text", "text", "input_audio"],
    ]
    assert page == {"type": "document_url", "document_url": "data:application/pdf;base64,AA==", "document_name": "a.pdf"}
    assert (link["document_url"], sound["input_audio"]) == ("https://a.example/a.pdf", "AA==")
    assert sent("mistral/voxtral-small", user(FilePart("audio/flac", "AA==")))[0]["content"] == [{"type": "input_audio", "input_audio": "AA=="}]


def test_files_that_changed_their_dialect():
    """What came in one dialect's spelling is written in that of the next."""
    said = {"role": "user", "content": [{"type": "document_url", "document_url": "data:application/pdf;base64,AA=="}]}
    bare = {
        "role": "user",
        "content": [{"type": "input_audio", "input_audio": "UklGRg=="}, {"type": "image_url", "image_url": "data:image/png;base64,AA=="}],
    }

    assert resent("openrouter/x", said)[0]["content"] == [
        {"type": "file", "file": {"filename": "document.pdf", "file_data": "data:application/pdf;base64,AA=="}}
    ]
    assert resent("llamacpp/x", bare)[0]["content"] == [
        {"type": "input_audio", "input_audio": {"data": "UklGRg==", "format": "wav"}},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}},
    ]
    assert resent("ollama.native/x", bare)[0]["images"] == ["AA=="]


def test_images_by_url():
    """An image by URL is named where the provider does not fetch it."""
    assert sent("groq/x", user(LINKED))[0]["content"] == [{"type": "image_url", "image_url": {"url": "https://a.example/a.png"}}]
    assert sent("ollama/x", user(LINKED))[0]["content"] == "[file omitted: image/*, https://a.example/a.png]"


def test_providers_without_row_get_openais_layout():
    """What only one dialect has does not reach a provider of which nothing is known; its own extras do."""
    history = [
        {"role": "user", "content": "Look.", "images": ["AA=="], "odd": 1},
        {
            "role": "assistant",
            "content": [{"type": "thinking", "thinking": []}],
            "tool_calls": [{"function": {"name": "find", "arguments": {}}}],
        },
        {"role": "tool", "tool_name": "find", "content": "1"},
    ]
    asked, called, told = resent("together/x", *history)

    assert asked == {
        "role": "user",
        "content": [{"type": "text", "text": "Look."}, {"type": "image_url", "image_url": {"url": "data:image/*;base64,AA=="}}],
        "odd": 1,
    }
    assert "content" not in called or called["content"] is None
    assert called["tool_calls"][0]["id"] == told["tool_call_id"] == "ollama-0-find"
    assert "tool_name" not in told


def test_an_unknown_target_gets_everything_as_it_came():
    """Where nothing is known of the target the payload comes back to the letter."""
    history = [
        {"role": "user", "content": "Look.", "images": ["AA=="]},
        {"role": "assistant", "content": "", "thinking": "T", "tool_calls": [{"function": {"name": "find", "arguments": {}}}]},
        {"role": "tool", "tool_name": "find", "content": "1"},
    ]

    assert same_json(resent("example/x", *history), history)
    assert same_json(fix(history, "example/x").payload, history)


@pytest.mark.parametrize(
    ("to", "maker", "expected"),
    [
        ("cerebras/zai-glm-4.7", "cerebras/zai-glm-4.7", reply(reasoning="Look.")),
        ("cerebras/zai-glm-4.7", "cerebras/gpt-oss-120b", reply()),
        ("deepseek/deepseek-v4-pro", "deepseek/deepseek-chat", reply(reasoning_content="Look.")),
        ("deepseek/deepseek-v4-pro", "moonshot/kimi-k2.6", reply()),
        ("moonshot/kimi-k2.6", "moonshotai/kimi-k2.5", reply(reasoning_content="Look.")),
        ("groq/qwen/qwen3-32b", "groq/openai/gpt-oss-20b", reply(reasoning="Look.")),
        ("groq/llama-3.3-70b", "groq/openai/gpt-oss-20b", reply()),
        ("xai/grok-4", "xai/grok-3-mini", reply()),
        ("openrouter/qwen/qwen3", "openrouter/qwen/qwen3", reply(reasoning_details=[{"type": "reasoning.text", "text": "Look."}])),
        ("ollama/qwen3", "ollama.native/qwen3", reply(reasoning="Look.")),
        ("ollama.native/qwen3", "ollama/qwen3", reply(thinking="Look.")),
        ("vllm/qwen3", "vllm/qwen3", reply(reasoning="Look.")),
        ("minimax/m2", "minimax/m2", reply(content="<think>Look.</think>\n7:10.")),
        (
            "mistral/m",
            "mistral/magistral",
            reply(content=[{"type": "thinking", "thinking": [{"type": "text", "text": "Look."}]}, {"type": "text", "text": "7:10."}]),
        ),
        ("mistral/m", "deepseek/deepseek-chat", reply()),
    ],
)
def test_thoughts_go_where_the_dialect_has_them(to, maker, expected):
    """Thoughts of the target's own models are written where it reads them, those of others nowhere."""
    assert sent(to, AssistantMessage((thought(maker), TextPart("7:10.")))) == [expected]


def test_thoughts_stay_in_a_field_that_the_dialect_has():
    """A field that the dialect has too is kept; another becomes the one that it prefers."""
    assert resent("vllm/x", reply(reasoning_content="Look.")) == [reply(reasoning_content="Look.")]
    assert resent("openrouter/qwen/x", reply(reasoning="Look.")) == [reply(reasoning="Look.")]
    made = OPENAI_CHAT.decode([reply(reasoning_content="Look.")]).unwrap()
    said = AssistantMessage(
        tuple(
            ReasoningPart(part.text, origin=Model("cerebras", "zai-glm-4.7"), shape=part.shape) if isinstance(part, ReasoningPart) else part
            for part in made.prompt.messages[0].content
        )
    )
    assert sent("cerebras/zai-glm-4.7", said) == [reply(reasoning="Look.")]


def test_details_of_openrouter():
    """Details go back whole with the text that repeats them; those of another family go, and their part of that text."""
    claude = {"type": "reasoning.text", "text": "Look.", "signature": "Eq", "format": "anthropic-claude-v1"}
    other = {"type": "reasoning.summary", "summary": "Sum.", "format": "openai-responses-v1"}
    message = reply(reasoning="Look.Sum.", reasoning_details=[claude, other])

    assert resent("openrouter/anthropic/claude-opus-4.5", message) == [reply(reasoning="Look.", reasoning_details=[claude])]
    assert resent("openrouter/openai/gpt-5.2", message) == [reply(reasoning="Sum.", reasoning_details=[other])]
    assert resent("deepseek/x", message) == [reply()]
    thrice = reply(reasoning="Look.", reasoning_content="Look.", reasoning_details=[claude])
    assert resent("openrouter/anthropic/x", thrice) == [reply(reasoning="Look.", reasoning_details=[claude])]


def test_details_of_claude_made_elsewhere():
    """What Anthropic signed is a detail for Claude behind OpenRouter, its text or its redacted data."""
    signed, redacted = (thought("anthropic/claude-opus-4-5", anthropic=token) for token in ({"signature": "Eq"}, {"redactedData": "Em"}))
    (message,) = sent(
        "openrouter/anthropic/claude-opus-4.5", AssistantMessage((signed, ReasoningPart("", redacted.provider_options), TextPart("7:10.")))
    )

    assert message["reasoning_details"] == [
        {"type": "reasoning.text", "signature": "Eq", "format": "anthropic-claude-v1", "text": "Look."},
        {"type": "reasoning.encrypted", "data": "Em", "format": "anthropic-claude-v1"},
    ]


def test_details_that_the_ai_sdk_kept():
    """The AI SDK keeps OpenRouter's details as a list in a thought's options."""
    details = [{"type": "reasoning.text", "text": "Look.", "format": "google-gemini-v1", "index": 0}]
    prompt = [
        {"role": "user", "content": [{"type": "text", "text": "Trains?"}]},
        {
            "role": "assistant",
            "content": [
                {"type": "reasoning", "text": "Look.", "providerOptions": {"openrouter": {"reasoning_details": details}}},
                {"type": "text", "text": "7:10."},
            ],
        },
    ]
    read = AI_SDK.decode(prompt).unwrap()

    assert OPENAI_CHAT.encode_for(read, Target.of("openrouter/google/gemini-3-pro"))["messages"][1] == reply(reasoning_details=details)
    assert OPENAI_CHAT.encode_for(read, Target.of("openrouter/anthropic/claude-opus-4.5"))["messages"][1] == reply()


def test_the_field_of_thoughts_is_never_missing_beside_calls():
    """DeepSeek and Kimi demand the field beside calls: empty for the one, a blank for the other, which takes empty for missing."""
    called = AssistantMessage((thought("openai/gpt-5.2"), call("a", "find")))

    assert sent("deepseek/deepseek-v4-pro", called)[0]["reasoning_content"] == ""
    assert sent("moonshot/kimi-k2.6", called)[0]["reasoning_content"] == " "
    assert resent("moonshot/kimi-k2.6", reply(reasoning_content="", tool_calls=[CALL]))[0]["reasoning_content"] == " "
    assert "reasoning_content" not in sent("moonshot/moonshot-v1-8k", called)[0]
    assert "reasoning_content" not in sent("deepseek/deepseek-v4-pro", assistant("7:10."))[0]
    own = AssistantMessage((thought("deepseek/deepseek-chat"), call("a", "find")))
    assert sent("deepseek/deepseek-v4-pro", own)[0]["reasoning_content"] == "Look."


def test_contents_beside_calls():
    """Null and missing contents stay where they are taken, and are empty where they are not."""
    bare, null = {"role": "assistant", "tool_calls": [CALL]}, {"role": "assistant", "content": None, "tool_calls": [CALL]}

    assert resent("groq/x", bare, null) == [bare, null]
    assert [message["content"] for message in resent("xai/grok-4", bare, null)] == ["", ""]
    assert [message["content"] for message in resent("groq/x", {"role": "assistant"}, {"role": "user", "content": []})] == ["", ""]


def test_inputs_as_text_or_object():
    """A call's input is text, or an object, or stays what it was; what is no object is held by one."""
    inputs = (freeze({"q": 1}), JsonText('{"q": 1}'), None, "no JSON", (1,), 5)
    calls = AssistantMessage(tuple(ToolCallPart("a", "find", given) for given in inputs))
    as_object = reply(tool_calls=[{**CALL, "function": {"name": "find", "arguments": {"q": 1}}}])

    assert [one["function"]["arguments"] for one in sent("ollama.native/x", calls)[0]["tool_calls"]] == [
        {"q": 1}, {"q": 1}, {}, {"_raw": "no JSON"}, {"_raw": [1]}, {"_raw": 5},
    ]  # fmt: skip
    assert resent("mistral/x", as_object) == [as_object]
    assert resent("groq/x", as_object) == [reply(tool_calls=[CALL])]
    assert resent("mistral/x", reply(tool_calls=[CALL])) == [reply(tool_calls=[CALL])]


def test_ollamas_own_layout():
    """Contents are a string, images stand beside, calls have objects and no type, results name their tool."""
    talk = (
        system("Be", "brief."), user("Look.", IMAGE, LINKED, PAGE), AssistantMessage((thought("ollama/x"), call("a", "find", {"q": 1}))),
        tool(ToolResultPart("a", "", (JsonPart(freeze({"n": 1})), IMAGE)), result("b", "?")), user("And?"),
    )  # fmt: skip

    assert sent("ollama.native/qwen3", *talk) == [
        {"role": "system", "content": "Be\nbrief."},
        {
            "role": "user",
            "images": ["AA=="],
            "content": "Look.\n[file omitted: image/*, https://a.example/a.png]\n[file omitted: application/pdf, a.pdf]",
        },
        {
            "role": "assistant",
            "content": "",
            "thinking": "Look.",
            "tool_calls": [{"id": "a", "function": {"name": "find", "arguments": {"q": 1}}}],
        },
        {"role": "tool", "tool_call_id": "a", "tool_name": "find", "images": ["AA=="], "content": '{"n": 1}'},
        {"role": "tool", "tool_call_id": "b", "content": "?"},
        {"role": "user", "content": "And?"},
    ]
    assert sent("ollama.native/qwen3", *talk[2:3], tool(result("a", "1", name="other")))[1]["tool_name"] == "other"


def test_ollamas_own_history_stays():
    """Ids that were made are not sent, nor names added, where Ollama had none."""
    history = [
        {"role": "user", "content": "Trains?"},
        {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "find", "arguments": {}}}]},
        {"role": "tool", "content": "7:10"},
    ]

    assert same_json(resent("ollama.native/qwen3", *history), history)
    assert resent("ollama.native/qwen3", reply(tool_calls=None)) == [reply(tool_calls=None)]
    assert resent("ollama/qwen3", *history)[1:] == [
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"function": {"name": "find", "arguments": "{}"}, "id": "ollama-0-find", "type": "function"}],
        },
        {"role": "tool", "content": "7:10", "tool_call_id": "ollama-0-find"},
    ]


def test_a_body_keeps_what_goes_with_it():
    """Settings of a body and its tools are written as they are for every target."""
    body = {"model": "m", "temperature": 0.5, "messages": [], "tools": [{"type": "function", "function": {"name": "find"}}]}

    assert same_json(OPENAI_CHAT.encode_for(OPENAI_CHAT.decode(body).unwrap(), Target.of("groq/x")), body)
    assert sent("groq/x", tools=(ToolDefinition("find"),)) == []


def test_fix_speaks_the_targets_dialect():
    """The name of a target is all that a fix needs to know of it."""
    history = [{"role": "user", "content": "Trains?"}, reply(reasoning_content="Look."), {"role": "user", "content": "And back?"}]

    assert fix(history, "cerebras/zai-glm-4.7", made_by="cerebras/zai-glm-4.7").payload[1] == reply(reasoning="Look.")
    assert fix(history, "cerebras/zai-glm-4.7").payload[1] == reply()
    assert fix(history, "deepseek/deepseek-chat").payload == history
    assert fix(history, "deepseek/deepseek-chat", made_by="zai/glm-4.6").payload[1] == reply()


def test_thoughts_among_the_contents_of_others():
    """A thought that stands where none can is left out, whatever the dialect."""
    assert sent("mistral/x", UserMessage((thought("mistral/x"), TextPart("A")))) == [{"role": "user", "content": "A"}]


@pytest.mark.parametrize(("target", "keys"), [("transformers/qwen3-coder", ["id", "type", "function"]), ("ollama.native/llama3.2", ["id", "function"])])
def test_a_call_whose_input_is_an_object_has_its_type(target, keys):
    """Where inputs are objects, calls have the type if the dialect has it, whether they came with one or not."""
    call = {"id": "call_1", "type": "function", "function": {"name": "read", "arguments": "{}"}}
    for came in (call, {"id": "call_1", "function": call["function"]}):
        said = OPENAI_CHAT.decode([{"role": "assistant", "content": "", "tool_calls": [came]}]).unwrap()
        assert [*OPENAI_CHAT.encode_for(said, Target.of(target))[0]["tool_calls"][0]] in (keys, ["id", "function", "type"][: len(keys)])
