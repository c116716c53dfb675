#!/usr/bin/env python3
"""Sends the orders of a shop: shop.py FOLDER. Needs the package orderdock-client; URL and TOKEN name the server.

FOLDER contains a file ORDER.json for each order, an array of rows, and optionally ORDER.pdf. Sent files are moved to FOLDER/sent,
rejected ones to FOLDER/rejected. If the program is killed at any time and started again, it sends the remaining files."""

import json
import os
import sys
from decimal import Decimal
from pathlib import Path

from orderdock import ApiError, AuthenticationError, ConnectionFailedError, Orderdock, PermissionDeniedError

SOURCE = "SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl"


def send(client: Orderdock, file: Path) -> list[str]:
    """Returns the errors of an order; none if it was stored."""
    rows = json.loads(file.read_text(), parse_float=Decimal)
    try:
        results = client.send_candidates(rows)["result"]
    except ApiError as error:
        if error.retryable or isinstance(error, (AuthenticationError, PermissionDeniedError)):
            raise  # the order stays where it is
        return [f"{one['code']} {one['pointer']}: {one['message']}" for one in error.errors]
    errors = [error for result in results for error in result.get("errors", [])]
    if errors:
        return [f"{one['code']} {one['pointer']}: {one['message']}" for one in errors]
    scan = file.with_suffix(".pdf")
    if scan.exists():
        client.attach_to_incoming_order(SOURCE, rows[0]["externalHeaderId"], scan)
    return []


def main() -> None:
    folder = Path(sys.argv[1])
    with Orderdock(os.environ["URL"], os.environ["TOKEN"]) as client:
        for file in sorted(folder.glob("*.json")):
            try:
                errors = send(client, file)
            except (ApiError, ConnectionFailedError) as error:
                sys.exit(f"stopped at {file.name}: {error}")
            target = folder / ("rejected" if errors else "sent")
            target.mkdir(exist_ok=True)
            for sent in (file.with_suffix(".pdf"), file):
                if sent.exists():
                    sent.replace(target / sent.name)
            print(file.name, "; ".join(errors) or "sent")


main()
