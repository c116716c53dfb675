"""Repetition of requests."""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True)
class RetryPolicy:
    """How often and how long a request is repeated."""

    attempts: int = 8
    """Maximum number of attempts, including the first."""
    deadline: float = 120.0
    """Seconds after which no further attempt starts."""
    first_delay: float = 0.5
    """Upper bound of the first delay in seconds. It doubles with each attempt."""
    max_delay: float = 30.0
    """Upper bound of a delay in seconds, unless the server requests a longer one."""

    def delay(self, attempt: int, retry_after: float | None) -> float:
        """Returns the seconds to wait after an attempt, counted from 1. `Retry-After` is the minimum."""
        bound = min(self.first_delay * 2.0 ** (attempt - 1), self.max_delay)
        jitter = random.uniform(0.0, bound)
        return jitter if retry_after is None else retry_after + min(jitter, self.first_delay)


def parse_retry_after(value: str | None) -> float | None:
    """Returns the seconds of a header `Retry-After`."""
    try:
        return max(0.0, float(value)) if value is not None else None
    except ValueError:
        return None
