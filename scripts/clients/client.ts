// Sends the examples with the types of openapi-typescript and the client of openapi-fetch, and reads the responses. A member
// that the document does not describe, or describes with another type, does not compile.
import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import createClient, { type Middleware } from "openapi-fetch";
import type { components, paths } from "./schema.js";

type Schemas = components["schemas"];

const folder = process.argv[2] ?? "examples";
const example = <Name extends keyof Schemas>(file: string) =>
  JSON.parse(readFileSync(`${folder}/${file}.json`, "utf8")) as Schemas[Name];

const token: Middleware = {
  onRequest({ request }) {
    request.headers.set("Authorization", process.env["ORDERDOCK_TOKEN"] ?? "");
  },
};
const api = createClient<paths>({ baseUrl: process.env["ORDERDOCK_URL"] ?? "" });
api.use(token);

/** The answer; a refusal ends the program. */
function answered<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  if (data === undefined) throw new Error(`${response.status} of ${response.url}: ${JSON.stringify(error)}`);
  return data;
}

/** Tried out: what would be created has no id yet. */
async function tryOut() {
  const body: Schemas["CandidateBody"] = {
    externalHeaderId: "TS-NEW",
    externalLineId: "1",
    poReference: "TS-NEW",
    bpartner: {
      bpartner: { externalId: "TS", name: "Type Script", phone: null },
      location: { countryCode: "DE", address1: "Am Kai 1" },
      syncAdvise: { ifNotExists: "CREATE" },
    },
    productCode: "A001",
    pricingSystemCode: "Testpreise Kunden",
    qty: 1,
    dateRequired: "2030-01-07",
  };
  const planned = answered(
    await api.POST("/api/sales/order/candidates", { body, params: { query: { dryRun: true } } }),
  );
  const [row] = planned.result;
  assert(row && "id" in row && row.id === null, JSON.stringify(row));
}

/** Single candidates of every shape, and what became of them. */
async function importOne(): Promise<number> {
  let last = 0;
  for (const file of ["candidate-variant-a", "candidate-variant-b", "candidate-short"]) {
    const body = example<"CandidateBody">(file);
    const { data, error, response } = await api.POST("/api/sales/order/candidates", { body });
    assert([200, 201].includes(response.status), JSON.stringify(error));
    const [row] = data?.result ?? [];
    assert(row && "status" in row && row.id !== null, file);
    const candidate = answered(await api.GET("/api/sales/order/candidates/{id}", { params: { path: { id: row.id } } }));
    const [id, discount, buyer]: [number, number, string | undefined] = [
      candidate.id,
      candidate.discount,
      candidate.billBPartner?.bpartner.name,
    ];
    assert(id === row.id && discount >= 0 && buyer, file);
    last = id;
  }
  return last;
}

/** A bulk of which some rows are wrong: each row says what became of it. */
async function importMany() {
  const body = example<"BulkBody">("bulk");
  const params = { query: { errorPolicy: "row" as const } };
  const { result } = answered(await api.POST("/api/sales/order/candidates/bulk", { body, params }));
  assert.equal(result.length, body.requests.length);
  const rejected = result.flatMap((row) => ("errors" in row ? [row] : []));
  assert.deepEqual(
    rejected.map((row) => row.errors[0]?.errorCode),
    ["bpartner.unknown", "uomCode.unknown"],
  );
  for (const row of rejected) assert.deepEqual(row.errors[0]?.code, row.errors[0]?.errorCode);
}

/** An override, and taking it back by null. */
async function correct(id: number) {
  const path = { params: { path: { id }, header: { "If-Match": "*" } } };
  const set = answered(
    await api.PATCH("/api/sales/order/candidates/{id}", { ...path, body: { override: { description: "soon" } } }),
  );
  assert.equal(set.override.description, "soon");
  const body: Schemas["CandidatePatchBody"] = { override: { description: null } };
  const back = answered(await api.PATCH("/api/sales/order/candidates/{id}", { ...path, body }));
  assert.equal(back.override.description ?? undefined, undefined);
}

/** A run, tried out and done, and the orders that came of it. */
async function processOne(id: number) {
  const body: Schemas["ProcessBody"] = { selection: { ids: [id] } };
  const path = "/api/sales/order/candidates/process";
  const planned = answered(await api.POST(path, { body, params: { query: { dryRun: true } } }));
  assert("results" in planned && planned.counts.selected === 1, JSON.stringify(planned));
  const run = answered(await api.POST(path, { body, params: { header: { Prefer: "wait=60" } } }));
  assert("state" in run && run.state === "done", JSON.stringify(run));
  const results = answered(await api.GET("/api/process-runs/{id}/results", { params: { path: { id: run.id } } }));
  assert.equal(results.items.length, 1);
}

/** An order that is sent whole, its file, and a refusal. */
async function order() {
  const body = example<"OrderBody">("order");
  const planned = answered(await api.POST("/api/sales/order", { body, params: { query: { dryRun: true } } }));
  assert.equal(planned.salesOrderId, null);
  const { salesOrderId, grandTotal, lines } = answered(await api.POST("/api/sales/order", { body }));
  assert(salesOrderId && grandTotal > 0 && lines.length === body.lines.length);
  const params = { path: { salesOrderId } };
  const form = new FormData();
  form.set("file", new Blob(["hello"]), "hello.txt");
  const sent = await api.POST("/api/sales/order/{salesOrderId}/attachments", {
    params,
    body: { file: "" },
    bodySerializer: () => form,
  });
  const file: Schemas["Attachment"] = answered(sent);
  const files = answered(await api.GET("/api/sales/order/{salesOrderId}/attachments", { params }));
  assert.deepEqual([files[0]?.id.toString(), files[0]?.filename], [file.attachmentId, "hello.txt"]);
  const refused = await api.POST("/api/sales/order", {
    body: { ...body, lines: [{ productCode: "P002737", qty: 0 }] },
  });
  const problem: Schemas["Problem"] | undefined = refused.error;
  assert.match(problem?.body ?? "", /qty > 0.*lines\[0\]\.qty/);
}

await tryOut();
const id = await importOne();
await importMany();
await correct(id);
await processOne(id);
await order();
console.log("TypeScript: every example was sent, every answer read");
