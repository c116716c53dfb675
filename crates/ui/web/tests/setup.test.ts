// The checklist of a new installation, with the commands of the guides.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, expectCalm, openEmptyDesk, shot, type EmptyDesk } from "./harness";

const EXAMPLES = resolve("../../../examples");
const files = mkdtempSync(join(tmpdir(), "orderdock-setup-"));

let desk: EmptyDesk;
beforeAll(async () => {
  desk = await openEmptyDesk();
});
afterAll(async () => {
  await desk.close();
  rmSync(files, { recursive: true, force: true });
});

const list = (page: Page) => page.getByRole("region", { name: /^(Get started|Erste Schritte)$/ });
const done = (page: Page) => list(page).locator("[data-done]");

test("checklist of an empty installation is accessible and links to the guides", async () => {
  const page = await desk.page("/", { user: desk.admin });
  await list(page).getByText("0 of 5 done").waitFor();
  // without data there are no charts
  expect(await page.getByRole("table").count()).toBe(0);
  expect(await page.getByRole("region", { name: /^(Due|Open lines|Received today)$/ }).count()).toBe(0);
  await expectAccessible(page);
  await shot(page, "setup-en-light");
  const links = list(page).getByRole("link");
  for (const href of await links.evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""))) {
    const answer = await fetch(`${desk.url}${href}`);
    expect(answer.status, href).toBe(200);
  }
  expectCalm(page);
  await page.context().close();
  const phone = await desk.page("/", { user: desk.admin, language: "de", scheme: "dark" });
  await phone.setViewportSize({ width: 390, height: 844 });
  await list(phone).getByText("0 von 5 erledigt").waitFor();
  await expectAccessible(phone);
  await shot(phone, "setup-390-de-dark");
  await list(phone).getByRole("button", { name: "Ausblenden" }).click();
  await list(phone).waitFor({ state: "detached" });
  await phone.reload();
  await phone.getByRole("list", { name: "Kennzahlen" }).waitFor();
  expect(await list(phone).count()).toBe(0);
  expectCalm(phone);
});

test("steps are completed by data until the checklist disappears", async () => {
  const page = await desk.page("/", { user: desk.admin });
  const next = () => list(page).locator("[aria-current=step]");
  await next().getByText("Create an organisation").waitFor();
  desk.run(["load", join(EXAMPLES, "first-master-data.yaml")]);
  await next().getByText("Load prices").waitFor();
  const prices = join(files, "prices.yaml");
  writeFileSync(
    prices,
    `products:
  - {org: "100", code: P1, name: "Weizenmehl Type 550, Sack 25 kg", uom: PCE}
product-prices:
  - {org: "100", priceList: DE-EUR, validFrom: 2020-01-01, product: P1, uom: PCE, price: 12.50}
`,
  );
  desk.run(["load", prices]);
  await next().getByText("Create an access token").waitFor();
  const scopes = ["--scope", "candidates:write", "candidates:read", "--org", "100", "--expires-in", "1d"];
  const token = desk.run(["token", "create", "--name", "webshop", ...scopes]).trim();
  await next().getByText("Receive the first line").waitFor();
  expect(await done(page).count()).toBe(3);
  const answer = await fetch(`${desk.url}/api/sales/order/candidates`, {
    method: "POST",
    headers: { Authorization: token, "Content-Type": "application/json" },
    body: readFileSync(join(EXAMPLES, "first-order.json"), "utf8"),
  });
  expect(answer.status, await answer.text()).toBe(201);
  await next().getByText("Create the first sales order").waitFor();
  await shot(page, "setup-last-en-light");
  desk.run(["process"]);
  await list(page).waitFor({ state: "detached" });
  // also after a reload
  await page.reload();
  await page.getByRole("list", { name: "Key figures" }).waitFor();
  expect(await list(page).count()).toBe(0);
  expectCalm(page);
});
