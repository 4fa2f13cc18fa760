"""ToolCallFilter: keeps tool calls and their results from the model."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

from attrs import field, frozen

from segue.filters._exchanges import exchanges
from segue.filters._history import History, history_of
from segue.filters._stored_choice import calls_of
from segue.filters.prompt_calls import filtered
from segue.filters.stored_calls import without_stored_calls
from segue.json_values import EMPTY, JsonObject
from segue.messages import StoredMessage
from segue.prompts import Prompt

FilterState: TypeAlias = Mapping[str, Any]
"""What a filter remembers from one step of a run to the next: plain JSON, which may be stored and read again."""

_STRINGS = frozenset({str})
_HISTORY, _TRAILING, _USERS = "history_call_ids", "trailing_call_ids", "user_messages"
_SEEN, _STEPS = "seen_call_ids", "step_call_ids"


def _as_names(given: Iterable[str] | None) -> frozenset[str] | None:
    """Return names as a set; what is no collection of them is left for the validator to refuse."""
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        return given  # type: ignore[return-value]
    names = tuple(given)
    return frozenset(names) if all(isinstance(name, str) for name in names) else names  # type: ignore[return-value]


def _check_names(_: object, __: object, value: Any) -> None:
    if value is not None and not isinstance(value, frozenset):
        raise ValueError(f"exclude must be a collection of tool names, not {value!r}")


def _check_steps(_: object, __: object, value: Any) -> None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
        raise ValueError(f"filter_after_tool_steps must be a whole number from 0 on, not {value!r}")


def _check_preserve(_: object, __: object, value: Any) -> None:
    if not isinstance(value, bool):
        raise ValueError(f"preserve_model_output must be True or False, not {value!r}")  # noqa: TRY004


@frozen
class ToolCallFilter:
    """Filters tool calls and their results out of a history before it goes to the model.

    `exclude` names the tools to leave out, all where it is not given. `filter_after_tool_steps` keeps the calls and results of that
    many of the latest steps that called tools; where it is not given, what was there when the run began is filtered, and what the
    run itself calls stays. `preserve_model_output` keeps, as text, the short output that an application stored with a result.
    A bad option is a `ValueError` that names it.

    >>> from segue.prompts import assistant, call, prompt, result, tool, user
    >>> before = prompt(user("How many?"), assistant(call("c1", "count")), tool(result("c1", "9")), assistant("Nine."), user("Thanks."))
    >>> after, state = ToolCallFilter().process_llm_request(before)
    >>> [part.text for message in after.messages for part in message.content], state["history_call_ids"]
    (['How many?', 'Nine.', 'Thanks.'], ('c1',))
    """

    id: ClassVar[str] = "tool-call-filter"
    name: ClassVar[str] = "ToolCallFilter"

    exclude: frozenset[str] | None = field(default=None, converter=_as_names, validator=_check_names)
    filter_after_tool_steps: int | None = field(default=None, validator=_check_steps)
    preserve_model_output: bool = field(default=False, validator=_check_preserve)

    def process_llm_request(self, prompt: Prompt, state: FilterState | None = None) -> tuple[Prompt, FilterState]:
        """Return the prompt as the model is to see it, and the state for the next step of the same run.

        The prompt is not changed in place; it is the very one that was given where nothing goes. The first call of a run gets no
        state, each later one what the call before returned. A `ValueError` for what is no state.
        """
        remembered = EMPTY if state is None else state
        if self.exclude is not None and not self.exclude:
            return prompt, remembered
        found = exchanges(prompt)
        steps, history = self.filter_after_tool_steps, None
        if steps is None and _HISTORY in remembered:
            history = _read_history(remembered)
        elif steps is None:
            remembered = JsonObject({**remembered, **_written(history_of(prompt, found))})
        return filtered(prompt, found, self.exclude, steps or 0, history, self.preserve_model_output), remembered

    def resumed(self, prompt: Prompt) -> FilterState:
        """Return a state for a run that goes on though its own was not kept: what was called since the last user's message is its own.

        >>> from segue.prompts import assistant, call, prompt, result, tool, user
        >>> before = prompt(user("How many?"), assistant(call("c1", "count")), tool(result("c1", "9")))
        >>> ToolCallFilter().process_llm_request(before, ToolCallFilter().resumed(before))[0] is before
        True
        """
        return JsonObject(_written(History.before_question(prompt)))

    def process_input(self, messages: Sequence[StoredMessage]) -> Sequence[StoredMessage]:
        """Return stored messages as a run is to begin with; the very sequence where nothing goes."""
        return without_stored_calls(messages, self.exclude, preserve_model_output=self.preserve_model_output)

    def process_input_step(
        self, messages: Sequence[StoredMessage], state: FilterState | None = None, *, response_ids: Collection[str] | None = None
    ) -> tuple[Sequence[StoredMessage] | None, FilterState]:
        """Return stored messages as a step of a run is to see them, None where steps are not filtered; and the state for the next.

        `response_ids` are those of the messages that the run itself made; where they are not given, a message's `sources` tell.
        Ids that one step brings are its calls. The latest steps keep theirs, and a step that brought none takes a place as well, as it
        does in the original; what was there before never does. `process_llm_request` counts only steps that call tools.
        """
        if self.filter_after_tool_steps is None:
            return None, EMPTY if state is None else state
        made = [message for message in messages if _is_of_run(message, response_ids)]
        remembered = _with_step(EMPTY if state is None else state, made)
        steps = remembered[_STEPS][-self.filter_after_tool_steps :] if self.filter_after_tool_steps else ()
        keep = {id for step in steps for id in step}
        return without_stored_calls(messages, self.exclude, keep=keep, preserve_model_output=self.preserve_model_output), remembered


def _is_of_run(message: StoredMessage, response_ids: Collection[str] | None) -> bool:
    return "response" in message.sources if response_ids is None else message.id in response_ids


def _with_step(state: FilterState, made: Iterable[StoredMessage]) -> FilterState:
    """Return the state with one step more, to which those calls of these messages belong that were not there before."""
    seen, steps = _ids(state, _SEEN), state.get(_STEPS, ())
    if not isinstance(steps, list | tuple):
        raise ValueError(f"{_STEPS} of the state must be a list of steps, not {steps!r}")  # noqa: TRY004
    before = tuple(tuple(_ids({_STEPS: step}, _STEPS)) for step in steps)
    known = set(seen)
    new = tuple(dict.fromkeys(call.id for message in made for call in calls_of(message) if call.id not in known))
    return JsonObject({**state, _SEEN: (*seen, *new), _STEPS: (*before, new)})


def _written(history: History) -> dict[str, Any]:
    return {_HISTORY: history.ids, _TRAILING: history.trailing, _USERS: history.user_messages}


def _read_history(state: FilterState) -> History:
    users = state.get(_USERS)
    if users is not None and (users.__class__ is not int or users < 0):
        raise ValueError(f"{_USERS} of the state must be a whole number, not {users!r}")
    return History(tuple(_ids(state, _HISTORY)), tuple(_ids(state, _TRAILING)), users)


def _ids(state: FilterState, key: str) -> Sequence[str]:
    """Return a list of ids from a state. Raises `ValueError` where it is none."""
    ids = state.get(key, ())
    if not isinstance(ids, list | tuple) or not _STRINGS.issuperset(map(type, ids)):
        raise ValueError(f"{key} of the state must be a list of ids, not {ids!r}")
    return ids
