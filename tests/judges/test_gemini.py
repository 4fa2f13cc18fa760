"""Each strict check of the judge of Gemini can fail and spares its nearest neighbour; what Segue writes of other formats passes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from segue import FORMATS
from segue.formats.gemini import GEMINI
from tests.bench import histories
from tests.judges import gemini
from tests.judges.checks import Issued

PRO, FLASH = "gemini-3-pro-preview", "gemini-2.5-flash"
ISSUED = Issued({"Cs8B": "", "++//": ""})


def user(*parts: Any) -> dict[str, Any]:
    """Make a user's content of texts and parts."""
    return {"role": "user", "parts": [part if isinstance(part, dict) else {"text": part} for part in parts]}


def says(*parts: Any) -> dict[str, Any]:
    """Make a model's content."""
    return {**user(*parts), "role": "model"}


def call(name: str = "add", *, token: str | None = "Cs8B", **more: Any) -> dict[str, Any]:
    """Make a part that calls a function."""
    return {"functionCall": {"name": name, "args": {}, **more}} | ({} if token is None else {"thoughtSignature": token})


def gives(name: str = "add", **more: Any) -> dict[str, Any]:
    """Make a part that answers a call."""
    return {"functionResponse": {"name": name, "response": {"result": 2}, **more}}


ASK, CALLED, GIVEN = user("1 + 1?"), says(call()), user(gives())

# check -> (refused, accepted): a body, contents, or (either of them, model)
CASES: dict[str, tuple[Any, Any]] = {
    "no-contents": ([], [ASK]),
    "role": ([{**ASK, "role": "assistant"}], [{"parts": ASK["parts"]}]),
    "empty-parts": ([ASK, says(), ASK], [ASK, says("2"), ASK]),
    "one-of-data": ([user({})], [ASK, says("2", {"thoughtSignature": "Cs8B"}), ASK]),
    "instruction-data": (
        {"contents": [ASK], "systemInstruction": {"parts": [{"text": ""}]}},
        {"contents": [ASK], "systemInstruction": {"parts": [{"text": "Add."}]}},
    ),
    "empty-text": ([user("")], [ASK, says({"text": "", "thoughtSignature": "Cs8B"}), ASK]),
    "empty-name": ([ASK, says(call("")), user(gives(""))], [ASK, CALLED, GIVEN]),
    "call-not-after-user": ([CALLED, GIVEN], [ASK, CALLED, GIVEN, CALLED, GIVEN]),
    "response-not-after-call": ([ASK, GIVEN], [ASK, CALLED, user(gives(), "Go on.")]),
    "response-count": ([ASK, says(call(), call(token=None)), GIVEN], [ASK, says(call(), call(token=None)), user(gives(), gives())]),
    "response-names": ([ASK, says(call(id="a")), user(gives(id="b"))], [ASK, says(call(id="a")), GIVEN]),
    "call-unsigned": (([ASK, says(call(token=None)), GIVEN], PRO), ([ASK, says(call(token=None)), GIVEN], FLASH)),
    "signature-foreign": ([ASK, says(call(token="Rm9yZ2Vk")), GIVEN], [ASK, says(call(token="--__")), GIVEN]),
    "trailing-model-turn": (([ASK, says("It is")], "gemini-3.6-flash"), ([ASK, says("It is")], PRO)),
}  # fmt: skip


def verdict(case: Any) -> list[str]:
    payload, model = case if isinstance(case, tuple) else (case, PRO)
    return gemini.judge(payload, model=model, issued=ISSUED)


@pytest.mark.parametrize("name", gemini.CHECKS.known)
def test_each_check_refuses_its_smallest_case(name):
    """The smallest payload that breaks it is refused by that check."""
    assert any(f"[{name}]" in line for line in verdict(CASES[name][0]))


@pytest.mark.parametrize("name", gemini.CHECKS.known)
def test_each_check_spares_the_near_miss(name):
    """The nearest good payload has no complaint at all."""
    assert verdict(CASES[name][1]) == []


def test_no_case_is_left_over():
    """Every case belongs to a check that exists, and every check says where it was seen."""
    assert set(CASES) == set(gemini.CHECKS.known)
    assert all(check.source.startswith("https://") and check.says for check in gemini.CHECKS.known.values())


ODD: dict[str, Any] = {
    "contents.0.parts.0.content": [user({"content": "hi"})],
    "contents.0.parts.0.text": [user({"text": 1})],
    "contents.1.parts.0.functionCall.args": [ASK, says(call(args="{}"))],
    "contents.0.parts.0.inlineData.data": [user({"inlineData": {"mimeType": "image/png", "data": "é"}})],
    "systemInstruction": {"systemInstruction": "Add.", "contents": [ASK]},
    "tools.0.functionDeclarations.0.input_schema": {
        "contents": [ASK],
        "tools": [{"functionDeclarations": [{"name": "a", "input_schema": {}}]}],
    },
    "messages: Cannot find field": {"contents": [ASK], "messages": []},
}


@pytest.mark.parametrize("place", ODD)
def test_types_are_eager_and_closed(place):
    """A fault deep in a content, or a key that Google does not know, is refused at its place."""
    assert any(line.startswith(place) for line in gemini.judge(ODD[place], model=PRO))


def test_both_spellings_pass():
    """A dump of the Python SDK is taken as REST is."""
    body = {"contents": [{"role": "model", "parts": [{"function_call": {"name": "a", "args": {}}}]}], "tool_config": {}}
    assert gemini.judge(body, model=FLASH)[0].startswith("contents[0]")


@pytest.mark.parametrize("name", histories.NAMES)
def test_a_clean_history_of_another_format_passes(name):
    """What is written of clean histories of the other formats is accepted, without any rule."""
    sent = GEMINI.encode(FORMATS[histories.LAYOUTS[name].format].decode(histories.payload(name, 200)).unwrap())
    assert gemini.judge(json.loads(json.dumps(sent)), model=FLASH) == []
