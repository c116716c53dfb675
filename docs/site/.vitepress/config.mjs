import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { base, parts, siteName } from "../pages.mjs";
import { slug } from "../slug.mjs";

const groups = parts.map(({ title, pages }) => ({
  text: title,
  items: pages.map(([file, text, name, sections = []]) => {
    const link = `/${siteName(file, name)}`;
    const items = sections.map(([anchor, section]) => ({ text: section, link: `${link}#${anchor}` }));
    return items.length > 0 ? { text, link, items } : { text, link };
  }),
}));
/** Menu by page: that of its part. Those who start are about to integrate. */
const isForIntegrators = ({ text }) => text === "Start" || text === "Integrate";
const menuOf = (group) => (isForIntegrators(group) ? groups.filter(isForIntegrators) : [group]);
const sidebar = Object.fromEntries(groups.flatMap((group) => group.items.map(({ link }) => [`${link}.md`, menuOf(group)])));
sidebar["/adr/"] = menuOf(groups.at(-1));
const german = parts.find(({ language }) => language === "de");
const [[germanHome]] = german.pages;

/** Texts of the theme on the German pages. */
const germanTheme = {
  outline: { level: [2, 3], label: "Auf dieser Seite" },
  docFooter: { prev: "Vorherige Seite", next: "Nächste Seite" },
  langMenuLabel: "Sprache",
  returnToTopLabel: "Nach oben",
  sidebarMenuLabel: "Menü",
  darkModeSwitchLabel: "Darstellung",
  lightModeSwitchTitle: "Hell",
  darkModeSwitchTitle: "Dunkel",
  skipToContentLabel: "Zum Inhalt springen",
};
const germanSearch = {
  button: { buttonText: "Suchen", buttonAriaLabel: "Suchen" },
  modal: {
    displayDetails: "Ausführliche Liste anzeigen",
    resetButtonTitle: "Suche zurücksetzen",
    backButtonTitle: "Suche schließen",
    noResultsText: "Keine Treffer für",
    footer: {
      selectText: "öffnen",
      selectKeyAriaLabel: "Enter",
      navigateText: "wählen",
      navigateUpKeyAriaLabel: "Pfeil nach oben",
      navigateDownKeyAriaLabel: "Pfeil nach unten",
      closeText: "schließen",
      closeKeyAriaLabel: "Esc",
    },
  },
};

export default defineConfig({
  title: "Orderdock",
  description: "Import sales orders over HTTP/JSON: guides for integrators, administrators and clerks.",
  base,
  locales: {
    root: { label: "English", lang: "en" },
    "handbook/de": {
      label: "Deutsch",
      lang: "de",
      link: `/${siteName(germanHome)}`,
      description: "Bestellungen prüfen, Fehler klären und Aufträge erzeugen: Handbuch.",
      themeConfig: germanTheme,
    },
  },
  srcDir: "src",
  outDir: "site",
  cacheDir: "cache",
  // build.mjs checks links with their anchors
  ignoreDeadLinks: true,
  // without inline scripts, which the content security policy of the server forbids
  metaChunk: true,
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${base}mark.svg` }]],
  markdown: {
    anchor: { slugify: slug },
    languageAlias: { caddyfile: "nginx" },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  vite: {
    resolve: {
      // the component loads icons from another host; the site has no social links
      alias: [{ find: /^.*\/VPSocialLinks?\.vue$/, replacement: fileURLToPath(new URL("theme/Empty.vue", import.meta.url)) }],
    },
  },
  themeConfig: {
    logo: "/mark.svg",
    nav: parts.map(({ title, pages: [[file, , name]] }) => ({ text: title, link: `/${siteName(file, name)}` })),
    sidebar,
    outline: [2, 3],
    // only the handbook is in several languages
    i18nRouting: false,
    search: { provider: "local", options: { locales: { "handbook/de": { translations: germanSearch } } } },
    externalLinkIcon: true,
  },
});
