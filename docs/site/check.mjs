// Checks the built site: links and anchors, requests to other hosts, inline scripts, size.

import { readFileSync, readdirSync, statSync } from "node:fs";
import { join, posix } from "node:path";

const MAX_BYTES = 10_000_000;
/** Paths of the server that pages refer to. */
const OF_THE_SERVER = /^\/(docs\/(problems)?|api\/openapi\.json)$/;

/** Paths of all files in a folder, relative to it. */
export function filesOf(folder) {
  const files = readdirSync(folder, { recursive: true }).map((file) => file.replaceAll("\\", "/"));
  return files.filter((file) => statSync(join(folder, file)).isFile());
}

const decoded = (text) => decodeURIComponent(text.replace(/&amp;/g, "&").replace(/&quot;/g, '"'));

/** Elements of a page that load something, or link to something. */
function references(html) {
  const found = [];
  for (const [, name, attributes] of html.matchAll(/<([a-z]+)\b([^>]*)>/g)) {
    for (const [, attribute, value] of attributes.matchAll(/\s(href|src|srcset|poster|action)="([^"]*)"/g)) {
      found.push({ name, attribute, value });
    }
  }
  return found;
}

const ids = (html) => new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => decoded(id)));

export function check(site, base) {
  const files = filesOf(site);
  const known = new Set(files);
  const pages = new Map(
    files.filter((file) => file.endsWith(".html")).map((file) => [file, readFileSync(join(site, file), "utf8")]),
  );
  const anchors = new Map([...pages].map(([file, html]) => [file, ids(html)]));
  const errors = [];
  let links = 0;

  const checkLink = (file, value) => {
    links += 1;
    const [path, anchor] = value.split("#");
    if (OF_THE_SERVER.test(path)) return;
    let target = path === "" ? `${base}${file}` : posix.resolve(`${base}${posix.dirname(file)}`, path);
    if (path.endsWith("/") || `${target}/` === base) target = `${target.replace(/\/$/, "")}/index.html`;
    const name = decoded(target.slice(base.length));
    if (!target.startsWith(base) || !known.has(name)) errors.push(`${file}: no such page: ${value}`);
    else if (anchor && !anchors.get(name)?.has(decoded(anchor))) errors.push(`${file}: no such anchor: ${value}`);
  };

  for (const [file, html] of pages) {
    for (const { name, attribute, value } of references(html)) {
      const isForeign = /^([a-z]+:|\/\/)/.test(value) && !value.startsWith("data:");
      if (!isForeign && !value.startsWith("data:")) checkLink(file, value);
      else if (isForeign && (name !== "a" || attribute !== "href")) errors.push(`${file}: loads ${value}`);
    }
    if (/<script(?![^>]*\ssrc=)[^>]*>/.test(html)) errors.push(`${file}: an inline script`);
  }
  for (const file of files.filter((file) => /\.(css|js)$/.test(file))) {
    const text = readFileSync(join(site, file), "utf8");
    const loads = text.matchAll(/(?:url\(|@import\s+|import\(|fetch\()\s*["']?((?:https?:)?\/\/[^"')\s]+)/g);
    for (const [, url] of loads) errors.push(`${file}: loads ${url}`);
  }
  const bytes = files.reduce((sum, file) => sum + statSync(join(site, file)).size, 0);
  if (bytes > MAX_BYTES) errors.push(`the site has ${bytes} bytes, more than ${MAX_BYTES}`);
  return { errors, links, bytes, pages: pages.size };
}
