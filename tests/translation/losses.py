"""What a history may lose on its way to another format and back: a row each loss, with the reason, and by the other format from which ones."""

from __future__ import annotations

from segue.kinds import Loss

LOST: tuple[tuple[Loss, str, dict[str, str]], ...] = (
    (
        Loss.ADDED, "labels and stand-ins tell what could not be carried otherwise",
        {
            "openai-chat": "anthropic ai-sdk mastra openai-responses gemini bedrock-converse",
            "anthropic": "ai-sdk mastra openai-responses gemini bedrock-converse",
            "ai-sdk": "openai-responses gemini bedrock-converse",
            "mastra": "openai-responses gemini bedrock-converse",
            "openai-responses": "anthropic ai-sdk mastra gemini bedrock-converse",
            "gemini": "openai-chat anthropic ai-sdk mastra openai-responses bedrock-converse",
            "bedrock-converse": "openai-chat ai-sdk mastra openai-responses gemini",
        },
    ),
    (
        Loss.CACHE_MARKER, "OpenAI's, Google's and stored messages have none for these parts, and no format writes another's on the way back",
        {
            "openai-chat": "anthropic ai-sdk mastra bedrock-converse",
            "anthropic": "openai-chat ai-sdk bedrock-converse",
            "ai-sdk": "openai-chat",
            "mastra": "openai-chat ai-sdk",
            "openai-responses": "openai-chat anthropic ai-sdk mastra bedrock-converse",
            "gemini": "openai-chat anthropic ai-sdk mastra bedrock-converse",
            "bedrock-converse": "openai-chat anthropic ai-sdk mastra",
        },
    ),
    (
        Loss.DEMOTED, "calls of tools that another provider ran, and files that are texts, are told in words; JSON is where results are texts alone",
        {
            "openai-chat": "anthropic ai-sdk mastra openai-responses gemini bedrock-converse",
            "anthropic": "ai-sdk mastra openai-responses gemini bedrock-converse",
            "ai-sdk": "openai-responses",
            "mastra": "openai-responses",
            "openai-responses": "anthropic ai-sdk mastra gemini bedrock-converse",
            "gemini": "anthropic ai-sdk mastra openai-responses",
            "bedrock-converse": "ai-sdk mastra openai-responses gemini",
        },
    ),
    (
        Loss.EMPTY_MESSAGE, "a message without parts is not written, or is not told from one with an empty text",
        {
            "openai-chat": "anthropic ai-sdk gemini bedrock-converse",
            "anthropic": "openai-chat ai-sdk gemini bedrock-converse",
            "ai-sdk": "openai-chat bedrock-converse",
            "mastra": "openai-chat anthropic ai-sdk gemini bedrock-converse",
            "openai-responses": "openai-chat anthropic ai-sdk gemini bedrock-converse",
            "gemini": "openai-chat bedrock-converse",
            "bedrock-converse": "openai-chat ai-sdk gemini",
        },
    ),
    (
        Loss.EMPTY_TEXT, "where a result or a message must have a text it has an empty one",
        {
            "anthropic": "openai-chat",
            "ai-sdk": "openai-chat bedrock-converse",
            "openai-responses": "openai-chat anthropic ai-sdk mastra gemini bedrock-converse",
            "gemini": "openai-chat",
            "bedrock-converse": "openai-chat",
        },
    ),
    (
        Loss.ERROR_FLAG, "OpenAI marks no result as an error",
        {
            "openai-chat": "anthropic ai-sdk mastra gemini bedrock-converse",
            "openai-responses": "anthropic ai-sdk mastra gemini bedrock-converse",
        },
    ),
    (
        Loss.MEDIA, "the format holds no file of this kind, or only its own provider's by its id",
        {
            "openai-chat": "ai-sdk mastra gemini bedrock-converse",
            "anthropic": "ai-sdk mastra gemini bedrock-converse",
            "ai-sdk": "gemini bedrock-converse",
            "mastra": "gemini bedrock-converse",
            "openai-responses": "ai-sdk mastra gemini bedrock-converse",
            "gemini": "ai-sdk bedrock-converse",
            "bedrock-converse": "ai-sdk mastra gemini",
        },
    ),
    (
        Loss.MERGED, "neighbours of one role share a message, or a message without parts goes into the next",
        {
            "anthropic": "openai-chat openai-responses",
            "openai-responses": "openai-chat ai-sdk",
            "gemini": "openai-chat openai-responses",
            "bedrock-converse": "openai-chat openai-responses",
        },
    ),
    (
        Loss.OPAQUE_TOKEN, "ids and signatures are their provider's alone, and are not written into another's format",
        {
            "openai-chat": "ai-sdk mastra openai-responses gemini",
            "anthropic": "openai-chat ai-sdk mastra openai-responses gemini",
            "ai-sdk": "openai-responses",
            "mastra": "openai-responses",
            "openai-responses": "ai-sdk mastra gemini",
            "gemini": "openai-chat ai-sdk mastra openai-responses",
            "bedrock-converse": "openai-chat ai-sdk mastra openai-responses gemini",
        },
    ),
    (
        Loss.POSITION, "Chat Completions has no order between the words and the calls of a reply, and a stored call holds its own result",
        {
            "openai-chat": "openai-responses",
            "mastra": "openai-chat anthropic",
        },
    ),
    (
        Loss.REASONING, "thoughts that are not signed for the format, or by its own provider, are not written",
        {
            "openai-chat": "anthropic ai-sdk mastra openai-responses gemini bedrock-converse",
            "anthropic": "openai-chat ai-sdk mastra openai-responses gemini bedrock-converse",
            "ai-sdk": "openai-chat gemini",
            "mastra": "openai-chat gemini",
            "openai-responses": "openai-chat anthropic ai-sdk mastra gemini bedrock-converse",
            "gemini": "openai-chat anthropic ai-sdk mastra openai-responses bedrock-converse",
            "bedrock-converse": "openai-chat anthropic ai-sdk mastra openai-responses gemini",
        },
    ),
    (
        Loss.ROLE, "only OpenAI tells a developer from the system; a late system message is a user's in Gemini and Converse",
        {
            "anthropic": "openai-chat openai-responses",
            "ai-sdk": "openai-chat openai-responses",
            "mastra": "openai-chat openai-responses",
            "gemini": "openai-chat ai-sdk openai-responses",
            "bedrock-converse": "openai-chat ai-sdk openai-responses",
        },
    ),
    (
        Loss.SPEAKER, "only Chat Completions names who speaks",
        {
            "anthropic": "openai-chat",
            "ai-sdk": "openai-chat",
            "mastra": "openai-chat",
            "openai-responses": "openai-chat",
            "gemini": "openai-chat",
            "bedrock-converse": "openai-chat",
        },
    ),
    (
        Loss.SPLIT, "a system message of the AI SDK has one text; a thought stands in an item of its own",
        {
            "openai-chat": "mastra bedrock-converse",
            "openai-responses": "bedrock-converse",
        },
    ),
    (
        Loss.TOOL_DEFINITION, "tools that another provider runs are offered to nobody else; stored messages offer none",
        {
            "openai-chat": "anthropic ai-sdk openai-responses gemini bedrock-converse",
            "anthropic": "ai-sdk openai-responses gemini bedrock-converse",
            "ai-sdk": "openai-responses gemini bedrock-converse",
            "mastra": "openai-chat anthropic ai-sdk openai-responses gemini bedrock-converse",
            "openai-responses": "anthropic ai-sdk gemini bedrock-converse",
            "gemini": "anthropic ai-sdk openai-responses bedrock-converse",
            "bedrock-converse": "anthropic ai-sdk openai-responses gemini",
        },
    ),
    (
        Loss.UNKNOWN_FIELD, "fields that nobody claims are their own format's",
        {
            "openai-chat": "anthropic ai-sdk openai-responses gemini bedrock-converse",
            "anthropic": "openai-chat openai-responses gemini bedrock-converse",
            "ai-sdk": "openai-chat openai-responses gemini bedrock-converse",
            "mastra": "openai-chat anthropic ai-sdk openai-responses gemini bedrock-converse",
            "openai-responses": "openai-chat anthropic ai-sdk gemini bedrock-converse",
            "gemini": "openai-chat anthropic ai-sdk openai-responses bedrock-converse",
            "bedrock-converse": "openai-chat anthropic ai-sdk openai-responses gemini",
        },
    ),
)  # fmt: skip
"""The loss, why it cannot be helped there or on the way back, and for each other format those that lose it by way of that."""


def losses(name: str, other: str) -> frozenset[Loss]:
    """Return what may be lost of a format's histories on the way to another format and back."""
    return frozenset(loss for loss, _, ways in LOST if name in ways.get(other, "").split())
