import { expect, test, vi } from "vitest";

// the texts read the language from the browser
vi.mock("../i18n", () => ({
  defineMessages: (namespace: string, pairs: object) => ({ namespace, pairs }),
  useMessages: vi.fn(),
}));
const { kindOf } = await import("./file-type");

test.each([
  ["application/pdf", "a.pdf", ["pdf"]],
  ["image/png", "a.png", ["image", "PNG"]],
  ["image/jpeg", "a.jpg", ["image", "JPEG"]],
  ["image/svg+xml", "a.svg", ["image", "SVG"]],
  ["image/vnd.adobe.photoshop", "a.psd", ["imageAny"]],
  ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "a.xlsx", ["excel"]],
  ["application/vnd.ms-excel", "a.xls", ["excel"]],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "a.docx", ["word"]],
  ["application/msword", "a.doc", ["word"]],
  ["application/vnd.openxmlformats-officedocument.presentationml.presentation", "a.pptx", ["powerpoint"]],
  ["application/vnd.oasis.opendocument.spreadsheet", "a.ods", ["spreadsheet"]],
  ["text/csv", "a.csv", ["csv"]],
  ["text/plain; charset=utf-8", "a.txt", ["text"]],
  ["text/html", "a.html", ["web"]],
  ["application/xhtml+xml", "a", ["web"]],
  ["application/xml", "order.xml", ["xml"]],
  ["application/json", "order.json", ["json"]],
  ["message/rfc822", "a.eml", ["mail"]],
  ["application/zip", "a.zip", ["archive"]],
  ["application/octet-stream", "plan.dwg", ["other", "DWG"]],
  ["application/octet-stream", "README", ["unknown"]],
  ["application/octet-stream", ".hidden", ["unknown"]],
])("%s of %s", (mimeType, filename, kind) => {
  expect(kindOf({ mimeType, filename })).toEqual(kind);
});
