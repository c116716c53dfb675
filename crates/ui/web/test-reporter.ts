import { appendFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule } from "vitest/node";

/** Appends each failure to the file in `FAILED_TESTS`, which browser-tests.mjs reads: file, name and reason, as JSON. */
export default class TestReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === "failed") append(test.module.relativeModuleId, test.fullName, errors?.[0]?.message);
  }

  /** A file can fail without a failed test: it cannot be loaded, or one of its hooks failed. */
  onTestModuleEnd(module: TestModule): void {
    for (const error of module.errors()) append(module.relativeModuleId, "(file)", error.message);
  }
}

function append(file: string, name: string, message = "no message"): void {
  const report = process.env.FAILED_TESTS;
  const reason = message.split("\n")[0]?.slice(0, 160);
  if (report) appendFileSync(report, `${JSON.stringify({ file, name, reason })}\n`);
}
