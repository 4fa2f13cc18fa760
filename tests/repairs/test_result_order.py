"""Results stand in the order of their calls."""

from __future__ import annotations

from attrs import evolve

from segue.json_values import freeze_object
from segue.parts import FilePart, ToolCallPart
from segue.prompts import Prompt, assistant, call, prompt, result, tool, user
from segue.repairs.result_order import order_results
from segue.shapes import Extras
from tests.repairs.settling import ids, settled, spared, untouched

ASK = user("Go.")
TRIO = assistant("I look.", call("a", "run"), call("b", "run"), call("c", "run"))


def test_messages_of_one_result_change_places():
    """The very messages, with what they carry."""
    before = prompt(ASK, TRIO, *(evolve(tool(result(id, id)), extras=Extras("x", freeze_object({"id": id}))) for id in "cab"), ASK)
    after = settled(order_results, before)

    assert ids(after)[2:5] == [["a"], ["b"], ["c"]]
    assert [message.extras.fields["id"] for message in after.messages[2:5]] == ["a", "b", "c"]
    assert {id(message) for message in after.messages} == {id(message) for message in before.messages}


def test_results_of_one_message_change_places():
    """Or of several with some each; two of one call keep their order."""
    one = settled(order_results, prompt(ASK, TRIO, tool(result("c", "3"), result("a", "1"), result("b", "2"), result("a", "one"))))
    some = settled(order_results, prompt(ASK, TRIO, tool(result("c", "3"), result("b", "2")), tool(result("a", "1"))))

    assert [part.output[0].text for part in one.messages[2].content] == ["1", "one", "2", "3"]
    assert ids(some)[2:] == [["a", "b"], ["c"]]


def test_two_messages_of_one_call_keep_their_order():
    """Whatever they hold."""
    before = prompt(ASK, TRIO, tool(result("b", "2")), tool(result("a", "z")), tool(result("a", "a")))

    assert [message.content[0].output[0].text for message in settled(order_results, before).messages[2:]] == ["z", "a", "2"]


def test_an_empty_message_among_the_results_stays():
    """Though there are as many messages as results then."""
    after = settled(order_results, prompt(ASK, TRIO, tool(result("b"), result("a")), tool()))

    assert ids(after)[2:] == [["a", "b"], []]


def test_each_turn_is_its_own():
    """Calls of messages in a row are one turn; those that stand right are the same objects."""
    turn = (assistant(call("a", "run")), assistant(call("b", "run")), tool(result("b", "2")), tool(result("a", "1")))
    before = prompt(ASK, TRIO, tool(*(result(id) for id in "abc")), *turn)
    after = settled(order_results, before)

    assert ids(after)[-2:] == [["a"], ["b"]]
    spared(before, after, 5, 6)


def test_what_is_unclear_is_left_alone():
    """One id twice, a result of another turn or without call, files among results, a server's call, no result at all."""
    hosted = ToolCallPart("h", "search", freeze_object({}), hosted=True)
    untouched(
        order_results,
        Prompt(),
        prompt(ASK, assistant(call("a", "x"), call("a", "y"), call("b", "z")), tool(result("b"), result("a"))),
        prompt(ASK, TRIO, tool(result("c"), result("z"), result("a"))),
        prompt(ASK, TRIO, ASK, tool(result("c")), tool(result("a"))),
        prompt(ASK, TRIO, evolve(tool(result("c")), content=(result("c"), FilePart("image/png", "iVBORw0KGgo="), result("a")))),
        prompt(ASK, assistant(hosted), tool(result("h"))),
        prompt(ASK, assistant(hosted, call("a", "x")), tool(result("a"), result("h"))),
        prompt(ASK, TRIO),
    )
