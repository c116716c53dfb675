import { expect, test, vi } from "vitest";

// the stored language determines the texts and the language of the page
vi.hoisted(() => {
  vi.stubGlobal("localStorage", { getItem: () => "en" });
  vi.stubGlobal("document", { documentElement: {} });
});

const { translateProblems } = await import("./problem-message");

const problem = (code: string, params: object) => ({ code, params, message: "As the service says it." });

test("problem message has clerk labels and localised numbers", () => {
  const translated = translateProblems({ items: [{ problems: [problem("qty.not_positive", { seen: "-2.5" })] }] });
  expect(translated.items[0]?.problems[0]?.message).toBe("The quantity must be greater than 0, but is -2.5.");
});

test("fields and closed-list values have clerk labels", () => {
  const { message } = translateProblems(problem("property.missing", { name: "dateRequired" }));
  expect(message).toBe("Date required is missing.");
  expect(translateProblems(problem("orderDocType.unknown", { sub: "PR", value: "PrepayOrder" })).message).toBe(
    "No document type is set up for: Prepay order.",
  );
  expect(translateProblems(problem("property.missing", { name: "docBaseType" })).message).toBe(
    "As the service says it.",
  );
});

test("values of records are shown unchanged", () => {
  const address = problem("location.differs", { member: "postal", stored: "53111", sent: "10115" });
  expect(translateProblems(address).message).toBe(
    "The location found has the postal code “53111”, but “10115” was sent. Confirm this location or select another one.",
  );
  const name = problem("bpartner.differs", { member: "name", stored: "4711", sent: "1001" });
  expect(translateProblems(name).message).toMatch(/^The customer found is “4711”, but “1001” was sent\./);
});

test("codes of records are shown unchanged", () => {
  expect(translateProblems(problem("bpartner.inactive", { code: "10042" })).message).toBe(
    "Customer “10042” is inactive.",
  );
});

test("keys of unresolved references are named in words", () => {
  const keys = problem("bpartner.unresolved", { keys: "code K-99, externalId 7, Café code" });
  expect(translateProblems(keys).message).toBe(
    "“K-99, external ID 7, Café code” is unknown. Select an existing record, or create this one.",
  );
});

test("instants are localised and document numbers stay unchanged", () => {
  const { message } = translateProblems(
    problem("order.handed_over", { documentNo: "000007", receiver: "ERP", at: "2026-11-23T20:50:40.434111Z" }),
  );
  expect(message).toMatch(/^ERP confirmed the transfer of sales order 000007 on .*\b23\b.*2026.*\.$/);
});

test("unknown message or missing parameter keeps the server text", () => {
  expect(translateProblems(problem("price.none", { list: "DE" })).message).toBe("As the service says it.");
  expect(translateProblems(problem("qty.not_positive", {})).message).toBe("As the service says it.");
});

test("prices have decimal places and sizes have units", () => {
  const tax = problem("price.includes_tax", { price: "25.5", list: "DE-EUR" });
  expect(translateProblems(tax).message).toBe(
    "The customer is exempt from tax, but the price 25.50 of price list “DE-EUR” includes tax. An administrator can change the price list so that the tax is removed.",
  );
  const changed = problem("price.changed", { stored: "1234.5", price: "1234.567" });
  expect(translateProblems(changed).message).toBe(
    "The list price changed from 1,234.50 to 1,234.567 after the line was last validated.",
  );
  const quota = problem("attachment.quota", { used: 10_000_000_000, limit: 10_737_418_240 });
  expect(translateProblems(quota).message).toBe(
    "The attachments of this organisation use 10 GB of 10.7 GB. An administrator can raise this limit.",
  );
});

test.each([
  ["docTypeName.required", /Select a document type\.$/],
  ["lines.empty", /^Enter at least one line\.$/],
  ["taxIncluded.mixed", /Create separate sales orders\.$/],
])("%s has a text for clerks", (code, words) => expect(translateProblems(problem(code, {})).message).toMatch(words));

test("hold message contains no code", () => {
  const translated = translateProblems({
    holdMessage: "Candidate 7 of the same header cannot become an order (price.none).",
  });
  expect(translated.holdMessage).toBe("Candidate 7 of the same header cannot become an order.");
});
