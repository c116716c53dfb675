import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    reporters: ["default", "./flaky-reporter.ts"],
    projects: [
      { test: { name: "unit", include: ["src/**/*.test.ts"], environment: "node" } },
      {
        test: {
          name: "browser",
          include: ["tests/**/*.test.ts"],
          environment: "node",
          testTimeout: 300_000,
          hookTimeout: 180_000,
          // a test that passes only when repeated is reported as flaky by scripts/test
          retry: 2,
          // they wait for the browser more than they work; each file has a server and a browser of its own
          maxWorkers: 2,
          // a busy machine takes its time; whoever waits, waits for what is to come, not for so long
          expect: { poll: { timeout: 60_000, interval: 50 } },
        },
      },
    ],
  },
});
