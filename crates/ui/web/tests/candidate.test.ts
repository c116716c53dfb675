// Candidate page: corrections, original data, attachments.
import { mkdtempSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyLook, expectAccessible, expectCalm, openDesk, shot, type Desk } from "./harness";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

interface Row {
  id: number;
  version: number;
  status: string;
  override: Record<string, unknown>;
}

const CANDIDATES = "/api/sales/order/candidates";
const SOURCE = "SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl";

/** Sends text unchanged, to keep the form of numbers. */
async function send(path: string, text: string): Promise<number[]> {
  const headers = { Authorization: desk.token, "Content-Type": "application/json" };
  const answer = await fetch(`${desk.url}${path}`, { method: "POST", headers, body: text });
  expect(answer.ok, await answer.clone().text()).toBe(true);
  return ((await answer.json()) as { result: Row[] }).result.map(({ id }) => id);
}

function candidate(header: string, more = "", qty = "3"): string {
  return `{"bpartner":{"bpartner":{"code":"G0001"},"location":{"externalId":"2156425"}},"product":{"code":"P002737"},
    "qty":${qty},"poReference":"${header}","dateRequired":"2030-02-11","externalHeaderId":"${header}","externalLineId":"1"${more}}`;
}

const read = (id: number) => desk.call<Row>("GET", `${CANDIDATES}/${id}`);
const override = (page: Page, field: string) => page.locator(`tr[data-member] input[aria-label="${field}"]`);
const row = (page: Page, member: string) => page.locator(`tr[data-member=${member}]`);

test("faulty value shows its message and is corrected in place", async () => {
  const [id] = await send(CANDIDATES, candidate("INR", ',"price":30,"currencyCode":"INR"'));
  const page = await desk.page(`/candidates/${id}`);
  await page.getByText("The currency is INR, but price list “DE-EUR” is in EUR.").first().waitFor();
  await expect.poll(() => override(page, "Currency").getAttribute("aria-describedby")).toBeTruthy();
  await expectAccessible(page);

  await override(page, "Price").fill("cheap");
  await override(page, "Price").press("Enter");
  await page.getByText("Enter a number such as 12.5.").waitFor();
  expect(await override(page, "Price").inputValue()).toBe("cheap");
  await override(page, "Discount").fill("120");
  await override(page, "Discount").press("Enter");
  await page.getByText(/^The discount must .* 100 percent/).waitFor();
  expect(await override(page, "Discount").inputValue()).toBe("120");

  await override(page, "Discount").fill("12.5");
  await override(page, "Discount").press("Enter");
  await override(page, "Currency").fill("EUR");
  await override(page, "Currency").press("Enter");
  await page.locator("[data-status=new]").first().waitFor();
  expect(await read(id!)).toMatchObject({ status: "new", override: { discount: 12.5, currencyCode: "EUR" } });
  await row(page, "discount").getByRole("button", { name: "Remove override: Discount" }).click();
  await expect.poll(async () => (await read(id!)).override).toEqual({ currencyCode: "EUR" });
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await read(id!)).override).toMatchObject({ discount: 12.5 });
  expectCalm(page, [/status of 400/]);
});

test("records are found while typing, and dates are typed in local format", async () => {
  const [id] = await send(CANDIDATES, candidate("REFS"));
  const page = await desk.page(`/candidates/${id}`, { language: "de" });
  const field = (name: string) => override(page, name);
  await field("Produkt").fill("A0");
  await page.getByRole("option", { name: /Holzkiste/ }).click();
  await expect.poll(() => field("Produkt").inputValue()).toMatch(/Holzkiste.*\(A001\)/);
  await row(page, "productCode").getByText("P002737").waitFor();
  expect(await row(page, "poReference").innerText()).not.toContain("REFS");
  await field("Wunschtermin").fill("8.12.2030");
  await field("Wunschtermin").press("Enter");
  await expect
    .poll(async () => (await read(id!)).override)
    .toMatchObject({
      productCode: { code: "A001" },
      dateRequired: "2030-12-08",
    });
  await field("Menge").fill("1.234,5");
  await field("Menge").press("Enter");
  await expect.poll(async () => (await read(id!)).override).toMatchObject({ qty: 1234.5 });
  await row(page, "qty").getByText("3", { exact: true }).waitFor();
  // accessible name and description
  await page.getByRole("textbox", { name: "Menge", exact: true, description: "Importiert 3" }).waitFor();
  await page.getByRole("textbox", { name: "Bestellreferenz", exact: true, description: /^$/ }).waitFor();
  expectCalm(page);
});

test("request is shown as received with the faulty value marked", async () => {
  const text = `{"requests":[${candidate("SENT-1")},${candidate("SENT-2", ',"price":30.10,"currencyCode":"INR"', "1.50")}]}`;
  const [, id] = await send(`${CANDIDATES}/bulk`, text);
  const page = await desk.page(`/candidates/${id}?tab=request`);
  const shown = page.getByRole("region", { name: "Request as received" });
  await page.getByText("Row 2 of 2").waitFor();
  const fault = shown.locator("[data-fault]");
  await expect.poll(() => fault.count()).toBe(1);
  expect(await fault.innerText()).toContain('"currencyCode": "INR"');
  expect(await shown.innerText()).toContain('"qty": 1.50,');
  expect(await shown.innerText()).not.toContain("SENT-1");
  await page.getByText("Whole request").click();
  await shown.getByText('"SENT-1"').first().waitFor();
  await expectAccessible(page);
  expectCalm(page);
});

test("cleared value ignores the import, and restored value uses it", async () => {
  const [id] = await send(CANDIDATES, candidate("PLACE", ',"discount":5'));
  const page = await desk.page(`/candidates/${id}`);
  await expect.poll(() => override(page, "Discount").inputValue()).toBe("5");
  await override(page, "Discount").focus();
  await page.keyboard.type("7.5");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await read(id!)).override).toMatchObject({ discount: 7.5 });
  await row(page, "discount").getByRole("button", { name: "Remove override: Discount" }).click();
  await expect.poll(() => override(page, "Discount").inputValue()).toBe("5");
  await override(page, "Discount").fill("");
  await override(page, "Discount").press("Enter");
  await row(page, "discount").getByRole("button", { name: "Use imported value again: Discount" }).waitFor();
  await expect.poll(() => read(id!)).toMatchObject({ override: {}, clear: ["discount"] });
  await override(page, "Quantity").fill("");
  await override(page, "Quantity").press("Enter");
  await expect.poll(() => override(page, "Quantity").inputValue()).toBe("3");
  expectCalm(page);
});

test("original data is beside the values, or a tab on phones", async () => {
  // a retry needs a candidate without the attachment
  const header = `BESIDE-${Date.now()}`;
  const [id] = await send(CANDIDATES, candidate(header, ',"price":30,"currencyCode":"INR"'));
  const page = await desk.page(`/candidates?q=${header}&open=${id}`);
  const original = page.getByRole("region", { name: "Original data" });
  const panel = page.getByRole("complementary");
  await panel.getByRole("tab", { name: "Original" }).waitFor();
  await panel.getByRole("button", { name: "Show the original data side by side" }).click();
  await original.locator("[data-fault]").waitFor();
  expect(await panel.getByRole("tab", { name: "Original" }).count()).toBe(0);
  await shot(page, "beside-list-en-light");
  await expectAccessible(page);
  await page.reload();
  await original.locator("[data-fault]").waitFor();
  // documents precede the data
  const form = new FormData();
  form.append("file", new Blob([PDF], { type: "application/pdf" }), "order.pdf");
  const path = `${desk.url}/api/sales/order/candidates/${SOURCE}/${header}/attachments`;
  const attached = await fetch(path, { method: "POST", headers: { Authorization: desk.token }, body: form });
  expect(attached.status, await attached.clone().text()).toBe(201);
  await page.goto(`${desk.url}/candidates/${id}`);
  await original.locator('iframe[src^="blob:"]').waitFor();
  await shot(page, "beside-page-en-light");
  await original.getByRole("combobox", { name: "Displayed data" }).click();
  await page.getByRole("option", { name: "Data as received" }).click();
  await original.locator("[data-fault]").waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await original.waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await shot(page, "panel-390-en-light");
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Original" }).click();
  await original.locator("[data-fault]").waitFor();
  await expectAccessible(page);
  expectCalm(page, [/chrome(-extension)?:\/\//]);
});

test("files are dropped, previewed and downloaded under their names", async () => {
  const [id] = await send(CANDIDATES, candidate("FILES/Ü 1"));
  const folder = mkdtempSync(join(tmpdir(), "orderdock-files-"));
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const pixel = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const names = ["Bestellung Müller.pdf", "<img src=x onerror=alert(1)>.png", "\u202Egnp.hidden.svg", "page.html"];
  const contents = [
    PDF,
    pixel,
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    "<!doctype html><script>alert(1)</script>",
  ];
  const page = await desk.page(`/candidates/${id}`);
  page.on("dialog", () => expect.fail("a file was run"));
  await page.getByRole("tab", { name: "Details" }).focus();
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("u")]);
  await chooser.setFiles(names.map((name, index) => file(name, contents[index]!)));
  const rows = page.getByRole("table", { name: "Attachments" }).locator("tbody tr");
  await expect.poll(() => rows.count()).toBe(4);
  // bidi control characters are removed
  const plain = names.map((name) => name.replace("\u202E", ""));
  for (const name of plain) await page.getByRole("link", { name, exact: true }).waitFor();
  expect(await page.locator("img[src=x]").count()).toBe(0);
  expect(await page.getByRole("button", { name: /^Preview/ }).count()).toBe(2);
  await expectAccessible(page);

  await page.getByRole("button", { name: `Preview ${names[0]}` }).click();
  await page.locator(`iframe[src^="blob:"]`).waitFor();
  await shot(page, "candidate-preview-en-light");
  await page.getByRole("button", { name: `Preview ${names[1]}` }).click();
  const image = page.locator(`img[src^="blob:"]`);
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: `Download ${names[0]}` }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(names[0]);
  expect(await readFile(await download.path(), "utf8")).toBe(PDF);
  // Chromium's PDF viewer loads extension resources
  expectCalm(page, [/chrome(-extension)?:\/\//]);
});

test("conflict shows the other user's change, to reload or overwrite", async () => {
  const [id] = await send(CANDIDATES, candidate("TWO"));
  const page = await desk.page(`/candidates/${id}`);
  await override(page, "Quantity").waitFor();
  const url = `${desk.url}${CANDIDATES}/${id}`;
  const blind = async () => {
    await page.route(url, (route) => (route.request().method() === "GET" ? undefined : route.continue()));
    const { version } = await read(id!);
    const headers = { Authorization: desk.token, "Content-Type": "application/json", "If-Match": `"${version}"` };
    const body = JSON.stringify({ override: { qty: version + 10, poReference: `OTHER-${version}` } });
    expect((await fetch(url, { method: "PATCH", headers, body })).status).toBe(200);
  };
  await blind();
  await override(page, "Quantity").fill("7");
  await override(page, "Quantity").press("Enter");
  const dialog = page.getByRole("dialog", { name: "Changed by another user" });
  await dialog.getByText("demo changed this line on").waitFor();
  await dialog.getByText("Changed: Quantity, PO reference").waitFor();
  const both = dialog.getByRole("table", { name: "Both changes" }).locator("tbody tr");
  await expect.poll(() => both.allInnerTexts()).toEqual(["Quantity\t…\t7", "PO reference\t…\tunchanged"]);
  await page.unroute(url);
  await dialog.getByRole("button", { name: "Overwrite" }).click();
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(async () => (await read(id!)).override).toMatchObject({ qty: 7, poReference: "OTHER-1" });

  await override(page, "Quantity").and(page.locator('[value="7"]')).waitFor();
  await blind();
  await override(page, "Quantity").fill("8");
  await override(page, "Quantity").press("Enter");
  await dialog.waitFor();
  await page.unroute(url);
  await dialog.getByRole("button", { name: "Reload" }).click();
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => override(page, "Quantity").inputValue()).toBe("13");
  expectCalm(page, [/status of 412/]);
});

test("hostile partner name is shown as text", async () => {
  const name = "<img src=x onerror=alert(1)>";
  const partner = `{"bpartner":{"externalId":"HOSTILE","name":"${name}","group":"Standard"},"location":{"address1":"Am Markt 1","postal":"10115","city":"Berlin","countryCode":"DE"},"syncAdvise":{"ifNotExists":"CREATE","ifExists":"DONT_UPDATE"}}`;
  const text = candidate("HOSTILE").replace(
    '{"bpartner":{"code":"G0001"},"location":{"externalId":"2156425"}}',
    partner,
  );
  const [id] = await send(CANDIDATES, text);
  for (const tab of ["details", "request", "links"]) {
    const page = await desk.page(`/candidates/${id}?tab=${tab}`);
    await page.getByText(name).first().waitFor();
    expect(await page.locator("img[src=x]").count()).toBe(0);
    expectCalm(page);
    await page.context().close();
  }
});

test("excluded candidate can be restored and has a history", async () => {
  const [id] = await send(CANDIDATES, candidate("ASIDE"));
  const page = await desk.page(`/candidates/${id}?tab=history`);
  await page.getByRole("button", { name: "Exclude" }).click();
  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByRole("button", { name: "Exclude" }).waitFor();
  await page.getByText("Restored", { exact: true }).waitFor();
  expect(await page.getByText("Received", { exact: true }).count()).toBe(1);
  expectCalm(page);
});

test.each(["details", "request", "attachments", "history", "links"])("%s in every look", async (tab) => {
  const [id] = await send(CANDIDATES, candidate(`LOOK-${tab}`, ',"price":30,"currencyCode":"INR"'));
  await everyLook(desk, `candidate-${tab}`, `/candidates/${id}?tab=${tab}`, async (page) => {
    await page.getByRole("tabpanel").waitFor();
    await expect.poll(() => page.locator(".mantine-Loader-root").count()).toBe(0);
  });
});

const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;
