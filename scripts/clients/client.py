"""Sends the examples with the client that openapi-python-client generates, and reads the answers: a member that the
document does not describe cannot be read here."""

import json
import os
import sys
from io import BytesIO
from pathlib import Path

from orderdock_client import AuthenticatedClient
from orderdock_client.api.attachments import attach_file_to_order, list_order_attachments
from orderdock_client.api.candidates import (
    correct_candidate,
    get_candidate,
    import_candidate,
    import_candidates_bulk,
)
from orderdock_client.api.notifications import (
    create_notification_rule,
    list_notification_rules,
    list_notifications,
    try_new_notification_rule,
)
from orderdock_client.api.orders import create_order, get_order
from orderdock_client.api.process import get_run_results, process_candidates
from orderdock_client.api.webhooks import (
    change_webhook,
    create_webhook,
    get_webhook_delivery,
    list_webhook_deliveries,
    list_webhooks,
    test_webhook,
)
from orderdock_client.models import (
    AttachmentForm,
    BulkBody,
    CandidateBody,
    CandidatePatchBody,
    ImportCandidatesBulkErrorPolicy,
    NotificationRuleBody,
    OrderBody,
    Problem,
    ProcessBody,
    RejectedRow,
    Run,
    WebhookBody,
    WebhookPatch,
)
from orderdock_client.types import File

client = AuthenticatedClient(
    base_url=os.environ["ORDERDOCK_URL"],
    token=os.environ["ORDERDOCK_TOKEN"],
    prefix="",
    raise_on_unexpected_status=True,
)


def example(name):
    return json.loads((Path(sys.argv[1]) / f"{name}.json").read_text())


def answered(answer):
    """The answer; a refusal ends the program."""
    assert answer is not None and not isinstance(answer, Problem), answer
    return answer


def import_one():
    """Single candidates of every shape, tried out and stored."""
    for name in ["candidate-variant-a", "candidate-variant-b", "candidate-short"]:
        body = CandidateBody.from_dict(example(name))
        planned = answered(import_candidate.sync(client=client, body=body, dry_run=True))
        assert planned.result[0].outcome in ("created", "unchanged"), planned
        row = answered(import_candidate.sync(client=client, body=body)).result[0]
        candidate = answered(get_candidate.sync(row.id, client=client))
        assert (candidate.id, candidate.external_header_id) == (row.id, row.external_header_id)
        assert candidate.discount >= 0 and candidate.bill_b_partner.bpartner.name, candidate
    new = CandidateBody.from_dict(
        example("candidate-short") | {"externalId": "PY-1", "poReference": "PY-1"}
    )
    planned = answered(import_candidate.sync(client=client, body=new, dry_run=True))
    assert planned.result[0].id is None, planned
    return answered(import_candidate.sync(client=client, body=new)).result[0].id


def import_many():
    """A bulk of which some rows are wrong: each row says what became of it."""
    body = BulkBody.from_dict(example("bulk"))
    policy = ImportCandidatesBulkErrorPolicy.ROW
    rows = answered(import_candidates_bulk.sync(client=client, body=body, error_policy=policy)).result
    rejected = [row for row in rows if isinstance(row, RejectedRow)]
    assert len(rows) == len(body.requests)
    assert [row.errors[0].error_code for row in rejected] == ["bpartner.unknown", "uomCode.unknown"]
    assert all(isinstance(row.id, int) for row in rows if row not in rejected)


def correct(id):
    """An override, and taking it back by null."""
    for words in ["soon", None]:
        body = CandidatePatchBody.from_dict({"override": {"description": words}})
        answer = answered(correct_candidate.sync(id, client=client, body=body, if_match="*"))
        assert (answer.override.description or None) == words, answer


def process(id):
    """A run, and what it did."""
    body = ProcessBody.from_dict({"selection": {"ids": [id]}})
    planned = answered(process_candidates.sync(client=client, body=body, dry_run=True))
    assert planned.counts.selected == 1, planned
    run = answered(process_candidates.sync(client=client, body=body, prefer="wait=60"))
    assert isinstance(run, Run) and run.state == "done", run
    assert len(answered(get_run_results.sync(run.id, client=client)).items) == 1


def order():
    """An order that is sent whole, its file, and a refusal."""
    body = OrderBody.from_dict(example("order"))
    made = answered(create_order.sync(client=client, body=body))
    read = answered(get_order.sync(made.sales_order_id, client=client))
    assert (read.grand_total, len(read.lines)) == (made.grand_total, len(body.lines)), read
    form = AttachmentForm(file=File(BytesIO(b"hello"), "hello.txt", "text/plain"))
    file = answered(attach_file_to_order.sync(made.sales_order_id, client=client, body=form))
    files = answered(list_order_attachments.sync(made.sales_order_id, client=client))
    assert [(one.id, one.filename) for one in files] == [(int(file.attachment_id), "hello.txt")], files
    body.lines[0].qty = 0
    refused = create_order.sync(client=client, body=body)
    assert isinstance(refused, Problem) and "qty > 0" in refused.body, refused


def webhook():
    """A webhook whose receiver is not there: its test says so, and the deliveries list what it tried."""
    body = WebhookBody.from_dict({"url": "http://127.0.0.1:9/", "orgCode": "001", "include": "record"})
    made = answered(create_webhook.sync(client=client, body=body))
    assert made.secret.startswith("whsec_") and made.org_code == "001", made
    tested = answered(test_webhook.sync(made.id, client=client))
    assert tested.attempts[0].error == "connection refused", tested
    page = answered(list_webhook_deliveries.sync(made.id, client=client))
    assert [one.id for one in page.items] == [tested.id], page
    read = answered(get_webhook_delivery.sync(made.id, tested.id, client=client))
    assert json.loads(read.body)["id"] == read.event_id, read
    paused = WebhookPatch.from_dict({"version": made.version, "active": False})
    assert answered(change_webhook.sync(made.id, client=client, body=paused)).status == "paused"
    assert [one.id for one in answered(list_webhooks.sync(client=client)).items] == [made.id]


def notification_rule():
    """A rule that is tried and made, and one that is refused with all that is wrong with it."""
    body = {"orgCode": "001", "kind": "candidates-in-error", "minutes": 30, "recipients": ["anna@shop.example"]}
    rule = NotificationRuleBody.from_dict(body)
    tried = answered(try_new_notification_rule.sync(client=client, body=rule))
    assert tried.days == 7 and all(message.subject for message in tried.messages), tried
    made = answered(create_notification_rule.sync(client=client, body=rule))
    rules = answered(list_notification_rules.sync(client=client))
    assert ([one.id for one in rules.items], rules.mail_configured) == ([made.id], False), rules
    assert answered(list_notifications.sync(client=client)).items == []
    wrong = NotificationRuleBody.from_dict(body | {"minutes": 0, "dataSource": "nobody"})
    refused = create_notification_rule.sync(client=client, body=wrong)
    assert isinstance(refused, Problem), refused
    assert sorted(error.pointer for error in refused.errors) == ["/dataSource", "/minutes"], refused


id = import_one()
import_many()
correct(id)
process(id)
order()
webhook()
notification_rule()
print("Python: every example was sent, every answer read")
