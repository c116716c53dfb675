import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    reporters: ["default", "./test-reporter.ts"],
    projects: [
      { test: { name: "unit", include: ["src/**/*.test.ts"], environment: "node" } },
      {
        test: {
          name: "handbook",
          include: ["tests/handbook.shots.ts"],
          environment: "node",
          testTimeout: 300_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 60_000, interval: 50 } },
        },
      },
      {
        test: {
          name: "browser",
          include: ["tests/**/*.test.ts"],
          environment: "node",
          testTimeout: 300_000,
          hookTimeout: 180_000,
          // tests mostly wait for their own server and browser
          maxWorkers: 2,
          // slow machines need long timeouts
          expect: { poll: { timeout: 60_000, interval: 50 } },
        },
      },
    ],
  },
});
