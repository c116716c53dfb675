import { appendFileSync } from "node:fs";
import type { Reporter, TestCase } from "vitest/node";

/** Appends each test that passed only on retry to the file in `FLAKY_REPORT`: name, tab, first failure. */
export default class FlakyReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const report = process.env.FLAKY_REPORT;
    if (!report || !test.diagnostic()?.flaky) return;
    const reason = test.result().errors?.[0]?.message.split("\n")[0]?.slice(0, 160) ?? "no message";
    appendFileSync(report, `${test.module.relativeModuleId}::${test.fullName}\t${reason}\n`);
  }
}
