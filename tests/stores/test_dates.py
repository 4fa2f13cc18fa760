"""The dates of rows, as text."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from segue_shell.stores.dates import canonical, is_date, later

EVERY_DAY = [(datetime(2027, 1, 1, 23, 59, 59, 999_000, tzinfo=UTC) + timedelta(days=day)) for day in range(2 * 366)]
NO_DATES = [
    "",
    "soon",
    "2030-06-01",
    "2030-02-29T08:00:00.000Z",
    "2030-13-01T08:00:00.000Z",
    "2030-06-31T08:00:00.000Z",
    "2030-06-01T24:00:01.000Z",
    "2030-06-01T08:60:00.000Z",
    "0000-06-01T08:00:00.000Z",
]


def written(moment):
    """Return a moment as rows hold it."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def test_dates_stay_as_they_are():
    """The last millisecond of every day of two years, a leap year among them."""
    texts = list(map(written, EVERY_DAY))

    assert texts == list(map(canonical, texts)) == list(filter(is_date, texts))


def test_the_next_millisecond_is_the_next_date():
    """Over the end of every day, month and year, the 29th of February too."""
    expected = [written(moment + timedelta(milliseconds=1)) for moment in EVERY_DAY]

    assert expected == [later(written(moment), "2020-01-01T00:00:00.000Z") for moment in EVERY_DAY]


@pytest.mark.parametrize("text", NO_DATES)
def test_what_is_no_date_is_told(text):
    """Days and hours that there are not, and what tells no time of day."""
    assert not is_date(text)


@pytest.mark.parametrize("text", ["soon", "2030-02-29T08:00:00.000Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_what_cannot_be_read_stays_as_it_is(text):
    """Nothing is made up."""
    assert text == canonical(text)


@pytest.mark.parametrize(
    "last",
    [
        "2030-06-01T08:00:00.000Z",
        "2030-06-01T08:00:00.999Z",
        "2030-06-01T08:00:00Z",
        "2030-06-01 08:00:00",
        "2030-06-01T08:00:00.999999999+00:00",
        "2028-02-29T23:59:59.9995-14:00",
        "2030-06-01T08:00:00/",
    ],
)
def test_a_later_date_sorts_later(last):
    """Whatever form the last one has; and it is one of ours."""
    date = later(last, "2020-01-01T00:00:00.000Z")

    assert date > last
    assert date == canonical(date)


def test_the_clock_decides_where_it_is_ahead():
    """The time it is, if that sorts after the last date."""
    assert "2030-06-01T08:00:00.000Z" == later("2030-06-01T07:59:59Z", "2030-06-01T08:00:00.000Z") == later("", "2030-06-01T08:00:00.000Z")


@pytest.mark.parametrize("last", ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59Z", "soon", "9999-99-99T00:00:00.000Z"])
def test_where_no_date_is_later_the_last_is_taken(last):
    """At the end of all dates, and after what is none."""
    assert last == later(last, "2020-01-01T00:00:00.000Z")
