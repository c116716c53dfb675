// What Swagger UI leaves open: its own words in German, names for those who hear the page, and what scrolls by keys.
const GERMAN = {
  Authorize: "Token eingeben",
  "Available authorizations": "Anmeldung",
  Authorized: "Token ist eingegeben",
  "Try it out": "Ausprobieren",
  Cancel: "Abbrechen",
  Execute: "Ausführen",
  Clear: "Leeren",
  Reset: "Zurücksetzen",
  Close: "Schließen",
  Logout: "Token verwerfen",
  Parameters: "Parameter",
  "No parameters": "Keine Parameter",
  "Request body": "Inhalt der Anfrage",
  Responses: "Antworten",
  "Server response": "Antwort des Servers",
  "Response body": "Inhalt der Antwort",
  "Response headers": "Kopfzeilen der Antwort",
  "Request URL": "Adresse der Anfrage",
  "Request duration": "Dauer der Anfrage",
  Description: "Beschreibung",
  Details: "Einzelheiten",
  Servers: "Server",
  Links: "Verweise",
  "No links": "Keine Verweise",
  "Media type": "Format",
  "Examples:": "Beispiele:",
  "Example Value": "Beispiel",
  Schemas: "Schemata",
  Schema: "Schema",
  "Copy to clipboard": "In die Zwischenablage",
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
