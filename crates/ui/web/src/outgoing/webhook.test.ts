import { expect, test } from "vitest";
import { healthOf, isThrough, nameOf } from "./webhook";

const SINCE = "2026-11-23T12:00:00Z";

test.each([
  ["active", "admin", undefined, "active"],
  ["active", "admin", SINCE, "failing"],
  ["paused", "admin", undefined, "paused"],
  // a manual pause takes precedence
  ["paused", "admin", SINCE, "paused"],
  ["paused", null, SINCE, "stopped"],
  ["ended", null, SINCE, "ended"],
  ["ended", null, undefined, "ended"],
])("%s by %s, failing since %s, is %s", (status, statusBy, failingSince, health) => {
  expect(healthOf({ status, statusBy, ...(failingSince && { failingSince }) })).toBe(health);
});

test("only a complete 2xx response is delivered", () => {
  expect([199, 200, 204, 299, 300, 410, 500].map((status) => isThrough({ status }))).toEqual([
    false,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(isThrough({ status: 200, error: "cut off" })).toBe(false);
  expect(isThrough({})).toBe(false);
});

test("webhook is named by description, otherwise by URL", () => {
  expect(nameOf({ description: "ERP", url: "https://erp.example" })).toBe("ERP");
  expect(nameOf({ description: "", url: "https://erp.example" })).toBe("https://erp.example");
});
