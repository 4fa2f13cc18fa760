"""Threads and resources as plain JSON objects."""

import pytest

from segue.formats.mastra import read_resource, read_thread, write_resource, write_thread
from segue.json_values import JsonObject, Malformed
from segue.messages import Resource, Thread

THREAD = {"id": "t1", "resourceId": "r1", "title": "A", "metadata": {"a": [1]}, "createdAt": "x", "updatedAt": "y"}
RESOURCE = {"id": "r1", "workingMemory": "# notes", "metadata": {"a": [1]}, "createdAt": "x", "updatedAt": "y"}


def test_a_thread_is_read_and_written():
    """All fields, in the original's names."""
    read = read_thread(THREAD)

    assert Thread("t1", "r1", "A", JsonObject(a=(1,)), "x", "y") == read
    assert write_thread(read) == THREAD


def test_a_resource_is_read_and_written():
    """All fields, in the original's names."""
    read = read_resource(RESOURCE)

    assert Resource("r1", "# notes", JsonObject(a=(1,)), "x", "y") == read
    assert write_resource(read) == RESOURCE


def test_what_is_missing_or_null_is_not_set():
    """Only ids are needed; fields that are not known are left out."""
    assert Thread("t1", "r1") == read_thread({"id": "t1", "resourceId": "r1", "title": None, "x": 1})
    assert Resource("r1") == read_resource({"id": "r1", "metadata": None})


@pytest.mark.parametrize(
    ("read", "raw", "expected", "path"),
    [
        (read_thread, None, "an object", ()),
        (read_thread, {"id": "t1"}, "a string", ("resourceId",)),
        (read_thread, {**THREAD, "id": None}, "a string", ("id",)),
        (read_thread, {**THREAD, "title": 7}, "a string", ("title",)),
        (read_thread, {**THREAD, "metadata": "{}"}, "an object", ("metadata",)),
        (read_resource, {**RESOURCE, "metadata": {"a": [float("nan")]}}, "a finite number", ("metadata", "a", 0)),
        (read_resource, {}, "a string", ("id",)),
    ],
)
def test_what_is_none_is_refused_with_its_place(read, raw, expected, path):
    """A field that is missing or of another type raises, and the place is told."""
    with pytest.raises(Malformed) as fault:
        read(raw)

    assert (expected, path) == (fault.value.expected, fault.value.path)
