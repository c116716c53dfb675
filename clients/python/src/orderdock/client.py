"""HTTP client of Orderdock."""

from __future__ import annotations

import hashlib
import os
import time
import urllib.parse
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Literal, cast

import httpx

from .decimals import dumps, loads
from .errors import ApiError, ChecksumError, ConnectionFailedError, error_of
from .retry import RetryPolicy, parse_retry_after
from .types import (
    Attachment,
    ByReference,
    Candidate,
    CandidateBody,
    CandidatesAnswer,
    CreatedOrder,
    HandedOverAnswer,
    HandedOverData,
    Order,
    OrderBody,
    OrderHead,
    ResultRow,
)

ErrorPolicy = Literal["all", "header", "row"]
Content = bytes | str | os.PathLike[str] | IO[bytes]


class Response:
    """A successful response."""

    def __init__(self, response: httpx.Response, body: Any) -> None:
        self.status = response.status_code
        self.headers = response.headers
        self.json = body
        """The parsed body, with `Decimal`; None if it is empty."""

    def next_parameter(self, name: str) -> str | None:
        """Returns a parameter of the URL of the next page in the header `Link`."""
        url = self._next_url()
        values = urllib.parse.parse_qs(urllib.parse.urlsplit(url).query).get(name) if url else None
        return values[0] if values else None

    def _next_url(self) -> str | None:
        for part in self.headers.get("link", "").split(","):
            if 'rel="next"' in part:
                return str(part.split(";")[0]).strip().strip("<>")
        return None


class Orderdock:
    """Client of one server. It can be used by several threads; use it as a context manager or call `close`."""

    def __init__(
        self, url: str, token: str, *, retry: RetryPolicy | None = None, timeout: float = 60.0, language: str = "en"
    ) -> None:
        """`timeout`: seconds to wait for a connection and for each part of a response."""
        self.retry = retry or RetryPolicy()
        headers = {"Authorization": token, "Accept-Language": language, "User-Agent": "orderdock-client-python/0.2.0"}
        self._http = httpx.Client(base_url=url.rstrip("/"), headers=headers, timeout=timeout)

    def __enter__(self) -> Orderdock:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes all connections."""
        self._http.close()

    # --- any operation ---

    def request(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any] | None = None,
        body: object = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Response:
        """Sends any operation of the API, repeats it according to `retry` and returns the successful response.

        `POST` requests get an idempotency key, which is the same for all attempts. To repeat a request after a restart of your
        program, pass a key that you stored before. Raises `ApiError` or `ConnectionFailedError`."""
        sent = dict(headers or {})
        content: bytes | None = None
        if body is not None:
            content = dumps(body)
            sent["Content-Type"] = "application/json"
        if method == "POST":
            sent["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        return self._repeat(lambda: self._build(method, path, params, sent, timeout, content=content))

    def _build(
        self, method: str, path: str, params: Mapping[str, Any] | None, headers: dict[str, str], timeout: float | None, **body: Any
    ) -> httpx.Request:
        query = {name: _parameter(value) for name, value in (params or {}).items() if value is not None}
        limits: dict[str, Any] = {} if timeout is None else {"timeout": timeout}
        return self._http.build_request(method, path, params=query or None, headers=headers, **limits, **body)

    def _repeat(self, build: Any) -> Response:
        started = time.monotonic()
        attempt = 0
        while True:
            attempt += 1
            error: ApiError | ConnectionFailedError
            try:
                response = self._http.send(build())
                return _result(response)
            except ApiError as failed:
                if not failed.retryable:
                    raise
                error = failed
                wait = self.retry.delay(attempt, failed.retry_after)
            except httpx.TransportError as failed:
                error = ConnectionFailedError(f"no response: {failed or type(failed).__name__}")
                error.__cause__ = failed
                wait = self.retry.delay(attempt, None)
            if attempt >= self.retry.attempts or time.monotonic() - started + wait > self.retry.deadline:
                raise error
            time.sleep(wait)

    # --- candidates ---

    def send_candidate(self, row: CandidateBody, *, dry_run: bool = False, strict: bool = False) -> ResultRow:
        """Imports one row. A row that was stored before is `unchanged`, which is a success."""
        response = self.request(
            "POST", "/api/sales/order/candidates", params={"dryRun": dry_run or None}, body=row, headers=_handling(strict)
        )
        return cast(ResultRow, response.json["result"][0])

    def send_candidates(
        self,
        rows: Sequence[CandidateBody],
        *,
        error_policy: ErrorPolicy = "header",
        dry_run: bool = False,
        strict: bool = False,
        idempotency_key: str | None = None,
    ) -> CandidatesAnswer:
        """Imports up to 10,000 rows. Read `outcome` of each row: rejected rows, also all of them, raise no exception, except
        with the error policy `all`."""
        response = self.request(
            "POST",
            "/api/sales/order/candidates/bulk",
            params={"errorPolicy": error_policy, "dryRun": dry_run or None},
            body={"requests": list(rows)},
            headers=_handling(strict),
            idempotency_key=idempotency_key,
        )
        return cast(CandidatesAnswer, response.json)

    def send_all_candidates(
        self, rows: Iterable[CandidateBody], *, error_policy: Literal["header", "row"] = "header", rows_per_request: int = 1000
    ) -> Iterator[CandidatesAnswer]:
        """Imports any number of rows in several requests; yields their responses. Consecutive rows of one incoming order are
        sent in one request."""
        for chunk in _chunks(rows, rows_per_request):
            yield self.send_candidates(chunk, error_policy=error_policy)

    def find_incoming_order(self, data_source: str, header_id: str) -> ByReference:
        """Returns the lines, sales orders and files of an incoming order by the id that the sender gave it."""
        path = f"/api/sales/order/candidates/by-ref/{_quoted(data_source)}/{_quoted(header_id)}"
        return cast(ByReference, self.request("GET", path).json)

    def candidates(self, **filters: Any) -> Iterator[Candidate]:
        """Yields all lines that match the filters, from all pages."""
        return cast(Iterator[Candidate], self.pages("/api/sales/order/candidates", **filters))

    # --- sales orders ---

    def create_order(self, order: OrderBody, *, idempotency_key: str | None = None) -> CreatedOrder:
        """Creates a whole sales order. Store the key with your order first: without it, a restart can create a second order."""
        return cast(CreatedOrder, self.request("POST", "/api/sales/order", body=order, idempotency_key=idempotency_key).json)

    def orders(self, **filters: Any) -> Iterator[OrderHead]:
        """Yields all sales orders that match the filters, from all pages; without lines."""
        return cast(Iterator[OrderHead], self.pages("/api/sales/order", **filters))

    def order(self, id: str) -> Order:
        """Returns a sales order with its lines."""
        return cast(Order, self.request("GET", f"/api/sales/order/{_quoted(id)}").json)

    def confirm_transfers(self, replies: Sequence[HandedOverData]) -> HandedOverAnswer:
        """Confirms or rejects the transfer of up to 1,000 sales orders. Read `outcome` of each: errors raise no exception."""
        response = self.request("POST", "/api/sales/order/handed-over", body={"orders": list(replies)})
        return cast(HandedOverAnswer, response.json)

    # --- lists ---

    def pages(self, path: str, **filters: Any) -> Iterator[Any]:
        """Yields the items of all pages of a list. Filters have the names of the API; a list means any of its values."""
        after: str | None = None
        while True:
            page = self.request("GET", path, params={**filters, "after": after}).json
            yield from page["items"]
            after = page.get("next")
            if after is None:
                return

    # --- attachments ---

    def attach_to_incoming_order(
        self, data_source: str, header_id: str, content: Content, *, name: str | None = None, tags: Mapping[str, str] | None = None
    ) -> Attachment:
        """Attaches a file: bytes, a path or an open binary file, which is sent from its beginning. Raises `ChecksumError` if the
        server received other bytes."""
        path = f"/api/sales/order/candidates/{_quoted(data_source)}/{_quoted(header_id)}/attachments"
        return self._attach(path, content, name, tags)

    def attach_to_order(
        self, order_id: str, content: Content, *, name: str | None = None, tags: Mapping[str, str] | None = None
    ) -> Attachment:
        """Attaches a file to a sales order, as `attach_to_incoming_order` does."""
        return self._attach(f"/api/sales/order/{_quoted(order_id)}/attachments", content, name, tags)

    def _attach(self, path: str, content: Content, name: str | None, tags: Mapping[str, str] | None) -> Attachment:
        if isinstance(content, (str, os.PathLike)):
            with open(content, "rb") as file:
                return self._attach(path, file, name or Path(content).name, tags)
        if name is None:
            raise ValueError("name is missing: the server shows the file under this name")
        key = str(uuid.uuid4())
        pairs = [part for pair in (tags or {}).items() for part in pair]
        digest = hashlib.sha256(content).hexdigest() if isinstance(content, bytes) else _digest(content)

        def build() -> httpx.Request:
            # httpx reads an open file from its beginning
            return self._build("POST", path, None, {"Idempotency-Key": key}, None, files={"file": (name, content)}, data={"tags": pairs})

        attachment = cast(Attachment, self._repeat(build).json)
        _compare(digest, attachment["sha256"], name)
        return attachment

    def download(self, attachment: Attachment, target: str | os.PathLike[str]) -> Path:
        """Writes the content of a file to `target`, which appears only when it is complete and its checksum correct."""
        final = Path(target)
        part = final.with_name(final.name + ".part")

        def attempt() -> httpx.Request:
            return self._build("GET", attachment["url"], None, {}, None)

        self._repeat_stream(attempt, part)
        with part.open("rb") as file:
            _compare(attachment["sha256"], _digest(file), final.name)
        part.replace(final)
        return final

    def _repeat_stream(self, build: Any, part: Path) -> None:
        started = time.monotonic()
        attempt = 0
        while True:
            attempt += 1
            try:
                response = self._http.send(build(), stream=True)
                try:
                    if response.is_error:
                        response.read()
                        _result(response)
                    with part.open("wb") as file:
                        for chunk in response.iter_bytes():
                            file.write(chunk)
                    return
                finally:
                    response.close()
            except (ApiError, httpx.TransportError) as failed:
                api_error = failed if isinstance(failed, ApiError) else None
                if api_error and not api_error.retryable:
                    raise
                wait = self.retry.delay(attempt, api_error.retry_after if api_error else None)
                if attempt >= self.retry.attempts or time.monotonic() - started + wait > self.retry.deadline:
                    raise api_error or ConnectionFailedError(f"no response: {failed}") from failed
            time.sleep(wait)


def _result(response: httpx.Response) -> Response:
    """Returns a successful response; raises `ApiError`."""
    try:
        body = loads(response.content) if response.content else None
    except ValueError:
        body = None
    if response.is_success:
        return Response(response, body)
    problem = body if isinstance(body, dict) else {}
    # all rows or orders were rejected: the caller reads their outcomes, as if some were
    if "result" in problem or "orders" in problem:
        return Response(response, problem)
    retry_after = parse_retry_after(response.headers.get("retry-after"))
    raise error_of(response.status_code, problem, response.headers.get("x-request-id"), retry_after)


def _handling(strict: bool) -> dict[str, str]:
    return {"Prefer": "handling=strict"} if strict else {}


def _parameter(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _quoted(value: str) -> str:
    return urllib.parse.quote(value, safe="")


def _digest(file: IO[bytes]) -> str:
    file.seek(0)
    return hashlib.file_digest(cast(Any, file), "sha256").hexdigest()


def _compare(expected: str, actual: str, name: str) -> None:
    if expected != actual:
        raise ChecksumError(f"the content of {name} differs: expected sha256 {expected}, got {actual}")


def _chunks(rows: Iterable[CandidateBody], size: int) -> Iterator[list[CandidateBody]]:
    """Groups rows into requests of at least `size` rows that end at the end of an incoming order."""
    chunk: list[CandidateBody] = []
    for row in rows:
        if len(chunk) >= size and row.get("externalHeaderId") != chunk[-1].get("externalHeaderId"):
            yield chunk
            chunk = []
        chunk.append(row)
    if chunk:
        yield chunk
