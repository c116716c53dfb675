// Changes values in JSON text and keeps everything else as sent: numbers, escapes, order and line breaks.

export interface Leaf {
  /** JSON pointer. */
  pointer: string;
  path: string[];
  /** The value as users type it; empty for null. */
  text: string;
  kind: "string" | "number" | "word";
  start: number;
  end: number;
}

interface Container {
  pointer: string;
  list: boolean;
  /** Position of the closing bracket. */
  end: number;
  empty: boolean;
}

export interface JsonTree {
  leaves: Leaf[];
  containers: Container[];
}

/** Returns the values of JSON text; undefined if it is not JSON. */
export function treeOf(text: string): JsonTree | undefined {
  try {
    return new Scanner(text).scan();
  } catch {
    return undefined;
  }
}

class NotJson extends Error {}

const STRING = /"(?:[^"\\]|\\.)*"/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

class Scanner {
  private at = 0;
  private readonly tree: JsonTree = { leaves: [], containers: [] };

  constructor(private readonly text: string) {}

  scan(): JsonTree {
    this.value([]);
    this.blank();
    if (this.at < this.text.length) throw new NotJson();
    return this.tree;
  }

  private value(path: string[]): void {
    this.blank();
    const sign = this.text[this.at];
    if (sign === "{" || sign === "[") this.container(path, sign === "[");
    else this.leaf(path);
  }

  private container(path: string[], list: boolean): void {
    const container = { pointer: pointerOf(path), list, end: 0, empty: true };
    this.tree.containers.push(container);
    const close = list ? "]" : "}";
    this.at += 1;
    for (let place = 0; this.next() !== close; place++) {
      if (place > 0) this.take(",");
      container.empty = false;
      const name = list ? String(place) : this.name();
      this.value([...path, name]);
    }
    container.end = this.at;
    this.take(close);
  }

  private name(): string {
    this.blank();
    const name = JSON.parse(this.match(STRING) ?? "") as string;
    this.take(":");
    return name;
  }

  private leaf(path: string[]): void {
    const start = this.at;
    const string = this.match(STRING);
    const number = string === undefined ? this.match(NUMBER) : undefined;
    const word = string === undefined && number === undefined ? this.match(WORD) : undefined;
    if (string === undefined && number === undefined && word === undefined) throw new NotJson();
    const text = string === undefined ? (number ?? (word === "null" ? "" : (word ?? ""))) : String(JSON.parse(string));
    const kind = string !== undefined ? "string" : number !== undefined ? "number" : "word";
    this.tree.leaves.push({ pointer: pointerOf(path), path, text, kind, start, end: this.at });
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.text) ?? [];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private next(): string | undefined {
    this.blank();
    if (this.at >= this.text.length) throw new NotJson();
    return this.text[this.at];
  }

  private take(sign: string): void {
    if (this.next() !== sign) throw new NotJson();
    this.at += 1;
  }

  private blank(): void {
    while (/\s/.test(this.text[this.at] ?? "")) this.at += 1;
  }
}

function pointerOf(path: readonly string[]): string {
  return path.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Returns the steps of a pointer. */
export function pathOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

const IS_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Returns typed text as JSON; numbers stay numbers, and an empty text is null. */
function written(typed: string, kind: Leaf["kind"]): string {
  if (typed === "") return "null";
  const plain = (kind === "number" && IS_NUMBER.test(typed)) || (kind === "word" && /^(true|false)$/.test(typed));
  return plain ? typed : JSON.stringify(typed);
}

/** Returns the text with another value, which is added if its object lacks it; unchanged without such an object. */
export function withValue(text: string, pointer: string, typed: string): string {
  const tree = treeOf(text);
  const leaf = tree?.leaves.find((one) => one.pointer === pointer);
  if (leaf) return text.slice(0, leaf.start) + written(typed, leaf.kind) + text.slice(leaf.end);
  const parent = pointer.slice(0, pointer.lastIndexOf("/"));
  const owner = tree?.containers.find((one) => one.pointer === parent && !one.list);
  if (!owner) return text;
  const name = pathOf(pointer).at(-1) ?? "";
  const member = `${JSON.stringify(name)}: ${written(typed, "string")}`;
  const before = text.slice(0, owner.end).trimEnd();
  const indent = /\n([ \t]*)$/.exec(text.slice(0, owner.end))?.[1];
  const begin = owner.empty ? "" : ",";
  const space = indent === undefined ? (owner.empty ? "" : " ") : `\n${indent}  `;
  return before + begin + space + member + text.slice(before.length);
}

/** Field of a form: a value of the row, or a missing one that a fault names. */
export interface RowField {
  pointer: string;
  path: string[];
  text: string;
  faults: string[];
}

/** Returns the values of a row with their faults; missing values follow the values of their object. */
export function fieldsOf(tree: JsonTree, faults: readonly { pointer: string; message: string }[]): RowField[] {
  const about = (pointer: string) => faults.filter((fault) => fault.pointer === pointer).map(({ message }) => message);
  const fields: RowField[] = tree.leaves.map(({ pointer, path, text }) => ({
    pointer,
    path,
    text,
    faults: about(pointer),
  }));
  for (const { pointer } of faults) {
    const parent = pointer.slice(0, pointer.lastIndexOf("/"));
    const isKnown = fields.some((field) => field.pointer === pointer);
    const hasOwner = tree.containers.some((one) => one.pointer === parent && !one.list);
    const isContainer = tree.containers.some((one) => one.pointer === pointer);
    if (isKnown || isContainer || !hasOwner || pointer === "") continue;
    const last = fields.findLastIndex((field) => field.pointer.startsWith(`${parent}/`));
    fields.splice(last + 1, 0, { pointer, path: pathOf(pointer), text: "", faults: about(pointer) });
  }
  return fields;
}

/** Returns the faults that belong to no field. */
export function otherFaults<Fault extends { pointer: string }>(
  fields: readonly RowField[],
  faults: readonly Fault[],
): Fault[] {
  return faults.filter(({ pointer }) => !fields.some((field) => field.pointer === pointer));
}
