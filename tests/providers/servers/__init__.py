"""Providers on loopback, as strict as the real ones, for the official SDKs to talk to."""

from tests.providers.servers.anthropic import anthropic_api
from tests.providers.servers.bedrock import converse_api
from tests.providers.servers.google import gemini_api
from tests.providers.servers.loopback import Answer, LoopbackServer, Received, json_answer
from tests.providers.servers.openai_chat import chat_api
from tests.providers.servers.openai_responses import responses_api

__all__ = ["Answer", "LoopbackServer", "Received", "anthropic_api", "chat_api", "converse_api", "gemini_api", "json_answer", "responses_api"]
