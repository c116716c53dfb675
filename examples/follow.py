#!/usr/bin/env python3
"""Follows what happens in Orderdock: each event once, whenever this is killed and begun again."""
import json, os, sqlite3, sys, time, urllib.error, urllib.parse, urllib.request

feed, token = os.environ["ORDERDOCK"] + "/api/event-feed", os.environ["TOKEN"]
mine = sqlite3.connect(sys.argv[1] if len(sys.argv) > 1 else "followed.sqlite")
mine.execute("CREATE TABLE IF NOT EXISTS place (only INTEGER PRIMARY KEY, after TEXT)")
mine.execute("CREATE TABLE IF NOT EXISTS event (id TEXT PRIMARY KEY, type TEXT, data TEXT)")

while True:
    place = mine.execute("SELECT after FROM place").fetchone()
    query = urllib.parse.urlencode({"after": place[0] if place else "", "wait": 30})
    request = urllib.request.Request(f"{feed}?{query}", headers={"Authorization": token})
    try:
        events = json.load(urllib.request.urlopen(request, timeout=60))
    except (OSError, ValueError) as fault:
        if isinstance(fault, urllib.error.HTTPError) and fault.code in (400, 401, 403, 410):
            sys.exit(fault.read().decode())
        time.sleep(1)
        continue
    with mine:  # what comes of the events, and how far they were read: both or neither
        mine.executemany("INSERT INTO event VALUES (?, ?, ?)", [(e["id"], e["type"], json.dumps(e["data"])) for e in events])
        mine.executemany("INSERT OR REPLACE INTO place VALUES (1, ?)", [(e["id"],) for e in events[-1:]])
