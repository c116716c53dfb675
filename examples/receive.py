#!/usr/bin/env python3
"""Stores each event that Orderdock sends exactly once. Needs the package standardwebhooks."""
import http.server, os, sqlite3, sys
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

secret = Webhook(os.environ["WEBHOOK_SECRET"])
db = sqlite3.connect(sys.argv[2] if len(sys.argv) > 2 else "received.sqlite")
db.execute("CREATE TABLE IF NOT EXISTS event (id TEXT PRIMARY KEY, type TEXT, subject TEXT)")

class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = secret.verify(body, dict(self.headers))
        except WebhookVerificationError:
            return self.answer(401)
        with db:  # a repeated event is ignored
            db.execute("INSERT OR IGNORE INTO event VALUES (?, ?, ?)", (event["id"], event["type"], event.get("subject")))
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass

http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver).serve_forever()
