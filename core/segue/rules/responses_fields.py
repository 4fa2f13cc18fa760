"""What OpenAI's Responses API refuses of layouts, fields and empty contents."""

from __future__ import annotations

from functools import partial

from segue.kinds import Kind, Loss, Place
from segue.profiles import responses as profile
from segue.profiles.responses_fields import taken_fields, usual_fields
from segue.prompts import Request, SystemMessage
from segue.repairs.empty_messages import drop_empty_messages
from segue.repairs.null_content import fill_null_content
from segue.repairs.odd_layouts import forget_odd_layouts
from segue.repairs.unknown_fields import drop_unknown_fields
from segue.rule import CompatRule
from segue.rules import _item_triggers as broken_here
from segue.rules import _triggers as broken_by
from segue.rules._rows import ignoring_target, quoted, words
from segue.rules.responses_content import responses_api
from segue.targets import Target

_GITHUB = "https://github.com/"
_NULL_TEXT = "Invalid type for 'input[2].content': expected one of an array of objects or string, but got null instead."


def nothing_given(request: Request, _: Target) -> tuple[Place, ...]:
    """Find a body without input: no messages, or a system message alone that would stand beside it, and nothing to go on from."""
    messages = request.prompt.messages
    alone = len(messages) == 1 and isinstance(messages[0], SystemMessage) and not messages[0].developer
    goes_on = profile.is_chained(request) or profile.body(request).get("prompt") is not None
    return (("messages",),) if (alone or not messages) and not goes_on else ()


FIELDS = (
    CompatRule(
        name="openai-responses-json-arguments",
        demand="The arguments of a call are JSON in a string.",
        applies_to=responses_api,
        reads=frozenset({Kind.ODD_LAYOUT}),
        apply_to_prompt=ignoring_target(partial(forget_odd_layouts, is_odd=profile.is_json_arguments)),
        error_patterns=words(
            r"invalid type for 'input\[\d+\]\.arguments': expected a string", r"missing required parameter: 'input\[\d+\]\.arguments'"
        ),
        evidence=(quoted("", "https://platform.openai.com/docs/api-reference/responses/create"),),
        triggers=broken_here.JSON_ARGUMENTS,
    ),
    CompatRule(
        name="openai-responses-missing-field",
        demand="A reasoning item has its summary, if only an empty list; an image says how closely it is looked at.",
        applies_to=responses_api,
        reads=frozenset({Kind.ODD_LAYOUT}),
        apply_to_prompt=ignoring_target(partial(forget_odd_layouts, is_odd=profile.lacks_field)),
        error_patterns=words(r"missing required parameter: 'input\[\d+\]\.(summary|content\[\d+\]\.detail)'"),
        evidence=(
            quoted("Missing required parameter: 'input[22].summary'.", f"{_GITHUB}mangowhoiscloud/geode/pull/1715"),
            quoted("Missing required parameter: 'input[4].summary'.", f"{_GITHUB}lidge-jun/opencodex/pull/4673"),
        ),
        triggers=broken_here.MISSING_FIELD,
    ),
    CompatRule(
        name="openai-responses-text-kind",
        demand="Texts that the model is given are `input_text`, those that it said `output_text` or `refusal`.",
        applies_to=responses_api,
        reads=frozenset({Kind.EXTRAS}),
        apply_to_prompt=ignoring_target(partial(drop_unknown_fields, format=profile.FORMAT, taken=usual_fields)),
        error_patterns=words(r"invalid value: '(input_|output_)?text'\. supported values are: '(input_text|output_text)'"),
        losses=frozenset({Loss.UNKNOWN_FIELD}),
        evidence=(
            quoted(
                "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
                f"{_GITHUB}jeremychone/rust-genai/pull/119",
            ),
            quoted(
                "Invalid value: 'text'. Supported values are: 'input_text', 'input_image', 'input_audio', 'output_text', 'refusal', "
                "'input_file', 'computer_screenshot', 'summary_text', and 'encrypted_content'.",
                f"{_GITHUB}MervinPraison/PraisonAI/issues/3934",
            ),
        ),
        triggers=broken_here.TEXT_KIND,
    ),
    CompatRule(
        name="openai-responses-unknown-field",
        demand="An item and its contents hold the fields that the API lists, null where it says so, and no others.",
        applies_to=responses_api,
        reads=frozenset({Kind.EXTRAS}),
        apply_to_prompt=ignoring_target(partial(drop_unknown_fields, format=profile.FORMAT, taken=taken_fields)),
        error_patterns=words(r"unknown parameter: 'input\[\d+\](?!\.namespace)"),
        losses=frozenset({Loss.UNKNOWN_FIELD}),
        evidence=(
            quoted("Unknown parameter: 'input[1].status'.", f"{_GITHUB}BerriAI/litellm/issues/13420"),
            quoted(
                "Unknown parameter: 'input[0].content[0].cache_control'.", "https://platform.openai.com/docs/api-reference/responses/create"
            ),
        ),
        triggers=broken_here.unknown_fields(),
    ),
    CompatRule(
        name="openai-responses-null-content",
        demand="A message has content and an output something in it; an empty string will do.",
        applies_to=responses_api,
        reads=frozenset({Kind.BLANK_TEXT}),
        apply_to_prompt=ignoring_target(partial(fill_null_content, said=True)),
        error_patterns=words(
            r"invalid type for 'input\[\d+\]\.(content|output)': expected [^\n]{0,80} but got null",
            r"missing required parameter: 'input\[[^']{1,6}\]\.output'",
        ),
        losses=frozenset({Loss.EMPTY_TEXT}),
        evidence=(quoted(_NULL_TEXT, f"{_GITHUB}QuantumNous/new-api/issues/4776"),),
        triggers=broken_here.NULL_CONTENT,
    ),
    CompatRule(
        name="openai-responses-empty-message",
        demand="A message has content.",
        applies_to=responses_api,
        reads=frozenset({Kind.EMPTY_MESSAGE}),
        apply_to_prompt=ignoring_target(drop_empty_messages),
        error_patterns=words(r"invalid type for 'input\[\d+\]\.content': expected [^\n]{0,80} but got null"),
        losses=frozenset({Loss.EMPTY_MESSAGE}),
        evidence=(quoted(_NULL_TEXT, f"{_GITHUB}QuantumNous/new-api/issues/4776"),),
        triggers=broken_by.EMPTY_MESSAGE,
    ),
    CompatRule(
        name="openai-responses-no-input",
        demand="There is an input, or something to go on from.",
        applies_to=responses_api,
        find=nothing_given,
        error_patterns=words(r"missing required parameter: (one of )?'input'", r"one of 'input'[^\n]{0,80} must be provided"),
        evidence=(quoted("", "https://platform.openai.com/docs/api-reference/responses/create"),),
        advice="Nothing can be repaired where nothing was said: add the user's message.",
    ),
)
