"""Deliberately wrong rules: each is caught, by the very law it breaks. If one passes, the laws are the bug."""

from __future__ import annotations

import re
from datetime import date
from itertools import count

import pytest
from attrs import evolve

from segue.json_values import EMPTY, JsonObject, freeze_object
from segue.kinds import Kind, Loss
from segue.parts import FilePart, OpaquePart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from segue.placeholders import CONTINUE, EARLIER_TURNS, UNKNOWN_TOOL
from segue.prompts import (
    AssistantMessage,
    Prompt,
    Request,
    SystemMessage,
    ToolDefinition,
    ToolMessage,
    UserMessage,
    assistant,
    call,
    prompt,
    result,
    system,
    tool,
    user,
)
from segue.rule import CompatRule, Evidence
from segue.targets import Target
from segue.testing import LawBroken, check_repair, check_rule, check_rules
from segue.testing.laws import EXAMPLES
from segue.testing.searching import Trial, reduced, try_cheap
from segue.testing.subjects import preemptive

EXAMPLE = "example-provider/example-1"
CLOSING = prompt(user("Greet me."), assistant("Hello  "))
ROUND = prompt(user("Weather?"), assistant(call("a.1", "get", {"n": 1})), tool(result("a.1", "rain")), user("So?"))
TWO = prompt(user("?"), assistant(call("a.1", "get"), call("a.2", "get")), tool(result("a.1", "x"), result("a.2", "y")), user("So?"))
THINKING = prompt(user("?"), assistant(ReasoningPart("Hm."), "Yes."), user("Sure?"), assistant(ReasoningPart("Hm hm."), "Aye."))
SIGNED = prompt(user("?"), assistant(TextPart("Yes.", freeze_object({"google": {"thoughtSignature": "Cs"}}))))
MARKED = prompt(user(TextPart("Hi.", freeze_object({"anthropic": {"cacheControl": {"type": "ephemeral"}}}))))
NAMED = prompt(user("Hi.", name="Ann"))


def messages(change, kind=object):
    """Return a repair that changes each message of a kind, and leaves the others alone."""

    def repair(before, _target=None):
        made = tuple(change(message) if isinstance(message, kind) else message for message in before.messages)
        return before if all(new is old for new, old in zip(made, before.messages, strict=True)) else Prompt(made)

    return repair


def parts(change, kind=object):
    """Return a repair that replaces each part of a kind by what `change` gives, an iterable."""

    def changed(message):
        made = tuple(new for part in message.content for new in (change(part) if isinstance(part, kind) else (part,)))
        same = len(made) == len(message.content) and all(new is old for new, old in zip(made, message.content, strict=True))
        return message if same else evolve(message, content=made)

    return messages(changed)


def rule(repair, *triggers, **fields):
    """Return a rule of one repair."""
    losses = frozenset(fields.pop("losses", ()))
    return CompatRule(name="wrong", apply_to_prompt=repair, triggers=triggers, losses=losses, **fields)


def closing_text(before):
    """Return the closing assistant text that ends in white space, if there is one."""
    match before.messages:
        case (*_, AssistantMessage(content=(*_, TextPart(text=text)))) if text != text.rstrip():
            return text
    return None


def end_closing(before, text):
    """Return the prompt with another closing text."""
    closing = before.messages[-1]
    part = evolve(closing.content[-1], text=text)
    return Prompt((*before.messages[:-1], evolve(closing, content=(*closing.content[:-1], part))))


def strip(before, _target=None):
    """Strip the end of a closing assistant text; a right repair."""
    text = closing_text(before)
    return before if text is None else end_closing(before, text.rstrip())


def nothing(before, _target):
    return before


COUNTER = count()


def counting(before, _target):
    text = closing_text(before)
    return before if text is None else end_closing(before, f"{text.rstrip()}{next(COUNTER)}")


def mutating(before, _target):
    for message in before.messages:
        if isinstance(message, UserMessage) and message.name:
            object.__setattr__(message, "name", None)
            return Prompt(before.messages)
    return before


def one_at_a_time(before, _target):
    text = closing_text(before)
    return before if text is None else end_closing(before, text[:-1])


def copying_prompt(before, target):
    text = closing_text(before)
    return Prompt(before.messages) if text is None else strip(before, target)


def copying_messages(before, target):
    after = strip(before, target)
    return after if after is before else Prompt((*(evolve(message) for message in after.messages[:-1]), after.messages[-1]))


def copying_parts(before, target):
    after = strip(before, target)
    if after is before:
        return before
    closing = after.messages[-1]
    content = (*(evolve(part) for part in closing.content[:-1]), closing.content[-1])
    return Prompt((*after.messages[:-1], evolve(closing, content=content)))


drops_words = parts(lambda part: () if part.text == "Greet me." else (part,), TextPart)
drops_thoughts = parts(lambda _: (), ReasoningPart)
drops_tokens = parts(lambda part: (evolve(part, provider_options=EMPTY),) if part.provider_options else (part,), TextPart)
drops_names = messages(lambda message: evolve(message, name=None) if message.name is not None else message, UserMessage)
shouts = parts(lambda part: (evolve(part, text="HELLO"),) if part.text == "Hello  " else (part,), TextPart)
floats = parts(
    lambda part: (evolve(part, input=JsonObject(n=1.0)),) if isinstance(part.input, JsonObject) and part.input.get("n").__class__ is int else (part,),
    ToolCallPart,
)


def adds(text):
    """Return a repair that puts a user's word behind a closing assistant."""

    def repair(before, _target=None):
        closes = before.messages and isinstance(before.messages[-1], AssistantMessage)
        return Prompt((*before.messages, user(text))) if closes else before

    return repair


def system_first(before, _target):
    first = [message for message in before.messages if message.__class__.__name__ == "SystemMessage"]
    rest = [message for message in before.messages if message not in first]
    made = (*first, *rest)
    return before if made == before.messages else Prompt(made)


def merging(before, _target):
    made = []
    for message in before.messages:
        if made and isinstance(message, UserMessage) and isinstance(made[-1], UserMessage):
            made[-1] = evolve(made[-1], content=(*made[-1].content, *message.content))
        else:
            made.append(message)
    return Prompt(tuple(made)) if len(made) < len(before.messages) else before


def plain(id):
    return id.replace(".", "_")


renames_calls_only = parts(lambda part: (evolve(part, id=plain(part.id)),) if "." in part.id else (part,), ToolCallPart)
renames_to_one = parts(lambda part: (evolve(part, id="same"),) if part.id in {"a.1", "a.2"} else (part,), ToolCallPart | ToolResultPart)
renames_both = parts(lambda part: (evolve(part, id=plain(part.id)),) if "." in part.id else (part,), ToolCallPart | ToolResultPart)


def tells_results_only(before, _target):
    made = tuple(
        user(*(piece.text for part in message.content for piece in part.output))
        if isinstance(message, ToolMessage) and message.content == (result("a.1", "rain"),)
        else message
        for message in before.messages
    )
    return before if made == before.messages else Prompt(made)


def swaps_results(before, _target):
    def swapped(message):
        match message.content:
            case (ToolResultPart(id="a.1") as first, ToolResultPart(id="a.2") as second) if first.output != second.output and first.output[0].text < second.output[0].text:
                return evolve(message, content=(evolve(first, output=second.output), evolve(second, output=first.output)))
        return message

    return messages(swapped, ToolMessage)(before)


def numbering(before, _target):
    """Name calls by how many there are in all."""
    total = sum(isinstance(part, ToolCallPart) for message in before.messages for part in message.content)
    return parts(lambda part: (evolve(part, id=f"{part.id}-{total}"),) if part.id in {"a.1", "a.2"} else (part,), ToolCallPart | ToolResultPart)(before)


def earlier_thoughts(before, _target):
    """Drop the thoughts of all but the last model turn: what most libraries do."""
    spoken = [index for index, message in enumerate(before.messages) if isinstance(message, AssistantMessage)]
    late = Prompt(before.messages[spoken[-1] :]) if spoken else before
    early = drops_thoughts(Prompt(before.messages[: spoken[-1]])) if spoken else before
    made = (*early.messages, *late.messages)
    return before if not spoken or all(a is b for a, b in zip(made, before.messages, strict=True)) else Prompt(made)


def tells_calls_only(before, _target):
    def changed(message):
        return evolve(message, content=(TextPart("1"),)) if message == ROUND.messages[1] else message

    return messages(changed, AssistantMessage)(before)


def asks_more(before, _target):
    """Put a call that nobody answers at the end."""
    closes = closing_text(before) is not None
    return Prompt((*before.messages, assistant(call("new", UNKNOWN_TOOL)))) if closes else before


def always_new(before, _target):
    return Prompt(before.messages) if before.messages and getattr(before.messages[0], "name", None) else before


def drops_empty_late(before, _target):
    """Drop what is empty once a history is long, so that all that stands behind it moves."""
    return drops_empty(before) if len(before.messages) > 3 else before


def strips_and_spoils(spoil):
    """Return the right repair, and another wrong one wherever something stands that the triggers have not."""

    def repair(before, _target=None):
        return strip(spoil(before))

    return repair


drops_opaque = parts(lambda _: (), OpaquePart)
drops_hosted = parts(lambda part: () if part.hosted else (part,), ToolResultPart)
spells_one_id = parts(lambda part: (evolve(part, id="functions_read_1"),) if part.id == "functions.read:1" else (part,), ToolCallPart | ToolResultPart)
drops_errors = parts(lambda part: (evolve(part, error=False),) if part.error else (part,), ToolResultPart)
drops_developers = messages(lambda message: evolve(message, developer=False) if message.developer else message, SystemMessage)
drops_unclaimed = messages(lambda message: evolve(message, extras=None) if message.extras is not None else message, AssistantMessage)


def drops_doubled(before, _target=None):
    """Drop the second of two results that are the same in one message, as if it were nothing."""
    return messages(lambda message: evolve(message, content=message.content[:-1]) if message.content[:-1] and message.content[0] == message.content[-1] else message, ToolMessage)(before)


def raises(before, _target=None):
    """Choke on a file."""
    if any(isinstance(part, FilePart) for message in before.messages for part in message.content):
        raise ValueError("no data")
    return strip(before)


def blanks_then_names(before, _target):
    """Two repairs in one, of which the rule names what the first one needs."""
    after = parts(lambda part: () if part.text == " " else (part,), TextPart)(before)
    return after if after is not before else drops_names(before)


def drops_empty(before, _target=None):
    kept = tuple(message for message in before.messages if message.content)
    return before if len(kept) == len(before.messages) else Prompt(kept)


def quadratic(before, target):
    for message in before.messages:
        for other in before.messages:
            if message is other and target is None:
                return before
    return strip(before)


WRONG = {
    "never-fires": (0, rule(nothing, CLOSING)),
    "has-no-triggers": (0, rule(strip, losses={Loss.END_WHITESPACE})),
    "is-nowhere-in-scope": (0, rule(strip, CLOSING, applies_to=lambda _: False)),
    "counts": (1, rule(counting, CLOSING, losses=Loss)),
    "mutates": (1, rule(mutating, NAMED, losses={Loss.SPEAKER})),
    "takes-one-space-at-a-time": (2, rule(one_at_a_time, CLOSING, losses={Loss.END_WHITESPACE})),
    "copies-the-prompt": (3, rule(copying_prompt, CLOSING, losses={Loss.END_WHITESPACE})),
    "copies-messages": (3, rule(copying_messages, CLOSING, losses={Loss.END_WHITESPACE})),
    "copies-parts": (3, rule(copying_parts, prompt(assistant("Ah.", "Oh ")), losses={Loss.END_WHITESPACE})),
    "drops-user-text": (5, rule(drops_words, CLOSING, losses={Loss.EMPTY_TEXT, Loss.EMPTY_MESSAGE})),
    "loses-thoughts": (5, rule(drops_thoughts, THINKING, losses={Loss.OPAQUE_TOKEN})),
    "loses-tokens": (5, rule(drops_tokens, SIGNED, losses={Loss.CACHE_MARKER})),
    "loses-markers": (5, rule(drops_tokens, MARKED, losses={Loss.OPAQUE_TOKEN})),
    "loses-names": (5, rule(drops_names, NAMED)),
    "puts-other-words": (5, rule(shouts, CLOSING, losses={Loss.END_WHITESPACE})),
    "makes-floats-of-integers": (5, rule(floats, ROUND, losses={Loss.INPUT_FORM})),
    "adds-words": (5, rule(adds("Go on."), CLOSING, losses={Loss.ADDED})),
    "adds-undeclared": (5, rule(adds(CONTINUE), CLOSING)),
    "reorders": (5, rule(system_first, prompt(user("?"), system("Short.")))),
    "merges": (5, rule(merging, prompt(user("a"), user("b")))),
    "renames-undeclared": (5, rule(renames_both, ROUND)),
    "breaks-a-pair": (6, rule(renames_calls_only, ROUND, losses={Loss.CALL_ID})),
    "collides-ids": (6, rule(renames_to_one, TWO, losses={Loss.CALL_ID})),
    "demotes-half-a-pair": (6, rule(tells_results_only, ROUND, losses={Loss.DEMOTED})),
    "demotes-the-other-half": (6, rule(tells_calls_only, ROUND, losses={Loss.DEMOTED})),
    "asks-more": (6, rule(asks_more, CLOSING, losses={Loss.ADDED})),
    "copies-at-once": (3, rule(always_new, NAMED)),
    "hides-its-own-rest": (
        7,
        rule(blanks_then_names, prompt(user(" ", "Hi", name="Ann")), losses={Loss.SPEAKER, Loss.EMPTY_TEXT}, reads=frozenset({Kind.BLANK_TEXT})),
    ),
    "hides-work": (7, rule(drops_names, NAMED, losses={Loss.SPEAKER}, reads=frozenset({Kind.FILE}))),
    "drops-earlier-thoughts": (8, rule(earlier_thoughts, THINKING, losses={Loss.REASONING, Loss.EMPTY_MESSAGE, Loss.OPAQUE_TOKEN})),
    "drops-messages-late": (8, rule(drops_empty_late, prompt(assistant(), user("a"), assistant("b"), user("c")), losses={Loss.EMPTY_MESSAGE, Loss.MERGED})),
    "numbers-calls": (8, rule(numbering, TWO, losses={Loss.CALL_ID})),
    "is-quadratic": (11, rule(quadratic, CLOSING, losses={Loss.END_WHITESPACE})),
    "has-a-greedy-pattern": (11, rule(strip, CLOSING, losses={Loss.END_WHITESPACE}, error_patterns=(re.compile("too.*long"),))),
}


@pytest.mark.parametrize(("law", "wrong"), WRONG.values(), ids=WRONG)
def test_a_wrong_rule_breaks_the_law_it_breaks(law, wrong):
    """Each wrong rule is caught, and by no other law."""
    with pytest.raises(LawBroken) as caught:
        check_rule(wrong)
    assert (caught.value.law, caught.value.rule) == (law, "wrong")


SOUGHT = {name: (law, wrong) for name, (law, wrong) in WRONG.items() if law not in {0, 11}}
SOUGHT["merges"] = (3, WRONG["merges"][1])  # a message that took in an empty one is what it meets first


@pytest.mark.parametrize(("law", "wrong"), SOUGHT.values(), ids=SOUGHT)
def test_the_quick_search_alone_finds_it(law, wrong):
    """Without the search for the smallest, and the example it shows is small once what can be left out is."""
    trial = Trial(preemptive(wrong), wrong.triggers, (Target.of(None),))
    with pytest.raises(LawBroken) as caught:
        try_cheap(trial, EXAMPLES)
    small = reduced(trial, caught.value)
    assert (caught.value.law, small.law) == (law, law)
    assert len(small.request.prompt.messages) <= max(len(trigger.messages) for trigger in wrong.triggers)


# What breaks only where the triggers are not: the prompts around them have to have it.
RARE = {
    "unknown parts": (drops_opaque, set()),
    "hosted results": (drops_hosted, set()),
    "one id": (spells_one_id, set()),
    "errors": (drops_errors, set()),
    "developers": (drops_developers, set()),
    "unclaimed fields": (drops_unclaimed, set()),
    "doubled results": (drops_doubled, set()),
    "names": (drops_names, set()),
    "thoughts": (drops_thoughts, {Loss.OPAQUE_TOKEN}),
}


@pytest.mark.parametrize(("spoil", "losses"), RARE.values(), ids=RARE)
def test_what_the_triggers_do_not_show_is_found(spoil, losses):
    """A rule that is right on its triggers and wrong on what stands around them is caught by the quick search."""
    spoiled = rule(strips_and_spoils(spoil), CLOSING, losses={Loss.END_WHITESPACE, *losses})
    trial = Trial(preemptive(spoiled), spoiled.triggers, (Target.of(None),))
    with pytest.raises(LawBroken) as caught:
        try_cheap(trial, 200)
    assert caught.value.law in {5, 6}


def test_a_rule_that_raises_is_shown_as_it_raised():
    """Its own exception comes through."""
    with pytest.raises(ValueError, match="no data"):
        check_rule(rule(raises, CLOSING, losses={Loss.END_WHITESPACE}), examples=200)


def test_what_the_full_search_misses_is_raised_all_the_same():
    """The quick one's find: a rule that goes wrong on each prompt but once, which hypothesis takes for flaky."""
    seen = []

    def forgetful(before, _target=None):
        if len(before.messages) < 3 or before in seen:
            return before
        seen.append(before)
        return Prompt(before.messages[:-1])

    with pytest.raises(LawBroken) as caught:
        check_rule(rule(forgetful, prompt(user("a"), assistant("b"), user("c"))))
    assert caught.value.law == 1


def test_what_can_be_left_out_is():
    """Messages, parts and tools, as long as the same law is broken."""
    trial = Trial(preemptive(rule(drops_names, NAMED)), (NAMED,), (Target.of(None),))
    long = Request(prompt(user("Hi."), *NAMED.messages, user("a", "b", name="Bob")), (ToolDefinition("get"),), "get")
    found = reduced(trial, LawBroken(5, "wrong", "lost", long, Target.of(None)))
    assert found.request == Request(prompt(UserMessage((), name="Bob")))


def test_another_law_is_no_smaller_witness():
    """What breaks another law is not taken for it, nor is anything where there is no request."""
    trial = Trial(preemptive(rule(drops_names, NAMED)), (NAMED,), (Target.of(None),))
    others = LawBroken(8, "wrong", "moved", Request(prompt(user("Hi."), *NAMED.messages)), Target.of(None)), LawBroken(11, "wrong", "slow")
    assert [reduced(trial, other) for other in others] == [*others]


RIGHT = rule(strip, CLOSING, losses={Loss.END_WHITESPACE}, error_patterns=(re.compile("trailing white ?space"),))


def test_the_right_repair_passes():
    """The repair that the wrong ones are made of breaks no law."""
    check_rule(RIGHT)


def test_a_right_rule_of_ten_lines():
    """What the README shows: a user's own rule, held to all laws in one line."""

    def without_options(before, _target):
        def cleaned(message):
            if not isinstance(message, AssistantMessage) or not any(getattr(part, "provider_options", EMPTY) for part in message.content):
                return message
            return evolve(message, content=tuple(evolve(p, provider_options=EMPTY) if getattr(p, "provider_options", EMPTY) else p for p in message.content))

        made = tuple(map(cleaned, before.messages))
        return before if all(new is old for new, old in zip(made, before.messages, strict=True)) else Prompt(made)

    check_rule(
        CompatRule(
            name="example-options",
            applies_to=lambda target: target.provider == "example-provider",
            apply_to_prompt=without_options,
            losses=frozenset({Loss.OPAQUE_TOKEN, Loss.CACHE_MARKER}),
            triggers=(SIGNED,),
        )
    )


def test_a_rule_may_not_act_where_it_must_not():
    """`outside` names targets that a rule must leave alone."""
    with pytest.raises(LawBroken, match="out of scope") as caught:
        check_rule(RIGHT, outside=(EXAMPLE,))
    assert caught.value.law == 4


def test_a_scope_that_wavers_is_seen():
    """A rule that says it is out of scope and acts nevertheless breaks law 4."""
    answers = count()
    wavering = rule(strip, CLOSING, losses={Loss.END_WHITESPACE}, applies_to=lambda _: next(answers) % 2 == 0)
    with pytest.raises(LawBroken) as caught:
        check_rule(wavering, targets=("openai/gpt-4o", EXAMPLE))
    assert caught.value.law == 4


def test_a_rule_may_not_make_work_for_an_earlier_one():
    """`before` names rules that have run already."""
    lengthening = rule(adds(CONTINUE), CLOSING, losses={Loss.ADDED})
    shortening = rule(drops_continue, prompt(assistant("x"), user(CONTINUE)), losses={Loss.ADDED}, unstable="for the test")
    with pytest.raises(LawBroken, match="new faults of rules before it: wrong") as caught:
        check_rule(lengthening, before=(shortening,))
    assert caught.value.law == 7


def drops_continue(before, _target=None):
    """Undo what `adds(CONTINUE)` does."""
    return Prompt(before.messages[:-1]) if before.messages and before.messages[-1] == user(CONTINUE) else before


def test_a_later_rule_may_not_bring_the_fault_back():
    """`after` names rules that run later; they may have work, and must not undo this one's."""
    lengthening = rule(adds(CONTINUE), CLOSING, losses={Loss.ADDED})
    shortening = rule(drops_continue, prompt(assistant("x"), user(CONTINUE)), losses={Loss.ADDED})
    with pytest.raises(LawBroken, match="bring its fault back") as caught:
        check_rule(lengthening, after=(shortening,))
    assert caught.value.law == 7


def test_rules_in_any_order_that_do_not_disturb_each_other_pass():
    """Two right rules, each told of the other."""
    check_rule(RIGHT, before=(rule(drops_names, NAMED, losses={Loss.SPEAKER}),), after=(rule(renames_both, ROUND, losses={Loss.CALL_ID}),), examples=30)


def test_a_rule_that_merges_is_right_where_it_says_so():
    """A message that takes in an empty one is new, though it may equal what it was."""
    losses = {Loss.MERGED, Loss.SPEAKER, Loss.CACHE_MARKER, Loss.UNKNOWN_FIELD}
    check_rule(rule(merging, prompt(UserMessage(()), user("b")), losses=losses, unstable="a later message may join the last one"))


def test_a_user_message_may_vanish_at_the_end():
    """The stable prefix is then what stood before it."""
    check_rule(rule(drops_empty, prompt(user("a"), UserMessage(()), assistant("b")), prompt(UserMessage(())), losses={Loss.EMPTY_MESSAGE, Loss.MERGED}))


def test_a_rule_is_not_blamed_for_faults_that_were_left_to_it():
    """An earlier rule that does not settle says nothing about a later one."""
    unsettled = evolve(rule(one_at_a_time, CLOSING, losses={Loss.END_WHITESPACE}), name="slow")
    check_rule(rule(drops_names, NAMED, prompt(user("a", name="Ann"), assistant("b   ")), losses={Loss.SPEAKER}), before=(unsettled,))


def test_a_rule_may_repair_and_find():
    """Places that a rule only names are no business of the laws."""
    check_rule(evolve(RIGHT, find=find_names), examples=20)


def test_an_unstable_rule_says_why():
    """Law 8 is not asked of a rule that says why it cannot keep it."""
    check_rule(rule(numbering, TWO, losses={Loss.CALL_ID}, unstable="the ids count all calls"), examples=30)


def test_the_message_shows_the_smallest_prompt():
    """What is raised names law, rule and target, and the prompt as it would be written."""
    with pytest.raises(LawBroken) as caught:
        check_rule(rule(drops_names, NAMED), targets=(EXAMPLE,))
    first, *rest = str(caught.value).split("\n")
    assert first == "wrong breaks law 5 (keeps, and adds nothing): undeclared loss of speaker 'Ann' of message 0"
    assert rest == ["target: example-provider/example-1", "on: Prompt((UserMessage((TextPart('Hi.'),), 'Ann'),))"]


def test_a_bare_repair_is_checked_alike():
    """`check_repair` needs a function, what it loses, and prompts that trigger it."""
    check_repair(strip, {Loss.END_WHITESPACE}, [CLOSING])
    with pytest.raises(LawBroken) as caught:
        check_repair(strip, {Loss.EMPTY_TEXT}, [CLOSING])
    assert (caught.value.law, caught.value.rule) == (5, "strip")


# Rule sets.


def test_a_set_in_the_right_order_passes():
    """A set settles after one pass, and may lose what its rules declare."""
    check_rules((rule(drops_names, NAMED, losses={Loss.SPEAKER}), evolve(RIGHT, name="strip")), EXAMPLE)


def test_a_set_in_the_wrong_order_does_not_settle():
    """The rule that ought to run last runs first."""
    first = evolve(RIGHT, name="strip")
    last = CompatRule(
        name="unquote",
        apply_to_prompt=lambda before, _: end_closing(before, "Hello ") if closes_with(before, "Hello [empty result]") else before,
        losses=frozenset(Loss) - {Loss.ADDED},
        triggers=(prompt(assistant("Hello [empty result]")),),
    )
    with pytest.raises(LawBroken):
        check_rules((first, last), EXAMPLE)


def closes_with(before, text):
    """Tell whether a prompt closes with these words of an assistant."""
    return bool(before.messages) and before.messages[-1] == assistant(text)


def test_a_set_that_undoes_itself_does_not_settle():
    """Two rules that undo each other never come to an end."""
    lengthening = evolve(rule(adds(CONTINUE), CLOSING, losses={Loss.ADDED}), name="lengthen")
    answering = CompatRule(
        name="answer",
        apply_to_prompt=lambda before, _: Prompt((*before.messages, assistant(EARLIER_TURNS))) if closes_with_user(before) else before,
        losses=frozenset({Loss.ADDED}),
        triggers=(prompt(user(CONTINUE)),),
    )
    with pytest.raises(LawBroken) as caught:
        check_rules((lengthening, answering), EXAMPLE)
    assert caught.value.law == 2


def test_a_set_with_a_slow_rule_is_seen():
    """The triggers are tried together, and a rule that is quadratic on one of them shows."""
    slow = rule(quadratic, CLOSING, losses={Loss.END_WHITESPACE})
    with pytest.raises(LawBroken) as caught:
        check_rules((slow, rule(drops_names, NAMED, losses={Loss.SPEAKER})), None, examples=10)
    assert caught.value.law == 11


def closes_with_user(before):
    """Tell whether a prompt closes with the placeholder that asks to go on."""
    return bool(before.messages) and before.messages[-1] == user(CONTINUE)


# Rules of other kinds.


def test_rules_over_requests_see_tools():
    """A rule that reads tools is tried on requests that have some."""

    def offer_less(request, _target):
        kept = tuple(definition for definition in request.tools if not definition.hosted)
        return request if len(kept) == len(request.tools) else evolve(request, tools=kept)

    dropping = CompatRule(name="tools", apply_to_request=offer_less, triggers=(ROUND,), losses=frozenset({Loss.TOOL_DEFINITION}))
    check_rule(dropping, examples=30)
    with pytest.raises(LawBroken) as caught:
        check_rule(evolve(dropping, losses=frozenset()), examples=30)
    assert caught.value.law == 5


def after_error(request, _target, failure):
    """Strip the end once the provider has refused it."""
    return request if failure.message else evolve_prompt(request)


def evolve_prompt(request):
    """Apply the right repair to a request."""
    after = strip(request.prompt)
    return request if after is request.prompt else evolve(request, prompt=after)


def test_reactive_rules_are_held_to_the_laws_too():
    """What is done after an error loses no more than it declares."""
    check_rule(CompatRule(name="late", after_error=after_error, triggers=(CLOSING,), losses=frozenset({Loss.END_WHITESPACE})), examples=30)
    of_example = CompatRule(
        name="late",
        applies_to=lambda target: target.provider == "example-provider",
        after_error=after_error,
        triggers=(CLOSING,),
        losses=frozenset({Loss.END_WHITESPACE}),
        evidence=(Evidence("", 400, "https://docs.example", date(2026, 2, 8)),),
    )
    check_rule(of_example, examples=20)
    with pytest.raises(LawBroken, match="late \\(after an error\\)"):
        check_rule(CompatRule(name="late", after_error=after_error, triggers=(CLOSING,)), examples=30)


def find_names(request, _target):
    """Name the messages that have a name."""
    return tuple(("messages", index) for index, message in enumerate(request.prompt.messages) if getattr(message, "name", None))


def test_rules_that_only_find_must_find():
    """A rule that repairs nothing must at least see its triggers."""
    check_rule(CompatRule(name="names", find=find_names, triggers=(NAMED,)))
    check_rule(CompatRule(name="names", find=find_names))
    with pytest.raises(LawBroken) as caught:
        check_rule(CompatRule(name="names", find=find_names, triggers=(CLOSING,)))
    assert caught.value.law == 0


def test_swapped_results_are_seen():
    """Content that went to another call is found at the wrong call, moved or not."""
    for losses in ((), (Loss.POSITION,), (Loss.CALL_ID,), (Loss.CALL_ID, Loss.POSITION)):
        with pytest.raises(LawBroken) as caught:
            check_rule(rule(swaps_results, TWO, losses=losses))
        assert caught.value.law in {5, 6}


UNKNOWN_TOOLS = ToolMessage((result("a.1", UNKNOWN_TOOL),))
