"""The effects around `segue`: stores, provider calls, a conversation, and the command."""
