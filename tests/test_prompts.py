"""Messages, prompts and requests, and the short ways to make them."""

import pytest
from attrs.exceptions import FrozenInstanceError

import segue.prompts
from segue.json_values import EMPTY, JsonObject, Malformed
from segue.models import Model
from segue.parts import FilePart, TextPart, ToolCallPart, ToolResultPart
from segue.prompts import (
    AssistantMessage,
    Prompt,
    Request,
    SystemMessage,
    ToolMessage,
    UserMessage,
    assistant,
    call,
    prompt,
    result,
    system,
    texts,
    tool,
    user,
)  # fmt: skip

PICTURE = FilePart("image/png", "iVBORw0KGgo=")


def test_strings_become_texts():
    """Strings are made into text parts, parts stay the objects they are, in order."""
    marked = TextPart("b")
    made = texts("a", marked, PICTURE)
    assert made == (TextPart("a"), marked, PICTURE)
    assert made[1] is marked


def test_messages_are_made_of_texts_and_parts():
    """Each constructor makes its own kind of message, with what is said of its author."""
    asked = call("c1", "trains")
    maker = Model("xai", "grok-4")
    assert [system("a", "b"), user("a", PICTURE, name="zoe"), assistant("a", asked, origin=maker), tool(result("c1", "7:10"))] == [
        SystemMessage((TextPart("a"), TextPart("b"))),
        UserMessage((TextPart("a"), PICTURE), "zoe"),
        AssistantMessage((TextPart("a"), asked), maker),
        ToolMessage((ToolResultPart("c1", "", (TextPart("7:10"),)),)),
    ]


def test_messages_may_be_empty():
    """A message can be made of nothing, as histories have them."""
    assert [message.content for message in (system(), user(), assistant(), tool())] == [(), (), (), ()]


def test_a_call_takes_plain_json():
    """A call's input is frozen; without one it is the empty object; what is no JSON is refused."""
    assert call("c1", "trains") == ToolCallPart("c1", "trains", EMPTY)
    assert call("c1", "trains").input is EMPTY
    assert call("c1", "trains", {"days": ["today"]}).input == JsonObject(days=("today",))
    assert call("c1", "trains", '{"day').input == '{"day'
    with pytest.raises(Malformed):
        call("c1", "trains", {"day": float("nan")})


def test_a_result_holds_one_text():
    """A result is one text, an empty one where none is given, and may be an error."""
    assert result("c1") == ToolResultPart("c1", "", (TextPart(""),))
    assert result("c1", "No.", name="trains", error=True) == ToolResultPart("c1", "trains", (TextPart("No."),), error=True)


def test_tools_are_named_in_their_results():
    """A tool message has no name of its own, so that every message can be asked for one."""
    assert [message.name for message in (system("a"), user("a", name="zoe"), assistant("a"), tool())] == [None, "zoe", None, None]


def test_a_prompt_is_its_messages():
    """A prompt is made of messages, equal where they are, and cannot be changed."""
    made = prompt(user("Hi"), assistant("Hello"))
    assert made == Prompt((user("Hi"), assistant("Hello")))
    assert Prompt() == prompt()
    assert hash(made) == hash(prompt(user("Hi"), assistant("Hello")))
    with pytest.raises(FrozenInstanceError):
        made.messages = ()


def test_a_request_offers_nothing_unless_told():
    """A request of a prompt alone has no tools, forces none, and carries nothing else."""
    bare = Request(prompt(user("Hi")))
    assert (bare.tools, bare.tool_choice, bare.extras, bare.shape) == ((), None, None, None)


def test_public_names_are_there():
    """Every name that the module says is public is."""
    assert [name for name in segue.prompts.__all__ if not hasattr(segue.prompts, name)] == []
