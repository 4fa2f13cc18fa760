"""Where a conversation goes next, from the many ways people name a model."""

from types import SimpleNamespace

import pytest

from segue.json_values import EMPTY
from segue.models import Model
from segue.targets import ENDPOINTS, PROVIDERS, Target

CHAT = "openai-chat"

# name -> provider, endpoint, model
NAMED = {
    "anthropic/claude-sonnet-4-5": ("anthropic", "anthropic", "claude-sonnet-4-5"),
    "anthropic:claude-sonnet-4-5": ("anthropic", "anthropic", "claude-sonnet-4-5"),
    " Anthropic/claude-sonnet-4-5 ": ("anthropic", "anthropic", "claude-sonnet-4-5"),
    "anthropic": ("anthropic", "anthropic", ""),
    "Claude": ("anthropic", "anthropic", ""),
    "openai/gpt-5.2": ("openai", CHAT, "gpt-5.2"),
    "openai.chat/gpt-5.2": ("openai", CHAT, "gpt-5.2"),
    "openai.responses/gpt-5.2": ("openai", "openai-responses", "gpt-5.2"),
    "openai.whatever/gpt-5.2": ("openai", CHAT, "gpt-5.2"),
    "azure-openai/my-deployment": ("azure", CHAT, "my-deployment"),
    "azure.responses/my-deployment": ("azure", "openai-responses", "my-deployment"),
    "openrouter/anthropic/claude-sonnet-4.5": ("openrouter", CHAT, "anthropic/claude-sonnet-4.5"),
    "openrouter.messages/anthropic/claude-sonnet-4.5": ("openrouter", "anthropic", "anthropic/claude-sonnet-4.5"),
    "bedrock/anthropic.claude-sonnet-4-5-20250929-v1:0": ("bedrock", "bedrock-converse", "anthropic.claude-sonnet-4-5-20250929-v1:0"),
    "bedrock.anthropic/claude-opus-4-5": ("bedrock", "anthropic", "claude-opus-4-5"),
    "amazon-bedrock/amazon.nova-pro-v1:0": ("bedrock", "bedrock-converse", "amazon.nova-pro-v1:0"),
    "google.generative-ai/gemini-3-pro": ("google", "gemini", "gemini-3-pro"),
    "vertex_ai/gemini-3-pro": ("vertex", "gemini", "gemini-3-pro"),
    "vertex/claude-sonnet-4-5@20250929": ("vertex", "anthropic", "claude-sonnet-4-5@20250929"),
    "vertex/Claude-Sonnet-4-5": ("vertex", "anthropic", "Claude-Sonnet-4-5"),
    "vertex.chat/claude-sonnet-4-5": ("vertex", CHAT, "claude-sonnet-4-5"),
    "claude-sonnet-4-5": ("anthropic", "anthropic", "claude-sonnet-4-5"),
    "gpt-4o": ("openai", CHAT, "gpt-4o"),
    "chatgpt-4o-latest": ("openai", CHAT, "chatgpt-4o-latest"),
    "o3-mini": ("openai", CHAT, "o3-mini"),
    "Gemini-2.5-pro": ("google", "gemini", "Gemini-2.5-pro"),
    "magistral-medium-2509": ("mistral", CHAT, "magistral-medium-2509"),
    "deepseek-chat": ("deepseek", CHAT, "deepseek-chat"),
    "grok-4": ("xai", CHAT, "grok-4"),
    "kimi-k2-thinking": ("moonshot", CHAT, "kimi-k2-thinking"),
    "glm-4.6": ("zai", CHAT, "glm-4.6"),
    "example-provider/example-1": ("example-provider", "", "example-1"),
    "example.chat/one": ("example", "", "one"),
    "o3omni": ("", "", "o3omni"),
    "mistral7b": ("", "", "mistral7b"),
    "": ("", "", ""),
    "/": ("", "", ""),
}


def read(given):
    """Provider, endpoint and model of a target."""
    target = Target.of(given)
    return target.provider, target.endpoint, target.model


@pytest.mark.parametrize(("name", "expected"), NAMED.items())
def test_a_name_tells_provider_endpoint_and_model(name, expected):
    """Slash or colon, an endpoint after a dot, a bare provider and a bare model name are understood."""
    assert read(name) == expected
    assert Target.of(name).known == bool(expected[1])


@pytest.mark.parametrize("name", PROVIDERS)
def test_every_spelling_of_a_provider_is_known(name):
    """Each spelling leads to a provider that is itself a spelling, and to an endpoint."""
    target = Target.of(f"{name}/some-model")
    assert (target.provider, target.endpoint) == PROVIDERS[name]
    assert target.provider in PROVIDERS
    assert target.near == ()


@pytest.mark.parametrize("name", ENDPOINTS)
def test_every_spelling_of_an_endpoint_is_known(name):
    """The endpoint stands after a dot behind the provider, whatever that speaks by default."""
    assert Target.of(f"azure.{name}/some-model").endpoint == ENDPOINTS[name]


VERSIONS = {
    "claude-opus-4-20250514": ((4, 0), "opus"),
    "claude-sonnet-4-5-20250929": ((4, 5), "sonnet"),
    "claude-sonnet-4-5@20250929": ((4, 5), "sonnet"),
    "anthropic.claude-opus-4-1-20250805-v1:0": ((4, 1), "opus"),
    "claude-3-5-sonnet-20241022": ((3, 5), "sonnet"),
    "claude-3-5-haiku-latest": ((3, 5), "haiku"),
    "claude-3-opus-20240229": ((3, 0), "opus"),
    "claude-2.1": ((2, 1), ""),
    "claude-instant-1.2": ((1, 2), "instant"),
    "Claude-Opus-4.8": ((4, 8), "opus"),
    "claude-fable-5": ((5, 0), "fable"),
    "claude-haiku-latest": (None, "haiku"),
    "claude-latest": (None, ""),
    "gpt-5.2": ((5, 2), ""),
    "gpt-5-2025-08-07": ((5, 0), ""),
    "gpt-4o-2024-08-06": ((4, 0), ""),
    "gpt-4-32k": ((4, 0), ""),
    "gpt-4.1-mini": ((4, 1), ""),
    "o3-mini": ((3, 0), ""),
    "qwen2.5vl": ((2, 5), ""),
    "kimi-k2-0905-preview": ((2, 0), ""),
    "mistral-large-2411": (None, ""),
    "gpt-oss-120b": (None, ""),
    "": (None, ""),
}


@pytest.mark.parametrize(("model", "expected"), VERSIONS.items())
def test_a_model_tells_version_and_tier(model, expected):
    """Dates and sizes are no versions; a tier stands before or behind the number."""
    target = Target.of(f"openrouter/{model}")
    assert (target.version, target.tier) == expected


NEAR = {
    "antropic/claude-sonnet-4-5": "anthropic", "antropic": "anthropic", "OpenAl": "openai", "open-ai/gpt-5": "openai", "mistal/x": "mistral",
}  # fmt: skip


@pytest.mark.parametrize(("name", "near"), NEAR.items())
def test_a_slip_has_names_near_it(name, near):
    """A name that is not known carries what was perhaps meant, and has no demands."""
    target = Target.of(name)
    assert not target.known
    assert target.near[0] == near


def test_a_name_like_no_other_has_none_near():
    """Nothing is guessed where nothing is alike."""
    assert Target.of("qqqqqq/x").near == ()


SONNET = ("anthropic", "anthropic", "claude-sonnet-4-5")
GIVEN = {
    "a model": (Model("anthropic", "claude-sonnet-4-5"), SONNET),
    "a model without provider": (Model("", "claude-sonnet-4-5"), SONNET),
    "an object": (SimpleNamespace(provider="anthropic.messages", model_id="claude-sonnet-4-5"), SONNET),
    "an object with a model alone": (SimpleNamespace(model_id="anthropic/claude-sonnet-4-5"), SONNET),
    "an object with a provider alone": (SimpleNamespace(provider="anthropic", model_id=5), ("anthropic", "anthropic", "")),
    "model_id": ({"provider": "anthropic", "model_id": "claude-sonnet-4-5"}, SONNET),
    "modelId": ({"provider": " Anthropic", "modelId": "claude-sonnet-4-5"}, SONNET),
    "model": ({"model": "anthropic/claude-sonnet-4-5"}, SONNET),
    "id": ({"id": "claude-sonnet-4-5"}, SONNET),
    "a list of names": (["anthropic/claude-sonnet-4-5", "openai/gpt-5.2"], SONNET),
    "a list with one disabled": (
        ({"model": "openai/gpt-5.2", "enabled": False}, {"model": Model("anthropic", "claude-sonnet-4-5")}),
        SONNET,
    ),
    "a list with one enabled": ([{"model": "anthropic/claude-sonnet-4-5", "enabled": True}], SONNET),
    "a list of objects": ([{"provider": "anthropic", "model_id": "claude-sonnet-4-5"}], SONNET),
    "a list of none": ([None, "claude-sonnet-4-5"], SONNET),
}
NOTHING = [
    None, 5, "", [], [None], [{"model": "openai/gpt-5.2", "enabled": False}], {}, {"provider": 5}, {"model": 5}, object(),
    {"provider": "", "model": None}, SimpleNamespace(provider=5, model_id=6), b"openai", [[]],
]  # fmt: skip


@pytest.mark.parametrize(("given", "expected"), GIVEN.values(), ids=GIVEN)
def test_other_ways_to_name_a_model(given, expected):
    """Models, objects, mappings and lists of fallbacks are read as the name they stand for."""
    assert read(given) == expected


@pytest.mark.parametrize("given", NOTHING)
def test_nothing_is_a_target_without_demands(given):
    """What names no model gives an empty target and never raises."""
    assert Target.of(given) == Target()
    assert str(Target.of(given)) == "no target"


def test_settings_are_what_a_mapping_says_besides():
    """Keys that do not name the model are settings; settings that are no JSON are left out."""
    named = {"provider": "anthropic", "model_id": "claude-sonnet-4-5"}
    assert Target.of(named | {"thinking": {"type": "enabled"}}).settings == {"thinking": {"type": "enabled"}}
    assert Target.of(named).settings == EMPTY
    assert read(named | {"temperature": float("nan")}) == SONNET
    assert Target.of(named | {1: 2}).settings == EMPTY


def test_what_was_given_is_kept():
    """A target remembers the very thing it was read from, which does not count for equality."""
    given = ["openai/gpt-5.2"]
    assert Target.of(given).given is given
    assert Target.of(given) == Target.of("openai/gpt-5.2")


def test_a_target_is_itself():
    """A target that is given is returned, not read again."""
    target = Target("elsewhere", "anthropic")
    assert Target.of(target) is target


def test_since_takes_the_unknown_for_the_newest():
    """A version is compared by number, and one that is not told is later than all."""
    assert [Target.of(f"anthropic/claude-opus-{version}").since((4, 6)) for version in ("4-5", "4-6", "4-10", "latest")] == [False, True, True, True]


CLAUDE = {"anthropic": True, "openrouter/anthropic/claude-opus-4.5": True, "vertex/Claude-Opus-4-5": True, "openai/gpt-5.2": False}


@pytest.mark.parametrize(("name", "claude"), CLAUDE.items())
def test_claude_is_claude_wherever_it_runs(name, claude):
    """A model is Anthropic's by its provider or by its name."""
    assert Target.of(name).claude is claude


@pytest.mark.parametrize("name", ["anthropic/claude-sonnet-4-5", "openai", "openrouter/anthropic/claude-opus-4.5"])
def test_a_target_writes_its_name(name):
    """A target's text is its name, provider first."""
    assert str(Target.of(name)) == name


LIKE = {
    "known provider": ({"provider": "vllm", "model_id": "mine", "like": "qwen3-coder"}, ("vllm", CHAT, "mine", "qwen3-coder")),
    "with its provider": ({"provider": "vllm", "model_id": "mine", "like": "moonshot/kimi-k2"}, ("vllm", CHAT, "mine", "kimi-k2")),
    "unknown provider": ({"provider": "my-box", "model_id": "mine", "like": "qwen3-coder"}, ("my-box", CHAT, "mine", "qwen3-coder")),
    "a gateway": ({"provider": "my-box", "model_id": "mine", "like": "moonshot/kimi-k2"}, ("moonshot", CHAT, "mine", "kimi-k2")),
    "a gateway to Gemini": ({"provider": "my-box", "model_id": "mine", "like": "gemini-3-pro"}, ("google", "gemini", "mine", "gemini-3-pro")),
    "no provider": ({"model_id": "mine", "like": "qwen3-coder"}, ("", CHAT, "mine", "qwen3-coder")),
    "blank": ({"provider": "vllm", "model_id": "mine", "like": " "}, ("vllm", CHAT, "mine", "")),
    "no text": ({"provider": "vllm", "model_id": "mine", "like": 7}, ("vllm", CHAT, "mine", "")),
}


@pytest.mark.parametrize(("given", "expected"), LIKE.values(), ids=LIKE)
def test_a_model_may_be_like_another(given, expected):
    """It keeps its name and provider and takes the other's demands; a provider that nobody knows speaks as the other's does."""
    target = Target.of(given)

    assert (target.provider, target.endpoint, target.model, target.like) == expected
    assert target.likeness == (target.like or target.model).lower()
    assert target.settings == {}
    assert target.near == ()


def test_likeness_tells_version_and_make():
    """Of Claude, and of any model that counts its versions."""
    assert Target.of({"provider": "bedrock", "model_id": "arn:aws:mine", "like": "claude-sonnet-4-5"}).version == (4, 5)
    assert Target.of({"provider": "bedrock", "model_id": "arn:aws:mine", "like": "claude-sonnet-4-5"}).claude
    assert Target.of({"provider": "google", "model_id": "tunedModels/mine", "like": "gemini-2.5-flash"}).version == (2, 5)


def test_what_a_caller_says_of_a_server_is_kept():
    """Frozen, out of the settings; a provider that nobody knows is one of OpenAI's clients then. What is no JSON is left out."""
    said = Target.of({"provider": "my-box", "model_id": "mine", "template": {"one_call": True}, "layout": {"nulls": False}, "store": True})

    assert (said.template, said.layout, said.settings) == ({"one_call": True}, {"nulls": False}, {"store": True})
    assert (said.endpoint, said.near) == (CHAT, ())
    assert hash(said) == hash(Target.of({"provider": "my-box", "model_id": "mine", "template": {"one_call": True}, "layout": {"nulls": False}, "store": True}))
    assert Target.of({"provider": "vllm", "model_id": "mine", "template": {"x": object()}}).template is None
    assert Target.of({"model_id": "mine", "template": {"one_call": True}}).endpoint == ""


@pytest.mark.parametrize(
    "name",
    [
        "openai.responses/gpt-5.2", "azure.responses/gpt-5", "google.chat/gemini-3-pro", "vertex.chat/gemini-3-pro", "vertex/claude-sonnet-4-6",
        "vertex.generative-ai/claude-x", "bedrock.messages/claude-sonnet-4-5", "ollama.native/qwen3", "xai.responses/grok-4", "openai.responses",
        "anthropic.chat/claude-sonnet-4-5", "moonshot.messages/kimi-k2", "bedrock/amazon.nova-pro-v1:0", "nobody.chat/knows", "nobody/knows",
    ],
)  # fmt: skip
def test_a_name_that_is_written_is_read_again(name):
    """As the same target, endpoint and dialect included."""
    target = Target.of(name)
    assert Target.of(str(target)) == target


@pytest.mark.parametrize("name", ["openai.responses/gpt-5.2", "ollama.native/qwen3", "google.chat/gemini-3-pro", "anthropic/claude-sonnet-4-5"])
def test_an_endpoint_is_written_where_it_is_not_the_usual_one(name):
    """It is what was given."""
    assert str(Target.of(name)) == name
