// Verifies and stores events, more than 1,000 per second: WEBHOOK_SECRET=whsec_… node receive.mjs PORT FILE. Needs the package
// orderdock-client. WEBHOOK_SECRET can contain several secrets, separated by spaces.
//
// Requests that arrive while a write is in progress are written together and confirmed after one fsync. The file contains each event at
// least once; its `id` identifies repetitions.
import { open } from "node:fs/promises";
import { createServer } from "node:http";
import { WebhookVerificationError, WebhookVerifier } from "orderdock-client";

const [port, path] = process.argv.slice(2);
const verifier = new WebhookVerifier(process.env.WEBHOOK_SECRET.split(" "));
const file = await open(path, "a");
let waiting = [];
let isWriting = false;

/** Resolves when the line is on disk. */
function store(line) {
  return new Promise((resolve, reject) => {
    waiting.push({ line, resolve, reject });
    if (!isWriting) void writeAll();
  });
}

async function writeAll() {
  isWriting = true;
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    try {
      await file.appendFile(batch.map(({ line }) => `${line}\n`).join(""));
      await file.datasync();
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
  isWriting = false;
}

const server = createServer(async (request, response) => {
  try {
    const body = Buffer.concat(await request.toArray());
    const event = verifier.verify(body, request.headers);
    await store(JSON.stringify(event));
    response.writeHead(204).end();
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) console.error(error);
    // after 500, Orderdock sends the event again
    response.writeHead(error instanceof WebhookVerificationError ? 401 : 500).end();
  }
});
server.listen(Number(port), "127.0.0.1", () => console.log(`port ${server.address().port}`));
