import { expect, test } from "vitest";
import { orderHistory } from "./order-history";

test("history is ordered newest first with reasons", () => {
  const order = {
    handedOver: { receiver: "ERP", at: "2030-02-02T10:00:00Z", refused: "Customer is blocked" },
    attachments: [{ createdAt: "2030-02-01T08:00:00Z", createdBy: "mail", filename: "order.pdf" }],
  };
  const history = [
    { event: "created", at: "2030-02-01T09:00:00+01:00", actor: "erika" },
    { event: "voided", at: "2030-02-03T09:00:00Z", actor: "vera", reason: "Ordered twice" },
  ];
  const entries = orderHistory(order, history).map(({ what, actor, words }) => [what, actor, words]);
  expect(entries).toEqual([
    ["voided", "vera", "Ordered twice"],
    ["refused", undefined, "Customer is blocked"],
    ["created", "erika", undefined],
    ["attached", "mail", "order.pdf"],
  ]);
});
