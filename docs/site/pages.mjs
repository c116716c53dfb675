// Pages of the site: file in the repository, title in the menu, name on the site (by default that of the file in docs/guide or
// docs), sections in the menu. Parts are in English unless they name a language.

export const parts = [
  {
    title: "Start",
    pages: [
      ["docs/guide/index.md", "What it is"],
      ["docs/guide/install.md", "Install"],
      ["docs/guide/tutorial.md", "Tutorial: a first order"],
      ["docs/guide/concepts.md", "Concepts"],
    ],
  },
  {
    title: "Integrate",
    pages: [
      ["docs/guide/quickstart.md", "Quickstart"],
      ["docs/guide/authentication.md", "Authentication and scopes"],
      ["docs/guide/candidates.md", "Candidates"],
      ["docs/guide/orders.md", "Whole orders"],
      ["docs/guide/external-systems.md", "External systems"],
      ["docs/guide/cross-references.md", "Cross-references"],
      ["docs/guide/errors.md", "Errors"],
      ["docs/guide/rejected-rows.md", "Rejected rows"],
      ["docs/guide/retries.md", "Retries and idempotency"],
      ["docs/guide/bulk.md", "Bulk"],
      ["docs/guide/spreadsheets.md", "Spreadsheets"],
      ["docs/guide/pagination.md", "Pagination and filters"],
      ["docs/guide/attachments.md", "Attachments"],
      ["docs/events.md", "Events"],
      ["docs/webhooks.md", "Webhooks"],
      ["docs/guide/transfer.md", "Transfer to an ERP"],
      ["docs/suggested-fixes.md", "Suggested fixes"],
      ["docs/guide/limits.md", "Limits"],
      ["docs/guide/testing.md", "Testing"],
      ["docs/guide/client-libraries.md", "Client libraries"],
      ["docs/guide/api.md", "API reference"],
      ["docs/guide/api-changelog.md", "API changelog"],
      ["docs/migrating-from-metasfresh.md", "Migrate from metasfresh"],
      ["docs/compatibility.md", "Differences from metasfresh"],
      ["examples/README.md", "Examples", "examples"],
    ],
  },
  {
    title: "Administer",
    pages: [
      [
        "docs/operating.md",
        "Operate Orderdock",
        "operating",
        [
          ["install", "Install"],
          ["configure", "Configure"],
          ["tls", "TLS"],
          ["use-a-proxy", "Proxies"],
          ["back-up-and-restore", "Backup and restore"],
          ["upgrade", "Upgrade"],
          ["store-attachments-in-a-bucket", "Attachments in a bucket"],
          ["request-limits", "Limits"],
          ["monitor", "Monitoring"],
        ],
      ],
      ["docs/configuration.md", "Configuration reference"],
      ["docs/guide/users-and-tokens.md", "Users and access tokens"],
      ["docs/guide/master-data.md", "Master data"],
      ["docs/guide/master-data-reference.md", "Master data reference"],
      ["docs/guide/schedules.md", "Schedules"],
      ["docs/notifications.md", "Notifications"],
      ["docs/deploy.md", "PostgreSQL and several instances"],
      ["docs/scaling.md", "Scaling"],
      ["docs/guide/troubleshooting.md", "Troubleshooting"],
      ["docs/security.md", "Security"],
      ["SECURITY.md", "Security policy", "security-policy"],
    ],
  },
  {
    title: "Order desk",
    pages: [
      ["docs/order-desk.md", "Overview"],
      ["docs/handbook/en/index.md", "Sign in and find your way"],
      ["docs/handbook/en/today.md", "Today"],
      ["docs/handbook/en/inbox.md", "Inbox and suggested fixes"],
      ["docs/handbook/en/list.md", "Correct lines"],
      ["docs/handbook/en/hold.md", "Hold, exclude, wait, assign"],
      ["docs/handbook/en/rejected.md", "Rejected rows"],
      ["docs/handbook/en/import.md", "Spreadsheets"],
      ["docs/handbook/en/request-log.md", "Request log"],
      ["docs/handbook/en/create.md", "Create sales orders"],
      ["docs/handbook/en/orders.md", "Sales orders"],
      ["docs/handbook/en/attachments.md", "Attachments"],
      ["docs/handbook/en/search.md", "Search, filters, views"],
      ["docs/handbook/en/shortcuts.md", "Keyboard shortcuts"],
      ["docs/handbook/en/situations.md", "Common situations"],
      ["docs/glossary.md", "Glossary"],
    ],
  },
  {
    title: "Handbuch",
    language: "de",
    pages: [
      ["docs/handbook/de/index.md", "Anmelden und zurechtfinden"],
      ["docs/handbook/de/today.md", "Heute"],
      ["docs/handbook/de/inbox.md", "Zu klären: Lösungsvorschläge"],
      ["docs/handbook/de/list.md", "Positionen korrigieren"],
      ["docs/handbook/de/hold.md", "Zurückhalten, ausschließen, warten, zuweisen"],
      ["docs/handbook/de/rejected.md", "Abgelehnte Positionen"],
      ["docs/handbook/de/import.md", "Tabellen"],
      ["docs/handbook/de/request-log.md", "Übermittlungen"],
      ["docs/handbook/de/create.md", "Aufträge erzeugen"],
      ["docs/handbook/de/orders.md", "Aufträge"],
      ["docs/handbook/de/attachments.md", "Anhänge"],
      ["docs/handbook/de/search.md", "Suche, Filter, Ansichten"],
      ["docs/handbook/de/shortcuts.md", "Tastenkürzel"],
      ["docs/handbook/de/situations.md", "Was tun, wenn …"],
    ],
  },
  {
    title: "Contribute",
    pages: [
      ["CONTRIBUTING.md", "Contributing", "contributing"],
      ["ARCHITECTURE.md", "Architecture", "architecture"],
      ["docs/style.md", "Style guide"],
      ["docs/adr/README.md", "Decisions", "adr/index"],
      ["docs/performance.md", "Performance"],
      ["docs/flaky-tests.md", "Flaky tests"],
      ["docs/releasing.md", "Releases"],
      ["CHANGELOG.md", "Changelog", "changelog"],
      ["CODE_OF_CONDUCT.md", "Code of conduct", "code-of-conduct"],
    ],
  },
];

/** Pages without an outline, whose tables have many columns. */
export const wide = new Set(["docs/configuration.md"]);

export const base = "/docs/guide/";

/** The name of a page on the site, without extension. */
export function siteName(file, name) {
  return name ?? file.replace(/^docs\/(guide\/)?/, "").replace(/\.md$/, "");
}
