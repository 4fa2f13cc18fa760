"""Functions are run for the model; what no function answers is the caller's."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from attrs import evolve

from segue.json_values import JsonObject, JsonText
from segue.messages import RESPONSE, StoredMessage, ToolInvocation
from segue.parts import FilePart, JsonPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import ToolDefinition, ToolMessage, assistant, call, result, tool, user
from segue_shell.conversation import Tool
from tests.conversation.scripted import DOWN
from tests.conversation.test_sending import Breaking

ASKED = assistant("I look.", call("c1", "tides", {"place": "Oslo"}))


def tides(place, day="today"):
    """Tell the tides of a place."""
    return f"6:12 at {place} {day}"


async def tides_later(place, day="today"):
    """Tell the tides of a place, later."""
    return tides(place, day)


def results(talk, number=-1):
    """Return the results that a request ends with."""
    last = talk.providers[0].requests[number].prompt.messages[-1]
    return last.content if isinstance(last, ToolMessage) else ()


def test_a_function_is_run_for_the_model(talk, way, rows):
    """Its result goes back to the model, whose next reply ends the turn; all of it is stored."""
    made = talk(ASKED, "At six.", tools={"tides": tides})
    *_, sent = way(made, "When is low tide?")

    assert results(made) == (result("c1", "6:12 at Oslo today", name="tides"),)
    assert [type(message).__name__ for message in sent.unwrap().messages] == ["AssistantMessage", "ToolMessage", "AssistantMessage"]
    assert (sent.unwrap().text, sent.unwrap().calls) == ("At six.", ())
    assert rows()[1:] == [("assistant", "I look.", ("tides", "result", "6:12 at Oslo today")), ("assistant", "At six.")]


def test_the_model_is_offered_the_tools(talk):
    """Name, words and schema of a tool are in the request."""
    made = talk("Hm.", tools=[tides])
    made.send("When is low tide?")
    (offered,) = made.providers[0].requests[0].tools

    assert (offered.name, offered.description) == ("tides", "Tell the tides of a place.")
    assert offered.input_schema["required"] == ("place",)


def test_several_calls_are_answered_at_once(talk, way):
    """All results of a reply are one message, in the order of the calls."""
    twice = assistant(call("c1", "tides", {"place": "Oslo"}), call("c2", "tides", {"place": "Bergen", "day": "now"}))
    made = talk(twice, "So.", tools=[tides])
    *_, sent = way(made, "Tides?")

    assert [part.output[0].text for part in results(made)] == ["6:12 at Oslo today", "6:12 at Bergen now"]
    assert len(sent.unwrap().messages[1].content) == 2


def test_each_result_is_stored_before_the_next_function_runs(talk, way, rows):
    """A crash in the second function does not run the first once more."""
    seen = []
    made = talk(assistant(call("c1", "look"), call("c2", "look")), "So.", tools={"look": lambda: seen.append(rows()[1]) or "seen"})
    way(made, "Look.")

    assert seen == [
        ("assistant", ("look", "call", None), ("look", "call", None)),
        ("assistant", ("look", "result", "seen"), ("look", "call", None)),
    ]


def test_a_result_that_cannot_be_stored_is_not_lost(talk, way):
    """It comes with the error, with all that was said before it, and the model is not asked on a history that is not stored."""
    store = Breaking()
    store.turns = 2
    made = talk(assistant(call("c1", "look")), "never", store=store, tools={"look": lambda: "seen"})
    *_, sent = way(made, "Look.")
    store.turns = 1
    made.save(sent.failure().turn)

    assert str(sent.failure()) == "the reply could not be stored: the disk is full"
    assert sent.failure().turn.messages[-1] == tool(result("c1", "seen", name="look"))
    assert store.list_messages("tides", "ada")[1].parts[0].output == "seen"


FAILING = {
    "it raises": (lambda: {}["moon"], {}, "KeyError: 'moon'"),
    "other arguments": (lambda place: place, {"town": "Oslo"}, "TypeError: "),
    "no object": (lambda: "never", ["Oslo"], "TypeError: the arguments are no object"),
    "no JSON": (object, {}, "TypeError: the tool gave no JSON"),
}


@pytest.mark.parametrize(("function", "given", "words"), FAILING.values(), ids=FAILING)
def test_a_failing_function_is_told_to_the_model(talk, way, function, given, words):
    """What goes wrong is a result, marked as an error, and the model goes on."""
    made = talk(assistant(call("c1", "moon", given)), "Sorry.", tools={"moon": function})
    *_, sent = way(made, "Moon?")
    (told,) = results(made)

    assert told.error
    assert told.output[0].text.startswith(words)
    assert sent.unwrap().text == "Sorry."


GIVEN = {
    "text": ("6:12", (TextPart("6:12"),)),
    "an object": ({"low": 6}, (JsonPart(JsonObject(low=6)),)),
    "a list": ([6, 18], (JsonPart((6, 18)),)),
    "an empty list": ([], (JsonPart(()),)),
    "nothing": (None, (JsonPart(None),)),
    "a part": (FilePart("image/png", "iVBORw0KGgo="), (FilePart("image/png", "iVBORw0KGgo="),)),
    "parts": ([TextPart("See:"), FilePart("image/png", "iVBORw0KGgo=")], (TextPart("See:"), FilePart("image/png", "iVBORw0KGgo="))),
    "a result": (ToolResultPart("", "", (TextPart("Closed."),), error=True), (TextPart("Closed."),)),
}


@pytest.mark.parametrize(("value", "output"), GIVEN.values(), ids=GIVEN)
def test_what_a_function_may_give(talk, way, value, output):
    """Text, parts, JSON or a whole result: the model reads it as such."""
    made = talk(assistant(call("c1", "look")), "So.", tools={"look": lambda: value})
    way(made, "Look.")

    assert results(made)[0].output == output
    assert (results(made)[0].id, results(made)[0].name) == ("c1", "look")


def test_arguments_may_be_text(talk, way):
    """Arguments that are still JSON text are read."""
    made = talk(assistant(ToolCallPart("c1", "tides", JsonText('{"place": "Oslo"}'))), "So.", tools=[tides])
    way(made, "Tides?")

    assert results(made)[0].output[0].text == "6:12 at Oslo today"


def test_arguments_are_the_functions_own(talk):
    """A function may change what it is given: lists and dicts are plain."""
    seen = []
    made = talk(assistant(call("c1", "note", {"list": [1], "map": {}})), "So.", tools={"note": lambda **given: seen.append(given) or "ok"})
    made.send("Note.")

    assert [type(value) for value in seen[0].values()] == [list, dict]


@pytest.mark.parametrize("way", ["send_async", "stream_async"])
def test_functions_may_be_async(talk, way):
    """In an event loop a function is awaited, and one that is not async runs in a thread."""
    made = talk(assistant(call("c1", "later", {"place": "Oslo"}), call("c2", "now", {"place": "Oslo"})), "So.", tools={"later": tides_later, "now": tides})

    async def run():
        sent = getattr(made, way)("Tides?")
        return await sent if way == "send_async" else [piece async for piece in sent]

    asyncio.run(run())
    assert [part.output[0].text for part in results(made)] == ["6:12 at Oslo today"] * 2


@pytest.mark.parametrize("way", ["send", "stream"])
def test_an_async_function_is_refused_outside_a_loop(talk, rows, way):
    """What is to be awaited is refused before anything is stored or called."""
    with pytest.raises(TypeError, match="the function of 'later' is to be awaited"):
        getattr(talk("never", tools={"later": tides_later}), way)("Tides?")
    assert rows() == []


def test_a_function_that_turns_out_async_is_refused(talk):
    """What returns something to be awaited is a caller's mistake, and no result."""
    with pytest.raises(TypeError, match="the function of 'later' is to be awaited"):
        talk(assistant(call("c1", "later")), tools={"later": lambda: tides_later("Oslo")}).send("Tides?")


MIXED = assistant(call("c1", "tides", {"place": "Oslo"}), call("c2", "pay", {"sum": 5}))
PAY = ToolDefinition("pay", "Pays.")


def test_calls_without_function_are_the_callers(talk, way, rows):
    """Functions are run, the rest is returned, and the model is not asked before it is answered."""
    made = talk(MIXED, "Paid.", tools=[tides, PAY])
    *_, sent = way(made, "Pay.")
    waiting = rows()
    *_, then = way(made, result("c2", "done"))

    assert [one.id for one in sent.unwrap().calls] == ["c2"]
    assert waiting[1:] == [("assistant", ("tides", "result", "6:12 at Oslo today"), ("pay", "call", None))]
    assert (then.unwrap().text, [part.id for part in results(made)]) == ("Paid.", ["c1", "c2"])
    assert rows()[1] == ("assistant", ("tides", "result", "6:12 at Oslo today"), ("pay", "result", "done"))


def test_half_of_the_results_may_come_first(talk, way):
    """The model is asked when all calls are answered."""
    made = talk(assistant(call("c1", "pay"), call("c2", "pay")), "Paid.", tools=[PAY])
    way(made, "Pay.")
    *_, first = way(made, result("c1", "done"))
    *_, second = way(made, tool(result("c2", "done")))

    assert ([one.id for one in first.unwrap().calls], first.unwrap().reply) == (["c2"], None)
    assert second.unwrap().text == "Paid."


def test_results_and_words_may_come_together(talk, way):
    """Whoever speaks besides is answered, with the results in place."""
    made = talk(MIXED, "Paid.", tools=[PAY])
    way(made, "Pay.")
    *_, sent = way(made, [result("c2", "done"), "And hurry."])
    messages = made.providers[0].requests[-1].prompt.messages

    assert sent.unwrap().text == "Paid."
    assert messages[-1] == user("And hurry.")
    assert any(isinstance(message, ToolMessage) for message in messages)


def test_a_result_counts_once(talk, way, rows):
    """A call that has its result keeps it, and its reply is not asked for again."""
    made = talk(assistant(call("c1", "pay")), "Paid.", tools=[PAY])
    way(made, "Pay.")
    way(made, result("c1", "done"))
    *_, again = way(made, result("c1", "twice"))

    assert again.unwrap().messages == ()
    assert rows()[1] == ("assistant", ("pay", "result", "done"))


def test_words_leave_open_calls_to_the_rules(talk, way):
    """A new message runs no function of an earlier one: the model is told that the call was not answered."""
    ran = []
    made = talk(assistant(call("c1", "pay")), "Fine.", tools=[PAY])
    way(made, "Pay.")
    later = evolve(made, tools={"pay": lambda: ran.append(1)})
    *_, sent = way(later, "Never mind.")

    assert (sent.unwrap().text, ran) == ("Fine.", [])


def test_the_calls_of_the_last_step_wait(talk, way):
    """A model that calls and calls is stopped; retry goes on."""
    again = [assistant(call(f"c{number}", "tides", {"place": "Oslo"})) for number in range(3)]
    made = talk(*again, "At last.", tools=[tides], max_steps=3)
    *_, sent = way(made, "Tides?")
    *_, then = way(made)

    assert [one.id for one in sent.unwrap().calls] == ["c2"]
    assert (then.unwrap().text, len(made.providers[0].requests)) == ("At last.", 4)


def test_a_failure_after_a_step_has_the_step(talk, way, rows):
    """What was said and run before stays, and retry does not run it again."""
    ran = []
    made = talk(assistant(call("c1", "look")), DOWN, "So.", tools={"look": lambda: ran.append(1) or "seen"})
    *_, sent = way(made, "Look.")
    stored = rows()
    *_, then = way(made)

    assert [type(message).__name__ for message in sent.failure().turn.messages] == ["AssistantMessage", "ToolMessage"]
    assert stored[1:] == [("assistant", ("look", "result", "seen"))]
    assert (then.unwrap().text, ran) == ("So.", [1])


def test_calls_of_a_crash_are_picked_up(talk, way, store, rows):
    """Calls that were stored and never run are run by retry."""
    store.append("tides", "ada", [StoredMessage("q", "user", (TextPart("Tides?"),))])
    store.append("tides", "ada", [StoredMessage("a", "assistant", (ToolInvocation("c1", "tides", "call", JsonObject(place="Oslo")),), sources=RESPONSE)])
    *_, sent = way(talk("At six.", tools=[tides]))

    assert sent.unwrap().text == "At six."
    assert rows()[1] == ("assistant", ("tides", "result", "6:12 at Oslo today"))


def test_what_waits_for_approval_is_not_run(talk, way, store):
    """A call that somebody has to approve is not run, and waits."""
    store.append("tides", "ada", [StoredMessage("q", "user", (TextPart("Tides?"),))])
    store.append("tides", "ada", [StoredMessage("a", "assistant", (ToolInvocation("c1", "tides", "approval-requested"),), sources=RESPONSE)])
    *_, sent = way(talk("never", tools={"tides": lambda: 1 / 0}))

    assert [one.id for one in sent.unwrap().calls] == ["c1"]


def test_the_last_call_of_an_id_is_meant(talk, way, rows):
    """Ids that a provider uses again are told apart: the one that waits is answered."""
    made = talk(assistant(call("c", "pay")), "Paid.", assistant(call("c", "pay")), "Paid again.", tools=[PAY])
    for words, outcome in (("Pay.", "first"), ("Again.", "second")):
        way(made, words)
        way(made, result("c", outcome))

    assert [row[1] for row in rows() if row[0] == "assistant"] == [("pay", "result", "first"), "Paid.", ("pay", "result", "second"), "Paid again."]


def test_a_call_that_still_waits_is_answered_though_a_later_one_of_its_id_was(talk, way, rows):
    """Of calls of one id the one that has no result is meant."""
    made = talk(assistant(call("c", "pay")), "Fine.", assistant(call("c", "pay")), "Paid.", "never", tools=[PAY])
    way(made, "Pay.")
    way(made, "Never mind.")
    way(made, "Pay now.")
    way(made, result("c", "second"))
    way(made, result("c", "first"))

    assert [row[1] for row in rows() if row[0] == "assistant"] == [("pay", "result", "first"), "Fine.", ("pay", "result", "second"), "Paid."]


def test_calls_without_ids_get_some(talk, way, rows):
    """A provider that sends none, or one for two calls, has each of them answered."""
    twins = (call("c", "tides", {"place": "Oslo"}), call("c", "tides", {"place": "Bergen"}))
    nameless = (call("", "tides", {"place": "Voss"}), call("", "tides", {"place": "Voss"}))
    made = talk(assistant(*twins, *nameless), "So.", tools=[tides])
    *_, sent = way(made, "Tides?")

    assert (sent.unwrap().text, sent.unwrap().calls) == ("So.", ())
    assert [part[2].split()[2] for part in rows()[1][1:]] == ["Oslo", "Bergen", "Voss", "Voss"]
    assert len({part.id for part in results(made)} - {""}) == 4


def test_a_result_without_its_call_is_kept(talk, way, store):
    """What a provider sends of a call that it did not send is stored all the same: a reply is never dropped."""
    stray = ToolResultPart("s1", "web_search", (TextPart("found"),), hosted=True)
    *_, sent = way(talk(assistant(stray, call("c1", "look")), "It says so.", tools={"look": lambda: "seen"}), "Search.")

    assert sent.unwrap().text == "It says so."
    assert "found" in [getattr(part, "output", None) for row in store.list_messages("tides", "ada") for part in row.parts]


def test_hosted_calls_are_the_providers(talk, way):
    """What the provider runs itself waits for nobody."""
    *_, sent = way(talk(assistant(ToolCallPart("s1", "web_search", JsonObject(), hosted=True))), "Search.")

    assert sent.unwrap().calls == ()


OFFERS = {
    "a function by name": ({"low_tide": tides}, "low_tide", True),
    "a function": ([tides], "tides", True),
    "a definition": ([PAY], "pay", False),
    "a definition by name": ({"buy": PAY}, "buy", False),
    "a tool": ([Tool.of(tides, "ebb", description="", input_schema={"type": "object"})], "ebb", True),
    "a callable without a name": ({"len": partial(tides, day="now")}, "len", True),
}


@pytest.mark.parametrize(("given", "name", "runs"), OFFERS.values(), ids=OFFERS)
def test_how_tools_are_given(talk, given, name, runs):
    """By name or in a list, as functions, definitions or tools."""
    made = talk(tools=given)

    assert [one.name for one in made.definitions] == [name]
    assert bool(made.functions) == runs
    assert made.to(lambda _: "").tools == made.tools


def test_tools_have_names_of_their_own(talk):
    """Two tools of one name, and a function without a name, are the caller's mistake."""
    with pytest.raises(ValueError, match="two tools are named 'tides'"):
        talk(tools=[tides, tides])
    with pytest.raises(ValueError, match="needs a name"):
        talk(tools=[partial(tides, day="now")])
