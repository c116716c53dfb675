// Compares the output that a guide shows with the output of a run.

/** Values that differ in each run, by kind. */
const VOLATILE = new RegExp(
  [
    "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", // request id
    "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z", // time
    "od_[A-Za-z0-9]{20,}", // access token
    "whsec_[A-Za-z0-9+/=]{20,}", // secret of a webhook
    "\\b1\\d{6}\\b", // record id
    "\\b0\\d{5}\\b", // document number
  ].join("|"),
  "g",
);
const CURSORS = new Set(["next", "previous"]);
const TIME = /^\d{4}-\d\d-\d\dT/;
/** Members whose value is the current day, or the position of an event. */
const OF_THIS_RUN = { dateOrdered: /^\d{4}-\d\d-\d\d$/, id: /^\d+-\d+$/ };

const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Compares texts; records the values of this run under the shown ones. */
function matchText(shown, actual, values) {
  const patterns = shown.split("…").map((part) => {
    let pattern = "";
    let end = 0;
    for (const { 0: value, index } of part.matchAll(VOLATILE)) {
      const known = TIME.test(value) ? undefined : values.get(value);
      pattern += `${literal(part.slice(end, index))}(${known === undefined ? VOLATILE.source : literal(known)})`;
      end = index + value.length;
    }
    return pattern + literal(part.slice(end));
  });
  const found = actual.match(new RegExp(`^${patterns.join("[\\s\\S]*?")}$`));
  if (!found) return false;
  [...shown.matchAll(VOLATILE)].forEach(([value], index) => values.set(value, found[index + 1]));
  return true;
}

/** JSON without the marks for omitted members: `{"a": 1, …}` is `{"a": 1}`, `[1, …]` is `[1, "…"]`. */
export function relaxed(text) {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:…]|[^\s{}[\],:"…]+/g) ?? [];
  const output = [];
  const open = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === "{" || token === "[") open.push(token);
    if (token === "}" || token === "]") open.pop();
    if (token !== "…") output.push(token);
    else if (open.at(-1) === "[") output.push('"…"');
    else if (tokens[at + 1] === ",") at += 1;
    else if (tokens[at + 1] === "}" && output.at(-1) === ",") output.pop();
  }
  return output.join(" ");
}

/** Throws the first difference between the shown members and the output. */
export function matchJson(shown, actual, values, path = "", name = "") {
  const different = () => new Error(`${path || "/"}: shown ${JSON.stringify(shown)}, but is ${JSON.stringify(actual)}`);
  if (shown === "…") return;
  if (Array.isArray(shown)) {
    if (!Array.isArray(actual)) throw different();
    const isOpen = shown.at(-1) === "…";
    const items = isOpen ? shown.slice(0, -1) : shown;
    if (isOpen ? actual.length < items.length : actual.length !== items.length) throw different();
    items.forEach((item, index) => matchJson(item, actual[index], values, `${path}/${index}`, name));
  } else if (shown !== null && typeof shown === "object") {
    if (actual === null || typeof actual !== "object") throw different();
    for (const [key, member] of Object.entries(shown)) {
      if (!(key in actual)) throw new Error(`${path}/${key}: missing`);
      matchJson(member, actual[key], values, `${path}/${key}`, key);
    }
  } else if (typeof shown === "string" && typeof actual === "string") {
    const isOfThisRun = CURSORS.has(name) || (OF_THIS_RUN[name]?.test(shown) && OF_THIS_RUN[name].test(actual));
    if (isOfThisRun) values.set(shown, actual);
    else if (!matchText(shown, actual, values)) throw different();
  } else if (typeof shown === "number" && typeof actual === "number") {
    if (!matchText(String(shown), String(actual), values)) throw different();
  } else if (shown !== actual) throw different();
}

/** Throws the first shown line that the output does not contain after the lines before it. */
export function matchLines(shown, actual, values) {
  const lines = actual.split("\n");
  let next = 0;
  for (const line of shown.split("\n").filter((line) => line.trim() !== "")) {
    const at = lines.findIndex((found, index) => index >= next && matchText(line.trim(), found.trim(), values));
    if (at < 0) throw new Error(`no line ${JSON.stringify(line)}`);
    next = at + 1;
  }
}
