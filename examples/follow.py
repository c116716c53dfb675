#!/usr/bin/env python3
"""Stores each event of the Orderdock feed exactly once, even if it is killed and restarted."""
import http.client, json, os, sqlite3, sys, time, urllib.error, urllib.parse, urllib.request

feed, token = os.environ["URL"] + "/api/event-feed", os.environ["TOKEN"]
db = sqlite3.connect(sys.argv[1] if len(sys.argv) > 1 else "followed.sqlite")
db.execute("CREATE TABLE IF NOT EXISTS position (id INTEGER PRIMARY KEY, after TEXT)")
db.execute("CREATE TABLE IF NOT EXISTS event (id TEXT PRIMARY KEY, type TEXT, data TEXT)")

while True:
    position = db.execute("SELECT after FROM position").fetchone()
    query = urllib.parse.urlencode({"after": position[0] if position else "", "wait": 30})
    request = urllib.request.Request(f"{feed}?{query}", headers={"Authorization": token})
    try:
        events = json.load(urllib.request.urlopen(request, timeout=60))
    except (OSError, http.client.HTTPException, ValueError) as error:
        if isinstance(error, urllib.error.HTTPError) and error.code in (400, 401, 403, 410):
            sys.exit(error.read().decode())
        time.sleep(1)
        continue
    with db:  # events and cursor are committed together
        db.executemany("INSERT INTO event VALUES (?, ?, ?)", [(e["id"], e["type"], json.dumps(e["data"])) for e in events])
        db.executemany("INSERT OR REPLACE INTO position VALUES (1, ?)", [(e["id"],) for e in events[-1:]])
