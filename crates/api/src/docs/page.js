// The page's language and colours are those that were chosen in the order desk, or else the browser's.
const page = document.documentElement;
const LANGUAGE = "orderdock.language";
const SCHEME = "mantine-color-scheme-value";
const TITLES = { en: "API documentation · Orderdock", de: "API-Dokumentation · Orderdock" };

const dark = matchMedia("(prefers-color-scheme: dark)");
const colour = () => {
  const kept = localStorage.getItem(SCHEME);
  const isDark = kept === "dark" || (kept !== "light" && dark.matches);
  page.classList.toggle("dark-mode", isDark);
};

const language = () => {
  const kept = localStorage.getItem(LANGUAGE);
  if (kept === "en" || kept === "de") return kept;
  return navigator.languages.some((one) => one.startsWith("de")) ? "de" : "en";
};
const speak = () => {
  page.lang = language();
  document.title = TITLES[page.lang];
  document.getElementById("problems")?.setAttribute("href", `/docs/problems?lang=${page.lang}`);
  for (const button of document.querySelectorAll("[data-language]"))
    button.setAttribute("aria-pressed", String(button.dataset.language === page.lang));
  page.dispatchEvent(new Event("spoken"));
};

// before anything is seen, and again when the bar is there or something was chosen in another window
colour();
speak();
dark.addEventListener("change", colour);
addEventListener("storage", () => {
  colour();
  speak();
});
addEventListener("DOMContentLoaded", () => {
  speak();
  for (const button of document.querySelectorAll("[data-language]"))
    button.addEventListener("click", () => {
      localStorage.setItem(LANGUAGE, button.dataset.language);
      speak();
    });
});
