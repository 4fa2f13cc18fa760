"""What a rule needs to see, what it may lose, and where in a payload a thing stands."""

from __future__ import annotations

from enum import Enum, auto
from typing import TypeAlias

Place: TypeAlias = tuple[str | int, ...]
"""A JSON path: `("messages", 3, "content", 0)`."""


class Kind(Enum):
    """Kinds of part, and states of a history, that one scan finds."""

    SYSTEM = auto()
    """a system message"""
    LATE_SYSTEM = auto()
    """a system message after another role"""
    LISTED_SYSTEM = auto()
    """a system message that stood in the list, of a format that has a field for it"""
    DEVELOPER = auto()
    """a developer message"""
    REASONING = auto()
    """thoughts of a model"""
    UNSIGNED_REASONING = auto()
    """a thought that carries no token of Anthropic's, or whose maker is named"""
    MISPLACED_REASONING = auto()
    """a thought in a message that begins with something else"""
    UNENCRYPTED_REASONING = auto()
    """a thought that carries no encrypted content of OpenAI's, or whose maker is named"""
    NON_BEDROCK_REASONING = auto()
    """a thought that carries no token of Bedrock's, or whose maker is named"""
    NON_GEMINI_REASONING = auto()
    """a thought that is not laid out as Gemini's and not signed by Google, or whose maker is named"""
    CLOSING_REASONING = auto()
    """a reply that ends with a thought"""
    LONE_REASONING = auto()
    """a thought of OpenAI's that came to no word and no call"""
    UNUSUAL_ITEM = auto()
    """a part with an item's id or encrypted content of OpenAI's, and more than these, or less"""
    ODD_ITEM_ID = auto()
    """an item's id that is not spelled as OpenAI spells those of its kind"""
    DOUBLE_ITEM_ID = auto()
    """one id on two items"""
    UNLED_ITEM = auto()
    """an item with an id, without the thought it came of"""
    HALF_NAMED = auto()
    """a thought and what came of it, of which some have ids and some have none"""
    FILE = auto()
    """a file, wherever it stands"""
    ASSISTANT_FILE = auto()
    """a file in an assistant message"""
    TEXT_FILE = auto()
    """a text document"""
    RESULT_FILE = auto()
    """a file in a tool result"""
    CALL = auto()
    """a call of a tool of the caller's own, or a result that names its tool"""
    SCREEN = auto()
    """a call that only a screenshot answers"""
    ODD_ID = auto()
    """a call or result id that is not 1 to 40 of letters, digits, _ and -"""
    ODD_NAME = auto()
    """a tool name that is not 1 to 64 of letters, digits, _ and -, or begins with a digit or -"""
    ODD_INPUT = auto()
    """a call's input that is no object"""
    TEXT_INPUT = auto()
    """a call's input that is an object still in its JSON text"""
    REUSED_ID = auto()
    """one id on two calls"""
    ORPHAN_RESULT = auto()
    """a result whose call is nowhere"""
    MISNAMED_RESULT = auto()
    """a result that bears another name than its call, or none where its format has one"""
    MIXED_RESULTS = auto()
    """results in another order than their calls"""
    WORDS_BESIDE_RESULT = auto()
    """a user's message right behind a tool message"""
    STRAY_RESULT = auto()
    """a result that may not stand right behind its call's message"""
    DOUBLE_RESULT = auto()
    """two results of one call"""
    UNANSWERED_CALL = auto()
    """a call without a result"""
    HOSTED = auto()
    """a call or result of a tool that the provider ran"""
    OPAQUE = auto()
    """a part of an unknown kind"""
    BLANK_TEXT = auto()
    """a text that is empty or only white space, or a result that holds nothing"""
    LONG_TEXT = auto()
    """a text of more than ten million characters, or arguments of more than a million"""
    HALF_CHARACTER = auto()
    """half of a surrogate pair, as text that was cut within a character has it"""
    EMPTY_MESSAGE = auto()
    """a message without parts"""
    FIRST_SPEAKER = auto()
    """the first message that is not the system's is not the user's"""
    NEIGHBOURS = auto()
    """two messages of one role in a row"""
    CLOSING_ASSISTANT = auto()
    """the last message is an assistant's"""
    THOUGHT_SIGNATURE = auto()
    """a part with options of Google's, as thought signatures are"""
    UNUSUAL_SIGNATURE = auto()
    """a part with options of Google's that are more than a signature under `google`, or less, or whose maker is named"""
    ODD_ROLE = auto()
    """a message whose role is spelled as its format has it no more, or is not told"""
    CACHE_MARKER = auto()
    """a cache marker on a message, a part or a tool"""
    SPEAKER = auto()
    """a message with a name"""
    VOICE = auto()
    """a voice reply"""
    ODD_LAYOUT = auto()
    """a call in a spelling that only dialects of its format use, a thought or file without a field that its format demands, or a result
    that is no object where its format has one"""
    EXTRAS = auto()
    """wire fields nobody claims"""
    ODD_JSON = auto()
    """JSON in a result that is no object"""
    ERROR_RESULT = auto()
    """a result marked as an error"""


EVERYTHING = frozenset(Kind)


class Loss(Enum):
    """What a rule may lose or change. What no member names survives."""

    REASONING = auto()
    """thoughts of a model"""
    OPAQUE_TOKEN = auto()
    """signatures, encrypted content and other data that one provider reads"""
    CALL_ID = auto()
    """ids of calls, renamed alike on calls and results"""
    TOOL_NAME = auto()
    """names of tools, by a reversible alias; a missing name by a placeholder"""
    INPUT_FORM = auto()
    """the form of a call's input: wrapped or parsed, its content kept"""
    EMPTY_TEXT = auto()
    """texts that are empty or only white space"""
    EMPTY_MESSAGE = auto()
    """messages without parts"""
    CUT = auto()
    """the middle of a text that is longer than the target takes"""
    HALF_CHARACTER = auto()
    """halves of surrogate pairs, in whose place U+FFFD stands"""
    END_WHITESPACE = auto()
    """white space at the end of a text"""
    POSITION = auto()
    """the place of a part among the others"""
    MERGED = auto()
    """the border between two messages of one role, or two results of one call"""
    SPLIT = auto()
    """the unity of one message that became several"""
    DEMOTED = auto()
    """the nature of a part whose content became labelled text"""
    ROLE = auto()
    """the role of a text"""
    ERROR_FLAG = auto()
    """the mark of a result as an error"""
    MEDIA = auto()
    """a file that the target cannot hold, replaced by a stand-in"""
    FILE_NAME = auto()
    """the name of a file, or letters of it"""
    UNKNOWN_FIELD = auto()
    """wire fields and parts nobody claims"""
    CACHE_MARKER = auto()
    """marks up to where a provider is to cache, or where they stand"""
    DUPLICATE = auto()
    """the second of two identical calls"""
    SPEAKER = auto()
    """the name of a message's author"""
    TOOL_DEFINITION = auto()
    """the definition of a tool that only another provider runs"""
    HOSTED_CALL = auto()
    """calls of tools that another provider ran, whatever shares their ids, and the results"""
    TAG = auto()
    """the names of tags in a text"""
    ADDED = auto()
    """nothing is lost; a placeholder of `segue.placeholders` was added"""
