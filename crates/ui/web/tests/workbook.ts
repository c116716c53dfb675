// Reads XLSX files that Orderdock writes.
import { inflateRawSync } from "node:zlib";

const DIRECTORY_END = 22;

/** Returns the parts of an archive as bytes, by its directory. */
export function partsOf(archive: Uint8Array): Map<string, Buffer> {
  const bytes = Buffer.from(archive);
  const end = bytes.length - DIRECTORY_END;
  const parts = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let entry = 0; entry < bytes.readUInt16LE(end + 10); entry++) {
    const packed = bytes.readUInt32LE(at + 20);
    const [name, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const local = bytes.readUInt32LE(at + 42);
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    parts.set(bytes.toString("utf8", at + 46, at + 46 + name), inflateRawSync(bytes.subarray(begin, begin + packed)));
    at += 46 + name + extra + comment;
  }
  return parts;
}

/** Returns the cells of the first sheet by row: texts as strings, all others as numbers. */
export function rowsOf(workbook: Uint8Array): (string | number)[][] {
  const sheet = partsOf(workbook).get("xl/worksheets/sheet1.xml")?.toString("utf8") ?? "";
  return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row]) =>
    [...(row ?? "").matchAll(/<v>([^<]*)<\/v>|<t [^>]*>([^<]*)<\/t>/g)].map(([, value, text]) =>
      value === undefined ? (text ?? "") : Number(value),
    ),
  );
}
