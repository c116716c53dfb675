import { expect, test } from "vitest";
import { safeParse } from "valibot";
import { draftOf, NEW_WEBHOOK, newWebhookBody, webhookPatch, webhookSchema } from "./webhook-draft";
import type { Webhook } from "./webhook";

const WEBHOOK: Webhook = {
  id: 7,
  version: 3,
  url: "https://erp.example/orderdock",
  types: ["orderdock.order.completed", "orderdock.order.voided"],
  orgCode: "001",
  dataSourceId: 101,
  include: "record",
  description: "ERP",
  status: "active",
  statusAt: "2026-11-23T12:00:00Z",
  createdAt: "2026-11-23T12:00:00Z",
  createdBy: "admin",
  waiting: 0,
};

test("webhook needs a URL", () => {
  const schema = webhookSchema("Required");
  expect(safeParse(schema, { ...NEW_WEBHOOK, url: " " }).issues?.map(({ message }) => message)).toEqual(["Required"]);
  expect(safeParse(schema, { ...NEW_WEBHOOK, url: "https://erp.example" }).success).toBe(true);
});

test("new webhook contains only entered members", () => {
  expect(newWebhookBody({ ...NEW_WEBHOOK, url: " https://erp.example " })).toEqual({ url: "https://erp.example" });
  expect(newWebhookBody(draftOf(WEBHOOK))).toEqual({
    url: WEBHOOK.url,
    description: "ERP",
    types: WEBHOOK.types,
    orgCode: "001",
    dataSource: "101",
    include: "record",
  });
});

test("update contains the version, changed members and cleared ones", () => {
  const draft = draftOf(WEBHOOK);
  expect(webhookPatch(WEBHOOK, draft)).toEqual({ version: 3 });
  expect(webhookPatch(WEBHOOK, { ...draft, types: draft.types.toReversed() })).toEqual({ version: 3 });
  const emptied = { ...draft, description: " ", types: [], orgCode: "", dataSource: "", withRecord: false };
  expect(webhookPatch(WEBHOOK, emptied)).toEqual({
    version: 3,
    description: null,
    types: [],
    orgCode: null,
    dataSource: null,
    include: null,
  });
  expect(webhookPatch(WEBHOOK, { ...draft, url: "https://wms.example/" })).toEqual({
    version: 3,
    url: "https://wms.example/",
  });
});
