// XLSX files of lists that the server does not export.
import { zipOf } from "./zip";

export type Cell = string | number | null | undefined;

export interface XlsxColumn {
  header: string;
  /** Width in pixels. */
  size: number;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml";
/** Longest text of a cell. */
const MAX_TEXT = 32_767;
const PIXELS_PER_CHARACTER = 7;
/** Instants as the API writes them. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
/** Days from 1899-12-30, from which spreadsheets count, to 1970-01-01. */
const DAYS_TO_1970 = 25_569;
const DAY = 86_400_000;
/** Indices in `cellXfs`. */
const HEADER = 1;
const TEXT = 2;
const TIME = 3;

const STYLES =
  `${DECLARATION}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
  `<font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/>` +
  `</fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/>` +
  `<bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>` +
  `</cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
  `<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>` +
  `<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
  `<xf numFmtId="22" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot contain them
const NOT_IN_XML = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;
const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replace(NOT_IN_XML, "").replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? "");
}

/** Returns the letters of a column, from 0. */
export function lettersOf(column: number): string {
  const before = column >= 26 ? lettersOf(Math.floor(column / 26) - 1) : "";
  return before + String.fromCharCode(65 + (column % 26));
}

/** Returns an instant as days in the time zone of the reader. */
function serialOf(instant: string): number {
  const at = new Date(instant);
  return DAYS_TO_1970 + (at.getTime() - at.getTimezoneOffset() * 60_000) / DAY;
}

/** Returns a cell; texts are never formulas. */
function cellOf(cell: Cell, address: string, style = TEXT): string {
  if (typeof cell === "number") return `<c r="${address}"><v>${cell}</v></c>`;
  if (cell == null || cell === "") return "";
  if (INSTANT.test(cell)) return `<c r="${address}" s="${TIME}"><v>${serialOf(cell)}</v></c>`;
  // spreadsheets read _x0041_ as a character
  const text = escaped(cell.slice(0, MAX_TEXT)).replace(/_x(?=[0-9a-fA-F]{4}_)/g, "_x005F_x");
  return `<c r="${address}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

function sheetOf(columns: readonly XlsxColumn[], rows: readonly (readonly Cell[])[]): string {
  const rowOf = (cells: readonly Cell[], row: number, style?: number) =>
    `<row r="${row}">${cells.map((cell, column) => cellOf(cell, `${lettersOf(column)}${row}`, style)).join("")}</row>`;
  const widths = columns.map(
    ({ size }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${Math.ceil(size / PIXELS_PER_CHARACTER)}" customWidth="1"/>`,
  );
  const titles = columns.map(({ header }) => header);
  const lines = rows.map((cells, index) => rowOf(cells, index + 2));
  return (
    `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView tabSelected="1" workbookViewId="0">` +
    `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `<cols>${widths.join("")}</cols><sheetData>${rowOf(titles, 1, HEADER)}${lines.join("")}</sheetData>` +
    `<autoFilter ref="A1:${lettersOf(columns.length - 1)}${rows.length + 1}"/></worksheet>`
  );
}

/** Returns a workbook with one sheet of at least one column. */
export function xlsxOf(
  name: string,
  columns: readonly XlsxColumn[],
  rows: readonly (readonly Cell[])[],
): Promise<Blob> {
  const sheet = escaped(name.replace(/[[\]:*?/\\]/g, " ").slice(0, 31));
  return zipOf(
    [
      [
        "[Content_Types].xml",
        `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ` +
          `ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
          `<Default Extension="xml" ContentType="application/xml"/>` +
          `<Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/>` +
          `<Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/>` +
          `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/></Types>`,
      ],
      [
        "_rels/.rels",
        `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" ` +
          `Type="${RELATIONSHIPS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ],
      [
        "xl/workbook.xml",
        `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets>` +
          `<sheet name="${sheet}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ],
      [
        "xl/_rels/workbook.xml.rels",
        `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" ` +
          `Type="${RELATIONSHIPS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" ` +
          `Type="${RELATIONSHIPS}/styles" Target="styles.xml"/></Relationships>`,
      ],
      ["xl/styles.xml", STYLES],
      ["xl/worksheets/sheet1.xml", sheetOf(columns, rows)],
    ],
    `${CONTENT}.sheet`,
  );
}
