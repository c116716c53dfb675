import { defineWords } from "../i18n";

export const keysWords = defineWords("keys", {
  title: ["Keys", "Tasten"],
  singleKeys: ["Use keys without Ctrl", "Tasten ohne Strg verwenden"],
});
