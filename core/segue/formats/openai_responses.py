"""OpenAI's Responses API: a request body, its bare list of items, or the one text it may be.

Source of the fields: the OpenAI SDK's `openai.types.responses`; how ids and tokens are spelled in options: the AI SDK's
`packages/openai/src/responses`.
"""

from __future__ import annotations

from segue.formats.format import Format, reading
from segue.formats.openai_responses_decode import read_request
from segue.formats.openai_responses_encode import write_request
from segue.formats.openai_responses_layout import NAME
from segue.formats.openai_responses_places import places, restore

OPENAI_RESPONSES = Format(NAME, reading(NAME, read_request), write_request, places, restore)
"""The wire format `openai-responses`."""
