"""One look finds every kind that a rule may need to see, and none that is not there."""

from functools import partial

import pytest
from attrs import evolve

from segue.json_values import EMPTY, JsonObject, JsonText, freeze_object
from segue.kinds import Kind
from segue.models import Model
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.profiles.openai import LONGEST_INPUT, LONGEST_TEXT
from segue.prompts import (
    AssistantMessage,
    Prompt,
    Request,
    SystemMessage,
    ToolDefinition,
    ToolMessage,
    UserMessage,
    assistant,
    call,
    prompt,
    result,
    system,
    tool,
    user,
)  # fmt: skip
from segue.rules import BUILT_IN
from segue.scan import scan, scan_request
from segue.shapes import Extras, Shape
from segue.targets import Target
from tests.repairs.settling import steps
from tests.rules.asking import asked

ASK, THANKS = user("Which trains run today?"), user("Thanks.")
RUN, DONE = assistant(call("c1", "trains")), tool(result("c1", "7:10"))
PICTURE = FilePart("image/png", "iVBORw0KGgo=")
SIGNED = ReasoningPart("Hm.", freeze_object({"anthropic": {"signature": "EqoB"}}))
MARKED = freeze_object({"anthropic": {"cacheControl": {"type": "ephemeral"}}})
POINTED = freeze_object({"bedrock": {"cachePoint": {"type": "default"}}})
SIGNATURE = freeze_object({"google": {"thoughtSignature": "Cs8B"}})
AUDIO = freeze_object({"openai": {"audio": {"id": "audio_1"}}})
EXTRA = Extras("openai-chat", JsonObject(usage=1))
SEARCH = ToolCallPart("s1", "web search!", freeze_object({}), hosted=True)
FOUND = ToolResultPart("s1", "web search!", (TextPart("7:10"),), hosted=True)
OTHERS = {Kind.NON_BEDROCK_REASONING, Kind.NON_GEMINI_REASONING}
UNENCRYPTED = {Kind.REASONING, Kind.UNENCRYPTED_REASONING, *OTHERS}
USUAL = {Kind.REASONING, Kind.UNSIGNED_REASONING, *OTHERS}
BARE = {Kind.UNSIGNED_REASONING, *UNENCRYPTED}
BEDROCKS, GEMINIS = BARE - {Kind.NON_BEDROCK_REASONING}, BARE - {Kind.NON_GEMINI_REASONING}
ENCRYPTED = {*USUAL, Kind.UNUSUAL_ITEM}
WORDS = prompt(ASK, assistant("7:10."), THANKS)
CALLED = prompt(ASK, assistant("Let me see.", call("c1", "trains"), call("c-_2", "buses")), tool(result("c1", "7:10", name="trains"), result("c-_2", "9:40")))


def openai(**tokens):
    """Options that OpenAI gives."""
    return freeze_object({"openai": tokens})


HALF = "\ud83d"
KEYED = ReasoningPart("Hm.", openai(itemId="rs_1", reasoningEncryptedContent="gAAA"))


def named(text, id="msg_1"):
    """Words that have an id at OpenAI."""
    return TextPart(text, openai(itemId=id))


def said(*content):
    """A prompt in which the assistant says this."""
    return prompt(ASK, assistant(*content), THANKS)


def answered(*output, error=False):
    """A prompt in which a call has this result."""
    return prompt(ASK, RUN, tool(ToolResultPart("c1", "", output, error)))


# The prompt, and all that is found in it.
FOUND_IN = {
    "system": (prompt(system("Be brief."), ASK), {Kind.SYSTEM}),
    "late system": (prompt(ASK, system("Be brief.")), {Kind.LATE_SYSTEM}),
    "late system behind another": (prompt(system("Help."), ASK, system("Be brief.")), {Kind.SYSTEM, Kind.LATE_SYSTEM}),
    "listed system": (prompt(evolve(system("Be brief."), shape=Shape("anthropic", form="listed")), ASK), {Kind.SYSTEM, Kind.LISTED_SYSTEM}),
    "system of another shape": (prompt(evolve(system("Be brief."), shape=Shape("anthropic", form="string")), ASK), {Kind.SYSTEM}),
    "developer": (prompt(SystemMessage((TextPart("Be brief."),), developer=True), ASK), {Kind.SYSTEM, Kind.DEVELOPER}),
    "reasoning": (said(ReasoningPart("Hm."), "7:10."), BARE),
    "signed reasoning": (said(SIGNED, "7:10."), UNENCRYPTED),
    "redacted reasoning": (said(ReasoningPart("", JsonObject({"anthropic": JsonObject({"redactedData": "E"})}))), {Kind.CLOSING_REASONING, *UNENCRYPTED}),
    "reasoning with an odd token": (said(ReasoningPart("Hm.", JsonObject({"anthropic": "E"}))), {Kind.CLOSING_REASONING, *BARE}),
    "signed reasoning of a named model": (
        said(evolve(SIGNED, origin=Model("anthropic", "claude-sonnet-4-5"))), {Kind.CLOSING_REASONING, *BARE},
    ),
    "reasoning behind words": (said("Hm.", SIGNED), {Kind.MISPLACED_REASONING, Kind.CLOSING_REASONING, *UNENCRYPTED}),
    "a thought alone": (said(ReasoningPart("Hm.")), {Kind.CLOSING_REASONING, *BARE}),
    "a thought behind a call": (
        prompt(ASK, assistant(SIGNED, *RUN.content, SIGNED), DONE), {Kind.CALL, Kind.CLOSING_REASONING, *UNENCRYPTED},
    ),
    "reasoning that Bedrock signed": (said(ReasoningPart("Hm.", freeze_object({"bedrock": {"signature": "EqoB"}})), "7:10."), BEDROCKS),
    "reasoning that Bedrock redacted": (said(ReasoningPart("", freeze_object({"bedrock": {"redactedData": "EqoB"}})), "7:10."), BEDROCKS),
    "reasoning signed at Bedrock by another": (
        said(ReasoningPart("Hm.", freeze_object({"bedrock": {"signature": "EqoB"}}), Model("deepseek")), "7:10."), BARE,
    ),
    "reasoning that Gemini laid out": (said(ReasoningPart("Hm.", shape=Shape("gemini", ("text", "thought"))), "7:10."), GEMINIS),
    "reasoning that Gemini laid out for another": (
        said(ReasoningPart("Hm.", EMPTY, Model("anthropic"), shape=Shape("gemini", ("text", "thought"))), "7:10."), BARE,
    ),
    "reasoning that Google signed": (said(ReasoningPart("Hm.", SIGNATURE), "7:10."), {Kind.THOUGHT_SIGNATURE, *GEMINIS}),
    "reasoning that Google signed, with more": (
        said(ReasoningPart("Hm.", SIGNATURE, extras=EXTRA), "7:10."), {Kind.THOUGHT_SIGNATURE, Kind.EXTRAS, *GEMINIS},
    ),
    "reasoning that Google signed in another's message": (
        prompt(ASK, evolve(assistant(ReasoningPart("Hm.", SIGNATURE), "7:10."), origin=Model("google"))),
        {Kind.THOUGHT_SIGNATURE, Kind.UNUSUAL_SIGNATURE, Kind.CLOSING_ASSISTANT, *GEMINIS},
    ),
    "encrypted reasoning": (said(KEYED, named("7:10.")), USUAL),
    "encrypted reasoning without an id": (said(evolve(KEYED, provider_options=openai(reasoningEncryptedContent="g")), "7:10."), ENCRYPTED),
    "encrypted reasoning of a named model": (
        said(evolve(KEYED, origin=Model("openai")), named("7:10.")), {Kind.UNENCRYPTED_REASONING, *ENCRYPTED},
    ),
    "reasoning by id": (said(evolve(KEYED, provider_options=openai(itemId="rs_1")), named("7:10.")), {Kind.UNENCRYPTED_REASONING, *ENCRYPTED}),
    "reasoning without a summary": (
        said(evolve(KEYED, shape=Shape("openai-responses", ("type",), "summary")), named("7:10.")), {Kind.ODD_LAYOUT, *ENCRYPTED},
    ),
    "image without detail": (
        prompt(user(evolve(PICTURE, shape=Shape("openai-responses", ("type", "image_url"), "input_image")))), {Kind.FILE, Kind.ODD_LAYOUT},
    ),
    "lone reasoning": (said(KEYED), {Kind.LONE_REASONING, Kind.CLOSING_REASONING, *USUAL}),
    "half named": (said(KEYED, "7:10."), {Kind.HALF_NAMED, *USUAL}),
    "named words without reasoning": (said(named("7:10.")), {Kind.UNLED_ITEM}),
    "named call": (
        prompt(ASK, assistant(KEYED, evolve(RUN.content[0], provider_options=openai(itemId="fc_1"))), DONE), {Kind.CALL, *USUAL},
    ),
    "named result": (prompt(ASK, RUN, tool(evolve(DONE.content[0], provider_options=openai(itemId="é")))), {Kind.CALL, Kind.UNUSUAL_ITEM, Kind.ODD_ITEM_ID}),
    "odd item id": (said(KEYED, named("7:10.", "42")), {Kind.ODD_ITEM_ID, *USUAL}),
    "long item id": (said(KEYED, named("7:10.", "msg_" + "x" * 61)), {Kind.ODD_ITEM_ID, *USUAL}),
    "long id of a thought": (said(evolve(KEYED, provider_options=openai(itemId="rs_" + "x" * 62, reasoningEncryptedContent="g")), named("7:10.")), {Kind.ODD_ITEM_ID, *ENCRYPTED}),
    "item ids as long as may be": (
        said(evolve(KEYED, provider_options=openai(itemId="rs_" + "x" * 61, reasoningEncryptedContent="g")), named("7:10.", "msg_" + "x" * 60)), USUAL,
    ),
    "double item id": (said(KEYED, named("7:10."), named("9:40.", "msg_2"), named("10:10.")), {Kind.DOUBLE_ITEM_ID, *USUAL}),
    "long text": (said("x" * (LONGEST_TEXT + 1)), {Kind.LONG_TEXT}),
    "long named text": (said(KEYED, named("x" * (LONGEST_TEXT + 1))), {Kind.LONG_TEXT, Kind.UNUSUAL_ITEM, *USUAL}),
    "long text of the user's": (prompt(user("x" * (LONGEST_TEXT + 1))), {Kind.LONG_TEXT}),
    "long result": (answered(TextPart("x" * (LONGEST_TEXT + 1))), {Kind.CALL, Kind.LONG_TEXT}),
    "text as long as may be": (answered(TextPart("x" * LONGEST_TEXT)), {Kind.CALL}),
    "half a character": (said(f"7:10 {HALF}"), {Kind.HALF_CHARACTER}),
    "half a character of the user's": (prompt(user(f"7:10 {HALF}")), {Kind.HALF_CHARACTER}),
    "half a character of the operator's": (prompt(system(HALF), ASK), {Kind.HALF_CHARACTER, Kind.SYSTEM}),
    "half a character in a thought": (said(ReasoningPart(HALF), "7:10."), {Kind.HALF_CHARACTER, *BARE}),
    "half a character in a thought of OpenAI's": (said(evolve(KEYED, text=HALF), named("7:10.")), {Kind.HALF_CHARACTER, *USUAL}),
    "half a character behind a thought": (said(SIGNED, HALF), {Kind.HALF_CHARACTER, *UNENCRYPTED}),
    "half a named character": (said(KEYED, named(HALF)), {Kind.HALF_CHARACTER, *USUAL, Kind.UNUSUAL_ITEM}),
    "half a character in a result": (answered(TextPart(HALF)), {Kind.CALL, Kind.HALF_CHARACTER}),
    "half a character in a result's JSON": (answered(JsonPart(freeze_object({"a": {"b": HALF}}))), {Kind.CALL, Kind.HALF_CHARACTER}),
    "half a character in a key": (answered(JsonPart(freeze_object({HALF: 1}))), {Kind.CALL, Kind.HALF_CHARACTER}),
    "half a character in a document": (prompt(user(FilePart("text/plain", HALF, "text"))), {Kind.FILE, Kind.TEXT_FILE, Kind.HALF_CHARACTER}),
    "half a character in a file's name": (prompt(user(evolve(PICTURE, filename=HALF))), {Kind.FILE, Kind.HALF_CHARACTER}),
    "half a character in an unknown part": (said(OpaquePart("x", freeze_object({"a": HALF}), "elsewhere")), {Kind.OPAQUE, Kind.HALF_CHARACTER}),
    "half a character in a hosted call": (
        said(evolve(SEARCH, input=freeze_object({"q": [HALF]})), FOUND), {Kind.HOSTED, Kind.HALF_CHARACTER},
    ),
    **{
        f"half a character in the {piece.__class__.__name__} of a hosted result": (
            said(SEARCH, evolve(FOUND, output=(piece,))), {Kind.HOSTED, Kind.HALF_CHARACTER},
        )
        for piece in (TextPart(HALF), JsonPart(HALF), FilePart("text/plain", HALF, "text"))
    },
    **{
        f"half a character in the arguments of {name}": (
            prompt(ASK, assistant(*before, evolve(RUN.content[0], input=given, provider_options=options)), DONE), {Kind.CALL, Kind.HALF_CHARACTER, *kinds},
        )
        for given, form in ((freeze_object({"n": 1, "x": HALF}), ()), (JsonText('{"x": "\\ud83d"}'), {Kind.TEXT_INPUT}))
        for name, before, options, kinds in (
            (f"a call in {type(given).__name__}", (), EMPTY, form),
            (f"a thoughtful call in {type(given).__name__}", (SIGNED,), EMPTY, {*UNENCRYPTED, *form}),
            (f"a named call in {type(given).__name__}", (KEYED,), openai(itemId="fc_1"), {*USUAL, Kind.UNUSUAL_ITEM, *form}),
        )
    },
    "whole characters": (prompt(ASK, assistant("é 😀", evolve(RUN.content[0], input=freeze_object({"é": "😀", "a": [{"b": "ß"}]}))), DONE), {Kind.CALL}),
    "long arguments": (said(ToolCallPart("c1", "x", JsonText("{" + " " * LONGEST_INPUT + "}"))), {Kind.CALL, Kind.TEXT_INPUT, Kind.LONG_TEXT, Kind.UNANSWERED_CALL, Kind.STRAY_RESULT}),
    "file": (prompt(user(PICTURE)), {Kind.FILE}),
    "assistant's file": (said(PICTURE), {Kind.FILE, Kind.ASSISTANT_FILE}),
    "text file": (prompt(user(FilePart("text/markdown", "IyBh"))), {Kind.FILE, Kind.TEXT_FILE}),
    "text document": (prompt(user(FilePart("application/x", "a", "text"))), {Kind.FILE, Kind.TEXT_FILE}),
    "result's file": (answered(TextPart("See:"), PICTURE), {Kind.CALL, Kind.FILE, Kind.RESULT_FILE}),
    "call": (prompt(ASK, RUN, DONE), {Kind.CALL}),
    "call as a dialect has it": (
        prompt(ASK, assistant(evolve(RUN.content[0], shape=Shape("openai-chat", form="function json"))), DONE),
        {Kind.CALL, Kind.ODD_LAYOUT},
    ),
    "call that only a screenshot answers": (
        prompt(ASK, assistant(evolve(RUN.content[0], shape=Shape("openai-responses", form="computer_call"))), DONE), {Kind.CALL, Kind.SCREEN},
    ),
    "id with a dot": (prompt(ASK, assistant(call("a.b", "trains")), tool(result("a.b", "7:10"))), {Kind.CALL, Kind.ODD_ID}),
    "long id": (prompt(ASK, assistant(call("x" * 41, "trains")), tool(result("x" * 41, "7:10"))), {Kind.CALL, Kind.ODD_ID}),
    "empty id": (prompt(ASK, assistant(call("", "trains")), tool(result("", "7:10"))), {Kind.CALL, Kind.ODD_ID}),
    "letters beyond ASCII in an id": (prompt(ASK, assistant(call("é", "trains")), tool(result("é", "7:10"))), {Kind.CALL, Kind.ODD_ID}),
    "odd id of an orphan": (prompt(tool(result("a.b", "7:10"))), {Kind.ODD_ID, Kind.ORPHAN_RESULT, Kind.STRAY_RESULT, Kind.FIRST_SPEAKER}),
    "odd name": (prompt(ASK, assistant(call("c1", "db.trains")), DONE), {Kind.CALL, Kind.ODD_NAME}),
    "long name": (prompt(ASK, assistant(call("c1", "t" * 65)), DONE), {Kind.CALL, Kind.ODD_NAME}),
    "a name that begins with a digit": (prompt(ASK, assistant(call("c1", "3d_map")), DONE), {Kind.CALL, Kind.ODD_NAME}),
    "a name that begins with a hyphen": (prompt(ASK, assistant(call("c1", "-map")), DONE), {Kind.CALL, Kind.ODD_NAME}),
    "a thought signature": (prompt(ASK, assistant(TextPart("7:10.", SIGNATURE)), THANKS), {Kind.THOUGHT_SIGNATURE}),
    "a thought signature of Vertex": (prompt(ASK, assistant(TextPart("7:10.", freeze_object({"googleVertex": {"thoughtSignature": "Cs"}}))), THANKS), {Kind.THOUGHT_SIGNATURE, Kind.UNUSUAL_SIGNATURE}),
    "a signed call": (prompt(ASK, assistant(evolve(RUN.content[0], provider_options=SIGNATURE)), DONE), {Kind.CALL, Kind.THOUGHT_SIGNATURE}),
    "a signed call of a named model": (
        prompt(ASK, AssistantMessage((evolve(RUN.content[0], provider_options=SIGNATURE),), Model("google")), DONE),
        {Kind.CALL, Kind.THOUGHT_SIGNATURE, Kind.UNUSUAL_SIGNATURE},
    ),
    "a signed call that names its model": (
        prompt(ASK, assistant(evolve(RUN.content[0], provider_options=SIGNATURE, origin=Model("google"))), DONE),
        {Kind.CALL, Kind.THOUGHT_SIGNATURE, Kind.UNUSUAL_SIGNATURE},
    ),
    "a signed text with an id": (
        said(TextPart("7:10.", freeze_object({**SIGNATURE, "openai": {"itemId": "msg_1"}}))),
        {Kind.THOUGHT_SIGNATURE, Kind.UNUSUAL_ITEM, Kind.UNLED_ITEM},
    ),
    "an old role": (prompt(ASK, evolve(assistant("7:10."), shape=Shape("gemini", ("role", "parts"), "assistant")), THANKS), {Kind.ODD_ROLE}),
    "no role": (prompt(evolve(ASK, shape=Shape("gemini", ("parts",)))), {Kind.ODD_ROLE}),
    "a usual role": (prompt(evolve(ASK, shape=Shape("gemini", ("role", "parts")))), set()),
    "empty name": (prompt(ASK, assistant(call("c1", "")), DONE), {Kind.CALL, Kind.ODD_NAME}),
    "odd name on a result": (prompt(ASK, RUN, tool(result("c1", "7:10", name="db.trains"))), {Kind.CALL, Kind.ODD_NAME, Kind.MISNAMED_RESULT}),
    "another name on a result": (prompt(ASK, RUN, tool(result("c1", "7:10", name="buses"))), {Kind.CALL, Kind.MISNAMED_RESULT}),
    "another name on a result in its call's message": (
        said(call("c1", "trains"), result("c1", "7:10", name="buses")), {Kind.CALL, Kind.MISNAMED_RESULT},
    ),
    "no name on one of Gemini's results": (
        prompt(ASK, RUN, tool(evolve(DONE.content[0], shape=Shape("gemini", ("functionResponse",), "result")))),
        {Kind.CALL, Kind.MISNAMED_RESULT},
    ),
    "a result that is no object where others are": (
        prompt(ASK, RUN, tool(evolve(DONE.content[0], name="trains", shape=Shape("gemini", ("functionResponse",), "bare")))),
        {Kind.CALL, Kind.ODD_LAYOUT},
    ),
    "an old role of results": (
        prompt(ASK, RUN, evolve(DONE, shape=Shape("gemini", ("role", "parts"), "function"))), {Kind.CALL, Kind.ODD_ROLE},
    ),
    "the operator's, without a role": (prompt(evolve(system("Be brief."), shape=Shape("gemini", ("parts",))), ASK), {Kind.SYSTEM}),
    "text as input": (prompt(ASK, assistant(call("c1", "trains", "{}")), DONE), {Kind.CALL, Kind.ODD_INPUT}),
    "list as input": (prompt(ASK, assistant(call("c1", "trains", [])), DONE), {Kind.CALL, Kind.ODD_INPUT}),
    "reused id": (prompt(ASK, RUN, DONE, RUN, DONE), {Kind.CALL, Kind.REUSED_ID}),
    "id of a hosted call reused": (said(SEARCH, FOUND, SEARCH, FOUND), {Kind.HOSTED, Kind.REUSED_ID}),
    "orphan result": (prompt(ASK, DONE), {Kind.ORPHAN_RESULT, Kind.STRAY_RESULT}),
    "stray result": (prompt(ASK, RUN, user("Hurry!"), DONE), {Kind.CALL, Kind.STRAY_RESULT}),
    "double result": (prompt(ASK, RUN, tool(*DONE.content, *DONE.content)), {Kind.CALL, Kind.DOUBLE_RESULT, Kind.STRAY_RESULT}),
    "unanswered call": (prompt(ASK, RUN, user("Well?")), {Kind.CALL, Kind.UNANSWERED_CALL, Kind.STRAY_RESULT}),
    "call at the end": (prompt(ASK, RUN), {Kind.CALL, Kind.UNANSWERED_CALL, Kind.STRAY_RESULT, Kind.CLOSING_ASSISTANT}),
    "twin calls": (prompt(ASK, assistant(*RUN.content * 2), DONE), {Kind.CALL, Kind.REUSED_ID, Kind.UNANSWERED_CALL, Kind.STRAY_RESULT}),
    "hosted tool": (said(SEARCH, FOUND), {Kind.HOSTED}),
    "hosted call alone": (said(SEARCH), {Kind.HOSTED}),
    "opaque part": (prompt(UserMessage((OpaquePart("poll", JsonObject(), "elsewhere"),))), {Kind.OPAQUE}),
    "opaque piece of a result": (answered(OpaquePart("poll", JsonObject(), "elsewhere")), {Kind.CALL, Kind.OPAQUE}),
    "empty text": (said("", "7:10."), {Kind.BLANK_TEXT}),
    "white space": (said("7:10.", " \n\u2003"), {Kind.BLANK_TEXT}),
    "empty text in a result": (answered(TextPart("")), {Kind.CALL, Kind.BLANK_TEXT}),
    "a result of nothing": (answered(), {Kind.CALL, Kind.BLANK_TEXT}),
    "empty message": (said(), {Kind.EMPTY_MESSAGE}),
    "assistant speaks first": (prompt(assistant("Hello."), ASK), {Kind.FIRST_SPEAKER}),
    "assistant speaks first after the system": (prompt(system("Help."), assistant("Hello."), ASK), {Kind.SYSTEM, Kind.FIRST_SPEAKER}),
    "users in a row": (prompt(ASK, THANKS), {Kind.NEIGHBOURS}),
    "assistants in a row": (prompt(ASK, assistant("7:10."), assistant("9:40."), THANKS), {Kind.NEIGHBOURS}),
    "user apart from a result": (prompt(ASK, RUN, DONE, evolve(THANKS, shape=Shape("anthropic", apart=True))), {Kind.CALL, Kind.NEIGHBOURS, Kind.WORDS_BESIDE_RESULT}),
    "user behind a result": (prompt(ASK, RUN, DONE, evolve(THANKS, shape=Shape("anthropic"))), {Kind.CALL, Kind.WORDS_BESIDE_RESULT}),
    "closing assistant": (prompt(ASK, assistant("The first")), {Kind.CLOSING_ASSISTANT}),
    "a user's empty text": (prompt(user("", "Hi")), {Kind.BLANK_TEXT}),
    "extras on results": (prompt(ASK, RUN, evolve(DONE, extras=EXTRA)), {Kind.CALL, Kind.EXTRAS}),
    "marker on a message": (prompt(evolve(ASK, provider_options=MARKED)), {Kind.CACHE_MARKER}),
    "marker on a part": (prompt(user(TextPart("Hi", MARKED))), {Kind.CACHE_MARKER}),
    "marker on a file": (prompt(user(evolve(PICTURE, provider_options=MARKED))), {Kind.CACHE_MARKER, Kind.FILE}),
    "marker in a result": (answered(TextPart("7:10", MARKED)), {Kind.CALL, Kind.CACHE_MARKER}),
    "marker on a hosted call": (said(evolve(SEARCH, provider_options=MARKED), FOUND), {Kind.HOSTED, Kind.CACHE_MARKER}),
    "Bedrock's marker": (prompt(user(TextPart("Hi", POINTED))), {Kind.CACHE_MARKER}),
    "speaker": (prompt(user("Hi", name="zoe")), {Kind.SPEAKER}),
    "speaker without a name": (prompt(user("Hi", name="")), {Kind.SPEAKER}),
    "voice": (said(TextPart("7:10.", AUDIO)), {Kind.VOICE}),
    "extras on a message": (prompt(evolve(ASK, extras=EXTRA)), {Kind.EXTRAS}),
    "extras on a part": (prompt(user(TextPart("Hi", extras=EXTRA))), {Kind.EXTRAS}),
    "extras on a call": (prompt(ASK, assistant(evolve(RUN.content[0], extras=EXTRA)), DONE), {Kind.CALL, Kind.EXTRAS}),
    "extras on a piece of a result": (answered(JsonPart(JsonObject(a=1), extras=EXTRA)), {Kind.CALL, Kind.EXTRAS}),
    "other options": (said(TextPart("7:10.", freeze_object({"openai": {"phase": "final_answer"}}))), set()),
    "json in a result": (answered(JsonPart(JsonObject(a=1))), {Kind.CALL}),
    "odd json in a result": (answered(JsonPart(1)), {Kind.CALL, Kind.ODD_JSON}),
    "json in its text in a result": (answered(JsonPart(JsonText("{}"))), {Kind.CALL, Kind.ODD_JSON}),
    "error": (answered(TextPart("No."), error=True), {Kind.CALL, Kind.ERROR_RESULT}),
    "nothing": (Prompt(), set()),
    "input in its text": (prompt(ASK, assistant(ToolCallPart("c1", "trains", JsonText("{}"))), DONE), {Kind.CALL, Kind.TEXT_INPUT}),
    "input in its text behind a thought": (
        prompt(ASK, assistant(SIGNED, ToolCallPart("c1", "trains", JsonText("{}"))), DONE), {Kind.CALL, Kind.TEXT_INPUT, *UNENCRYPTED},
    ),
    "input in the text of a named call": (
        prompt(ASK, assistant(KEYED, ToolCallPart("c1", "trains", JsonText("{}"), provider_options=openai(itemId="fc_1"))), DONE),
        {Kind.CALL, Kind.TEXT_INPUT, *USUAL},
    ),
    "input in the text of a call with extras": (
        prompt(ASK, assistant(ToolCallPart("c1", "trains", JsonText("{}"), extras=EXTRA)), DONE), {Kind.CALL, Kind.TEXT_INPUT, Kind.EXTRAS},
    ),
    "id of 40, name of 64": (prompt(ASK, assistant(call("x" * 40, "t" * 64)), tool(result("x" * 40, "7:10"))), {Kind.CALL}),
    "id and name of marks": (prompt(ASK, assistant(call("_-", "_-")), tool(result("_-", "7:10"))), {Kind.CALL}),
    "a result in the assistant's message": (said(call("c1", "trains"), result("c1", "7:10")), {Kind.CALL}),
    "an orphan in the assistant's message": (said(result("c1", "7:10")), {Kind.STRAY_RESULT}),
    "an opaque part beside results": (
        prompt(ASK, RUN, ToolMessage((*DONE.content, OpaquePart("poll", JsonObject(), "elsewhere")))),
        {Kind.CALL, Kind.OPAQUE},
    ),
    "a hosted result among results": (prompt(ASK, RUN, tool(*DONE.content, FOUND)), {Kind.CALL, Kind.HOSTED}),
    "results apart": (prompt(ASK, assistant(call("a", "t"), call("b", "t")), tool(result("a", "1")), tool(result("b", "2"))), {Kind.CALL}),
    "results apart in another order": (
        prompt(ASK, assistant(call("a", "t"), call("b", "t")), tool(result("b", "1")), tool(result("a", "2"))), {Kind.CALL, Kind.MIXED_RESULTS},
    ),
    "results apart, one of them twice": (
        prompt(ASK, assistant(call("a", "t"), call("b", "t"), call("c", "t")), tool(result("a", "1")), tool(result("a", "2")), tool(result("b", "3"), result("c", "4"))),
        {Kind.CALL, Kind.DOUBLE_RESULT, Kind.STRAY_RESULT},
    ),
    "results apart, one under another name": (
        prompt(ASK, assistant(call("a", "t"), call("b", "t")), tool(result("a", "1")), tool(result("b", "2", name="u"))),
        {Kind.CALL, Kind.MISNAMED_RESULT},
    ),
    "results apart, one of them lost": (
        prompt(ASK, assistant(call("a", "t"), call("b", "t")), tool(result("a", "1")), THANKS),
        {Kind.CALL, Kind.UNANSWERED_CALL, Kind.STRAY_RESULT, Kind.WORDS_BESIDE_RESULT},
    ),
    "results in another order": (
        prompt(ASK, assistant(call("a", "t"), call("b", "t")), tool(result("b", "1"), result("a", "2"))), {Kind.CALL, Kind.MIXED_RESULTS},
    ),
    "named results in another order": (
        prompt(ASK, assistant(call("a", "t"), call("b", "u")), tool(result("b", "1", name="u"), result("a", "2", name="t"))),
        {Kind.CALL, Kind.MIXED_RESULTS},
    ),
}


@pytest.mark.parametrize(("history", "kinds"), FOUND_IN.values(), ids=FOUND_IN)
def test_what_is_found(history, kinds):
    """A prompt holds the kinds that stand beside it, and no others."""
    assert scan(history) == kinds


def test_each_kind_is_found_somewhere():
    """No kind is without a prompt that has it."""
    assert frozenset(Kind) == {kind for _, kinds in FOUND_IN.values() for kind in kinds}


@pytest.mark.parametrize(("history", "kinds"), [(WORDS, set()), (CALLED, {Kind.CALL})])
def test_a_clean_history_holds_next_to_nothing(history, kinds):
    """Where people, model and tools take their turns, only calls are found."""
    assert scan(history) == kinds


def tools(*definitions):
    """A request that offers these tools."""
    return Request(WORDS, definitions)


OFFERED = {
    "nothing": (tools(), set()),
    "a tool": (tools(ToolDefinition("trains"), ToolDefinition("buses")), set()),
    "a hosted tool of an odd name": (tools(ToolDefinition("db.trains", hosted="openai.web_search")), {Kind.HOSTED}),
    "an odd name": (tools(ToolDefinition("trains"), ToolDefinition("db.trains")), {Kind.ODD_NAME}),
    "a marker": (tools(ToolDefinition("trains", provider_options=MARKED)), {Kind.CACHE_MARKER}),
}


@pytest.mark.parametrize(("request_", "kinds"), OFFERED.values(), ids=OFFERED)
def test_tools_are_looked_at_too(request_, kinds):
    """Definitions tell hosted tools, odd names and cache markers; hosted ones may be named as they like."""
    assert scan_request(request_) == kinds


def test_tools_add_to_the_prompt():
    """What the prompt holds is found beside what its tools are."""
    offered = Request(CALLED, (ToolDefinition("db.trains"),))
    assert scan_request(offered) == {Kind.CALL, Kind.ODD_NAME}


# Nothing that a rule would repair is missed.

TRIGGERS = {f"{rule.name} {index}": (rule, trigger) for rule in BUILT_IN for index, trigger in enumerate(rule.triggers)}
PROMPTS = list(dict.fromkeys(trigger for _, trigger in TRIGGERS.values()))
SETTINGS = [
    {"provider": provider, "model_id": model, "thinking": {"type": kind}}
    for provider, model in (("anthropic", "claude-sonnet-4-5"), ("bedrock", "anthropic.claude-sonnet-4-5"))
    for kind in ("enabled", "disabled")
]
TARGETS = [Target.of(name) for name in ("anthropic/claude-sonnet-4-5", "anthropic/claude-opus-4-8", "openai/gpt-5.2", "openai.responses/gpt-5.2", "openai.responses/gpt-4.1", "openai/o1-mini", "bedrock/amazon.nova-pro-v1:0", "bedrock/anthropic.claude-sonnet-4-5", "bedrock/meta.llama3-3-70b", "google/gemini-3.6-flash", "mistral/mistral-large", "zai/glm-4.6", "deepseek/deepseek-v4", "moonshot/kimi-k2.5", "groq/llama-3.3-70b", "lmstudio/gemma-2-9b-it", "lmstudio/gpt-oss-20b", "vllm/llama-3.3-70b", "llamacpp/qwen3.5-27b", "cohere/command-a", "google.chat/gemini-3-pro", "openrouter/google/gemini-3-pro", "xai.responses/grok-4", *SETTINGS)]


@pytest.mark.parametrize(("rule", "trigger"), TRIGGERS.values(), ids=TRIGGERS)
def test_a_trigger_is_seen(rule, trigger):
    """A prompt that breaks a demand holds a kind that its rule reads."""
    assert rule.reads & scan(trigger)


def repaired(rule, request, target):
    """What the rule's repair makes of a request, whether or not there was a reason to call it."""
    if rule.apply_to_request is not None:
        return rule.apply_to_request(request, target)
    made = rule.apply_to_prompt(request.prompt, target)
    return request if made is request.prompt else Request(made)


def refusing(rule):
    """Return a target in scope for which the rule has something to do; some heed settings."""
    scope = (target for target in TARGETS if rule.applies_to(target))
    return next(target for target in scope if any(repaired(rule, asked(rule, given), target).prompt is not given for given in rule.triggers))


@pytest.mark.parametrize("rule", [rule for rule in BUILT_IN if rule.triggers and (rule.apply_to_prompt or rule.apply_to_request)], ids=lambda rule: rule.name)
def test_no_repair_is_missed(rule):
    """Whatever a repair changes, among the triggers of all rules, alone and one behind another, the scan has shown it."""
    target = refusing(rule)
    pairs = [Prompt(left.messages + right.messages) for left, right in zip(PROMPTS, [*PROMPTS[1:], *PROMPTS[:1]], strict=True)]
    requests = [asked(rule, history) for history in PROMPTS + pairs]
    changed = [request for request in requests if repaired(rule, request, target) is not request]
    assert changed
    assert [request.prompt for request in changed if rule.reads.isdisjoint(scan_request(request))] == []


def test_a_tool_cannot_speak_first():
    """A tool message at the front is a wrong first speaker, even an empty one."""
    assert Kind.FIRST_SPEAKER in scan(Prompt((ToolMessage(()),)))


def test_many_results_apart_are_looked_at_once_each():
    """Ten thousand calls of one reply, answered one by one, take a bounded number of steps each."""

    def history(count):
        ids = [f"c{number}" for number in range(count)]
        return Prompt((ASK, assistant(*(call(id, "t") for id in ids)), *(tool(result(id, "1")) for id in ids)))

    once, twice = (steps(partial(scan, history(count))) for count in (5_000, 10_000))
    assert twice <= 2.1 * once
    assert twice <= 10_000 * 120
