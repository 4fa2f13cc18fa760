"""What OpenAI's Chat Completions API demands of a history.

Sources: the Chat Completions API reference and the types of the official SDK, and the rejections quoted in
`segue.rules.openai`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from segue.profiles.demands import Files, Spelling
from segue.shapes import Shape
from segue.targets import Target

FORMAT = "openai-chat"

# 40 is what most reports name; 29 once, and in July 2026 no limit was found at api.openai.com. Azure and Copilot keep it.
CALL_ID = Spelling(r"[\s\S]", longest=40)
TOOL_NAME = Spelling("[a-zA-Z0-9_-]", longest=64)
SPEAKER = Spelling("[a-zA-Z0-9_-]", longest=64)

LONGEST_TEXT, LONGEST_INPUT = 10 * 2**20, 2**20
MOST_TOOLS = 128
_WITHOUT_SYSTEM = re.compile(r"o1-(mini|preview)", re.IGNORECASE)

_IMAGES = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})
_SOUND = frozenset({"audio/wav", "audio/mpeg", "audio/mp3", "audio/x-wav"})
FILES = Files(
    base64=_IMAGES | _SOUND | {"application/pdf"}, url=_IMAGES | {"image/*"}, ids_of=FORMAT, schemes=("https://", "http://", "data:")
)

_ODD_FORMS = frozenset({"image_url string", "function json", "function untyped", "function untyped json"})
_BARE = "bare"


def takes_system(target: Target) -> bool:
    """Tell whether the model takes messages of the operator's, as all do but the first that reason."""
    return _WITHOUT_SYSTEM.match(target.model) is None


def is_odd_layout(shape: Shape) -> bool:
    """Tell whether a part of this format is laid out as only its dialects take it.

    An image's URL bare, arguments as an object, a call without its type, a document's base64 without the data URL around it.
    """
    if shape.format != FORMAT:
        return False
    return shape.form in _ODD_FORMS or (shape.form == "file" and isinstance(shape.detail, tuple) and _BARE in shape.detail)


# Fields that a record does not claim and the API takes all the same, null mostly; whatever else stands in a message is refused
# by newer models ("Unknown parameter"). By the kind of record.
UNCLAIMED_FIELDS: Mapping[str, frozenset[str]] = {
    "AssistantMessage": frozenset({"refusal", "audio", "function_call"}),
}
