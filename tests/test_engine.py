"""Rules run in order, leave alone what is not theirs, and say what they did and where."""

import re

import pytest
from attrs import evolve

from segue.engine import (
    LONGEST_ERROR,
    apply_rule,
    find_faults,
    matching,
    recover,
    rewrite,
    rewrite_request,
    tool_aliases,
    with_tool_names,
)
from segue.failures import CallFailure, Change, Fault
from segue.kinds import Kind, Loss
from segue.models import Model
from segue.parts import ReasoningPart, TextPart
from segue.prompts import (
    AssistantMessage,
    Prompt,
    Request,
    ToolDefinition,
    UserMessage,
    assistant,
    call,
    prompt,
    result,
    system,
    tool,
    user,
)
from segue.rule import CompatRule
from segue.rules import BUILT_IN
from segue.targets import Target

HERE, ELSEWHERE = Target.of("anthropic/claude-sonnet-4-5"), Target.of("openai/gpt-5.2")


def here(target):
    """Apply at one provider only."""
    return target.provider == "anthropic"


def each_text(change):
    """A repair that changes texts; texts that stay are the same objects, and so is all around them."""

    def repair(given, _):
        messages = []
        for message in given.messages:
            content = tuple(evolve(part, text=text) if (text := change(part.text)) != part.text else part for part in message.content)
            messages.append(message if all(a is b for a, b in zip(content, message.content, strict=True)) else evolve(message, content=content))
        return given if all(a is b for a, b in zip(messages, given.messages, strict=True)) else Prompt(tuple(messages))

    return repair


def drop_empty(given, _):
    """A repair that drops empty messages."""
    messages = tuple(message for message in given.messages if message.content)
    return given if len(messages) == len(given.messages) else Prompt(messages)


def rename_tools(request, _):
    """A repair of requests: the tool `a.b` becomes `a_b`."""
    tools = tuple(evolve(tool, name="a_b") if tool.name == "a.b" else tool for tool in request.tools)
    return request if tools == request.tools else evolve(request, tools=tools)


def find_questions(request, _):
    """Find messages and parts that end in a question mark."""
    for index, message in enumerate(request.prompt.messages):
        for number, part in enumerate(message.content):
            if part.text.endswith("?"):
                yield from [("messages", index), ("messages", index, "content", number)]


def never(*_):
    """Fail where a rule must not be asked."""
    raise AssertionError


ADDED = frozenset({Loss.ADDED})
CAT = CompatRule(
    name="x-cat", applies_to=here, apply_to_prompt=each_text(lambda text: text.replace("cat", "dog")), losses=ADDED,
    error_patterns=(re.compile("no cats"), re.compile("no felines")),
)  # fmt: skip
DOG = CompatRule(name="x-dog", applies_to=here, apply_to_prompt=each_text(lambda text: text.replace("dog", "cow")), error_patterns=(re.compile("no dogs"),))
EMPTY = CompatRule(name="x-empty", reads=frozenset({Kind.EMPTY_MESSAGE}), apply_to_prompt=drop_empty, losses=frozenset({Loss.EMPTY_MESSAGE, Loss.MEDIA}))
TOOL = CompatRule(name="x-tool", apply_to_request=rename_tools, apply_to_prompt=never, error_patterns=(re.compile("bad tool"),))
QUESTION = CompatRule(name="x-question", applies_to=here, find=lambda request, target: tuple(find_questions(request, target)))
NOTHING = CompatRule(name="x-nothing", error_patterns=(re.compile("no .*"),))
ZOO = prompt(user("a cat", "a cow"), assistant("a dog"))


# Rewriting.


def test_rules_are_applied_in_order():
    """A later rule sees what an earlier one made, and each change is named in the order in which it was made."""
    done = rewrite(ZOO, HERE, (CAT, DOG))
    assert done.prompt == prompt(user("a cow", "a cow"), assistant("a cow"))
    assert done.changes == (
        Change("x-cat", ("messages", 0, "content", 0), ADDED),
        Change("x-dog", ("messages", 0, "content", 0), frozenset()),
        Change("x-dog", ("messages", 1, "content", 0), frozenset()),
    )


def test_the_other_order_gives_another_prompt():
    """A rule does not see what comes after it."""
    assert rewrite(ZOO, HERE, (DOG, CAT)).prompt == prompt(user("a dog", "a cow"), assistant("a cow"))


def test_what_is_untouched_is_the_same_object():
    """Messages and parts that no rule changes are the caller's own."""
    done = rewrite(ZOO, HERE, (CAT,)).prompt
    assert done.messages[0].content[1] is ZOO.messages[0].content[1]
    assert done.messages[1] is ZOO.messages[1]


@pytest.mark.parametrize(("target", "rules"), [(ELSEWHERE, (CAT, DOG)), (None, (CAT,)), (HERE, ()), (HERE, (QUESTION, NOTHING, EMPTY, TOOL))])
def test_nothing_to_do_gives_the_same_object(target, rules):
    """Out of scope, without rules, or where no rule has anything to do, prompt and request are the very ones given."""
    request = Request(ZOO)
    assert rewrite(ZOO, target, rules).prompt is ZOO
    assert rewrite_request(request, target, rules).request is request
    assert rewrite(ZOO, target, rules).changes == rewrite_request(request, target, rules).changes == ()


def test_a_clean_history_comes_back_itself():
    """The whole catalogue leaves a history without fault as it is."""
    history = prompt(
        system("Be brief."), user("Trains?"), assistant("Let me see.", call("c1", "trains")), tool(result("c1", "7:10")),
        assistant("7:10."), user("Thanks."),
    )  # fmt: skip
    for target in ("anthropic/claude-sonnet-4-5", "openai/gpt-5.2", None):
        assert rewrite(history, target).prompt is history
        assert find_faults(history, target) == ()


def test_a_rule_is_not_asked_where_nothing_it_reads_is_there():
    """A rule whose kinds a scan does not find is skipped; one that reads everything is always asked."""
    blind = CompatRule(name="x-blind", reads=frozenset({Kind.FILE}), apply_to_prompt=never)
    assert rewrite(ZOO, HERE, (blind,)).prompt is ZOO
    with pytest.raises(AssertionError):
        rewrite(ZOO, HERE, (evolve(blind, reads=frozenset(Kind), apply_to_prompt=never),))


def test_a_rule_sees_kinds_that_an_earlier_one_made():
    """What is in the history is looked at anew after each change."""
    emptied = CompatRule(name="x-emptied", apply_to_prompt=lambda given, _: Prompt((*given.messages[:-1], AssistantMessage(()))))
    done = rewrite(ZOO, HERE, (emptied, EMPTY))
    assert done.prompt == prompt(ZOO.messages[0])
    assert [change.rule for change in done.changes] == ["x-emptied", "x-empty"]


def test_a_change_tells_what_was_lost_and_no_more():
    """Of what a rule may lose, a change names what had stood at its place."""
    done = rewrite(prompt(user("Hi"), assistant(), user("?")), HERE, (EMPTY,))
    assert done.changes == (Change("x-empty", ("messages", 1), frozenset({Loss.EMPTY_MESSAGE})),)


def test_tools_are_rewritten_too():
    """A rule for requests sees the tools; it goes before one for prompts in the same row, and the prompt stays the same object."""
    request = Request(ZOO, (ToolDefinition("a.b"), ToolDefinition("c")))
    done = rewrite_request(request, HERE, (TOOL,))
    assert done.request.tools == (ToolDefinition("a_b"), ToolDefinition("c"))
    assert done.request.prompt is ZOO
    assert done.changes == (Change("x-tool", ("tools", 0), frozenset()),)


OWN_PLACES = (((0,), ((0, "content", 0), (0, "content", 1))), ((1,), ((1, "content"),)))


def test_changes_and_faults_are_named_in_the_callers_terms():
    """Places of a format take the place of those of records, for what is repaired and for what is only found."""
    assert [change.place for change in rewrite_request(Request(ZOO), HERE, (CAT, DOG), OWN_PLACES).changes] == [
        (0, "content", 0), (0, "content", 0), (1, "content"),
    ]  # fmt: skip
    asked = Request(prompt(user("a", "b?"), assistant("c?")))
    assert [fault.place for fault in find_faults(asked, HERE, (QUESTION,), OWN_PLACES)] == [(0,), (0, "content", 1), (1,), (1, "content")]


def test_rules_may_come_one_by_one():
    """Any iterable of rules will do, and anything that names a target."""
    assert rewrite(ZOO, "anthropic/claude-sonnet-4-5", iter([CAT, DOG])).changes == rewrite(ZOO, HERE, (CAT, DOG)).changes
    assert len(find_faults(ZOO, Model("anthropic", "claude-sonnet-4-5"), iter([CAT, DOG]))) == 2


def test_one_rule_alone():
    """One rule is applied where it is in scope; else, and where it has nothing to do, the request is the very one given."""
    request = Request(ZOO)
    assert apply_rule(CAT, request, "anthropic").prompt == prompt(user("a dog", "a cow"), assistant("a dog"))
    assert apply_rule(CAT, request, ELSEWHERE) is request
    assert apply_rule(NOTHING, request, HERE) is request
    assert apply_rule(EMPTY, request, HERE) is request


# Finding.


def test_each_rule_is_tried_on_the_history_as_it_is():
    """A fault is one that the caller's history has, not one that a repair would make; nothing is changed."""
    assert find_faults(ZOO, HERE, (CAT, DOG)) == (
        Fault("x-cat", ("messages", 0, "content", 0)),
        Fault("x-dog", ("messages", 1, "content", 0)),
    )


def test_faults_come_in_the_order_of_the_history():
    """Faults are ordered by where they are, message before part; at one place in the order of the rules."""
    history = Request(prompt(user("a dog", "a cat?"), assistant("a cat")), (ToolDefinition("a.b"),))
    found = find_faults(history, HERE, (TOOL, QUESTION, DOG, CAT, evolve(DOG, name="x-again")))
    assert [(fault.rule, fault.place) for fault in found] == [
        ("x-question", ("messages", 0)),
        ("x-dog", ("messages", 0, "content", 0)),
        ("x-again", ("messages", 0, "content", 0)),
        ("x-question", ("messages", 0, "content", 1)),
        ("x-cat", ("messages", 0, "content", 1)),
        ("x-cat", ("messages", 1, "content", 0)),
        ("x-tool", ("tools", 0)),
    ]


def test_what_is_only_found_is_not_repairable():
    """A rule that only finds says so, and what concerns the whole history comes first."""
    whole = CompatRule(name="x-whole", find=lambda *_: (("messages",),))
    found = find_faults(prompt(user("a cat?")), HERE, (CAT, QUESTION, whole))
    assert [(fault.rule, fault.repairable) for fault in found] == [
        ("x-whole", False), ("x-question", False), ("x-cat", True), ("x-question", False),
    ]  # fmt: skip
    assert found[0].place == ("messages",)


def test_a_rule_may_repair_one_thing_and_find_another():
    """What a rule repairs and what it only finds are both named."""
    both = evolve(CAT, find=QUESTION.find)
    assert [(fault.place[2:], fault.repairable) for fault in find_faults(prompt(user("a cat", "b?")), HERE, (both,))] == [
        ((), False), (("content", 0), True), (("content", 1), False),
    ]  # fmt: skip


@pytest.mark.parametrize(("target", "rules"), [(ELSEWHERE, (CAT, QUESTION)), (HERE, ()), (HERE, (EMPTY, NOTHING, TOOL))])
def test_no_fault(target, rules):
    """Out of scope, without rules or without cause no fault is found."""
    assert find_faults(prompt(user("cat?"), assistant("b")), target, rules) == ()


def test_an_empty_history_is_a_fault_that_nothing_repairs():
    """Both families name a history without any message."""
    for target in (HERE, ELSEWHERE):
        (fault,) = find_faults(Prompt(), target)
        assert (fault.place, fault.repairable) == (("messages",), False)
        assert fault.rule.endswith("-no-messages")


# Recovering.

REQUEST = Request(ZOO)


def test_recovery_by_a_preemptive_rule():
    """A rejection in a rule's words is met by its repair, and the changes are named."""
    recovered = recover(REQUEST, HERE, CallFailure("We take no cats here.", 400), (NOTHING, CAT))
    assert (recovered.rule, recovered.request.prompt) == ("x-cat", prompt(user("a dog", "a cow"), assistant("a dog")))
    assert recovered.changes == (Change("x-cat", ("messages", 0, "content", 0), ADDED),)


def test_recovery_after_an_error():
    """A reactive repair goes before a preemptive one, and is given the target and the failure."""
    seen = []

    def forget(request, target, failure):
        seen.append((target, failure))
        return evolve(request, prompt=Prompt(request.prompt.messages[1:]))

    failure = CallFailure("Error", 400, '{"message": "no cats"}')
    recovered = recover(REQUEST, "anthropic/claude-sonnet-4-5", failure, (evolve(CAT, after_error=forget),))
    assert recovered.request.prompt == Prompt(ZOO.messages[1:])
    assert [change.place for change in recovered.changes] == [("messages", 0, "content", 0), ("messages", 0, "content", 1)]
    assert seen == [(HERE, failure)]


def test_what_a_remedy_leaves_is_mended_by_the_others():
    """A remedy for after an error is settled by all rules but its own, a preemptive one is left as it is."""

    def empty(request, *_):
        return evolve(request, prompt=prompt(UserMessage(()), user("a cat"), assistant("a dog")))

    remedy = evolve(CAT, after_error=empty)
    recovered = recover(REQUEST, HERE, CallFailure("no cats"), (remedy, EMPTY))
    assert recovered.request.prompt == prompt(user("a cat"), assistant("a dog"))
    assert [change.rule for change in recovered.changes][-1] == "x-empty"
    assert recover(Request(prompt(UserMessage(()), *ZOO.messages)), HERE, CallFailure("no cats"), (CAT, EMPTY)).request.prompt.messages[0] == UserMessage(())


def test_the_first_rule_with_a_remedy_recovers():
    """Rules that match and change nothing are passed over, and only one is applied."""
    idle = evolve(CAT, name="x-idle", apply_to_prompt=lambda given, _: given)
    helpless = evolve(CAT, name="x-helpless", after_error=lambda request, *_: request)
    recovered = recover(REQUEST, HERE, CallFailure("no cats, no dogs"), (idle, helpless, CAT, DOG))
    assert (recovered.rule, {change.rule for change in recovered.changes}) == ("x-cat", {"x-cat"})


def test_recovery_of_tools():
    """What a rule changes beside the prompt is a recovery too."""
    recovered = recover(Request(ZOO, (ToolDefinition("a.b"),)), HERE, CallFailure("bad tool"), (TOOL,))
    assert recovered.request.tools == (ToolDefinition("a_b"),)


NO_RECOVERY = {
    "another error": (HERE, "rate limit", (CAT,)),
    "out of scope": (ELSEWHERE, "no cats", (CAT,)),
    "out of scope after an error": (ELSEWHERE, "no cats", (evolve(CAT, after_error=never),)),
    "no rules": (HERE, "no cats", ()),
    "no patterns": (HERE, "no cats", (EMPTY,)),
    "nothing to repair with": (HERE, "no cats", (NOTHING,)),
    "nothing to repair": (HERE, "bad tool", (TOOL,)),
}


@pytest.mark.parametrize(("target", "words", "rules"), NO_RECOVERY.values(), ids=NO_RECOVERY)
def test_no_recovery(target, words, rules):
    """Without a matching rule in scope that has something to do there is no recovery, and no rule out of scope is asked."""
    assert recover(REQUEST, target, CallFailure(words), rules) is None


def test_the_catalogue_recovers():
    """A provider's own words lead to the repair, by default from the whole catalogue."""
    history = prompt(user("Hi"), assistant(ReasoningPart("Hm.", origin=Model("deepseek", "deepseek-v4")), "Hello"), user("?"))
    recovered = recover(Request(history), HERE, CallFailure("messages.1.content.0: Invalid `signature` in `thinking` block", 400))
    assert recovered.rule == "anthropic-foreign-thinking"
    assert recovered.request.prompt == prompt(user("Hi"), assistant("Hello"), user("?"))


MATCHED = {
    "message": (CallFailure("no cats"), ["x-cat", "x-nothing"]),
    "second pattern": (CallFailure("no felines"), ["x-cat", "x-nothing"]),
    "body": (CallFailure("Error", 400, "no dogs"), ["x-dog", "x-nothing"]),
    "both": (CallFailure("no dogs", 400, "no cats"), ["x-cat", "x-dog", "x-nothing"]),
    "across both": (CallFailure("no", 400, "cats"), []),
    "neither": (CallFailure("", None, ""), []),
    "the last words that count": (CallFailure("." * (LONGEST_ERROR - 7) + "no cats"), ["x-cat", "x-nothing"]),
    "one too late": (CallFailure("." * (LONGEST_ERROR - 6) + "no cats"), ["x-nothing"]),
    "a body too late": (CallFailure("Error", 400, "." * LONGEST_ERROR + "no cats"), []),
}


@pytest.mark.parametrize(("failure", "names"), MATCHED.values(), ids=MATCHED)
def test_matching(failure, names):
    """Rules are found by the first 16 kB of message or body, each on its own, in their order."""
    assert [rule.name for rule in matching(failure, (EMPTY, CAT, DOG, NOTHING))] == names


def test_no_words_match_nothing():
    """Not even a pattern that is found in an empty text."""
    assert matching(CallFailure("", 400), (evolve(NOTHING, error_patterns=(re.compile("x*"),)),)) == ()


def test_errors_are_cut_to_16_kb():
    """Of an error's text 16,384 characters are looked at."""
    assert LONGEST_ERROR == 16 * 1024


def test_a_rule_may_add_a_tool():
    """A rule of one's own may put a tool on offer, and a later rule may change it."""
    offer = CompatRule(name="x-offer", apply_to_request=lambda request, _: request if request.tools else evolve(request, tools=(ToolDefinition("a.b"),)))
    done = rewrite_request(REQUEST, HERE, (offer, TOOL, CAT))
    assert done.request.tools == (ToolDefinition("a_b"),)
    assert [(change.rule, change.place) for change in done.changes] == [
        ("x-offer", ("messages",)), ("x-tool", ("tools",)), ("x-cat", ("messages", 0, "content", 0)),
    ]  # fmt: skip


def test_the_catalogue_is_the_default():
    """Without rules the whole catalogue is applied, tried and searched."""
    broken = prompt(UserMessage((TextPart("Hi"), TextPart(""))))
    assert rewrite(broken, HERE) == rewrite(broken, HERE, BUILT_IN)
    assert [fault.rule for fault in find_faults(broken, HERE)] == ["anthropic-blank-text"]
    assert rewrite_request(Request(broken), HERE).request.prompt == prompt(user("Hi"))


TOOLS = Request(prompt(assistant(call("c1", "tides.at"), call("c2", "wind"))), (ToolDefinition("moon.of"), ToolDefinition("")))
ALIASES = {"tides_at_012d512bf4": "tides.at", "moon_of_447fb34f82": "moon.of"}
UNNAMED = {
    "a target that takes the names": ("example-provider/large", BUILT_IN),
    "no rule about names": (HERE, (CAT, TOOL)),
}


def test_aliases_lead_to_names():
    """Each tool of history and request that the target is shown under another name is found by that name, and no other."""
    assert tool_aliases(TOOLS, HERE) == ALIASES
    assert rewrite_request(TOOLS, HERE).request.tools[0].name == "moon_of_447fb34f82"


@pytest.mark.parametrize(("target", "rules"), UNNAMED.values(), ids=UNNAMED)
def test_no_aliases(target, rules):
    """Where no rule renames tools there are no aliases."""
    assert tool_aliases(TOOLS, target, rules) == {}


def test_rules_that_lose_no_names_are_not_asked():
    """What a rule does not declare it does not do."""
    undeclared = [evolve(rule, losses=rule.losses - {Loss.TOOL_NAME}) for rule in BUILT_IN]
    assert tool_aliases(TOOLS, HERE, undeclared) == {}


def test_a_reply_gets_its_names_back():
    """Calls and results of a reply have the caller's names; what has no alias stays the same object."""
    reply = assistant("So.", call("c1", "tides_at_012d512bf4"), call("c2", "wind"), result("c1", "6:12", name="tides_at_012d512bf4"))
    named = with_tool_names(reply, ALIASES)
    assert [getattr(part, "name", "") for part in named.content] == ["", "tides.at", "wind", "tides.at"]
    assert named.content[2] is reply.content[2]


@pytest.mark.parametrize("names", [{}, ALIASES])
def test_a_reply_without_aliases_is_the_same(names):
    """Nothing to put back: the very reply."""
    reply = assistant("So.", call("c2", "wind"))
    assert with_tool_names(reply, names) is reply
