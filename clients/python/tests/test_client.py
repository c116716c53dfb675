"""Tests against a demo: ORDERDOCK_URL and ORDERDOCK_TOKEN name it, as `scripts/test-clients` does."""

import base64
import hashlib
import hmac
import http.server
import io
import os
import tempfile
import threading
import time
import unittest
import uuid
from decimal import Decimal
from pathlib import Path

from faults import FaultyProxy
from orderdock import (
    AuthenticationError,
    ConflictError,
    ConnectionFailedError,
    CursorLostError,
    EventLoop,
    FileCursorStore,
    IdempotencyReusedError,
    InvalidRequestError,
    NotFoundError,
    Orderdock,
    RateLimitedError,
    RetryPolicy,
    StorageFullError,
    UnavailableError,
    WebhookVerificationError,
    WebhookVerifier,
)

URL, TOKEN = os.environ["ORDERDOCK_URL"], os.environ["ORDERDOCK_TOKEN"]
SOURCE = "SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl"
FAST = RetryPolicy(attempts=4, deadline=20, first_delay=0.01)


def unique() -> str:
    return "PY-" + uuid.uuid4().hex[:12]


def row(header: str, line: str = "1", **changes):
    return {
        "externalHeaderId": header,
        "externalLineId": line,
        "poReference": header,
        "dateRequired": "2030-03-04",
        "bpartner": {"bpartner": {"code": "G0001"}},
        "product": {"code": "A001"},
        "qty": Decimal("1.50"),
        **changes,
    }


def order():
    return {"shipBPartnerCode": "G0001", "datePromised": "2030-03-18T00:00:00Z", "lines": [{"productCode": "A001", "qty": 2}]}


class Memory:
    def __init__(self, cursor=None) -> None:
        self.cursor = cursor

    def load(self):
        return self.cursor

    def save(self, cursor) -> None:
        self.cursor = cursor


class Candidates(unittest.TestCase):
    def setUp(self) -> None:
        self.client = self.enterContext(Orderdock(URL, TOKEN, retry=FAST))

    def test_repeated_row_is_unchanged_and_amounts_are_exact(self) -> None:
        header = unique()
        sent = row(header, price=Decimal("1234567.123456789"), currencyCode="EUR")
        self.assertEqual(self.client.send_candidate(sent, strict=True)["outcome"], "created")
        self.assertEqual(self.client.send_candidate(sent)["outcome"], "unchanged")
        line = self.client.find_incoming_order(SOURCE, header)["candidates"][0]
        stored = self.client.request("GET", f"/api/sales/order/candidates/{line['id']}").json
        self.assertEqual((stored["price"], stored["qty"]), (Decimal("1234567.123456789"), Decimal("1.5")))
        self.assertIsInstance(stored["discount"], Decimal, "a whole decimal is a Decimal, too")

    def test_float_is_refused_before_it_is_sent(self) -> None:
        with self.assertRaisesRegex(TypeError, "0.1 is a float"):
            self.client.send_candidate(row(unique(), qty=0.1))

    def test_bulk_returns_outcome_of_each_row_also_if_all_are_rejected(self) -> None:
        good, bad = row(unique()), row(unique(), product={"code": "NOPE"})
        mixed = self.client.send_candidates([bad, good])["result"]
        self.assertEqual([one["outcome"] for one in mixed], ["rejected", "created"])
        error = self.client.send_candidates([bad])["result"][0]["errors"][0]
        self.assertEqual((error["code"], error["pointer"]), ("product.unknown", "/requests/0/product/code"))
        with self.assertRaises(InvalidRequestError):
            self.client.send_candidates([bad], error_policy="all")

    def test_lines_of_one_order_are_not_split_over_requests(self) -> None:
        first, second = unique(), unique()
        rows = [row(first, str(number)) for number in range(3)] + [row(second)]
        answers = list(self.client.send_all_candidates(iter(rows), rows_per_request=2))
        self.assertEqual([len(answer["result"]) for answer in answers], [3, 1])

    def test_filtered_list_is_read_over_all_pages(self) -> None:
        header = unique()
        self.client.send_candidates([row(header, str(number)) for number in range(5)])
        with FaultyProxy(URL, []) as proxy, Orderdock(proxy.url, TOKEN) as client:
            found = list(client.candidates(externalHeaderId=header, status=["new", "error", "processed"], limit=2))
            self.assertEqual(len(proxy.requests), 3)
        self.assertEqual(sorted(one["externalLineId"] for one in found), list("01234"))
        total = self.client.request("GET", "/api/sales/order/candidates", params={"externalHeaderId": header}).json["total"]
        self.assertIs(type(total["value"]), int, "a count is no decimal")


class Errors(unittest.TestCase):
    def setUp(self) -> None:
        self.client = self.enterContext(Orderdock(URL, TOKEN, retry=FAST))

    def test_error_has_positions_and_request_id(self) -> None:
        with self.assertRaises(InvalidRequestError) as caught:
            self.client.send_candidate(row(unique(), qty="1,5"))
        error = caught.exception
        self.assertEqual((error.status, error.code, error.retryable), (400, "number.decimal_comma", False))
        self.assertEqual((error.errors[0]["pointer"], error.errors[0]["line"], error.errors[0]["seen"]), ("/qty", 1, "1,5"))
        self.assertTrue(error.request_id)

    def test_each_kind_has_its_class(self) -> None:
        header, key = unique(), unique()
        self.client.send_candidate(row(header))
        self.client.create_order(order(), idempotency_key=key)
        with self.assertRaises(ConflictError):
            self.client.send_candidate(row(header, qty=7))
        with self.assertRaises(IdempotencyReusedError):
            self.client.create_order({**order(), "poReference": "other"}, idempotency_key=key)
        with self.assertRaises(NotFoundError):
            self.client.order("1")
        with self.assertRaises(AuthenticationError), Orderdock(URL, "od_wrong") as stranger:
            stranger.send_candidate(row(header))

    def test_rejected_confirmations_are_returned(self) -> None:
        answer = self.client.confirm_transfers([{"salesOrderId": "1", "receiver": "ERP", "number": "4711"}])
        self.assertEqual(answer["orders"][0]["errors"][0]["code"], "order.not_found")


class Retries(unittest.TestCase):
    def proxied(self, *faults, retry=FAST):
        proxy = self.enterContext(FaultyProxy(URL, list(faults)))
        return proxy, self.enterContext(Orderdock(proxy.url, TOKEN, retry=retry))

    def test_lost_response_creates_no_second_order(self) -> None:
        proxy, client = self.proxied("lose", "drop", (503, 0))
        created = client.create_order(order())
        keys = {key for _, _, key, _ in proxy.requests}
        self.assertEqual((len(proxy.requests), len(keys)), (4, 1))
        with Orderdock(URL, TOKEN) as direct:
            replayed = direct.create_order(order(), idempotency_key=keys.pop())
        self.assertEqual(replayed["salesOrderId"], created["salesOrderId"])

    def test_retry_after_is_the_minimum_delay(self) -> None:
        _, client = self.proxied((503, 1))
        started = time.monotonic()
        client.send_candidate(row(unique()))
        self.assertGreaterEqual(time.monotonic() - started, 1.0)

    def test_attempts_are_limited_and_classified(self) -> None:
        for status, kind in [(429, RateLimitedError), (502, UnavailableError), (503, UnavailableError), (507, StorageFullError)]:
            proxy, client = self.proxied(*[(status, None)] * 9)
            with self.assertRaises(kind):
                client.send_candidate(row(unique()))
            self.assertEqual(len(proxy.requests), 4, status)
        proxy, client = self.proxied(*["drop"] * 9)
        with self.assertRaises(ConnectionFailedError):
            client.send_candidate(row(unique()))
        self.assertEqual(len(proxy.requests), 4)

    def test_delay_beyond_deadline_is_not_waited_for(self) -> None:
        proxy, client = self.proxied((503, 3600))
        with self.assertRaises(UnavailableError) as caught:
            client.send_candidate(row(unique()))
        self.assertEqual((len(proxy.requests), caught.exception.retry_after), (1, 3600.0))

    def test_rejection_is_not_repeated(self) -> None:
        proxy, client = self.proxied()
        with self.assertRaises(InvalidRequestError):
            client.send_candidate(row(unique(), qty="1,5"))
        self.assertEqual(len(proxy.requests), 1)


class Attachments(unittest.TestCase):
    def test_file_is_sent_over_failures_and_read_back(self) -> None:
        header, content = unique(), b"%PDF-1.4\n" + os.urandom(300_000)
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "order.pdf").write_bytes(content)
        proxy = self.enterContext(FaultyProxy(URL, [None, (503, 0), "lose", None, "lose"]))
        client = self.enterContext(Orderdock(proxy.url, TOKEN, retry=FAST))
        client.send_candidate(row(header))
        sent = client.attach_to_incoming_order(SOURCE, header, folder / "order.pdf", tags={"kind": "order form"})
        self.assertEqual((sent["filename"], sent["size"], sent["sha256"]), ("order.pdf", len(content), hashlib.sha256(content).hexdigest()))
        self.assertEqual(client.download(sent, folder / "copy.pdf").read_bytes(), content)
        self.assertEqual(len(client.find_incoming_order(SOURCE, header)["attachments"]), 1)
        self.assertEqual(sorted(one.name for one in folder.iterdir()), ["copy.pdf", "order.pdf"])

    def test_stream_and_bytes_are_attached_to_sales_order(self) -> None:
        with Orderdock(URL, TOKEN) as client:
            id = client.create_order(order())["salesOrderId"]
            stream = io.BytesIO(b"sent from its beginning")
            stream.seek(8)
            self.assertEqual(client.attach_to_order(id, stream, name="a.txt")["size"], 23)
            self.assertEqual(client.attach_to_order(id, b"hello", name="b.txt")["size"], 5)
            with self.assertRaisesRegex(ValueError, "name is missing"):
                client.attach_to_order(id, b"hello")


class Events(unittest.TestCase):
    def setUp(self) -> None:
        self.client = self.enterContext(Orderdock(URL, TOKEN, retry=FAST))

    def follow(self, loop: EventLoop, header: str) -> list:
        """Runs until an event of the order was handled; returns the headers of all handled events."""
        stop, seen = threading.Event(), []

        def handle(event) -> None:
            seen.append(event["data"].get("externalHeaderId"))
            if seen[-1] == header:
                stop.set()

        loop.run(handle, stop)
        return seen

    def test_loop_continues_after_stored_cursor_and_repeats_failed_event(self) -> None:
        store = FileCursorStore(Path(self.enterContext(tempfile.TemporaryDirectory())) / "cursor")
        options = {"types": ["orderdock.candidate.received"], "start": "now", "wait": 5}
        EventLoop(self.client, store, **options)._first_cursor()
        headers = [unique() for _ in range(3)]
        self.client.send_candidates([row(header) for header in headers])

        def fail(event) -> None:
            if event["data"].get("externalHeaderId") == headers[1]:
                raise RuntimeError("the handler failed")

        with self.assertRaisesRegex(RuntimeError, "handler failed"):
            EventLoop(self.client, store, **options).run(fail)
        seen = self.follow(EventLoop(self.client, store, **options), headers[2])
        self.assertNotIn(headers[0], seen)
        self.assertEqual([one for one in seen if one in headers], headers[1:])

    def test_loop_survives_outage(self) -> None:
        proxy = self.enterContext(FaultyProxy(URL, [None, *["drop"] * 6]))
        client = self.enterContext(Orderdock(proxy.url, TOKEN, retry=RetryPolicy(attempts=2, first_delay=0.01, max_delay=0.05)))
        loop, header = EventLoop(client, Memory(), start="now", wait=1), unique()
        loop._first_cursor()
        self.client.send_candidate(row(header))
        self.assertIn(header, self.follow(loop, header))

    def test_lost_cursor_is_reported_or_reconciled(self) -> None:
        lost = "999999999-1"
        with self.assertRaises(CursorLostError) as caught:
            EventLoop(self.client, Memory(lost)).run(lambda _: None)
        self.assertEqual(caught.exception.code, "event.cursor_unknown")
        header = unique()
        # a change while the records are read must not be missed
        loop = EventLoop(self.client, Memory(lost), wait=5, on_cursor_lost=lambda _: self.client.send_candidate(row(header)) and None)
        self.assertIn(header, self.follow(loop, header))


class Webhooks(unittest.TestCase):
    def test_real_deliveries_are_verified_also_during_rotation(self) -> None:
        received: list = []

        class Receiver(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                received.append((self.rfile.read(int(self.headers["Content-Length"])), dict(self.headers)))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_) -> None:
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        with Orderdock(URL, TOKEN) as client:
            url = f"http://127.0.0.1:{server.server_port}/"
            webhook = client.request("POST", "/api/webhooks", body={"url": url, "types": ["orderdock.run.finished"]}).json
            self.addCleanup(lambda: Orderdock(URL, TOKEN).request("DELETE", f"/api/webhooks/{webhook['id']}"))
            client.request("POST", f"/api/webhooks/{webhook['id']}/test")
            rotated = client.request("POST", f"/api/webhooks/{webhook['id']}/rotate", body={}).json["secret"]
            client.request("POST", f"/api/webhooks/{webhook['id']}/test")
        (first, first_headers), (second, second_headers) = received[:2]
        wrong = "whsec_" + base64.b64encode(b"another").decode()
        self.assertEqual(WebhookVerifier(webhook["secret"]).verify(first, first_headers)["type"], "orderdock.webhook.test")
        for secrets in [(webhook["secret"],), (rotated,), (wrong, rotated)]:
            WebhookVerifier(*secrets).verify(second, second_headers)
        for verifier, body in [
            (WebhookVerifier(wrong), first),
            (WebhookVerifier(rotated), first),
            (WebhookVerifier(webhook["secret"]), first + b" "),
            (WebhookVerifier(webhook["secret"], clock=lambda: time.time() + 600), first),
        ]:
            with self.assertRaises(WebhookVerificationError):
                verifier.verify(body, first_headers)

    def test_empty_secret_is_rejected(self) -> None:
        for secrets in [(), ("",), ("whsec_",), ("whsec_AAAA", "")]:
            with self.subTest(secrets), self.assertRaisesRegex(ValueError, "missing or empty"):
                WebhookVerifier(*secrets)

    def test_missing_and_malformed_headers_are_rejected(self) -> None:
        verifier = WebhookVerifier("whsec_" + base64.b64encode(b"key").decode(), clock=lambda: 1000.0)
        right = base64.b64encode(hmac.new(b"key", b"1.1000.{}", hashlib.sha256).digest()).decode()
        good = {"Webhook-Id": "1", "Webhook-Timestamp": "1000", "Webhook-Signature": f"v1,{right}"}
        self.assertEqual(verifier.verify(b"{}", good), {})
        bad = [{}, {"Webhook-Id": "2"}, {"Webhook-Timestamp": "soon"}, {"Webhook-Timestamp": "699"}]
        bad += [{"Webhook-Signature": value} for value in (f"v2,{right}", "v1,", "v1,%%", "", right)]
        for change in bad:
            headers = {**good, **change} if change else {}
            with self.subTest(change), self.assertRaises(WebhookVerificationError):
                verifier.verify(b"{}", headers)


if __name__ == "__main__":
    unittest.main()
