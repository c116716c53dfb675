import { expect, test } from "vitest";
import { tabSeparated } from "./pasted";

test("pasted cells become a tab-separated table", () => {
  expect(tabSeparated("Artikel\tMenge\nA001\t3\n")).toBe("Artikel\tMenge\r\nA001\t3\r\n");
});

test("line breaks and quotes inside of cells are kept", () => {
  expect(tabSeparated('Text\tMenge\r\n"two\nlines, ""x"""\t1')).toBe('Text\tMenge\r\n"two\nlines, ""x"""\t1\r\n');
});

test("empty rows are left out", () => {
  expect(tabSeparated("a\tb\n\t\n1\t2\n\n")).toBe("a\tb\r\n1\t2\r\n");
});

test("text without columns is no table", () => {
  expect(tabSeparated("Dear Sir,\nplease find attached")).toBeUndefined();
  expect(tabSeparated("a\tb")).toBeUndefined();
});
