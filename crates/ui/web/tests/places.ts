// Creates a record for every page with details.
import { vi } from "vitest";
import { TIMEOUT, type Desk } from "./harness";
import { BUYER, read, sendLines } from "./list";

/** Returns all page paths by name. */
export async function openPlaces(desk: Desk) {
  const [id] = await sendLines(desk, "PLACES", [3]);
  const selection = { ids: [id] };
  const run = await desk.call<{ id: number }>("POST", "/api/sales/order/candidates/process", { selection });
  await vi.waitUntil(async () => (await read(desk, id!)).status === "processed", { timeout: TIMEOUT });
  const made = await desk.call<{ items: { salesOrderId: string }[] }>("GET", `/api/sales/order?runId=${run.id}`);
  const { id: rejected, requestId: request } = await rejectedRow(desk);
  const spreadsheet = await uploadSpreadsheet(desk);
  const webhook = await desk.call<{ id: number }>("POST", "/api/webhooks", {
    url: "http://127.0.0.1:9/orders",
    types: ["orderdock.order.completed"],
  });
  const rule = await desk.call<{ id: number }>("POST", "/api/notification-rules", {
    kind: "candidates-in-error",
    minutes: 60,
    recipients: ["anna@shop.example"],
  });
  return {
    id: id!,
    rejected,
    request,
    run: run.id,
    order: made.items[0]!.salesOrderId,
    webhook: webhook.id,
    paths: {
      dashboard: "/",
      inbox: "/inbox",
      "on hold": "/on-hold",
      rejected: "/rejected",
      "rejected row": `/rejected/${rejected}`,
      imports: "/imports",
      import: `/imports/${spreadsheet}`,
      list: "/candidates",
      candidate: `/candidates/${id}`,
      orders: "/orders",
      "new order": "/orders/new",
      order: `/orders/${made.items[0]!.salesOrderId}`,
      "cross-references": "/cross-references",
      scheduler: "/scheduler",
      run: `/runs/${run.id}`,
      requests: "/requests",
      request: `/requests/${request}`,
      outgoing: "/outgoing",
      webhook: `/outgoing/webhooks/${webhook.id}`,
      rule: `/outgoing/rules/${rule.id}`,
      "no page": "/nowhere",
    },
  };
}

/** Sends a row with an unknown product and a valid row; returns the entry of the rejected one. */
async function rejectedRow(desk: Desk): Promise<{ id: number; requestId: number }> {
  const row = {
    externalHeaderId: "REJECTED",
    poReference: "REJECTED",
    bpartner: BUYER,
    qty: 1,
    dateRequired: "2030-02-11",
  };
  const requests = [
    { ...row, externalLineId: "1", productCode: "P002737" },
    { ...row, externalLineId: "2", productCode: "NO-SUCH-PRODUCT" },
  ];
  await desk.call("POST", "/api/sales/order/candidates/bulk?errorPolicy=row", { requests });
  const path = "/api/rejected-rows?q=REJECTED";
  const { items } = await desk.call<{ items: { id: number; requestId: number }[] }>("GET", path);
  return items[0]!;
}

/** Uploads a spreadsheet with one row; returns the id of its import. */
export async function uploadSpreadsheet(desk: Desk, name = "places.csv", rows = ROW): Promise<number> {
  const query = new URLSearchParams({ filename: name, org: "001" });
  const answer = await fetch(`${desk.url}/api/import-drafts?${query}`, {
    method: "POST",
    headers: { Authorization: desk.token, "Content-Type": "application/octet-stream" },
    // letters of Windows-1252 that these files contain have the same code in ISO 8859-1
    body: Buffer.from(rows, "latin1"),
  });
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { id: number }).id;
}

const ROW = "Kundennummer;Bestellnummer;Artikel-Nr.;Menge;Liefertermin\r\nG0001;PLACES;P002737;1;11.02.2030\r\n";

export type Places = Awaited<ReturnType<typeof openPlaces>>;
