"""Kills a server and its receiver again and again; see scripts/test-webhooks."""
import json, os, pathlib, random, re, signal, socket, sqlite3, subprocess, sys, tempfile, time, urllib.error, urllib.request

ORDERDOCK, PYTHON = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
ROOT = pathlib.Path(__file__).resolve().parents[2]
KILLS = 4
TIMEOUT = 180  # seconds; the lease of a killed server on SQLite expires after 45


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Demo:
    def __init__(self, folder):
        self.folder, self.port = folder, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()
        self.token = re.search(r"od_[A-Za-z0-9_-]+", (folder / "demo-access.txt").read_text()).group()

    def start(self):
        call = [ORDERDOCK, "demo", "--data-dir", str(self.folder), "--listen", f"127.0.0.1:{self.port}", "--log", "warn"]
        self.process = subprocess.Popen(call, stdout=subprocess.DEVNULL)
        wait("the demo listens", self.listens)

    def listens(self):
        try:
            return urllib.request.urlopen(f"{self.url}/api/health").status == 200
        except OSError:
            return False

    def call(self, method, path, body=None):
        request = urllib.request.Request(self.url + path, method=method, data=json.dumps(body).encode() if body else None)
        request.add_header("Authorization", self.token)
        request.add_header("Content-Type", "application/json")
        return json.load(urllib.request.urlopen(request, timeout=60))

    def feed(self):
        events, after = [], ""
        while page := self.call("GET", f"/api/event-feed?limit=1000&after={after}"):
            events += page
            after = page[-1]["id"]
        return events

    def send_order(self, header):
        row = json.loads((ROOT / "examples/candidate-variant-a.json").read_text())
        row["externalHeaderId"] = row["poReference"] = header
        self.call("POST", "/api/sales/order/candidates", row)


def wait(what, reached):
    until = time.monotonic() + TIMEOUT
    while not reached():
        assert time.monotonic() < until, f"{what}: not within {TIMEOUT} s"
        time.sleep(0.1)


def receive(port, kept, secret):
    call = [PYTHON, str(ROOT / "examples/receive.py"), str(port), str(kept)]
    return subprocess.Popen(call, env={**os.environ, "WEBHOOK_SECRET": secret})


def received(kept):
    if not kept.exists():
        return set()
    try:
        return {row[0] for row in sqlite3.connect(kept).execute("SELECT id FROM event")}
    except sqlite3.OperationalError:
        return set()


def kill(process):
    process.send_signal(signal.SIGKILL)
    process.wait()


def main():
    random_numbers = random.Random(16)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        demo, kept, port = Demo(folder / "demo"), folder / "received.sqlite", free_port()
        webhook = demo.call("POST", "/api/webhooks", {"url": f"http://127.0.0.1:{port}/"})
        first_event = demo.feed()[-1]["id"]
        receiver = receive(port, kept, webhook["secret"])
        try:
            for round in range(KILLS):
                for number in range(25):
                    demo.send_order(f"kill-{round}-{number}")
                time.sleep(random_numbers.random())
                kill(receiver)
                kill(demo.process)
                demo.start()
                receiver = receive(port, kept, webhook["secret"])
            events = [event["id"] for event in demo.feed()]
            awaited = set(events[events.index(first_event) + 1 :])
            assert len(awaited) >= KILLS * 25, awaited
            wait("every event is there", lambda: awaited <= received(kept))
            # a receiver with another secret rejects everything; during rotation both secrets are valid
            rotated = demo.call("POST", f"/api/webhooks/{webhook['id']}/rotate")
            for secret, expected in [(webhook["secret"], 204), (rotated["secret"], 204), ("whsec_" + "A" * 43 + "=", 401)]:
                kill(receiver)
                receiver = receive(port, kept, secret)
                wait("the receiver listens", lambda: socket.socket().connect_ex(("127.0.0.1", port)) == 0)
                test = demo.call("POST", f"/api/webhooks/{webhook['id']}/test")
                assert test["attempts"][0]["status"] == expected, test
        finally:
            receiver.kill()
            demo.process.kill()
        print(f"{len(awaited)} events came through {KILLS} kills, and every signature was right")


main()
