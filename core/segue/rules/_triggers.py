"""The smallest prompts that break a demand; rules of several families share them."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from segue.json_values import freeze, freeze_object
from segue.models import Model
from segue.parts import FilePart, JsonPart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import Prompt, SystemMessage, UserMessage, assistant, call, prompt, result, system, tool, user
from segue.shapes import Extras, Shape

ASK = user("Which trains run today?")
RUN = assistant(call("c1", "trains", {"day": "today"}))
DONE = tool(result("c1", "7:10 and 9:40", name="trains"))

SOUND = FilePart("audio/flac", "ZkxhQw==")
PICTURE = FilePart("image/png", "iVBORw0KGgo=")
LIST = FilePart("text/plain", "TWlsaywgYnJlYWQ=", filename="list.txt")
SEARCH = ToolCallPart("ws_1", "web_search", freeze_object({"query": "trains"}), hosted=True, origin=Model("openai", "gpt-5.2"))
FOUND = ToolResultPart("ws_1", "web_search", (TextPart("7:10"),), hosted=True, origin=Model("openai", "gpt-5.2"))
OWN_SEARCH = ToolCallPart("srvtoolu_1", "web_search", freeze_object({"query": "trains"}), hosted=True)
OWN_FOUND = ToolResultPart("srvtoolu_1", "web_search", (TextPart("7:10"),), hosted=True)
POLL = OpaquePart("poll", freeze_object({"type": "poll", "question": "Tea?"}), "elsewhere")

BLANK_TEXT = (prompt(ASK, assistant("", "7:10")), prompt(ASK, assistant("7:10", " \n")), prompt(user("Hi"), assistant("\n\n")))
EMPTY_MESSAGE = (prompt(ASK, assistant(), user("Hello?")), prompt(UserMessage(()), ASK))
FIRST_SPEAKER = (prompt(assistant("7:10."), user("And back?")), prompt(system("Be brief."), assistant("7:10.")))
NEIGHBOURS = (prompt(user("Hi"), ASK), prompt(ASK, assistant("7:10."), assistant("And 9:40.")))
TRAILING_ASSISTANT = (prompt(ASK, assistant("The first one")),)
CLOSING_WHITESPACE = (prompt(ASK, assistant("The first one ")), prompt(ASK, assistant("It\n", "leaves\n\n")))
SIGNED = ReasoningPart("Look.", freeze_object({"anthropic": {"signature": "EqoB"}}))
MISPLACED_REASONING = (prompt(ASK, assistant("Let me see.", SIGNED, "7:10.")),)
CLOSING_REASONING = (prompt(ASK, assistant(SIGNED)), prompt(ASK, assistant(SIGNED, "At")))
_THOUGHT = ReasoningPart("Look.", freeze_object({"anthropic": {"signature": "EqoB"}, "bedrock": {"signature": "EqoB"}}))
SIGNED_REASONING = (
    prompt(ASK, assistant(_THOUGHT, "7:10."), user("And back?"), assistant(_THOUGHT, *RUN.content), DONE),
    prompt(ASK, assistant(_THOUGHT), user("And back?")),
)
UNASKED_REASONING = (
    prompt(ASK, assistant(_THOUGHT, *RUN.content), DONE),
    prompt(ASK, RUN, DONE, assistant(_THOUGHT, "And:", call("c2", "buses")), tool(result("c2", "8:00")), user("Well?")),
)
THOUGHTLESS_TURN = (
    prompt(ASK, assistant(call("c1", "buses")), tool(result("c1", "8:00"))),
    prompt(
        ASK,
        assistant("I look.", *RUN.content, call("c2", "buses")),
        tool(*DONE.content),
        tool(result("c2", "late", error=True)),
        user("Well?"),
    ),
)
CALLED = (
    prompt(ASK, assistant("I look.", call("c1", "trains", {"to": "Genoa"})), tool(result("c1", "7:10")), assistant("7:10."), user("?")),
    prompt(ASK, assistant(call("c1", "trains"), "And:", call("c2", "buses")), tool(result("c2", "no", error=True), result("c1", "7:10"))),
)
_TOOL = OpaquePart("tool_reference", freeze_object({"type": "tool_reference", "tool_name": "drag"}), "anthropic")
_FINDING = freeze({"type": "tool_search_tool_search_result", "tool_references": [{"type": "tool_reference", "tool_name": "drag"}]})
REFERENCE = (
    prompt(ASK, RUN, tool(ToolResultPart("c1", "", (TextPart("Found:"), _TOOL))), assistant("Found."), user("?")),
    prompt(ASK, assistant(OWN_SEARCH, evolve(OWN_FOUND, output=(JsonPart(_FINDING),)), "Found."), user("?")),
)
_PAGE = freeze([{"type": "web_search_result", "url": "https://a.example", "title": "Trains", "encrypted_content": ""}])
UNREAD_SEARCH = (prompt(ASK, assistant(OWN_SEARCH, evolve(OWN_FOUND, output=(JsonPart(_PAGE),)), "7:10."), user("And back?")),)
_WIDE = FilePart("image/png", "iVBORw0KGgoAAAANSUhEUgAAIAAAAAAUCAYAAAA=")
LARGE_IMAGE = (prompt(user("See:", _WIDE)), prompt(ASK, RUN, tool(ToolResultPart("c1", "", (TextPart("See:"), _WIDE)))))
_MARK = freeze_object({"anthropic": {"cacheControl": {"type": "ephemeral"}}})
MISPLACED_MARKER = (
    prompt(user("Hi", TextPart(" ", _MARK))),
    prompt(ASK, assistant("7:10.", TextPart("", _MARK)), user(TextPart("", _MARK), "?")),
    prompt(ASK, assistant(evolve(SIGNED, extras=Extras("anthropic", freeze_object({"cache_control": {}}))), "7:10."), user("?")),
)
LATE_SYSTEM = (prompt(ASK, system("Be brief."), assistant("7:10.")), prompt(system("You help."), ASK, RUN, system("!"), DONE))
REFUSED_SYSTEM = (prompt(system("Be brief."), ASK), prompt(SystemMessage((TextPart("Help."),), developer=True), ASK, system("!"), ASK))
DEVELOPER = (prompt(SystemMessage((TextPart("Be brief."),), developer=True), ASK),)
SPEAKER = (prompt(user("Hi", name="Zoë B.")), prompt(user("Hi", name="")), prompt(user("Hi", name="zoe"), user("Ho", name="max")))
REASONING = (
    prompt(ASK, assistant(ReasoningPart("Look it up.", origin=Model("deepseek", "deepseek-v4")), "7:10.")),
    prompt(ASK, assistant(ReasoningPart("Look.", freeze_object({"openai": {"itemId": "rs_1"}})), call("c1", "trains")), DONE),
)
CLAUDES_REASONING = (
    prompt(ASK, assistant(ReasoningPart("Look.", origin=Model("anthropic", "claude-sonnet-4-5")), "7:10."), user("?")),
    prompt(ASK, assistant(ReasoningPart("Look.", origin=Model("anthropic", "claude-sonnet-4-5")), call("c1", "trains")), DONE),
)
UNSIGNED = (prompt(ASK, assistant(ReasoningPart("Look it up."), "7:10.")),)
SERVER_TOOL = (prompt(ASK, assistant(SEARCH, FOUND, "7:10.")),)
OPEN_SERVER_TOOL = (
    prompt(ASK, assistant(OWN_SEARCH), user("Well?")),
    prompt(ASK, assistant(OWN_FOUND, "7:10."), user("And back?")),
    prompt(ASK, assistant(OWN_SEARCH), assistant(OWN_FOUND, "7:10."), user("And back?")),
)
FALLBACK = OpaquePart("fallback", freeze_object({"type": "fallback"}), "anthropic")
STRAY_CALL = OpaquePart("tool_use", freeze_object({"type": "tool_use", "id": "c1", "name": "trains", "input": {}}), "elsewhere")
FOREIGN_PART = (
    prompt(UserMessage((TextPart("Choose."), POLL))),
    prompt(ASK, assistant(FALLBACK, "7:10."), user("?")),
    prompt(ASK, assistant("I look.", STRAY_CALL), DONE),
)
ASSISTANT_FILE = (prompt(ASK, assistant("Here:", PICTURE, "Clear?"), user("Yes.")),)
TEXT_FILE = (prompt(user("Buy this.", LIST)),)
TEXT_DOCUMENT = (prompt(user("Buy this.", FilePart("text/plain", "Milk, bread", "text", "list.txt"))),)
UNPLACED_FILE = (prompt(user("Listen.", SOUND)),)
VIDEO = (prompt(user("Look.", FilePart("video/mp4", "AAAAGGZ0eXA="))),)
ODD_MEDIA_TYPE = (prompt(user("Look.", FilePart("image/jpg", "/9j/4AAQ"))),)
OPENAI_SEARCH = ToolCallPart(
    "ws_1", "web_search", freeze_object({}), hosted=True, provider_options=freeze_object({"openai": {"itemId": "ws_1"}})
)
FOREIGN_HOSTED_CALL = (
    prompt(ASK, assistant("I look.", OPENAI_SEARCH), tool(result("ws_1", "7:10")), assistant("7:10."), user("And back?")),
    prompt(
        ASK, assistant(OPENAI_SEARCH, ToolResultPart("ws_1", "web_search", (TextPart("7:10"),), hosted=True), "7:10."), user("And back?")
    ),
)
SIGNED_NOTHING = (
    prompt(ASK, assistant(evolve(SIGNED, text=""), "7:10."), user("And back?")),
    prompt(ASK, assistant(evolve(SIGNED, text="")), user("Well?")),
)
REMINDER = (
    prompt(user('<system-reminder type="note">Low tide.</system-reminder> Go on.')),
    prompt(system("<system-reminder>Low tide.</system-reminder>"), user("Go on.", "<system-reminder/>")),
)
RESULT_FILE = (prompt(ASK, RUN, tool(ToolResultPart("c1", "trains", (TextPart("See:"), PICTURE)))),)
ERROR_FILE = (prompt(ASK, RUN, tool(ToolResultPart("c1", "trains", (TextPart("Failed."), PICTURE), error=True))),)

ODD_ID = (
    prompt(ASK, assistant(call("functions.trains:0", "trains")), tool(result("functions.trains:0", "7:10"))),
    prompt(ASK, assistant(call("a.b", "trains"), call("a:b", "trains")), tool(result("a:b", "7:10"), result("a.b", "9:40"))),
    prompt(ASK, assistant(call("", "trains"), call("", "buses")), tool(result("", "7:10"), result("", "9:40"))),
)
ODD_CONVERSE_ID = (
    prompt(ASK, assistant(call("call_1|fc_2", "trains")), tool(result("call_1|fc_2", "7:10"))),
    prompt(ASK, assistant(call("x" * 65, "trains")), tool(result("x" * 65, "7:10"))),
    ODD_ID[2],
)
LONG_ID = (prompt(ASK, assistant(call("x" * 41, "trains")), tool(result("x" * 41, "7:10"))), *ODD_ID[2:])
TWIN_CALL = (prompt(ASK, assistant(*RUN.content, *RUN.content), DONE),)
REUSED_ID = (prompt(ASK, RUN, DONE, assistant(call("c1", "buses")), tool(result("c1", "9:40"))),)
REUSED_IN_MESSAGE = (
    prompt(ASK, assistant(call("c1", "trains"), call("c1", "buses")), tool(result("c1", "7:10")), tool(result("c1", "9:40"))),
)
ORPHAN_RESULT = (prompt(DONE, assistant("7:10."), user("And back?")), prompt(ASK, RUN, tool(*DONE.content, result("c9", "Sunny"))))
STRAY_RESULT = (prompt(ASK, RUN, assistant("One moment."), DONE), prompt(ASK, RUN, user("?"), assistant("Wait."), user("!"), DONE))
LATE_RESULT = (prompt(ASK, RUN, user("Hurry!"), DONE),)
DOUBLE_RESULT = (prompt(ASK, RUN, DONE, tool(result("c1", "9:40 cancelled"))),)
UNANSWERED_CALL = (
    prompt(ASK, RUN, user("Never mind.")),
    prompt(ASK, assistant(*RUN.content, call("c2", "buses")), DONE),
    prompt(ASK, RUN),
)
HALF_CHARACTER = (
    prompt(user("7:10 \ud83d")), prompt(ASK, RUN, tool(result("c1", "\ude86 7:10"))),
    prompt(ASK, assistant(call("c1", "trains", {"to": "\ud83d"})), DONE),
)  # fmt: skip
EMPTY_ERROR = (prompt(ASK, RUN, tool(ToolResultPart("c1", "trains", (), error=True))),)
ODD_JSON = tuple(prompt(ASK, RUN, tool(ToolResultPart("c1", "trains", (JsonPart(freeze(given)),)))) for given in (["7:10"], 7, "7:10"))
BARE_DOCUMENT = (prompt(user(FilePart("application/pdf", "JVBERi0=", filename="trains.pdf"))),)
WORDS_BESIDE_RESULT = (prompt(ASK, RUN, DONE, user("And back?")),)
WORDS_BESIDE_CALL = (prompt(ASK, assistant("I look.", *RUN.content), DONE), prompt(ASK, assistant(*RUN.content, "A moment."), DONE))
ODD_INPUT = tuple(
    prompt(ASK, assistant(call("c1", "trains", given) if given is not None else ToolCallPart("c1", "trains", None)), DONE)
    for given in ('{"day": "to', "", [1, 2], 7, '{"day": "today"}', None)
)
ODD_NAME = (
    prompt(ASK, assistant(call("c1", "db.trains")), tool(result("c1", "7:10", name="db.trains"))),
    prompt(ASK, assistant(call("c1", "")), tool(result("c1", "7:10"))),
    prompt(ASK, assistant(call("c1", "t" * 201)), tool(result("c1", "7:10"))),
)
MARKED = TextPart("Hi", freeze_object({"anthropic": {"cacheControl": {"type": "ephemeral"}}}))
VOICE = (
    prompt(ASK, assistant(TextPart("7:10.", freeze_object({"openai": {"audio": {"id": "audio_1", "transcript": "7:10."}}}))), user("?")),
)
POINTED = TextPart("Hi", freeze_object({"bedrock": {"cachePoint": {"type": "default"}}}))
POINTS = (prompt(*(user(POINTED), assistant("Hello")) * 5, user("?")),)
THOUGHT = ReasoningPart("Look.", freeze_object({"bedrock": {"signature": "EqoB"}}))
MISPLACED_THOUGHT = (prompt(ASK, assistant("Let me see.", THOUGHT, "7:10."), user("?")),)
CLOSING_THOUGHT = (prompt(ASK, assistant(THOUGHT)), prompt(ASK, assistant(THOUGHT, "At")))
MARKERS = (prompt(*(user(MARKED), assistant("Hello")) * 5, user("?")),)

ODD_GEMINI_NAME = (
    prompt(ASK, assistant(call("c1", "db trains")), tool(result("c1", "7:10", name="db trains"))),
    prompt(ASK, assistant(call("c1", "3d_map")), tool(result("c1", "7:10"))),
    *ODD_NAME[1:],
)
SIGNATURE = freeze_object({"google": {"thoughtSignature": "Cs8B"}})
FOREIGN_SIGNATURE = (
    prompt(ASK, assistant(TextPart("7:10.", SIGNATURE), origin=Model("openrouter", "gemini-3-pro")), user("?")),
    prompt(ASK, assistant(evolve(call("c1", "trains"), provider_options=SIGNATURE), origin=Model("openrouter", "gemini-3-pro")), DONE),
)
UNSIGNED_CALL = (
    prompt(ASK, RUN, DONE),
    prompt(ASK, assistant("I look.", *RUN.content, call("c2", "buses")), tool(*DONE.content, result("c2", "8:00"))),
)
ARCHIVE = (prompt(user("Unpack.", FilePart("application/zip", "UEsDBA=="))),)
_BESIDE = Shape("gemini", form="joined")
BESIDE_RESPONSE = (prompt(ASK, RUN, DONE, evolve(user("And by boat?"), shape=_BESIDE)),)
OLD_ROLES = (
    prompt(ASK, RUN, evolve(DONE, shape=Shape("gemini", ("role", "parts"), "function"))),
    prompt(ASK, evolve(assistant("7:10."), shape=Shape("gemini", ("role", "parts"), "assistant")), user("?")),
)
UNNAMED_RESPONSE = (prompt(ASK, RUN, tool(evolve(result("c1", "6:45"), shape=Shape("gemini", ("functionResponse",), "result")))),)
BARE_RESPONSE = (prompt(ASK, RUN, tool(evolve(result("c1", "12:05"), shape=Shape("gemini", ("functionResponse",), "bare")))),)

NAMELESS_ID = (
    prompt(ASK, RUN, DONE),
    prompt(
        ASK, assistant(call("functions.trains:0", "trains"), call("call_2", "buses")),
        tool(result("functions.trains:0", "7:10"), result("call_2", "8:00")),
    ),
)  # fmt: skip
SYSTEM = (prompt(system("Be brief."), ASK), prompt(system("Be brief."), assistant("7:10."), user("And back?")))
SEVERAL_SYSTEM = (prompt(system("Be brief."), system("Be kind."), ASK),)
_BOTH = assistant("I look.", call("c1", "trains"), call("c2", "buses"))
PARALLEL_CALLS = (
    prompt(ASK, _BOTH, tool(*DONE.content, result("c2", "8:00"))),
    prompt(ASK, _BOTH, tool(result("c2", "8:00")), DONE, assistant("7:10.")),
)
CROSSED_RESULTS = (
    prompt(ASK, _BOTH, tool(result("c2", "8:00"), *DONE.content)),
    prompt(ASK, _BOTH, tool(result("c2", "8:00")), DONE, assistant("7:10.")),
)
TWO_TRAILING = (prompt(ASK, assistant("The"), assistant("The first one")),)
_THOUGHT_OF = ReasoningPart("Look it up.", shape=Shape("openai-chat", (), "reasoning_content"))
LONE_THOUGHT = (prompt(ASK, assistant(_THOUGHT_OF), user("Hello?")),)
UNTHOUGHT_CALL = (prompt(ASK, RUN, DONE), prompt(ASK, assistant("I look.", *RUN.content), DONE, assistant("7:10."), user("And back?")))
WORDS_BESIDE_THOUGHT = (
    prompt(ASK, assistant(_THOUGHT_OF, "I look.", *RUN.content), DONE),
    prompt(ASK, assistant("I look.", *RUN.content, _THOUGHT_OF), DONE),
)
_DETAIL = {"type": "reasoning.encrypted", "format": "google-gemini-v1", "data": "c2ln"}
STALE_DETAIL = tuple(
    prompt(ASK, assistant(ReasoningPart("", freeze_object({"openrouter": {"detail": {**_DETAIL, **named}}})), *RUN.content), DONE)
    for named in ({"id": "c9"}, {})
)
EARLY_PREFIX = tuple(
    prompt(ASK, evolve(assistant("The first"), extras=Extras("openai-chat", freeze_object({name: True}))), user("Go on."))
    for name in ("prefix", "partial")
)
EMPTY_RESULT = (prompt(ASK, RUN, tool(ToolResultPart("c1", "trains", ()))), prompt(ASK, RUN, tool(result("c1", ""))))
_BLOB = freeze_object({"openai": {"reasoningEncryptedContent": "gAAA"}})
FOREIGN_BLOB = tuple(
    prompt(ASK, assistant(ReasoningPart(text, _BLOB, Model("openai", "gpt-5.2")), "7:10."), user("?")) for text in ("Look.", "")
)


def shaped(format: str, message: Any, form: str = "") -> Any:
    """Return a record as if it had been read from a payload of this format."""
    return evolve(message, shape=Shape(format, form=form))


def extra(format: str, message: Any, **fields: object) -> Any:
    """Return a record with wire fields nobody claims."""
    return evolve(message, extras=Extras(format, freeze_object(fields)), shape=Shape(format))


def listed(format: str) -> tuple[Prompt, ...]:
    """Return prompts whose leading system message stood in the list."""
    return (prompt(shaped(format, system("Be brief."), "listed"), ASK),)


def unknown_fields(format: str) -> tuple[Prompt, ...]:
    """Return prompts with unknown fields on a message, a part and a result."""
    return (
        prompt(ASK, extra(format, assistant("7:10."), usage={"tokens": 7}), user("?")),
        prompt(user(extra(format, TextPart("Hi"), index=0))),
        prompt(ASK, RUN, tool(extra(format, result("c1", "7:10"), timing=1))),
    )


def empty_calls(format: str) -> tuple[Prompt, ...]:
    """Return prompts with an empty list of calls."""
    return (prompt(ASK, extra(format, assistant("7:10."), tool_calls=[]), user("?")),)


def marked(format: str) -> tuple[Prompt, ...]:
    """Return prompts with a cache marker on a part and on a message."""
    return (prompt(user(shaped(format, MARKED))), prompt(shaped(format, evolve(ASK, provider_options=MARKED.provider_options))))


def odd_document_names(format: str) -> tuple[Prompt, ...]:
    """Return prompts with a document whose name is refused, and with two of one name."""
    odd, fine = (
        evolve(FilePart("application/pdf", "JVBERi0=", filename=name), shape=Shape(format, form="document")) for name in ("a_b.pdf", "a")
    )
    return prompt(user("Read.", odd)), prompt(user("Compare.", fine, evolve(fine, filename="A")))


def null_result(format: str) -> tuple[Prompt, ...]:
    """Return prompts with a result whose content is null."""
    return (prompt(ASK, RUN, tool(shaped(format, ToolResultPart("c1", "", ()), "null"))),)


def odd_layouts(format: str) -> tuple[Prompt, ...]:
    """Return prompts with an image's bare URL, and with a call without its type."""
    bare = evolve(FilePart("image/*", "https://example.org/a.png", "url"), shape=Shape(format, ("type", "image_url"), "image_url string"))
    untyped = evolve(call("c1", "trains"), shape=Shape(format, ("id", "function"), "function untyped"))
    return prompt(user("See:", bare)), prompt(ASK, assistant(untyped), DONE)
