"""What was called before a run began, as opposed to what the run calls itself.

Ids alone do not tell: some providers begin anew with `call_0` in each reply. So the last user's message, the question that the
run answers, is the border; only calls that stood behind it when the run began are told by their ids alone.
"""

from __future__ import annotations

from attrs import frozen

from segue.filters._exchanges import Exchanges, Key, exchanges, id_of
from segue.prompts import Prompt, UserMessage


@frozen
class History:
    """The calls that a prompt held when a run began."""

    ids: tuple[str, ...]
    """Those of all calls, and of results without one, each once."""
    trailing: tuple[str, ...] = ()
    """Those of calls behind the last user's message."""
    user_messages: int | None = None
    """How many messages of users there were; not known if None."""

    @classmethod
    def of(cls, prompt: Prompt) -> History:
        """Return a history of all that is called in a prompt.

        >>> from segue.prompts import assistant, call, prompt, user
        >>> History.of(prompt(user("Go."), assistant(call("c1", "t")), user("And?"), assistant(call("c2", "t"))))
        History(ids=('c1', 'c2'), trailing=('c2',), user_messages=2)
        """
        return history_of(prompt, exchanges(prompt))

    @classmethod
    def before_question(cls, prompt: Prompt) -> History:
        """Return a history of what is called before the last user's message: what follows is the run's own."""
        border = _border(_asked(prompt))
        return cls.of(Prompt(prompt.messages[: border + 1]))


def history_of(prompt: Prompt, found: Exchanges) -> History:
    """Return a history of all exchanges of a prompt."""
    asked = _asked(prompt)
    early, late = found.split(_border(asked))
    trailing = tuple(dict.fromkeys(map(id_of, late)))
    return History(tuple(dict.fromkeys((*(early if found.by_id else map(id_of, early)), *trailing))), trailing, len(asked))


def of_history(prompt: Prompt, found: Exchanges, history: History) -> set[Key]:
    """Return those of a prompt's exchanges that are of the history."""
    ids, trailing = set(history.ids), set(history.trailing)
    early, late = found.split(_border(_asked(prompt)[: history.user_messages]))
    return {key for key in early if id_of(key) in ids} | {key for key in late if id_of(key) in trailing}


def _asked(prompt: Prompt) -> list[int]:
    return [place for place, message in enumerate(prompt.messages) if message.__class__ is UserMessage]


def _border(asked: list[int]) -> int:
    return asked[-1] if asked else -1
