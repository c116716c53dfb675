import { defineMessages } from "../i18n";

export const keysMessages = defineMessages("keys", {
  title: ["Keyboard shortcuts", "Tastenkürzel"],
  singleKeys: ["Single-key shortcuts", "Tastenkürzel mit nur einer Taste"],
});
