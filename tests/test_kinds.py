"""Kinds and losses are closed lists, and each member says what it is."""

import ast
import inspect
from itertools import pairwise

import pytest

from segue import kinds
from segue.kinds import EVERYTHING, Kind, Loss


def told(members):
    """Docstrings by member, as they stand behind it in the source."""
    body = ast.parse(inspect.getsource(members)).body[0].body
    return {
        here.targets[0].id: after.value.value
        for here, after in pairwise(body)
        if isinstance(here, ast.Assign) and isinstance(after, ast.Expr)
    }


@pytest.mark.parametrize("members", [Kind, Loss])
def test_each_member_is_documented(members):
    """Behind every member stands what it means, and no two say the same."""
    docs = told(members)
    assert list(docs) == [member.name for member in members]
    assert all(docs.values())
    assert len(set(docs.values())) == len(docs)


@pytest.mark.parametrize("members", [Kind, Loss])
def test_no_member_is_another(members):
    """No name is a second one for a member."""
    assert len(members.__members__) == len(list(members))


def test_everything_is_every_kind():
    """A rule that reads everything reads each kind."""
    assert frozenset(Kind) == EVERYTHING


def test_the_lists_are_what_the_module_offers():
    """A place is a path of names and indices, and may be empty."""
    assert kinds.Place == tuple[str | int, ...]
