"""Hypothesis strategies for prompts and what they are made of, steered towards what breaks things.

A wide strategy finds little: 1,000 prompts of one passed a wrong order of two rules that 100 steered ones failed. So ids come
from a small pool and collide, results are missing, doubled, astray; and `spliced` and `nearly` start from a rule's own triggers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from attrs import frozen
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from segue.json_values import EMPTY, JsonObject
from segue.parts import FilePart, OutputPart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import (
    AssistantMessage,
    Message,
    Prompt,
    Request,
    SystemMessage,
    ToolDefinition,
    ToolMessage,
    UserMessage,
    user,
)  # fmt: skip
from segue.shapes import Extras, Shape
from segue.targets import Target
from segue.testing.pieces import (
    LATER,
    files,
    hosted_pairs,
    opaque_parts,
    origins,
    output_parts,
    reasoning,
    said_parts,
    speakers,
    text_parts,
)
from segue.testing.splicing import Choices, T, nudge, splice
from segue.testing.values import cache_markers, call_ids, call_inputs, json_objects, json_values, provider_options, texts, tool_names

TARGETS: tuple[Target, ...] = tuple(
    map(
        Target.of,
        (
            "anthropic/claude-sonnet-4-5", "anthropic/claude-opus-4-8",
            {"provider": "anthropic", "model_id": "claude-sonnet-4-5", "thinking": {"type": "enabled", "budget_tokens": 2048}},
            {"provider": "anthropic", "model_id": "claude-haiku-4-5", "thinking": {"type": "disabled"}},
            "anthropic/claude-3-5-haiku-20241022", "openai/gpt-4o", "openai/o1-mini",
            "openai.responses/gpt-5.2", "openai.responses/gpt-4.1", "azure.responses/gpt-5.2", "azure/gpt-4o",
            "google/gemini-3-pro-preview", "google/gemini-2.5-flash", "google/gemini-3.6-flash", "vertex/gemini-3-pro",
            "vertex/claude-sonnet-4-5",
            {"provider": "bedrock", "model_id": "anthropic.claude-sonnet-4-5-20250929-v1:0", "thinking": {"type": "enabled"}},
            {"provider": "bedrock", "model_id": "anthropic.claude-3-7-sonnet-20250219-v1:0", "thinking": {"type": "disabled"}},
            "bedrock/anthropic.claude-sonnet-4-5-20250929-v1:0", "bedrock/amazon.nova-pro-v1:0",
            "bedrock/meta.llama3-3-70b-instruct-v1:0", "mistral/mistral-large-latest", "mistral/magistral-medium-2509",
            "deepseek/deepseek-chat", "deepseek/deepseek-reasoner", "groq/llama-3.3-70b-versatile", "xai/grok-4",
            "moonshot/kimi-k2-thinking", "zai/glm-4.6",
            "openrouter/anthropic/claude-sonnet-4.5", "openrouter/google/gemini-3-pro-preview", "openrouter/openai/gpt-5.2",
            "fireworks/kimi-k2-instruct", "together/deepseek-v3", "perplexity/sonar-pro", "minimax/minimax-m2", "dashscope/qwen3-max",
            "cerebras/gpt-oss-120b", "ollama/llama3.2", "ollama.native/llama3.2", "vllm/qwen3", "llamacpp/gpt-oss-20b", "copilot/gpt-4.1",
            "copilot/claude-sonnet-4.5", "google.chat/gemini-3-pro-preview", "copilot/gemini-3-pro-preview", "xai.responses/grok-4.5",
            "vllm/meta-llama/Llama-3.3-70B-Instruct", "vllm/my-own-model", "lmstudio/gpt-oss-20b", "sglang/moonshotai/Kimi-K2-Instruct",
            "llamacpp/devstral-small-2", "lmstudio/gemma-2-9b-it", "llamacpp/qwen3.5-27b", "cohere/command-a-03-2025",
            "huggingface/deepseek-ai/DeepSeek-V4.1-Flash", "ifm/k2-horizon",
            {"provider": "deepseek", "model_id": "deepseek-chat", "thinking": {"type": "enabled"}}, "example-provider/example-1", None,
        ),
    )
)  # fmt: skip
"""Models of every provider that is known, of one that is not, and no target at all."""


@cache
def targets() -> SearchStrategy[Target]:
    """Targets of every family, some with settings, some without demands."""
    return st.sampled_from(TARGETS)


@cache
def user_messages() -> SearchStrategy[UserMessage]:
    """Messages of a person: words, files, blank ones, none; some named, some with a cache marker."""
    parts = st.lists(st.one_of(text_parts(), text_parts(), files(), opaque_parts()), max_size=3).map(tuple)
    return st.builds(UserMessage, parts, speakers(), cache_markers(), extras(), shapes())


@cache
def assistant_messages() -> SearchStrategy[AssistantMessage]:
    """Messages of a model: words, thoughts signed, unsigned and foreign, files, calls, hosted pairs open and complete."""
    one = st.one_of(said_parts(), said_parts(), reasoning(), calls(), files(), opaque_parts()).map(lambda part: (part,))
    groups = st.lists(st.one_of(one, one, one, hosted_pairs()), max_size=4)
    parts = groups.map(lambda groups: tuple(part for group in groups for part in group))
    return st.builds(AssistantMessage, parts, origins(), st.none(), cache_markers(), extras(), shapes())


@cache
def calls() -> SearchStrategy[ToolCallPart]:
    """Calls of the caller's own tools."""
    return st.builds(ToolCallPart, call_ids(), tool_names(), call_inputs(), st.just(False), st.none(), provider_options())


@cache
def outputs() -> SearchStrategy[tuple[OutputPart, ...]]:
    """What a tool gave: a text, several pieces, nothing."""
    return st.one_of(text_parts().map(lambda part: (part,)), st.lists(output_parts(), max_size=3).map(tuple))


@st.composite
def results(draw: DrawFn, id: str, name: str) -> ToolResultPart:
    """Results of one call; some repeat its name, some are marked as errors."""
    return ToolResultPart(id, draw(st.sampled_from(("", name))), draw(outputs()), error=draw(st.sampled_from((False, False, True))))


@cache
def system_messages() -> SearchStrategy[SystemMessage]:
    """Words of the operator."""
    return st.builds(SystemMessage, st.lists(text_parts(), max_size=2).map(tuple), st.booleans())


@cache
def shapes() -> SearchStrategy[Shape | None]:
    """Layouts of the wire; mostly none."""
    return st.sampled_from((None, None, Shape("openai-chat", ("role", "content"), "string"), Shape("anthropic", ("content", "role"))))


@cache
def extras() -> SearchStrategy[Extras | None]:
    """Wire fields nobody claims; mostly none."""
    chat, messages = Extras("openai-chat", JsonObject(annotations=(), audio=None)), Extras("anthropic", JsonObject(x=1))
    return st.sampled_from((None, None, None, chat, messages))


@st.composite
def tool_rounds(draw: DrawFn) -> tuple[Message, ...]:
    """Calls and their results: complete, in another order, missing, doubled, astray, in one message or several."""
    asked = draw(st.lists(calls(), min_size=1, max_size=3))
    told = [draw(results(call.id, call.name)) for call in asked]
    fate = draw(st.sampled_from(("whole", "whole", "reversed", "missing", "doubled", "astray", "apart", "unanswered")))
    words = draw(st.lists(st.one_of(said_parts(), reasoning()), max_size=1))
    said = AssistantMessage((*words, *asked), draw(origins()))
    messages: dict[str, list[Message]] = {
        "whole": [ToolMessage(tuple(told))], "reversed": [ToolMessage(tuple(told[::-1]))], "missing": [ToolMessage(tuple(told[1:]))],
        "doubled": [ToolMessage((*told, told[0]))], "astray": [user("Wait."), ToolMessage(tuple(told))],
        "apart": [ToolMessage((one,)) for one in told], "unanswered": [],
    }  # fmt: skip
    return (said, *messages[fate])


@st.composite
def orphans(draw: DrawFn) -> tuple[Message, ...]:
    """Results whose call is elsewhere or nowhere."""
    return (ToolMessage((draw(results(draw(call_ids()), draw(tool_names()))),)),)


@cache
def turns() -> SearchStrategy[tuple[Message, ...]]:
    """One to four messages that belong together."""
    one: Any = st.one_of(user_messages(), user_messages(), assistant_messages(), assistant_messages(), system_messages())
    odd: Any = st.sampled_from(LATER)
    return st.one_of(one.map(lambda message: (message,)), tool_rounds(), tool_rounds(), odd, orphans())


@cache
def prompts(*, max_turns: int = 4) -> SearchStrategy[Prompt]:
    """Prompts of a few turns, late system messages, empty messages, trailing assistants and stray results among them."""
    turn_lists = st.lists(turns(), max_size=max_turns)
    return turn_lists.map(lambda groups: Prompt(tuple(message for group in groups for message in group)))


@st.composite
def requests(draw: DrawFn, prompt: SearchStrategy[Prompt] | None = None) -> Request:
    """Prompts with tools on offer: those the prompt calls, others, a provider's own, none."""
    made = draw(prompts() if prompt is None else prompt)
    return with_tools(made, draw(st.sampled_from(TOOLS)), choose=draw(st.booleans()))


TOOLS = ("none", "called", "all", "hosted", "body")
"""What `with_tools` offers."""
_BODY = Shape("openai-chat", form="body")


def with_tools(prompt: Prompt, which: str, *, choose: bool = False) -> Request:
    """Return a request for the prompt that offers no tools, those it calls, these and another, or a provider's own as well.

    Of "none" only the history is known; "body" is a whole request that offers none.
    """
    parts = (part for message in prompt.messages for part in message.content)
    names = dict.fromkeys(part.name for part in parts if isinstance(part, ToolCallPart) and part.name)
    schema = JsonObject(type="object", properties=EMPTY)
    called = tuple(ToolDefinition(name, "Do it.", schema) for name in names)
    more = (ToolDefinition("fs.write", None, schema), ToolDefinition("last", "Say.", schema, provider_options=_MARKED))
    search = ToolDefinition("web_search", hosted="anthropic.web_search_20250305", args=JsonObject(maxUses=3))
    shell = ToolDefinition("shell", hosted="anthropic.bash_20250124")
    hosted = (search, shell, ToolDefinition("code_interpreter", hosted="openai.code_interpreter"), _SPACE)
    called = tuple(tool for tool in called if tool.name != _SPACED)
    tools = {"none": (), "called": called, "all": (*called, *more), "hosted": (*called, *hosted), "body": ()}[which]
    return Request(prompt, tools, tools[0].name if choose and tools else None, shape=_BODY if which == "body" else None)


_SPACED = "list_agents"
_SPACE = ToolDefinition(
    "collab", hosted="openai.namespace", args=JsonObject(name="collab", tools=(JsonObject(type="function", name=_SPACED),))
)
"""A namespace with a tool that stands nowhere else."""
_MARKED = JsonObject(anthropic=JsonObject(cacheControl=JsonObject(type="ephemeral")))


def spliced(triggers: Sequence[Prompt]) -> SearchStrategy[Prompt]:
    """Prompts with a trigger in them: alone, before others, between, after, twice, grown. Ids of copies collide or do not."""
    return _laid_out(splice, triggers)


def nearly(triggers: Sequence[Prompt]) -> SearchStrategy[Prompt]:
    """Triggers with one or two things changed: prompts close to breaking."""
    return _laid_out(nudge, triggers)


def _laid_out(lay_out: Callable[[Choices, Sequence[Prompt]], Prompt], triggers: Sequence[Prompt]) -> SearchStrategy[Prompt]:
    """Prompts laid out by choices of hypothesis's. A closure without arguments: hypothesis would write the triggers out."""
    given = triggers or (Prompt(),)

    @st.composite
    def drawn(draw: DrawFn) -> Prompt:
        return lay_out(_Drawn(draw), given)

    return drawn()


@frozen
class _Drawn:
    """Choices of hypothesis's."""

    draw: DrawFn

    def one_of(self, options: Sequence[T]) -> T:
        """Return one by its number: hypothesis writes out what it samples from, and these may be long."""
        return options[self.draw(st.integers(0, len(options) - 1))]

    def turns(self, most: int) -> tuple[Message, ...]:
        """Return the messages of a few turns."""
        return self.draw(prompts(max_turns=most)).messages


__all__ = [
    "TARGETS", "FilePart", "ReasoningPart", "TextPart", "assistant_messages", "call_ids", "call_inputs", "calls", "extras", "files",
    "json_objects", "json_values", "nearly", "output_parts", "prompts", "provider_options", "reasoning", "requests", "results", "spliced",
    "system_messages", "targets", "text_parts", "texts", "tool_names", "tool_rounds", "turns", "user_messages", "with_tools",
]  # fmt: skip
