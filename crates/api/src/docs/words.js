// German texts for Swagger UI, names for screen readers, and scrolling by keyboard.
const GERMAN = {
  Authorize: "Zugriffstoken eingeben",
  "Available authorizations": "Authentifizierung",
  Authorized: "Zugriffstoken eingegeben",
  "Try it out": "Ausprobieren",
  Cancel: "Abbrechen",
  Execute: "Ausführen",
  Clear: "Leeren",
  Reset: "Zurücksetzen",
  Close: "Schließen",
  Logout: "Zugriffstoken entfernen",
  Parameters: "Parameter",
  "No parameters": "Keine Parameter",
  "Request body": "Anfrageinhalt",
  Responses: "Antworten",
  "Server response": "Serverantwort",
  "Response body": "Antwortinhalt",
  "Response headers": "Antwort-Header",
  "Request URL": "URL der Anfrage",
  "Request duration": "Dauer der Anfrage",
  Description: "Beschreibung",
  Details: "Einzelheiten",
  Servers: "Server",
  Links: "Links",
  "No links": "Keine Links",
  "Media type": "Medientyp",
  "Examples:": "Beispiele:",
  "Example Value": "Beispielwert",
  Schemas: "Schemata",
  Schema: "Schema",
  "Copy to clipboard": "In die Zwischenablage kopieren",
  Download: "Herunterladen",
  "Add string item": "Wert hinzufügen",
  "Send empty value": "Leeren Wert senden",
};
const ENGLISH = Object.fromEntries(Object.entries(GERMAN).map(([english, german]) => [german, english]));
const said = (words) => (page.lang === "de" ? (GERMAN[words] ?? words) : words);

const translate = (root) => {
  const words = page.lang === "de" ? GERMAN : ENGLISH;
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const other = Object.hasOwn(words, text.data.trim()) && words[text.data.trim()];
    if (!other || other === text.data.trim()) continue;
    text.data = text.data.replace(text.data.trim(), other);
    text.parentElement.lang = page.lang;
  }
};

/** What a field is for: its row says it, or the heading above it. */
const nameOf = (field) => {
  const parameter = field.closest("[data-param-name], [data-property-name]");
  if (parameter) return parameter.dataset.paramName ?? parameter.dataset.propertyName;
  if (field.id === "servers") return said("Servers");
  if (field.matches(".examples-select-element")) return said("Examples:").replace(":", "");
  return field.closest(".opblock-section-request-body") ? said("Request body") : said("Media type");
};
const named = (element, name) => {
  if (element.getAttribute("aria-label") !== name) element.setAttribute("aria-label", name);
};

const mend = (root) => {
  translate(root);
  for (const field of root.querySelectorAll(":is(select, textarea, td input)")) named(field, nameOf(field));
  for (const close of root.querySelectorAll(".close-modal")) named(close, said("Close"));
  for (const copy of root.querySelectorAll("button:empty, .copy-to-clipboard button")) named(copy, said("Copy to clipboard"));
  // the name that is heard is the one that is seen
  for (const button of root.querySelectorAll(".modal-btn[aria-label]")) button.removeAttribute("aria-label");
  for (const code of root.querySelectorAll("pre:is(.microlight, .curl):not([tabindex])")) code.tabIndex = 0;
  // the page's own heading stands above
  for (const title of root.querySelectorAll("h1:not([aria-level])")) title.setAttribute("aria-level", "2");
};

const swagger = document.getElementById("swagger-ui");
// what is mended changes the page as well, and is nothing to mend the next time
new MutationObserver(() => mend(swagger)).observe(swagger, { childList: true, subtree: true, characterData: true });
page.addEventListener("spoken", () => mend(swagger));
