"""What providers were seen to refuse, entry by entry: the payload is a fault, it is mended, and the error is explained.

The entries are facts from public reports: the provider's words, and the smallest payload in its own format that provokes them. An
entry holds

    id, provider                as in the name of its rule, or as in the target's
    error_text, error_variants  the words it is refused with, and others; where these are another rule's or target's, in an object
    payload, repeat             the payload, in which the value `at` a path stands so many `times`
    target, made_by             where they are not the provider's usual ones; a mapping where settings matter
    rule                        the rule that is behind it
    also                        rules that others of the words lead to
    finds                       the rule that finds it, where the words lead to another that comes behind it
    way                         "fix", if absent; "find" where it is named and not repaired, "recover" where only the error tells,
                                "explain" where it is only explained,
                                "write" where the target's dialect is written so whatever the history says, "leave" where it is no fault
    keeps, gone                 texts, ids and results that must stand in what was made of it, and that must not
    note                        what else there is to know
"""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path

import pytest

import segue
from segue.engine import recover, rewrite_request
from segue.failures import CallFailure
from segue.formats.registry import FORMATS as REGISTRY
from segue.targets import Target
from tests.judges import anthropic, bedrock, cerebras, deepseek, gemini, mistral, openai_chat, openai_responses

FILES = ("anthropic_openai.json", "others.json")
READ = [entry for name in FILES for entry in json.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))]
ENTRIES = {entry["id"]: entry for entry in READ}
TARGETS = {
    "anthropic": "anthropic/claude-sonnet-4-5", "openai": "openai/gpt-5.2", "openai-responses": "openai.responses/gpt-5.2",
    "bedrock": "bedrock/amazon.nova-pro-v1:0",
    "gemini": "google/gemini-3-pro", "vertex": "vertex/gemini-3-pro",
}  # fmt: skip
DIALECTS = {
    "mistral": "mistral-large-latest", "cerebras": "zai-glm-4.7", "groq": "llama-3.3-70b", "fireworks": "kimi-k2", "deepseek": "deepseek-v4",
    "moonshot": "kimi-k2", "xai": "grok-4", "minimax": "minimax-m2", "perplexity": "sonar-pro", "openrouter": "", "dashscope": "", "zai": "",
    "cohere": "", "nvidia": "", "vllm": "", "transformers": "", "ollama": "", "llamacpp": "", "lmstudio": "", "sglang": "", "copilot": "",
    "huggingface": "", "ifm": "", "google": "",
}  # fmt: skip
TARGETS |= {provider: f"{provider}/{model}" for provider, model in DIALECTS.items()}
FAMILIES = {"bedrock": ("converse",), "vertex": ("gemini",)} | dict.fromkeys(DIALECTS, ("chat", "mistral", "kimi"))
"""Families of rules whose name is not the provider's."""

JUDGES = {
    "mistral": mistral.judge, "cerebras": cerebras.judge, "deepseek": deepseek.judge, "gemini": gemini.judge, "vertex": gemini.judge,
    "bedrock": bedrock.judge, "anthropic": anthropic.judge, "openai": openai_chat.judge, "openai-responses": openai_responses.judge,
}  # fmt: skip
KEYS = {
    "id", "provider", "error_text", "error_variants", "finds", "also", "payload", "repeat", "target", "made_by", "rule", "way", "keeps", "gone", "note",
}  # fmt: skip


def named(*ways):
    """Return the entries that are mended in one of these ways."""
    return [name for name, entry in ENTRIES.items() if entry.get("way", "fix") in ways]


def payload_of(entry):
    """Return the payload, at full length where length is what is refused."""
    payload = deepcopy(entry["payload"])
    if "repeat" in entry:
        *steps, last = entry["repeat"]["at"]
        holder = payload
        for step in steps:
            holder = holder[step]
        holder[last] *= entry["repeat"]["times"]
    return payload


def target_of(entry):
    """Return the target that refuses it."""
    return entry.get("target", TARGETS[entry["provider"]])


def format_of(entry):
    """Return the format that the target takes, and the payload is of."""
    return Target.of(target_of(entry)).endpoint


def options(entry):
    """Return how the payload is to be read."""
    return {"from_format": format_of(entry), "made_by": entry.get("made_by")}


def said(entry):
    """Return the words that the entry is refused with, each with the rule behind them and the target."""
    told = [text for text in (entry["error_text"], *entry.get("error_variants", ())) if text is not None]
    variants = [{"text": text} if isinstance(text, str) else text for text in told]
    return [(said["text"], said.get("rule", entry.get("rule")), said.get("target", target_of(entry))) for said in variants]


def is_own(entry, rule):
    """Tell whether a rule is of the entry's provider."""
    return rule.startswith((*FAMILIES.get(entry["provider"], ()), entry["provider"]))


def explained(text, target):
    """Return the rules that explain the error."""
    return [rule.name for rule in segue.explain(text, target)]


def found(entry):
    """Return the rules that find a fault."""
    return {fault.rule for fault in segue.check(payload_of(entry), target_of(entry), **options(entry))}


def recovered(entry):
    """Return what the error makes of the payload once it was sent as fix made it, and the rule that did it."""
    form, target = REGISTRY[format_of(entry)], target_of(entry)
    sent = rewrite_request(form.decode(payload_of(entry)).unwrap(), target).request
    return form.encode(sent), recover(sent, target, CallFailure(entry["error_text"], 400))


def strings(value):
    """Yield every string in a payload, and every key."""
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    for item in value if isinstance(value, list) else ():
        yield from strings(item)
    if isinstance(value, str):
        yield value


def complaints(entry, payload):
    """Return what the judge of the entry's provider has against a payload; how a dialect asks for thinking is none of OpenAI's types."""
    plain = json.loads(json.dumps(payload))
    sent = plain if entry["provider"] == "anthropic" else {key: value for key, value in plain.items() if key != "thinking"}
    return JUDGES[entry["provider"]](sent, model=Target.of(target_of(entry)).model)


def assert_keeps(entry, payload):
    """What must not be lost is there, in a string or as JSON, and what must go is not."""
    text = "\n".join((json.dumps(payload, ensure_ascii=False), *strings(payload)))

    assert [kept for kept in entry.get("keeps", ()) if kept not in text] == []
    assert [gone for gone in entry.get("gone", ()) if gone in text] == []


@pytest.mark.parametrize("name", named("fix"))
def test_an_entry_is_mended(name):
    """Its rule finds the fault; nothing is left when it is mended, also when the payload is read again; what must be kept is kept."""
    entry = ENTRIES[name]
    rules = found(entry)
    fixed = segue.fix(payload_of(entry), target_of(entry), **options(entry))

    assert entry.get("finds", entry["rule"]) in rules
    assert all(is_own(entry, rule) for rule in rules)
    assert fixed.faults_left == ()
    assert fixed.changes
    assert segue.check(fixed.payload, target_of(entry), from_format=format_of(entry)) == ()
    assert_keeps(entry, fixed.payload)


@pytest.mark.parametrize("name", named("find"))
def test_an_entry_is_found(name):
    """Its rule names it, and leaves it to the caller; `fix` says that it is left."""
    entry = ENTRIES[name]
    fixed = segue.fix(payload_of(entry), target_of(entry), **options(entry))

    assert entry["rule"] in found(entry)
    assert entry["rule"] in {fault.rule for fault in fixed.faults_left}
    assert_keeps(entry, fixed.payload)


@pytest.mark.parametrize("name", [name for name in named("fix", "write") if ENTRIES[name]["provider"] in JUDGES])
def test_what_is_made_of_an_entry_is_accepted(name):
    """The provider's own types and the strict checks beside them have no complaint."""
    entry = ENTRIES[name]
    fixed = segue.fix(payload_of(entry), target_of(entry), **options(entry)).payload

    assert complaints(entry, fixed) == []


@pytest.mark.parametrize("name", named("write"))
def test_an_entry_is_written(name):
    """As the dialect of the target has it; nothing is left, also when the payload is read again; what must be kept is kept."""
    entry = ENTRIES[name]
    fixed = segue.fix(payload_of(entry), target_of(entry), **options(entry))

    assert fixed.payload != entry["payload"]
    assert fixed.faults_left == ()
    assert segue.check(fixed.payload, target_of(entry), from_format=format_of(entry)) == ()
    assert_keeps(entry, fixed.payload)


@pytest.mark.parametrize("name", named("leave"))
def test_an_entry_is_left_alone(name):
    """What was refused once is demanded now."""
    entry = ENTRIES[name]

    assert segue.fix(payload_of(entry), target_of(entry), **options(entry)).payload == entry["payload"]
    assert_keeps(entry, entry["payload"])


@pytest.mark.parametrize("name", named("recover"))
def test_an_entry_is_recovered_from(name):
    """Nothing is amiss before; the error makes its rule rewrite the request for the retry, which is as little at fault."""
    entry = ENTRIES[name]
    sent, recovery = recovered(entry)

    assert segue.check(sent, target_of(entry), **options(entry)) == ()
    assert recovery.rule == entry["rule"]
    retried = REGISTRY[format_of(entry)].encode(recovery.request)
    assert entry["provider"] not in JUDGES or complaints(entry, retried) == []
    assert segue.check(retried, target_of(entry), **options(entry)) == ()
    assert_keeps(entry, retried)


@pytest.mark.parametrize(("name", "words"), [(name, words) for name in named("fix", "find", "recover", "write", "explain") for words in said(ENTRIES[name])])
def test_an_error_is_explained(name, words):
    """By the rule behind it, and by none of another provider."""
    text, rule, target = words
    rules = explained(text, target)

    assert {rule, *ENTRIES[name].get("also", ())} & set(rules)
    assert all(is_own(ENTRIES[name], other) or other.startswith(rule.partition("-")[0]) for other in rules)


@pytest.mark.parametrize("entry", READ, ids=[entry["id"] for entry in READ])
def test_an_entry_says_what_it_must(entry):
    """Provider, words and payload, and the rule where there is one; each once."""
    assert ENTRIES[entry["id"]] is entry
    assert entry["provider"] in TARGETS
    assert entry["error_text"] or (entry["error_text"] is None and entry["provider"] not in ("anthropic", "openai"))
    assert entry["payload"].keys() & {"messages", "contents", "input"}
    assert ("rule" in entry) == (entry.get("way") != "leave")
    assert set(entry) <= KEYS


def wrapped(text):
    """Return a provider's words as they reach a caller: a body, an SDK's exception, lines of a log, what a gateway hands on."""
    body = {"error": {"message": text, "code": 400}}
    handed = {"error": {"message": "Provider returned error", "code": 400, "metadata": {"raw": json.dumps(body)}}}
    return {"body": json.dumps(body), "error": f"Error code: 400 - {body!r}", "log": f"HTTP 400\n{text}\nrequest 5", "object": body, "gateway": json.dumps(handed)}


WHOLE = {"copilot-gemini-missing-reasoning-opaque", "openrouter-gemini-stale-reasoning-details"}
"""Entries whose words say nothing where a gateway hands others on behind them."""


@pytest.mark.parametrize("name", [entry["id"] for entry in READ if entry["error_text"] and "not_covered" not in entry and entry["provider"] in DIALECTS])
def test_an_error_is_explained_however_it_comes(name):
    """By the rules that explain the words alone."""
    entry = ENTRIES[name]
    for text in said(entry):
        rules = set(explained(entry, text))
        for way, error in wrapped(text).items():
            if not (name in WHOLE and way == "gateway"):
                assert rules <= set(explained(entry, error)), way
