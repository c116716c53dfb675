// Runs the commands of the guides: node run-blocks.mjs SERVER PAGE... SERVER is the binary `orderdock`. Each page gets a fresh demo
// and one shell with URL, TOKEN and `orderdock` in PATH. In a page:
//
//     block `bash`                  runs; its exit status must be 0
//     block `json`, `http`, `text`  after a block `bash`: its output. JSON is compared by the members shown. Of `http` and
//                                   `text`, each line must occur in the output, in this sequence. `…` matches anything.
//     <!-- test: COMMAND -->        runs at this place, without being shown to readers
//     <!-- not tested: REASON -->   the next block is listed, but does not run
//
// Ids, times, tokens and cursors differ in each run. They match any other value of their kind; later commands of the page use the
// value of this run.

import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Demo, wait } from "./demo.mjs";
import { matchJson, matchLines, relaxed } from "./match.mjs";

const repository = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const [server, ...pages] = process.argv.slice(2);
const SHOWN_URL = "http://127.0.0.1:8080";
const BLOCK_SECONDS = 60;
const PAGES_AT_A_TIME = 4;

/** The steps of a page in their sequence. */
function stepsOf(page) {
  const steps = [];
  let open = null;
  let reason = null;
  readFileSync(join(repository, page), "utf8").split("\n").forEach((line, index) => {
    const fence = line.match(/^```(\S*)/);
    const mark = line.match(/^<!-- (not tested|test): (.*) -->$/);
    if (open && !(fence && fence[1] === "")) open.text += `${line}\n`;
    else if (open) {
      add(steps, open);
      open = null;
    } else if (fence) {
      open = { kind: fence[1], line: index + 1, text: "", reason };
      reason = null;
    } else if (mark?.[1] === "test") steps.push({ kind: "bash", line: index + 1, text: `${mark[2]}\n` });
    else if (mark) reason = mark[2];
    else if (/^#/.test(line)) steps.push({ kind: "heading" });
  });
  return steps;
}

function add(steps, block) {
  const isResponse = ["json", "http", "text"].includes(block.kind);
  const previous = steps.at(-1);
  if (block.reason) steps.push({ ...block, kind: "skipped" });
  else if (block.kind === "bash") steps.push(block);
  else if (isResponse && previous?.kind === "bash" && !previous.expected) previous.expected = block;
  else if (isResponse && previous?.kind !== "skipped") {
    throw new Error(`line ${block.line}: no command for this output; mark it with <!-- not tested: REASON -->`);
  }
}

/** A shell that runs one block after another. */
class Shell {
  constructor(folder, environment) {
    this.folder = folder;
    const driver = "set -o pipefail; while read -r file; do source $file; printf '\\0%d\\0' $?; done";
    const path = `${join(folder, "bin")}:${process.env.PATH}`;
    const env = { ...process.env, ...environment, REPOSITORY: repository, PATH: path, LC_ALL: "C.UTF-8" };
    this.process = spawn("bash", ["-c", driver], { cwd: folder, env, stdio: ["pipe", "pipe", "pipe"], detached: true });
    this.number = 0;
    this.output = "";
    this.messages = "";
    this.ended = new Promise((done) => this.process.on("close", done));
    this.process.stdout.on("data", (bytes) => (this.output += bytes));
    this.process.stderr.on("data", (bytes) => (this.messages += bytes));
  }

  async run(text) {
    this.number += 1;
    this.output = "";
    this.messages = "";
    const file = join(this.folder, `block-${this.number}`);
    writeFileSync(file, text);
    this.process.stdin.write(`${file}\n`);
    for (let hundredth = 0; hundredth < BLOCK_SECONDS * 100; hundredth += 1) {
      const end = this.output.match(/\0(\d+)\0$/);
      if (end) return { status: Number(end[1]), output: this.output.slice(0, end.index), messages: this.messages };
      if (this.process.exitCode !== null) return { status: -1, output: this.output, messages: this.messages };
      await wait(10);
    }
    throw new Error(`no result within ${BLOCK_SECONDS} s`);
  }

  async stop() {
    this.process.stdin.end();
    // the shell with the programs that it started in the background
    process.kill(-this.process.pid);
    await this.ended;
  }
}

async function runStep(step, shell, url, values) {
  let text = step.text.replaceAll(SHOWN_URL, url);
  for (const [shown, actual] of values) text = text.replaceAll(shown, actual);
  const { status, output, messages } = await shell.run(text);
  const result = output.replaceAll(url, SHOWN_URL);
  if (status !== 0) return `exit status ${status}\n${result}${messages}`;
  if (!step.expected) return null;
  const { kind, text: shown } = step.expected;
  try {
    if (kind === "json") matchJson(JSON.parse(relaxed(shown)), JSON.parse(result), values);
    else matchLines(shown, kind === "http" ? result.replaceAll("\r", "") : result, values);
    return null;
  } catch (error) {
    return `${error.message}\nOutput:\n${result}${messages}`;
  }
}

async function runPage(page) {
  const started = performance.now();
  const steps = stepsOf(page);
  const skipped = steps.filter((step) => step.kind === "skipped");
  const commands = steps.filter((step) => step.kind === "bash");
  const report = { page, skipped, commands: commands.length, failed: [], seconds: 0 };
  if (commands.length === 0) return report;
  const folder = mkdtempSync(join(tmpdir(), "orderdock-guide-"));
  mkdirSync(join(folder, "bin"));
  symlinkSync(resolve(server), join(folder, "bin/orderdock"));
  cpSync(join(repository, "examples"), join(folder, "examples"), { recursive: true });
  const demo = new Demo(server, folder);
  let shell;
  try {
    const access = await demo.started();
    shell = new Shell(folder, access);
    const values = new Map();
    for (const step of commands) {
      const fault = await runStep(step, shell, access.URL, values);
      if (fault) report.failed.push(`${page}:${step.line}: ${step.text.trim().split("\n")[0]}\n${fault}`);
      if (fault) break;
    }
  } finally {
    await shell?.stop();
    await demo.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  report.seconds = (performance.now() - started) / 1000;
  return report;
}

if (!server || pages.length === 0 || !existsSync(server)) {
  console.error("usage: node run-blocks.mjs SERVER PAGE...");
  process.exit(2);
}
const waiting = [...pages];
const reports = [];
const worker = async () => {
  for (let page = waiting.shift(); page; page = waiting.shift()) {
    const failed = (error) => ({ page, skipped: [], commands: 0, failed: [`${page}: ${error.message}`], seconds: 0 });
    reports.push(await runPage(page).catch(failed));
  }
};
await Promise.all(Array.from({ length: PAGES_AT_A_TIME }, worker));
reports.sort((a, b) => pages.indexOf(a.page) - pages.indexOf(b.page));
for (const { page, commands, seconds } of reports) {
  console.log(`${page.padEnd(40)} ${String(commands).padStart(3)} commands ${seconds.toFixed(1).padStart(5)} s`);
}
for (const { page, skipped } of reports) {
  for (const { line, reason } of skipped) console.log(`not tested: ${page}:${line}: ${reason}`);
}
const failed = reports.flatMap((report) => report.failed);
for (const fault of failed) console.error(`\n${fault}`);
process.exit(failed.length === 0 ? 0 : 1);
