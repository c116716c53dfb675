// Runs examples/*.mjs and the samples of the guide page; see client.test.ts.
import { strict as assert } from "node:assert";
import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Orderdock } from "orderdock-client";

const here = fileURLToPath(new URL(".", import.meta.url)); // within the package, so that programs find it by its name
const repository = join(here, "../../..");
const folder = mkdtempSync(join(here, "examples-"));
after(() => rmSync(folder, { recursive: true }));
const URL_OF_DEMO = process.env["ORDERDOCK_URL"] ?? "";
const TOKEN = process.env["ORDERDOCK_TOKEN"] ?? "";
const client = new Orderdock(URL_OF_DEMO, TOKEN);

function start(file: string, args: string[], environment: Record<string, string> = {}) {
  const env = { ...process.env, URL: URL_OF_DEMO, TOKEN, ...environment };
  const child = spawn(process.execPath, [file, ...args], { env, cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => (output += bytes));
  const ended = new Promise<number | null>((done) => child.on("close", done));
  const first = new Promise<void>((done) => child.stdout.once("data", () => done()));
  return { child, ended, first, output: () => output };
}

function example(name: string): string {
  copyFileSync(join(repository, "examples", name), join(folder, name));
  return join(folder, name);
}

function stop(child: ChildProcess, ended: Promise<unknown>) {
  child.kill();
  return ended;
}

test("erp_picks_up_due_orders_and_then_new_ones", async () => {
  const order = {
    shipBPartnerCode: "G0001",
    datePromised: "2030-03-18T00:00:00Z",
    lines: [{ productCode: "A001", qty: "2" }],
  };
  await client.api.PUT("/api/process-settings/{org}", { params: { path: { org: "001" } }, body: { handOver: true } });
  const early = await client.createOrder(order);
  const orders = join(folder, "orders");
  const program = start(example("erp.mjs"), [orders]);
  await Promise.race([program.first, program.ended]);
  const late = await client.createOrder(order);
  try {
    for (const { salesOrderId } of [early, late]) {
      const { handedOver } = await pickedUp(salesOrderId, program.output);
      assert.deepEqual([handedOver?.receiver, handedOver?.number], ["ERP", `ERP-${salesOrderId}`]);
      assert(readdirSync(orders).includes(`${salesOrderId}.json`));
    }
  } finally {
    await stop(program.child, program.ended);
  }
  assert.equal(program.child.exitCode, 0, program.output());
});

/** The order after its transfer was confirmed. */
async function pickedUp(id: string, output: () => string) {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const order = await client.order(id);
    if (order.handedOver) return order;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`order ${id} was not picked up:\n${output()}`);
}

test("receiver_stores_verified_events_only", async () => {
  const webhook = await client.api.POST("/api/webhooks", {
    body: { url: "http://127.0.0.1:9/", types: ["orderdock.run.finished"], active: false },
  });
  assert(webhook.data);
  const params = { path: { id: webhook.data.id } };
  const file = join(folder, "events");
  const program = start(example("receive.mjs"), ["0", file], { WEBHOOK_SECRET: `whsec_AAAA ${webhook.data.secret}` });
  try {
    await Promise.race([program.first, program.ended]);
    const url = `http://127.0.0.1:${/port (\d+)/.exec(program.output())?.[1]}/`;
    await client.api.PATCH("/api/webhooks/{id}", { params, body: { version: webhook.data.version, url } });
    const tested = await client.api.POST("/api/webhooks/{id}/test", { params });
    assert.equal(tested.data?.attempts?.[0]?.status, 204, program.output());
    const forged = { "webhook-id": "1", "webhook-timestamp": String(Math.floor(Date.now() / 1000)), "webhook-signature": "v1,AAAA" };
    assert.equal((await fetch(url, { method: "POST", headers: forged, body: "{}" })).status, 401);
    const lines = readFileSync(file, "utf8").trim().split("\n");
    assert.deepEqual(lines.map((line) => JSON.parse(line).type), ["orderdock.webhook.test"]);
  } finally {
    await stop(program.child, program.ended);
    await client.api.DELETE("/api/webhooks/{id}", { params });
  }
});

test("samples_of_the_guide_run", async () => {
  const page = readFileSync(join(repository, "docs/guide/client-libraries.md"), "utf8");
  const blocks = [...page.matchAll(/^```js\n(.*?)^```/gms)].map(([, text]) => text);
  assert(blocks.length >= 6, `${blocks.length} samples were found`);
  mkdirSync(join(folder, "guide"));
  const file = join(folder, "guide", "samples.mjs");
  writeFileSync(file, blocks.join("\n"));
  writeFileSync(join(folder, "order.pdf"), "%PDF-1.4\n");
  const program = start(file, [], { WEBHOOK_SECRET: "whsec_AAAA" });
  assert.equal(await program.ended, 0, program.output());
  // the rows exist if the demo was used before
  assert.match(program.output(), /^(created|unchanged) \w+$/m);
});
