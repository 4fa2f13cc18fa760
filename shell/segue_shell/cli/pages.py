"""The rules as pages in Markdown, one a rule, and their index; and as plain data."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any

from segue.engine import apply_rule
from segue.formats.registry import FORMATS
from segue.prompts import Request
from segue.rule import CompatRule
from segue.targets import Target
from segue_shell.cli.escaping import escaped_json
from segue_shell.cli.rendering import losses, repairs, sections

INDEX = "index"
"""The name of the page that lists the others."""
MODELS = tuple(
    map(
        Target.of,
        (
            "anthropic/claude-sonnet-4-6", "anthropic/claude-sonnet-4-5", "openai/gpt-5.2", "openai.responses/gpt-5.2",
            "openai.responses/gpt-4.1", "google/gemini-3-pro", "google/gemini-2.5-flash", "google/gemini-3.6-flash",
            "vertex/gemini-3-pro", "vertex/claude-sonnet-4-5", "bedrock/anthropic.claude-sonnet-4-5-v1:0", "bedrock/amazon.nova-pro-v1:0",
            "bedrock/meta.llama3-3-70b-instruct-v1:0", "azure/gpt-5.2", "mistral/mistral-large-latest", "cerebras/zai-glm-4.7",
            "deepseek/deepseek-v4", "groq/llama-3.3-70b-versatile", "xai/grok-4", "moonshot/kimi-k2-thinking", "zai/glm-4.7",
            "minimax/minimax-m2", "dashscope/qwen3-max", "perplexity/sonar-pro", "fireworks/kimi-k2-instruct", "together/deepseek-v3",
            "openrouter/anthropic/claude-sonnet-4.5", "openrouter/google/gemini-3-pro-preview", "copilot/gpt-5.2", "ollama/llama3.2",
            "ollama.native/llama3.2", "vllm/qwen3-coder", "vllm/qwen3.5", "vllm/llama-3.3-70b", "llamacpp/gpt-oss-20b",
            "lmstudio/gemma-2-9b", "cohere/command-a", "google.chat/gemini-3-pro", "copilot/gemini-3-pro", "xai.responses/grok-4",
        ),
    )
)  # fmt: skip
"""One or two models of each provider, by which a page tells where its rule applies."""
_LONGEST, _WIDTH = 40, 110
"""Lines of a payload that is shown, and the characters of a line."""
_MARKUP = re.compile(r"(`[^`]+`)|[\\*_\[\]<>|#`]")


def page(rule: CompatRule) -> str:
    """Write a rule's page: what is demanded, where, what the repair does and loses, an example on the wire, and the evidence."""
    return "\n\n".join([f"# {rule.name}", *_blocks(rule)])


def index(rules: Iterable[CompatRule], link: Callable[[str], str]) -> str:
    """Write the index: the rules by family, each with its demand, in the order in which they are applied."""
    families = groupby(rules, lambda rule: rule.name.partition("-")[0])
    blocks = [f"## {name}\n\n" + "\n".join(_entries(family, link)) for name, family in families]
    return "\n\n".join(["# Rules", "In the order in which they are applied.", *blocks])


def rule_data(rule: CompatRule) -> dict[str, Any]:
    """Return what is known of a rule as plain JSON."""
    return {
        "name": rule.name,
        "demand": rule.demand,
        "since": rule.since,
        "repairs": repairs(rule),
        "applies_to": _models(rule),
        "losses": losses(rule.losses),
        "advice": rule.advice,
        "unstable": rule.unstable,
        "error_patterns": [pattern.pattern for pattern in rule.error_patterns],
        "evidence": [
            {"error": words.error, "status": words.status, "source": words.source, "read": words.read.isoformat()}
            for words in rule.evidence
        ],
        "documentation": {heading or "Title": body for heading, body in sections(rule.repair_doc).items() if body},
    }


def _entries(rules: Iterable[CompatRule], link: Callable[[str], str]) -> Iterator[str]:
    for rule in rules:
        yield f"- [{rule.name}]({link(rule.name)}): {_plain(rule.demand)}{'' if repairs(rule) else ' *Not repaired.*'}"


def _blocks(rule: CompatRule) -> Iterator[str]:
    documented = sections(rule.repair_doc)
    yield _plain(rule.demand)
    yield f"Since segue {rule.since}."
    for heading in ("What it does", "Why", "Keeps"):
        if documented.get(heading):
            yield f"## {heading}\n\n{_plain(documented[heading])}"
    yield f"## Loses\n\n{', '.join(losses(rule.losses)) or 'Nothing.'}" if repairs(rule) else "## Not repaired"
    if rule.advice:
        yield f"## Advice\n\n{_plain(rule.advice)}"
    if rule.unstable:
        yield f"## Not stable\n\n{_plain(rule.unstable)}"
    if documented.get("Example"):
        yield "## In Python\n\n" + _fenced("pycon", documented["Example"])
    yield from _on_the_wire(rule)
    yield f"## Applies to\n\n{', '.join(f'`{name}`' for name in _models(rule)) or 'none of the models that pages are made for'}"
    if rule.evidence:
        yield "## Reported as\n\n" + "\n\n".join(_evidence(rule))


def _evidence(rule: CompatRule) -> Iterator[str]:
    for words in rule.evidence:
        quoted = _fenced("text", words.error) + "\n\n" if words.error else ""
        yield f"{quoted}Status {words.status}; {_plain(words.source)}, read {words.read.isoformat()}."


def _on_the_wire(rule: CompatRule) -> Iterator[str]:
    """Show the smallest history that breaks the demand and what becomes of it, as the first model in scope has them."""
    target = next((model for model in MODELS if rule.applies_to(model)), None)
    if target is None or not rule.triggers:
        return
    request = Request(rule.triggers[0])
    before, after = (_payload(one, target) for one in (request, apply_rule(rule, request, target)))
    shown = [("Refused", before), *([("Repaired", after)] if after != before else [])]
    if (after == before and repairs(rule)) or max(text.count("\n") for _, text in shown) > _LONGEST:
        return
    yield f"## On the wire\n\nFor `{target}`."
    yield from (f"{heading}:\n\n{_fenced('json', text)}" for heading, text in shown)


def _payload(request: Request, target: Target) -> str:
    form = FORMATS[target.endpoint]
    payload = form.encode(request) if form.encode_for is None else form.encode_for(request, target)
    return escaped_json(_laid_out(payload))


def _laid_out(value: Any, margin: str = "") -> str:
    """Write JSON, on one line what fits there."""
    line = json.dumps(value, ensure_ascii=False)
    if len(margin) + len(line) <= _WIDTH or not isinstance(value, dict | list):
        return line
    inner = margin + "  "
    if isinstance(value, dict):
        entries = [f"{json.dumps(key, ensure_ascii=False)}: {_laid_out(entry, inner)}" for key, entry in value.items()]
    else:
        entries = [_laid_out(entry, inner) for entry in value]
    opened, closed = "{}" if isinstance(value, dict) else "[]"
    return f"{opened}\n{inner}" + f",\n{inner}".join(entries) + f"\n{margin}{closed}"


def _models(rule: CompatRule) -> list[str]:
    return [_name(model) for model in MODELS if rule.applies_to(model)]


def _name(model: Target) -> str:
    return str(model.given)


def _fenced(language: str, text: str) -> str:
    """Fence a text by more backticks than stand in it."""
    fence = "```" if "```" not in text else "`````"
    return f"{fence}{language}\n{text}\n{fence}"


def _plain(text: str) -> str:
    """Write prose so that Markdown takes none of it for its own but code in backticks."""
    return _MARKUP.sub(lambda found: found[1] or f"\\{found[0]}", text)
