// Writing actions need Ctrl, so that text typed without an input focus changes nothing.

/** Display form; Ctrl is Cmd on a Mac. */
export const CHORDS = { createOrders: "Ctrl+Enter", edit: "Ctrl+E", revalidate: "Ctrl+Shift+V" } as const;

/** Form for `aria-keyshortcuts`. */
export const SHORTCUTS = {
  createOrders: "Control+Enter",
  edit: "Control+E",
  revalidate: "Control+Shift+V",
} as const satisfies Record<keyof typeof CHORDS, string>;

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

/** Returns the command of a key press. */
export function chordOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Pressed): keyof typeof CHORDS | undefined {
  if ((!ctrlKey && !metaKey) || altKey) return undefined;
  if (key === "Enter" && !shiftKey) return "createOrders";
  if (key.toLowerCase() === "e" && !shiftKey) return "edit";
  return key.toLowerCase() === "v" && shiftKey ? "revalidate" : undefined;
}
