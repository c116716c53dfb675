// Runs the browser tests: npm run test:browser -- [FILE…] [vitest options]
//
// Files with failed tests are repeated up to two times, each with a new server and browser: tests of a file share a server, so
// a single test cannot be repeated on the data that its failure left. A test that then passes is appended to the file in
// FLAKY_REPORT (name, tab, first failure), a test that fails again to the file in FAILURE_REPORT.
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const RETRIES = 2;
// more failures than this are no coincidence, and repeating them takes long
const MOST_REPEATED = 10;

const given = process.argv.slice(2);
const firstOption = given.findIndex((argument) => argument.startsWith("-"));
const options = firstOption < 0 ? [] : given.slice(firstOption);

const folder = mkdtempSync(join(tmpdir(), "orderdock-browser-tests-"));
const report = join(folder, "failed.jsonl");

/** Runs vitest; returns whether it passed, and the failures: file, test name, reason. */
function run(args) {
  writeFileSync(report, "");
  const { status } = spawnSync("vitest", ["run", "--project", "browser", ...args], {
    stdio: "inherit",
    env: { ...process.env, FAILED_TESTS: report },
  });
  const failures = readFileSync(report, "utf8").split("\n").filter(Boolean);
  return { passed: status === 0, failures: failures.map((line) => JSON.parse(line)) };
}

const append = (file, line) => file && appendFileSync(file, `${line}\n`);
const named = ({ file, name, reason }) => `${file}::${name}: ${reason}`;

const first = run(given);
let { passed, failures } = first;
const isRepeatable = failures.length > 0 && failures.length <= MOST_REPEATED;
for (let attempt = 1; attempt <= RETRIES && !passed && isRepeatable && failures.length > 0; attempt++) {
  const files = [...new Set(failures.map((failure) => failure.file))];
  console.log(`\nretry ${attempt} of ${files.join(", ")}`);
  ({ passed, failures } = run([...files, ...options]));
}
if (passed) {
  for (const { file, name, reason } of first.failures) append(process.env.FLAKY_REPORT, `${file}::${name}\t${reason}`);
} else {
  const lines = failures.length > 0 ? failures.map(named) : ["browser tests: vitest failed without naming a test"];
  for (const line of lines) {
    console.log(`failed: ${line}`);
    append(process.env.FAILURE_REPORT, line);
  }
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = passed ? 0 : 1;
