// Formats JSON text without changing values: numbers, escapes and duplicates stay as sent, unlike after parsing.

export interface JsonLine {
  /** Indentation level. */
  depth: number;
  tokens: Token[];
  /** JSON pointers of values that start or end in the line. */
  pointers: string[];
}

export interface Token {
  text: string;
  kind: "name" | "string" | "number" | "word" | "sign";
}

const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|(-?\d[\d.eE+-]*)|(true|false|null)|([{}[\]:,]))/y;

interface Open {
  pointer: string;
  list: boolean;
  place: number;
}

/** Returns the lines; undefined if the text is not JSON. */
export function jsonLines(text: string): JsonLine[] | undefined {
  const layout = new Layout();
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  let at = 0;
  while (at < end) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match) return undefined;
    at = TOKEN.lastIndex;
    const [, string, number, word, sign] = match;
    if (sign) layout.sign(sign);
    else layout.value(string ?? number ?? word ?? "", string ? "string" : number ? "number" : "word");
  }
  return layout.done();
}

class Layout {
  private lines: JsonLine[] = [];
  private line: JsonLine = { depth: 0, tokens: [], pointers: [""] };
  private open: Open[] = [];
  private name: string | undefined;
  private awaitsName = false;
  private broken = false;

  value(text: string, kind: Token["kind"]) {
    if (this.awaitsName && kind === "string") {
      this.name = unquoted(text);
      this.awaitsName = false;
      this.line.tokens.push({ text, kind: "name" });
      this.line.pointers.push(this.here());
      return;
    }
    this.point();
    this.line.tokens.push({ text, kind });
  }

  sign(text: string) {
    if (text === "{" || text === "[") this.begin(text);
    else if (text === "}" || text === "]") this.end(text);
    else if (text === ",") this.next();
    else this.line.tokens.push({ text: ": ", kind: "sign" });
  }

  done(): JsonLine[] | undefined {
    if (this.broken || this.open.length > 0) return undefined;
    this.lines.push(this.line);
    return this.lines;
  }

  private begin(text: string) {
    this.point();
    this.line.tokens.push({ text, kind: "sign" });
    this.open.push({ pointer: this.here(), list: text === "[", place: 0 });
    this.awaitsName = text === "{";
    this.name = undefined;
    this.newLine();
  }

  private end(text: string) {
    const closed = this.open.pop();
    this.broken ||= closed?.list !== (text === "]");
    this.awaitsName = false;
    const before = this.lines.at(-1);
    if (this.line.tokens.length === 0 && before && before.tokens.at(-1)?.text === (text === "}" ? "{" : "[")) {
      // keep empty containers on one line
      this.lines.pop();
      this.line = before;
    } else {
      this.newLine();
      this.line.pointers.push(closed?.pointer ?? "");
    }
    this.line.tokens.push({ text, kind: "sign" });
  }

  private next() {
    this.line.tokens.push({ text: ",", kind: "sign" });
    const within = this.open.at(-1);
    if (within) within.place += 1;
    this.awaitsName = within ? !within.list : false;
    this.newLine();
  }

  private newLine() {
    if (this.line.tokens.length > 0) this.lines.push(this.line);
    this.line = { depth: this.open.length, tokens: [], pointers: [] };
  }

  private here(): string {
    const within = this.open.at(-1);
    if (!within) return "";
    return `${within.pointer}/${escaped(within.list ? String(within.place) : (this.name ?? ""))}`;
  }

  private point() {
    if (this.open.at(-1)?.list) this.line.pointers.push(this.here());
  }
}

function escaped(step: string): string {
  return step.replaceAll("~", "~0").replaceAll("/", "~1");
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}

/** Returns the lines of a value, or of its parent if it is missing. */
export function linesOf(lines: JsonLine[], pointer: string): [number, number] | undefined {
  for (let wanted = pointer; ; wanted = wanted.slice(0, wanted.lastIndexOf("/"))) {
    const first = lines.findIndex(({ pointers }) => pointers.includes(wanted));
    const last = lines.findLastIndex(({ pointers }) => pointers.includes(wanted));
    if (first >= 0) return wanted === "" ? [0, lines.length - 1] : [first, last];
    if (wanted === "") return undefined;
  }
}
