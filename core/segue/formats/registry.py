"""Placeholder of the lead until the real registry is there."""
from segue.formats.ai_sdk import AI_SDK
from segue.formats.anthropic import ANTHROPIC
from segue.formats.openai_chat import OPENAI_CHAT
FORMATS = {f.name: f for f in (ANTHROPIC, OPENAI_CHAT, AI_SDK)}
def detect(payload, prefer=None):
    import json
    t = json.dumps(payload)
    if isinstance(payload, dict) and "prompt" in payload: return "ai-sdk"
    if '"system": ' in t[:12] or '"tool_use"' in t or (isinstance(payload, dict) and "system" in payload): return "anthropic"
    return "openai-chat"
