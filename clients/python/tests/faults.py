"""Proxy that fails in a given way before it forwards requests."""

import http.client
import http.server
import threading
import urllib.parse


class FaultyProxy:
    """Each entry of `faults` is used by one request: a status with its `Retry-After`, `drop` (the connection is closed before the
    request is forwarded) or `lose` (the request is forwarded, but its response is not returned)."""

    def __init__(self, target: str, faults: list) -> None:
        self.faults, self.requests, self.times = list(faults), [], []
        proxy, host = self, urllib.parse.urlsplit(target).netloc

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self) -> None:
                proxy.forward(self, host)

            do_GET = do_POST = do_PUT = do_PATCH = answer

            def log_message(self, *_) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def forward(self, request, host: str) -> None:
        body = request.rfile.read(int(request.headers.get("Content-Length", 0)))
        self.requests.append((request.command, request.path, request.headers.get("Idempotency-Key"), body))
        fault = self.faults.pop(0) if self.faults else None
        request.close_connection = True
        if fault == "drop":
            return
        if isinstance(fault, tuple):
            status, retry_after = fault
            request.send_response(status)
            if retry_after is not None:
                request.send_header("Retry-After", str(retry_after))
            request.end_headers()
            return
        upstream = http.client.HTTPConnection(host, timeout=60)
        headers = {name: value for name, value in request.headers.items() if name.lower() not in ("host", "connection", "accept-encoding")}
        upstream.request(request.command, request.path, body, headers)
        response = upstream.getresponse()
        content = response.read()
        upstream.close()
        if fault == "lose":
            return
        request.send_response(response.status)
        for name, value in response.getheaders():
            if name.lower() not in ("content-length", "transfer-encoding", "connection", "date"):
                request.send_header(name, value)
        request.send_header("Content-Length", str(len(content)))
        request.end_headers()
        request.wfile.write(content)

    def __enter__(self):
        return self

    def __exit__(self, *_) -> None:
        self.server.shutdown()
        self.server.server_close()
