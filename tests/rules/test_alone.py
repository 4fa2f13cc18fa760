"""What a rule does by itself, where the rules beside it would do as much, or hide it."""

from __future__ import annotations

import pytest
from attrs import evolve

from segue.failures import CallFailure
from segue.json_values import EMPTY, freeze_object
from segue.models import Model
from segue.parts import FilePart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import Prompt, Request, ToolDefinition, assistant, call, prompt, result, system, tool, user
from segue.rules import BUILT_IN
from segue.rules.responses_content import drop_references
from segue.shapes import Shape
from segue.targets import Target
from tests.repairs.settling import roles, spared

BY_NAME = {rule.name: rule for rule in BUILT_IN}
ASK, THANKS, DONE = user("Which trains run today?"), user("Thanks."), tool(result("c1", "7:10"))
CLAUDE, BEDROCK, GEMINI = "anthropic/claude-sonnet-4-5", "bedrock/anthropic.claude-sonnet-4-5", "google/gemini-3-pro"
SIGNED = ReasoningPart("Hm.", freeze_object({"anthropic": {"signature": "EqoB"}}))


def applied(name, given, target):
    """Return what a rule makes of a prompt before a call."""
    rule, aim = BY_NAME[name], Target.of(target)
    return rule.apply_to_prompt(given, aim) if rule.apply_to_prompt else rule.apply_to_request(Request(given), aim).prompt


def after(name, target, *messages, error="", body=None):
    """Return the prompt that is tried again after an error, told by the rule alone."""
    return BY_NAME[name].after_error(Request(prompt(*messages)), Target.of(target), CallFailure(error, 400, body)).prompt


def reference(name="trains", kind="tool_reference", format="anthropic"):
    """Return a reference to a tool, or another part that is carried unread."""
    return OpaquePart(kind, freeze_object({"type": kind, "tool_name": name}), format)


def found(*parts):
    """Return a history with a result of these parts."""
    return prompt(ASK, assistant(call("c1", "find")), tool(ToolResultPart("c1", "", parts)), THANKS)


class TestReferences:
    """`anthropic-unavailable-reference` needs to know which tools are on offer."""

    @staticmethod
    def told(given, *tools, shape=None):
        """Tell whether a reference is told."""
        return BY_NAME["anthropic-unavailable-reference"].apply_to_request(Request(given, tools, shape=shape), Target.of(CLAUDE)).prompt is not given

    def test_a_body_tells_that_there_are_no_tools(self):
        """By an empty list; a body without the list, and a bare history, tell nothing."""
        shapes = [Shape("anthropic", keys, "body") for keys in (("messages", "tools"), ("messages",))]
        assert [self.told(found(reference()), shape=shape) for shape in (*shapes, None)] == [True, False, False]

    def test_the_tools_of_a_server_are_not_told(self):
        """So any name may be one of them."""
        server = ToolDefinition("rail", hosted="anthropic.mcp_20251120")
        assert [self.told(found(reference()), *tools) for tools in ((ToolDefinition("buses"),), (ToolDefinition("buses"), server))] == [True, False]

    def test_what_names_no_tool_is_no_reference(self):
        """Nor is one whose tool is on offer."""
        assert not self.told(found(reference(kind="search_result"), reference(name=None)), ToolDefinition("buses"))
        assert not self.told(found(reference()), ToolDefinition("trains"))


def test_of_a_turn_the_last_message_waits_for_its_container():
    """What an earlier one called is answered; a result of the provider's waits for nothing."""
    by_code = ToolCallPart("c1", "trains", EMPTY, provider_options=freeze_object({"anthropic": {"caller": {"type": "code_execution_20250825"}}}))
    ran = ToolResultPart("s1", "search", (), hosted=True, provider_options=by_code.provider_options)
    turn = prompt(ASK, assistant(by_code), DONE, assistant(evolve(by_code, id="c2"), ran), tool(result("c2", "9:40")))
    request = Request(turn, shape=Shape("anthropic", ("messages", "tools"), "body"))
    find = BY_NAME["anthropic-container-missing"].find
    assert find(request, Target.of(CLAUDE)) == (("messages", 3, "content", 0),)
    over = evolve(request, prompt=prompt(ASK, assistant(by_code), THANKS))
    assert find(over, Target.of(CLAUDE)) == ()


@pytest.mark.parametrize(("name", "target", "format"), [("anthropic-foreign-part", CLAUDE, "anthropic"), ("converse-foreign-part", BEDROCK, "bedrock-converse")])
def test_a_part_of_a_kind_that_an_api_has_is_its_own_in_its_own_spelling(name, target, format):
    """Another format's of that kind is told, and so is one of this format's of a kind that it does not have."""
    kind = {"anthropic": "search_result", "bedrock-converse": "guardContent"}[format]
    own, odd, foreign = found(reference(kind=kind, format=format)), found(reference(kind="odd", format=format)), found(reference(kind=kind, format="x"))
    assert [applied(name, given, target) is given for given in (own, odd, foreign)] == [True, False, False]


def test_unsigned_thoughts_are_those_of_claude_alone():
    """A signed one stays, and another model's is another rule's matter."""
    unsigned = ReasoningPart("Hm.", freeze_object({"anthropic": {}}), origin=Model("anthropic", "claude-sonnet-4-5"))
    foreign = ReasoningPart("Hm.", origin=Model("openai", "gpt-5.2"))
    made = applied("anthropic-unsigned-thinking", prompt(ASK, assistant(SIGNED, unsigned, foreign, "7:10."), THANKS), CLAUDE)
    assert made.messages[1].content == (SIGNED, foreign, TextPart("7:10."))


def test_a_part_of_this_format_is_told_where_a_dialect_has_none_of_its_kind():
    """Where nothing is known of the dialect, only what another spelling is known for."""
    odd, spelled = (found_by_model(reference(kind=kind, format="openai-chat")) for kind in ("odd", "thinking"))
    told = [[applied("chat-foreign-part", given, target) is not given for given in (odd, spelled)] for target in ("groq/llama-3.3-70b", "nobody/knows")]
    assert told == [[True, True], [False, True]]


def test_names_of_speakers_go_where_a_dialect_has_no_place():
    """Elsewhere they are spelled as it takes them."""
    before = prompt(user("Hi", name="Ann B."))
    names = [applied("chat-speaker-name", before, target).messages[0].name for target in ("mistral/mistral-large", "groq/llama-3.3-70b")]
    assert names[0] is None
    assert names[1] is not None


def test_system_text_alone_is_a_history_where_the_user_need_not_speak_first():
    """Elsewhere nobody says anything in it."""
    find = BY_NAME["chat-no-messages"].find
    alone = Request(prompt(system("Be brief.")))
    assert [find(alone, Target.of(target)) for target in ("groq/llama-3.3-70b", "zai/glm-4.6")] == [(), (("messages",),)]
    assert find(Request(Prompt()), Target.of("groq/llama-3.3-70b")) == (("messages",),)


def test_nobody_is_put_before_nothing():
    """Where the user speaks first."""
    for target in ("mistral/mistral-large", "zai/glm-4.6"):
        assert applied("chat-first-speaker", Prompt(), target) == Prompt()


class TestSettling:
    """On Converse a rule about thinking merges the neighbours that it makes, since the rule that merges comes before it."""

    def test_neighbours_are_merged_where_thoughts_went(self):
        """There alone, and only where something went."""
        history = (ASK, assistant(SIGNED), THANKS)
        assert roles(after("converse-unasked-thinking", BEDROCK, *history[:2])) == "u"
        assert roles(after("anthropic-thoughtless-turn", CLAUDE, THANKS, ASK, assistant(call("c1", "trains")), DONE)) == "uuuu"
        assert roles(after("converse-thoughtless-turn", BEDROCK, THANKS, ASK, assistant(call("c1", "trains")), DONE)) == "u"
        untouched = prompt(ASK, THANKS, assistant("7:10."))
        assert after("converse-thoughtless-turn", BEDROCK, *untouched.messages).messages == untouched.messages

    def test_models_messages_are_merged_without_their_later_thoughts(self):
        """Thinking stands first in a message, and once."""
        early = (ASK, assistant(SIGNED, "7:10."), assistant(SIGNED, "9:40."), THANKS)
        made = after("converse-thoughtless-turn", BEDROCK, *early, assistant(call("c1", "trains")), DONE)
        assert made.messages[1].content == (SIGNED, TextPart("7:10."), TextPart("9:40."))


class TestRoles:
    """`gemini-role` and `gemini-words-beside-response` look at how a content was written."""

    def test_an_odd_role_is_nobodys_but_the_systems(self):
        """System text has a role of its own."""
        odd = Shape("gemini", ("parts",), "")
        said, ruled = prompt(evolve(ASK, shape=odd)), prompt(evolve(system("Be brief."), shape=odd), ASK)
        assert applied("gemini-role", said, GEMINI).messages[0].shape is None
        assert applied("gemini-role", ruled, GEMINI) is ruled

    def test_words_are_parted_from_results_alone(self):
        """What was joined with something else, or what is not the user's, stays as it came."""
        joined = Shape("gemini", ("role", "parts"), "joined")
        turn = (ASK, assistant(call("c1", "trains")), DONE)
        parted, plain = prompt(*turn, evolve(THANKS, shape=joined)), prompt(*turn, THANKS)
        assert applied("gemini-words-beside-response", parted, GEMINI).messages[3].shape is None
        first, behind = evolve(ASK, shape=joined), evolve(THANKS, shape=joined)
        others = (plain, prompt(*turn, evolve(DONE, shape=joined)), prompt(ASK, assistant("Hm."), behind), prompt(first), prompt(*turn[:2], tool(reference()), behind))
        for given in others:
            assert applied("gemini-words-beside-response", given, GEMINI) is given


def test_copilots_first_calls_are_found():
    """One of each message of the current turn."""
    turn = prompt(ASK, assistant(call("c0", "trains")), ASK, assistant(call("c1", "trains"), call("c2", "buses")), DONE)
    assert BY_NAME["copilot-unsigned-call"].find(Request(turn), Target.of("copilot/gemini-3-pro")) == (("messages", 3, "content", 0),)


def test_thoughts_are_made_up_as_the_dialect_writes_none():
    """A space for Moonshot, nothing at all for DeepSeek."""
    before = prompt(ASK, assistant(call("c1", "trains")), DONE)
    every = applied("chat-missing-thought", prompt(ASK, assistant("7:10."), THANKS), "ifm/k2-horizon")
    assert [type(part) for part in every.messages[1].content] == [ReasoningPart, TextPart]
    for target, text in (("moonshot/kimi-k2.5", " "), ("deepseek/deepseek-v4", "")):
        made = applied("chat-missing-thought", before, target)
        assert made.messages[1].content[0].text == text
        spared(before, made, 1)


def test_details_that_sign_nothing_stay_after_an_error():
    """A thought without a detail, and one that stands in already."""
    thought, signs = ReasoningPart("Hm."), freeze_object({"type": "reasoning.encrypted", "data": "c2ln", "id": "c1", "format": "google-gemini-v1"})
    real = ReasoningPart("", freeze_object({"openrouter": {"detail": signs}}))
    nameless = ReasoningPart("", freeze_object({"openrouter": {"detail": {**signs, "id": None}}}))
    made = after("chat-stale-detail", "openrouter/google/gemini-3-pro", ASK, assistant(thought, real, nameless, call("c1", "trains")), DONE)
    assert made.messages[1].content == (thought, call("c1", "trains"))


def test_the_roles_of_a_template_are_merged_with_their_thoughts():
    """Where roles take turns; an empty text goes from what is merged."""
    before = prompt(ASK, assistant(ReasoningPart("Hm."), "7:10."), assistant("", "9:40."), THANKS)
    strict = applied("chat-neighbours", before, "lmstudio/gemma-2-9b-it")
    assert strict.messages[1].content[-2:] == (TextPart("7:10."), TextPart("9:40."))
    assert roles(strict) == "uau"


def test_a_voice_without_words_is_kept_where_it_has_a_field():
    """A dialect whose messages have none gets the empty text."""
    before = prompt(ASK, assistant(TextPart("", freeze_object({"openai": {"audio": {"id": "audio_1"}}}))), THANKS)
    for target in ("nobody/knows", "openrouter/openai/gpt-4o"):
        assert applied("chat-voice-reply", before, target) is before
    assert applied("chat-voice-reply", before, "groq/llama-3.3-70b-versatile").messages[1].content == (TextPart(""),)


TURN = (ASK, assistant(call("c1", "trains")), DONE)
PICTURE = FilePart("image/png", "iVBORw0KGgo=")
SPARED = {
    "anthropic-text-file": (CLAUDE, prompt(user(FilePart("text/plain", "7:10", "text")))),
    "anthropic-error-with-file": (CLAUDE, prompt(ASK, assistant(call("c1", "map")), tool(ToolResultPart("c1", "", (PICTURE,))))),
    "openai-responses-early-result": ("openai.responses/gpt-5.2", prompt(*TURN[:2], THANKS, assistant("Soon."), DONE)),
    "openai-responses-text-file": (
        "openai.responses/gpt-5.2", prompt(user(FilePart("text/plain", "NzoxMA==", shape=Shape("openai-responses", form="input_file")))),
    ),
    "gemini-text-file": (GEMINI, prompt(user(FilePart("text/plain", "NzoxMA==")))),
    "gemini-file-in-result": (GEMINI, prompt(*TURN[:2], tool(ToolResultPart("c1", "", (evolve(PICTURE, shape=Shape("gemini", form="inside")),))))),
    "gemini-reused-id": (GEMINI, prompt(*TURN, *TURN, THANKS)),
    "openai-reused-id": ("openai/gpt-5.2", prompt(*TURN, *TURN, THANKS)),
    "gemini-neighbours": (GEMINI, prompt(ASK, THANKS)),
    "converse-error-with-file": (BEDROCK, prompt(ASK, assistant(call("c1", "map")), tool(ToolResultPart("c1", "", (PICTURE,))))),
}  # fmt: skip


@pytest.mark.parametrize("name", SPARED)
def test_what_has_its_place_is_spared(name):
    """Though it is of the kind that the rule looks at."""
    target, given = SPARED[name]
    assert applied(name, given, target) is given


def test_gemini_takes_no_two_turns_of_the_models():
    """Whatever thoughts are in them."""
    thought = ReasoningPart("Hm.")
    assert roles(applied("gemini-neighbours", prompt(ASK, assistant(thought, "7:10."), assistant(thought, "9:40."), THANKS), GEMINI)) == "uau"


def test_gemini_reads_its_own_parts_and_tools():
    """Those that came as it has them; another format's are told."""
    odd = freeze_object({"inlineData": {"mimeType": "image/png"}})
    own, foreign = (found_by_model(OpaquePart("inlineData", odd, format)) for format in ("gemini", "x"))
    assert [applied("gemini-foreign-part", given, GEMINI) is given for given in (own, foreign)] == [True, False]
    search = ToolCallPart("s1", "search", EMPTY, hosted=True, shape=Shape("gemini"))
    ran, other = found_by_model(search), found_by_model(evolve(search, shape=Shape("anthropic")))
    assert [applied("gemini-foreign-server-tool", given, GEMINI) is given for given in (ran, other)] == [True, False]


def found_by_model(part):
    """Return a history in which the model has this part beside words."""
    return prompt(ASK, assistant(part, "7:10."), THANKS)


def test_an_empty_result_is_blank_text_to_converse():
    """Its one text goes, which elsewhere is written as no content."""
    given = prompt(ASK, assistant(call("c1", "trains")), tool(result("c1", "")))
    assert applied("converse-blank-text", given, BEDROCK).messages[2].content[0].output == ()
    assert applied("anthropic-blank-text", given, CLAUDE) is given


def test_calls_that_name_their_namespace_stay_after_an_error():
    """It is missing from the others of that name."""
    named = evolve(call("c2", "trains"), provider_options=freeze_object({"openai": {"namespace": "rail"}}))
    error = "Missing namespace for function_call 'trains'."
    made = after("openai-responses-missing-namespace", "openai.responses/gpt-5.4", ASK, assistant(call("c1", "trains"), named), error=error)
    assert made.messages[1].content == (named,)


def test_references_are_this_apis_own():
    """A part of that name from elsewhere is another rule's matter."""
    own, other = (found_by_model(OpaquePart("item_reference", freeze_object({"type": "item_reference", "id": "rs_1"}), format)) for format in ("openai-responses", "x"))
    assert [drop_references(Request(given), Target.of("openai.responses/gpt-5.2")).prompt is given for given in (own, other)] == [False, True]


def test_a_thought_is_openais_by_its_content_or_by_its_id():
    """One that has neither goes."""
    thoughts = [ReasoningPart("Hm.", freeze_object({"openai": tokens})) for tokens in ({"reasoningEncryptedContent": "gAAA"}, {"itemId": "rs_1"}, {})]
    kept = [applied("openai-responses-foreign-reasoning", given, "openai.responses/gpt-5.2") is given for given in map(found_by_model, thoughts)]
    assert kept == [True, True, False]
