"""The rules of the dialects of Chat Completions together: what a list of messages becomes for providers that took it over."""

from __future__ import annotations

import pytest
from attrs import evolve

import segue
from segue.engine import find_faults, rewrite, rewrite_request
from segue.json_values import freeze_object
from segue.parts import FilePart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.profiles.dialects import dialect_of
from segue.prompts import Request, ToolDefinition, assistant, call, prompt, result, system, tool, user
from segue.shapes import Shape
from segue.targets import Target

MISTRAL, DEEPSEEK, CEREBRAS, GROQ = "mistral/mistral-large-latest", "deepseek/deepseek-v4", "cerebras/zai-glm-4.7", "groq/llama-3.3-70b"
ASK = {"role": "user", "content": "When?"}
RUN = {"role": "assistant", "content": None, "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "trains", "arguments": "{}"}}]}
DONE = {"role": "tool", "tool_call_id": "call_1", "content": "7:10"}
PIXELS = {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}


def fixed(messages, target, **options):
    """Return what is sent."""
    return segue.fix(messages, target, from_format="openai-chat", **options).payload


def said(role, content, **fields):
    """Return a message."""
    return {"role": role, "content": content, **fields}


def test_ids_for_mistral_are_nine_letters_and_digits():
    """The same on calls and results, distinct ones for distinct ids; those that are spelled so stay."""
    twice = [ASK, RUN, DONE, said("assistant", "7:10."), ASK, {**RUN, "tool_calls": [{**RUN["tool_calls"][0], "id": "abcDEF123"}]}, {**DONE, "tool_call_id": "abcDEF123"}]
    after = fixed(twice, MISTRAL)
    id = after[1]["tool_calls"][0]["id"]

    assert len(id) == 9
    assert id.isalnum()
    assert after[2]["tool_call_id"] == id
    assert after[5:] == twice[5:]
    assert fixed(twice, DEEPSEEK)[1]["tool_calls"][0]["id"] == "call_1"


def test_ids_for_mistral_stay_as_the_history_grows():
    """What was sent before is sent again, however many calls follow."""
    rounds = [[said("user", f"{number}?"), {**RUN, "tool_calls": [{**RUN["tool_calls"][0], "id": f"call_{number}"}]}, {**DONE, "tool_call_id": f"call_{number}"}, said("assistant", "So.")] for number in range(40)]
    whole = fixed([message for messages in rounds for message in messages] + [ASK], MISTRAL)

    assert whole[:8] == fixed([*rounds[0], *rounds[1], ASK], MISTRAL)[:8]
    assert len({message["tool_call_id"] for message in whole if message["role"] == "tool"}) == 40


def test_mistral_hears_an_assistant_between_tool_and_user():
    """A short reply is put between; others take the user's words as they are."""
    history = [ASK, RUN, DONE, said("user", "Hurry!")]

    assert fixed(history, MISTRAL)[3:] == [said("assistant", "[no reply: the user went on]"), said("user", "Hurry!")]
    assert fixed(history, GROQ) == history


def test_mistral_reads_late_instructions_of_the_user():
    """In their place, between labels; elsewhere they stay the system's."""
    history = [ASK, said("assistant", "7:10."), said("system", "Be brief."), said("user", "And back?")]

    assert fixed(history, MISTRAL)[2] == said("user", "[system message]\nBe brief.\n[end of system message]")
    assert fixed(history, GROQ) == history


@pytest.mark.parametrize(
    ("target", "messages", "added"),
    [
        (MISTRAL, [said("assistant", "Well?"), ASK], 1), (MISTRAL, [said("system", "Be brief."), said("assistant", "Well?"), ASK], 0),
        (GROQ, [said("assistant", "Well?"), ASK], 0), ("zai/glm-4.6", [said("system", "Be brief."), said("assistant", "Well?"), ASK], 1),
        (MISTRAL, [ASK, said("assistant", "At")], 1), (MISTRAL, [ASK, said("assistant", "At", prefix=True)], 0),
        (MISTRAL, [ASK, said("assistant", "At", prefix=False)], 1), (DEEPSEEK, [ASK, said("assistant", "At", prefix=True)], 0),
        ("perplexity/sonar-pro", [ASK, said("assistant", "At")], 1),
    ],
)  # fmt: skip
def test_who_speaks_first_and_last(target, messages, added):
    """A user is put before or behind where the provider wants one, not behind a message that is marked as a prefix."""
    after = fixed(messages, target)

    assert len(after) == len(messages) + added
    assert [message for message in messages if message not in after] == []


def test_a_history_without_messages_is_left_alone():
    """Nothing is put before nothing; the fault is told."""
    assert fixed([], MISTRAL) == []
    assert [fault.rule for fault in find_faults(prompt(), MISTRAL)] == ["chat-no-messages"]


@pytest.mark.parametrize(
    ("target", "maker", "field"),
    [
        (DEEPSEEK, "deepseek/deepseek-v4", "reasoning_content"), (CEREBRAS, CEREBRAS, "reasoning"), (CEREBRAS, "zai/glm-4.7", "reasoning"),
        (DEEPSEEK, CEREBRAS, None), (CEREBRAS, "deepseek/deepseek-v4", None), (MISTRAL, "deepseek/deepseek-v4", None), (GROQ, "groq/qwen3", None),
    ],
)  # fmt: skip
def test_thoughts_go_back_to_who_reads_them(target, maker, field):
    """In the provider's own field, made by whom it takes thoughts of; nobody else's."""
    after = fixed([ASK, {**RUN, "reasoning_content": "Look."}, DONE], target, made_by=maker)

    assert [key for key in after[1] if "reasoning" in key and after[1][key]] == ([field] if field else [])
    assert "Look." not in [message["content"] for message in after]


def test_deepseek_gets_an_empty_thought_beside_foreign_calls():
    """The key may not be missing there."""
    assert fixed([ASK, RUN, DONE], DEEPSEEK)[1]["reasoning_content"] == ""


@pytest.mark.parametrize(
    ("target", "user_holds", "tool_holds"), [(MISTRAL, True, False), (DEEPSEEK, False, False), ("moonshot/kimi-k2", True, True)]
)
def test_files_stand_where_they_have_a_place(target, user_holds, tool_holds):
    """In the result, in a user's message behind it, or named by a stand-in."""
    seen = prompt(user("Look."), assistant(call("abcdefgh1", "camera")), tool(ToolResultPart("abcdefgh1", "camera", (FilePart("image/png", "iVBORw0KGgo="),))))
    after = rewrite(seen, target).prompt

    assert any(isinstance(part, FilePart) for message in after.messages for part in message.content) is (user_holds and not tool_holds)
    assert isinstance(after.messages[2].content[0].output[0], FilePart) is tool_holds
    assert ("omitted" in str(after)) is not user_holds


def test_images_by_url_are_named_where_they_are_not_fetched():
    """Ollama takes bytes alone."""
    seen = prompt(user("Look.", FilePart("image/png", "https://a.example/b.png", "url")))

    assert "omitted" in str(rewrite(seen, "ollama/llava").prompt)
    assert rewrite(seen, MISTRAL).prompt is seen


def test_only_known_fields_are_sent():
    """A list for each role, for calls, parts and results; where nothing is known, all that came."""
    spoken = said("assistant", [{"type": "text", "text": "I look.", "annotations": []}], annotations=[], prefix=False)
    calling = {**RUN, "tool_calls": [{**RUN["tool_calls"][0], "index": 0, "extra": 1}]}
    history = [said("system", "Be brief.", id=1), said("user", "When?", name="Zoe", id=2), spoken, ASK, calling, {**DONE, "is_error": False}]
    after = fixed(history, MISTRAL)

    assert after[0] == said("system", "Be brief.")
    assert after[1] == ASK
    assert after[2] == said("assistant", [{"type": "text", "text": "I look."}], prefix=False)
    assert set(after[4]["tool_calls"][0]) == {"id", "type", "function", "index"}
    assert set(after[5]) == {"role", "content", "tool_call_id"}
    assert fixed(history, "together/llama") == history


def test_markers_stay_where_they_are_read():
    """OpenRouter hands them on."""
    history = [said("user", [{"type": "text", "text": "When?", "cache_control": {"type": "ephemeral"}}])]

    assert fixed(history, "openrouter/anthropic/claude-sonnet-4.5") == history
    assert "cache_control" not in str(fixed(history, MISTRAL))


def test_own_kinds_of_part_stay():
    """References are Mistral's, others' kinds are read or told; where nothing is known, what nobody is known to have stays."""
    reference, poll = ({"type": kind, "reference_ids": [1]} for kind in ("reference", "poll"))
    history = [ASK, said("assistant", [{"type": "text", "text": "At 7:10."}, reference]), said("user", [{"type": "text", "text": "?"}, poll])]
    foreign = prompt(user("Hm.", OpaquePart("poll", freeze_object({"type": "poll"}), "anthropic")))

    assert fixed(history, MISTRAL)[1] == history[1]
    assert "[poll part]" in str(fixed(history, MISTRAL)[2])
    assert fixed(history, "together/llama") == history
    assert rewrite(foreign, "together/llama").prompt is not foreign


def test_tools_of_the_provider_stay():
    """Those of a list of this format; custom ones of OpenAI's where nothing is known of the provider."""
    builtin = ToolDefinition("$web_search", hosted="builtin_function", shape=Shape("openai-chat", form="hosted"))
    custom, claude = ToolDefinition("grep", hosted="openai.custom"), ToolDefinition("web_search", hosted="anthropic.web_search_20250305")
    request = Request(prompt(user("When?")), (builtin, custom, claude))

    assert rewrite_request(request, "moonshot/kimi-k2").request.tools == (builtin,)
    assert rewrite_request(request, "together/llama").request.tools == (builtin, custom)


def test_a_voice_without_a_transcript_is_kept_where_it_has_a_field():
    """An empty text stays for the sound that it carries; elsewhere there is nothing to say."""
    mute = TextPart("", freeze_object({"openai": {"audio": {"id": "audio_1"}}}))
    history = prompt(user("When?"), assistant(mute), user("?"))

    assert rewrite(history, "together/llama").prompt is history
    assert len(rewrite(history, GROQ).prompt.messages) == 2


def test_twin_ids_of_the_whole_history_are_renamed_for_zai():
    """Others take an id again in a later turn."""
    history = prompt(user("A?"), assistant(call("c1", "a")), tool(result("c1", "1")), assistant(call("c1", "b")), tool(result("c1", "2")))

    assert rewrite(history, GROQ).prompt is history
    assert rewrite(history, "zai/glm-4.6").prompt.messages[3].content[0].id != "c1"


def test_roles_take_turns_where_they_must():
    """Neighbours are merged for z.ai and DeepSeek's reasoner alone."""
    history = [ASK, said("user", "Today?")]

    assert len(fixed(history, "deepseek/deepseek-reasoner")) == len(fixed(history, "zai/glm-4.6")) == 1
    assert fixed(history, DEEPSEEK) == fixed(history, MISTRAL) == history


def test_assistants_keep_images_where_they_may_hold_them():
    """Ollama's own endpoint does; for others the user hands them over."""
    drawn = prompt(user("Draw."), assistant("Here:", FilePart("image/png", "iVBORw0KGgo=")), user("Thanks."))

    assert rewrite(drawn, "ollama.native/llava").prompt is drawn
    assert len(rewrite(drawn, MISTRAL).prompt.messages) == 4


def test_inputs_are_objects_where_they_are_read():
    """MiniMax and templates look into them."""
    odd = prompt(user("A?"), assistant(ToolCallPart("c1", "a", '{"day": "to')), tool(result("c1", "1")))

    assert rewrite(odd, "minimax/minimax-m2").prompt.messages[1].content[0].input == {"_raw": '{"day": "to'}
    assert rewrite(odd, "ollama.native/llama").prompt is not odd
    assert rewrite(odd, GROQ).prompt is odd


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("target", ["deepseek/deepseek-v4", "ollama.native/qwen3", "perplexity/sonar"])
def test_of_a_dialects_own_thoughts_and_others_only_those_go(target, order):
    """In one reply and in several, whichever come first."""
    form = dialect_of(Target.of(target)).reasoning
    own, other = (ReasoningPart("Look."), ReasoningPart("Hm.", freeze_object({"anthropic": {"signature": "EqoB"}})))
    own = evolve(own, shape=Shape("openai-chat", form=form)) if form else other
    parts = [(own, other)[index] for index in order]
    apart = prompt(user("A?"), assistant(parts[0], "B."), user("?"), assistant(parts[1], "C."), user("!"))
    together = prompt(user("A?"), assistant(*parts, "B."), user("!"))
    for history in (apart, together):
        left = [part for message in rewrite(history, target).prompt.messages for part in message.content if isinstance(part, ReasoningPart)]
        assert left == ([own] if form else [])


def test_thoughts_of_unknown_dialects_come_back():
    """Where nothing is known of the provider nothing is taken."""
    thought = prompt(user("A?"), assistant(ReasoningPart("Look."), "B."), user("?"))

    assert rewrite(thought, "together/llama").prompt is thought
    assert rewrite(prompt(system("X"), *thought.messages), MISTRAL).prompt.messages[2].content == (TextPart("B."),)
