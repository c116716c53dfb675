"""JSON with exact decimals: numbers never become binary floating-point numbers."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from ._decimal_members import DECIMAL_MEMBERS


def _exact(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    for name, value in pairs:
        # `value` of a total is a count
        if name in DECIMAL_MEMBERS and type(value) is int and not (name == "value" and "exact" in members):
            members[name] = Decimal(value)
    return members


def loads(text: str | bytes) -> Any:
    """Parses JSON. Members that the API describes as decimal are `Decimal`, even if they are whole."""
    return json.loads(text, parse_float=Decimal, object_pairs_hook=_exact)


def _text(value: object) -> str:
    if isinstance(value, Decimal):
        return format(value, "f")
    raise TypeError(f"{type(value).__name__} cannot be sent as JSON")


def _refuse_floats(value: object) -> None:
    if isinstance(value, float):
        raise TypeError(f"{value!r} is a float: use Decimal, so that the amount stays exact")
    if isinstance(value, dict):
        for member in value.values():
            _refuse_floats(member)
    elif isinstance(value, (list, tuple)):
        for item in value:
            _refuse_floats(item)


def dumps(value: object) -> bytes:
    """Encodes JSON; `Decimal` as text, which the API accepts. Raises `TypeError` for `float`."""
    _refuse_floats(value)
    return json.dumps(value, default=_text, ensure_ascii=False, separators=(",", ":")).encode()
