// Pages of the site: file in the repository, title in the menu, name on the site (by default that of the file in docs/guide or
// docs), sections in the menu.

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
      ["docs/guide/errors.md", "Errors"],
      ["docs/guide/retries.md", "Retries and idempotency"],
      ["docs/guide/bulk.md", "Bulk"],
      ["docs/guide/pagination.md", "Pagination and filters"],
      ["docs/guide/attachments.md", "Attachments"],
      ["docs/events.md", "Events"],
      ["docs/webhooks.md", "Webhooks"],
      ["docs/guide/hand-over.md", "Hand-over to an ERP"],
      ["docs/suggested-fixes.md", "Suggested fixes"],
      ["docs/guide/limits.md", "Limits"],
      ["docs/guide/testing.md", "Testing"],
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
      ["docs/order-desk.md", "Order desk"],
      ["docs/glossary.md", "Glossary"],
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
