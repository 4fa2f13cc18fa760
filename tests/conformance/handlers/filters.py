"""The filter of tool calls: over prompts, over stored messages before a run, and at each of its steps."""

from __future__ import annotations

from attrs import evolve

from segue.filters import ToolCallFilter
from segue.formats.mastra import decode_messages, encode_messages
from segue.formats.registry import FORMATS
from tests.conformance.handlers.codes import UNDEFINED, given, present

SDK = FORMATS["ai-sdk"]
OPTIONS = {"exclude": "exclude", "filterAfterToolSteps": "filter_after_tool_steps", "preserveModelOutput": "preserve_model_output"}
STATE = {
    "__toolCallFilterHistoryToolCallIds": "history_call_ids",
    "toolCallFilterSeenToolCallIds": "seen_call_ids",
    "toolCallFilterStepToolCallIds": "step_call_ids",
}


def made(input):
    """Make the filter of a case. What is null there is None here, that is: not given."""
    options = given(input.get("options", {}), {})
    return ToolCallFilter(**{OPTIONS[key]: value for key, value in options.items() if value is not UNDEFINED and value is not None})


def state_of(input):
    """Spell the state of a case as ours is."""
    return {STATE[key]: value for key, value in input.get("state", {}).items()}


def llm_request(input):
    """Filter the prompts of a run, one after the other."""
    filter, state, calls = made(input), state_of(input) or None, []
    for call in input["calls"]:
        request = SDK.decode(present(call["prompt"])).unwrap()
        prompt, state = filter.process_llm_request(request.prompt, state)
        calls.append({"prompt": None if prompt is request.prompt else SDK.encode(evolve(request, prompt=prompt))})
    history = state.get("history_call_ids")
    return {"calls": calls, "historyToolCallIds": None if history is None else list(dict.fromkeys(history))}


def before_run(input):
    """Filter stored messages before a run."""
    return {"messages": encode_messages(made(input).process_input(decode_messages(present(input["messages"])).unwrap()))}


def step_by_step(input):
    """Filter stored messages at each step of a run."""
    filter, state, steps = made(input), state_of(input), []
    for step in input["steps"]:
        messages = decode_messages(present(step["messages"])).unwrap()
        left, state = filter.process_input_step(messages, state, response_ids=step["responseIds"])
        steps.append({"messages": None if left is None else encode_messages(left)})
    return {"steps": steps, "state": {key: as_list(state[name]) for key, name in STATE.items() if name in state}}


def as_list(ids):
    """Return ids, or lists of ids, as plain lists."""
    return [as_list(id) if isinstance(id, tuple) else id for id in ids]


HANDLERS = {
    "toolCallFilter.processLLMRequest": llm_request,
    "toolCallFilter.processInput": before_run,
    "toolCallFilter.processInputStep": step_by_step,
}
