import { expect, test } from "vitest";
import { readSubject } from "./subject";

test.each([
  ["/api/sales/order/candidates/1000007", "candidate", "1000007", "/candidates/1000007"],
  ["/api/sales/order/1000418", "order", "1000418", "/orders/1000418"],
  ["/api/process-runs/42", "run", "42", "/runs/42"],
  ["/api/webhooks/7", "webhook", "7", "/outgoing/webhooks/7"],
  ["/api/requests/9", "request", "9", undefined],
  ["/api/attachments/5/content", "attachment", "5", undefined],
  ["/api/masterdata/products/12", "record", "12", undefined],
  ["/api/masterdata/price-lists/versions/13", "record", "13", undefined],
])("%s is a %s with a page if one exists", (subject, kind, id, href) => {
  expect(readSubject(subject)).toEqual({ kind, id, ...(href && { href }) });
});

test.each(["", "/api/sales/order/handed-over", "https://elsewhere.example/orders/1", "/api/sales/order/1/../2"])(
  "%s has no page",
  (subject) => expect(readSubject(subject)).toBeUndefined(),
);
