// Requests for the system, saved views, webhooks and notification rules.

import { until } from "./recorder.mjs";

const DELIVERY_SECONDS = 30;
/** Messages are created within two minutes. */
const MESSAGE_SECONDS = 200;

const linesOf = (pattern) => (text) => text.split(/(?<=\n)/).filter((line) => pattern.test(line)).join("");

/** The JSON Schema of master data with its shortest kind only. */
function ofOneKind(text) {
  const schema = JSON.parse(text);
  const { countries } = schema.properties;
  return JSON.stringify({ ...schema, properties: { countries } });
}

export async function system(call) {
  await call("health");
  await call("ready");
  await call("metrics", { excerpt: linesOf(/orderdock_(rows_created|build_info)/) });
  await call("listInstances");
  await call("listTokens");
  await call("getSession", { isUser: true });
  await call("getMasterdataSchema", { excerpt: ofOneKind });
  await call("streamEvents");
}

export async function views(call) {
  const isUser = true;
  const view = {
    name: "Late",
    query: "status=error&sort=-createdAt",
    columns: [{ name: "poReference", width: 120, pinned: true }, { name: "qty" }],
  };
  const { json } = await call("createView", { body: view, isUser });
  const path = { id: json.id };
  await call("getView", { path, isUser });
  await call("listViews", { isUser });
  await call("changeView", { path, body: { version: json.version, shared: true }, isUser });
  await call("setDefaultView", { body: { id: json.id }, isUser });
  await call("removeView", { path, isUser });
}

async function begin(call, hook) {
  const body = { url: hook, types: ["orderdock.candidate.received"], orgCode: "001" };
  const webhook = (await call("createWebhook", { body })).json;
  await call("testWebhook", { path: { id: webhook.id } });
  const rule = {
    orgCode: "001",
    kind: "candidates-in-error",
    minutes: 1,
    recipients: ["anna@shop.example"],
    timeZone: "Europe/Berlin",
  };
  const created = (await call("createNotificationRule", { body: rule })).json;
  return { webhook, rule: created, newRule: rule };
}

async function end(call, { webhook, rule, newRule }) {
  await call("readEventFeed", { query: { types: "orderdock.order.completed", limit: 1 } });
  await webhooks(call, webhook);
  await notificationRules(call, rule);
  await call("tryNewNotificationRule", { body: newRule });
}

async function webhooks(call, webhook) {
  const path = { id: webhook.id };
  const delivered = () => until(call, DELIVERY_SECONDS, "getWebhook", { path }, ({ waiting }) => waiting === 0);
  await delivered();
  const { json } = await call("listWebhookDeliveries", { path, query: { status: "delivered", limit: 1 } });
  const delivery = { ...path, deliveryId: json.items[0].id };
  await call("getWebhookDelivery", { path: delivery });
  await call("resendWebhookDelivery", { path: delivery });
  await call("resendWebhookDeliveries", { path, body: { since: new Date(Date.now() - 3_600_000).toISOString() } });
  await delivered();
  await call("listWebhooks");
  await call("rotateWebhookSecret", { path, body: { keepOldFor: 48 } });
  const { version } = (await call("getWebhook", { path })).json;
  await call("changeWebhook", { path, body: { version, description: "Orders of the ERP" } });
  await call("removeWebhook", { path });
}

async function notificationRules(call, rule) {
  const path = { id: rule.id };
  await call("getNotificationRule", { path });
  await call("listNotificationRules");
  await call("tryNotificationRule", { path });
  const query = { ruleId: rule.id, limit: 1 };
  await until(call, MESSAGE_SECONDS, "listNotifications", { query }, ({ items }) => items.length > 0);
  await call("changeNotificationRule", { path, body: { version: rule.version, minutes: 60 } });
  await call("removeNotificationRule", { path });
}

export const administration = { begin, end };
