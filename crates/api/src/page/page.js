"use strict";

const WORDS = {
  en: {
    token: "Authorization token", open: "Show candidates",
    memory: "The token stays in this page's memory only; reloading forgets it.",
    candidates: "Order candidates", status: "Status", all: "all", new: "new", error: "in error",
    processed: "processed", inactive: "inactive", docs: "Documentation", leave: "Forget token",
    reference: "Reference", partner: "Business partner", product: "Product", quantity: "Quantity",
    price: "Price", date: "Required", problems: "Problems", nothing: "No candidates here.",
    previous: "Previous", next: "Next", unreachable: "The server cannot be reached.",
    total: (count) => `${count} in total`, atLeast: (count) => `${count} or more`,
  },
  de: {
    token: "Zugriffstoken", open: "Kandidaten zeigen",
    memory: "Das Token bleibt nur im Speicher dieser Seite; Neuladen vergisst es.",
    candidates: "Auftragskandidaten", status: "Status", all: "alle", new: "neu", error: "fehlerhaft",
    processed: "verarbeitet", inactive: "inaktiv", docs: "Dokumentation", leave: "Token vergessen",
    reference: "Referenz", partner: "Geschäftspartner", product: "Produkt", quantity: "Menge",
    price: "Preis", date: "Benötigt am", problems: "Probleme", nothing: "Hier sind keine Kandidaten.",
    previous: "Zurück", next: "Weiter", unreachable: "Der Server ist nicht erreichbar.",
    total: (count) => `${count} insgesamt`, atLeast: (count) => `${count} oder mehr`,
  },
};
const language = navigator.language.toLowerCase().startsWith("de") ? "de" : "en";
const words = WORDS[language];
const PAGE = 50;

const find = (id) => document.getElementById(id);
const main = document.querySelector("main");
const entry = find("entry");
let token = "";

function speak(within) {
  for (const element of within.querySelectorAll("[data-word]")) {
    element.textContent = words[element.dataset.word];
  }
}

function show(element, text) {
  element.textContent = text;
  element.hidden = !text;
}

/** Every number as text: a binary number would lose digits of a decimal. */
function quoteNumbers(json) {
  return json.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (found) => (found[0] === '"' ? found : `"${found}"`));
}

/** A candidate page, or an error that says in words what went wrong. */
async function load(query) {
  const address = new URL("/api/sales/order/candidates", location.origin);
  for (const [name, value] of Object.entries(query)) {
    if (value) address.searchParams.set(name, value);
  }
  let answer;
  try {
    answer = await fetch(address, { headers: { Authorization: token, "Accept-Language": language } });
  } catch {
    throw new Error(words.unreachable);
  }
  const body = JSON.parse(quoteNumbers(await answer.text()));
  if (!answer.ok) throw new Error(body.detail);
  return body;
}

/** Everything a sender wrote goes through textContent: it is text, never markup. */
function cell(row, text, detail, className) {
  const element = row.insertCell();
  element.textContent = text ?? "";
  if (className) element.className = className;
  if (detail) {
    const small = document.createElement("small");
    small.textContent = detail;
    element.append(small);
  }
  return element;
}

function addRow(rows, candidate) {
  const row = rows.insertRow();
  const badge = document.createElement("span");
  badge.className = `badge ${candidate.status}`;
  badge.textContent = words[candidate.status] ?? candidate.status;
  cell(row, "").append(badge);
  const ids = [candidate.externalHeaderId, candidate.externalLineId].filter(Boolean);
  cell(row, candidate.poReference, [...new Set(ids)].join(" / "));
  const block = candidate.bpartner ?? {};
  const place = block.location ?? {};
  cell(row, block.bpartner?.name, [block.bpartner?.code, place.postal, place.city].filter(Boolean).join(" · "));
  cell(row, candidate.productName ?? candidate.productCode, candidate.productCode);
  cell(row, [candidate.qty, candidate.uomCode].filter(Boolean).join(" "), "", "number");
  cell(row, [candidate.price, candidate.currencyCode].filter(Boolean).join(" "), "", "number");
  cell(row, candidate.datePromised, "", "day");
  const problems = cell(row, "", "", "problems");
  for (const problem of candidate.problems ?? []) {
    const line = document.createElement("div");
    line.textContent = problem.message;
    problems.append(line);
  }
}

function openDesk(first) {
  const desk = find("desk").content.cloneNode(true);
  speak(desk);
  main.replaceChildren(desk);
  const status = find("status");
  const [next, previous] = [find("next"), find("previous")];
  const view = (page) => {
    show(find("fault"), "");
    const rows = find("rows");
    rows.replaceChildren();
    for (const candidate of page.items) addRow(rows, candidate);
    find("nothing").hidden = page.items.length > 0;
    find("total").textContent = (page.total.exact ? words.total : words.atLeast)(page.total.value);
    for (const [button, cursor] of [[next, page.next], [previous, page.previous]]) {
      button.disabled = !cursor;
      button.dataset.cursor = cursor ?? "";
    }
  };
  const turn = (query) =>
    load({ limit: PAGE, sort: "-createdAt", status: status.value, ...query })
      .then(view)
      .catch((fault) => show(find("fault"), fault.message));
  status.addEventListener("change", () => turn({}));
  next.addEventListener("click", () => turn({ after: next.dataset.cursor }));
  previous.addEventListener("click", () => turn({ before: previous.dataset.cursor }));
  find("leave").addEventListener("click", () => location.reload());
  view(first);
}

entry.addEventListener("submit", (event) => {
  event.preventDefault();
  token = find("token").value.trim();
  load({ limit: PAGE, sort: "-createdAt" })
    .then(openDesk)
    .catch((fault) => {
      token = "";
      show(find("entry-fault"), fault.message);
    });
});

document.documentElement.lang = language;
speak(document);
find("token").focus();
