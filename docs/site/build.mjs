// Builds the site: node build.mjs REPOSITORY. Reads the pages of the repository, writes static files to the folder `site` next to
// this file, and checks them. Links of the pages are those of the repository; here they become links of the site.

import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vitepress";
import { check, filesOf } from "./check.mjs";
import { base, parts, siteName, wide } from "./pages.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const repository = process.argv[2];
if (!repository) {
  console.error("usage: node build.mjs REPOSITORY");
  process.exit(2);
}

/** Marks for the tests of commands, see run-blocks.mjs and packaging/test-guide. */
const IS_TEST = /^<!-- (not tested|test)\b.*-->$/;

/** Site name of each page by its file in the repository. */
const names = new Map(parts.flatMap(({ pages }) => pages.map(([file, , name]) => [file, siteName(file, name)])));
for (const file of readdirSync(join(repository, "docs/adr"))) {
  if (file !== "README.md") names.set(`docs/adr/${file}`, `adr/${file.replace(/\.md$/, "")}`);
}

function link(file, target) {
  if (/^([a-z]+:|#|\/)/.test(target)) return target;
  const [path, anchor] = target.split("#");
  const found = posix.join(posix.dirname(file), path).replace(/\/$/, "");
  const page = names.get(found) ?? names.get(`${found}/README.md`);
  const suffix = anchor ? `#${anchor}` : "";
  if (page) return `/${page}.md${suffix}`;
  if (found === "docs/openapi.json") return "/api/openapi.json";
  if (found.startsWith("docs/images/")) return found.slice("docs".length);
  if (found.startsWith("examples/") && posix.extname(found)) return `${base}${found}`;
  return null; // a file that is in the repository only
}

const escaped = (text) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;");

/** A line outside code blocks, with the links of the site. */
function relinked(file, line) {
  return line.replace(/(!?)\[((?:[^\]`]|`[^`]*`)*)\]\(([^)\s]+)\)/g, (_, image, text, target) => {
    const found = link(file, target);
    if (found === null) return text;
    if (image && found.endsWith(".svg")) return diagram(found, text);
    // a page of the server, not of the site
    if (/^\/(api|docs)\//.test(found)) return `<a href="${escaped(found)}" target="_self">${text}</a>`;
    return `${image}[${text}](${found})`;
  });
}

/** Diagrams become part of the page, so that they follow its colours; other images stay files. */
function diagram(path, text) {
  const svg = readFileSync(join(repository, "docs", path), "utf8");
  if (!svg.includes('class="diagram"')) return `![${text}](${path})`;
  const body = svg.slice(svg.indexOf("<svg")).replace(/<style>[\s\S]*?<\/style>/, "");
  const labelled = body.replace("<svg ", `<svg v-pre role="img" aria-label="${escaped(text)}" `);
  return `<div class="diagram-frame">${labelled.trim().replace(/\n\s*/g, " ")}</div>`;
}

function page(file) {
  let fence = null;
  const lines = readFileSync(join(repository, file), "utf8").split("\n").map((line) => {
    const mark = line.match(/^\s*(```+|~~~+)/)?.[1];
    if (fence) {
      if (mark?.startsWith(fence)) fence = null;
      return line;
    }
    if (mark) {
      fence = mark;
      return line;
    }
    return IS_TEST.test(line) ? "" : relinked(file, line);
  });
  const frontMatter = wide.has(file) ? "---\naside: false\npageClass: wide\n---\n\n" : "";
  return frontMatter + lines.join("\n");
}

function listed() {
  const known = readdirSync(join(repository, "docs"), { recursive: true }).map((file) => `docs/${file.replaceAll("\\", "/")}`);
  const missing = known.filter((file) => file.endsWith(".md") && !file.startsWith("docs/site/") && !names.has(file));
  if (missing.length > 0) throw new Error(`pages that are not in pages.mjs: ${missing.join(", ")}`);
}

function prepare() {
  const src = join(here, "src");
  rmSync(src, { recursive: true, force: true });
  listed();
  for (const [file, name] of names) {
    const target = join(src, `${name}.md`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, page(file));
  }
  const decisions = [...names].filter(([file]) => /^docs\/adr\/\d/.test(file)).sort();
  const rows = decisions.map(([file, name]) => {
    const title = readFileSync(join(repository, file), "utf8").split("\n")[0].replace(/^# /, "");
    return `- [${title}](/${name}.md)`.replace("- [", "- [ADR ");
  });
  writeFileSync(join(src, "adr/index.md"), `${page("docs/adr/README.md")}\n${rows.join("\n")}\n`);
  cpSync(join(repository, "docs/images"), join(src, "public/images"), { recursive: true });
  const isExample = (file) => !file.endsWith(".md");
  cpSync(join(repository, "examples"), join(src, "public/examples"), { recursive: true, filter: isExample });
  cpSync(join(repository, "crates/ui/web/public/mark.svg"), join(src, "public/mark.svg"));
}

/** Moves inline scripts to files, because the content security policy of the server forbids them. */
function moveScripts(site) {
  for (const file of filesOf(site).filter((file) => file.endsWith(".html"))) {
    const html = readFileSync(join(site, file), "utf8");
    const moved = html.replace(/<script([^>]*)>([^<]+)<\/script>/g, (_, attributes, text) => {
      const name = `assets/inline-${createHash("sha256").update(text).digest("hex").slice(0, 8)}.js`;
      writeFileSync(join(site, name), text);
      return `<script${attributes} src="${base}${name}"></script>`;
    });
    writeFileSync(join(site, file), moved);
  }
}

prepare();
await build(here);
const site = join(here, "site");
moveScripts(site);
for (const name of ["hashmap.json", ".nojekyll"]) rmSync(join(site, name), { force: true });
const faults = check(site, base);
for (const fault of faults.errors) console.error(fault);
console.log(`${faults.pages} pages, ${faults.links} links, ${(faults.bytes / 1e6).toFixed(1)} MB`);
process.exit(faults.errors.length === 0 ? 0 : 1);
