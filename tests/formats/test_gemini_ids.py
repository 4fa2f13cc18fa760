"""Gemini: calls and results that carry no ids are paired by name and order, and get ids that stay."""

from segue.formats.gemini import GEMINI
from segue.parts import ToolCallPart, ToolResultPart


def calls(*names, ids=()):
    """Make a model's content of calls."""
    given = [*ids, *[None] * len(names)]
    parts = [{"functionCall": {"name": name, "args": {}} | ({"id": id} if id else {})} for name, id in zip(names, given, strict=False)]
    return {"role": "model", "parts": parts}


def results(*names, ids=()):
    """Make a user's content of results."""
    given = [*ids, *[None] * len(names)]
    parts = [
        {"functionResponse": {"name": name, "response": {}} | ({"id": id} if id else {})} for name, id in zip(names, given, strict=False)
    ]
    return {"role": "user", "parts": parts}


ASK = {"role": "user", "parts": [{"text": "Go."}]}


def ids(*contents):
    """Return the ids of the calls and of the results of contents."""
    parts = [part for message in GEMINI.decode(list(contents)).unwrap().prompt.messages for part in message.content]
    return [part.id for part in parts if isinstance(part, ToolCallPart)], [part.id for part in parts if isinstance(part, ToolResultPart)]


def test_results_answer_calls_of_their_name_in_order():
    """Calls of one name are answered in their order, however the results of other names stand between."""
    assert ids(ASK, calls("a", "b", "a"), results("b", "a", "a")) == (
        ["gemini-0-a", "gemini-1-b", "gemini-2-a"],
        ["gemini-1-b", "gemini-0-a", "gemini-2-a"],
    )


def test_the_latest_turn_is_answered_first():
    """A result answers the latest turn that waits for it; an older call without a result gets a later one."""
    assert ids(calls("a"), ASK, calls("a", "a"), results("a")) == (["gemini-0-a", "gemini-1-a", "gemini-2-a"], ["gemini-1-a"])
    assert ids(calls("a"), ASK, calls("a"), results("a"), results("a"))[1] == ["gemini-1-a", "gemini-0-a"]


def test_a_result_without_a_call_has_an_id_of_its_own():
    """A result that answers no call, or a second time, is an orphan."""
    assert ids(results("a"), calls("a"), results("a", "a")) == (["gemini-1-a"], ["gemini-0-a", "gemini-1-a", "gemini-2-a"])


def test_ids_that_are_there_are_kept():
    """A call's own id is kept; a result without one takes it, and an answered call is not answered again."""
    assert ids(calls("a", "a", ids=("x", "y")), results("a", "a", ids=("x",))) == (["x", "y"], ["x", "y"])


def test_no_made_id_stood_before():
    """An id that looks like one that is made here is not made again."""
    before = calls("a", "b", ids=("gemini-0-a", "gemini-1-b"))
    assert ids(before, calls("a", "b"))[0] == ["gemini-0-a", "gemini-1-b", "gemini-1-a", "gemini-2-b"]


def test_a_made_id_fits_elsewhere():
    """A made id is of letters, digits, - and _, at most 40 of them, and never without a name."""
    made = ids(calls("mail:send.now", "n" * 70, "", "größe"))[0]
    assert made == ["gemini-0-mail_send_now", "gemini-1-" + "n" * 20, "gemini-2-call", "gemini-3-gr__e"]


def test_hosted_tools_have_a_queue_of_their_own():
    """A function called as a hosted tool is answered by its own results."""
    code = {"executableCode": {"language": "PYTHON", "code": "1"}}
    ran = {"codeExecutionResult": {"outcome": "OUTCOME_OK"}}
    said = calls("code_execution")
    said["parts"] += [code, ran]
    assert ids(said, results("code_execution"))[1] == ["gemini-1-code_execution", "gemini-0-code_execution"]


def test_a_result_without_a_name_answers_what_waits():
    """The first call of the latest turn that nothing answers; one that runs alone has no name where none waits."""
    assert ids(calls("a", "b"), results("", "")) == (["gemini-0-a", "gemini-1-b"], ["gemini-0-a", "gemini-1-b"])
    assert ids(calls("a"), ASK, calls("b"), results(""))[1] == ["gemini-1-b"]
    assert ids(calls("a", ids=("x",)), results("a", "", ids=("x",)))[1] == ["x", "gemini-0-call"]


def test_a_result_without_a_name_answers_no_hosted_tool():
    """What a provider ran is answered in the model's message."""
    assert ids({"role": "model", "parts": [{"executableCode": {"code": "1"}}]}, results(""))[1] == ["gemini-1-call"]


def test_model_contents_in_a_row_are_one_turn():
    """Their calls are answered in their order, as those of one content are."""
    assert ids(calls("a"), calls("a"), results("a", "a"))[1] == ["gemini-0-a", "gemini-1-a"]
    assert ids(calls("a"), calls("a"), results("a"), results("a"))[1] == ["gemini-0-a", "gemini-1-a"]
    assert ids(calls("a") | {"extra": 1}, calls("a"), results("a"))[1] == ["gemini-0-a"]
