import { defineWords } from "../i18n";

export const keysWords = defineWords("keys", {
  title: ["Keyboard shortcuts", "Tastenkürzel"],
  singleKeys: ["Single-key shortcuts", "Tastenkürzel mit nur einer Taste"],
});
