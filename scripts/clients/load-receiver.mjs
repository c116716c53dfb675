// Sends signed webhook requests to a receiver and prints the rate: WEBHOOK_SECRET=whsec_… node load-receiver.mjs URL [REQUESTS]
import { createHmac } from "node:crypto";
import { Agent, request } from "node:http";

const CONNECTIONS = 64; // as many as a webhook has
const [url, requests = "20000"] = process.argv.slice(2);
const key = Buffer.from(process.env.WEBHOOK_SECRET.replace(/^whsec_/, ""), "base64");
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const data = { id: 1000007, version: 1, orgCode: "001", externalHeaderId: "BG-2030-0318", externalLineId: "10", status: "new" };

function send(id) {
  const timestamp = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({ specversion: "1.0", id, source: "/orderdock", type: "orderdock.candidate.received", data });
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  const headers = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
  return new Promise((resolve, reject) => {
    const call = request(url, { method: "POST", agent, headers }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode));
    });
    call.on("error", reject).end(body);
  });
}

let number = 0;
const durations = [];
const started = performance.now();
const sender = async () => {
  while (number < Number(requests)) {
    const before = performance.now();
    const status = await send(`load-${(number += 1)}`);
    if (status !== 204) throw new Error(`status ${status}`);
    durations.push(performance.now() - before);
  }
};
await Promise.all(Array.from({ length: CONNECTIONS }, sender));
const seconds = (performance.now() - started) / 1000;
durations.sort((a, b) => a - b);
const percentile = (share) => durations[Math.floor(durations.length * share)].toFixed(1);
console.log(`${durations.length} requests, ${Math.round(durations.length / seconds)} per second, median ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms`);
agent.destroy();
