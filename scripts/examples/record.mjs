// Records examples: node record.mjs SERVER. See scripts/record-examples.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { hostname, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Demo } from "../../docs/site/demo.mjs";
import { Recorder } from "./recorder.mjs";
import { scenario } from "./scenario.mjs";

const [server] = process.argv.slice(2);
if (!server) {
  console.error("usage: node record.mjs SERVER");
  process.exit(2);
}

/** Creates a user or an access token of the demo and returns its secret, the last word of the first line. */
const createAccess = (folder, subject, ...options) => {
  const output = execFileSync(resolve(server), [subject, "create", ...options, "--data-dir", "orderdock-demo"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return String(output).trim().split(/\s+/).at(-1);
};

const folder = mkdtempSync(join(tmpdir(), "orderdock-examples-"));
const demo = new Demo(server, folder);
// receives the webhooks
const receiver = createServer((request, response) => request.resume().on("end", () => response.writeHead(204).end()));
try {
  const { URL: url, TOKEN: token } = await demo.started();
  await new Promise((done) => receiver.listen(0, "127.0.0.1", done));
  const hook = `http://127.0.0.1:${receiver.address().port}/hook`;
  const password = createAccess(folder, "user", "anna", "--role", "clerk", "--org", "001");
  const shop = ["--name", "webshop", "--scope", "candidates:write", "candidates:read", "--org", "001"];
  createAccess(folder, "token", ...shop);

  const recorder = await Recorder.start(url, token);
  recorder.replace(hook, "https://erp.example/hook");
  recorder.replace(password, "correct horse battery staple");
  recorder.replace(`${hostname()}/${demo.process.pid}`, "dock-1/4711");
  await scenario(recorder, { hook, user: "anna", password });
  const { written, missing } = recorder.write();
  for (const file of written) console.log(`changed: ${file}`);
  for (const name of missing) console.error(`no example: ${name}`);
  process.exitCode = missing.length === 0 ? 0 : 1;
} finally {
  receiver.close();
  receiver.closeAllConnections();
  await demo.stop();
  rmSync(folder, { recursive: true, force: true });
}
