"""Loop over the event feed with a stored cursor."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, cast

from .errors import ApiError, ConnectionFailedError, CursorLostError
from .types import Event

if TYPE_CHECKING:
    from .client import Orderdock


class CursorStore(Protocol):
    """Storage of the cursor. To process each event exactly once, store results and cursor in one transaction."""

    def load(self) -> str | None:
        """Returns the stored cursor, or None at the first start."""

    def save(self, cursor: str) -> None:
        """Stores the cursor durably."""


class FileCursorStore:
    """Stores the cursor in a file, which is replaced atomically."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path)

    def load(self) -> str | None:
        try:
            return self._path.read_text().strip() or None
        except FileNotFoundError:
            return None

    def save(self, cursor: str) -> None:
        new = self._path.with_name(self._path.name + ".new")
        with new.open("w") as file:
            file.write(cursor)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self._path)


class EventLoop:
    """Passes each event to a callback at least once, in sequence."""

    def __init__(
        self,
        client: Orderdock,
        store: CursorStore,
        *,
        types: list[str] | None = None,
        data_source: str | None = None,
        include_record: bool = False,
        start: Literal["oldest", "now"] = "oldest",
        wait: int = 30,
        on_cursor_lost: Callable[[CursorLostError], None] | None = None,
    ) -> None:
        """`start` applies if no cursor is stored. `on_cursor_lost` must read the current records from the lists; the loop
        then continues with the events after the start of this call. Without it, `CursorLostError` is raised."""
        self._client = client
        self._store = store
        self._start = start
        self._wait = wait
        self._on_cursor_lost = on_cursor_lost
        self._parameters = {
            "types": ",".join(types) if types else None,
            "dataSource": data_source,
            "include": "record" if include_record else None,
        }

    def current_cursor(self) -> str:
        """Returns the cursor of now: read it before the records of lists, then follow the events after it."""
        _, cursor = self._page("now", 0)
        return cursor

    def _page(self, after: str, wait: int) -> tuple[list[Event], str]:
        response = self._client.request(
            "GET", "/api/event-feed", params={**self._parameters, "after": after, "wait": wait}, timeout=wait + 30.0
        )
        following = response.next_parameter("after")
        events = cast(list[Event], response.json)
        return events, following or (events[-1]["id"] if events else after)

    def _first_cursor(self) -> str:
        stored = self._store.load()
        if stored is not None or self._start == "oldest":
            return stored or ""
        cursor = self.current_cursor()
        self._store.save(cursor)
        return cursor

    def _continue_from_now(self, error: CursorLostError) -> str:
        if self._on_cursor_lost is None:
            raise error
        cursor = self.current_cursor()  # before the records are read, so that no change is missed
        self._on_cursor_lost(error)
        self._store.save(cursor)
        return cursor

    def run(self, handle: Callable[[Event], None], stop: threading.Event | None = None) -> None:
        """Runs until `stop` is set; a waiting request delays this by up to `wait` seconds. The cursor is stored after
        `handle` has returned: if the process ends in between, the event is passed again. Exceptions of `handle` end the loop.
        Outages of any length are waited for; other errors are raised."""
        stop = stop or threading.Event()
        cursor: str | None = None
        while not stop.is_set():
            try:
                if cursor is None:
                    cursor = self._first_cursor()
                events, following = self._page(cursor, self._wait)
            except CursorLostError as error:
                cursor = self._continue_from_now(error)
                continue
            except (ConnectionFailedError, ApiError) as error:
                if isinstance(error, ApiError) and not error.retryable:
                    raise
                stop.wait(self._client.retry.max_delay)
                continue
            for event in events:
                if stop.is_set():
                    return
                handle(event)
                cursor = event["id"]
                self._store.save(cursor)
            if following != cursor:
                cursor = following  # the filters may skip many events
                self._store.save(cursor)
