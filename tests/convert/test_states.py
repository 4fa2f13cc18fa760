"""What a prompt has of a stored call, in each of its states: every row of the table."""

import pytest
from attrs import evolve

from segue.convert.states import OTHER, TABLE, call_and_result
from segue.json_values import JsonObject, JsonText, freeze_object
from segue.messages import STATES, ToolInvocation
from segue.models import Model
from segue.parts import JsonPart, TextPart, ToolCallPart, ToolResultPart
from segue.placeholders import DENIED
from segue.shapes import Extras

GIVEN = JsonObject(city="Bergen")
CLAUDE = Model("anthropic", "claude-sonnet-4-5")
CALL = ToolCallPart("c1", "tides", GIVEN)
DENIED_PART = TextPart(DENIED)


def stored(state, **fields):
    """A stored call."""
    return ToolInvocation("c1", "tides", state, GIVEN, **fields)


def read(state, **fields):
    """The call and the result that a prompt has of it."""
    return call_and_result(stored(state, **fields), CLAUDE)


def gave(state, **fields):
    """What its result holds, and whether it tells of an error; None where there is none."""
    result = read(state, **fields)[1]
    return None if result is None else (result.output, result.error)


NO = JsonObject(id="a1", approved=False, reason="Too dear.")
YES = JsonObject(id="a1", approved=True)

ROWS = [
    ("partial-call", {}, False, None),
    ("partial-call", {"output": "6:12"}, False, None),
    ("call", {}, True, None),
    ("call", {"output": "6:12"}, True, None),
    ("approval-requested", {"approval": JsonObject(id="a1")}, True, None),
    ("approval-responded", {"approval": YES}, True, None),
    ("approval-responded", {}, True, None),
    ("approval-responded", {"approval": NO}, True, ((DENIED_PART, TextPart("Too dear.")), True)),
    ("result", {"output": "6:12"}, True, ((TextPart("6:12"),), False)),
    ("result", {"output": ""}, True, ((TextPart(""),), False)),
    ("result", {"output": JsonObject(high="6:12")}, True, ((JsonPart(JsonObject(high="6:12")),), False)),
    ("result", {"output": (1, 2.0)}, True, ((JsonPart((1, 2.0)),), False)),
    ("result", {}, True, ((JsonPart(None),), False)),
    ("result", {"output": "no such pier", "error": True}, True, ((TextPart("no such pier"),), True)),
    ("output-error", {"error_text": "no such pier"}, True, ((TextPart("no such pier"),), True)),
    ("output-error", {"error_text": ""}, True, ((TextPart(""),), True)),
    ("output-error", {"output": JsonObject(code=5)}, True, ((JsonPart(JsonObject(code=5)),), True)),
    ("output-error", {}, True, ((), True)),
    ("output-denied", {"approval": NO}, True, ((DENIED_PART, TextPart("Too dear.")), True)),
    ("output-denied", {"approval": YES, "error_text": "Not now."}, True, ((DENIED_PART, TextPart("Not now.")), True)),
    ("output-denied", {}, True, ((DENIED_PART,), True)),
    ("output-denied", {"approval": JsonObject(reason=5)}, True, ((DENIED_PART,), True)),
    ("", {}, True, None),
    ("suspended", {}, True, None),
    ("suspended", {"output": "6:12"}, True, ((TextPart("6:12"),), False)),
    ("suspended", {"output": 0, "error": True}, True, ((JsonPart(0),), True)),
]


@pytest.mark.parametrize(("state", "fields", "called", "outcome"), ROWS)
def test_each_state(state, fields, called, outcome):
    """Each state has the call or not, and the outcome that the table names."""
    call, _ = read(state, **fields)
    assert (call == CALL, gave(state, **fields)) == (called, outcome)


def test_the_table_has_each_state_once():
    """The rows are the seven states in their order, each with words, and one row for the rest."""
    assert tuple(row.state for row in TABLE) == STATES
    assert all(row.prompt for row in (*TABLE, OTHER))
    assert {state for state, *_ in ROWS} > set(STATES)


def test_a_result_has_the_name_and_id_of_its_call():
    """The result names its call's id and tool."""
    assert read("result", output="6:12")[1] == ToolResultPart("c1", "tides", (TextPart("6:12"),))


def test_hosted_calls_know_their_maker():
    """What the provider itself ran has its origin on call and result; a tool of the caller's own has none."""
    call, result = read("result", output="6:12", hosted=True)
    assert (call.hosted, result.hosted, call.origin, result.origin) == (True, True, CLAUDE, CLAUDE)
    assert [part.origin for part in read("result", output="6:12")] == [None, None]


INPUTS = [
    ('{"a": 1}', JsonText, '{"a": 1}'),
    ('{"a": ', str, '{"a": '),
    ("[1]", str, "[1]"),
    ("", str, ""),
    (None, type(None), None),
    ((1, 2), tuple, (1, 2)),
]


@pytest.mark.parametrize(("given", "kind", "value"), INPUTS)
def test_arguments(given, kind, value):
    """Text that holds an object is known as such; anything else is what it was."""
    call, _ = call_and_result(evolve(stored("call"), input=given), None)
    assert (call.input.__class__, call.input) == (kind, value)


RAW = Extras("mastra", freeze_object({"toolInvocation": {"rawInput": '{"city": "Ber'}}))


@pytest.mark.parametrize(
    ("state", "given", "value"),
    [("output-error", JsonObject(), '{"city": "Ber'), ("output-error", GIVEN, GIVEN), ("call", JsonObject(), JsonObject())],
)
def test_the_text_of_arguments_that_failed(state, given, value):
    """A failed call without arguments has the text that the model gave for them; any other call has its arguments."""
    call, _ = call_and_result(evolve(stored(state), input=given, extras=RAW), None)
    assert call.input == value


def test_a_failed_call_without_such_text():
    """A failed call without arguments and without their text has none."""
    call, _ = call_and_result(evolve(stored("output-error"), input=JsonObject()), None)
    assert call.input == JsonObject()


def test_options_stay_with_the_call():
    """What providers gave with a call is kept under their names, and the result has none of it."""
    options = freeze_object({"google": {"thoughtSignature": "Cs8B"}, "example-provider": {"n": 1}, "mastra": {"createdAt": 5}})
    call, result = read("result", output="6:12", provider_options=options)
    assert (call.provider_options, result.provider_options) == (options, {})


def test_the_results_own_options():
    """Options stored for the result are the result's."""
    own = freeze_object({"anthropic": {"cacheControl": {"type": "ephemeral"}}})
    _, result = read("result", output="6:12", extras=Extras("mastra", JsonObject(resultProviderMetadata=own)))
    assert result.provider_options == own


def test_what_the_model_was_shown_is_the_results():
    """A stored model output is what the result holds, and stays in its options with all that the original has there, not in the call's."""
    options = freeze_object({"google": {"x": 1}, "mastra": {"modelOutput": {"type": "text", "value": "High at 6:12."}, "n": 1}})
    call, result = read("result", output=JsonObject(high=372), provider_options=options)
    assert result.output == (TextPart("High at 6:12."),)
    assert (call.provider_options, result.provider_options) == (options.without("mastra"), JsonObject(mastra=options["mastra"]))


def test_what_only_tells_how_to_read_the_output_is_nobodys():
    """A model output that repeats the output is no option of either part; the rest of its namespace is the call's."""
    pieces = freeze_object({"v": [{"type": "text", "text": "a"}]})["v"]
    options = freeze_object({"mastra": {"modelOutput": {"type": "content", "value": pieces}}})
    for more in ({}, {"n": 1}):
        both = JsonObject(mastra=options["mastra"].with_(**more))
        call, result = read("result", output=pieces, provider_options=both)
        assert (call.provider_options, result.provider_options) == ({"mastra": more} if more else {}, {})


def test_a_model_output_of_null_is_none():
    """A model output that is null, or options that are no object, leave the output as it is."""
    for options in ({"mastra": {"modelOutput": None}}, {"mastra": "x"}):
        call, result = read("result", output="6:12", provider_options=freeze_object(options))
        assert (call.provider_options, result.output) == (options, (TextPart("6:12"),))


def test_an_error_among_model_outputs():
    """A model output that tells of an error makes the result one."""
    options = freeze_object({"mastra": {"modelOutput": {"type": "error-text", "value": "no such pier"}}})
    assert gave("result", output=5, provider_options=options) == ((TextPart("no such pier"),), True)
