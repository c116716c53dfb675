#!/bin/sh
# Prints one line for each event; needs curl and jq. The file `after` stores the cursor.
while true; do
    after=$(cat after 2>/dev/null)
    if ! curl -sSf "$URL/api/event-feed?wait=30&after=$after" -H "Authorization: $TOKEN" -o events.json; then
        sleep 1
        continue
    fi
    jq -r '.[] | [.time, .type, .data.orgCode, .data.externalHeaderId, .data.externalLineId, .data.documentNo, .data.status]
           | map(. // "-") | join("  ")' events.json
    jq -er '.[-1].id // empty' events.json >after.new && mv after.new after
done
