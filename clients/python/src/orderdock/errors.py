"""Exceptions of the client."""

from __future__ import annotations

from typing import Any


class OrderdockError(Exception):
    """Base of all exceptions of this package."""


class ConnectionFailedError(OrderdockError):
    """No complete response was received, even after retries. A write may have happened: repeat it with the same key."""


class ChecksumError(OrderdockError):
    """The received content of a file differs from the sent or expected one."""


class WebhookVerificationError(OrderdockError):
    """The request was not signed by Orderdock with a known secret, or is too old."""


class ApiError(OrderdockError):
    """An error response."""

    def __init__(self, status: int, problem: dict[str, Any], request_id: str | None, retry_after: float | None) -> None:
        errors: list[dict[str, Any]] = problem.get("errors") or []
        self.status = status
        """HTTP status."""
        self.errors = errors
        """All errors, each with `code`, `message`, `pointer`, and where known `line`, `column`, `index` and `seen`."""
        self.code: str | None = errors[0].get("code") if errors else None
        """Code of the first error. None if the response is not from Orderdock, for example from a proxy."""
        self.detail: str = problem.get("detail") or f"HTTP status {status}"
        self.request_id = request_id
        """Identifies the request in the log of the server."""
        self.retryable: bool = bool(problem.get("retryable", status in (429, 502, 503, 504, 507)))
        self.retry_after = retry_after
        """Seconds to wait before a repetition."""
        self.problem = problem
        """The complete body."""
        super().__init__(f"{self.detail} (status {status}, code {self.code}, request {request_id})")


class InvalidRequestError(ApiError):
    """400, 413, 415: the request breaks a rule, names a missing record or is too large. A person must correct it."""


class AuthenticationError(ApiError):
    """401: the access token is missing, invalid or expired."""


class PermissionDeniedError(ApiError):
    """403: the access token lacks a scope or an organisation."""


class NotFoundError(ApiError):
    """404: the record does not exist."""


class ConflictError(ApiError):
    """409: the ids were used with other content, or the state of the record forbids the change."""


class CursorLostError(ApiError):
    """410: the cursor of the event feed has expired, or the database never issued it."""


class PreconditionFailedError(ApiError):
    """412, 428: the record has changed since it was read, or `If-Match` is missing."""


class IdempotencyReusedError(ApiError):
    """422: the idempotency key was used with another body."""


class RateLimitedError(ApiError):
    """429: too many requests, even after retries."""


class UnavailableError(ApiError):
    """408, 500, 502, 503, 504: overloaded, or the outcome is unknown, even after retries."""


class StorageFullError(ApiError):
    """507: no space, or a quota is reached, even after retries."""


_CLASSES: dict[int, type[ApiError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    408: UnavailableError,
    409: ConflictError,
    410: CursorLostError,
    412: PreconditionFailedError,
    413: InvalidRequestError,
    415: InvalidRequestError,
    422: IdempotencyReusedError,
    428: PreconditionFailedError,
    429: RateLimitedError,
    507: StorageFullError,
}


def error_of(status: int, problem: dict[str, Any], request_id: str | None, retry_after: float | None) -> ApiError:
    """Returns the exception of an error response."""
    kind = _CLASSES.get(status, UnavailableError if status >= 500 else ApiError)
    return kind(status, problem, request_id, retry_after)
