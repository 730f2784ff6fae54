"""The values after `field:` that are not words: numbers and ranges, ages and days, names, states, things."""

from __future__ import annotations

from paperreader.errors import QueryError

from . import table
from .tree import Has, Named, Node, Not, Range, State

#: Seconds of the units of an age.
UNITS = {"h": 3600, "d": 86400, "w": 7 * 86400, "m": 30 * 86400, "y": 365 * 86400}


def node(field: table.Field, text: str, position: int) -> Node:
    """The leaf for a value as it was typed. Raises QueryError, saying what the field wants."""
    if field.kind == table.NAME:
        text = text.replace('"', " ").strip()
    if not text.strip():
        raise QueryError(f"{field.name}: wants a value, {field.help}, such as {field.example}", position, field.example)
    if field.kind == table.NAME:
        return Named(field.name, text)
    if field.kind == table.STATE:
        return State(_one_of(field, text, table.STATES, position))
    if field.kind == table.THING:
        has = Has(_one_of(field, text, table.THINGS, position))
        return Not(has) if field.name == "no" else has
    if field.kind == table.TIME:
        return _bounds(field, text, position, _time)
    return _bounds(field, text, position, _stars if field.name == "rating" else _number)


def _one_of(field: table.Field, text: str, valid: dict[str, str], position: int) -> str:
    value = text.strip().lower()
    if value in valid:
        return value
    near = table.nearest(value, list(valid))
    instead = f"{field.name}:{near} does" if near else f"there are {', '.join(valid)}"
    raise QueryError(f"{field.name}:{value} means nothing; {instead}", position, near)


def _number(text: str) -> tuple[float, float, bool] | None:
    """One number, as a span of it alone."""
    try:
        value = float(text)
    except ValueError:
        return None
    if value != value or abs(value) > 1e12:
        return None
    return value, value, False


def _stars(text: str) -> tuple[float, float, bool] | None:
    """A rating: there are none above 5."""
    span = _number(text)
    return span if span is not None and 0 <= span[0] <= 5 else None


def _time(text: str) -> tuple[float, float, bool] | None:
    """An age (`7d`) or the span of a day, a month or a year (`2026-01-31`, `2026-01`, `2026`), in seconds of UTC."""
    unit = text[-1:].lower()
    if unit in UNITS:
        number = _number(text[:-1])
        if number is None or number[0] < 0:
            return None
        return number[0] * UNITS[unit], number[0] * UNITS[unit], True
    from datetime import UTC, datetime, timedelta

    if "t" in text.lower():
        try:
            moment = datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()
        except ValueError:
            return None
        return moment, moment, False
    parts = text.split("-")
    if not (1 <= len(parts) <= 3 and all(part.isascii() and part.isdigit() for part in parts) and len(parts[0]) == 4):
        return None
    numbers = [int(part) for part in parts]
    year, month, day = [*numbers, 1, 1][:3]
    try:
        first = datetime(year, month, day, tzinfo=UTC)
        if len(numbers) == 3:
            last = first + timedelta(days=1)
        elif len(numbers) == 2:
            last = datetime(year + month // 12, month % 12 + 1, 1, tzinfo=UTC)
        else:
            last = datetime(year + 1, 1, 1, tzinfo=UTC)
    except (ValueError, OverflowError):
        return None
    return first.timestamp(), last.timestamp() - 0.001, False


def _bounds(field: table.Field, text: str, position: int, read: object) -> Range:
    """A number or a range: `n`, `a..b`, `a..`, `..b`, `>n`, `>=n`, `<n`, `<=n`, `=n`."""
    assert callable(read)
    text = text.strip()

    def wrong(what: str = "") -> QueryError:
        wants = f"{field.name}: wants {field.help}, such as {field.example}"
        return QueryError(f"{what or repr(text)} is no value here; {wants}", position, field.example)

    if ".." in text:
        left, _, right = text.partition("..")
        low = read(left) if left else None
        high = read(right) if right else None
        if (left and low is None) or (right and high is None) or not (left or right):
            raise wrong()
        ages = {bound[2] for bound in (low, high) if bound}
        if len(ages) > 1:
            raise wrong("an age with a day")
        age = ages.pop()
        if low and high and low[0] > high[1]:
            raise QueryError(f"nothing lies in {text}: its start is greater than its end", position, f"{right}..{left}")
        return Range(field.name, low[0] if low else None, high[1] if high else None, age=age)
    sign = ""
    for candidate in (">=", "<=", ">", "<", "="):
        if text.startswith(candidate):
            sign, text = candidate, text[len(candidate) :]
            break
    span = read(text)
    if span is None:
        raise wrong(repr(text) if text else f"nothing after {sign}")
    low_value, high_value, age = span
    if sign == ">=":
        return Range(field.name, low_value, None, age=age)
    if sign == "<":
        return Range(field.name, None, low_value, open_high=True, age=age)
    if sign == ">":
        # Later than a day begins after its end.
        return Range(field.name, high_value, None, open_low=True, age=age)
    if sign == "<=" or (age and not sign):
        # An age alone, `added:7d`, is "within".
        return Range(field.name, None, high_value, age=age)
    return Range(field.name, low_value, high_value, age=age)
