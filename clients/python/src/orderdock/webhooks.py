"""Verification of webhook requests, according to Standard Webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import time
from collections.abc import Callable, Mapping
from typing import cast

from .decimals import loads
from .errors import WebhookVerificationError
from .types import Event


class WebhookVerifier:
    """Verifies requests that are signed with one of several secrets, so that a secret can be replaced without a gap."""

    def __init__(self, *secrets: str, tolerance: float = 300.0, clock: Callable[[], float] = time.time) -> None:
        """`tolerance`: seconds that the time of a request may differ from the local time."""
        self._keys = [base64.b64decode(secret.removeprefix("whsec_")) for secret in secrets]
        # anybody can sign with an empty key
        if not self._keys or not all(self._keys):
            raise ValueError("a secret is missing or empty: pass the `secret` of the webhook")
        self._tolerance = tolerance
        self._clock = clock

    def verify(self, body: bytes, headers: Mapping[str, str]) -> Event:
        """Returns the event of a request; raises `WebhookVerificationError`. `body` must be the bytes as received."""
        lower = {name.lower(): value for name, value in headers.items()}
        try:
            id, timestamp, signatures = (lower[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
            age = abs(self._clock() - int(timestamp))
        except (KeyError, ValueError) as error:
            raise WebhookVerificationError("a webhook header is missing or invalid") from error
        if age > self._tolerance:
            raise WebhookVerificationError(f"the request is {age:.0f} s old or from the future")
        content = f"{id}.{timestamp}.".encode() + body
        expected = [hmac.new(key, content, hashlib.sha256).digest() for key in self._keys]
        if not any(self._matches(signature, expected) for signature in signatures.split(" ")):
            raise WebhookVerificationError("no signature is valid")
        return cast(Event, loads(body))

    @staticmethod
    def _matches(signature: str, expected: list[bytes]) -> bool:
        version, _, value = signature.partition(",")
        try:
            sent = base64.b64decode(value, validate=True)
        except (binascii.Error, ValueError):
            return False
        # all comparisons are made, so that the time does not depend on the matching secret
        matches = [hmac.compare_digest(sent, one) for one in expected]
        return version == "v1" and any(matches)
