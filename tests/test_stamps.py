"""Times as text and as milliseconds."""

from __future__ import annotations

import pytest

from segue.stamps import from_milliseconds, to_milliseconds

READ = [
    ("2030-06-01T08:00:00.000Z", 1906531200000),
    ("2030-06-01T08:00:00.007Z", 1906531200007),
    ("2030-06-01T08:00:00Z", 1906531200000),
    ("2030-06-01T08:00:00", 1906531200000),
    ("2030-06-01 08:00:00", 1906531200000),
    ("2030-06-01", 1906502400000),
    ("2030-06-01T08:00:00.007999Z", 1906531200007),
    ("2030-06-01T08:00:00.007999999Z", 1906531200007),
    ("2030-06-01T10:00:00.000+02:00", 1906531200000),
    ("2030-06-01T03:30:00-04:30", 1906531200000),
    ("1969-12-31T23:59:59.999Z", -1),
    ("1969-12-31T23:59:59.999500Z", -1),
    ("0001-01-01T00:00:00.000Z", -62135596800000),
]


@pytest.mark.parametrize(("text", "milliseconds"), READ)
def test_iso_texts_are_read(text, milliseconds):
    """With Z, an offset or neither, with a fraction or none; what is below a millisecond is cut."""
    assert milliseconds == to_milliseconds(text)


@pytest.mark.parametrize("text", ["", "soon", "2030-13-01T08:00:00.000Z", "2030-06-01T08:00:00.000ZZ", "1906531200000", "٢٠٣٠-06-01"])
def test_other_texts_are_not_read(text):
    """What is no time gives None."""
    assert to_milliseconds(text) is None


@pytest.mark.parametrize("milliseconds", [0, -1, 1, 1906531200007, -62135596800000, 253402300799999])
def test_what_is_written_is_read(milliseconds):
    """A time survives being written."""
    assert milliseconds == to_milliseconds(from_milliseconds(milliseconds))


def test_times_are_written_in_full():
    """Four digits of year and three of milliseconds, however small."""
    assert "0001-01-01T00:00:00.000Z" == from_milliseconds(-62135596800000)  # noqa: SIM300


@pytest.mark.parametrize("milliseconds", [-62135596800001, 253402300800000, 10**30])
def test_times_without_text_are_refused(milliseconds):
    """A time outside of the years 1 to 9999 names itself in the error."""
    with pytest.raises(ValueError, match=str(milliseconds)):
        from_milliseconds(milliseconds)
