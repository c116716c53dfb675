// Tests against a demo: ORDERDOCK_URL and ORDERDOCK_TOKEN name it, as `scripts/test-clients` does.
import { strict as assert } from "node:assert";
import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionFailedError,
  CursorLostError,
  type CursorStore,
  FileCursorStore,
  followEvents,
  IdempotencyReusedError,
  InvalidRequestError,
  NotFoundError,
  Orderdock,
  RateLimitedError,
  type Schemas,
  StorageFullError,
  UnavailableError,
  WebhookVerificationError,
  WebhookVerifier,
} from "orderdock-client";
import { type Fault, FaultyProxy } from "./faults.js";

const URL = process.env["ORDERDOCK_URL"] ?? "";
const TOKEN = process.env["ORDERDOCK_TOKEN"] ?? "";
const SOURCE = "SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl";
const FAST = { attempts: 4, deadline: 20_000, firstDelay: 10 };
const client = new Orderdock(URL, TOKEN, { retry: FAST });

const unique = () => `TS-${randomUUID()}`;

const row = (header: string, line = "1", changes: Partial<Schemas["CandidateBody"]> = {}): Schemas["CandidateBody"] => ({
  externalHeaderId: header,
  externalLineId: line,
  poReference: header,
  dateRequired: "2030-03-04",
  bpartner: { bpartner: { code: "G0001" } },
  product: { code: "A001" },
  qty: "1.50",
  ...changes,
});

const order: Schemas["OrderBody"] = {
  shipBPartnerCode: "G0001",
  datePromised: "2030-03-18T00:00:00Z",
  lines: [{ productCode: "A001", qty: "2" }],
};

/** Runs with a client whose requests fail as given. */
async function withFaults(faults: Fault[], run: (client: Orderdock, proxy: FaultyProxy) => Promise<void>, retry = FAST) {
  const proxy = await FaultyProxy.start(URL, ...faults);
  try {
    await run(new Orderdock(proxy.url, TOKEN, { retry }), proxy);
  } finally {
    proxy.stop();
  }
}

class Memory implements CursorStore {
  constructor(private cursor?: string) {}
  async load() {
    return this.cursor;
  }
  async save(cursor: string) {
    this.cursor = cursor;
  }
}

test("repeated_row_is_unchanged_and_amounts_are_exact", async () => {
  const header = unique();
  const sent = row(header, "1", { price: "1234567.123456789", currencyCode: "EUR" });
  assert.equal((await client.sendCandidate(sent, { strict: true })).outcome, "created");
  assert.equal((await client.sendCandidate(sent)).outcome, "unchanged");
  const [line] = (await client.findIncomingOrder(SOURCE, header)).candidates;
  assert(line);
  const { data } = await client.api.GET("/api/sales/order/candidates/{id}", { params: { path: { id: line.id } } });
  assert.deepEqual([data?.price, data?.qty, typeof data?.discount], ["1234567.123456789", "1.5", "string"]);
});

test("bulk_returns_outcome_of_each_row_also_if_all_are_rejected", async () => {
  const good = row(unique());
  const bad = row(unique(), "1", { product: { code: "NOPE" } });
  const { result } = await client.sendCandidates([bad, good]);
  assert.deepEqual(result.map((one) => one.outcome), ["rejected", "created"]);
  const [rejected] = (await client.sendCandidates([bad])).result;
  assert(rejected && "errors" in rejected);
  assert.deepEqual([rejected.errors[0]?.code, rejected.errors[0]?.pointer], ["product.unknown", "/requests/0/product/code"]);
  await assert.rejects(client.sendCandidates([bad], { errorPolicy: "all" }), InvalidRequestError);
});

test("lines_of_one_order_are_not_split_over_requests", async () => {
  const [first, second] = [unique(), unique()];
  const rows = [...["1", "2", "3"].map((line) => row(first, line)), row(second)];
  const sizes: number[] = [];
  for await (const { result } of client.sendAllCandidates(rows, { rowsPerRequest: 2 })) sizes.push(result.length);
  assert.deepEqual(sizes, [3, 1]);
});

test("filtered_list_is_read_over_all_pages", async () => {
  const header = unique();
  await client.sendCandidates(["0", "1", "2", "3", "4"].map((line) => row(header, line)));
  await withFaults([], async (proxied, proxy) => {
    const found: (string | undefined)[] = [];
    for await (const line of proxied.candidates({ externalHeaderId: header, limit: 2 })) found.push(line.externalLineId);
    assert.deepEqual([found.sort().join(""), proxy.requests.length], ["01234", 3]);
  });
  const { data } = await client.api.GET("/api/sales/order/candidates", { params: { query: { externalHeaderId: header } } });
  assert.equal(data?.total.value, 5, "a count is a number");
});

test("error_has_positions_and_request_id", async () => {
  await assert.rejects(client.sendCandidate(row(unique(), "1", { qty: "1,5" })), (error) => {
    assert(error instanceof InvalidRequestError && error.name === "InvalidRequestError");
    assert.deepEqual([error.status, error.code, error.retryable], [400, "number.decimal_comma", false]);
    const [first] = error.errors;
    assert.deepEqual([first?.pointer, first?.line, first?.seen, !error.requestId], ["/qty", 1, "1,5", false]);
    return true;
  });
});

test("each_kind_of_error_has_its_class", async () => {
  const [header, key] = [unique(), unique()];
  await client.sendCandidate(row(header));
  await client.createOrder(order, key);
  await assert.rejects(client.sendCandidate(row(header, "1", { qty: "7" })), ConflictError);
  await assert.rejects(client.createOrder({ ...order, poReference: "other" }, key), IdempotencyReusedError);
  await assert.rejects(client.order("1"), NotFoundError);
  await assert.rejects(new Orderdock(URL, "od_wrong").sendCandidate(row(header)), AuthenticationError);
});

test("rejected_confirmations_are_returned", async () => {
  const { orders } = await client.confirmTransfers([{ salesOrderId: "1", receiver: "ERP", number: "4711" }]);
  assert(orders[0] && "errors" in orders[0]);
  assert.equal(orders[0].errors?.[0]?.code, "order.not_found");
});

test("lost_response_creates_no_second_order", async () => {
  await withFaults(["lose", "drop", { status: 503, retryAfter: 0 }], async (proxied, proxy) => {
    const created = await proxied.createOrder(order);
    const [key, ...others] = new Set(proxy.requests.map((one) => one.key));
    assert.deepEqual([proxy.requests.length, others], [4, []]);
    assert.equal((await client.createOrder(order, key)).salesOrderId, created.salesOrderId);
  });
});

test("retry_after_is_the_minimum_delay", async () => {
  await withFaults([{ status: 503, retryAfter: 1 }], async (proxied) => {
    const started = performance.now();
    await proxied.sendCandidate(row(unique()));
    assert(performance.now() - started >= 990, "timers of Node have a resolution of a millisecond");
  });
});

test("attempts_are_limited_and_classified", async () => {
  const kinds: [Fault, typeof ApiError | typeof ConnectionFailedError][] = [
    [{ status: 429 }, RateLimitedError],
    [{ status: 502 }, UnavailableError],
    [{ status: 503 }, UnavailableError],
    [{ status: 507 }, StorageFullError],
    ["drop", ConnectionFailedError],
  ];
  for (const [fault, kind] of kinds) {
    await withFaults(Array(9).fill(fault), async (proxied, proxy) => {
      await assert.rejects(proxied.sendCandidate(row(unique())), kind);
      assert.equal(proxy.requests.length, 4);
    });
  }
});

test("delay_beyond_deadline_is_not_waited_for", async () => {
  await withFaults([{ status: 503, retryAfter: 3600 }], async (proxied, proxy) => {
    await assert.rejects(proxied.sendCandidate(row(unique())), { name: "UnavailableError", retryAfter: 3600 });
    assert.equal(proxy.requests.length, 1);
  });
});

test("rejection_is_not_repeated", async () => {
  await withFaults([], async (proxied, proxy) => {
    await assert.rejects(proxied.sendCandidate(row(unique(), "1", { qty: "1,5" })), InvalidRequestError);
    assert.equal(proxy.requests.length, 1);
  });
});

test("file_is_sent_over_failures_and_read_back", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orderdock-"));
  try {
    const content = Buffer.concat([Buffer.from("%PDF-1.4\n"), randomBytes(300_000)]);
    writeFileSync(join(folder, "order.pdf"), content);
    await withFaults([undefined, { status: 503, retryAfter: 0 }, "lose", undefined, "lose"], async (proxied) => {
      const header = unique();
      await proxied.sendCandidate(row(header));
      const sent = await proxied.attachToIncomingOrder(SOURCE, header, join(folder, "order.pdf"), { tags: { kind: "order form" } });
      const digest = createHash("sha256").update(content).digest("hex");
      assert.deepEqual([sent.filename, sent.size, sent.sha256], ["order.pdf", content.length, digest]);
      await proxied.download(sent, join(folder, "copy.pdf"));
      assert(readFileSync(join(folder, "copy.pdf")).equals(content));
      assert.equal((await proxied.findIncomingOrder(SOURCE, header)).attachments.length, 1);
    });
    assert.deepEqual(readdirSync(folder).sort(), ["copy.pdf", "order.pdf"]);
    const { salesOrderId } = await client.createOrder(order);
    assert.equal((await client.attachToOrder(salesOrderId, Buffer.from("hello"), { name: "b.txt" })).size, 5);
    await assert.rejects(client.attachToOrder(salesOrderId, Buffer.from("hello")), /name is missing/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Follows events until one of the order was handled; returns the headers of all handled events. */
async function headersUntil(header: string, store: CursorStore, options = {}, source = client): Promise<(string | undefined)[]> {
  const stop = new AbortController();
  const seen: (string | undefined)[] = [];
  const handle = (event: { data: { externalHeaderId?: string } }) => {
    seen.push(event.data.externalHeaderId);
    if (seen.at(-1) === header) stop.abort();
  };
  await followEvents(source, store, handle, { wait: 5, ...options, signal: stop.signal });
  return seen;
}

/** A store with the cursor of now. */
async function storeOfNow<Store extends CursorStore>(store: Store): Promise<Store> {
  const marker = unique();
  await client.sendCandidate(row(marker));
  await headersUntil(marker, store);
  return store;
}

test("loop_continues_after_stored_cursor_and_repeats_failed_event", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orderdock-"));
  try {
    const store = await storeOfNow(new FileCursorStore(join(folder, "cursor")));
    const headers = [unique(), unique(), unique()];
    await client.sendCandidates(headers.map((header) => row(header)));
    const options = { types: ["orderdock.candidate.received"] };
    const failing = followEvents(
      client,
      store,
      (event) => {
        if (event.data.externalHeaderId === headers[1]) throw new Error("the handler failed");
      },
      options,
    );
    await assert.rejects(failing, /handler failed/);
    const seen = await headersUntil(headers[2] ?? "", new FileCursorStore(join(folder, "cursor")), options);
    assert.deepEqual(seen.filter((one) => headers.includes(one ?? "")), headers.slice(1));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("loop_survives_outage", async () => {
  const [store, header] = [await storeOfNow(new Memory()), unique()];
  await client.sendCandidate(row(header));
  await withFaults(
    Array(6).fill("drop"),
    async (proxied) => assert((await headersUntil(header, store, {}, proxied)).includes(header)),
    { attempts: 2, deadline: 20_000, firstDelay: 10, ...{ maxDelay: 50 } },
  );
});

test("lost_cursor_is_reported_or_reconciled", async () => {
  const lost = () => new Memory("999999999-1");
  await assert.rejects(followEvents(client, lost(), () => {}), (error) => {
    return error instanceof CursorLostError && error.code === "event.cursor_unknown";
  });
  const header = unique();
  // a change while the records are read must not be missed
  const onCursorLost = async () => void (await client.sendCandidate(row(header)));
  assert((await headersUntil(header, lost(), { onCursorLost })).includes(header));
});

test("real_deliveries_are_verified_also_during_rotation", async () => {
  const received: { body: Buffer; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ body: Buffer.concat(await request.toArray()), headers: request.headers });
    response.writeHead(204).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const created = await client.api.POST("/api/webhooks", { body: { url, types: ["orderdock.run.finished"] } });
  assert(created.data);
  const { id, secret } = created.data;
  const params = { path: { id } };
  try {
    await client.api.POST("/api/webhooks/{id}/test", { params });
    const rotated = (await client.api.POST("/api/webhooks/{id}/rotate", { params, body: {} })).data?.secret ?? "";
    await client.api.POST("/api/webhooks/{id}/test", { params });
    const [first, second] = received;
    assert(first && second);
    const wrong = `whsec_${Buffer.from("another").toString("base64")}`;
    assert.equal(new WebhookVerifier(secret).verify(first.body, first.headers).type, "orderdock.webhook.test");
    for (const secrets of [secret, rotated, [wrong, rotated]]) new WebhookVerifier(secrets).verify(second.body, second.headers);
    const cases: [WebhookVerifier, Buffer][] = [
      [new WebhookVerifier(wrong), first.body],
      [new WebhookVerifier(rotated), first.body],
      [new WebhookVerifier(secret), Buffer.concat([first.body, Buffer.from(" ")])],
      [new WebhookVerifier(secret, { clock: () => Date.now() + 600_000 }), first.body],
    ];
    for (const [verifier, body] of cases) assert.throws(() => verifier.verify(body, first.headers), WebhookVerificationError);
  } finally {
    await client.api.DELETE("/api/webhooks/{id}", { params });
    server.closeAllConnections();
    server.close();
  }
});

test("empty_secret_is_rejected", () => {
  for (const secrets of [[], "", "whsec_", ["whsec_AAAA", ""]]) {
    assert.throws(() => new WebhookVerifier(secrets), /missing or empty/, JSON.stringify(secrets));
  }
});

test("missing_and_malformed_webhook_headers_are_rejected", () => {
  const verifier = new WebhookVerifier(`whsec_${Buffer.from("key").toString("base64")}`, { clock: () => 1_000_000 });
  const right = createHmac("sha256", "key").update("1.1000.{}").digest("base64");
  const good = { "Webhook-Id": "1", "Webhook-Timestamp": "1000", "Webhook-Signature": `v1,${right}` };
  const body = Buffer.from("{}");
  assert.deepEqual(verifier.verify(body, good), {});
  assert.deepEqual(verifier.verify(body, new Headers(good)), {});
  const signatures = [`v2,${right}`, "v1,", "v1,%%", "", right].map((value) => ({ "Webhook-Signature": value }));
  for (const change of [{ "Webhook-Id": "2" }, { "Webhook-Timestamp": "soon" }, { "Webhook-Timestamp": "699" }, ...signatures]) {
    assert.throws(() => verifier.verify(body, { ...good, ...change }), WebhookVerificationError, JSON.stringify(change));
  }
  assert.throws(() => verifier.verify(body, {}), WebhookVerificationError);
});
