// Unresolved references in the inbox: mapping, creation, request, change and exclusion, each with its undo.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyLook, expectAccessible, expectCalm, openDesk, shot, type Desk, WIDTHS } from "./harness";
import { holdBack, listed, read } from "./list";

let desk: Desk;
const STRANGER = "otto";
const VIEWER = "vera";
/** Lines with two unknown products: one code is similar to a known one, the other is not. */
let similar: number[];
let strange: number[];

/** Stores lines with an unknown product or other unknown records. */
async function sendUnknown(
  header: string,
  productCode: string,
  quantities: number[],
  more: object = {},
): Promise<number[]> {
  const requests = quantities.map((qty, line) => ({
    externalHeaderId: header,
    externalLineId: String(line + 1),
    poReference: header,
    bpartner: { bpartner: { code: "G0001" }, location: { externalId: "2156425" } },
    productCode,
    qty,
    price: 12.5,
    currencyCode: "EUR",
    dateRequired: "2030-02-11",
    ...more,
  }));
  const path = "/api/sales/order/candidates/bulk?unresolved=store";
  const answer = await desk.call<{ result: { id: number }[] }>("POST", path, { requests });
  return answer.result.map(({ id }) => id);
}

beforeAll(async () => {
  desk = await openDesk();
  desk.addUser(STRANGER, "clerk", ["test-org-03"]);
  desk.addUser(VIEWER, "viewer", ["001"]);
  similar = [...(await sendUnknown("REF-1", "P002738", [1, 2])), ...(await sendUnknown("REF-2", "P002738", [3]))];
  strange = await sendUnknown("REF-3", "ZZ-UNKNOWN-ZZ", [4]);
});
afterAll(() => desk.close());

const option = (page: Page, text: string | RegExp) => page.getByRole("option").filter({ hasText: text });
const entry = (page: Page) => option(page, /(Product|Produkt) P002738/);
const detail = (page: Page, code = "P002738") =>
  page.getByRole("region", { name: new RegExp(`(Product|Produkt) ${code}`) });
const isFocused = (page: Page) => entry(page).evaluate((one) => one === document.activeElement);
const statusOf = async (id: number) => (await read(desk, id)).status;

test("unresolved references are accessible for users with and without permission in every look", async () => {
  for (const user of [desk.user, VIEWER, desk.admin]) {
    const ready = async (page: Page) => {
      await entry(page).waitFor();
      await entry(page).click();
      await listed(page, /^(Lines with this cause|Positionen mit dieser Ursache)$/)
        .first()
        .waitFor();
      const forms = await page.getByRole("form", { name: /^(Map to a record|Einem Datensatz zuordnen)$/ }).count();
      expect(forms).toBe(user === VIEWER ? 0 : 1);
    };
    await everyLook(
      desk,
      `references-${user}`,
      "/inbox",
      ready,
      user,
      WIDTHS.filter((width) => width >= 768),
    );
  }
});

test("references of other organisations are invisible", async () => {
  const page = await desk.page("/inbox", { user: STRANGER });
  await page.getByRole("heading", { name: "All resolved" }).waitFor();
  expect(await page.getByRole("option").count()).toBe(0);
  expectCalm(page);
});

test("entry names lines, orders, value and age, and its cause is not listed twice", async () => {
  const page = await desk.page("/inbox");
  await entry(page).click();
  await detail(page).getByText("3 lines", { exact: true }).waitFor();
  await detail(page).getByText("2 incoming orders", { exact: true }).waitFor();
  await detail(page)
    .getByText(/^75\.00/)
    .waitFor();
  await expect.poll(() => listed(page, "Lines with this cause").count()).toBe(3);
  const group = page.getByRole("group", { name: "Unresolved references" });
  expect(await group.getByRole("option").count()).toBe(2);
  expect(await option(page, "P002738").count()).toBe(1);
  await detail(page).getByRole("link", { name: "Show lines" }).click();
  await page.waitForURL((url) => url.searchParams.has("unresolvedReference"));
  await expect.poll(() => page.locator("[role=row] [data-column=candidate] a").count()).toBe(3);
  expectCalm(page);
});

test("clerk maps all lines by keyboard, undoes it, and the next order needs no work", async () => {
  const page = await desk.page("/inbox");
  await entry(page).waitFor();
  for (let presses = 0; presses < 12 && !(await isFocused(page)); presses++) await page.keyboard.press("ArrowDown");
  expect(await isFocused(page)).toBe(true);
  const suggestions = detail(page).getByRole("list", { name: "Suggestions" }).getByRole("button");
  await suggestions.first().waitFor();
  expect(await suggestions.first().innerText()).toMatch(/P002737/);
  await page.keyboard.press("1");
  const submit = detail(page).getByRole("button", { name: "Map 3 lines" });
  await expect.poll(() => submit.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(
    await detail(page)
      .getByRole("checkbox", { name: /^Remember for/ })
      .isChecked(),
  ).toBe(true);
  await expectAccessible(page);
  await shot(page, "references-suggested-en-light");
  // selecting a record writes nothing
  expect(await statusOf(similar[0]!)).toBe("error");
  await page.keyboard.press("Enter");
  for (const id of similar) await expect.poll(() => statusOf(id)).toBe("new");
  await entry(page).waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  for (const id of similar) await expect.poll(() => statusOf(id)).toBe("error");
  await entry(page).waitFor();
  await entry(page).focus();
  await suggestions.first().waitFor();
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  for (const id of similar) await expect.poll(() => statusOf(id)).toBe("new");
  const [later] = await sendUnknown("REF-4", "P002738", [5]);
  expect(await statusOf(later!)).toBe("new");
  expectCalm(page);
});

test("record is found by search, and the lines are excluded and restored", async () => {
  const page = await desk.page("/inbox");
  const unknown = option(page, "ZZ-UNKNOWN-ZZ");
  await unknown.focus();
  await page.keyboard.press("Enter");
  const field = detail(page, "ZZ-UNKNOWN-ZZ").getByRole("combobox", { name: "Search Product" });
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type("KAKAO-1");
  await page.locator("[data-combobox-option]").filter({ hasText: "KAKAO-1" }).waitFor();
  await expectAccessible(page);
  await shot(page, "references-search-en-light");
  await page.keyboard.press("Enter");
  await expect.poll(() => field.inputValue()).toMatch(/KAKAO-1/);
  await detail(page, "ZZ-UNKNOWN-ZZ").getByRole("button", { name: "Exclude…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Exclude", exact: true }).press("Enter");
  await expect.poll(() => statusOf(strange[0]!)).toBe("inactive");
  await page.keyboard.press("Control+z");
  await expect.poll(() => statusOf(strange[0]!)).toBe("error");
  expectCalm(page);
});

test("Enter before the matches arrive selects a match of the text", async () => {
  const page = await desk.page(await pathOf("ZZ-UNKNOWN-ZZ"));
  const field = detail(page, "ZZ-UNKNOWN-ZZ").getByRole("combobox", { name: "Search Product" });
  await field.click();
  await page.locator("[data-combobox-option]").first().waitFor();
  const held = await holdBack(page, ({ searchParams }) => searchParams.get("q") === "P002737");
  await field.fill("P002737");
  await page.keyboard.press("Enter");
  await held.asked();
  expect(await field.inputValue()).toBe("P002737");
  held.letGo();
  await expect.poll(() => field.inputValue()).toMatch(/\(P002737\)/);
  expectCalm(page);
});

test("tile names lines with unresolved references", async () => {
  const page = await desk.page("/");
  const tile = page.getByRole("list", { name: "Key figures" }).getByRole("link", { name: /^Unresolved references/ });
  await expect.poll(() => tile.innerText()).toMatch(/\n1\n+50\.00 EUR · oldest: /);
  await tile.click();
  await page.waitForURL((url) => url.pathname === "/inbox");
  expectCalm(page);
});

test("phone shows entries and the selected one as steps", async () => {
  const page = await desk.page("/inbox", { phone: true });
  await option(page, "ZZ-UNKNOWN-ZZ").click();
  await page.getByRole("button", { name: "Back to the inbox" }).waitFor();
  await detail(page, "ZZ-UNKNOWN-ZZ").getByRole("button", { name: "Map 1 line" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await shot(page, "references-phone-en-light");
  expectCalm(page);
});

/** Returns the URL of the entry of a value. */
async function pathOf(value: string): Promise<string> {
  const path = `/api/unresolved-references?q=${encodeURIComponent(value)}`;
  const { items } = await desk.call<{ items: { id: string }[] }>("GET", path);
  expect(items.length).toBe(1);
  return `/inbox?reference=${items[0]!.id}`;
}

interface Line {
  problems: { code: string }[];
  bpartner?: { bpartner: { code: string } };
  productCode?: string;
}
const problemsOf = async (id: number) => {
  const { problems } = await desk.call<Line>("GET", `/api/sales/order/candidates/${id}`);
  return problems.map(({ code }) => code);
};
const commentsOf = async (id: number) =>
  JSON.stringify(await desk.call("GET", `/api/sales/order/candidates/${id}/history`));

/** Moves the focus to a button by the tab key. */
async function tabTo(page: Page, name: string | RegExp) {
  const button = page.getByRole("button", { name });
  await button.waitFor();
  for (let presses = 0; presses < 40; presses++) {
    if (await button.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`no focus on ${name}`);
}

test("administrator creates a product by keyboard; its lines resolve and the entry disappears", async () => {
  const ids = await sendUnknown("NEW-1", "NEW-TEA-250", [1, 2], { productDescription: "Herbal tea 250 g" });
  const page = await desk.page(await pathOf("NEW-TEA-250"), { user: desk.admin });
  await option(page, "NEW-TEA-250").focus();
  expect(await detail(page, "NEW-TEA-250").getByRole("button", { name: "Request it…" }).count()).toBe(0);
  await tabTo(page, "Create product…");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Create product" });
  const code = dialog.getByRole("textbox", { name: "Code" });
  await code.waitFor();
  expect(await code.inputValue()).toBe("NEW-TEA-250");
  // another code would not resolve the lines
  expect(await code.getAttribute("readonly")).not.toBeNull();
  expect(await dialog.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Herbal tea 250 g");
  const unit = dialog.getByRole("combobox", { name: "Unit" });
  await expect.poll(() => unit.evaluate((one) => one === document.activeElement)).toBe(true);
  await dialog.getByRole("button", { name: "Create", exact: true }).press("Enter");
  await dialog.getByText("Required", { exact: true }).waitFor();
  await expect.poll(() => unit.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type("PCE");
  await page.locator("[data-combobox-option]").filter({ hasText: "PCE" }).first().waitFor();
  await page.keyboard.press("Enter");
  await expectAccessible(page);
  await shot(page, "references-create-filled-en-light");
  await tabTo(page, /^Create$/);
  await page.keyboard.press("Enter");
  await page.getByText("Created. 2 lines are being resolved.").waitFor();
  await option(page, "NEW-TEA-250").waitFor({ state: "detached" });
  for (const id of ids) expect(await problemsOf(id)).not.toContain("product.unresolved");
  for (const id of ids)
    expect((await desk.call<Line>("GET", `/api/sales/order/candidates/${id}`)).productCode).toBe("NEW-TEA-250");
  expectCalm(page);
});

test("creation that cannot be undone says why, and the record can be deactivated", async () => {
  const [id] = await sendUnknown("NEW-2", "NEW-TEA-500", [1]);
  const page = await desk.page(await pathOf("NEW-TEA-500"), { user: desk.admin });
  await detail(page, "NEW-TEA-500").getByRole("button", { name: "Create product…" }).click();
  const dialog = page.getByRole("dialog", { name: "Create product" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Herbal tea 500 g");
  await dialog.getByRole("combobox", { name: "Unit" }).click();
  await page.keyboard.type("PCE");
  await page.locator("[data-combobox-option]").filter({ hasText: "PCE" }).first().click();
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await option(page, "NEW-TEA-500").waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  const undo = page.getByRole("dialog", { name: "Undo: New product NEW-TEA-500" });
  await undo.getByText(/cannot be removed because other records may refer to it/).waitFor();
  await expectAccessible(page);
  await shot(page, "references-undo-refused-en-light");
  await undo.getByRole("button", { name: "Deactivate" }).press("Enter");
  await page.getByText("Deactivated: New product NEW-TEA-500").waitFor();
  await expect.poll(() => problemsOf(id!)).toContain("product.inactive");
  expectCalm(page, [/409 \(Conflict\)/]);
});

test("customer form has name and address as sent, and shows errors at their fields", async () => {
  const location = { address1: "Markt 1", postal: "53111", city: "Bonn", countryCode: "DE" };
  const bpartner = {
    bpartner: { code: "NEW-CAFE", name: "Café am Markt" },
    location,
    contact: { email: "cafe@example.com" },
  };
  const [id] = await sendUnknown("NEW-3", "KAKAO-1", [1], { bpartner });
  const page = await desk.page(await pathOf("NEW-CAFE"), { user: desk.admin });
  await page.getByRole("button", { name: "Create customer…" }).click();
  const dialog = page.getByRole("dialog", { name: "Create customer" });
  const field = (name: string) => dialog.getByRole("textbox", { name, exact: true });
  await field("Name").waitFor();
  const filled = await Promise.all(
    ["Name", "Street and number", "Postal code", "City", "E-mail"].map((name) => field(name).inputValue()),
  );
  expect(filled).toEqual(["Café am Markt", "Markt 1", "53111", "Bonn", "cafe@example.com"]);
  await field("Country").fill("XX");
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect.poll(() => field("Country").getAttribute("aria-invalid")).toBe("true");
  await expectAccessible(page);
  await shot(page, "references-create-error-en-light");
  await field("Country").fill("DE");
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => problemsOf(id!)).not.toContain("bpartner.unresolved");
  const line = await desk.call<Line>("GET", `/api/sales/order/candidates/${id}`);
  expect(line.bpartner?.bpartner.code).toBe("NEW-CAFE");
  expectCalm(page, [/400 \(Bad Request\)/]);
});

const ownPartner = { code: "G0001" };
const ownLocation = { externalId: "2156425" };
const CREATED_FROM_LINES = [
  {
    record: "location",
    key: "NEW-LOC-1",
    more: {
      bpartner: {
        bpartner: ownPartner,
        location: {
          externalId: "NEW-LOC-1",
          name: "Depot East",
          address1: "Hafenweg 3",
          postal: "53113",
          city: "Bonn",
          countryCode: "DE",
        },
      },
    },
    problem: "location.unresolved",
    title: /^Create location of /,
    filled: {
      "External ID of the location": "NEW-LOC-1",
      "Name of the location": "Depot East",
      "Street and number": "Hafenweg 3",
      "Postal code": "53113",
      City: "Bonn",
      Country: "DE",
    },
    typed: {},
    stored: ["Depot East", "Hafenweg 3", "53113"],
    path: "bpartners?q=G0001",
  },
  {
    record: "contact",
    key: "NEW-PERSON-1",
    more: {
      bpartner: {
        bpartner: ownPartner,
        location: ownLocation,
        contact: { externalId: "NEW-PERSON-1", name: "Ada Example", email: "ada@example.com" },
      },
    },
    problem: "contact.unresolved",
    title: /^Create contact of /,
    filled: {
      "External ID of the contact": "NEW-PERSON-1",
      "Name of the contact": "Ada Example",
      "E-mail": "ada@example.com",
    },
    typed: {},
    stored: ["Ada Example", "ada@example.com"],
    path: "bpartners?q=G0001",
  },
  {
    record: "unit",
    key: "NEWCRATE",
    more: { productCode: "P002737", uomCode: "NEWCRATE" },
    problem: "uomCode.unresolved",
    title: "Create unit",
    filled: { Code: "NEWCRATE", Name: "" },
    typed: { Name: "Crate" },
    stored: ["NEWCRATE", "Crate"],
    path: "uoms?q=NEWCRATE",
  },
] as const;

test.each(CREATED_FROM_LINES)("missing $record is created with the values of its lines", async (given) => {
  const { record, key, more, problem, title, filled, typed, stored, path } = given;
  const [id] = await sendUnknown(`MADE-${record}`, "P002737", [1], more);
  expect(await problemsOf(id!)).toContain(problem);
  const page = await desk.page(await pathOf(key), { user: desk.admin });
  await page.getByRole("button", { name: `Create ${record}…` }).click();
  const dialog = page.getByRole("dialog", { name: title });
  const field = (name: string) => dialog.getByRole("textbox", { name, exact: true });
  for (const [name, value] of Object.entries(filled)) await expect.poll(() => field(name).inputValue()).toBe(value);
  for (const [name, value] of Object.entries(typed)) await field(name).fill(value);
  await expectAccessible(page);
  await shot(page, `references-create-${record}-en-light`);
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => problemsOf(id!)).not.toContain(problem);
  // another cause can name the value: a new unit has no conversion yet
  const references = page.getByRole("group", { name: "Unresolved references" });
  await references.getByRole("option").filter({ hasText: key }).waitFor({ state: "detached" });
  const found = JSON.stringify(await desk.call("GET", `/api/masterdata/${path}`));
  for (const value of stored) expect(found).toContain(value);
  expectCalm(page);
});

test("existing record is never changed by the form", async () => {
  await sendUnknown("NEW-4", "", [1], { productCode: undefined, product: { externalId: "NEW-EXT" } });
  const page = await desk.page(await pathOf("NEW-EXT"), { user: desk.admin });
  await page.getByRole("button", { name: "Create product…" }).click();
  const dialog = page.getByRole("dialog", { name: "Create product" });
  await dialog.getByRole("textbox", { name: "Code" }).fill("P002737");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Other");
  await dialog.getByRole("combobox", { name: "Unit" }).click();
  await page.keyboard.type("PCE");
  await page.locator("[data-combobox-option]").filter({ hasText: "PCE" }).first().click();
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await dialog.getByText(/already exists/).waitFor();
  const found = await desk.call<{ items: { name: string }[] }>("GET", "/api/masterdata/products?q=P002737");
  expect(found.items.map(({ name }) => name)).not.toContain("Other");
  expectCalm(page);
});

test("clerk requests the record, with one undo", async () => {
  const ids = await sendUnknown("ASK-1", "ASK-TEA", [1, 2]);
  const page = await desk.page(await pathOf("ASK-TEA"));
  await option(page, "ASK-TEA").focus();
  expect(
    await detail(page, "ASK-TEA")
      .getByRole("button", { name: /^Create/ })
      .count(),
  ).toBe(0);
  await tabTo(page, "Request it…");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Request a record for 2 lines" });
  const comment = dialog.getByRole("textbox", { name: "Comment" });
  expect(await comment.inputValue()).toMatch(/^Please create: Product Code ASK-TEA \(.+, 2 lines\)\.$/);
  await page.keyboard.type(desk.admin);
  await page.keyboard.press("Enter");
  await expect.poll(() => dialog.getByRole("combobox", { name: "Assignee" }).inputValue()).toBe(desk.admin);
  await expectAccessible(page);
  await tabTo(page, /^Request$/);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  for (const id of ids) await expect.poll(async () => (await read(desk, id)).assignedTo).toBe(desk.admin);
  for (const id of ids) expect(await commentsOf(id)).toContain("Please create: Product Code ASK-TEA");
  await page.keyboard.press("Control+z");
  for (const id of ids) await expect.poll(async () => (await read(desk, id)).assignedTo).toBeUndefined();
  expectCalm(page);
});

test("clerk changes the product in all lines, with one undo", async () => {
  const ids = await sendUnknown("CHANGE-1", "CHANGE-TEA", [1, 2]);
  const page = await desk.page(await pathOf("CHANGE-TEA"));
  await option(page, "CHANGE-TEA").focus();
  await tabTo(page, "Change in all…");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const value = dialog.getByLabel("Value for Product");
  await expect.poll(() => value.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type("P002737");
  await page.getByRole("option").filter({ hasText: "P002737" }).first().waitFor();
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Apply to 2" }).press("Enter");
  for (const id of ids) await expect.poll(() => problemsOf(id)).not.toContain("product.unresolved");
  await option(page, "CHANGE-TEA").waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  for (const id of ids) await expect.poll(() => problemsOf(id)).toContain("product.unresolved");
  expectCalm(page);
});

test("reason of an exclusion is in the history", async () => {
  const [id] = await sendUnknown("LEAVE-1", "LEAVE-TEA", [1]);
  const page = await desk.page(await pathOf("LEAVE-TEA"));
  await detail(page, "LEAVE-TEA").getByRole("button", { name: "Exclude…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("No longer sold");
  await dialog.getByRole("button", { name: "Exclude", exact: true }).press("Enter");
  await expect.poll(() => statusOf(id!)).toBe("inactive");
  expect(await commentsOf(id!)).toContain("No longer sold");
  await page.keyboard.press("Control+z");
  await expect.poll(() => statusOf(id!)).toBe("error");
  expectCalm(page);
});

test("viewer has none of the actions", async () => {
  await sendUnknown("VIEW-1", "VIEW-TEA", [1]);
  const page = await desk.page(await pathOf("VIEW-TEA"), { user: VIEWER });
  await detail(page, "VIEW-TEA").getByText("1 line", { exact: true }).waitFor();
  for (const name of [/^Create/, /^Request/, /^Change/, /^Exclude/, /^Map/])
    expect(await detail(page, "VIEW-TEA").getByRole("button", { name }).count()).toBe(0);
  expectCalm(page);
});

test("dialogs are accessible in every look", async () => {
  await sendUnknown("LOOK-1", "LOOK-TEA", [1]);
  const path = await pathOf("LOOK-TEA");
  for (const [user, name] of [
    [desk.admin, /^(Create product…|Produkt anlegen…)$/],
    [desk.user, /^(Request it…|Anfordern…)$/],
  ] as const) {
    const ready = async (page: Page) => {
      await page.getByRole("button", { name }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox").first().waitFor();
      if (user === desk.admin) return;
      await page.keyboard.type(desk.admin);
      await page.keyboard.press("Enter");
      await expect.poll(() => dialog.getByRole("combobox").inputValue()).toBe(desk.admin);
      await page.locator("[data-combobox-option]").first().waitFor({ state: "hidden" });
    };
    await everyLook(desk, `references-dialog-${user}`, path, ready, user, [390, 1440]);
  }
});
