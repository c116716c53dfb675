"""Client of Orderdock: sends sales orders, follows events, verifies webhooks."""

from . import types
from .client import Orderdock, Response
from .errors import (
    ApiError,
    AuthenticationError,
    ChecksumError,
    ConflictError,
    ConnectionFailedError,
    CursorLostError,
    IdempotencyReusedError,
    InvalidRequestError,
    NotFoundError,
    OrderdockError,
    PermissionDeniedError,
    PreconditionFailedError,
    RateLimitedError,
    StorageFullError,
    UnavailableError,
    WebhookVerificationError,
)
from .events import CursorStore, EventLoop, FileCursorStore
from .retry import RetryPolicy
from .webhooks import WebhookVerifier

__all__ = [
    "ApiError",
    "AuthenticationError",
    "ChecksumError",
    "ConflictError",
    "ConnectionFailedError",
    "CursorLostError",
    "CursorStore",
    "EventLoop",
    "FileCursorStore",
    "IdempotencyReusedError",
    "InvalidRequestError",
    "NotFoundError",
    "Orderdock",
    "OrderdockError",
    "PermissionDeniedError",
    "PreconditionFailedError",
    "RateLimitedError",
    "Response",
    "RetryPolicy",
    "StorageFullError",
    "UnavailableError",
    "WebhookVerificationError",
    "WebhookVerifier",
    "types",
]
