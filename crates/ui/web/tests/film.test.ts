// A working day of a clerk by keyboard. Counts the actions of five jobs: each key and each typed value is one action.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectCalm, openDesk, shot, type Desk } from "./harness";
import { arrived, focused, read, sendLines, shows } from "./list";

let desk: Desk;
const CLERK = "erika";
let dollars: number[];
let none: number;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

/** Returns the documented number of actions of a job. */
function promised(job: string): number {
  const lines = readFileSync("../../../docs/order-desk.md", "utf8").split("\n");
  const [, name, , now] = lines.find((line) => line.startsWith(`| ${job}`))?.split("|") ?? [];
  expect(name, job).toBeTruthy();
  return Number(now);
}

/** Creates a keyboard that counts actions. */
function handsAt(page: Page) {
  let actions = 0;
  return {
    press: (...keys: string[]) =>
      keys.reduce(async (before, key) => {
        await before;
        actions += 1;
        await page.keyboard.press(key);
      }, Promise.resolve()),
    type: (text: string) => {
      actions += 1;
      return page.keyboard.type(text);
    },
    /** Returns the number of actions since the last call. */
    took: () => {
      const took = actions;
      actions = 0;
      return took;
    },
  };
}

/** Waits for the result of a run. */
const announced = (page: Page, words: RegExp | string) => page.getByRole("status").getByText(words).waitFor();
const onCause = (page: Page, words: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.textContent ?? "")).toContain(words);

/** Waits until a button is enabled and focused. */
const ready = (page: Page, name: RegExp | string) =>
  expect
    .poll(() =>
      page
        .getByRole("dialog")
        .getByRole("button", { name })
        .evaluateAll((found) =>
          found.some((one) => one === document.activeElement && one.getAttribute("aria-disabled") !== "true"),
        ),
    )
    .toBe(true);

test("keyboard: sign in, fix many and one, create orders, undo", async () => {
  const page = await desk.page("/inbox", { user: CLERK });
  await page.context().clearCookies();
  await page.goto(`${desk.url}/`);
  const hands = handsAt(page);
  await page.locator("input[autocomplete=username]:focus").waitFor();
  await hands.type(CLERK);
  await hands.press("Tab");
  await hands.type(desk.password);
  await hands.press("Enter");
  await page.waitForURL(`${desk.url}/inbox`);
  expect(hands.took()).toBe(4);

  // 11 actions before the inbox existed
  await onCause(page, "Currency differs from the price list");
  await hands.press("Enter");
  await ready(page, "Apply to 1 line");
  await hands.press("Enter");
  await announced(page, "1 line changed.");
  await hands.press("Control+Enter");
  await ready(page, "Create");
  await hands.press("Enter");
  await announced(page, "1 line became 1 order.");
  expect(hands.took()).toBe(promised("Resolve the first error of the demo data"));
  await hands.press("Control+z");
  await ready(page, "Undo");
  await hands.press("Enter");
  await announced(page, /1 order voided/);
  expect(hands.took()).toBe(promised("Undo a run"));

  // 9 actions before the inbox existed
  dollars = [];
  for (let order = 1; order <= 62; order++) {
    const lines = order <= 52 ? [1, 2, 3] : [1, 2];
    dollars.push(...(await sendLines(desk, `FILM-${order}`, lines, { price: 30, currencyCode: "INR" })));
  }
  expect(dollars.length).toBe(176);
  [none] = (await sendLines(desk, "FILM-NONE", [0])) as [number];
  await page.reload();
  await onCause(page, "176 lines");
  await page.getByRole("main").getByText("62 incoming orders", { exact: true }).waitFor();
  await shot(page, "film-inbox-en-light");
  await hands.press("Enter");
  await ready(page, "Apply to all 176 lines");
  await hands.press("Enter");
  await announced(page, "176 lines changed.");
  expect(hands.took()).toBe(promised("Correct a wrong currency in 176 lines"));
  for (const id of [dollars[0]!, dollars.at(-1)!]) expect((await read(desk, id)).status).toBe("new");

  await hands.press("Control+Enter");
  await ready(page, "Create");
  await shot(page, "film-create-orders-en-light");
  await hands.press("Enter");
  await announced(page, "176 lines became 62 orders.");
  expect(hands.took()).toBe(2);

  for (let causes = 0; causes < 5; causes++) {
    if ((await page.evaluate(() => document.activeElement?.textContent ?? "")).includes("Quantity")) break;
    await hands.press("ArrowDown");
  }
  await onCause(page, "Quantity");
  const [walked] = [hands.took()];
  expect(walked).toBeLessThanOrEqual(2);
  await hands.press("Enter");
  await page.waitForURL(/problem=/);
  await shows(page, 1);
  await hands.press("F8");
  await expect.poll(() => focused(page)).toBe("0 qtyOverride");
  expect(hands.took()).toBe(2);
  await hands.type("6");
  await hands.press("Enter");
  await expect.poll(() => read(desk, none)).toMatchObject({ status: "new", override: { qty: 6 } });
  expect(hands.took()).toBe(2);
  await shot(page, "film-by-hand-en-light");
  expectCalm(page);
});

test("keyboard: exclude a whole cause and set an order to wait within the promised actions", async () => {
  const ids = [
    ...(await sendLines(desk, "ASIDE-1", [1, 2], { productCode: "KAKAO-1" })),
    ...(await sendLines(desk, "ASIDE-2", [3], { productCode: "KAKAO-1" })),
  ];
  const page = await desk.page("/inbox", { user: CLERK });
  const cause = page.getByRole("option").filter({ hasText: "KAKAO-1" }).first();
  await cause.focus();
  const hands = handsAt(page);
  await hands.press("o");
  await page.waitForURL(/cause=/);
  await arrived(page);
  await expect.poll(() => focused(page)).toMatch(/^0 /);
  await hands.press("Control+a");
  await page.getByRole("toolbar", { name: "Actions" }).waitFor();
  await hands.press("Control+k");
  await page.getByRole("textbox", { name: "Search and commands" }).waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
    .toBe("Search and commands");
  await hands.type("Exclude");
  const action = page.getByRole("dialog").getByRole("button", { name: "Exclude", exact: true });
  await action.waitFor();
  // the tab has the same name
  await expect.poll(() => action.getAttribute("data-selected")).toBe("true");
  await hands.press("Enter");
  for (const id of ids) await expect.poll(async () => (await read(desk, id)).status).toBe("inactive");
  expect(hands.took()).toBe(promised("Exclude all lines with the same cause"));

  const [waiting] = await sendLines(desk, "WEEK", [1, 2]);
  await page.goto(`${desk.url}/candidates?q=WEEK`);
  await shows(page, 2);
  await expect.poll(() => focused(page)).toBe("0 select");
  await hands.press("Control+a");
  await page.getByRole("toolbar", { name: "Actions" }).waitFor();
  await hands.press("Control+k");
  await page.getByRole("textbox", { name: "Search and commands" }).waitFor();
  await hands.type("Wait for");
  const wait = page.getByRole("dialog").getByRole("button", { name: "Wait for customer…", exact: true });
  await expect.poll(() => wait.getAttribute("data-selected")).toBe("true");
  await hands.press("Enter");
  await page.getByRole("dialog").locator("input:focus").waitFor();
  await hands.press("Enter");
  await expect.poll(async () => (await read(desk, waiting!)).waitingUntil).toBeTruthy();
  expect(hands.took()).toBe(promised("Wait a week for the customer"));
  expectCalm(page);
});
