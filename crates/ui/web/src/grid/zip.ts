// ZIP archives of texts.

/** Day of all entries, which is required but not shown: 1980-01-01. */
const FIRST_DAY = 0x0021;
const VERSION = 20;
const UTF8_NAMES = 0x0800;
const DEFLATED = 8;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc >>> 0;
});

/** Returns the checksum of a ZIP entry. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Returns little-endian bytes of numbers with their sizes in bytes. */
function bytesOf(...numbers: readonly (readonly [value: number, size: 2 | 4])[]): Uint8Array<ArrayBuffer> {
  const bytes = numbers.flatMap(([value, size]) =>
    Array.from({ length: size }, (_, index) => (value >>> (8 * index)) & 0xff),
  );
  return Uint8Array.from(bytes);
}

/** Returns an archive of texts by name, in their order. */
export async function zipOf(parts: readonly (readonly [name: string, text: string])[], type: string): Promise<Blob> {
  const encoder = new TextEncoder();
  const content: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  const sizeOf = (list: Uint8Array[]) => list.reduce((sum, { length }) => sum + length, 0);
  for (const [name, text] of parts) {
    const [label, bytes] = [encoder.encode(name), encoder.encode(text)];
    const packed = await deflated(bytes);
    const entry = bytesOf(
      [VERSION, 2],
      [UTF8_NAMES, 2],
      [DEFLATED, 2],
      [0, 2],
      [FIRST_DAY, 2],
      [crc32(bytes), 4],
      [packed.length, 4],
      [bytes.length, 4],
      [label.length, 2],
      [0, 2],
    );
    // comment, disk, attributes, offset
    const place = bytesOf([0, 2], [0, 2], [0, 2], [0, 4], [sizeOf(content), 4]);
    directory.push(bytesOf([0x02014b50, 4], [VERSION, 2]), entry, place, label);
    content.push(bytesOf([0x04034b50, 4]), entry, label, packed);
  }
  const end = bytesOf(
    [0x06054b50, 4],
    [0, 4],
    [parts.length, 2],
    [parts.length, 2],
    [sizeOf(directory), 4],
    [sizeOf(content), 4],
    [0, 2],
  );
  return new Blob([...content, ...directory, end], { type });
}
