import { expect, test } from "vitest";
import { partsOf as archiveParts } from "../../tests/workbook";
import { lettersOf, xlsxOf } from "./xlsx";
import { crc32 } from "./zip";

const partsOf = async (blob: Blob) => {
  const parts = [...archiveParts(new Uint8Array(await blob.arrayBuffer()))];
  return new Map(parts.map(([name, content]) => [name, content.toString("utf8")]));
};

const sheetOf = async (...rows: (string | number | null)[][]) => {
  const columns = rows[0]?.map((_, index) => ({ header: `<${index}>`, size: 70 })) ?? [];
  return (await partsOf(await xlsxOf("Läufe: [1]", columns, rows))).get("xl/worksheets/sheet1.xml") ?? "";
};

const text = (address: string, value: string) =>
  `<c r="${address}" s="2" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;

test("values_have_their_types", async () => {
  const sheet = await sheetOf(["=1+1", -2.5, null, "007", 'a & "b"\u0000', "_x0041_", ""]);
  const cells = [
    text("A2", "=1+1"),
    '<c r="B2"><v>-2.5</v></c>',
    text("D2", "007"),
    text("E2", "a &amp; &quot;b&quot;"),
    text("F2", "_x005F_x0041_"),
  ];
  expect(sheet).toContain(`<row r="2">${cells.join("")}</row>`);
  expect(sheet).toContain('<autoFilter ref="A1:G2"/>');
});

test("instant_is_a_time_of_the_reader", async () => {
  const at = new Date(2026, 3, 3, 12, 0, 0);
  const sheet = await sheetOf([at.toISOString(), "2026-04-03"]);
  expect(sheet).toContain(`<c r="A2" s="3"><v>46115.5</v></c>${text("B2", "2026-04-03")}`);
});

test("workbook_has_all_parts", async () => {
  const parts = await partsOf(await xlsxOf("Läufe: [1]", [{ header: "Lauf", size: 90 }], []));
  expect([...parts.keys()]).toEqual([
    "[Content_Types].xml",
    "_rels/.rels",
    "xl/workbook.xml",
    "xl/_rels/workbook.xml.rels",
    "xl/styles.xml",
    "xl/worksheets/sheet1.xml",
  ]);
  expect(parts.get("xl/workbook.xml")).toContain('name="Läufe   1 "');
});

test("columns_after_z_have_two_letters", () => {
  expect([0, 25, 26, 701, 702].map(lettersOf)).toEqual(["A", "Z", "AA", "ZZ", "AAA"]);
});

test("checksum_is_that_of_zip", () => {
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
});
